"""Cases of r* = 1 + a/p + b/q for b < 1: which end decides, by the theorem of `sum_of_two_terms`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.problem import Region
from symbolic_eps.minimum.stationary.inside_of_two_terms import branch_inside, premises_inside
from symbolic_eps.minimum.stationary.one_stationary_value import INSIDE, Claim, TwoPriors, nowhere_zero
from symbolic_eps.minimum.stationary.sum_of_two_terms import (
    AT_FIRST,
    border_of,
    branch_at_first,
    ends,
    premises,
    stationary_in,
    terms_of,
)
from symbolic_eps.profiles.profile import PRIORS
from verify.claims.region import primitive
from verify.language.condition import non_negative, positive
from verify.solvers.smt import Solver

AT_SECOND = "the end of the second prior needs a smaller eps than that of the first, and than the inside"
WORDS = (AT_FIRST, AT_SECOND)


def cells_at_ends(both: TwoPriors, judge: Solver, region: Region) -> Iterator[Region]:
    """The region in parts that have a point, each with one thing that decides; nothing if none is shown.

    Parameters
    ----------
    both : TwoPriors
        With p as the prior whose end 1 was not excluded.
    judge : Solver
        Shows that the terms have their signs, and which parts have no point.
    region : tuple of Condition
        On the parameters.
    """
    terms = _terms(both)
    if terms is None or any(judge.satisfiable(*claim) for claim in _signs(region, *terms)):
        return
    for part, decides in _parts(*terms):
        told = tuple(c for c in part if c.constant_truth is not True)
        if judge.satisfiable((*region, *told), f"some parameters are where {decides}"):
            yield *region, *told


def expected_at_ends(
    both: TwoPriors, region: Region, own: Region
) -> Iterator[tuple[Branch, Iterator[Claim]]]:
    """The branch that the theorems give for the region, if its conditions are those of a part.

    Parameters
    ----------
    both : TwoPriors
        As above.
    region, own : tuple of Condition
        All that is known of the parameters, and what of it the branch says.

    Yields
    ------
    tuple
        The branch, and the premises.
    """
    terms = _terms(both)
    if terms is None:
        return
    known = set(region)
    for part, decides in _parts(*terms):
        if not all(c in known or c.constant_truth is True for c in part):
            continue
        claims = [_signs(region, *terms), _of_theorem(premises)]
        if decides == AT_FIRST:
            branch = branch_at_first(own, *terms)
        elif decides == AT_SECOND:
            found = both.branch_at_end(region, own)
            branch = replace(found, steps=(Step(StepKind.REDUCTION, words=AT_SECOND), *found.steps[1:]))
        else:
            whole, factor = (primitive(e) for e in (stationary_in(*terms), both.inside.eliminant))
            if sp.expand(whole**2 - factor**2) != 0:
                continue  # for these terms E is not irreducible, and the places are not known
            branch = branch_inside(own, *terms, both.inside.place)
            claims += [_of_theorem(premises_inside), nowhere_zero(both.inside.others, _told(*terms))]
        yield branch, chain.from_iterable(claims)


def _of_theorem(premises: Callable[[], Iterator[Claim]]) -> Iterator[Claim]:
    """Premises without parameters, which are the same for all regions."""
    yield from _listed(premises)


@lru_cache(2)
def _listed(premises: Callable[[], Iterator[Claim]]) -> tuple[Claim, ...]:
    return tuple(premises())


@lru_cache(4)
def _parts(a: sp.Expr, b: sp.Expr) -> tuple[tuple[Region, str], ...]:
    return tuple(_told_apart(a, b))


def _told_apart(a: sp.Expr, b: sp.Expr) -> Iterator[tuple[Region, str]]:
    """What decides, and where."""
    border = border_of(a, b)
    yield (non_negative(-border),), AT_SECOND
    for cells, decides in ((ends().cells(a, b), AT_FIRST), (ends().beyond(a, b), INSIDE)):
        for cell in cells:
            yield (positive(border), *cell), decides


def _told(a: sp.Expr, b: sp.Expr) -> Region:
    """What `_signs` shows: a region in which points are easily found."""
    return tuple(c for c in map(positive, (a, b, 1 - b)) if c.constant_truth is not True)


def _signs(region: Region, a: sp.Expr, b: sp.Expr) -> Iterator[Claim]:
    for sign, name in ((a, "a <= 0"), (b, "b <= 0"), (1 - b, "b >= 1")):
        yield (*region, non_negative(-sign)), name


def _terms(both: TwoPriors) -> tuple[sp.Expr, sp.Expr] | None:
    return terms_of(both.piece) if both.v == PRIORS[0] and both.root_at_end is not None else None
