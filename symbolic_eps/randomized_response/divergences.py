"""The largest divergences between two shares theta and theta': f-divergences, Renyi's of every order.

With l = (1-theta) x + theta y and l' likewise for theta', the f-divergence of p_theta from p_theta' is the
sum of psi(p_0, p_1), psi(x, y) = l' f(l/l'). If f is convex, psi is sublinear: with t = l'(P) / l'(P + Q),

    f(l(P+Q) / l'(P+Q)) <= t f(l(P)/l'(P)) + (1-t) f(l(Q)/l'(Q)).

So the optimal pair has the largest f-divergence for every convex f. Of order k, Renyi's is log(D_f) / (k-1)
with f = x^k for k > 1, and log(-D_f) / (k-1) with f = -x^k for k < 1: each increases with D_f. The orders 0,
1 and oo are limits, and limits keep the order of two pairs (Yoshida, Yung & Hayashi 2018, Theorem 4).
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from symbolic_eps.errors import DomainError
from symbolic_eps.randomized_response.feasible import require_share
from symbolic_eps.randomized_response.language import Point, claim, equal
from symbolic_eps.randomized_response.optimal import PURE_0, PURE_1, SILENT, largest, optimal_pair
from symbolic_eps.randomized_response.pair import Pair
from symbolic_eps.randomized_response.symbols import AGAINST, DELTA, THETA, WEIGHT, domain
from verify.claims.claim import Claim

Convex = Callable[[sp.Expr], sp.Expr]
"""A convex function on the positive numbers."""

HALF = sp.Rational(1, 2)

CONVEX: dict[str, Convex] = {
    "relative_entropy": lambda x: x * sp.log(x),
    "reverse_relative_entropy": lambda x: -sp.log(x),
    "total_variation": lambda x: sp.Abs(x - 1) / 2,
    "chi_squared": lambda x: (x - 1) ** 2,
    "squared_hellinger": lambda x: (sp.sqrt(x) - 1) ** 2 / 2,
    "triangular": lambda x: (x - 1) ** 2 / (x + 1),
    "jensen_shannon": lambda x: (x * sp.log(2 * x / (1 + x)) + sp.log(2 / (1 + x))) / 2,
}
"""The f-divergences that have a name: D_f is the sum of p_theta' f(p_theta / p_theta')."""


SHORT_ORDERS = frozenset(sp.Rational(n, 2) for n in range(1, 20))
"""Renyi divergences of these orders are written without powers of numbers."""


def laws(pair: Pair, theta: sp.Expr, against: sp.Expr) -> tuple[tuple[sp.Expr, sp.Expr], ...]:
    """The probabilities of each answer that can occur, at either share.

    Parameters
    ----------
    pair : Pair
        The mechanism.
    theta : sympy.Expr
        The share of truths 1, in (0, 1).
    against : sympy.Expr
        A second share, in (0, 1), not theta.

    Raises
    ------
    DomainError
        For a number outside (0, 1), or two equal shares.

    Examples
    --------
    >>> half, third = sp.Rational(1, 2), sp.Rational(1, 3)
    >>> laws(Pair((half, half, sp.S.Zero), (sp.S.One, sp.S.Zero, sp.S.Zero)), half, third)
    ((3/4, 2/3), (1/4, 1/3))
    """
    require_share("theta", theta)
    require_share("against", against)
    if theta == against:
        raise DomainError(f"theta and against are both {theta}: give two different shares")
    both = zip(pair.at(theta), pair.at(against), strict=True)
    return tuple((p, q) for p, q in both if q != 0)


def f_divergence(pair: Pair, f: Convex, theta: sp.Expr = THETA, against: sp.Expr = AGAINST) -> sp.Expr:
    """D_f(p_theta || p_against) of a pair.

    Parameters
    ----------
    pair : Pair
        The mechanism.
    f : callable
        Convex, on the positive numbers.
    theta : sympy.Expr
        The share of truths 1, in (0, 1).
    against : sympy.Expr
        A second share, in (0, 1), not theta.

    Examples
    --------
    >>> half, third = sp.Rational(1, 2), sp.Rational(1, 3)
    >>> f_divergence(Pair((half, half), (sp.S.One, sp.S.Zero)), CONVEX["total_variation"], half, third)
    1/12
    """
    return sp.Add(*(q * f(p / q) for p, q in laws(pair, theta, against)))


def largest_f_divergence(
    f: Convex,
    delta: sp.Expr = DELTA,
    weight: sp.Expr = WEIGHT,
    theta: sp.Expr = THETA,
    against: sp.Expr = AGAINST,
) -> sp.Expr:
    """The largest D_f(p_theta || p_against) of a mechanism with three answers or more; f is convex.

    Parameters
    ----------
    f : callable
        Convex, on the positive numbers.
    delta : sympy.Expr
        The bound on the norm, in [0, 1].
    weight : sympy.Expr
        w, in (0, 1), at most delta/2 from 1/2.
    theta : sympy.Expr
        The share of truths 1, in (0, 1).
    against : sympy.Expr
        A second share, in (0, 1), not theta.

    Examples
    --------
    >>> numbers = [sp.Rational(n) for n in ("1/4", "1/2", "3/10", "7/10")]
    >>> largest_f_divergence(CONVEX["total_variation"], *numbers)
    1/10
    """
    return f_divergence(optimal_pair(delta, weight), f, theta, against)


def renyi_divergence(
    pair: Pair, order: sp.Expr, theta: sp.Expr = THETA, against: sp.Expr = AGAINST
) -> sp.Expr:
    """Renyi's divergence of p_theta from p_against, of order 0 to oo; order 1 is the relative entropy.

    Parameters
    ----------
    pair : Pair
        The mechanism.
    order : sympy.Expr
        From 0.
    theta : sympy.Expr
        The share of truths 1, in (0, 1).
    against : sympy.Expr
        A second share, in (0, 1), not theta.

    Raises
    ------
    DomainError
        For an order below 0; for the order oo with symbols.

    Examples
    --------
    >>> half, third = sp.Rational(1, 2), sp.Rational(1, 3)
    >>> pair = Pair((half, half), (sp.S.One, sp.S.Zero))
    >>> [renyi_divergence(pair, order, half, third) for order in (sp.S.Zero, sp.Integer(2), sp.oo)]
    [0, log(33/32), log(9/8)]
    >>> renyi_divergence(pair, sp.Rational(12345, 6789), half, third).evalf(6)
    0.0283228
    """
    both = laws(pair, theta, against)
    if order.is_number and not order >= 0:
        raise DomainError(f"order = {order} is below 0: give an order from 0 to oo, such as 1/2")
    if order == 0:
        return sp.S.Zero  # where both shares are inside (0, 1), both laws have the same answers
    if order == 1:
        return f_divergence(pair, CONVEX["relative_entropy"], theta, against)
    if order is sp.oo:
        ratios = [p / q for p, q in both]
        if not all(ratio.is_Rational for ratio in ratios):
            raise DomainError("of the order oo there is no closed form in symbols: give numbers")
        return sp.log(max(ratios))
    if all(p == q for p, q in both):
        return sp.S.Zero
    return sp.log(_power_sum(both, order), evaluate=not _is_long(both, order)) / (order - 1)


def _is_long(both: tuple[tuple[sp.Expr, sp.Expr], ...], order: sp.Expr) -> bool:
    """Whether SymPy would work out powers of numbers, and factor them."""
    return order.is_Rational and order not in SHORT_ORDERS and all((p / q).is_Rational for p, q in both)


def _power_sum(both: tuple[tuple[sp.Expr, sp.Expr], ...], order: sp.Expr) -> sp.Expr:
    """The sum of p^order q^(1-order), written out where the powers of numbers are short."""
    if not _is_long(both, order):
        return sp.Add(*(p**order * q ** (1 - order) for p, q in both))
    terms = (sp.Mul(q, sp.Pow(p / q, order, evaluate=False), evaluate=False) for p, q in both)
    return sp.Add(*terms, evaluate=False)


def largest_renyi_divergence(
    order: sp.Expr,
    delta: sp.Expr = DELTA,
    weight: sp.Expr = WEIGHT,
    theta: sp.Expr = THETA,
    against: sp.Expr = AGAINST,
) -> sp.Expr:
    """The largest Renyi divergence of a mechanism with three answers or more.

    Parameters
    ----------
    order : sympy.Expr
        From 0.
    delta : sympy.Expr
        The bound on the norm, in [0, 1].
    weight : sympy.Expr
        w, in (0, 1), at most delta/2 from 1/2.
    theta : sympy.Expr
        The share of truths 1, in (0, 1).
    against : sympy.Expr
        A second share, in (0, 1), not theta.

    Examples
    --------
    >>> numbers = [sp.Rational(n) for n in ("1/4", "1/2", "3/10", "7/10")]
    >>> largest_renyi_divergence(sp.oo, *numbers)
    log(7/3)
    """
    return renyi_divergence(optimal_pair(delta, weight), order, theta, against)


def claims() -> tuple[Claim, ...]:
    """That psi is sublinear for every convex f, and what the largest value is."""
    return (*_perspective(), _largest())


def _at(share: sp.Symbol, point: Point) -> sp.Expr:
    return (1 - share) * point[0] + share * point[1]


def _perspective() -> tuple[Claim, ...]:
    """f at a mean of two arguments, as an unknown that convexity bounds."""
    f_first, f_second, f_both = sp.symbols("f_P f_Q f_both", real=True)
    x, y, u, v = sp.symbols("x y u v", real=True)
    first, second, both = (x, y), (u, v), (x + u, y + v)
    quadrant = (x >= 0, y >= 0, u >= 0, v >= 0, x + y > 0, u + v > 0)
    shares = (THETA > 0, THETA < 1, AGAINST > 0, AGAINST < 1)
    below = [_at(AGAINST, p) for p in (first, second, both)]
    ratios = [_at(THETA, p) / _at(AGAINST, p) for p in (first, second, both)]
    t = below[0] / below[2]
    convex = sp.Le(f_both, t * f_first + (1 - t) * f_second, evaluate=False)
    sublinear = sp.Le(below[2] * f_both, below[0] * f_first + below[1] * f_second, evaluate=False)
    return (
        claim(
            "divergences/mean", equal(t * ratios[0] + (1 - t) * ratios[1], ratios[2]), (*quadrant, *shares)
        ),
        claim("divergences/weight", sp.And(t >= 0, t <= 1), (*quadrant, *shares)),
        claim("divergences/sublinear", sublinear, (*quadrant, *shares, convex)),
    )


def _largest() -> Claim:
    """The divergence of the optimal pair is the value that `optimal` proves to be the largest."""
    values = sp.symbols("f_silent f_0 f_1", real=True)
    law = optimal_pair().at(AGAINST)
    found = sp.Add(*(q * value for q, value in zip(law, values, strict=True)))
    points = (SILENT, PURE_0, PURE_1)
    bound = largest(*(_at(AGAINST, p) * value for p, value in zip(points, values, strict=True)))
    return claim("divergences/largest", equal(found, bound), domain())
