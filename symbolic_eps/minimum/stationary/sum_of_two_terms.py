"""r* = 1 + a/p + b/q with a > 0 and 0 < b < 1, for which the end p = 1 may decide.

Let X be e^-eps, X1 and X2 its values over the priors with p = 1 and with q = 1, and s = 1/r*. F >= x^2 - s,
s <= p/a and s <= q/b: X is attained, and depends continuously on a and b. Where F = F_p = F_q = 0,

    a s^2 x (1 - x) = (2 x - s - s^2) (s - x),    b s^2 (1 + x) (2 x - s - s^2) = x (x - s^2)^2,

so that x is a root of E, which is left without s, times x and 1 + x; let E(1) > 0.

The end p = 1. There F = F_q = 0 gives x^2 = (1 + a) s^2 and b s^2 (1 - x^2) = (s - x^2)^2, that is,
(1 + a + b) x^2 - 2 sqrt(1 + a) x + 1 - b = 0; X1 is the lesser root. With h, w > 0,

    X1 = 1/(1 + h),    a = h (h + 2 w + 2)/(1 + w)^2,    b = h w^2/((h + 2) (1 + w)^2)

are all a > 0, 0 < b < 1. M is E(X1) without positive factors, N the product of its values at both roots x,
again without factors that are positive at X1. It is N0 + sqrt(1 + a) N1; where N0 and N1 are not both >= 0 or
both < 0, (1 + a) N1^2 - N0^2 has the sign of N, or, where N1 < 0, the other one.

The end q = 1. There F = F_p = 0 where, with m = s, a = (m - x)^2/((1 - x) m^2) and b = x/m^2 - 1. F_q has the
sign of S = m^2 + m (1 + x) - x^2 - 2 x, and S that of T, a polynomial in a and b that rises with a.

Theorem. Where T <= 0, X = X2; where T > 0 and M >= 0, X = X1.
Proof, from the signs of `premises`.
(i) Where T <= 0, X1 < X2, as the polynomial of X2 is positive at X1 and falls there. Where T < 0, E(X2) < 0.
Suppose that X > X2 at some a and b with T < 0. Then F(X) = 0 at p, q < 1, and E(X) = 0. Let a fall to 0: T
stays < 0. If X = X2 at the first a where that is so, E(X2) = 0 there, a contradiction. Else X, which rises,
tends to its value 1/(1 + b) for r* = 1 + b/q, and E to (1 - x)^2 (1 - x - b (1 + x)) but for the sign, which
is not 0 there. So X = X2; where T = 0, in the limit.
(ii) Let T > 0. If X > X1, then p < 1 where F(X) = 0; and q < 1, for else F_p = 0 and F_q <= 0 there, against
S > 0. So E(X) = 0. But where M >= 0, the coefficients of (1 + t)^7 E((X1 t + 1)/(1 + t)) are positive, but
for that of t^7, E(X1) >= 0: no root of E is between X1 and 1. QED
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy as sp
from flint import fmpq_mpoly_ctx

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.polynomials import outside
from symbolic_eps.minimum.problem import Region
from symbolic_eps.minimum.roots.isolation import WHOLE
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.language.condition import Condition, non_negative, positive

AT_FIRST = "no value of eps is stationary inside the ranges of both priors below that at the end"

Polynomial = Any
"""fmpq_mpoly, which carries no types."""

Quotient = tuple[Polynomial, Polynomial]

H, W = parameter("h"), parameter("w")


def terms_of(piece: ConstrainedPiece) -> tuple[sp.Expr, sp.Expr] | None:
    """a and b of r* = 1 + a/p + b/q; None where the bound has another form.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("(2*p*q + 2*a*q + p)/(2*p*q)", ["a>0"])
    >>> terms_of(constrained(profile.pieces[0], profile))
    (a, 1/2)
    """
    p, q = PRIORS
    weighted = sp.cancel(piece.numerator * p * q / piece.denominator)
    if piece.priors or not weighted.is_polynomial(p, q):
        return None
    if not piece.is_by_theorem_1:
        return None
    a, b = (sp.Poly(weighted, p, q).coeff_monomial(v) for v in (q, p))
    same = sp.expand(weighted - (p * q + a * q + b * p)) == 0
    return (a, b) if same and a.is_polynomial() and b.is_polynomial() else None


def at(polynomial: Polynomial, values: Sequence[Quotient]) -> Polynomial:
    """At quotients with positive denominators, whose powers it is multiplied with; by Horner's rule.

    Examples
    --------
    >>> h, w = context("h", "w").gens()
    >>> x, y = context("x", "y").gens()
    >>> at(x**2 * y - 3 * y + 1, ((h, 1 + h), (w, h**0)))
    -2*h^2*w + h^2 - 6*h*w + 2*h - 3*w + 1
    """
    return _horner(polynomial.to_dict(), values, polynomial.degrees())


def _horner(terms: Mapping[tuple[int, ...], Any], values: Sequence[Quotient], most: Sequence[int]) -> Any:
    """By the last of the variables first; a number where there is none."""
    if not values:
        return sum(terms.values())
    (top, bottom), degree = values[-1], most[-1]
    parts: list[dict[tuple[int, ...], Any]] = [{} for _ in range(degree + 1)]
    for powers, c in terms.items():
        parts[powers[-1]][powers[:-1]] = c
    whole, below = 0, bottom**0
    for part in reversed(parts):
        whole = whole * top + (_horner(part, values[:-1], most[:-1]) * below if part else 0)
        below = below * bottom
    return whole


def bare(polynomial: Polynomial) -> Polynomial:
    """Without factors that are positive where all variables are."""
    constant, factors = polynomial.factor()
    bare = polynomial**0 * (1 if constant > 0 else -1)
    for factor, times in factors:
        signs = {c > 0 for c in factor.coeffs()}
        if signs == {False}:
            bare = bare * (-1) ** times
        elif len(signs) > 1:
            bare = factor**times * bare
    return bare


def _longest(polynomial: Polynomial) -> Polynomial:
    return max((factor for factor, _ in polynomial.factor()[1]), key=len)


def context(*names: str) -> Any:
    """The ring of polynomials in these variables."""
    return fmpq_mpoly_ctx.get(names)


def _without_first(polynomial: Polynomial, *names: str) -> Polynomial:
    """The same without its first variable, which does not occur."""
    return context(*names).from_dict({e[1:]: c for e, c in polynomial.to_dict().items()})


@lru_cache(1)
def stationary() -> Polynomial:
    """E, in x, a, b.

    Examples
    --------
    >>> stationary().degrees()
    (7, 4, 3)
    """
    s, x, a, b = context("s", "x", "a", "b").gens()
    pivot = 2 * x - s - s**2
    first = pivot * (s - x) - a * s**2 * x * (1 - x)
    second = x * (x - s**2) ** 2 - b * s**2 * (1 + x) * pivot
    e = _without_first(_longest(first.resultant(second, "s")), "x", "a", "b")
    a, b = context("a", "b").gens()
    at_one = at(e, ((a**0, 1), (a, 1), (b, 1)))
    return e if all(c > 0 for c in at_one.coeffs()) else -e


@lru_cache(1)
def at_first() -> tuple[Quotient, Quotient, Quotient]:
    """x = X1, a and b in h and w."""
    h, w = context("h", "w").gens()
    return (h**0, 1 + h), (h * (h + 2 * w + 2), (1 + w) ** 2), (h * w**2, (h + 2) * (1 + w) ** 2)


@dataclass(frozen=True)
class Ends:
    """Polynomials in a and b by which the ends are compared; those of X1 and X2 in x besides.

    Parameters
    ----------
    first, second : Polynomial
        X1 and X2 are their least positive roots.
    border : Polynomial
        T.
    even, odd : Polynomial
        N0 and N1.
    """

    first: Polynomial
    second: Polynomial
    border: Polynomial
    even: Polynomial
    odd: Polynomial

    def cells(self, a: sp.Expr, b: sp.Expr) -> Iterator[Region]:
        """Where T > 0 and M >= 0, apart from each other."""
        even, odd = (outside(f, (a, b)) for f in (self.even, self.odd))
        root = sp.expand((1 + a) * odd**2 - even**2)
        yield non_negative(even), non_negative(odd)
        yield positive(-even), non_negative(odd), non_negative(root)
        yield non_negative(even), positive(-odd), non_negative(-root)

    def beyond(self, a: sp.Expr, b: sp.Expr) -> Iterator[Region]:
        """Where T > 0 and M < 0, likewise."""
        even, odd = (outside(f, (a, b)) for f in (self.even, self.odd))
        root = sp.expand((1 + a) * odd**2 - even**2)
        yield positive(-even), positive(-odd)
        yield positive(-even), non_negative(odd), positive(-root)
        yield non_negative(even), positive(-odd), positive(root)


@dataclass(frozen=True)
class _Norm:
    """M as a polynomial in k = sqrt(1 + a) and y = X1, and N in k and b."""

    along: Polynomial
    norm: Polynomial


@lru_cache(1)
def norm_of_ends() -> _Norm:
    """M and N, N with the sign of M."""
    k, y = context("k", "y").gens()
    along = _longest(at(stationary(), ((y, 1), (k**2 - 1, 1), ((1 - k * y) ** 2, 1 - y**2))))
    moved, m = bare(at(along, _root_and_x())), bare(at(stationary(), at_first()))
    along = along if moved.leading_coefficient() * m.leading_coefficient() > 0 else -along
    k, y, b = context("k", "y", "b").gens()
    both = (k**2 + b) * y**2 - 2 * k * y + 1 - b
    wide = context("k", "y", "b").from_dict({(*e, 0): c for e, c in along.to_dict().items()})
    found = _longest(wide.resultant(both, "y"))
    norm = context("k", "b").from_dict({(e[0], e[2]): c for e, c in found.to_dict().items()})
    return _Norm(along, norm if _beside(norm, m)(1, 1) > 0 else -norm)


def _root_and_x() -> tuple[Quotient, Quotient]:
    h, w = context("h", "w").gens()
    return (1 + w + h, 1 + w), (h**0, 1 + h)


def _beside(norm: Polynomial, m: Polynomial) -> Polynomial:
    """N over M, but for positive factors."""
    moved = bare(at(norm, (_root_and_x()[0], at_first()[2])))
    return exact_quotient(moved, m)


@lru_cache(1)
def ends() -> Ends:
    """The polynomials that say which end decides, or that none does."""
    q, x, a, b = context("q", "x", "a", "b").gens()
    risk = (1 + a) * q + b  # q r* at p = 1
    first = _longest((risk * ((1 - q) * x**2 + q) - q).discriminant("q"))
    risk = (1 + b) * q + a  # p r* at q = 1, q in the place of p
    second = _longest((risk * ((1 - q) * x + q) - q).discriminant("q"))
    m, a, b = context("m", "a", "b").gens()
    x = (1 + b) * m  # x/m
    slope = m + 1 + x * m - x**2 * m - 2 * x
    border = _longest(((1 - x) ** 2 - a * (1 - x * m)).resultant(slope, "m"))
    a, b = context("a", "b").gens()
    parts = [0 * a, 0 * a]
    for (power, of_b), c in norm_of_ends().norm.to_dict().items():
        parts[power % 2] += c * (1 + a) ** (power // 2) * b**of_b
    border = _without_first(border, "a", "b")
    rising = border if border(1, 0) > 0 else -border
    on_first, on_second = (_without_first(f, "x", "a", "b") for f in (first, second))
    return Ends(on_first, on_second, rising, parts[0], parts[1])


def premises() -> Iterator[Claim]:
    """What the theorem rests on, as signs for all h, w > 0 that no point may have."""
    e, parts, first = stationary(), ends(), at_first()
    m, border = bare(at(e, first)), bare(at(parts.border, first[1:]))
    _demand(at(parts.first, first) == 0, "X1 is another root")
    for f in (-parts.second, parts.second.derivative(0)):
        yield never(-border, bare(at(f, first))), "T <= 0, but X1 >= X2"
    yield never(-bare(parts.border.derivative(0))), "T does not rise with a"
    yield from _at_second(e, parts)
    for k, coefficient in enumerate(_above(e, first)):
        yield never(m, -coefficient), f"the coefficient of t^{k} is not positive where M >= 0"
    norm = norm_of_ends()
    yield never(-_beside(norm.norm, m)), "N has another sign than M"


def _at_second(e: Polynomial, parts: Ends) -> Iterator[Claim]:
    """T has the sign of S, and E(X2) < 0 where S < 0; there m < 4 x/(2 + 3 x - x^2)."""
    m, x = context("m", "x").gens()
    values = ((x, 1), ((m - x) ** 2, (1 - x) * m**2), (x - m**2, m**2))
    slope = m**2 + m * (1 + x) - x**2 - 2 * x
    _demand(at(parts.second, values) == 0, "X2 is another root")
    h, w = context("h", "w").gens()
    u = 1 + h
    between = ((h**0, u), (u + w, u**2 * (1 + w)))  # m, and x from m^2 to m
    yield never(-bare(at(exact_quotient(at(parts.border, values[1:]), slope), between))), "T and S differ"
    high = 2 * u**2 + 3 * u - 1
    near = ((w * high + 4 * u**2, u * high * (1 + w)), (h**0, u))  # m from x to the largest, and x
    yield never(bare(at(exact_quotient(at(e, values), slope**2), near))), "E(X2) >= 0 where S < 0"
    yield never(-bare(at(slope, ((4 * u, high), near[1])))), "S <= 0 at the largest m"


def exact_quotient(polynomial: Polynomial, factor: Polynomial) -> Polynomial:
    """Of polynomials without remainder, or UndecidedError.

    Examples
    --------
    >>> (x,) = context("x").gens()
    >>> exact_quotient(x**2 - 1, x + 1)
    x - 1
    """
    quotient, rest = divmod(polynomial, factor)
    _demand(rest == 0, "a polynomial has not the factor that it should have")
    return quotient


def _demand(holds: bool, otherwise: str) -> None:
    if not holds:
        raise UndecidedError(otherwise)


def _above(e: Polynomial, values: tuple[Quotient, Quotient, Quotient]) -> list[Polynomial]:
    """The coefficients of (1 + t)^7 E((X1 t + 1)/(1 + t)) without positive factors, but for the last."""
    return [bare(part) for part in coefficients_above(e, values[0], values)[:-1]]


def coefficients_above(
    e: Polynomial, low: Quotient, values: tuple[Quotient, Quotient, Quotient]
) -> list[Polynomial]:
    """The coefficients of (1 + t)^7 E((low t + 1)/(1 + t)), that of 1 first."""
    t = context("h", "w", "t").gens()[2]
    (top, bottom), a, b = (tuple(map(_wider, pair)) for pair in (low, *values[1:]))
    return by_power(at(e, ((top * t + bottom, bottom * (1 + t)), a, b)), 2)


def _wider(part: Polynomial) -> Polynomial:
    if isinstance(part, int):
        return part
    return context("h", "w", "t").from_dict({(*e, 0): c for e, c in part.to_dict().items()})


def by_power(polynomial: Polynomial, index: int = 1) -> list[Polynomial]:
    """The coefficients of the powers of one variable, as polynomials in h and w, the lowest first."""
    parts: list[dict[tuple[int, int], Any]] = [{} for _ in range(polynomial.degrees()[index] + 1)]
    for exponents, c in polynomial.to_dict().items():
        h, w = exponents[0], (0 if index == 1 else exponents[1])
        parts[exponents[index]][h, w] = c
    return [context("h", "w").from_dict(part) for part in parts]


def never(*signs: Polynomial, strict: bool = False) -> tuple[Condition, ...]:
    """All of them are >= 0, or the last > 0, for h, w > 0."""
    told = [outside(sign, (H, W)) for sign in signs]
    last = positive(told[-1]) if strict else non_negative(told[-1])
    return positive(H), positive(W), *map(non_negative, told[:-1]), last


def branch_at_first(own: Region, a: sp.Expr, b: sp.Expr) -> Branch:
    """X1, attained at p = 1."""
    p, q = PRIORS
    x = DECAY
    polynomial = sp.expand(-outside(ends().first, (x, a, b)))
    s = 2 * x**2 / ((1 + a + b) * x**2 + 1 - b)
    attained = Attainment((), {p: sp.S.One, q: sp.factor((s - x**2) / (1 - x**2))}, AttainmentKind.POINT)
    steps = (
        Step(StepKind.REDUCTION, words=AT_FIRST),
        Step(StepKind.END, p, value=sp.S.One),
        Step(StepKind.CRITICAL, q),
    )
    side = non_negative(sp.expand(1 - b - (1 + a + b) * x**2))
    return Branch(own, polynomial, None, (attained,), WHOLE, steps, (side,))


def stationary_in(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    """E."""
    return sp.expand(outside(stationary(), (DECAY, a, b)))


def border_of(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    """T."""
    return sp.expand(outside(ends().border, (a, b)))
