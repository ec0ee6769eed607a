"""Rectangles of priors: their sides, and the rectangle of a profile's fixed priors and box."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import sympy as sp

from symbolic_eps.errors import DomainError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.profiles.profile import PRIORS, RiskProfile, empty_box
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE
from verify.language.condition import Condition, Relation

_NEAR_END = Fraction(1, 2**1070)
"""How near to an open end, as a share of the side, a point is tried: there q**0.1 is close to its limit, and
q is small beside 1e-300. Floats have numbers down to 2^-1074."""


@dataclass(frozen=True)
class Side:
    """An interval of one prior, or one value of it.

    Parameters
    ----------
    low, high : Fraction
        Its ends; equal for one value.
    low_open, high_open : bool
        Whether an end is left out; a limit towards it counts all the same.
    """

    low: Fraction
    high: Fraction
    low_open: bool = False
    high_open: bool = False

    @property
    def is_point(self) -> bool:
        """Whether this is one value."""
        return self.low == self.high

    @property
    def is_empty(self) -> bool:
        """Whether no value is left."""
        return self.low > self.high or (self.is_point and (self.low_open or self.high_open))

    def contains(self, value: Fraction) -> bool:
        """Whether a value lies here, by the open ends."""
        above = value > self.low or (value == self.low and not self.low_open)
        return above and (value < self.high or (value == self.high and not self.high_open))

    @property
    def sample(self) -> Fraction:
        """A value inside: neither end, unless it is the only value."""
        return (self.low + self.high) / 2

    def inside(self, value: Fraction) -> Fraction:
        """The value, moved into the side; an open end is not reached."""
        if self.is_point:
            return self.low
        gap = (self.high - self.low) * _NEAR_END
        low = self.low + gap if self.low_open else self.low
        high = self.high - gap if self.high_open else self.high
        return min(max(value, low), high)

    def common(self, other: Side) -> Side:
        """The values of both; empty where there are none."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        return Side(
            low,
            high,
            (low == self.low and self.low_open) or (low == other.low and other.low_open),
            (high == self.high and self.high_open) or (high == other.high and other.high_open),
        )

    def cut(self, at: Iterable[Fraction]) -> list[Side]:
        """The side in open intervals between the cuts, and the cuts themselves."""
        inside = sorted(c for c in at if self.contains(c))
        if self.is_point or not inside:
            return [self]
        sides = [Side(c, c) for c in inside]
        ends = [self.low, *(c for c in inside if self.low < c < self.high), self.high]
        for low, high in pairwise(ends):
            low_open = self.low_open if low == self.low and low not in inside else True
            high_open = self.high_open if high == self.high and high not in inside else True
            sides.append(Side(low, high, low_open, high_open))
        return sides


UNIT = Side(Fraction(0), Fraction(1), low_open=True)


@dataclass(frozen=True)
class Cell:
    """A rectangle of priors (p, q)."""

    p: Side
    q: Side

    @property
    def is_empty(self) -> bool:
        """Whether no priors are left."""
        return self.p.is_empty or self.q.is_empty


def domain_of(profile: RiskProfile) -> tuple[Cell, tuple[Condition, ...]]:
    """The rectangle of the priors, and conditions of the box that are not bounds on one prior."""
    sides: dict[sp.Symbol, Side] = dict.fromkeys(PRIORS, UNIT)
    for v, value in profile.fixed.items():
        if not (value.is_Rational and 0 < value <= 1):
            raise DomainError(
                f"{v} is fixed at {value}, but a prior lies in (0, 1] and is rational, such as 1/10"
            )
        fixed = Fraction(int(value.p), int(value.q))
        sides[v] = Side(fixed, fixed)
    others: list[Condition] = []
    for condition in profile.box:
        here = Condition(condition.polynomial.subs(dict(profile.fixed)), condition.relation)
        axis = axis_of(here)
        if axis is None:
            others.append(here)
        elif axis[0] is not None and here.relation in (Relation.POSITIVE, Relation.NON_NEGATIVE):
            sides[axis[0]] = _narrowed(sides[axis[0]], here, axis[1])
        elif axis[0] is None:
            if not here.relation.holds(int(sp.sign(here.polynomial))):
                raise empty_box(profile)
        else:
            others.append(here)
    cell = Cell(sides[PRIOR_INCLUSION], sides[PRIOR_VALUE])
    if cell.is_empty:
        raise empty_box(profile)
    if others and not exact_judge().satisfiable(profile.domain, "the box holds some priors"):
        raise empty_box(profile)
    return cell, tuple(others)


def axis_of(condition: Condition) -> tuple[sp.Symbol | None, Fraction] | None:
    """The only prior of a linear condition and its root; (None, 0) for a constant; None for any other."""
    symbols = condition.polynomial.free_symbols
    if not symbols:
        return (None, Fraction(0)) if condition.polynomial.is_Rational else None
    if len(symbols) > 1:
        return None
    (symbol,) = symbols
    polynomial = condition.polynomial.as_poly(symbol)
    if (
        polynomial is None
        or polynomial.degree() != 1
        or not polynomial.domain.is_QQ | polynomial.domain.is_ZZ
    ):
        return None
    slope, constant = polynomial.all_coeffs()
    root = -constant / slope
    return symbol, Fraction(int(root.p), int(root.q))


def _narrowed(side: Side, condition: Condition, root: Fraction) -> Side:
    strict = condition.relation is Relation.POSITIVE
    (symbol,) = condition.polynomial.free_symbols
    if sp.diff(condition.polynomial, symbol) > 0:
        if root > side.low or (root == side.low and strict):
            return Side(root, side.high, strict, side.high_open)
        return side
    if root < side.high or (root == side.high and strict):
        return Side(side.low, root, side.low_open, strict)
    return side
