"""r* = 1 + a p/q + b q/p with a > 0 and b >= b*: eps is stationary on two rays at most that may matter.

In the words of `along_rays`, with b*, B and L of `one_ray`, w = (1-m)^2, and u the third root of C where t is
a multiple one,

    u/y = (1-x) (1 - x w)/(2 (1 - 2 m - x w)).

Lemma 1. If D = D' = 0 at a t with 0 < t < y, then T < 0.
Proof. With a and b in x and t, T = (x-1) (x+1) (2 t x - 2 t - x) (2 t x + 2 t - x) W/(4 t^3 s^8), where W has
none but positive coefficients in c and d >= 0 for x = 1/(1+c), t = y/(1+d), up to a factor > 0 (the tests
multiply out). The first, third and fourth factor are negative. QED
Lemma 2. If C = C' = 0 at a t < 0, then a < 1/64.
Proof. Let m = -n. b > 0 says that x (1+n)^2 > 1 + 2 n, or 1 - x < n^2/(1+n)^2. So a < x (1-x)/(8 (1+x) n) <=
(1-x)/(16 n) < n/(16 (1+n)^2) <= 1/64. QED
Premise 1. If C = C' = 0 at a t with 0 < t < y, and u <= y, then L > 0. (m > 0 and 1-x < 2 m < 1 there.)
Premise 2. If C = C' = 0 at a t >= y, and b >= 29/10, then a > 1/5.
Premise 3. 4 n^6 - 27 n^5 + 67 n^4 - 91 n^3 + 51 n^2 - 14 n + 2 > 0 for 0 < n < 1/3.
Lemma 3. If C = C' = 0 at a t with 0 < t < y, and u <= y, then b < b*.
Proof. (1-3n)/(1-n)^3 falls from 1 to 0 on 0 < n < 1/3; let it be x at n. With h = 2 - 6 n + 3 n^2 - n^3 > 0,
b is e = 4 n (1-n)^3 h/((3-n) (1-3n)^2) for m = n, and for all m

    e - b = 2 (m-n)^2 (1-n)^3 (m (1-3n) + 2 n) h/(n^2 (1-m)^2 (3-n) (1-3n)^2) >= 0.

e rises with n, for e' is 12 (1-n)^2/((3-n)^2 (1-3n)^3) times what is positive by premise 3. Let x1 be the
root of L in (0, 1), n1 = (1-x1)/2 and N = 2 n^3 - 7 n^2 + 9 n - 2. L is -4 N for x = 1 - 2 n: N = 0 at n1. As
n N = (1-2n) (1-n)^3 - (1-3n), the x of n1 is x1; and e is b* there, for N divides the numerator of B(e). By
premise 1, x > x1. So n < n1 and b <= e < b*. QED

Theorem. Let b >= b*.
1. If a <= 1/5, X is the only root of H in [0, 1], attained at (1, t) with the double root t of D.
2. If T > 0, X is the greatest root of E in (0, 1), attained at (y/t, y) with the double root t of C.
3. If a > 1/5 and T <= 0, X is the greatest root of E H in (0, 1), attained at one of these two places: at
that of the polynomial with X as a root.
Proof. X is a root of E with a t >= y, or of H with a t < y, as `along_rays` shows.
1. The former is excluded by premise 2. The proof there that H has one root needs no more than a < 1.
2, 3. T rises with a, and T(1/5, b) = -(16 b^3 - 3 b^2 + 16 b - 179.2)/5 < 0: a > 1/5 in both. Let z in (0, 1)
be a root of E, and t a multiple root of C for x = z: it is real, and not 0, for C(0) = -a k < 0. If t >= y,
F(z) = 0 at its place, and z <= X. t < 0 is excluded by lemma 2. If 0 < t < y, u > y by lemma 3, so that
C(y) = b x (y-t)^2 (y-u) < 0 and z < X.
2. By lemma 1, X is a root of E, the greatest one then. t is no triple root, or C would be negative below it.
3. For a >= 1, T >= 384 + 39 b^2 + 48 b > 0. So a < 1, and at a multiple root t of D for a root z of H in
(0, 1), D = 0 and 0 < t < 1, as `along_rays` shows: F(z) = 0 at (1, t), and z <= X. QED
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from symbolic_eps.minimum.problem import Region
from symbolic_eps.minimum.stationary.along_rays import Rays, double_root_beyond
from symbolic_eps.minimum.stationary.one_ray import LARGEST, beyond, threshold
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.language.condition import Condition, non_negative, positive

APART = sp.Rational(1, 5)
"""Of a: up to here eps is stationary at p = 1 alone; it might be 1/4, but not 3/10."""

_M, _N = parameter("m"), parameter("n")


def where(rays: Rays, inside: bool | None) -> tuple[Condition, ...]:
    """Where the theorem speaks of a place inside, of one at the side, or of either.

    Examples
    --------
    >>> a, b = sp.symbols("a b", real=True)
    >>> [str(c) for c in where(Rays(a, b), False)]
    ['4*b**3 >= 5*b**2 + 15*b + 16', '5*a <= 1']
    """
    large = non_negative(beyond(rays.b))
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
        yield too_great(), "L <= 0 where C has a double root t < y and a root of E may be greater than X"
        yield not_rising(), "e does not rise"


def greater_is_inside(rays: Rays) -> bool | None:
    """For numbers, whether E has a greater root than H in (0, 1); None for parameters, or if neither has."""
    if rays.a.free_symbols | rays.b.free_symbols:
        return None
    both = [sp.Poly(f, DECAY) for f in rays.rising]
    roots = [max((r for r in sp.real_roots(f) if 0 < r < 1), default=sp.S.Zero) for f in both]
    if roots[0] == roots[1]:
        return None if roots[0] == 0 else False
    return bool(roots[1] > roots[0])


def too_great() -> Region:
    """Where premise 1 is false."""
    x, m = DECAY, _M
    w = (1 - m) ** 2
    return (
        positive(x),
        positive(1 - x),
        positive(2 * m - 1 + x),
        positive(1 - 2 * m),
        non_negative(sp.expand(2 * (1 - 2 * m - x * w) - (1 - x) * (1 - x * w))),
        non_negative(-threshold()),
    )


def not_rising() -> Region:
    """Where premise 3 is false."""
    n = _N
    rise = 4 * n**6 - 27 * n**5 + 67 * n**4 - 91 * n**3 + 51 * n**2 - 14 * n + 2
    return positive(n), positive(1 - 3 * n), non_negative(-rise)


def inside_for_small(apart: sp.Rational) -> Region:
    """Where premise 2 is false, with this number in the place of 1/5."""
    x, m = DECAY, _M
    w = (1 - m) ** 2
    return (
        *double_root_beyond(m),
        non_negative(sp.expand(apart * 8 * (1 + x) * m * w - (1 - x) * (1 - x * w))),
        non_negative(sp.expand(2 * (1 + x) * m * (1 - 2 * m - x * w) - LARGEST * x**2 * (1 - x) * w)),
    )
