"""r* = 1 + a p/q + b q/p with a > 0 and 0 < b < b*: eps is stationary on one ray q = t p alone.

b*, some 2.9677, is the positive root of B(b) = 4 b^3 - 5 b^2 - 15 b - 16, which is negative below it.

In the words of `along_rays`: let X_t be the root in (0, 1) of G = g R - 1 on the ray of t, which rises with
x; eps is -log of the greatest X_t. C and D are t^2 G and t G, for t >= y and t <= y. X_t has a continuous
slope, with the sign of -G_t, and is small for small and for large t. At t = y let

    S(x) = G_t = 1 - x^2 + b x - 4 a (1+x)^2,    V(x) = 4 G = 2 x (1+x) + 4 a (1+x)^2 + b x^2 - 4,

whose resultant is T. V rises, from 4 (a-1) for x = 0 to a positive number for x = 1.
At a multiple root t of C = b x (z-t)^2 (z-u), with w = (1-m)^2 and a, b as there,

    u/y = (1-x) (1 - x w)/(2 (1 - 2 m - x w)),    u < t  just if  x (1-m)^3 < 1 - 3 m  (for m > 0).

Lemma. x (1-m)^3 < 1 - 3 m, wherever 0 < x < 1, 0 < 2 m <= 1-x and 0 < b < b*.
Proof. Let L = x^3 + 4 x^2 + 7 x - 4 and e = (1-x) (3+x)/(x + x^2), to which b comes for 2 m = 1-x. Where
x (1-m)^3 >= 1 - 3 m instead, L <= 0 and b >= e, by the premises. Hence e >= b* and b >= b*, for
B(e) = -L (10 x^3 - 3 x^2 - 18 x + 27)/(x + x^2)^3 >= 0. QED

Theorem. X_t rises up to one ray and falls beyond it. Its t is more than y just if T > 0. Then X is the
greatest root of E in (0, 1), attained at (y/t, y) with the double root t of C. Else X is the only root of H
in [0, 1], attained at (1, t) with the double root t of D.
Proof.
1. Let X_t be stationary at t. If t >= y, C = C' = 0 there, and C'' = 2 b x (t-u) > 0 by the lemma. If
t <= y, D = D' = 0; D(0) = a x^2 > 0, so that the third root is negative, and D'' > 0. So the second
derivatives of X_t are negative, on both sides if t = y: X_t falls to both sides of every such t, and there is
one alone, s.
2. s and X are continuous in a and b, and s = y(X) needs T = 0: on a connected set without T = 0, s - y(X) has
one sign. T rises with a, from a negative number: for each b it is negative up to one a, and positive beyond
it. For a >= 1 no coefficient of D is negative and D has no root t > 0, so that s > y; and there
T >= 384 + 39 b^2 + 48 b > 0. For a -> 0 the ray of t^2 = a/b has R -> 1: X -> 1, y -> 1/4, while on other
rays x^2 R <= g R = 1 and R >= 1 + b t keep X_t away from 1: s -> 0 < y. So s > y for T > 0, s < y for T < 0,
and s = y for T = 0.
3. Let T <= 0: a < 1, and the proof in `along_rays` that H has one root needs no more than that.
4. Let T > 0. Then S < 0 for X <= x < 1. For a >= 1 > b/8 it is clear. Else V has a root v in (0, X], the X_t
of t = y(v) <= y(X) < s, where X_t rises: S(v) < 0. If a <= 1/4, S is concave and S(0) >= 0: it stays negative
beyond v. If a > 1/4 and b <= 8 a likewise, for then S falls for x > 0. If a > 1/4 and b > 8 a, then a < 3/8
and S falls for x > 1/4 > (b - 8 a)/(2 (1 + 4 a)), and v > 1/4, for V(1/4) < 0.
Let x in (X, 1) be a root of E. C has a multiple root t, a real one, and C > 0 for all z >= y: t < y and
u < y. C(0) < 0 says that t is not 0, and u > 0. If t > 0, G = b x (1 - t/z)^2 (z - u) rises at z = y: S > 0.
If t < 0, let m = -n: u <= y says that Q = x (1+x) n^2 - 2 (1-x) (2+x) n - (1 - x^2) >= 0, and S has the sign
of

    2 n Q/(1+x) + (1-x) (n^2 (4/(1+x) - x^2) + 2 n (1 - x^2) + x (1-x)) > 0.

Both contradict S < 0. So X, which is a root of E, is the greatest one; t is no triple root there, by 1. QED
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from symbolic_eps.minimum.problem import Region
from symbolic_eps.minimum.stationary.along_rays import double_root_beyond
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.language.condition import Condition, non_negative, positive

LARGEST = sp.Rational(29, 10)
"""Of b, where one certificate shows the lemma; a little beyond b* C may have a triple root."""

_M = parameter("m")


def beyond(b: sp.Expr) -> sp.Expr:
    """B, negative for 0 < b < b*.

    Examples
    --------
    >>> [beyond(sp.Rational(b)) for b in ("29/10", "3")]
    [-1997/500, 2]
    """
    return sp.expand(4 * b**3 - 5 * b**2 - 15 * b - 16)


def threshold() -> sp.Expr:
    """L, which rises with x; it is 0 for the x at which C may have a triple root t = y."""
    x = DECAY
    return x**3 + 4 * x**2 + 7 * x - 4


def premises(a: sp.Expr, b: sp.Expr, region: Region) -> Iterator[Claim]:
    """What the theorem needs of a and b, and the premises on x and m.

    Examples
    --------
    >>> a, b = sp.symbols("a b", real=True)
    >>> [said for _, said in premises(a, b, ())]
    ['a <= 0', 'b <= 0', 'b >= b*', 'L > 0 where t is not the greatest root', 'b < e there']
    """
    yield (*region, non_negative(-a)), f"{a} <= 0"
    yield (*region, non_negative(-b)), f"{b} <= 0"
    yield (*region, non_negative(beyond(b))), f"{b} >= b*"
    positive_l, less_e = against_lemma()
    yield positive_l, "L > 0 where t is not the greatest root"
    yield less_e, "b < e there"


def against_lemma() -> tuple[Region, Region]:
    """Where the premises are false."""
    x, m = DECAY, _M
    w = (1 - m) ** 2
    there = (*double_root_beyond(m), _not_greatest(m))
    b_less_e = (1 - x) ** 2 * (3 + x) * x * w - 2 * (1 + x) ** 2 * m * (1 - 2 * m - x * w)
    return (*there, positive(threshold())), (*there, positive(sp.expand(b_less_e)))


def greatest_root(largest: sp.Rational) -> Region:
    """Where the lemma is false for b up to this number; that b > 0 is not needed.

    For a number beyond b* there may be points.
    """
    x, m = DECAY, _M
    w = (1 - m) ** 2
    return (
        *double_root_beyond(m),
        _not_greatest(m),
        non_negative(sp.expand(largest * x**2 * (1 - x) * w - 2 * (1 + x) * m * (1 - 2 * m - x * w))),
    )


def _not_greatest(m: sp.Symbol) -> Condition:
    """u >= t."""
    return non_negative(sp.expand(DECAY * (1 - m) ** 3 - (1 - 3 * m)))
