"""r* = 1 + a/p + b/q with a > 0 and 0 < b < 1, least inside the ranges of both priors.

With E, M, T, X1, X2, h and w of `minimum.stationary.sum_of_two_terms` and its statements (i) and (ii):

Theorem. Where T > 0 > M, X is the only root of E from l = (1 - b)/(1 + a + b) to 1, and a simple one.
Proof. M > 0 for w <= k = 21 + 20/(4 + 5 h + 4 h^2), and T < 0 for w >= 34 + 20 h. Between, the coefficients
of (1 + t)^7 E((l t + 1)/(1 + t)) are positive up to that of t^4, and that of t^7, E(l), is negative. That of
t^5 is positive where h <= 1 or w <= 26, that of t^6 negative elsewhere: the signs change once, and by
Descartes' rule E has one root. Let b rise to 1 for this a: M < 0 stays, as M changes its sign at most once
for one a, and is < 0 in the end. There X1 tends to 0, and X does not. If X = X1 for some b, take the last
one. By (i) T > 0 there, so that beyond, where X > X1, E(X) = 0 by (ii); in the limit E(X1) = 0, a
contradiction. So X > X1 >= l (as sqrt(1 + a) <= 1 + a/2 and sqrt(b (a + b)) <= b + a/2), and E(X) = 0 by
(ii). QED
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.polynomials import outside
from symbolic_eps.minimum.problem import Region
from symbolic_eps.minimum.roots.isolation import WHOLE
from symbolic_eps.minimum.stationary.one_stationary_value import INSIDE, Claim
from symbolic_eps.minimum.stationary.sum_of_two_terms import (
    Polynomial,
    Quotient,
    at,
    at_first,
    bare,
    by_power,
    coefficients_above,
    context,
    ends,
    never,
    norm_of_ends,
    stationary,
    stationary_in,
)


def premises_inside() -> Iterator[Claim]:
    """What the theorem rests on beside the premises of (i) and (ii), as signs that no point may have."""
    h, w = context("h", "w").gens()
    high, low = (34 + 20 * h, h**0), (21 * (4 + 5 * h + 4 * h**2) + 20, 4 + 5 * h + 4 * h**2)
    every = h, h**0
    small, large = (h**0, 1 + h), (1 + h, h**0)

    def sign(polynomial: Polynomial, of_h: Quotient, of_w: Quotient) -> Polynomial:
        return bare(at(at(polynomial, (every, of_w)), (of_h, (w, w**0))))

    yield from _once()
    m, border = at(stationary(), at_first()), at(ends().border, at_first()[1:])
    yield never(-sign(m, every, (low[0], low[1] * (1 + w)))), "M <= 0 where w <= k"
    yield never(sign(border, every, (high[0] + w, w**0))), "T >= 0 where w >= 34 + 20 h"
    *others, fifth, sixth, last = _from_low()
    between = _between(low, high)
    for coefficient in others:
        yield never(-sign(coefficient, every, between)), "a coefficient up to that of t^4 is not positive"
    yield never(sign(last, every, between)), "E(l) >= 0"
    middle = 26 * h**0, h**0
    yield never(-sign(fifth, small, between)), "that of t^5 is not positive for h <= 1"
    yield never(-sign(fifth, every, _between(low, middle))), "that of t^5 is not positive for w <= 26"
    yield never(sign(sixth, large, _between(middle, high))), "that of t^6 is not negative"


def _between(low: Quotient, high: Quotient) -> Quotient:
    """From the high end, for w = 0, to the low one."""
    w = context("h", "w").gens()[1]
    return low[0] * high[1] * w + high[0] * low[1], low[1] * high[1] * (1 + w)


def _once() -> Iterator[Claim]:
    """Signs of M's coefficients in w, where sqrt(1 + a) = 1 + h and X1 = 1/((1 + h) (1 + w))."""
    h, w = context("h", "w").gens()
    k = 1 + h
    coefficients = by_power(at(norm_of_ends().along, ((k, 1), (k**0, k * (1 + w)))))
    yield never(bare(coefficients[-1])), "M >= 0 for b next to 1"
    for before, after in pairwise(coefficients):
        yield never(-before, after, strict=True), "M changes its sign twice for one a"


def _from_low() -> list[Polynomial]:
    """The coefficients of (1 + t)^7 E((l t + 1)/(1 + t)), from that of 1, without positive factors."""
    values = at_first()[1:]
    (_, of_a), (top, below) = values[0], (at(part, values) for part in _lowest())
    return [bare(part) for part in coefficients_above(stationary(), (top * of_a, below), at_first())]


def lowest(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    """The level l from which on E has but one root."""
    top, below = (outside(part, (a, b)) for part in _lowest())
    return sp.factor(top / below)


def _lowest() -> tuple[Polynomial, Polynomial]:
    """Its numerator and denominator, in a and b."""
    a, b = context("a", "b").gens()
    return 1 - b, 1 + a + b


def branch_inside(own: Region, a: sp.Expr, b: sp.Expr, place: Mapping[sp.Symbol, sp.Expr]) -> Branch:
    """X inside the ranges of both priors, which are functions of x."""
    attained = Attainment((), place, AttainmentKind.POINT)
    step = Step(StepKind.CRITICAL, words=INSIDE)
    return Branch(own, stationary_in(a, b), None, (attained,), (lowest(a, b), WHOLE[1]), (step,))
