"""Where a minimum is suspected, and the bracket in which it is proved; see `minimum.at_numbers.inside`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from symbolic_eps.minimum.at_numbers.elimination import Range
from symbolic_eps.profiles.profile import PRIORS
from verify.language.condition import Condition, non_negative

GRID = 32
"""Points in a row where it is tried, with floats, whether a box may do."""

CLOSE = Fraction(1, 2**12)
"""What is closer to 0 or 1 may be that end."""


@dataclass(frozen=True)
class Near:
    """Where the minimum is suspected: a small box of priors, an interval for X. It is not trusted."""

    p: Range
    q: Range
    decay: Range

    @property
    def centre(self) -> tuple[Fraction, Fraction, Fraction]:
        """The middle: x, p and q."""
        x, p, q = (sum(side, Fraction(0)) / 2 for side in (self.decay, self.p, self.q))
        return x, p, q

    @property
    def at_ends(self) -> Near | None:
        """With the end 0 or 1 for a prior that may be there; None where the box does not tell."""
        if not _is_apart(self.decay):
            return None
        sides = [_end_of(side) or (side if _is_apart(side) else None) for side in (self.p, self.q)]
        p, q = sides
        return None if p is None or q is None else Near(p, q, self.decay)

    @property
    def is_limit(self) -> bool:
        """Whether one prior is 0, or both are at an end."""
        ends = [side[0] for side in (self.p, self.q) if side[0] == side[1] and side[0] in (0, 1)]
        return 0 in ends or len(ends) > 1

    @property
    def is_inside(self) -> bool:
        """Whether x, p and q are apart from 0 and 1, compared with how well they are known."""
        return all(map(_is_apart, (self.decay, self.p, self.q)))


def _is_apart(side: Range) -> bool:
    low, high = side
    return high - low < min(low, 1 - high)


def _end_of(side: Range) -> Range | None:
    """The end 0 or 1 of a prior, where it alone is near."""
    for end in (Fraction(0), Fraction(1)):
        if max(abs(value - end) for value in side) < CLOSE:
            return end, end
    return None


@dataclass(frozen=True)
class Bracket:
    """The l, u and B of the theorem."""

    decay: Range
    p: Range
    q: Range

    @property
    def within(self) -> tuple[Condition, ...]:
        """B."""
        return tuple(c for v, side in zip(PRIORS, (self.p, self.q), strict=True) for c in between(v, side))

    @property
    def outside(self) -> tuple[Condition, ...]:
        """One of these holds at each point outside of the interior of B."""
        sides = zip(PRIORS, (self.p, self.q), strict=True)
        return tuple(
            non_negative(side) for v, (low, high) in sides for side in (rational(low) - v, v - rational(high))
        )

    @property
    def beside(self) -> tuple[tuple[Condition, ...], ...]:
        """Closed boxes that together hold the border of B; none of them meets its interior."""
        found = []
        for v, w in (PRIORS, PRIORS[::-1]):
            (low, high), others = self.side_of(v), between(w, self.side_of(w))
            reach = high - low
            found += [(*between(v, near), *others) for near in ((low - reach, low), (high, high + reach))]
        return tuple(found)

    def side_of(self, prior: sp.Symbol) -> Range:
        """B's."""
        return self.p if prior == PRIORS[0] else self.q

    @property
    def beyond(self) -> Iterator[tuple[float, float]]:
        """Points on the border of B and outside of it, as floats."""
        (a, b), (c, d) = (tuple(map(float, side)) for side in (self.p, self.q))
        for k in range(GRID + 1):
            share = k / GRID
            p, q = a + share * (b - a), c + share * (d - c)
            yield from ((p, c), (p, d), (a, q), (b, q))
        grid = [(k + 1) / GRID for k in range(GRID)]
        yield from ((p, q) for p in grid for q in grid if not (a <= p <= b and c <= q <= d))


def rational(value: Fraction) -> sp.Rational:
    """As SymPy's."""
    return sp.Rational(value.numerator, value.denominator)


def between(v: sp.Symbol, side: Range) -> tuple[Condition, ...]:
    """V lies in the closed interval."""
    low, high = map(rational, side)
    return non_negative(v - low), non_negative(high - v)


def rounded(value: Fraction, bits: int, direction: int) -> Fraction:
    """A multiple of 2^-bits that is not above the value (direction -1), or not below it (1).

    Examples
    --------
    >>> rounded(Fraction(1, 3), 4, -1), rounded(Fraction(1, 3), 4, 1)
    (Fraction(5, 16), Fraction(3, 8))
    """
    scaled = value * 2**bits
    return Fraction(scaled.__floor__() if direction < 0 else scaled.__ceil__(), 2**bits)


def around(value: Fraction, bits: int) -> Range:
    """An interval with ends of few digits that reaches 2^-bits, or a little more, to both sides."""
    reach = Fraction(1, 2**bits)
    return rounded(value - reach, bits + 2, -1), rounded(value + reach, bits + 2, 1)


def is_inside(side: Range, other: Range) -> bool:
    """Whether an interval lies in the interior of another."""
    return other[0] < side[0] < side[1] < other[1]
