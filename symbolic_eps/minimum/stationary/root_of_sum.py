"""Which root of E is X where it is attained inside, for r* = 1 + a/p^m + b/q^2: by Descartes' rule.

In the words of `minimum.stationary.sum_of_powers`, let k = x/s. Inside 0 < k < 1, and 0 < s, s0 < s < s*, and

    a m s k^m (1 - k s)^m = (1-k) (V/s)^m,    V/s = 3 k - 1 - 2 s for m = 1,  2 (k - s) for m = 2,

and b is rational in k and s as well. With these, E is a polynomial in its variable y, of degree N. Let c_j be
the coefficients of t^j in (1+t)^N E((x t + 1)/(1+t)), and d_j those in (1+t)^N E(x t/(1+t)), times powers of
denominators. c_N and d_N are E(x) = 0. Let A be 19/25 for m = 1, and 1/2 for m = 2.

Theorem. Where a <= A, X is the greatest root of E in (0, 1). Where a > A, it is the least one for m = 1, and
the 2nd least one for m = 2, multiple ones counted as often.
Proof. Where a <= A, all of c_0, ..., c_(N-1) are positive: E has no root from x to 1. Where a > A, the signs
of d_0, ..., d_(N-1) do not change for m = 1. For m = 2 they change once: d_0 > 0 > d_(N-1), and each d_(j+1)
is less than some positive multiple of d_j. So E has no root from 0 to x, or one. These signs are seen in
strips (`signs_in_strip`), which cover all that is inside for such a, as follows. QED

m = 1. a <= A says that (1-k) (3 k - 1 - 2 s) <= A k s, that is, s >= g for
g = (1-k) (3 k - 1)/(2 - 2 k + A k). a > A says that s < u, which is g with A (1 - k s*) in the place of A, as
s < s*. For k >= 39/50, u < s0: there a <= A. For 11/20 < k < 39/50, k u < 31/100, so that s < h, which is g
with 69 A/100 in the place of A. For k >= 301/400, h < s0: there a <= A, too.

m = 2. Let z = s/k, which is from z0 = s0/k to z* = s*/k < 1, and t = (1-z)^2. For one k, a falls as z rises,
and so does 2 (1-k) t/(z k), which is less than a.
a <= A says that 2 (1-k) t <= A z k. For 1/8 <= k <= 1/2, z >= g = (22 - 16 k)/25, as 2 (1-k) t > A z k at g.
For k < 1/8, k >= 2 t/(2 t + A z), which falls with z and is more than 1/8 at z = 41/50; for greater z it is
not less than 4 t, as 1 - z < 1/4.
a > A says, for 1/8 < k < 5/8, that z < u = (47 - 24 k)/50, as a < A at u. For k >= 5/8 it holds nowhere, as
a < A at z0. For k < 1/8 and z > 41/50, k < 51 t/10, as A z (1 - k^2 z)^2 rises with z and is more than 20/51.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb

import sympy as sp
from flint import fmpq, fmpq_poly

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary.signs_in_strip import ONE, Curve, Polynomial, Strip, U
from symbolic_eps.minimum.stationary.sum_of_powers import highest, lowest, stationary
from symbolic_eps.minimum.stationary.sum_of_two_terms import at, context

LARGEST = {1: sp.Rational(19, 25), 2: sp.Rational(1, 2)}
"""A, by m."""

GREATEST = -1
"""Of the roots in (0, 1), as in `Branch`."""

Ends = tuple[fmpq, fmpq]

NOTHING: Curve = (0 * ONE, ONE)


def number_of(m: int, small: bool) -> int:
    """Which root of E X is, as in `Branch`, for a <= A if `small`, or else for a > A."""
    return GREATEST if small else m


@lru_cache(4)
def is_shown(m: int, small: bool) -> bool:
    """Whether the signs are seen on which the theorem rests, for a <= A if `small`, or else for a > A.

    Examples
    --------
    >>> is_shown(1, small=False)
    True
    """
    if not all(_covers(m)):
        return False
    coefficients = moved(m, small)
    if small:
        return all(strip.sign_of(c) == 1 for strip in strips(m, small) for c in coefficients)
    if m == 1:
        return all(strip.sign_of(d) == -1 for strip in strips(m, small) for d in coefficients)
    return all(_changes_once(coefficients, strip) for strip in strips(m, small))


def _changes_once(coefficients: Sequence[Polynomial], strip: Strip) -> bool:
    """From + to -."""
    if (strip.sign_of(coefficients[0]), strip.sign_of(coefficients[-1])) != (1, -1):
        return False
    n = len(coefficients)
    signs = [strip.sign_of(d) for d in coefficients]
    first, last = (
        next(j for j in range(n) if signs[j] != 1),
        n - next(j for j in range(n) if signs[-1 - j] != -1),
    )
    between = range(first - 1, last)
    return all(
        any(strip.sign_of(r * comb(n, j + 1) * before - comb(n, j) * after) == 1 for r in RATIOS)
        for j, (before, after) in ((j, (coefficients[j], coefficients[j + 1])) for j in between)
    )


RATIOS = 1, fmpq(1, 2), 2, fmpq(3, 4), fmpq(3, 2), fmpq(1, 4), 4
"""By which a coefficient is compared with the next one, beside binomials."""


@lru_cache(4)
def moved(m: int, above: bool) -> tuple[Polynomial, ...]:
    """c_0 to c_(N-1), or d_0 to d_(N-1), in k and s (or z for m = 2), up to a positive factor.

    Examples
    --------
    >>> [len(moved(m, above)) for m in (1, 2) for above in (True, False)]
    [11, 11, 18, 18]
    """
    k, s, t = context("k", "s", "t").gens()
    s = s if m == 1 else k * s
    u = 2 * (1 - s - (1 - k) * fmpq(1, m))  # U/s
    v = u - (1 - k)
    a = (1 - k) * v**m, m * s * k**m * (1 - k * s) ** m
    b = u**3 * k**2 * s, 2 * v**2 * (1 + k * s) ** 2
    y = k * s * t + (1 if above else 0), 1 + t
    whole = at(stationary(m), (y, a, b))
    degree = whole.degrees()[2]
    parts: list[dict[tuple[int, int], fmpq]] = [{} for _ in range(degree + 1)]
    for (i, j, power), c in whole.to_dict().items():
        parts[power][i, j] = c
    if degree >= stationary(m).degrees()[0]:
        raise UndecidedError("E is not 0 at x")
    return tuple(context("k", "s").from_dict(part) for part in parts)


def strips(m: int, small: bool) -> Iterator[Strip]:
    """What covers the places inside with a <= A, or a > A: in k and s for m = 1, in k and z for m = 2."""
    half, whole = fmpq(1, 2), fmpq(1)
    if m == 1:
        low, high, (g, _, h) = lowest(m), highest(m), slanted()
        if small:
            yield from (Strip(part, g, high) for part in ((fmpq(1, 3), half), (half, fmpq(18, 25))))
            yield Strip((fmpq(18, 25), whole), low, high)
        else:
            yield Strip((fmpq(1, 3), half), NOTHING, high)
            yield Strip((half, fmpq(11, 20)), low, high)
            yield from (
                Strip(part, low, h) for part in ((fmpq(11, 20), fmpq(7, 10)), (fmpq(7, 10), fmpq(301, 400)))
            )
        return
    low, high, turn = (ONE, lowest(m)[1]), (2 * ONE, highest(m)[1]), fmpq(41, 50)
    if small:
        yield Strip((half, whole), low, high)
        yield Strip((fmpq(1, 8), half), (G, ONE), high)
        yield Strip((turn, whole), (4 * (1 - U) ** 2, ONE), (ONE, 7 * ONE), swapped=True)
    else:
        yield Strip((fmpq(1, 8), fmpq(5, 8)), low, (ABOVE, ONE))
        yield Strip((half, turn), NOTHING, (ONE, 8 * ONE), swapped=True)
        yield Strip((turn, whole), NOTHING, (51 * (1 - U) ** 2, 10 * ONE), swapped=True)


G, ABOVE = fmpq_poly([fmpq(22, 25), fmpq(-16, 25)]), fmpq_poly([fmpq(47, 50), fmpq(-12, 25)])
"""g and u for m = 2."""


def slanted() -> tuple[Curve, Curve, Curve]:
    """g, u and h for m = 1."""
    top, flat, steep = (1 - U) * (3 * U - 1), 2 - 2 * U, _rational(LARGEST[1]) * U
    high, below = highest(1)
    u = top * below, flat * below + steep * (below - U * high)
    return (top, flat + steep), u, (top, flat + steep * fmpq(69, 100))


def _rational(number: sp.Rational) -> fmpq:
    return fmpq(int(number.p), int(number.q))


def _covers(m: int) -> Iterator[bool]:
    """That the strips cover what the theorem says, as far as it is not proved there."""
    if m == 1:
        (low, of_low), (_, (u, of_u), (h, of_h)) = lowest(1), slanted()
        for ends, beyond in (
            ((fmpq(39, 50), fmpq(1)), (of_low, of_u, low * of_u - u * of_low)),
            ((fmpq(11, 20), fmpq(39, 50)), (of_u, 31 * of_u - 100 * U * u)),
            ((fmpq(301, 400), fmpq(1)), (of_low, of_h, low * of_h - h * of_low)),
        ):
            yield all(Strip(ends, NOTHING, NOTHING).sign_along([f]) == 1 for f in beyond)
        return
    most = _rational(LARGEST[2])
    near, far, last = (
        Strip(ends, NOTHING, NOTHING)
        for ends in ((fmpq(1, 8), fmpq(1, 2)), (fmpq(1, 8), fmpq(5, 8)), (fmpq(5, 8), fmpq(1)))
    )
    yield near.sign_along([2 * (1 - U) * (1 - G) ** 2 - most * G * U]) == 1
    yield far.sign_along([most * ABOVE * U * (1 - U**2 * ABOVE) ** 2 - 2 * (1 - U) * (1 - ABOVE) ** 2]) == 1
    below = lowest(2)[1]  # z0 is 1 over it
    yield last.sign_along([most * U * (below - U**2) ** 2 - 2 * (1 - U) * (below - 1) ** 2 * below]) == 1
    z, k = fmpq(41, 50), fmpq(1, 8)
    yield 2 * (1 - z) ** 2 > k * (2 * (1 - z) ** 2 + most * z)
    yield most * z * (1 - k**2 * z) ** 2 > fmpq(20, 51)
