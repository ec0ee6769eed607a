"""The largest Fisher information about the share theta, for three or more answers and for two.

The Fisher information of a pair is the sum over y of psi(p_0, p_1), psi(x, y) = (y-x)^2 / l(x, y) with
l(x, y) = (1-theta) x + theta y. This psi is sublinear, as for two points P, Q of the quadrant

    psi(P) + psi(Q) - psi(P + Q) = det(P, Q)^2 / (l(P) l(Q) l(P + Q)) >= 0,

so the optimal pair (`optimal`) has the largest information, with three answers or more, and one of two pairs
with two (`two_outcomes`). The same identity gives all optimal pairs: nothing may be lost at any step, so

- the bound is attained, m = a; and
- an answer with p_0, p_1 > 0 has (1-w) p_0 = w p_1 (det = 0 where a silent and a telling part are joined).

Yoshida, Yung & Hayashi 2018, Theorems 1 and 3.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from symbolic_eps.randomized_response.feasible import norm, require_feasible, require_share
from symbolic_eps.randomized_response.language import ANSWER, LAWS, P0, P1, Point, claim, equal
from symbolic_eps.randomized_response.optimal import PURE_0, PURE_1, SILENT, largest, optimal_pair
from symbolic_eps.randomized_response.pair import Pair
from symbolic_eps.randomized_response.symbols import DELTA, THETA, WEIGHT, domain, least_error
from symbolic_eps.randomized_response.two_outcomes import (
    CORNER_0,
    CORNER_1,
    X,
    Y,
    feasible_region,
    telling_0,
    telling_1,
)
from verify.calculus.extremum import Maximum
from verify.claims.claim import Claim
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import TermBelowTotal, Termwise
from verify.probability.weighted_sum import Setting, Total

SHARE = (THETA > 0, THETA < 1)


def information_of(point: Point, theta: sp.Expr = THETA) -> sp.Expr:
    """psi(x, y): what an answer with probabilities x and y adds to the information; 0 at (0, 0).

    Parameters
    ----------
    point : Point
        The probabilities of an answer for the truths 0 and 1.
    theta : sympy.Expr
        The share of truths 1, in (0, 1).

    Examples
    --------
    >>> information_of((sp.Integer(0), sp.Rational(1, 4)), sp.Rational(1, 2))
    1/2
    """
    x, y = (sp.sympify(part, strict=True) for part in point)
    if x == 0 and y == 0:
        return sp.S.Zero
    return (y - x) ** 2 / ((1 - theta) * x + theta * y)


def fisher_information(pair: Pair, theta: sp.Expr = THETA) -> sp.Expr:
    """The Fisher information of one answer about the share theta, in lowest terms.

    Parameters
    ----------
    pair : Pair
        The laws of the answer.
    theta : Expr
        In (0, 1).

    Raises
    ------
    DomainError
        For a number theta outside (0, 1).

    Examples
    --------
    >>> half = sp.Rational(1, 2)
    >>> fisher_information(Pair((sp.S.One, sp.S.Zero), (half, half)), half)
    4/3
    """
    require_share("theta", theta)
    terms = (information_of(point, theta) for point in zip(pair.p0, pair.p1, strict=True))
    return sp.factor(sp.Add(*terms))


def largest_information(delta: sp.Expr = DELTA, weight: sp.Expr = WEIGHT, theta: sp.Expr = THETA) -> sp.Expr:
    """The largest Fisher information of a mechanism with three answers or more.

    Parameters
    ----------
    delta : sympy.Expr
        The bound on the norm, in [0, 1].
    weight : sympy.Expr
        w, in (0, 1), at most delta/2 from 1/2.
    theta : sympy.Expr
        The share of truths 1, in (0, 1).

    Raises
    ------
    DomainError
        For numbers outside the domain.

    Examples
    --------
    >>> largest_information(sp.Rational(1, 4), sp.Rational(1, 2), sp.Rational(3, 10))
    25/21
    """
    return fisher_information(optimal_pair(delta, weight), theta)


def threshold(delta: sp.Expr = DELTA, weight: sp.Expr = WEIGHT) -> sp.Expr | None:
    """theta_0: up to it `telling_1` is the better mechanism with two answers, from it on `telling_0`.

    None for delta = 0, where neither tells anything.

    Parameters
    ----------
    delta : sympy.Expr
        The bound on the norm, in [0, 1].
    weight : sympy.Expr
        w, in (0, 1), at most delta/2 from 1/2.

    Examples
    --------
    >>> threshold(), threshold(sp.Rational(1, 4), sp.Rational(1, 2))
    ((delta + 2*weight - 1)/(2*delta), 1/2)
    """
    require_feasible(delta, weight)
    return None if delta == 0 else _threshold().subs({DELTA: delta, WEIGHT: weight}, simultaneous=True)


@cache
def _threshold() -> sp.Expr:
    """The root of what changes sign in the difference of the two informations."""
    numerator, _ = sp.fraction(sp.factor(_information_1() - _information_0()))
    changing = [factor for factor, _ in sp.factor_list(numerator)[1] if factor.has(THETA)]
    (root,) = sp.solve(sp.prod(changing), THETA)
    return sp.factor(root)


@cache
def _information_1() -> sp.Expr:
    return fisher_information(telling_1())


@cache
def _information_0() -> sp.Expr:
    return fisher_information(telling_0())


def best_with_two(delta: sp.Rational, weight: sp.Rational, theta: sp.Rational) -> Pair:
    """The mechanism with two answers and the largest Fisher information; at the threshold `telling_1`.

    Parameters
    ----------
    delta : sympy.Rational
        The bound on the norm, in [0, 1].
    weight : sympy.Rational
        w, in (0, 1), at most delta/2 from 1/2.
    theta : sympy.Rational
        The share of truths 1, in (0, 1).

    Examples
    --------
    >>> best_with_two(sp.Rational(1, 4), sp.Rational(1, 2), sp.Rational(3, 10))
    Pair(p0=(1, 0), p1=(3/4, 1/4))
    """
    require_share("theta", theta)
    border = threshold(delta, weight)
    if border is None or theta <= border:
        return telling_1(delta, weight)
    return telling_0(delta, weight)


def largest_with_two(delta: sp.Expr = DELTA, weight: sp.Expr = WEIGHT, theta: sp.Expr = THETA) -> sp.Expr:
    """The largest Fisher information with two answers: a number, or a `Piecewise` at the threshold.

    Parameters
    ----------
    delta : sympy.Expr
        The bound on the norm, in [0, 1].
    weight : sympy.Expr
        w, in (0, 1), at most delta/2 from 1/2.
    theta : sympy.Expr
        The share of truths 1, in (0, 1).

    Examples
    --------
    >>> largest_with_two(sp.Rational(1, 4), sp.Rational(1, 2), sp.Rational(3, 10))
    100/111
    """
    require_share("theta", theta)
    below, above = (fisher_information(p(delta, weight), theta) for p in (telling_1, telling_0))
    border = threshold(delta, weight)
    return below if border is None else sp.Piecewise((below, theta <= border), (above, True))


def advantage(delta: sp.Expr = DELTA, weight: sp.Expr = WEIGHT, theta: sp.Expr = THETA) -> sp.Expr:
    """What a third answer adds to the Fisher information, factored; a `Piecewise` where symbols are left.

    Parameters
    ----------
    delta : sympy.Expr
        The bound on the norm, in [0, 1].
    weight : sympy.Expr
        w, in (0, 1), at most delta/2 from 1/2.
    theta : sympy.Expr
        The share of truths 1, in (0, 1).

    Examples
    --------
    >>> advantage(sp.Rational(1, 4), sp.Rational(1, 2), sp.Rational(3, 10))
    75/259
    """
    best = largest_information(delta, weight, theta)
    two = largest_with_two(delta, weight, theta)
    if isinstance(two, sp.Piecewise):
        return sp.Piecewise(*((sp.factor(best - value), where) for value, where in two.args))
    return sp.factor(best - two)


def is_optimal(pair: Pair, delta: sp.Rational, weight: sp.Rational) -> bool:
    """Whether two laws with rational entries have the largest Fisher information of all, at every theta.

    Parameters
    ----------
    pair : Pair
        The mechanism.
    delta : sympy.Rational
        The bound on the norm, in [0, 1].
    weight : sympy.Rational
        w, in (0, 1), at most delta/2 from 1/2.

    Examples
    --------
    >>> quarter, half = sp.Rational(1, 4), sp.Rational(1, 2)
    >>> is_optimal(optimal_pair(quarter, half), quarter, half)
    True
    >>> is_optimal(telling_1(quarter, half), quarter, half)
    False
    """
    both = ((x, y) for x, y in zip(pair.p0, pair.p1, strict=True) if x > 0 and y > 0)
    return (
        min(*pair.p0, *pair.p1) >= 0
        and norm(pair, weight) == delta
        and all((1 - weight) * x == weight * y for x, y in both)
    )


def claims() -> tuple[Claim, ...]:
    """What is said of the Fisher information, for all parameters."""
    return (*_sublinear(), *_with_three(), *_with_two(), *_all_optimal())


def _line(point: Point) -> sp.Expr:
    return (1 - THETA) * point[0] + THETA * point[1]


def _sublinear() -> tuple[Claim, ...]:
    x, y, u, v, k = sp.symbols("x y u v k", real=True)
    first, second, both = (x, y), (u, v), (x + u, y + v)
    psi = information_of
    quadrant = (*SHARE, x >= 0, y >= 0, u >= 0, v >= 0, x + y > 0, u + v > 0)
    gap = (x * v - u * y) ** 2 / (_line(first) * _line(second) * _line(both))
    return (
        claim(
            "fisher/multiple",
            equal(psi((k * x, k * y)), k * psi(first)),
            (*quadrant[:3], x + y > 0, y >= 0, k > 0),
        ),
        claim("fisher/gap", equal(psi(first) + psi(second) - psi(both), gap), quadrant),
        claim("fisher/sum", sp.Le(psi(both), psi(first) + psi(second), evaluate=False), quadrant),
    )


def _with_three() -> tuple[Claim, ...]:
    a = least_error(DELTA)
    inside = (*domain(), *SHARE)
    best = largest_information()
    total = largest(*(information_of(p) for p in (SILENT, PURE_0, PURE_1)))
    simple = (1 - a / (WEIGHT * (1 - THETA) + (1 - WEIGHT) * THETA)) / (THETA * (1 - THETA))
    return (
        claim("fisher/largest", equal(best, total), inside),
        claim("fisher/closed-form", equal(best, simple), inside),
        claim("fisher/positive", best > 0, inside),
    )


def _with_two() -> tuple[Claim, ...]:
    """The largest information for two answers; either answer may be called the first."""
    inside = (*domain(), *SHARE)
    one, other, border, best = _information_1(), _information_0(), _threshold(), largest_information()
    low, high = (*inside, border >= THETA), (*inside, border <= THETA)
    mean = _line((X, Y))
    information = (Y - X) ** 2 / (mean * (1 - mean))
    found = []
    for side, swapped in (("", False), ("-swapped", True)):
        region = (*_swapped(feasible_region(), swapped), sp.Lt(X, Y) if swapped else sp.Lt(Y, X))
        either = []
        for name, value, corner, where in (("low", one, CORNER_1, low), ("high", other, CORNER_0, high)):
            at = dict(zip((X, Y), (1 - c if swapped else c for c in corner), strict=True))
            only = sp.And(equal(X, at[X]), equal(Y, at[Y]), evaluate=False)
            either.append(only)
            strictly = (*where, sp.Ne(THETA, border), *region, equal(information, value))
            maximum = Maximum(information, (X, Y), value, at)
            found.append(claim(f"fisher/two-{name}{side}", maximum, (*where, *region)))
            found.append(claim(f"fisher/two-{name}{side}-only", only, strictly))
        there = (*inside, equal(THETA, border), *region, equal(information, one))
        found.append(claim(f"fisher/two-threshold{side}-only", sp.Or(*either, evaluate=False), there))
    return (
        *found,
        claim("fisher/threshold-low", sp.Ge(one, other), low),
        claim("fisher/threshold-high", sp.Ge(other, one), high),
        claim("fisher/threshold-only", sp.Ne(one, other), (*inside, sp.Ne(THETA, border))),
        claim("fisher/three-above-low", sp.Ge(best, one), low),
        claim("fisher/three-above-high", sp.Ge(best, other), high),
    )


def _swapped(region: tuple[sp.Basic, ...], swapped: bool) -> tuple[sp.Basic, ...]:
    """The region of the pairs whose answers are swapped."""
    other = {X: 1 - X, Y: 1 - Y}
    return tuple(part.subs(other, simultaneous=True) for part in region) if swapped else region


LOSS, HIDDEN = sp.symbols("loss c", real=True)
AT_SILENT, AT_PURE_0, AT_PURE_1 = (information_of(p) for p in (SILENT, PURE_0, PURE_1))
COST = AT_PURE_0 / (1 - WEIGHT) + AT_PURE_1 / WEIGHT - AT_SILENT
"""The information that a unit of the common part costs."""


def _lost(x: sp.Expr, y: sp.Expr, common: sp.Expr) -> sp.Expr:
    """What an answer's information is below its bound, once a common part is split off."""
    told_0, told_1 = x - common / (1 - WEIGHT), y - common / WEIGHT
    return common * AT_SILENT + told_0 * AT_PURE_0 + told_1 * AT_PURE_1 - information_of((x, y))


def _all_optimal() -> tuple[Claim, ...]:
    """An answer loses nothing exactly if it is pure or proportional; the sum loses what an answer does."""
    x, y = sp.symbols("x y", real=True)
    u, v = (1 - WEIGHT) * x, WEIGHT * y
    both = (WEIGHT > 0, WEIGHT < 1, *SHARE, x > 0, y > 0)
    return (
        claim("fisher/lost-0", _lost(x, y, v) > 0, (*both, u > v)),
        claim("fisher/lost-1", _lost(x, y, u) > 0, (*both, u < v)),
        claim("fisher/kept", equal(_lost(x, y, u), sp.S.Zero), (*both, equal(u, v))),
        claim("fisher/kept-0", equal(_lost(x, sp.S.Zero, sp.S.Zero), sp.S.Zero), both[:5]),
        claim("fisher/kept-1", equal(_lost(sp.S.Zero, y, sp.S.Zero), sp.S.Zero), (*both[:4], y > 0)),
        claim("fisher/cost", COST > 0, both[:4]),
        *_equality(),
    )


def _equality() -> tuple[Claim, ...]:
    """The largest sum leaves no loss and no more than a in common, and the other way round."""
    k, a_0, a_1 = sp.symbols("J_silent J_0 J_1", real=True)
    mass, lost = Total(HIDDEN, ANSWER), Total(LOSS, ANSWER)
    told_0, told_1 = P0 - HIDDEN / (1 - WEIGHT), P1 - HIDDEN / WEIGHT
    value = Total(HIDDEN * k + told_0 * a_0 + told_1 * a_1 - LOSS, ANSWER)
    a = least_error(DELTA)
    best = equal(value, a * k + (1 - a / (1 - WEIGHT)) * a_0 + (1 - a / WEIGHT) * a_1)
    families = dict.fromkeys((P0, P1, HIDDEN, LOSS), (ANSWER,))
    cost = a_0 / (1 - WEIGHT) + a_1 / WEIGHT - k > 0
    summable = (sp.Ge(mass, a, evaluate=False), sp.Ge(lost, 0, evaluate=False))
    known = (*LAWS, *domain(), LOSS >= 0, HIDDEN >= 0, *summable, cost)
    nothing, no_more = equal(lost, sp.S.Zero), equal(mass, a)
    below = sp.Le(LOSS, lost, evaluate=False)
    each = equal(LOSS, sp.S.Zero)
    setting = Setting(families, (*known, best))
    steps = (Step(nothing), Step(below, TermBelowTotal()), Step(each))
    optimal = Setting(families, (*known, each, no_more))
    return (
        claim("fisher/no-more-hidden", Derivation(setting, no_more, (Step(no_more),))),
        claim("fisher/nothing-lost", Derivation(setting, each, steps)),
        claim("fisher/sufficient", Derivation(optimal, best, (Step(nothing, Termwise()), Step(best)))),
    )
