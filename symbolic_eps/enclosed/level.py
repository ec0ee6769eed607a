"""F(x; p, q, 0) and its derivatives at one level x, on boxes of priors: exact ranges but for rounding.

F = x + p (x^2 + q (1 - x^2) - x) - s has one occurrence of p and of q outside s = 1/r* (Kazan & Reiter 2024,
Theorem 1); for the variants of the bound F = x + p q (1 - x) - s.
"""

from __future__ import annotations

from symbolic_eps.enclosed.arithmetic import Arithmetic, Interval, Number
from symbolic_eps.enclosed.cell import Cell
from symbolic_eps.enclosed.jet import Gradient
from symbolic_eps.theory.variants import Variant

Box = tuple[Interval, Interval]


class Level:
    """F(x; p, q, s) + s at one x, and its derivatives.

    Parameters
    ----------
    arithmetic : Arithmetic
        How ends are computed.
    x : Number
        The level, in [0, 1].
    """

    def __init__(self, arithmetic: Arithmetic, x: Number) -> None:
        self.arithmetic = arithmetic
        self.x = x
        self.point: Interval = (x, x)
        one = (arithmetic.one, arithmetic.one)
        self._one = one
        self._square = arithmetic.multiply(self.point, self.point)
        self._rest = arithmetic.subtract(one, self._square)

    def _mixed(self, q: Interval) -> Interval:
        """x^2 + q (1 - x^2)."""
        return self.arithmetic.add(self._square, self.arithmetic.multiply(q, self._rest))

    def value(self, box: Box) -> Interval:
        """F(x; p, q, 0), exact but for rounding."""
        a = self.arithmetic
        slope = a.subtract(self._mixed(box[1]), self.point)
        enclosure = a.add(self.point, a.multiply(box[0], slope))
        return _common(enclosure, self._near_one(box)) if _reaches_one(a, box) else enclosure

    def _near_one(self, box: Box) -> Interval:
        """1 - (1 - x)(1 - p (1 - (1 - q)(1 + x))): the same, and exactly 1 at p = q = 1."""
        a, one = self.arithmetic, self._one
        inner = a.multiply(a.subtract(one, box[1]), a.add(one, self.point))
        lost = a.subtract(one, a.multiply(box[0], a.subtract(one, inner)))
        return a.subtract(one, a.multiply(a.subtract(one, self.point), lost))

    def gradient(self, box: Box) -> Gradient:
        """Its partial derivatives by p and q."""
        a = self.arithmetic
        return a.subtract(self._mixed(box[1]), self.point), a.multiply(box[0], self._rest)

    def gradient_between(self, levels: Interval, box: Box) -> Gradient:
        """Its partial derivatives for all levels in an interval.

        By p it is (1 - x)(q (1 + x) - x): the second factor falls in x for q <= 1 and rises in q.
        """
        a, one = self.arithmetic, self._one
        bottom, top = (levels[0], levels[0]), (levels[1], levels[1])
        (q_low, q_high) = box[1]
        low = a.subtract(a.multiply((q_low, q_low), a.add(one, top)), top)[0]
        high = a.subtract(a.multiply((q_high, q_high), a.add(one, bottom)), bottom)[1]
        by_p = a.multiply(a.subtract(one, levels), (low, high))
        by_q = a.multiply(box[0], a.subtract(one, a.multiply(levels, levels)))
        return by_p, by_q

    def rise(self, box: Box) -> Interval:
        """F_x = 1 + p (2 (1 - q) x - 1) on the box."""
        a = self.arithmetic
        two_x = a.add(self.point, self.point)
        inner = a.subtract(a.multiply(a.subtract(self._one, box[1]), two_x), self._one)
        return a.add(self._one, a.multiply(box[0], inner))


class LinearLevel(Level):
    """The same for F = p q + (1 - p q) x - s: bounded privacy, and releases that ignore records outside S.

    See `symbolic_eps.theory.variants`.
    """

    def value(self, box: Box) -> Interval:
        """x + p q (1 - x)."""
        a = self.arithmetic
        enclosure = a.add(self.point, a.multiply(a.multiply(*box), a.subtract(self._one, self.point)))
        return _common(enclosure, self._near_one(box)) if _reaches_one(a, box) else enclosure

    def _near_one(self, box: Box) -> Interval:
        """1 - (1 - x)(1 - p q)."""
        a, one = self.arithmetic, self._one
        rest = a.multiply(a.subtract(one, self.point), a.subtract(one, a.multiply(*box)))
        return a.subtract(one, rest)

    def gradient(self, box: Box) -> Gradient:
        """q (1 - x) and p (1 - x)."""
        return self.gradient_between(self.point, box)

    def gradient_between(self, levels: Interval, box: Box) -> Gradient:
        """The same for all levels in an interval."""
        a = self.arithmetic
        rest = a.subtract(self._one, levels)
        return a.multiply(box[1], rest), a.multiply(box[0], rest)

    def rise(self, box: Box) -> Interval:
        """1 - p q."""
        a = self.arithmetic
        return a.subtract(self._one, a.multiply(*box))


def box_around(arithmetic: Arithmetic, cell: Cell) -> Box:
    """The smallest box that contains a cell."""
    p, q = ((arithmetic.enclose(side.low)[0], arithmetic.enclose(side.high)[1]) for side in (cell.p, cell.q))
    return p, q


def halves_of(arithmetic: Arithmetic, box: Box, axis: int) -> list[Box]:
    """The two halves of a box, cut across a side."""
    low, high = box[axis]
    middle = arithmetic.middle(low, high)
    halves = ((low, middle), (middle, high))
    return [(half, box[1]) if axis == 0 else (box[0], half) for half in halves]


def _reaches_one(arithmetic: Arithmetic, box: Box) -> bool:
    """Whether p = q = 1 is in the box, where F = 1 at every level and may be tight."""
    return bool(box[0][1] == arithmetic.one == box[1][1])


def _common(first: Interval, second: Interval) -> Interval:
    """What two enclosures of the same values have in common."""
    return max(first[0], second[0]), min(first[1], second[1])


def level_of(arithmetic: Arithmetic, x: Number, variant: Variant) -> Level:
    """The level x for a variant of the bound."""
    return (Level if variant == Variant.UNBOUNDED else LinearLevel)(arithmetic, x)
