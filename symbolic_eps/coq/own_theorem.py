"""The theorems that a closed form is, with their proofs: what `derive --coq` and `recommend --coq` write.

For each branch: with X = e^-eps the root of its polynomial, X is enough at all priors (`enough_proof`),
nothing below X is (`sharp_proof`), and - log X is the closed form (`root_proof`). Coq checks all of it; where
a step is not of a form that is known here, no theorem is written.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion, PiecewiseInfimum
from symbolic_eps.coq.along_path.along_path import lines_along_path
from symbolic_eps.coq.along_path.relevance_steps import with_relevance_steps
from symbolic_eps.coq.cases_proof import cases_theorem
from symbolic_eps.coq.enough.curved_ends import lines_at_curved_ends
from symbolic_eps.coq.enough.enough_proof import enough_lines, quotient_lines, unbounded_lines
from symbolic_eps.coq.own_roots.own_curve import around_lines
from symbolic_eps.coq.own_roots.own_enough import own_contradiction
from symbolic_eps.coq.own_roots.own_place import OwnPlace
from symbolic_eps.coq.project import library_files, project
from symbolic_eps.coq.roots.least_proof import least_lines
from symbolic_eps.coq.roots.root_proof import isolated_lines, root_lines
from symbolic_eps.coq.sharp.sharp_proof import sharp_lines
from symbolic_eps.coq.shipped import LIBRARY_NAME
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.coq.statements.place import place_of
from symbolic_eps.coq.statements.statement import statement
from symbolic_eps.coq.stationary.box_sides_proof import box_sides_lines
from symbolic_eps.coq.stationary.corner_limit_proof import corner_limit_lines
from symbolic_eps.coq.stationary.end_proof import end_lines
from symbolic_eps.coq.stationary.parabola_or_cubic_proof import parabola_or_cubic_lines
from symbolic_eps.coq.stationary.powers_proof import powers_lines
from symbolic_eps.coq.stationary.quartic_proof import quartic_lines
from symbolic_eps.coq.stationary.rays_proof import is_along_rays, rays_lines
from symbolic_eps.coq.stationary.ridge_proof import is_on_ridge, ridge_lines
from symbolic_eps.coq.stationary.side_proof import side_lines
from symbolic_eps.coq.stationary.stationary_branch import is_stationary, stationary_lines
from symbolic_eps.coq.stationary.two_terms_proof import is_on_two_terms, two_terms_lines
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.stationary.cases_of_powers import is_of_powers
from symbolic_eps.minimum.stationary.corner_or_inside import CORNER_OR_INSIDE
from symbolic_eps.minimum.stationary.cubic_on_side import is_on_side
from symbolic_eps.minimum.stationary.end_of_cubic import is_at_end_of_cubic
from symbolic_eps.minimum.stationary.parabola_or_cubic import PARABOLA_OR_CUBIC
from symbolic_eps.minimum.stationary.quartic_on_side import QUARTIC_ON_SIDE
from symbolic_eps.minimum.stationary.two_sides_of_box import TWO_SIDES_OF_BOX
from symbolic_eps.report.formula import sentence
from symbolic_eps.time_limit import OUT_OF_TIME, Patience
from verify.certificates.known_answers import KnownAnswers
from verify.coq import theorems
from verify.deadline import OutOfTime, check_time, deadline
from verify.evidence import Grade

NAME = "recommended_budget"
"""What a theorem on a profile of one's own is called."""

NO_CERTIFICATE = (
    "eps rests on exact algebra of this program that has no certificate, such as a count of roots in cells of"
    " the parameters"
)
"""Why a case of grade `computed` has no theorem, whichever step of one was not found."""


@dataclass(frozen=True)
class TheoremFile:
    """A Coq file with theorems on a closed form.

    Parameters
    ----------
    text : str
        To be compiled beside the library of `symbolic_eps.coq.project`.
    names : tuple of str
        Of the theorems.
    missing : tuple of str
        Where there is no theorem, and why: branches that no proof was written for, and what the closed form
        itself leaves open.
    """

    text: str
    names: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def files(self) -> dict[Path, str]:
        """The file with the library, as a folder that Coq compiles."""
        return project({"Mine": {"Theorem.v": self.text}})


def theorem_file(
    derived: PiecewiseInfimum, name: str = NAME, patience: Patience | None = None
) -> TheoremFile:
    r"""The theorems that a profile has this budget, one for each branch, and that the branches are all.

    Parameters
    ----------
    derived : PiecewiseInfimum
        A closed form, complete or not.
    name : str
        Of the theorem; with a number behind it where there are several branches.
    patience : Patience, optional
        For the search for certificates. Each branch may take the same share of what is left; those for which
        it does not do are among what is missing.

    Raises
    ------
    symbolic_eps.errors.InputError
        A profile of another kind, or a name that Coq cannot use.
    symbolic_eps.errors.UndecidedError
        No branch has a theorem: a step is not of a form for which a proof is written, or no certificate was
        found for it.

    Examples
    --------
    >>> from symbolic_eps import RiskProfile, infimum
    >>> text = theorem_file(infimum(RiskProfile("3"))).text
    >>> print(text[text.index("Theorem recommended") : text.index("Proof.\n  intros.")].rstrip())
    Theorem recommended_budget :
      is_budget (fun p q => True) (fun p q => 3)
        (Finite (ln(3)/2)).
    """
    profile = derived.profile
    steps = Contradictions(exact_judge(KnownAnswers(derived.certificates)), profile.parameters)
    proved, missing = dict[str, str](), list(_unsettled(derived))
    patience = patience or Patience()
    for i, (branch, proof) in enumerate(zip(derived.branches, derived.proofs, strict=True), start=1):
        title = f"{name}_{i}" if len(derived.branches) > 1 else name
        shares = len(derived.branches) - i + 2  # the last one is for the cases
        try:
            stated = statement(title, profile, branch)
            with patience.or_undecided(1 / shares):
                lines = proof_lines(with_relevance_steps(BranchCase(profile, branch, steps)))
        except UndecidedError as error:
            missing.append(f"{_where(branch)}: {NO_CERTIFICATE if proof.grade is Grade.COMPUTED else error}")
            continue
        proved[title] = "\n".join([f"{stated}\nProof.", *(f"  {line}" for line in lines), "Qed.\n"])
    if not proved:
        raise UndecidedError(f"no theorem of Coq is written: {'; '.join(missing) or 'nothing is settled'}")
    of_cases = f"{len(proved)} of {len(derived.branches) + len(derived.open)} cases"
    if len(derived.branches) + len(derived.empty) > 1 and not derived.open:
        try:
            with patience.or_undecided():
                proved[f"{name}_cases"] = cases_theorem(f"{name}_cases", derived, steps)
        except UndecidedError as error:
            missing.append(f"that the cases are all: {error}")
    shown = [*steps.lemmas.values(), *proved.values()]
    parts = [
        theorems(steps.used.values()),
        f"From {LIBRARY_NAME} Require Import {' '.join(library_files(' '.join(shown)))}.\n",
        *([f"(* Partial: theorems on {of_cases}. *)\n"] if missing else []),
        *(f"(* No theorem {_in_comment(text)} *)\n" for text in missing),
        *shown,
        f"Definition all_of_them := ({', '.join(proved)}).\nPrint Assumptions all_of_them.\n",
    ]
    return TheoremFile("\n".join(parts), tuple(proved), tuple(missing))


def _in_comment(text: str) -> str:
    """Nothing in it ends a comment of Coq, or begins one."""
    return text.replace("**", "^").replace("*", " * ")


def _unsettled(derived: PiecewiseInfimum) -> Iterator[str]:
    """What the closed form says nothing about."""
    for region in derived.open:
        yield f"{_where(region)}: open: {region.reason}"


def _where(region: Branch | OpenRegion) -> str:
    if region.conditions:
        return f"where {sentence(region.conditions)}"
    return "for all parameters" if isinstance(region, Branch) else "for some parameters"


def proof_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that prove the theorem of a branch, or UndecidedError."""
    branch = case.branch
    if branch.number > 1 and not CORNER_OR_INSIDE.gives(branch):
        raise UndecidedError(f"no proof in Coq says that X is the {branch.which} of several roots")
    own = OwnPlace(case)
    for attainment in () if own.may_be else branch.attained:  # before the longer search
        place_of(case, attainment, ())
    names = [case.steps.name(s.name) for s in case.profile.parameters]
    start = [f"intros {' '.join(names)}. intros." if names else "intros.", *quotient_lines(case)]
    if QUARTIC_ON_SIDE.gives(branch):
        return [*start, *quartic_lines(case)]
    if branch.polynomial is None:
        return [*start, *unbounded_lines(case)]
    if is_along_rays(case):
        return [*start, *rays_lines(case)]
    if PARABOLA_OR_CUBIC.gives(branch):
        return [*start, *parabola_or_cubic_lines(case)]
    if TWO_SIDES_OF_BOX.gives(branch):
        return [*start, *box_sides_lines(case)]
    if CORNER_OR_INSIDE.gives(branch):
        return [*start, *corner_limit_lines(case)]
    if is_on_ridge(branch):
        return [*start, *ridge_lines(case)]
    if is_on_side(branch):
        return [*start, *side_lines(case)]
    if is_at_end_of_cubic(branch):
        return [*start, *end_lines(case)]
    if is_of_powers(branch):
        return [*start, *powers_lines(case)]
    if is_on_two_terms(case):
        return [*start, *two_terms_lines(case)]
    if is_stationary(case):
        return [*start, *stationary_lines(case)]
    hard = least_lines if branch.sides else isolated_lines
    root = hard(case) if branch.coefficients is None else root_lines(case)
    end = f"apply {case.setting.of_root}; [assumption | exact enough |]."
    return [*start, *root, *_of_minimum(case, own, end)]


def _of_minimum(case: BranchCase, own: OwnPlace, end: str) -> Sequence[str]:
    """Tactics by which X is enough, and reached; where two ways may lead there, each has half of the time."""
    at_all_priors, in_a_box = partial(_at_all_priors, case, end), partial(_in_a_box, own, end)
    ways = [at_all_priors, in_a_box] if own.may_be else [at_all_priors]
    if own.has_own_roots:
        ways = [in_a_box]
    elif own.is_short:
        ways.reverse()
    failures = {}
    for k, way in enumerate(ways):
        left = check_time()
        try:
            with deadline(None if left == math.inf else left / (len(ways) - k)):
                return way()
        except UndecidedError as error:
            failures[way] = error
        except OutOfTime:
            check_time()
            failures[way] = UndecidedError(OUT_OF_TIME)
    raise failures.get(at_all_priors) or failures[in_a_box]


def _in_a_box(own: OwnPlace, end: str) -> Sequence[str]:
    """Tactics by which X is enough in a box around the minimum, and outside of it."""
    around = [line for active in own.active for line in around_lines(own, active)]
    enough = enough_lines(own.case, partial(own_contradiction, own))
    return [*own.lines(), *around, *enough, end, *own.sharp_lines()]


def _at_all_priors(case: BranchCase, end: str) -> Sequence[str]:
    """Tactics by which X is enough, from what the branch says of all priors."""
    reason = None
    try:
        lines = lines_along_path(case, end) or lines_at_curved_ends(case, end)
    except UndecidedError as error:
        lines, reason = None, error
    try:
        return lines or [*enough_lines(case), end, *sharp_lines(case)]
    except UndecidedError as error:
        raise reason or error from None
