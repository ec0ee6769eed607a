"""Closed forms for a profile of one's own: caps, groups, domain and assumptions in; proved branches out.

The engine is `symbolic_eps.minimum` (Kazan & Reiter 2024, (13)). Several groups of people or classes of
adversaries get the smallest of their eps: all caps have to be respected, each where its group is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

import sympy as sp

from symbolic_eps.answers.interior_minimum import derived_inside
from symbolic_eps.answers.saved_work import SavedWork, files_of, fingerprint
from symbolic_eps.closed_forms.closed_form import Branch, PiecewiseInfimum, Proof
from symbolic_eps.deprecated_arguments import deprecated_arguments
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.minimum import infimum
from symbolic_eps.profiles.caps import Cap, CapKind, prove_translation, require_positive
from symbolic_eps.profiles.groups import Group, fixings, joint_profile
from symbolic_eps.profiles.profile import PRIORS, RiskProfile, prior_range
from symbolic_eps.results import Lambdifiable, Result
from symbolic_eps.theory.variants import Variant, variant_named
from symbolic_eps.time_limit import Patience
from verify.certificates.certificate import Certificate
from verify.evidence import Evidence, Grade
from verify.language.condition import Condition, zero
from verify.prover.certifying_solver import CertifyingSolver

Bound: TypeAlias = str | int | Fraction | sp.Expr
Comparison: TypeAlias = Condition | sp.Rel | str


@dataclass(frozen=True)
class Derivation(Result, Lambdifiable):
    """A closed form with its proof.

    Parameters
    ----------
    groups : tuple of Group
        What was asked; one group unless several were given.
    derived : PiecewiseInfimum
        Branches, proofs, and the regions that stayed open.
    translation : Proof or None
        That each kind of cap and its bound on the relative risk say the same; None where only the relative
        risk is capped.
    found : mapping of str to Evidence
        All answers, by the fingerprint of the claim: what a later derivation can start from.

    Examples
    --------
    >>> derivation = derive("1 + b/(p*q)", ["0<b<1"])
    >>> derivation.derived.branches[0].epsilon, derivation.complete, str(derivation.grade)
    (log((b + 1)/(1 - b)), True, 'exact')
    """

    groups: tuple[Group, ...]
    derived: PiecewiseInfimum
    translation: Proof | None = None
    found: Mapping[str, Evidence] = field(default_factory=dict, compare=False, repr=False)

    @property
    def profile(self) -> RiskProfile:
        """The profile as the engine took it."""
        return self.derived.profile

    @property
    def complete(self) -> bool:
        """Whether nothing is open: branches and empty regions cover all that the assumptions allow."""
        return not self.derived.open

    @property
    def unconstrained(self) -> tuple[Branch, ...]:
        """The branches where eps = oo; some priors satisfy the box there."""
        return tuple(branch for branch in self.derived.branches if branch.polynomial is None)

    @property
    def certificates(self) -> dict[str, Certificate]:
        """All certificates, by the fingerprint of their claim."""
        translated = {} if self.translation is None else self.translation.certificates
        return dict(sorted({**self.derived.certificates, **translated}.items()))

    @property
    def grade(self) -> Grade:
        """The weakest grade of all parts of the proof."""
        grades = [] if self.translation is None else [self.translation.grade]
        return min([self.derived.grade, *grades])

    @property
    def identifier(self) -> str:
        """A name that belongs to the question."""
        return fingerprint(self.profile)

    @property
    def files(self) -> dict[Path, str]:
        """Certificates, answers and branches, by their path within a folder."""
        branches = self.derived.branches if self.complete else None
        return files_of(self.identifier, self.found, branches, self.derived.empty, self.certificates)


@deprecated_arguments(kept="saved")
def derive(
    profile: Bound | Cap | Group | Sequence[Cap] | Sequence[Group] | None = None,
    assumptions: Iterable[Comparison] = (),
    fixed: Mapping[str | sp.Symbol, object] | Iterable[str] = (),
    box: Iterable[Comparison] = (),
    *,
    posterior: Bound | None = None,
    difference: Bound | None = None,
    odds_ratio: Bound | None = None,
    variant: Variant | str = Variant.UNBOUNDED,
    progress: Callable[[str], None] = lambda _: None,
    saved: SavedWork | None = None,
    patience: float | None = None,
) -> Derivation:
    """The largest eps that keeps the risk within a profile for all priors, in closed form and proved.

    Parameters
    ----------
    profile : str, sympy.Expr, number, Cap, Group, or a sequence of Cap or of Group
        The bound r*(p, q) on the relative risk; caps of which all have to be respected; or groups, each with
        caps, fixed priors and a box of its own: the smallest of their eps is derived.
    assumptions : iterable of Condition, comparison or str
        What is known of the parameters, such as `"0<a<1<r"`.
    fixed : mapping or iterable of str
        Priors that do not vary: `{"q": 1}`, `["q=1"]`, or `["q"]` for a symbolic value.
    box : iterable of Condition, comparison or str
        Where the caps are enforced, such as `"p0<=p<=p1"`.
    posterior, difference, odds_ratio : optional
        Further caps of these kinds (see `symbolic_eps.profiles.caps`), besides the profile; for everyone.
    variant : Variant or str
        What is assumed of the release: `unbounded` (Theorem 1), `bounded` or `invariant`.
    progress : callable
        Called with a short text at each stage.
    saved : SavedWork, optional
        What an earlier, maybe interrupted derivation of the same question has left; nothing of it is trusted.
    patience : float, optional
        Seconds after which the result is returned as it is by then: what is proved, the rest open.

    Returns
    -------
    Derivation
        Disjoint branches that cover the parameters, but for regions that are named as open, and those where
        no prior satisfies the box.

    Raises
    ------
    symbolic_eps.errors.InputError
        Or one of its kinds: no cap, contradictory assumptions, an assumption on a prior that varies, an empty
        box, a cap that is undefined somewhere or below what any eps >= 0 can keep; the message names a point.

    Notes
    -----
    Source: Kazan & Reiter 2024, (13) and Section 4. eps is in natural-log units.

    Examples
    --------
    >>> derivation = derive("max(a/(p*q), r)", ["0<a<1<r"], {"q": 1})
    >>> [(str(b.condition), b.epsilon) for b in derivation.derived.branches]
    [('True', log((-a + r)/(1 - a)))]
    >>> derivation.complete, str(derivation.grade)
    (True, 'exact')
    """
    caps = {CapKind.POSTERIOR: posterior, CapKind.DIFFERENCE: difference, CapKind.ODDS_RATIO: odds_ratio}
    extra = tuple(Cap(kind, value) for kind, value in caps.items() if value is not None)
    groups = _groups(profile, extra)
    joint = joint_profile(groups, assumptions, fixings(fixed), box, variant_named(variant))
    saved = saved or SavedWork()
    judge = saved.begin(joint)
    kinds = {c.kind: None for g in groups for c in g.caps if c.kind is not CapKind.RELATIVE_RISK}
    time = Patience(patience)
    with judge.recorded() as evidence, time.or_undecided():
        for kind in kinds:
            prove_translation(kind, judge)
        _require_positive(groups, joint, judge)
    derived = _derived(joint, saved, judge, progress, time)
    saved.unfinished = patience is not None and bool(derived.open)
    return Derivation(groups, derived, Proof.of(evidence) if kinds else None, judge.found)


def _require_positive(groups: Iterable[Group], joint: RiskProfile, judge: CertifyingSolver) -> None:
    """Caps on the odds ratio are positive where their group is; so their translation supposes."""
    fixed = (zero(v - value) for v, value in joint.fixed.items() if value != v)
    ranges = (c for v in PRIORS for c in prior_range(v))
    region = (*joint.parameter_region, *ranges, *joint.box, *fixed)
    for group in groups:
        for cap in group.caps:
            require_positive(cap, (*region, *group.place), judge)


def _groups(profile: object, extra: tuple[Cap, ...]) -> tuple[Group, ...]:
    several = profile if isinstance(profile, Sequence) and not isinstance(profile, str) else [profile]
    parts = [one for one in several if one is not None]
    groups = tuple(one for one in parts if isinstance(one, Group))
    if groups and len(groups) == len(parts):
        return (Group(extra, name="everyone"), *groups) if extra else groups
    if groups:
        raise InputError("groups and caps do not mix: put the caps that all groups share into each group")
    caps = tuple(one if isinstance(one, Cap) else Cap(CapKind.RELATIVE_RISK, one) for one in parts)
    return (Group((*caps, *extra)),)


def _derived(
    profile: RiskProfile,
    saved: SavedWork,
    judge: CertifyingSolver,
    progress: Callable[[str], None],
    time: Patience,
) -> PiecewiseInfimum:
    """The result; what an earlier derivation found is proved again, or else searched for."""

    def at_numbers(corner: RiskProfile, time: Patience) -> PiecewiseInfimum | None:
        return derived_inside(corner, judge, progress, time)

    inside = at_numbers(profile, time)
    if inside is not None:
        return inside
    result = saved.result()
    if result is not None:
        branches, empty = result
        try:
            with time.or_undecided():
                return infimum(
                    profile,
                    progress=progress,
                    judge=judge,
                    branches=branches,
                    empty=empty,
                    at_numbers=at_numbers,
                )
        except UndecidedError:
            progress("what was kept does not hold; deriving anew")
    return infimum(
        profile, progress=progress, judge=judge, partial=True, patience=time.left, at_numbers=at_numbers
    )
