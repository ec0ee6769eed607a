"""r* = 1 + a p/q + b q/p with a > 0 and b >= 3: eps is stationary on two rays at most that may matter.

In the words of `along_rays`; with w = (1-m)^2, u the third root of C where t is a multiple one,

    u/y = (1-x) (1 - x w)/(2 (1 - 2 m - x w)).

Lemma 1. If D = D' = 0 at a t with 0 < t < y, then T < 0.
Proof. With a and b in x and t, T = (x-1) (x+1) (2 t x - 2 t - x) (2 t x + 2 t - x) W/(4 t^3 s^8), where W has
none but positive coefficients in c and d >= 0 for x = 1/(1+c), t = y/(1+d), up to a factor > 0 (the tests
multiply out). The first, third and fourth factor are negative. QED
Lemma 2. If C = C' = 0 at a t < 0, then a < 1/64.
Proof. Let m = -n. b > 0 says that x (1+n)^2 > 1 + 2 n, or 1 - x < n^2/(1+n)^2. So a < x (1-x)/(8 (1+x) n) <=
(1-x)/(16 n) < n/(16 (1+n)^2) <= 1/64. QED
Premise 1. If C = C' = 0 at a t with 0 < t < y, and u <= y, then b < 3. (m > 0 and 1-x < 2 m there.)
Premise 2. If C = C' = 0 at a t >= y, and b >= 3, then a > 1/5.

Theorem. Let b >= 3.
1. If a <= 1/5, X is the only root of H in [0, 1], attained at (1, t) with the double root t of D.
2. If T > 0, X is the greatest root of E in (0, 1), attained at (y/t, y) with the double root t of C.
3. If a > 1/5 and T <= 0, X is the greatest root of E H in (0, 1), attained at one of these two places: at
that of the polynomial with X as a root.
Proof. X is a root of E with a t >= y, or of H with a t < y, as `along_rays` shows.
1. The former is excluded by premise 2. The proof there that H has one root needs no more than a < 1.
2, 3. T rises with a, and T(1/5, b) = -(16 b^3 - 3 b^2 + 16 b - 179.2)/5 < 0: a > 1/5 in both. Let z in (0, 1)
be a root of E, and t a multiple root of C for x = z: it is real, and not 0, for C(0) = -a k < 0. If t >= y,
F(z) = 0 at its place, and z <= X. t < 0 is excluded by lemma 2. If 0 < t < y, u > y by premise 1, so that
C(y) = b x (y-t)^2 (y-u) < 0 and z < X.
2. By lemma 1, X is a root of E, the greatest one then. t is no triple root, or C would be negative below it.
3. For a >= 1, T >= 384 + 39 b^2 + 48 b > 0. So a < 1, and at a multiple root t of D for a root z of H in
(0, 1), D = 0 and 0 < t < 1, as `along_rays` shows: F(z) = 0 at (1, t), and z <= X. QED
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from symbolic_eps.minimum.stationary.along_rays import Rays
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.minimum.task import Region
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.language.condition import Condition, non_negative, positive

LEAST = sp.Integer(3)
"""Of b: a little below it, a root of E that is no value of eps may be greater than X."""

APART = sp.Rational(1, 5)
"""Of a: up to here eps is stationary at p = 1 alone; it might be 1/4, but not 3/10."""

_M = parameter("m")


def where(rays: Rays, inside: bool | None) -> tuple[Condition, ...]:
    """Where the theorem speaks of a place inside, of one at the side, or of either.

    Examples
    --------
    >>> a, b = sp.symbols("a b", real=True)
    >>> [str(c) for c in where(Rays(a, b), False)]
    ['b >= 3', '5*a <= 1']
    """
    large = non_negative(rays.b - LEAST)
    if inside:
        return large, rays.where(inside)
    if inside is None:
        return large, rays.where(False), positive(rays.a / APART - 1)
    return large, non_negative(1 - rays.a / APART)


def premises(rays: Rays, inside: bool | None, region: Region) -> Iterator[Iterator[Claim]]:
    """What the theorem needs, in one way or two: at numbers the greater root may be known."""
    ways = [where(rays, inside)]
    if inside is not None and greater_is_inside(rays) is inside:
        ways.append(where(rays, None))
    for conditions in ways:
        yield _claims(rays, conditions, inside is False and conditions is ways[0], region)


def _claims(rays: Rays, conditions: tuple[Condition, ...], apart: bool, region: Region) -> Iterator[Claim]:
    for c in (positive(rays.a), *conditions):
        yield (*region, c.negation), f"not {c}"
    if apart:
        yield inside_for_small(APART), f"C has a double root t >= y for a <= {APART}"
    else:
        yield too_great(LEAST), f"C has a double root t < y that may be greater than X, and b >= {LEAST}"


def greater_is_inside(rays: Rays) -> bool | None:
    """For numbers, whether E has a greater root than H in (0, 1); None for parameters, or if neither has."""
    if rays.a.free_symbols | rays.b.free_symbols:
        return None
    both = [sp.Poly(f, DECAY) for f in rays.rising]
    roots = [max((r for r in sp.real_roots(f) if 0 < r < 1), default=sp.S.Zero) for f in both]
    if roots[0] == roots[1]:
        return None if roots[0] == 0 else False
    return bool(roots[1] > roots[0])


def too_great(least: sp.Rational) -> Region:
    """Where premise 1 is false, with this number in the place of 3."""
    x, m = DECAY, _M
    w = (1 - m) ** 2
    bent = 1 - 2 * m - x * w
    return (
        positive(x),
        positive(1 - x),
        positive(2 * m - 1 + x),
        positive(1 - 2 * m),
        positive(sp.expand(bent)),
        non_negative(sp.expand(2 * bent - (1 - x) * (1 - x * w))),
        non_negative(sp.expand(2 * (1 + x) * m * bent - least * x**2 * (1 - x) * w)),
    )


def inside_for_small(apart: sp.Rational) -> Region:
    """Where premise 2 is false, with this number in the place of 1/5."""
    x, m = DECAY, _M
    w = (1 - m) ** 2
    return (
        positive(x),
        positive(1 - x),
        positive(m),
        non_negative(1 - x - 2 * m),
        non_negative(sp.expand(apart * 8 * (1 + x) * m * w - (1 - x) * (1 - x * w))),
        non_negative(sp.expand(2 * (1 + x) * m * (1 - 2 * m - x * w) - LEAST * x**2 * (1 - x) * w)),
    )
