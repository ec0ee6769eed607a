"""r* = 1 + a/p^m + b/q^2 with a, b > 0, m = 1 or 2: eps can be attained at one place alone.

Let 0 < x < 1. f = x - p x (1-x) + p q (1-x^2) is at least x^2. F >= 0 just if L = a/p^m + b/q^2 + 1 - 1/f is
not negative. For given x, call (p, q, a, b) tight if L = 0 and, for each prior v, v < 1 and L_v = 0, or v = 1
and L_v <= 0. Let s = f, U = 2 (s - s^2 - (s-x)/m), V = U - (s-x). Tight are

* inside, p, q < 1: p x (1-x) = V and q V (1+x) = U x, with m a s^2 = (s-x) p^m and 2 b s^2 = U q^2, where
  x < s, V < x (1-x) and (1+x) (s-x) < U;
* at p = 1: s = x^2 + q (1-x^2), with 2 a s^2 = 2 (s - s^2) - (s - x^2) and 2 b s^2 = q^3 (1-x^2), where
  V >= x (1-x);
* at q = 1: s = x + p (1-x), with m a s^2 = p^(m+1) (1-x) and 2 b s^2 = U, where (1+x) (s-x) <= U.

For with y = q (1+x) - x, p (1-x) y = s - x; L_p = 0 and L_q = 0 say m a s^2 = p^(m+1) (1-x) y and
2 b s^2 = p q^3 (1-x^2). At p = 1, L_p <= 0 says 2 (m a s^2 - (s-x)) = m (V - x (1-x)) >= 0. At p = q = 1,
L = a + b > 0.

Theorem. Suppose that (M) V (2 x - s) + m V' s (s-x) < 0 inside, V' the slope of V in s. If (p, q, a, b) is
tight for x, then e^-eps = x for a and b. Conversely, if 0 < X < 1, some (p, q, a, b) is tight for X.
Proof. L is continuous, and large for small p and for small q. Where it is least, and 0, the place is tight.
This is the converse, for L is least, and 0, for x = X.
Now keep x. V and U - (1+x) (s-x) are concave in s; both are 2 x (1-x) for s = x. So U = (1+x) (s-x) at one
s* > x alone, where V = x (s-x) < x (1-x), and V = x (1-x) at one s0 alone from x to s*. Tight places are a
curve: at q = 1 s rises from x to s*, inside it falls from s* to s0, and at p = 1 from s0 to x^2. Along it a
rises: at q = 1 with p; inside by (M), as (s-x) V^m/s^2 falls with s there; at p = 1 as
2 a = 1/s - 2 + x^2/s^2 falls with s. So at most one b belongs to x and a.
If L < 0 somewhere for a tight (p, q, a, b), then L is least, and 0, for some greater b, which is tight with
the same a: a contradiction. So F >= 0 for x at all priors, and F = 0 at (p, q): X = x, as F rises with x. QED

Which of the three it is. Let X2 be e^-eps over the priors with q = 1. If X2 > 0, F = F_p = 0 somewhere there
for x = X2: a and b are as above for x and some s > x with U > 0. T2 is a polynomial in a and b that is 0 if
U = (1+x) (s-x) for these, and else has the other sign than U - (1+x) (s-x). T1 is likewise for p = 1, X1 and
V - x (1-x). So X = X2 where T2 <= 0 and X2 > 0, X = X1 where T1 <= 0 and X1 > 0, and else X, if not 0, is
attained inside. `signs` shows (M) and the signs of T1 and T2, and `premises` that X2 > 0 where T2 <= 0, and
X1 > 0 where T1 <= 0.

On a side, P = n F is a cubic in the prior v that is left (for m = 1 and q = 1 a parabola), positive at v = 0
and v = 1: X1 and X2 are the least roots of its discriminant in (0, 1), with the double root of P as v, by the
theorem of `minimum.stationary.cubic_on_side`. X1 = 0 just if 4 b (1+a) >= 1; X2 = 0 just if a >= 1 for m = 1,
4 a (1+b) >= 1 for m = 2. Inside, X is a root of E, the resultant in s of both equations for a and b without
powers of x and 1 - x: of which one, `minimum.stationary.root_of_sum` tells. X = 0 just if m = 2 and
4 a b >= 1: then p q r* = p q + a q/p + b p/q >= 1, and else it is less near p = q = 0, as for m = 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import sympy as sp
from flint import fmpq

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.reductions.by_stationary_slope import is_square
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.minimum.stationary.signs_in_strip import ONE, Strip, U
from symbolic_eps.minimum.stationary.sum_of_two_terms import at, context, never
from symbolic_eps.profiles.profile import PRIORS
from verify.evidence import Evidence

Polynomial = Any
"""fmpq_mpoly, which carries no types."""


@dataclass(frozen=True)
class Terms:
    """a, b and m.

    Parameters
    ----------
    a, b : Expr
        Polynomials in the parameters.
    power : int
        m.
    """

    a: sp.Expr
    b: sp.Expr
    power: int


def terms_of(piece: ConstrainedPiece) -> Terms | None:
    """What r* is the sum of on the whole square; None where the bound has another form.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> texts = "(p**2*q**2 + c*q**2 + 3*p**2)/(p**2*q**2)", "2 + c/p + 1/q**2", "1 + c/p + 1/q"
    >>> profiles = [RiskProfile(text, ["c>0"]) for text in texts]
    >>> [terms_of(constrained(profile.pieces[0], profile)) for profile in profiles]
    [Terms(a=c, b=3, power=2), None, None]
    """
    p, q = PRIORS
    if powers_below(piece) not in ((1, 2), (2, 2)) or not is_square(piece):
        return None
    if not piece.is_by_theorem_1:
        return None
    for m in (1, 2):
        weighted = sp.cancel(piece.numerator * p**m * q**2 / piece.denominator)
        if not weighted.is_polynomial(p, q):
            continue
        terms = sp.Poly(weighted, p, q)
        a, b = terms.coeff_monomial(q**2), terms.coeff_monomial(p**m)
        same = sp.expand(weighted - (p**m * q**2 + a * q**2 + b * p**m)) == 0
        if same and a != 0 != b and a.is_polynomial() and b.is_polynomial():
            return Terms(a, b, m)
    return None


def powers_below(piece: ConstrainedPiece) -> tuple[int, int] | None:
    """Of p and q in the denominator of r*, if that is one term; a quick look before a profile's form is told.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profiles = [RiskProfile(text) for text in ("2 + 1/p + 1/q**2", "1 + 1/(p + q)")]
    >>> [powers_below(constrained(profile.pieces[0], profile)) for profile in profiles]
    [(1, 2), None]
    """
    powers = sp.Poly(piece.denominator, *PRIORS).monoms()
    return powers[0] if len(powers) == 1 else None


@lru_cache(2)
def stationary(m: int) -> Polynomial:
    """E, in x, a and b, positive for x = 1 and large a.

    Examples
    --------
    >>> [stationary(m).degrees() for m in (1, 2)]
    [(11, 6, 3), (18, 6, 5)]
    """
    s, x, a, b = context("s", "x", "a", "b").gens()
    u = _u(m, s, x)
    v = u - (s - x)
    first = m * a * s**2 * (x * (1 - x)) ** m - (s - x) * v**m
    second = 2 * b * s**2 * (v * (1 + x)) ** 2 - u**3 * x**2
    factors = [f for f, _ in first.resultant(second, "s").factor()[1] if f not in (x, x - 1)]
    if len(factors) != 1:
        raise UndecidedError("the resultant of a and b has other factors than E, x and x - 1")
    (e,) = factors
    return _without(e, 1)


@lru_cache(2)
def borders(m: int) -> tuple[Polynomial, Polynomial]:
    """T1 and T2, in a and b.

    Examples
    --------
    >>> borders(1)[1]
    16*a^3*b + 12*a^3 + 24*a^2*b^2 + 20*a^2*b + 9*a*b^3 + 13*a*b^2 + 16*a*b + 12*a - 4*b^3 - 8*b^2 - 4*b
    """
    s, x, a, b = context("s", "x", "a", "b").gens()
    u = _u(m, s, x)
    at_second = m * a * s**2 * (1 - x) ** m - (s - x) ** (m + 1), 2 * b * s**2 - (1 + x) * (s - x)
    at_first = m * a * s**2 - (s - x), 2 * b * s**2 * (1 - x**2) ** 2 - (s - x**2) ** 3
    found = []
    for k, (level, both) in enumerate(((u - (s - x**2), at_first), (u - (1 + x) * (s - x), at_second))):
        of_a, of_b = (_factors(e.resultant(level, "s")) for e in both)
        every = [
            _without(t, 2)
            for f, g in product(of_a, of_b)
            for t in _factors(f.resultant(g, "x"))
            if t.degrees()[0] == t.degrees()[1] == 0 and min(t.degrees()[2:]) > 0
        ]
        found.append(next(t for t in every if _cofactor(m, k, t) is not None))
    first, second = (-t if _seen(m, k, t) > 0 else t for k, t in enumerate(found))
    return first, second


def _u(m: int, s: Polynomial, x: Polynomial) -> Polynomial:
    return 2 * (s - s**2 - (s - x) * fmpq(1, m))


def _factors(polynomial: Polynomial) -> list[Polynomial]:
    return [f for f, _ in polynomial.factor()[1]]


def _without(polynomial: Polynomial, first: int) -> Polynomial:
    """The same without its first variables, which do not occur."""
    names = "s", "x", "a", "b"
    return context(*names[first:]).from_dict({e[first:]: c for e, c in polynomial.to_dict().items()})


def _cofactor(m: int, side: int, border: Polynomial) -> Polynomial | None:
    """A polynomial in a and b at the places of a side, over what is 0 at the border; None if it is no factor.

    Times powers of denominators. On p = 1 (side 0) in x and q, on q = 1 in k = x/s and s.
    """
    if side == 0:
        x, q = context("x", "q").gens()
        s = x**2 + q * (1 - x**2)
        a, b = (2 * (s - s**2) - (s - x**2), 2 * s**2), (q**3 * (1 - x**2), 2 * s**2)
        level = _u(m, s, x) - (s - x**2)
    else:
        k, s = context("k", "s").gens()
        x = k * s
        a, b = ((s - x) ** (m + 1), m * s**2 * (1 - x) ** m), (_u(m, s, x), 2 * s**2)
        level = _u(m, s, x) - (1 + x) * (s - x)
    quotient, rest = divmod(at(border, (a, b)), level)
    return quotient if rest == 0 else None


def _seen(m: int, side: int, border: Polynomial) -> int:
    """The sign of the cofactor at all places of the side; 0 where that is not seen.

    At q = 1, U > 0 says that s < 1 - (1 - k)/m.
    """
    cofactor = _cofactor(m, side, border)
    return 0 if cofactor is None else _side(m, side).sign_of(cofactor)


def _side(m: int, side: int) -> Strip:
    """All its places, as in `_cofactor`."""
    high = (ONE, ONE) if side == 0 else (1 - (1 - U) * fmpq(1, m), ONE)
    return Strip((fmpq(0), fmpq(1)), (0 * ONE, ONE), high)


def near(m: int) -> Iterator[Strip]:
    """In k = x/s and s, all places with 0 < p < 1, inside or with q > 1: from s0 to where V = 0."""
    highest = (3 * U - 1, 2 * ONE) if m == 1 else (U, ONE)
    if m == 1:
        yield Strip((fmpq(1, 3), fmpq(1, 2)), (0 * ONE, ONE), highest)
    yield Strip((fmpq(1, 2) if m == 1 else fmpq(0), fmpq(1)), lowest(m), highest)


def lowest(m: int) -> tuple[Polynomial, Polynomial]:
    """s0 as a function of k; for m = 1 it is no more than 0 for k <= 1/2."""
    return 1 - 2 * (1 - U) * fmpq(1, m), 2 - U**2


@lru_cache(2)
def signs(m: int) -> tuple[Evidence, ...]:
    """(M), wherever 0 < p < 1, and the signs of T1 and T2 where their sides decide; or UndecidedError.

    Examples
    --------
    >>> {str(shown.grade) for shown in signs(1)}
    {'exact'}
    """
    k, s = context("k", "s").gens()
    v, slope = _u(m, s, k * s) - (s - k * s), 2 * (1 - 2 * s - fmpq(1, m)) - 1
    falls = v * (2 * k - 1) + m * slope * s * (1 - k)
    shown = [e for strip in near(m) for e in strip.evidence(-falls, "a rises along the tight places inside")]
    for side, border in enumerate(borders(m)):
        cofactor, said = _cofactor(m, side, border), f"T{side + 1} has its sign where its side decides"
        if cofactor is None:
            raise UndecidedError(f"not shown: {said}")
        shown += _side(m, side).evidence(-cofactor, said)
    return tuple(shown)


def premises(m: int) -> Iterator[Claim]:
    """What the theorem rests on besides, as signs for h, w > 0 that no point may have.

    Examples
    --------
    >>> [said for _, said in premises(1)][-2:]
    ['T1 <= 0, but X1 = 0', 'T2 <= 0, but X2 = 0']
    """
    h, w = context("h", "w").gens()
    beyond = (1 + 4 * w, 4 * (1 + h))  # 4 b (1 + a) >= 1 for a = h, 4 a (1 + b) >= 1 for b = h
    first, second = borders(m)
    yield never(-at(first, ((h, h**0), beyond))), "T1 <= 0, but X1 = 0"
    near = ((1 + h, h**0), (w, h**0)) if m == 1 else (beyond, (h, h**0))
    yield never(-at(second, near)), "T2 <= 0, but X2 = 0"
