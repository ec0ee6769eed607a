"""Which root of E is X where it is attained inside, for r* = 1 + a/p^m + b/q^2.

In the words of `minimum.stationary.sum_of_powers`, call (x, s) near if x < s and 0 < V < x (1-x), so that 0
< p < 1, whatever q > 0 is. Let k = x/s. Then s0 < s, and

    a m s k^m (1 - k s)^m = (1-k) (V/s)^m,    V/s = 3 k - 1 - 2 s for m = 1,  2 (k - s) for m = 2,

and b is rational in k and s as well. For s = s0, p = 1 and both cases meet: there x, a and b are functions
x0, a0 and b0 of k alone, k from 1/2 to 1 for m = 1, from 0 to 1 for m = 2. Of b let 4 a b < 1 if m = 2.
Shown are:

* At near places a falls as s rises while x is kept, and b falls as x rises while a is kept. E is positive
  for x, a and all greater b (`near_signs`).
* x0 rises with k, and a0 falls. T1 < 0 for a0 and all b < b0 (`border_signs`).
* Let A be 7/8 for m = 1, and 1/2 for m = 2. If a0 <= A, E(y, a0, b) > 0 for b > b0, x0 <= y < 1
  (`small_signs`).
* Let a0 >= A and b > b0, and let d_j be the coefficients of w^j in (1+w)^N E(x0 w/(1+w), a0, b), where E has
  degree N in its variable y. Then d_N > 0, d_0 < 0 for m = 1, and d_0 > 0 for m = 2. For m <= j < N, and L_j
  >= 0 and M_j > 0 as in `WEIGHTS`, L_j d_(j-1) + M_j d_(j+1) > d_j (`large_signs`).

Theorem. Where a <= A, X is the greatest root of E in (0, 1). Where a > A, it is the least one for m = 1, and
the 2nd least one for m = 2, multiple ones counted as often.
Proof. Choose k with a0 = a. There e^-eps = x0 for a and b0. As T1 > 0, b > b0. So X < x0: eps does not fall
as b rises, and only one b belongs to x0 and a.
Any y < x0 is x0 at a smaller k, where a0 > a. As s rises from there to V = 0, a falls from a0 to 0, so that
one near place belongs to y and a. These places are a curve, along which b falls as y rises. At y = X it is
b, so for X < y < x0 it is less, and E(y, a, b) > 0: X is the greatest root in (0, x0). For a <= A there is
none from x0.
Let a > A. Suppose d_i < 0 <= d_(i+1), i + 1 < N. Let e_(i+1) = M_(i+1) and e_j = M_j/(1 - L_j e_(j-1)),
where L_j e_(j-1) < 1. Then d_j < e_j d_(j+1) and d_(j+1) > 0 for all j > i, by induction. First, M_j d_(j+1)
> d_j for j = i + 1. Next, M_j d_(j+1) > d_j - L_j d_(j-1) > (1 - L_j e_(j-1)) d_j > 0. So the negative d_j
are one block.
By Descartes' rule E has as many roots from 0 to x0 as signs change, or an even number less: one for m = 1, 2
or none for m = 2. X is one of them, and the greatest. QED
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest

import sympy as sp
from flint import fmpq

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.stationary.signs_in_strip import Polynomial, evidence_along
from symbolic_eps.minimum.stationary.sum_of_powers import borders, lowest, near, stationary
from symbolic_eps.minimum.stationary.sum_of_two_terms import Quotient, at, context
from verify.evidence import Evidence


def _number(text: str) -> fmpq:
    number = sp.Rational(text)
    return fmpq(int(number.p), int(number.q))


LARGEST = {1: sp.Rational(7, 8), 2: sp.Rational(1, 2)}
"""A, by m."""

FROM = {1: fmpq(8, 11), 2: fmpq(1, 2)}
"""A k with a0 > A."""

UP_TO = {1: fmpq(11, 15), 2: fmpq(5, 8)}
"""A k with a0 < A."""

_BEFORE = {1: "", 2: "6 3 3/2 1"}
_AFTER = {
    1: "1/5 1/3 1/2 2/3 1 4/3 2 10/3 6 20",
    2: "1/15 1/9 2/11 1/4 4/9 3/5 4/5 1 4/3 5/3 2 3 4 6 10 20",
}

WEIGHTS = {
    m: [*zip_longest(*(map(_number, text[m].split()) for text in (_BEFORE, _AFTER)), fillvalue=fmpq(0))]
    for m in LARGEST
}
"""L_j and M_j from j = m on, by m."""

GREATEST = -1
"""Of the roots in (0, 1), as in `Branch`."""


def number_of(m: int, small: bool) -> int:
    """Which root of E X is, as in `Branch`, for a <= A if `small`, or else for a > A."""
    return GREATEST if small else m


@lru_cache(4)
def signs_of_root(m: int, small: bool) -> tuple[Evidence, ...]:
    """What the theorem rests on, for a <= A if `small`, or else for a > A; or UndecidedError.

    Examples
    --------
    >>> {str(shown.grade) for shown in signs_of_root(1, small=False)}
    {'exact'}
    """
    return (*near_signs(m), *border_signs(m), *(small_signs(m) if small else large_signs(m)))


@lru_cache(2)
def near_signs(m: int) -> tuple[Evidence, ...]:
    """How a and b change from one near place to another, and that E > 0 for greater b; or UndecidedError."""
    k, s, t = context("k", "s", "t").gens()
    u = 2 * (1 - s - (1 - k) * fmpq(1, m))  # U/s
    v = u - (1 - k)
    a = (1 - k) * v**m, m * s * k**m * (1 - k * s) ** m
    b = u**3 * k**2 * s, 2 * v**2 * (1 + k * s) ** 2
    a_k, a_s, b_k, b_s = (_slope(f, i) for f in (a, b) for i in (0, 1))
    greater = _coefficients(at(stationary(m), ((k * s, k**0), a, _above(m, a, b, t))), 2)
    if greater[0] != 0:
        raise UndecidedError("E is not 0 at the places inside")
    places = context("k", "s")
    signs = [
        (k * a_k - s * a_s, "a falls as s rises while x is kept"),
        (b_k * a_s - b_s * a_k, "b falls as x rises while a is kept"),
        *((c, f"E > 0 for greater b, coefficient {j}") for j, c in enumerate(greater)),
    ]
    return tuple(
        shown
        for sign, said in signs
        if sign != 0
        for strip in near(m)
        for shown in strip.evidence(places.from_dict({e[:2]: c for e, c in sign.to_dict().items()}), said)
    )


@lru_cache(2)
def border_signs(m: int) -> tuple[Evidence, ...]:
    """How x0 and a0 change with k, and that T1 < 0 for less b; or UndecidedError."""
    k, t = context("k", "t").gens()
    x, a, b = _border(m, k)
    less = at(borders(m)[0], (a, (b[0], b[1] * (1 + t))))
    signs = [
        (_slope(x, 0), "x0 rises with k"),
        (-_slope(a, 0), "a0 falls as k rises"),
        (-less, "T1 < 0 for a0 and b < b0"),
    ]
    whole = (fmpq(1, 2) if m == 1 else fmpq(0), fmpq(1))
    return tuple(shown for sign, said in signs for shown in evidence_along(sign, whole, said))


def small_signs(m: int) -> Iterator[Evidence]:
    """E > 0 from x0 on where a0 <= A."""
    k, t, w = context("k", "t", "w").gens()
    x, a, b = _border(m, k)
    _demand(a, FROM[m], m, 1)
    above = at(stationary(m), ((x[0] * w + x[1], x[1] * (1 + w)), a, _above(m, a, b, t)))
    for sign, said in ((above, "E > 0 from x0 to 1"), (_coefficients(above, 2)[-1], "E > 0 at x0")):
        yield from evidence_along(sign, (FROM[m], fmpq(1)), said)


def large_signs(m: int) -> Iterator[Evidence]:
    """How d_0 to d_N compare where a0 >= A."""
    k, t, w = context("k", "t", "w").gens()
    x, a, b = _border(m, k)
    _demand(a, UP_TO[m], m, -1)
    d = _coefficients(at(stationary(m), ((x[0] * w, x[1] * (1 + w)), a, _above(m, a, b, t))), 2)
    ends = (fmpq(1, 2) if m == 1 else fmpq(0), UP_TO[m])
    n = stationary(m).degrees()[0]
    yield from evidence_along(d[n], ends, "d_N > 0")
    yield from evidence_along(d[0], ends, "the sign of d_0", -1 if m == 1 else 1)
    weights, e = WEIGHTS[m], fmpq(0)
    if len(weights) != n - m or len(d) != n + 1:
        raise UndecidedError("E has another degree")
    for j, (before, after) in enumerate(weights, start=m):
        if not (before >= 0 < after and before * e < 1):
            raise UndecidedError("the negative d_j may not be one block")
        e = after / (1 - before * e)
        yield from evidence_along(before * d[j - 1] + after * d[j + 1] - d[j], ends, f"d_{j} in its place")


def _border(m: int, k: Polynomial) -> tuple[Quotient, Quotient, Quotient]:
    """x0, a0 and b0."""
    top, below = (sum((f[i] * k**i for i in range(f.degree() + 1)), 0 * k) for f in lowest(m))
    a = (1 - k) * below, m * top
    b = top * (below - k**2 * top) ** 3, 2 * (below**2 - k**2 * top**2) ** 2
    return (k * top, below), a, b


def _demand(a: Quotient, k: fmpq, m: int, sign: int) -> None:
    """That a0 - A has this sign at a k."""
    top, below = (f(k, *[0] * (len(f.context().names()) - 1)) for f in a)
    if not (below > 0 and sign * (top / below - _number(str(LARGEST[m]))) > 0):
        raise UndecidedError("A is not between a0 at both ends")


def _above(m: int, a: Quotient, b: Quotient, t: Polynomial) -> Quotient:
    """b + t, or for m = 2 what is from b to 1/(4 a) as t is from 0 to infinity."""
    return (
        (b[0] + t * b[1], b[1]) if m == 1 else (4 * a[0] * b[0] + t * a[1] * b[1], 4 * a[0] * b[1] * (1 + t))
    )


def _slope(quotient: Quotient, variable: int) -> Polynomial:
    """Times the square of the denominator."""
    top, below = quotient
    return top.derivative(variable) * below - top * below.derivative(variable)


def _coefficients(polynomial: Polynomial, variable: int) -> list[Polynomial]:
    """Of the powers of a variable, the lowest first."""
    parts: list[dict[tuple[int, ...], fmpq]] = [{} for _ in range(polynomial.degrees()[variable] + 1)]
    for powers, c in polynomial.to_dict().items():
        parts[powers[variable]][*powers[:variable], 0, *powers[variable + 1 :]] = c
    return [polynomial.context().from_dict(part) for part in parts]
