"""A maximum with 1, r* = max(R, 1): cut into parameters for which R >= 1 at all priors, and others.

Let the box have a prior other than p = q = 1 at which R <= 1. There r* = 1, and F(x) >= 0 for x = 1 alone, so
that eps = 0. For all other parameters R > 1 but at p = q = 1, where R >= 1 follows if it is continuous. Then
r* = R, and the bound 1 with the borders on which others are equal to it need not be looked at.

A maximum R without a 1 is at least 1 if it is well posed, and so max(R, 1): it is cut in the same way where
R <= 1 at some priors for some parameters and for others not, as max(a/p, 1/q).

The parts are found by sample points of the priors (`minimum.domain`), and that is not to be trusted: on a
part without such priors the question is put for R, whose answer is proved only if R >= 1 is proved on all of
its domain, for else it is not well posed. That the parts are all of the parameters is proved as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain

import sympy as sp

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.domain import MOST_CUTS, is_empty, samples
from symbolic_eps.minimum.parts_of_domain import MOST_PARTS, DomainPart, on_a_line
from symbolic_eps.minimum.problem import Problem, Region
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.profiles.substitution import with_values
from symbolic_eps.time_limit import Patience
from verify.claims.region import all_tidied, without_redundant
from verify.language.condition import Condition, Relation, positive, rational_condition, zero
from verify.solvers.smt import Solver

LONGEST = 10.0
"""Seconds of processor time for the parts: they took 7 at most."""


def parts_at_one(profile: RiskProfile, solver: Solver) -> tuple[DomainPart, ...]:
    """Those where r* = 1 at some priors, then those on which the bound 1 is left out; () of other profiles.

    Parameters
    ----------
    profile : RiskProfile
        Of any kind; more parts than `MOST_PARTS` are not made.
    solver : Solver
        Serves the search.

    Examples
    --------
    >>> parts = parts_at_one(RiskProfile("max(a/p, 1)", ["a>0"]), Solver())
    >>> [(str(part.profile.bound), [str(c) for c in part.conditions]) for part in parts]
    [('Max(1, a/p)', ['a <= 1']), ('a/p', ['a > 1'])]
    >>> parts = parts_at_one(RiskProfile("max(a/p, 1/q)", ["a>0"]), Solver())
    >>> [[str(c) for c in part.conditions] for part in parts]
    [['a < 1'], ['Eq(1, a)'], ['a > 1']]
    """
    bound = with_values(profile.bound, profile.numbers)
    if not (isinstance(bound, sp.Max) and profile.parameters):
        return ()
    others = [one for one in bound.args if one != 1]
    if not all(one.is_rational_function() for one in others) or any(
        {*rational_condition(one - 1, Relation.POSITIVE)} <= {*profile.parameter_region} for one in others
    ):
        return ()  # of another kind, or r* > 1 at all priors, as one bound is by assumption
    without = replace(profile, bound=sp.Max(*others))
    known, at_one, above = profile.parameter_region, list[DomainPart](), list[DomainPart]()
    with suppress(UndecidedError), Patience(LONGEST, processor=True).or_undecided():
        for has_priors, region in _cells(_where_at_most_one(profile, others, solver), ()):
            own = _tidied(region)
            for part in (own,) if has_priors else _with_strict_ends(own):
                if solver.satisfiable((*known, *part), "a part has parameters"):
                    few = without_redundant(part, known, solver)
                    (at_one if has_priors else above).append(_part(profile if has_priors else without, few))
            if len(at_one) + len(above) > MOST_PARTS:
                return ()
        return (*at_one, *above) if above and (at_one or len(others) < len(bound.args)) else ()
    return ()


def _where_at_most_one(profile: RiskProfile, others: Sequence[sp.Expr], solver: Solver) -> Problem:
    """The question at which priors, but p = q = 1, no other bound is above 1."""
    low = [c for one in others for c in rational_condition(1 - one, Relation.NON_NEGATIVE)]
    known = (*profile.parameter_region, *profile.domain)
    corner = positive(sp.Add(*(1 - v for v in PRIORS)).subs(profile.numbers))
    domain = (*profile.domain, *all_tidied([*low, corner], known, solver))
    return Problem((), profile.free_priors, (), profile.parameter_region, solver, domain)


def _cells(problem: Problem, own: Region, cuts: int = 0) -> Iterator[tuple[bool, Region]]:
    """Conditions on the parameters, and whether there may be such priors: cut until one point tells.

    A cut beyond which there are none is made first; then one by which a sample point is nearest to be one.
    """
    solver, region = problem.solver, (*problem.region, *own)
    if not solver.satisfiable(region, "some parameters are in a cell"):
        return
    if is_empty(problem, region):
        yield False, own
        return
    missing = list[Region]()
    for point in samples(problem.domain, problem.free):
        further = _missing(point, region, solver)
        if further is not None:
            missing.append(further)
        if further == ():
            break
    if cuts == MOST_CUTS or not missing or missing[-1] == ():
        yield True, own
        return
    nearest = sorted(missing, key=lambda m: (len(m), sum(sp.count_ops(c.polynomial) for c in m)))
    every = dict.fromkeys(chain.from_iterable(nearest))
    cut = next((c for c in every if is_empty(problem, (*region, c.negation))), nearest[0][0])
    for side in (cut, cut.negation):
        yield from _cells(problem, (*own, side), cuts + 1)


def _missing(point: Region, region: Region, solver: Solver) -> Region | None:
    """What the region does not say of a sample point; None where it is nowhere in the domain."""
    if not solver.satisfiable((*region, *point), "a sample point is in the domain"):
        return None
    return tuple(dict.fromkeys(all_tidied(point, region, solver)))


def _part(profile: RiskProfile, region: Region) -> DomainPart:
    """The profile on a part of its domain, with equations put in."""
    there = replace(profile, assumptions=(*profile.assumptions, *region))
    return DomainPart(on_a_line(there), region)


def _tidied(conditions: Sequence[Condition]) -> Region:
    """The same conditions in fewer words: c > 0 for c >= 0 and c > 0, c = 0 for c >= 0 and c <= 0."""
    strict = {c.polynomial for c in conditions if c.relation is Relation.POSITIVE}
    weak = {c.polynomial for c in conditions if c.relation is Relation.NON_NEGATIVE}
    tidy = dict[Condition, None]()
    for c in conditions:
        opposite = sp.expand(-c.polynomial)
        if c.relation is Relation.NON_NEGATIVE and opposite in weak:
            tidy[zero(min(c.polynomial, opposite, key=str))] = None
        elif c.relation is not Relation.NON_NEGATIVE or c.polynomial not in strict:
            tidy[c] = None
    return tuple(tidy)


def _with_strict_ends(region: Region) -> Iterator[Region]:
    """The region cut where c > 0 and where c = 0, for each c >= 0."""
    for k, c in enumerate(region):
        if c.relation is Relation.NON_NEGATIVE:
            for part in (zero(c.polynomial), positive(c.polynomial)):
                yield from _with_strict_ends((*region[:k], part, *region[k + 1 :]))
            return
    yield region
