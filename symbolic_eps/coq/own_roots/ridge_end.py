"""Where two values of a profile are equal at an end of a prior: around it, not both P and Q are negative.

With w <= e at its end e, v the other prior and s a slant: from (w, v) to (e, v'), v' = v + s (e - w), both P
and Q fall; at w = e one of them rises with v and the other one falls, and both are 0 at the minimum. So
P(w, v) = P(e, v') + (e - w) R(w, v') with R > 0, and P(e, v') = P(e, y) + (v' - y) S(v', y) with S of one
sign, which is not that of Q: were both negative, v' would be on both sides of y, the v of the minimum.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy as sp

from symbolic_eps.coq.own_roots.box_points import floats, points
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.at_numbers.bracket import Bracket, Near, between, rational
from symbolic_eps.minimum.at_numbers.elimination import Range
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition

MOST_BITS = 60
"""Of the denominator of s."""


@dataclass(frozen=True)
class RidgeEnd:
    """Two polynomials that are 0 at an end of a prior, and not both negative around.

    Parameters
    ----------
    polynomials : tuple of Expr
        P and Q.
    prior : Symbol
        The w.
    end : Rational
        The e.
    side : int
        1 where the domain has w <= e, -1 where it has w >= e.
    slant : Fraction
        The s.
    sign : int
        That of P's slope by v at the minimum.
    """

    polynomials: tuple[sp.Expr, sp.Expr]
    prior: sp.Symbol
    end: sp.Rational
    side: int
    slant: Fraction
    sign: int

    @property
    def other(self) -> sp.Symbol:
        """The v."""
        return next(v for v in PRIORS if v != self.prior)

    @property
    def inward(self) -> sp.Expr:
        """How far w is from its end: not negative in the domain."""
        return self.side * (self.end - self.prior)

    @property
    def border(self) -> sp.Expr:
        """It is 0 at the end."""
        return self.prior - self.end

    def moved(self, v: sp.Expr) -> sp.Expr:
        """The v from which one comes to this one at w = e."""
        return v - rational(self.slant) * (self.end - self.prior)

    @property
    def falls(self) -> Sequence[sp.Expr]:
        """R of P and of Q, with v for v', for each times the side."""
        return [
            sp.cancel(
                (f.subs(self.other, self.moved(self.other)) - f.subs(self.prior, self.end)) / self.inward
            )
            for f in self.polynomials
        ]

    @property
    def climbs(self) -> Sequence[sp.Expr]:
        """S of P and - S of Q times the sign of P's, with v for v' and w for y."""
        ends = [f.subs(self.prior, self.end) for f in self.polynomials]
        signs = self.sign, -self.sign
        return [
            sp.cancel(sign * (f - f.subs(self.other, self.prior)) / (self.other - self.prior))
            for sign, f in zip(signs, ends, strict=True)
        ]

    def ranges(self, bracket: Bracket) -> tuple[Range, Range]:
        """Of w and of v in a box."""
        p, q = bracket.p, bracket.q
        return (p, q) if self.prior == PRIORS[0] else (q, p)

    def reached(self, bracket: Bracket) -> Range:
        """Between which ends v' is."""
        (low, high), (least, most) = self.ranges(bracket)
        end = Fraction(int(self.end.p), int(self.end.q))
        moves = [self.slant * (end - w) for w in (low, high)]
        return least + min(moves), most + max(moves)

    def where_falls(self, bracket: Bracket) -> tuple[Condition, ...]:
        """Of X, w and v', where R is positive."""
        first, _ = self.ranges(bracket)
        return self._within(bracket, first, self.reached(bracket))

    def where_climbs(self, bracket: Bracket) -> tuple[Condition, ...]:
        """Of X, y and v', where the values of `climbs` are positive."""
        _, second = self.ranges(bracket)
        return self._within(bracket, second, self.reached(bracket))

    def _within(self, bracket: Bracket, first: Range, second: Range) -> tuple[Condition, ...]:
        sides = {self.prior: first, self.other: second}
        return (*between(DECAY, bracket.decay), *(c for v in PRIORS for c in between(v, sides[v])))


def is_end(ridge: RidgeEnd) -> Callable[[Bracket], bool]:
    """Tells whether the values seem to be positive in a box, at some points."""
    falls, climbs = ([floats(value) for value in values] for values in (ridge.falls, ridge.climbs))

    def does(bracket: Bracket) -> bool:
        first, second = ridge.ranges(bracket)
        reached = ridge.reached(bracket)
        return all(
            value(*at) > 0
            for values, w in ((falls, first), (climbs, second))
            for value, at in product(values, points(_sides(ridge, bracket, w, reached)))
        )

    return does


def _sides(ridge: RidgeEnd, bracket: Bracket, w: Range, v: Range) -> Bracket:
    return Bracket(bracket.decay, *((w, v) if ridge.prior == PRIORS[0] else (v, w)))


def ridge_end_at(
    polynomials: tuple[sp.Expr, sp.Expr], prior: sp.Symbol, end: sp.Rational, side: int, near: Near
) -> RidgeEnd:
    """The two about a place, or UndecidedError where both fall in one direction of the domain."""
    at = tuple(map(float, near.centre))
    other = next(v for v in PRIORS if v != prior)
    slopes = [[floats(sp.diff(f, v))(*at) for v in (prior, other)] for f in polynomials]
    sign = 1 if slopes[0][1] > 0 else -1
    if slopes[0][1] * slopes[1][1] >= 0:
        raise UndecidedError("at the border both bounds of the minimum rise with the other prior")
    # side * (s v-slope + w-slope) < 0 for both
    ends = [-by_prior / by_other for by_prior, by_other in slopes]
    low, high = ends if side * slopes[0][1] < 0 else ends[::-1]
    if low >= high:
        raise UndecidedError("at the border the bounds of the minimum fall in one direction of the domain")
    return RidgeEnd(polynomials, prior, end, side, _simple(low, high), sign)


def _simple(low: float, high: float) -> Fraction:
    """A short number well between two others."""
    third = (high - low) / 3
    tried = (Fraction((low + high) / 2).limit_denominator(most) for most in (2**k for k in range(MOST_BITS)))
    return next(s for s in tried if low + third <= s <= high - third)
