"""Around a minimum on a ridge, where two values of a profile are equal: P + mu Q - K P Q bends upward.

With P and Q of both values, v a prior, w the other one, s about P_w / P_v: D = d/dw - s d/dv is along the
ridge, where P and Q are about 0, and so are D P and D Q. So K changes hardly more than the second slope by v,
to which it adds - 2 K P_v Q_v > 0. Second slopes by v and D are sums of products of P, Q, mu and slopes, each
of them between two ends in the box.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from symbolic_eps.coq.own_roots.box_points import ends_of, floats, points
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.at_numbers.bracket import Bracket, Near, rational, rounded
from symbolic_eps.minimum.at_numbers.elimination import Range
from symbolic_eps.profiles.profile import PRIORS

MU = sp.Symbol("mu", real=True)
"""The weight of the second of two polynomials."""

LONGEST_SLANT = 100
"""The denominator of s."""

ROOM = 4
"""How many times the product of the second slopes by v and by D is to be the square of the mixed one."""

NEWTON_STEPS = 8


@dataclass(frozen=True)
class Ridge:
    """P + mu Q - K P Q, which is negative where P and Q both are, and stationary at a minimum on a ridge.

    Parameters
    ----------
    first, second : Expr
        P and Q, whose slopes are opposite at the minimum.
    prior : Symbol
        The v, for which neither slope is 0; mu = a/b with a = s P_v, b = - s Q_v.
    sign : int
        The s, 1 or -1, with a > 0.
    slant : Fraction
        The s of D.
    weight : Fraction
        The K, at least 0.
    """

    first: sp.Expr
    second: sp.Expr
    prior: sp.Symbol
    sign: int
    slant: Fraction = Fraction(0)
    weight: Fraction = Fraction(0)

    @property
    def other(self) -> sp.Symbol:
        """The w."""
        return next(v for v in PRIORS if v != self.prior)

    @property
    def ratio(self) -> tuple[sp.Expr, sp.Expr]:
        """The numbers a and b."""
        return self.sign * sp.diff(self.first, self.prior), -self.sign * sp.diff(self.second, self.prior)

    @property
    def whole(self) -> sp.Expr:
        """The sum, times the denominator of K: in whole numbers, with which proofs are short."""
        product = self.weight.numerator * self.first * self.second
        return sp.expand(self.scale * (self.first + MU * self.second) - product)

    @property
    def scale(self) -> int:
        """The denominator of K."""
        return self.weight.denominator

    @property
    def parts(self) -> Mapping[str, sp.Expr]:
        """P and Q with their slopes: 1 is for v, 2 for D."""
        return {
            f"{name}{k}": e for name, f in (("P", self.first), ("Q", self.second)) for k, e in self._slopes(f)
        }

    def _slopes(self, f: sp.Expr) -> Sequence[tuple[str, sp.Expr]]:
        slant = rational(self.slant)

        def across(g: sp.Expr) -> sp.Expr:
            return sp.expand(sp.diff(g, self.prior))

        def along(g: sp.Expr) -> sp.Expr:
            return sp.expand(sp.diff(g, self.other) - slant * sp.diff(g, self.prior))

        one, two = across(f), along(f)
        named = ("0", f), ("1", one), ("2", two), ("11", across(one)), ("12", along(one)), ("22", along(two))
        return [(name, sp.expand(value)) for name, value in named]

    def products(self, slope: str) -> Mapping[tuple[str, str], int]:
        """Which products of parts, and how often, a second slope of the sum has beside `scale` that of P."""
        i, j = slope[0], slope[1]
        found = {("mu", f"Q{slope}"): self.scale}
        pairs = ((f"P{slope}", "Q0"), (f"P{i}", f"Q{j}"), (f"P{j}", f"Q{i}"), ("P0", f"Q{slope}"))
        for pair in pairs if self.weight else ():
            found[pair] = found.get(pair, 0) - self.weight.numerator
        return found

    def share(self, bracket: Bracket) -> Range | None:
        """Ends of mu for all priors in the box, if there seem to be some."""
        at = [*points(bracket)]
        a, b = ([floats(value)(*point) for point in at] for value in self.ratio)
        if min(*a, *b) <= 0:
            return None
        return ends_of([quotient / divisor for quotient, divisor in zip(a, b, strict=True)])


@dataclass(frozen=True)
class Bends:
    """Why the sum bends upward in a box.

    Parameters
    ----------
    ranges : mapping of str to Range
        The parts and `mu`, each between two ends.
    products : mapping of pair of str to Range
        Two of them multiplied.
    least_a, most_b, least_c : Fraction
        At most the second slope by v, at least the mixed one in absolute value, at most the one by D; with
        b^2 < a c.
    """

    ranges: Mapping[str, Range]
    products: Mapping[tuple[str, str], Range]
    least_a: Fraction
    most_b: Fraction
    least_c: Fraction


def bends(ridge: Ridge, bracket: Bracket) -> Bends | None:
    """Ranges that seem to hold in a box and from which the sum bends upward there, or None."""
    share, at = ridge.share(bracket), [*points(bracket)]
    if share is None:
        return None
    ranges = {name: ends_of([floats(e)(*point) for point in at]) for name, e in ridge.parts.items()}
    ranges["mu"] = share
    products, slopes = dict[tuple[str, str], Range](), dict[str, Range]()
    for slope in ("11", "12", "22"):
        low, high = (ridge.scale * end for end in ranges[f"P{slope}"])
        for (u, v), times in ridge.products(slope).items():
            products[u, v] = _product(ranges[u], ranges[v])
            ends = sorted(times * end for end in products[u, v])
            low, high = low + ends[0], high + ends[1]
        slopes[slope] = low, high
    a, b, c = slopes["11"][0], max(map(abs, slopes["12"])), slopes["22"][0]
    if min(a, c) <= 0:
        return None
    a, b, c = _short(a, -1), _short(b, 1), _short(c, -1)
    return Bends(ranges, products, a, b, c) if b * b < a * c else None


def rises_along(ridge: Ridge, near: Near, bracket: Bracket) -> bool:
    """Whether, where the ridge leaves the box, P and Q seem not to be both negative at the lower end of X.

    For each w, one of them is where v is below its root, the other one above; the gap between the roots is to
    be at least half of what it is at X itself.
    """
    x, *place = map(float, near.centre)
    start = dict(zip(PRIORS, place, strict=True))[ridge.prior]
    sides = dict(zip(PRIORS, (bracket.p, bracket.q), strict=True))
    for end in map(float, sides[ridge.other]):
        first, here = (_gap(ridge, level, start, end) for level in (float(bracket.decay[0]), x))
        if not first > here / 2 > 0:
            return False
    return True


def _gap(ridge: Ridge, decay: float, start: float, other: float) -> float:
    """How far apart the roots of P and Q are, by Newton's steps."""
    roots = []
    for f in (ridge.first, ridge.second):
        value, slope = floats(f), floats(sp.diff(f, ridge.prior))
        root = start
        for _ in range(NEWTON_STEPS):
            at = (decay, root, other) if ridge.prior == PRIORS[0] else (decay, other, root)
            root -= value(*at) / (slope(*at) or math.inf)
        roots.append(root)
    return ridge.sign * (roots[1] - roots[0])


def _product(one: Range, other: Range) -> Range:
    ends = [a * b for a in one for b in other]
    return min(ends), max(ends)


def _short(value: Fraction, direction: int) -> Fraction:
    """A number of few digits on one side of a positive one."""
    return rounded(value, max(0, 8 - math.frexp(value)[1]), direction)


def ridge_at(first: sp.Expr, second: sp.Expr, near: Near) -> Ridge:
    """The ridge of two polynomials about a place, with a K for which the sum bends upward there."""
    at = tuple(map(float, near.centre))
    prior = max(PRIORS, key=lambda v: abs(floats(sp.diff(first, v))(*at) * floats(sp.diff(second, v))(*at)))
    slope = floats(sp.diff(first, prior))(*at)
    straight = Ridge(first, second, prior, 1 if slope > 0 else -1)
    a, b = (floats(value)(*at) for value in straight.ratio)
    if b <= 0:
        raise UndecidedError("on the ridge of the minimum the bounds fall in one direction")
    slant = Fraction(floats(sp.diff(first, straight.other))(*at) / slope).limit_denominator(LONGEST_SLANT)
    ridge = Ridge(first, second, prior, straight.sign, slant)
    parts, mu = {name: floats(value)(*at) for name, value in ridge.parts.items()}, a / b
    across, mixed, along = (parts[f"P{k}"] + mu * parts[f"Q{k}"] for k in ("11", "12", "22"))
    if along <= 0:
        raise UndecidedError("along the ridge of the minimum the bound does not bend upward")
    weight = (ROOM * mixed**2 / along - across) / (2 * a * b)
    return Ridge(first, second, prior, straight.sign, slant, _short(Fraction(max(weight, 0.0)), 1))
