"""Branches that cells of the parameters have found, proved by certificates like all others.

A cell says of which polynomial X is a root, not where it is attained. At a point of the parameters the search
through the candidates is quick: every question is asked there, while ends, joints and critical points of the
priors stay formulas in the parameters. So the place that attains the value at the point is carried over the
whole region; that it does everywhere is for the proof to show (`symbolic_eps.minimum.proof`), which believes
nothing of this. A branch for which it does not stays as the cells gave it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, EmptyRegion
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.branches import attainments
from symbolic_eps.minimum.candidates import Candidate, candidates_on, distinct
from symbolic_eps.minimum.corner import corner_limits
from symbolic_eps.minimum.cylinders.cells_of_parameters import settled_parts
from symbolic_eps.minimum.joined_cases import joined_over
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.minimum.places_at_point import PlacesAtPoint, are_flat, told_at_borders
from symbolic_eps.minimum.problem import Problem, Region
from symbolic_eps.minimum.proof import prove_form, prove_sharp
from symbolic_eps.minimum.reduction_stages import CARRIED, ReductionStages, bound_on
from symbolic_eps.minimum.roots.isolation import WHOLE
from symbolic_eps.minimum.roots.least_root import sides_of
from symbolic_eps.minimum.search_solver import SearchSolver
from symbolic_eps.time_limit import Patience
from verify.language.condition import Clauses, Condition
from verify.points.rational_search import simple_points
from verify.solvers.smt import Solver

LONGEST = 40.0
"""Seconds of processor time for one branch."""

SHARE = 1 / 2
"""Of the time that is left, for all branches: the rest is for what is proved of them together."""

MOST_POINTS = 2
"""Points of the parameters at which places are looked for."""


@dataclass
class AtPoint(SearchSolver):
    """A search in which the parameters have values, whatever is asked.

    Parameters
    ----------
    values : dict of Symbol to Expr
        Of the parameters.

    Examples
    --------
    >>> from sympy.abc import a, p
    >>> from verify.language.condition import positive
    >>> AtPoint(values={a: sp.Integer(2)}).satisfiable([positive(p - a), positive(3 - p)], "2 < p < 3")
    True
    >>> AtPoint(values={a: sp.Integer(4)}).satisfiable([positive(p - a), positive(3 - p)], "4 < p < 3")
    False
    """

    values: dict[sp.Symbol, sp.Expr] = field(default_factory=dict)

    def satisfiable(
        self,
        conditions: Iterable[Condition],
        question: str,
        clauses: Clauses = (),
        splits: Sequence[sp.Expr] = (),
    ) -> bool:
        """Whether some point of the other symbols may satisfy the conditions."""
        here = self._here(conditions)
        if here is None:
            return False
        clauses = tuple(tuple(self._at(c) for c in clause) for clause in clauses)
        return super().satisfiable(here, question, clauses)

    def possible(self, conditions: Iterable[Condition], question: str) -> bool:
        """As `satisfiable`, with few steps."""
        here = self._here(conditions)
        return here is not None and super().possible(here, question)

    def _at(self, condition: Condition) -> Condition:
        return Condition(sp.expand(condition.polynomial.subs(self.values)), condition.relation)

    def _here(self, conditions: Iterable[Condition]) -> list[Condition] | None:
        """The conditions with numbers; None where one of them is false."""
        here = [self._at(c) for c in conditions]
        if any(c.constant_truth is False for c in here):
            return None
        return [c for c in here if c.constant_truth is None]


def branches_of_cells(
    stages: ReductionStages, open_regions: OpenRegions, progress: Callable[[str], None]
) -> tuple[tuple[Branch, ...], tuple[EmptyRegion, ...]]:
    """What the cells of the parameters give, each branch with certificates where they are found.

    Where the time for joining cases is over, they stay as they are.
    """
    found = settled_parts(lambda: stages.over_cells.parts, open_regions, progress)
    certified = certified_where_possible(found, stages, open_regions.patience, progress)
    with suppress(UndecidedError), open_regions.patience.or_undecided(SHARE):
        joined, left = joined_over([*open_regions.regions], certified, partial(_prove_in_time, stages=stages))
        open_regions.regions[:] = left
        return joined, ()
    return certified, ()


def _prove_in_time(branch: Branch, stages: ReductionStages) -> None:
    with Patience(LONGEST, processor=True).or_undecided():
        _prove(branch, stages)


def certified_where_possible(
    branches: Sequence[Branch], stages: ReductionStages, patience: Patience, progress: Callable[[str], None]
) -> tuple[Branch, ...]:
    """The branches, each with the places that attain its value where these can be proved in the time.

    The judge remembers what it has proved, so that the proof of the result need not search for it again.
    """
    found = list[Branch]()
    for done, branch in enumerate(branches):
        progress(f"looking for certificates for case {done + 1} of {len(branches)}")
        found.append(branch)
        share = patience.part(SHARE / (len(branches) - done))
        with suppress(UndecidedError), share.or_undecided(), Patience(LONGEST, processor=True).or_undecided():
            found[-1] = _certified(branch, stages)
    return tuple(found)


def _certified(branch: Branch, stages: ReductionStages) -> Branch:
    """The branch with places, all of it proved, or UndecidedError."""
    reason = UndecidedError(f"where eps is attained is not seen for {branch.condition}")
    for placed in placed_branches(branch, stages):
        try:
            _prove(placed, stages)
        except UndecidedError as error:
            reason = error
        else:
            return placed
    raise reason


def _prove(branch: Branch, stages: ReductionStages) -> None:
    judged = stages.judged(branch)
    prove_form(judged, branch)
    prove_sharp(judged, branch)
    if not stages.shown_beside(branch):
        bound_on(stages.of(branch, stages), branch, stages.judge, None, last=True)


def placed_branches(branch: Branch, stages: ReductionStages) -> Iterator[Branch]:
    """The branch with places that attain its value at a point of it, as formulas; nothing is proved."""
    steps = (Step(StepKind.REDUCTION, words=CARRIED),)
    if branch.polynomial is None:
        yield replace(branch, steps=steps)
        return
    region = (*stages.problem.region, *branch.conditions)
    for point in islice(simple_points(region), MOST_POINTS):
        at_point = AtPoint(inner=Solver(), values=dict(point))
        for candidates in _candidates(branch, stages, region, at_point):
            problem = replace(stages.problem, candidates=candidates, solver=at_point)
            yield from _with_places(replace(branch, steps=steps), problem, region)


def _candidates(
    branch: Branch, stages: ReductionStages, region: Region, at_point: AtPoint
) -> Iterator[tuple[Candidate, ...]]:
    """On each stage those whose polynomial is the branch's, as it rises."""
    assert branch.polynomial is not None
    seen = tuple(_seen(branch, stages, region, at_point))
    if seen and not are_flat(seen):
        yield seen
        return
    same = {sp.expand(sign * branch.polynomial) for sign in (1, -1)}
    for stage in stages:
        found = list[Candidate]()
        for piece in stage.problem.pieces:
            found += candidates_on(piece, stage.problem.free, region, at_point)
            found += corner_limits(piece, stage.problem.free)
        mine = [c for c in distinct(found) if sp.expand(c.polynomial) in same]
        if mine:
            if not any(c.segment_end for c in mine) and _has_numbers(at_point):
                mine = [*PlacesAtPoint(branch, at_point.values, region, at_point).shortest(mine)]
            yield tuple(replace(c, polynomial=branch.polynomial) for c in mine)
            return


def _seen(branch: Branch, stages: ReductionStages, region: Region, at_point: AtPoint) -> Iterator[Candidate]:
    """By numbers, on the whole pieces."""
    if _has_numbers(at_point):
        places = PlacesAtPoint(branch, at_point.values, region, at_point)
        yield from places.shortest(
            [one for piece in stages.problem.whole for one in places.on(piece, stages.problem.free)]
        )


def _has_numbers(at_point: AtPoint) -> bool:
    return all(value.is_Rational for value in at_point.values.values())


def _with_places(branch: Branch, problem: Problem, region: Region) -> Iterator[Branch]:
    """As X is told, and as the least root by what says that the place lies in its range."""
    attained = attainments(problem, problem.candidates, (*region, *branch.sides))
    if not attained:
        return
    attained = told_at_borders(replace(branch, attained=attained), problem.whole, region)
    if branch.between is not None:
        for sides in dict.fromkeys(sides_of(c.conditions) for c in problem.candidates):
            if sides:
                yield replace(branch, attained=attained, sides=sides, between=WHOLE, number=0)
    yield replace(branch, attained=attained)
