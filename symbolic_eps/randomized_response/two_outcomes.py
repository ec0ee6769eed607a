"""The best mechanisms with two answers, for every sublinear objective at once.

Let p_0 = (x, 1-x) and p_1 = (y, 1-y), with y <= x (else swap the answers). The pairs that are allowed
are the points of a quadrilateral with corners (0, 0), (1, 1), E_1 = (1, a/w), E_0 = (1 - a/(1-w), 0). Each is
a mean of corners: of (0, 0), (1, 1), E_1 if y >= (a/w) x, of (0, 0), E_1, E_0 otherwise. Sublinearity on
either answer bounds the objective by the same mean of its values at the corners; at (0, 0) and (1, 1) it is
psi(1, 1), the least of all. So the largest value is at E_1 or at E_0; which of them, the objective says.
"""

from __future__ import annotations

import sympy as sp

from symbolic_eps.randomized_response.feasible import require_feasible
from symbolic_eps.randomized_response.language import PSI, Point, claim, equal, for_every_psi
from symbolic_eps.randomized_response.pair import Pair
from symbolic_eps.randomized_response.symbols import DELTA, WEIGHT, domain, least_error
from verify.claims.claim import Claim
from verify.functions.statements import ForEveryFunction

ZERO, ONE = sp.S.Zero, sp.S.One
X, Y = sp.symbols("x y", real=True)
"""p_0 = (x, 1-x) and p_1 = (y, 1-y)."""


def telling_1(delta: sp.Expr = DELTA, weight: sp.Expr = WEIGHT) -> Pair:
    """The pair whose second answer is given only where the truth is 1.

    Parameters
    ----------
    delta : sympy.Expr
        The bound on the norm, in [0, 1].
    weight : sympy.Expr
        w, in (0, 1), at most delta/2 from 1/2.

    Examples
    --------
    >>> telling_1(sp.Rational(1, 4), sp.Rational(1, 2))
    Pair(p0=(1, 0), p1=(3/4, 1/4))
    """
    require_feasible(delta, weight)
    other = least_error(delta) / weight
    return Pair((ONE, ZERO), (other, 1 - other))


def telling_0(delta: sp.Expr = DELTA, weight: sp.Expr = WEIGHT) -> Pair:
    """The pair whose second answer is given only where the truth is 0.

    Parameters
    ----------
    delta : sympy.Expr
        The bound on the norm, in [0, 1].
    weight : sympy.Expr
        w, in (0, 1), at most delta/2 from 1/2.

    Examples
    --------
    >>> telling_0(sp.Rational(1, 4), sp.Rational(1, 2))
    Pair(p0=(3/4, 1/4), p1=(1, 0))
    """
    require_feasible(delta, weight)
    other = least_error(delta) / (1 - weight)
    return Pair((other, 1 - other), (ONE, ZERO))


def feasible_region() -> tuple[sp.Basic, ...]:
    """The bound on (x, y), y <= x: it remains to look at one test.

    Examples
    --------
    >>> [condition.subs({X: 1, Y: 1}) for condition in feasible_region()[:3]]
    [True, True, True]
    """
    a = least_error(DELTA)
    return (X <= 1, Y >= 0, Y <= X, a <= (1 - WEIGHT) * (1 - X) + WEIGHT * Y)


CORNER_1: Point = (ONE, least_error(DELTA) / WEIGHT)
CORNER_0: Point = (1 - least_error(DELTA) / (1 - WEIGHT), ZERO)
SAME: Point = (ONE, ONE)

AT_CORNER_1, AT_CORNER_0, AT_SAME = sp.symbols("Psi_1 Psi_0 psi_same", real=True)
"""An objective at E_1 and at E_0, and psi(1, 1)."""

NEAR = (CORNER_1[1] * X <= Y, CORNER_1[1] < 1)
FAR = (CORNER_1[1] * X >= Y, CORNER_0[0] > 0)
"""Which corners are around (x, y)."""

SHARES = sp.symbols("lambda_1 lambda_0 lambda_same", real=True)
"""The weights of E_1, E_0 and (1, 1) in a mean of corners; (0, 0) has what is left."""

NEAR_SHARES = ((X - Y) / (1 - CORNER_1[1]), ZERO, X - (X - Y) / (1 - CORNER_1[1]))
FAR_SHARES = (Y / CORNER_1[1], (X - Y / CORNER_1[1]) / CORNER_0[0], ZERO)
"""With which (x, y) is a mean of corners."""


def claims() -> tuple[Claim, ...]:
    """The region, and the largest value of every sublinear objective."""
    a = least_error(DELTA)
    x, y = (1 - WEIGHT) * X, WEIGHT * Y
    hidden = sp.Min(x, y) + sp.Min(1 - WEIGHT - x, WEIGHT - y)
    square = (X <= 1, Y >= 0, Y <= X)
    inside = (*domain(), *feasible_region())
    return (
        claim("two-outcomes/region", sp.Ge(hidden, a), inside),
        claim("two-outcomes/region-converse", feasible_region()[3], (*domain(), *square, hidden >= a)),
        claim("two-outcomes/near", _is_mean(NEAR_SHARES), (*inside, *NEAR)),
        claim("two-outcomes/far", _is_mean(FAR_SHARES), (*inside, *FAR)),
        claim("two-outcomes/covered", sp.Or(sp.And(*NEAR), sp.And(*FAR)), inside),
        claim("two-outcomes/bound", _bound(), (*domain(), *_are_weights(SHARES))),
        claim("two-outcomes/least-1", _least(CORNER_1), domain()),
        claim("two-outcomes/least-0", _least(CORNER_0), domain()),
        claim("two-outcomes/larger", *_mean_is_at_most_the_larger()),
    )


def _complement(point: Point) -> Point:
    return (1 - point[0], 1 - point[1])


def _mean(shares: tuple[sp.Expr, ...]) -> Point:
    corners = (CORNER_1, CORNER_0, SAME)
    first, second = (sp.Add(*(k * p[i] for k, p in zip(shares, corners, strict=True))) for i in (0, 1))
    return (first, second)


def _are_weights(shares: tuple[sp.Expr, ...]) -> tuple[sp.Basic, ...]:
    return (*(sp.Ge(share, 0) for share in shares if share != 0), sp.Le(sp.Add(*shares), 1))


def _is_mean(shares: tuple[sp.Expr, ...]) -> sp.Basic:
    """(x, y) is the mean of corners with these weights."""
    found = (equal(whole, part) for whole, part in zip((X, Y), _mean(shares), strict=True))
    return sp.And(*_are_weights(shares), *found, evaluate=False)


def _bound() -> ForEveryFunction:
    """The objective at a mean of corners is at most that mean of its values at the corners."""
    one, other, same = SHARES
    point = _mean(SHARES)
    first = ((one, CORNER_1), (other, CORNER_0), (same, SAME))
    rest = 1 - one - other - same
    second = ((one, _complement(CORNER_1)), (other, _complement(CORNER_0)), (rest, SAME))
    bound = one * _objective(CORNER_1) + other * _objective(CORNER_0) + (1 - one - other) * PSI(*SAME)
    below = sp.Le(_objective(point), bound, evaluate=False)
    return for_every_psi(below, (point, first), (_complement(point), second))


def _objective(first: Point) -> sp.Expr:
    """Of the pair whose first answer has these probabilities."""
    return PSI(*first) + PSI(*_complement(first))


def _least(corner: Point) -> ForEveryFunction:
    """What tells nothing is worth least."""
    sum_ = (SAME, ((ONE, corner), (ONE, _complement(corner))))
    return for_every_psi(sp.Le(PSI(*SAME), _objective(corner), evaluate=False), sum_)


def _mean_is_at_most_the_larger() -> tuple[sp.Basic, tuple[sp.Basic, ...]]:
    """The conclusion: no mean of the three values is above the larger of the two."""
    objective, one, other = sp.symbols("Psi lambda_1 lambda_0", real=True)
    mean = one * AT_CORNER_1 + other * AT_CORNER_0 + (1 - one - other) * AT_SAME
    given = (one >= 0, other >= 0, one + other <= 1, AT_SAME <= AT_CORNER_1, AT_SAME <= AT_CORNER_0)
    return sp.Le(objective, sp.Max(AT_CORNER_1, AT_CORNER_0)), (*given, sp.Le(objective, mean))
