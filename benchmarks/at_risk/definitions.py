"""The law of the privacy loss by its definition, in mpmath: the density of the noise, integrated numerically.

C(z) = |z - d| - |z| falls in z, the noise in units of its scale; where it crosses a level is found by
bisection, and every probability and moment is an integral of e^-|z|/2 between such places. Nothing here is
shared with the derivation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

import mpmath

Real = mpmath.mpf
Function = Callable[[Real], Real]

HALVINGS = 270
"""Of an interval: to 75 digits, with some to spare for its length."""


def real(number: Fraction | int) -> Real:
    """An exact number at the working precision."""
    exact = Fraction(number)
    return mpmath.mpf(exact.numerator) / exact.denominator


def density(z: Real) -> Real:
    """Of the noise, in units of its scale."""
    return mpmath.exp(-abs(z)) / 2


def loss(z: Real, shift: Real) -> Real:
    """ln(density at z / density at z - shift)."""
    return abs(z - shift) - abs(z)


def falls_to(function: Function, level: Real, low: Real, high: Real) -> Real:
    """The first place from which on a falling function is at most `level`; `high` if it is nowhere."""
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if function(middle) <= level else (middle, high)
    return high


def integral(function: Function, ends: Sequence[Real]) -> Real:
    """Over the pieces between ends, on each of which it is analytic; long pieces are cut."""
    total = mpmath.mpf(0)
    for low, high in pairwise(ends):
        if mpmath.isinf(high):
            total += mpmath.quad(function, [low, low + 8, high])
        elif high > low:
            parts = int((high - low) / 16) + 1
            total += mpmath.quad(function, [low + (high - low) * i / parts for i in range(parts + 1)])
    return total


def one_coordinate(shift: Real, eps: Real) -> tuple[Real, Real, Real]:
    """P(|C| <= eps), P(C <= eps) and the hockey-stick divergence at e^eps, for eps >= 0."""
    if eps >= shift:
        return mpmath.mpf(1), mpmath.mpf(1), mpmath.mpf(0)
    first = falls_to(lambda z: loss(z, shift), eps, mpmath.mpf(0), shift)
    last = falls_to(lambda z: loss(z, shift), -eps, mpmath.mpf(0), shift)
    within = integral(density, [first, last])
    at_most = integral(density, [first, shift, mpmath.inf])
    factor = mpmath.exp(eps)
    # The event {C > eps} is z < first; the mass below 0 by symmetry.
    ahead = mpmath.mpf(1) / 2 - factor * integral(density, [shift, mpmath.inf])
    ahead += integral(lambda z: density(z) - factor * density(z - shift), [mpmath.mpf(0), first])
    return within, at_most, ahead


def moments(shift: Real) -> tuple[Real, Real]:
    """Mean and variance of C: it is constant outside of (0, shift)."""
    zero = mpmath.mpf(0)
    beyond = integral(density, [shift, mpmath.inf])

    def mean_of(function: Function) -> Real:
        inside = integral(lambda z: function(loss(z, shift)) * density(z), [zero, shift])
        return function(shift) / 2 + function(-shift) * beyond + inside

    mean = mean_of(lambda c: c)
    return mean, mean_of(lambda c: (c - mean) ** 2)


def at_most(shift: Real, level: Real, strictly: bool = False) -> Real:
    """P(C <= level), or P(C < level), for one coordinate, level of either sign."""
    if level > shift or (level == shift and not strictly):
        return mpmath.mpf(1)
    if level < -shift or (level == -shift and strictly):
        return mpmath.mpf(0)
    place = (shift - level) / 2 if level < shift else mpmath.mpf(0)
    return mpmath.exp(-max(place, mpmath.mpf(0))) / 2


def two_coordinates(one: Real, other: Real, eps: Real) -> Real:
    """P(|C| <= eps) for a pair that differs in two coordinates, by so much in each."""
    zero = mpmath.mpf(0)

    def inner(z: Real) -> Real:
        c = loss(z, one)
        return at_most(other, eps - c) - at_most(other, -eps - c, strictly=True)

    places = {zero, one}
    for level in (eps - other, eps + other, -eps - other, -eps + other):
        places.add(min(max((one - level) / 2, zero), one))
    inside = integral(lambda z: inner(z) * density(z), sorted(places))
    return inner(-mpmath.mpf(1)) / 2 + inner(one + 1) * mpmath.exp(-one) / 2 + inside


def within(shift: Real, eps: Real) -> Real:
    """P(|C| <= eps) for one coordinate."""
    return at_most(shift, eps) - at_most(shift, -eps, strictly=True)


def hockey_stick(shift: Real, eps: Real) -> Real:
    """P_x(C > eps) - e^eps P_y(C > eps) for one coordinate; at y the noise lies around `shift`."""
    if eps >= shift:
        return mpmath.mpf(0)
    place = (shift - eps) / 2
    return 1 - mpmath.exp(-place) / 2 - mpmath.exp(eps + place - shift) / 2


def increasing_root(function: Function, low: Real, high: Real) -> Real:
    """Where a function that is negative at `low` and positive at `high` is 0, by bisection."""
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < 0 else (low, middle)
    return (low + high) / 2
