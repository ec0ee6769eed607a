"""The certificate of "bound" for r* = 1 + a p/q + b q/p at X, the root of its polynomial m, from its factors.

In the words of `symbolic_eps.minimum.stationary.along_rays`, with v = p q r* = p q + a p^2 + b q^2 and
P = v G(X) - p q, by the two forms of f on a ray,

    4 (1+X) q P = p^3 (4 (1+X) C)(q/p) + v p (1-X) (2 (1+X) q - X)^2,
    p P = p^3 D(q/p) + v (1-p) (1-X) (X p - (1+X) q (1+p)).

Let c be a number with c < y. For q <= c p the last factor is (1+X) (1+p) (c p - q) + p (X - 2 (1+X) c) +
p (1+X) c (1-p), so that all but D is not negative there. One of the two cubics is k (q - t p)^2 (q - u p)
at X, with t and u in Q(X): C for q >= c p, where u < c, or D for q <= c p, where u < 0. The other one is
positive on its part: its form in the two variables that are not negative there, p or q and the distance to
the line, has no negative coefficient after enough factors that are their sum (Polya).

What is a polynomial in X alone and positive is so between ends that are near enough: in powers of the
distances to them it has no negative coefficient (Bernstein). An identity of the kernel needs no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, prod
from typing import Any

import sympy as sp
from sympy.polys.polyerrors import NotInvertible
from sympy.polys.rings import PolyElement, PolyRing

from symbolic_eps.decision.claims import Claim
from symbolic_eps.decision.sharpness import Root
from symbolic_eps.minimum.stationary.along_rays import inside_cubic, side_cubic
from symbolic_eps.theory.symbols import DECAY
from verify import kernel
from verify.certificates.certificate import Certificate, assembled
from verify.search.facts import by_kind

MOST_FACTORS = 24
"""Of Polya's, at most."""

CLOSE = Fraction(1, 10**30)
"""t and y may be the same number."""

SHARES = (Fraction(1, 2), Fraction(3, 4), Fraction(1, 4), Fraction(15, 16), Fraction(1, 16))
"""Where c is tried, between the numbers that it has to lie between."""

RING = PolyRing("p, q, x", sp.QQ)
P, Q, X = RING.gens

Ends = tuple[Fraction, Fraction]


class NotFoundError(Exception):
    """These factors give no certificate."""


@dataclass(frozen=True)
class Product:
    """A number > 0, times facts that are not negative, times a square.

    Parameters
    ----------
    weight : Fraction
        The number.
    facts : tuple of PolyElement
        Each as many times as it occurs.
    root : PolyElement or None
        What is squared.
    """

    weight: Fraction
    facts: tuple[PolyElement, ...] = ()
    root: PolyElement | None = None

    @property
    def value(self) -> PolyElement:
        """Multiplied out."""
        return prod(self.facts, start=_number(self.weight)) * (
            RING.one if self.root is None else self.root**2
        )

    def __mul__(self, other: Product) -> Product:
        """The product of two, of which one has no square."""
        root = other.root if self.root is None else self.root
        return Product(self.weight * other.weight, (*self.facts, *other.facts), root)

    def __pow__(self, power: int) -> Product:
        """Of one without a square."""
        return Product(self.weight**power, self.facts * power)


Sum = list[Product]


def certificate_along_rays(
    claim: Claim, terms: tuple[Fraction, Fraction], root: Root, around: Ends
) -> Certificate | None:
    """The certificate of "bound"; None where these factors do not give it. The kernel has not judged it yet.

    Parameters
    ----------
    claim : Claim
        That of `symbolic_eps.decision.claims.bound_claims`, for all priors.
    terms : tuple of Fraction
        a and b.
    root : Root
        X.
    around : tuple of Fraction
        Ends between which the claim knows X.
    """
    ring, systems = kernel.systems(claim)
    facts = [_Facts([*ring.atoms], facts) for facts in systems]
    rays = Rays(*terms, root, around)
    for inside in (True, False):
        for cut in rays.cuts(inside):
            with suppress(NotFoundError):
                beyond, below = rays.beyond(cut, inside), rays.below(cut, inside)
                node = facts[0].split(Q - cut * P, [beyond, below], rays)
                return assembled(claim, [node, *(one.undefined() for one in facts[1:])])
    return None


@dataclass(frozen=True)
class Rays:
    """What is not negative on the two sides of the line q = c p; a and b of r*, X, and ends near it."""

    a: Fraction
    b: Fraction
    root: Root
    around: Ends

    @cached_property
    def x(self) -> PolyElement:
        """X: a number, or its name."""
        low, high = self.around
        return _number(low) if low == high else X

    @cached_property
    def modulus(self) -> PolyElement:
        """m."""
        powers = (_number(c) * X**k for k, c in enumerate(self.root.polynomial))
        return sum(powers, RING.zero) if self.x == X else X - self.x

    @cached_property
    def weights(self) -> Sum:
        """v."""
        return [Product(Fraction(1), (P, Q)), Product(self.a, (P, P)), Product(self.b, (Q, Q))]

    @cached_property
    def bound(self) -> PolyElement:
        """What has to be shown to be >= 0, called P above."""
        risk = P * (1 - Q) * self.x**2 + (1 - P) * self.x + P * Q
        return sum((w.value for w in self.weights), RING.zero) * risk - P * Q

    def cubic(self, inside: bool) -> list[PolyElement]:
        """4 (1+X) C, or D, the highest coefficient first."""
        a, b = (sp.Rational(c.numerator, c.denominator) for c in (self.a, self.b))
        cubic = (inside_cubic if inside else side_cubic)(a, b)
        return [RING.from_expr(sp.expand(c).subs(DECAY, sp.Symbol("x"))).compose(X, self.x) for c in cubic]

    @cached_property
    def places(self) -> Mapping[bool, tuple[PolyElement, PolyElement]]:
        """t and u of both cubics, as if they had such squares; one that cannot have it is left out."""
        found = {}
        for inside in (True, False):
            c3, c2, c1, c0 = self.cubic(inside)
            with suppress(NotInvertible):
                double = self._quotient(9 * c3 * c0 - c2 * c1, 2 * (c2**2 - 3 * c3 * c1))
                found[inside] = double, self._quotient(-c2, c3) - 2 * double
        return found

    def _quotient(self, top: PolyElement, bottom: PolyElement) -> PolyElement:
        """At X, as a polynomial in X of a lower degree than m."""
        inverse = sp.invert(bottom.as_expr(), self.modulus.as_expr(), sp.Symbol("x"))
        return (top * RING.from_expr(inverse)).rem(self.modulus)

    def cuts(self, inside: bool) -> Iterator[Fraction]:
        """Some c: between u and y if t is not below y, or between t and y."""
        if inside not in self.places:
            return
        near = (self.root.low + self.root.high) / 2
        double, third = (Fraction(str(e.evaluate(X, _rational(near)).LC)) for e in self.places[inside])
        turn = near / (2 * (1 + near))
        low = max(third, Fraction(0)) if inside else double
        if double > 0 and low < turn and (not inside or double > turn - CLOSE):
            for share in SHARES:
                yield _simple(low + share * (turn - low), low, turn)

    def beyond(self, cut: Fraction, inside: bool) -> tuple[Sum, Sum]:
        """Factors, and what P times their sum is, for q >= c p."""
        p, q, away = _fact(P), _fact(Q), _fact(Q - _number(cut) * P)
        square = Product(Fraction(1), (), 2 * (1 + self.x) * Q - self.x)
        rest = [w * f * p * square for w in self.weights for f in self.positive(1 - self.x)]
        more = 0
        if inside:
            whole = self._squares(True, 4 * _number(self.b) * self.x * (1 + self.x), cut, away)
        else:
            priors = P + Q, P / _number(cut)
            more, whole = self._positive_form(True, priors, (Product(cut, (P,)), away))
        factors = [f * q ** (1 + more) for f in self.positive(4 * (1 + self.x))]
        return factors, whole + [r * q**more for r in rest]

    def below(self, cut: Fraction, inside: bool) -> tuple[Sum, Sum]:
        """Likewise, for q < c p."""
        p, fall, away = _fact(P), _fact(1 - P), _fact(_number(cut) * P - Q)
        up = self.positive(1 + self.x)
        last = [u * f for u in up for f in (away, p * away, Product(cut) * p * fall)]
        last += [f * p for f in self.positive(self.x - 2 * _number(cut) * (1 + self.x))]
        rest = [w * fall * f * r for w in self.weights for f in self.positive(1 - self.x) for r in last]
        more = 0
        if inside:
            priors = P, (P + Q) / _number(cut)
            more, whole = self._positive_form(False, priors, (_fact(Q), away))
        else:
            whole = self._squares(False, _number(self.b) * (1 - self.x**2), Fraction(0), _fact(Q))
        often = Product(cut, (P,)) ** more
        return [often * p], whole + [often * r for r in rest]

    def _squares(self, inside: bool, leading: PolyElement, cut: Fraction, away: Product) -> Sum:
        """A cubic at X: leading (q - t p)^2 ((q - c p) + (c - u) p)."""
        double, third = self.places[inside]
        square = Product(Fraction(1), (), Q - double * P)
        nearer = (leading * (_number(cut) - third)).rem(self.modulus)
        parts = (leading, away), (nearer, _fact(P))
        return [square * f * fact for element, fact in parts for f in self.positive(element)]

    def _positive_form(
        self, inside: bool, priors: tuple[PolyElement, PolyElement], facts: tuple[Product, Product]
    ) -> tuple[int, Sum]:
        """A cubic in q and p, which are such sums of two facts, and how many factors it needed."""
        (q, p), (one, other) = priors, facts
        form = sum((c * q ** (3 - k) * p**k for k, c in enumerate(self.cubic(inside))), RING.zero)
        for more in range(MOST_FACTORS + 1):
            with suppress(NotFoundError):
                parts = _by_priors(form * (P + Q) ** more).items()
                return more, [f * one**i * other**j for (i, j), c in parts for f in self.positive(c)]
        raise NotFoundError

    def positive(self, element: PolyElement) -> Sum:
        """A polynomial in X by the distances to the ends, without negative coefficients."""
        low, high = self.around
        if self.x != X:
            value = Fraction(str(element.coeff(1)))
            if value < 0:
                raise NotFoundError
            return [Product(value)] if value else []
        for start, sign in ((low, 1), (high, -1)):
            moved = _coefficients(element.compose(X, sign * X + _number(start)))
            if min(moved) >= 0:
                return [Product(c, (sign * (X - _number(start)),) * k) for k, c in enumerate(moved) if c]
        width, moved = high - low, _coefficients(element.compose(X, X + _number(low)))
        degree = len(moved) - 1
        mixed = [
            sum(Fraction(comb(i, k), comb(degree, k)) * moved[k] * width**k for k in range(i + 1))
            for i in range(degree + 1)
        ]
        if min(mixed) < 0:
            raise NotFoundError
        ends = X - _number(low), _number(high) - X
        return [
            Product(c * comb(degree, i) / width**degree, (ends[0],) * i + (ends[1],) * (degree - i))
            for i, c in enumerate(mixed)
            if c
        ]


@dataclass(frozen=True)
class _Facts:
    """Those of a system, by their numbers."""

    names: Sequence[str]
    facts: Sequence[kernel.Fact]

    @cached_property
    def kinds(self) -> dict[str, list[PolyElement]]:
        kinds = zip(("ge", "gt", "eq"), by_kind(self.facts), strict=True)
        return {kind: [_element(self.names, terms) for terms in every] for kind, every in kinds}

    def undefined(self) -> Any:
        """Refutes that the denominator, a product of priors, is 0."""
        bottom = self.kinds["eq"][-1]
        multiplier = {"eq": len(self.kinds["eq"]) - 1, "by": _tree(-RING.one)}
        return {"terms": [_term(_monomial(bottom), self.kinds)], "multipliers": [multiplier]}

    def split(self, line: PolyElement, sides: Sequence[tuple[Sum, Sum]], rays: Rays) -> Any:
        """Refutes that the bound is negative, by what is known on both sides of a line."""
        wrong = self.kinds["gt"][-1]
        times, rest = (-wrong).div(rays.bound)
        if rest:
            raise NotFoundError
        ways = {">=": ("ge", line), "<": ("gt", -line)}
        return {
            "split": _tree(line),
            "cases": {
                case: self._case(side, {**self.kinds, kind: [*self.kinds[kind], fact]}, times, rays)
                for (case, (kind, fact)), side in zip(ways.items(), sides, strict=True)
            },
        }

    def _case(
        self, side: tuple[Sum, Sum], kinds: Mapping[str, list[PolyElement]], times: PolyElement, rays: Rays
    ) -> Any:
        factors, whole = side
        wrong = Product(Fraction(1), (kinds["gt"][len(self.kinds["gt"]) - 1],))
        parts = [f * wrong for f in factors] + [_monomial(times) * w for w in whole]
        by, left = sum((part.value for part in parts), RING.zero).div(rays.modulus)
        if left or (by and rays.x != X):
            raise NotFoundError
        return {
            "terms": [_term(part, kinds) for part in parts],
            "multipliers": [{"eq": 0, "by": _tree(-by)}] if by else [],
        }


def _monomial(element: PolyElement) -> Product:
    """A product of priors, with a number > 0."""
    if len(element) != 1 or element.LC <= 0:
        raise NotFoundError
    ((i, j, k), c), *_ = element.terms()
    if k:
        raise NotFoundError
    return Product(Fraction(str(c)), (P,) * i + (Q,) * j)


def _term(part: Product, kinds: Mapping[str, list[PolyElement]]) -> Any:
    places = {
        kind: sorted(kinds[kind].index(f) for f in part.facts if f in kinds[kind]) for kind in ("ge", "gt")
    }
    square = {} if part.root is None else {"square": _tree(part.root)}
    return {"weight": str(part.weight), **places, **square}


def _tree(element: PolyElement) -> Any:
    """As the kernel reads it."""
    terms = []
    for powers, c in element.terms():
        named = zip(("p", "q", "x"), powers, strict=True)
        terms.append(["*", str(c), *(["^", v, k] for v, k in named if k)])
    return ["+", *terms]


def _fact(element: PolyElement) -> Product:
    return Product(Fraction(1), (element,))


def _element(names: Sequence[str], terms: Mapping[tuple[int, ...], Any]) -> PolyElement:
    known = {"p": P, "q": Q, "x": X}
    products = (
        prod((known[v] ** k for v, k in zip(names, powers, strict=True)), start=_number(c))
        for powers, c in terms.items()
    )
    return sum(products, RING.zero)


def _by_priors(element: PolyElement) -> dict[tuple[int, int], PolyElement]:
    """The polynomials in X before the powers of p and q."""
    parts = dict[tuple[int, int], PolyElement]()
    for (i, j, k), c in element.terms():
        parts[i, j] = parts.get((i, j), RING.zero) + c * X**k
    return parts


def _coefficients(element: PolyElement) -> list[Fraction]:
    """Of a polynomial in X, the constant one first."""
    return [Fraction(str(element.coeff(X**k))) for k in range(max(element.degree(X), 0) + 1)]


def _simple(value: Fraction, low: Fraction, high: Fraction) -> Fraction:
    """A short number between two others, near to one."""
    digits = (value.limit_denominator(2**k) for k in range(1, 200))
    return next(number for number in digits if low < number < high)


def _number(value: Fraction) -> PolyElement:
    return RING(_rational(value))


def _rational(value: Fraction) -> Any:
    return sp.QQ(value.numerator, value.denominator)
