"""The search: cells of the parameter region with the candidates that win there, first by quick questions.

What it finds is proved afterwards. Where time is short, what is settled by then is kept, the rest is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from symbolic_eps.closed_forms.closed_form import Branch, EmptyRegion, OpenRegion
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.at_risk_one import cases_at_risk_one
from symbolic_eps.minimum.branches import branches_of, empty_regions_of
from symbolic_eps.minimum.candidates import Candidate, candidates_on, distinct
from symbolic_eps.minimum.cells import Part, cells_of, tight_places
from symbolic_eps.minimum.corner import corner_limits
from symbolic_eps.minimum.cylinders.elimination import LongResultantError
from symbolic_eps.minimum.domain import domain_cells
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.minimum.problem import Cell, Problem, ReductionStage
from symbolic_eps.minimum.reduction_stages import ReductionStages
from symbolic_eps.minimum.stationary.cases_along_rays import cases_along_rays
from symbolic_eps.minimum.stationary.cases_of_powers import cases_of_powers
from symbolic_eps.minimum.stationary.cases_of_two_priors import cases_of_two_priors
from symbolic_eps.minimum.stationary.cubic_on_side import cases_on_side
from symbolic_eps.minimum.stationary.end_of_cubic import cases_at_end_of_cubic
from symbolic_eps.minimum.stationary.quartic_on_side import QUARTIC_ON_SIDE
from symbolic_eps.minimum.stationary.theorems import FORMS
from symbolic_eps.time_limit import OUT_OF_TIME
from verify.deadline import OutOfTime, check_time

Progress = Callable[[str], None]

SEARCH = 1 / 2
"""The share of the time after which the search stops, so that what it has found can be proved."""

JOINING = 1 / 3
"""The share of what is left then for joining cells."""


@dataclass(frozen=True)
class FoundBranches:
    """What the search has found, and the stage on which it has."""

    parts: tuple[tuple[Branch, ...], tuple[EmptyRegion, ...]]
    stage: ReductionStage


def search_branches(
    problem: Problem, stages: ReductionStages, open_regions: OpenRegions, progress: Progress
) -> FoundBranches:
    """Branches for the cells that the candidates settle; what is not settled is an error, or open."""
    examined, cases = list[_Examination](), tuple[Branch | OpenRegion, ...]()
    try:
        with open_regions.patience.limited(SEARCH):
            progress("looking where the box is empty")
            domain = tuple(domain_cells(problem))
            cases = _cases_along(domain, stages, progress)
            if not cases or any(isinstance(case, OpenRegion) for case in cases):
                if _search_quickly(domain, stages, examined, progress):
                    cases = ()
                elif not cases:
                    cases = _cases_inside(domain, stages, progress)
                    if not cases:
                        _search_thoroughly(domain, examined, open_regions.partial, progress)
    except (OutOfTime, LongResultantError) as ended:
        is_long = isinstance(ended, LongResultantError)
        if not open_regions.partial if is_long else open_regions.patience.left is None:
            raise
        unexamined = _Examination(ReductionStage(problem, ()), [], [(problem, problem.region)])
        last = max([unexamined, *examined], key=lambda e: sum(not c.empty and not c.open for c in e.cells))
        last.give_up(str(ended) if is_long else OUT_OF_TIME)
        examined.append(last)
    if cases:
        return _settled_by(cases, domain, stages, open_regions)
    progress("joining cells")
    last = examined[-1]
    branches, empty, joined = list[Branch](), list[EmptyRegion](), last.joined
    with open_regions.timed((), JOINING):
        empty.extend(empty_regions_of(joined.problem, last.cells))
        for branch in branches_of(joined.problem, last.cells, open_regions):
            branches.append(branch)  # one by one: time may run out between two of them
    return FoundBranches((tuple(branches), tuple(empty)), joined)


def _cases_along(
    domain: Sequence[Cell], stages: ReductionStages, progress: Progress
) -> tuple[Branch | OpenRegion, ...]:
    """The cases on a convex path, on one ray, of a sum of powers, or of a known form; () if none."""
    inhabited = [cell.region for cell in domain if not cell.empty]
    if stages.path is not None:
        progress("looking along the border")
        return tuple(case for region in inhabited for case in stages.path.cases(region))
    cases = [
        cases_at_risk_one(stages.problem, region)
        or cases_along_rays(stages.problem, region, stages.rays, stages.judge, soon=True)
        or cases_of_powers(stages.problem, region, stages.judge)
        or next(filter(None, (form.cases(stages.problem, region, stages.judge) for form in FORMS)), ())
        for region in inhabited
    ]
    return tuple(chain.from_iterable(cases)) if cases and all(cases) else ()


def _cases_inside(
    domain: Sequence[Cell], stages: ReductionStages, progress: Progress
) -> tuple[Branch | OpenRegion, ...]:
    """Cases by the theorems on minima inside the ranges of both priors; () where none applies."""
    progress("looking inside the ranges of both priors")
    problem, judge = stages.problem, stages.judge
    inhabited = [cell.region for cell in domain if not cell.empty]
    cases = [
        cases_along_rays(problem, part, stages.rays, judge)
        or cases_of_two_priors(problem, part, stages.two_priors, judge)
        or cases_on_side(stages.by_products.problem, part, judge)
        or cases_at_end_of_cubic(stages.by_products.problem, part, judge)
        or QUARTIC_ON_SIDE.cases(problem, part, judge)
        for part in inhabited
    ]
    return tuple(chain.from_iterable(cases)) if cases and all(cases) else ()


def _settled_by(
    cases: Sequence[Branch | OpenRegion],
    domain: Sequence[Cell],
    stages: ReductionStages,
    open_regions: OpenRegions,
) -> FoundBranches:
    """Branches for the cases of a theorem; what is not settled is an error, or open."""
    empty = list[EmptyRegion]()
    with open_regions.timed((), SEARCH):
        empty.extend(empty_regions_of(stages.problem, domain))
    for case in cases:
        if isinstance(case, OpenRegion):
            with open_regions.region(case.conditions):
                raise UndecidedError(case.reason)
    branches = tuple(case for case in cases if isinstance(case, Branch))
    return FoundBranches((branches, tuple(empty)), stages.by_products)


@dataclass
class _Examination:
    """The cells that are settled on one stage, and what is still to be examined."""

    stage: ReductionStage
    cells: list[Cell]
    pending: list[Part]

    def examine(self, beyond_open: bool) -> None:
        """Cells up to the first that is open, or all of them."""
        for cell in cells_of(self.pending):
            check_time()
            self.cells.append(cell)
            if cell.open and not beyond_open:
                return

    def give_up(self, reason: str) -> None:
        """What is pending stays open."""
        left = [region for _, region in self.pending]
        self.cells = [cell for cell in self.cells if cell.region not in left]
        self.cells += [Cell(region, (), problem.candidates, reason) for problem, region in self.pending]

    @property
    def complete(self) -> bool:
        """Whether no cell is open."""
        return not any(cell.open for cell in self.cells)

    @property
    def joined(self) -> ReductionStage:
        """The stage with the candidates of all cells."""
        candidates = distinct(c for cell in self.cells for c in cell.candidates)
        return replace(self.stage, problem=replace(self.stage.problem, candidates=candidates))


def _search_quickly(
    domain: Sequence[Cell], stages: Iterable[ReductionStage], examined: list[_Examination], progress: Progress
) -> bool:
    """Quick questions on each stage; whether the last is complete."""
    for stage in stages:
        examined.append(_begun(stage, domain, False, progress))
        examined[-1].examine(beyond_open=False)
        if examined[-1].complete:
            return True
    return False


def _search_thoroughly(
    domain: Sequence[Cell], examined: list[_Examination], partial: bool, progress: Progress
) -> None:
    """Where r* = 1, then all questions, on the last stage."""
    stage = examined[-1].stage
    where_one = tuple(c for piece in stage.problem.whole for c in tight_places(piece, stage.problem))
    if where_one:
        at_one = replace(stage, problem=replace(stage.problem, candidates=where_one))
        examined.append(
            _Examination(at_one, [Cell(stage.problem.region, (where_one[0].polynomial,), where_one)], [])
        )
        return
    examined.append(_begun(stage, domain, True, progress))
    examined[-1].examine(beyond_open=partial)
    if not examined[-1].complete and not partial:
        raise UndecidedError(examined[-1].cells[-1].open)


def _begun(stage: ReductionStage, domain: Sequence[Cell], thorough: bool, progress: Progress) -> _Examination:
    """The candidates on the stage, not yet compared anywhere."""
    empty, candidates = stage.problem, list[Candidate]()
    for piece in empty.pieces:
        check_time()
        where = "".join(f", {v} = {value}" for v, value in piece.priors.items())
        progress(f"looking for candidates where r* = {(piece.origin or piece).bound}{where}")
        candidates += candidates_on(piece, empty.free, empty.region, empty.solver, critical=thorough)
        candidates += corner_limits(piece, empty.free)
    problem = replace(empty, candidates=distinct(candidates), thorough=thorough)
    progress("comparing the candidates")
    pending = [(problem, cell.region) for cell in domain if not cell.empty]
    return _Examination(stage, [cell for cell in domain if cell.empty], pending[::-1])
