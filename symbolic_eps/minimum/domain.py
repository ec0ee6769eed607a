"""Where there are priors at all: a box with symbolic ends is empty for some parameters.

The priors are eliminated one after another: each is put at an end of its range, or halfway between two ends.
Such sample points, in terms of the parameters, lie in the domain for parameters that meet certain conditions.
The search cuts the parameter region where they come and go; the proof shows that one of them always exists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

import sympy as sp

from symbolic_eps.minimum.problem import Cell, Problem, Region, listed
from verify.claims.region import primitive
from verify.language.condition import Clauses, Condition, Relation, non_negative, positive
from verify.solvers.smt import Solver, UndecidedQueryError

MOST_CUTS = 6
"""Case distinctions, one within another, to tell where a domain is that the sample points do not settle."""


@lru_cache(maxsize=64)
def samples(domain: Region, free: tuple[sp.Symbol, ...]) -> tuple[Region, ...]:
    """Conditions on the parameters, a region for each sample point: there it lies in the domain.

    Parameters
    ----------
    domain : tuple of Condition
        On the priors and the parameters.
    free : tuple of Symbol
        The priors.

    Examples
    --------
    >>> from symbolic_eps.profiles.profile import prior_range
    >>> from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p, parameter
    >>> t = parameter("t")
    >>> regions = samples((*prior_range(p), non_negative(t - p)), (p,))
    >>> [[str(c) for c in region] for region in regions[:3]]  # p = 1, p = t, p = 1/2
    [['t >= 1'], ['t > 0', 't <= 1'], ['2*t >= 1']]
    """
    return tuple(dict.fromkeys(region for _, region in sample_places(domain, free)))


def sample_places(
    domain: Region, free: Sequence[sp.Symbol]
) -> Iterator[tuple[Mapping[sp.Symbol, sp.Expr], Region]]:
    """The sample points one after another, each with the conditions of `samples`.

    Examples
    --------
    >>> from symbolic_eps.profiles.profile import prior_range
    >>> from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p, parameter
    >>> t = parameter("t")
    >>> [place for place, _ in sample_places((*prior_range(p), positive(p - t)), (p,))]
    [{p: 1}, {p: 1/2}, {p: t/2}, {p: (t + 1)/2}]
    """
    if any(c.constant_truth is False for c in domain):
        return
    if not free:
        yield (
            {},
            tuple(Condition(primitive(c.polynomial), c.relation) for c in domain if not c.constant_truth),
        )
        return
    v, *others = free
    for value in _values(domain, v):
        moved = (c for condition in domain for c in condition.substituted({v: value}))
        for place, region in sample_places(tuple(dict.fromkeys(moved)), others):
            yield {v: sp.factor(value.subs(place)), **place}, region


def _values(domain: Region, v: sp.Symbol) -> Iterator[sp.Expr]:
    """The ends of the prior's range, then what lies halfway between two of them."""
    ends: dict[sp.Expr, None] = {}
    for condition in domain:
        if condition.relation is not Relation.NON_ZERO and sp.degree(condition.polynomial, v) == 1:
            slope, offset = sp.Poly(condition.polynomial, v).all_coeffs()
            ends[sp.factor(-offset / slope)] = None
    yield from ends
    yield from (sp.factor((one + other) / 2) for one, other in combinations(ends, 2))


def is_empty(problem: Problem, region: Region) -> bool:
    """Whether no priors are in the domain, whatever the parameters of the region."""
    return not problem.solver.satisfiable(
        (*region, *problem.domain), f"the domain has a point in {listed(region)}"
    )


def has_priors(problem: Problem, region: Region) -> bool:
    """Whether, for all parameters of the region, a sample point is in the domain; False may mean unknown."""
    if (first := _first_known(problem, region)) == ():
        return True
    if frozenset().union(*(c.symbols for c in problem.domain)) <= set(problem.free):
        return problem.solver.satisfiable(problem.domain, "the domain of the priors has a point")
    needed = [first] if first is not None else _needed(region, samples(problem.domain, problem.free))
    question = f"no sample point is in the domain in {listed(region)}"
    return bool(needed) and not problem.solver.satisfiable(region, question, _nowhere(needed))


def _first_known(problem: Problem, region: Region) -> Region | None:
    """The first sample point that is in the domain for sure, or by a certificate at hand; None if none is.

    Points are made one after another, as far as they are looked at: most of the time the first will do.
    """
    for _, one in sample_places(problem.domain, problem.free):
        if not one or problem.solver.knows(region, _nowhere([one])):
            return one
    return None


def _needed(region: Region, regions: Sequence[Region]) -> list[Region]:
    """Sample points of which one is in the domain for all parameters, as few as may be; a hint, no proof."""
    solver, needed = Solver(), list(regions)

    def enough(some: Sequence[Region]) -> bool:
        return bool(some) and not solver.satisfiable(region, "a sample point is there", _nowhere(some))

    try:
        single = next((one for one in regions if enough([one])), None)
        if single is not None:
            return [single]
        if not enough(needed):
            return []
        for one in reversed(regions):
            others = [other for other in needed if other != one]
            if enough(others):
                needed = others
    except UndecidedQueryError:
        pass
    return needed


def _nowhere(regions: Iterable[Region]) -> Clauses:
    return tuple(tuple(c.negation for c in region) for region in regions)


def domain_cells(problem: Problem, part: Region | None = None) -> Iterator[Cell]:
    """The parameter region, or a part of it, cut into cells without priors and, to be examined, with some."""
    region = problem.region if part is None else part
    whole = Cell(region, (), ())
    if not frozenset().union(*(c.symbols for c in problem.domain)) - set(problem.free) or has_priors(
        problem, region
    ):
        yield whole
        return
    divisions = [[(*region, c) for c in (cut, cut.negation)] for cut in _cuts(problem)]
    for inside, outside in divisions:
        if _both_possible(problem, (inside, outside)) and is_empty(problem, outside):
            yield Cell(outside, (), (), empty=True)
            yield from domain_cells(problem, inside)
            return
    if len(region) - len(problem.region) < MOST_CUTS:
        for parts in divisions:
            if _both_possible(problem, parts):
                yield from (cell for half in parts for cell in domain_cells(problem, half))
                return
    yield whole


def _both_possible(problem: Problem, parts: Iterable[Region]) -> bool:
    return all(problem.solver.satisfiable(part, f"the cell {listed(part)} has a point") for part in parts)


def _cuts(problem: Problem) -> Iterator[Condition]:
    """Conditions on the parameters at which a sample point, or one of the closure, may come or go."""
    closed = tuple(c.closure for c in problem.domain)
    regions = (*samples(problem.domain, problem.free), *samples(closed, problem.free))
    polynomials = {c.polynomial for region in regions for c in region}
    for polynomial in sorted(polynomials, key=lambda f: (sp.count_ops(f), str(f))):
        for sign in (1, -1):
            yield positive(sign * polynomial)
            yield non_negative(sign * polynomial)
