"""The infimum of eps over a risk profile, as a piecewise closed form.

Kazan & Reiter 2024, (13); Theorems 3 to 5 are instances. eps = -log X with X the largest root of F over the
domain. In this order: `domain` finds where there are priors at all; `candidates` finds where X may lie;
`cells` cuts the parameter region so that each candidate exists everywhere or nowhere in a cell, and shows one
to be the largest; `branches` joins cells with the same answer; `proof` proves the joined result afresh,
relying on nothing that was said before. Where that leaves something open, a domain with closed ends is cut
into its inside, edges and corners (`parts_of_domain`), each a question by itself; and for a profile with one
parameter or two, `last_resort` decides at a sample point of each cell of the parameters.

One engine for all profiles: no statement of a paper goes in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from symbolic_eps.closed_forms.closed_form import Branch, EmptyRegion, PiecewiseInfimum, Proof
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.minimum.at_numbers.on_border import branch_in
from symbolic_eps.minimum.attained_roots.attained import is_attained_root
from symbolic_eps.minimum.branch_search import search_branches
from symbolic_eps.minimum.by_parts import Parts, are_of_parts, from_simpler_questions, infimum_by_parts
from symbolic_eps.minimum.certified_cells import branches_of_cells
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.continuity_in_risk import Risk
from symbolic_eps.minimum.cylinders.cells_of_parameters import leaves_less, may_have_cells
from symbolic_eps.minimum.cylinders.elimination import LongResultantError
from symbolic_eps.minimum.cylinders.last_resort import is_of_cells
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.first_attempt import Beside, first_proved, in_time, was_stopped
from symbolic_eps.minimum.last_step import may_be_told, with_attained_root, with_last_step
from symbolic_eps.minimum.one_bound import proof_of_bound
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.minimum.parts_of_domain import parts_of
from symbolic_eps.minimum.problem import Problem, ReductionStage, Region
from symbolic_eps.minimum.proof import (
    prove_covered,
    prove_disjoint,
    prove_empty,
    prove_form,
    prove_inhabited,
    prove_sharp,
)
from symbolic_eps.minimum.reduction_stages import ReductionStages, shows_attained
from symbolic_eps.minimum.search_solver import CertainSearch, SearchSolver, was_wrong
from symbolic_eps.minimum.stationary.cases_along_rays import cases_along_rays
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.time_limit import Patience
from verify.deadline import OutOfTime, deadline, seconds_left
from verify.enclosure import Enclosure
from verify.evidence import Evidence, Grade
from verify.solvers.smt import Solver

LAST_RESORT = 1 / 4
"""The share of the time that is kept for cells of the parameter, where all else leaves something open."""

FIRST = 60.0
"""Seconds of processor time, at most, before these; all else is tried again if they fail."""

LONGEST = 600.0
"""Seconds of processor time for cells of two parameters where there is no limit."""

AT_ONCE, SHARE_AT_ONCE = 30.0, 1 / 3
"""Seconds of processor time, or a share of those given, for a domain with closed ends before its parts."""

AGAIN = 20.0
"""Seconds of processor time for a second search, if a solver was wrong."""

Reduced = Iterable[ReductionStage]
Progress = Callable[[str], None]
AtNumbers = Callable[[RiskProfile, Patience], PiecewiseInfimum | None]


def infimum(
    profile: RiskProfile,
    solver: Solver | None = None,
    progress: Progress = lambda _: None,
    judge: Solver | None = None,
    branches: Sequence[Branch] | None = None,
    partial: bool = False,
    patience: float | None = None,
    *,
    empty: Sequence[EmptyRegion] = (),
    bracket: Enclosure | None = None,
    beside: Beside | None = None,
    at_numbers: AtNumbers | None = None,
) -> PiecewiseInfimum:
    """The largest eps that keeps the relative risk within the profile for all priors, in closed form.

    Parameters
    ----------
    profile : RiskProfile
        The bound r*(p, q) with its domain and assumptions.
    solver : Solver, optional
        Serves the search, which proves nothing; a fresh one by default.
    progress : callable, optional
        Called with a short text at each stage.
    judge : Solver, optional
        Decides in the proof: a `CertifyingSolver` leaves a certificate for each decision, by default one
        that believes no solver (`minimum.exact_judge`); a plain `Solver`'s word would be the proof
        (grade `one-solver`).
    branches : sequence of Branch, optional
        The result as it was found before: it is proved afresh, and nothing is searched for.
    partial : bool
        Whether to return what is proved where not all can be decided: the rest is in the result's `open`,
        regions of the parameters with the question that stayed open. By default that is an error.
    patience : float, optional
        Seconds after which it is given up, once a running step returns; solvers are stopped. If `partial`,
        the search takes half of them at most, what it has found by then is proved in the rest, and what is
        not proved in the end is open.
    empty : sequence of EmptyRegion
        With `branches`: where no prior satisfies the box.
    bracket : Enclosure, optional
        For a profile without parameters: contains the infimum, and so says where it may be attained. What is
        found there is proved; where it cannot be, all else is searched. No proof rests on the bracket.
    beside : callable, optional
        Another way to the result with its proof, tried before all else is searched; it may raise
        UndecidedError or UndecidedQueryError.
    at_numbers : callable, optional
        Another way to the result at corners of the domain, without parameters; None where it fails.

    Returns
    -------
    PiecewiseInfimum
        Disjoint branches that cover the parameter region, but for `empty` and `open`; natural-log eps.

    Raises
    ------
    symbolic_eps.errors.DomainError, symbolic_eps.errors.InfeasibleProfileError
        The profile is not well posed; the message names a point.
    symbolic_eps.errors.UndecidedError, verify.solvers.smt.UndecidedQueryError
        The engine could not decide, the message names the question (not if `partial`); or not in time.

    Notes
    -----
    Source: Kazan & Reiter 2024, (13); Theorems 3, 4 and 5 are instances.

    Examples
    --------
    >>> [branch.epsilon for branch in infimum(RiskProfile("r", ["r>1"])).branches]
    [log(r)/2]
    """
    if not isinstance(profile, RiskProfile):
        raise InputError(
            f"infimum takes a RiskProfile, not {type(profile).__name__}: "
            'write RiskProfile("r", ["r>1"]), with the profile and its assumptions'
        )
    open_regions = OpenRegions(partial, Patience(patience if partial else None))
    result = None if branches is None else (tuple(branches), tuple(empty))
    solver, judge = solver or Solver(), judge or exact_judge()
    try:
        with deadline(None if partial else patience):
            further = progress, bracket, beside, at_numbers
            return _decided(profile, solver, judge, result, open_regions, *further)
    except OutOfTime:
        if patience is None or seconds_left() <= 0:  # an outer deadline has passed, not this one
            raise
        raise UndecidedError(f"not decided in {patience:g} s: more patience may help") from None


def _decided(
    profile: RiskProfile,
    solver: Solver,
    judge: Solver,
    result: Parts | None,
    open_regions: OpenRegions,
    progress: Progress,
    bracket: Enclosure | None = None,
    beside: Beside | None = None,
    at_numbers: AtNumbers | None = None,
) -> PiecewiseInfimum:
    """The result; what stays open is told by the greatest attained root, if its premises are shown."""
    further = progress, bracket, beside, at_numbers
    if result is not None or not may_be_told(profile):
        return _completed(profile, solver, judge, result, open_regions, *further)

    def tell(known: Parts, regions: Sequence[Region], limited: OpenRegions) -> PiecewiseInfimum:
        progress("looking at all faces where eps may be least")
        last = partial(with_attained_root, known, regions, limited)
        return _infimum(profile, SearchSolver(inner=Solver()), judge, None, limited, progress, last=last)

    def ask(limited: OpenRegions) -> PiecewiseInfimum:
        return _completed(profile, solver, judge, None, limited, *further)

    return with_last_step(ask, tell, open_regions)


def _completed(
    profile: RiskProfile,
    solver: Solver,
    judge: Solver,
    result: Parts | None,
    open_regions: OpenRegions,
    progress: Progress,
    bracket: Enclosure | None = None,
    beside: Beside | None = None,
    at_numbers: AtNumbers | None = None,
) -> PiecewiseInfimum:
    """The result; where something stays open, that of parts of the domain, or by cells if they leave less."""

    def complete(part: RiskProfile, own: Parts | None, limited: OpenRegions) -> PiecewiseInfimum:
        found = None if part.parameters or at_numbers is None else at_numbers(part, limited.patience)
        return found or _decided(part, solver, judge, own, limited, progress, at_numbers=at_numbers)

    if simpler := from_simpler_questions(profile, judge, result, open_regions, complete, progress):
        return simpler
    parts = parts_of(profile)
    by_parts = partial(infimum_by_parts, profile, parts, judge, result, open_regions, complete, progress)
    if result is not None and are_of_parts(result, parts):
        return by_parts()
    if result is not None or not (len(parts) > 1 or may_have_cells(profile)):
        return _unmisled(profile, solver, judge, result, open_regions, progress, bracket, beside)
    most, share = (FIRST, 1 - LAST_RESORT) if len(parts) == 1 else (AT_ONCE, SHARE_AT_ONCE)
    left = open_regions.patience.left
    ask = partial(_unmisled, profile, solver, judge, None)
    first, late, failed = in_time(ask, most, share, open_regions, progress, bracket, beside)
    if first is not None and (not first.open or (not first.well_posed and len(parts) == 1)):
        return first
    with suppress(UndecidedError):
        if len(parts) > 1:
            apart = by_parts()
            if not apart.open or first is None or leaves_less(apart, first):
                return apart
    with suppress(UndecidedError):
        plane = left is None and len(profile.parameters) > 1
        rest = open_regions.patience.part(1 / 2 if late else 1)
        limit = Patience(LONGEST, processor=True) if plane else rest
        last = infimum_by_cells(profile, judge, OpenRegions(open_regions.partial, limit), progress)
        if not last.open or (first is not None and leaves_less(last, first)):
            return last
    if late:
        again = ask(open_regions, progress, bracket, beside)
        return first if first is not None and leaves_less(first, again) else again
    if first is None:
        raise failed
    return first


def infimum_by_cells(
    profile: RiskProfile,
    judge: Solver | None = None,
    open_regions: OpenRegions | None = None,
    progress: Progress = lambda _: None,
) -> PiecewiseInfimum:
    """The infimum over a profile with one parameter or two by the last resort alone.

    Parameters
    ----------
    profile : RiskProfile
        With one parameter or two.
    judge : Solver, optional
        Proves the premises.
    open_regions : OpenRegions, optional
        Takes what stays open; by default that is an error.
    progress : callable, optional
        Called with a short text at each stage.

    Examples
    --------
    >>> [branch.epsilon for branch in infimum_by_cells(RiskProfile("r", ["r>1"])).branches]
    [log(r)/2]
    """
    search, limited = SearchSolver(inner=Solver()), open_regions or OpenRegions(partial=False)
    last = partial(branches_of_cells, open_regions=limited, progress=progress)
    return _infimum(profile, search, judge or exact_judge(), None, limited, progress, last=last)


def _unmisled(
    profile: RiskProfile,
    solver: Solver,
    judge: Solver,
    result: Parts | None,
    open_regions: OpenRegions,
    progress: Progress,
    bracket: Enclosure | None,
    beside: Beside | None,
) -> PiecewiseInfimum:
    """The result; where it is not complete and the solver was wrong, found once more without believing it."""
    search, first = SearchSolver(inner=solver), None
    try:
        first = _infimum(profile, search, judge, result, open_regions, progress, bracket, beside)
        if not first.open or result is not None or was_stopped(first) or not was_wrong(solver):
            return first
    except UndecidedError as error:
        if result is not None or isinstance(error, LongResultantError) or not was_wrong(solver):
            raise
    progress("a solver was wrong: once more without it")
    certain, again = CertainSearch(inner=exact_judge()), replace(open_regions, regions=[])
    try:
        with deadline(AGAIN, processor=True):
            return _infimum(profile, certain, judge, result, again, progress, bracket)
    except OutOfTime:
        if seconds_left() <= 0:  # an outer deadline has passed, not this one
            raise
        if first is not None:
            return first
        raise UndecidedError(f"a solver was wrong, and without it {AGAIN:g} s are not enough") from None


def _infimum(
    profile: RiskProfile,
    search: SearchSolver,
    judge: Solver,
    result: Parts | None,
    open_regions: OpenRegions,
    progress: Progress,
    bracket: Enclosure | None = None,
    beside: Beside | None = None,
    last: Callable[[ReductionStages], Parts] | None = None,
) -> PiecewiseInfimum:
    before, pieces = judge.questions, None
    progress("checking that the profile is well posed")
    with judge.recorded() as well_posed, open_regions.timed(()):
        pieces = tuple(constrained(piece, profile) for piece in profile.checked_pieces(judge))
    if pieces is None:
        nothing, left = _proof(judge, well_posed), tuple(open_regions.regions)
        return PiecewiseInfimum(profile, (), nothing, (), open=left, well_posed=False)
    known, domain, free = profile.parameter_region, profile.domain, profile.free_priors
    problem = Problem(pieces, free, (), known, search, domain, whole=pieces, risk=Risk.of(profile))
    stages = ReductionStages(problem, judge, progress)

    def proved(parts: Parts, first: Reduced, guide: Solver | None, last: bool) -> PiecewiseInfimum:
        def bound(branch: Branch) -> Sequence[Evidence]:
            return proof_of_bound(stages, branch, first, guide, last)

        progress("proving the result")
        judged = replace(problem, solver=judge)
        branches, shown, common = _proved(judged, parts, bound, stages.judged, open_regions)
        return PiecewiseInfimum(
            profile=profile,
            branches=tuple(branch for branch, _ in branches),
            common=_proof(judge, [*well_posed, *common]),
            proofs=tuple(proof for _, proof in branches),
            questions=judge.questions - before,
            open=tuple(open_regions.regions),
            empty=shown,
        )

    if last is not None:
        result = last(stages)
    if result is not None:  # What was found before is proved without asking the search.
        return proved(result, stages, None, last=True)
    if bracket is not None and (along := cases_along_rays(problem, known, stages.rays, judge)):
        return proved((along, ()), stages, search, last=False)
    seen = None if bracket is None or profile.parameters else branch_in(problem, bracket)
    at_seen = partial(proved, ((seen,), ()), stages, search, last=False) if seen else None
    if (quick := first_proved(seen, at_seen, beside)) is not None:
        return quick
    cells = search_branches(problem, stages, open_regions, progress)
    return proved(cells.parts, (cells.stage,), search, last=True)


def _proved(
    problem: Problem,
    result: Parts,
    bound: Callable[[Branch], Sequence[Evidence]],
    problem_of: Callable[[Branch], Problem],
    open_regions: OpenRegions,
) -> tuple[list[tuple[Branch, Proof]], tuple[EmptyRegion, ...], list[Evidence]]:
    """The branches with their proofs, the empty regions, and the evidence for all that they share."""
    judge, common = problem.solver, list[Evidence]()
    proved, shown = list[tuple[Branch, Proof]](), list[EmptyRegion]()
    branches, empty = result
    for region in empty:
        with open_regions.timed(region.conditions), judge.recorded() as evidence:
            prove_empty(problem, region)
            common += evidence
            shown.append(region)
    for branch in branches:
        with open_regions.timed(branch.conditions):
            with judge.recorded() as apart:
                prove_form(problem, branch)
                if not is_of_cells(branch):  # else that is shown with the bound
                    prove_inhabited(problem, branch)
                for other, _ in proved:
                    prove_disjoint(problem, other, branch)
            with judge.recorded() as evidence:
                reductions = bound(branch)
                # Nor was that, and the theorems show that the value is attained.
                if not (shows_attained(branch) or is_of_cells(branch) or is_attained_root(branch)):
                    prove_sharp(problem_of(branch), branch)
            common += apart
            proved.append((branch, _proof(judge, [*reductions, *evidence])))
    parts = [branch.conditions for branch, _ in proved]
    parts += [part.conditions for part in shown]
    parts += [part.conditions for part in open_regions.regions]
    with open_regions.timed(()), judge.recorded() as covered:
        prove_covered(problem, parts)
        common += covered
    return proved, tuple(shown), common


def _proof(judge: Solver, evidence: Sequence[Evidence]) -> Proof:
    return Proof.of(evidence) if judge.certifies else Proof(Grade.ONE_SOLVER)
