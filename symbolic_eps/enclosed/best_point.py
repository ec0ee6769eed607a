"""The best point of a search for the largest level, and the next level to be proved.

Points prove a lower bound of X* alone. A good one, found before boxes are examined, saves most of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction

from symbolic_eps.enclosed.arithmetic import Arithmetic, Number
from symbolic_eps.enclosed.cell import Side
from symbolic_eps.enclosed.level import level_of
from symbolic_eps.enclosed.point import Point, level_at
from symbolic_eps.enclosed.requirement import Requirement
from symbolic_eps.errors import DomainError, InfeasibleProfileError, InputError
from symbolic_eps.theory.variants import Variant
from verify.deadline import seconds_left

_SHARE = Fraction(9, 10)
"""Share of the width between the best point and the level that is proved; the rest is for rounding."""

SAMPLES = 400
"""Points at which eps is evaluated before the search."""

CLIMBS = 90
_SHORT_STEP, _SHORTEST_STEP = Fraction(1, 2**20), Fraction(1, 2**36)
_SIMPLE_NUMBERS = tuple(
    map(Fraction, ("1/2", "1", "1/4", "3/4", "1/3", "2/3", "1/10", "9/10", "1/100", "99/100", "1/1000"))
)
_SIMPLE_POINTS = sorted(
    ((p, q) for p in _SIMPLE_NUMBERS for q in _SIMPLE_NUMBERS),
    key=lambda point: max(2, point[0].denominator, point[1].denominator),
)
"""Where a refusal is looked for again, to be named at a point that people can check."""

_DIRECTIONS = tuple(d for d in itertools.product((-1, 0, 1), repeat=2) if any(d))


class BestPoint:
    """The point that asks for the highest level so far, and the level that is being proved.

    Parameters
    ----------
    requirements : sequence of Requirement
        What the profile asks.
    width : Fraction
        Width of the enclosure of eps that is wanted.
    arithmetic : Arithmetic
        Of the search.
    variant : Variant
        Of the bound F.

    Attributes
    ----------
    value : Number
        What the best point asks for; 0 where none was found.
    point : pair of Fraction or None
        The best point.
    level : Level
        Above the value by a part of the width.
    """

    def __init__(
        self, requirements: Sequence[Requirement], width: Fraction, arithmetic: Arithmetic, variant: Variant
    ) -> None:
        self.requirements = requirements
        self.arithmetic = arithmetic
        self.variant = variant
        self.growth = max(arithmetic.exp(arithmetic.enclose(width * _SHARE))[0], arithmetic.one)
        self.value: Number = arithmetic.zero
        self.point: Point | None = None
        self.level = level_of(arithmetic, arithmetic.zero, variant)

    def _level_at(self, requirement: Requirement, point: Point) -> tuple[Number, Number] | None:
        return level_at(self.arithmetic, requirement, point, self.variant)

    def sample(self) -> None:
        """Points on a coarse grid of each cell, and a climb from the best of them."""
        count = max(1, min(13, int((SAMPLES / max(1, len(self.requirements))) ** 0.5)))
        tie = itertools.count()
        best: list[tuple[Number, int, Requirement, Point]] = []
        for requirement in self.requirements:
            for p, q in itertools.product(
                *(_grid(s, count) for s in (requirement.cell.p, requirement.cell.q))
            ):
                level = self._level_at(requirement, (p, q))
                if seconds_left() <= 0:
                    break
                if level is None or not level[0] > 0:
                    continue
                if level[0] > self.value:
                    self._take(level[0], (p, q))
                best.append((level[0], next(tie), requirement, (p, q)))
        if best:
            _, _, requirement, point = max(best)
            self._polish(requirement, point, Fraction(1, max(count, 2)))

    def tried(self, requirement: Requirement, point: Point) -> bool:
        """Take a point, and climb from it, if it asks for a level above the one that is being proved."""
        level = self._level_at(requirement, point)
        if level is None or not level[0] > self.level.x:
            return False
        self._take(level[0], point)
        self._polish(requirement, point, Fraction(1, 64))
        return True

    def _take(self, value: Number, point: Point) -> None:
        arithmetic = self.arithmetic
        self.value, self.point = value, point
        target = min(arithmetic.up(arithmetic.up(value * self.growth)), arithmetic.one)
        self.level = level_of(arithmetic, target, self.variant)

    def _polish(self, requirement: Requirement, start: Point, step: Fraction) -> None:
        """Climb from a point by steps that are halved: proves nothing, but gives the search a good level."""
        sides = (requirement.cell.p, requirement.cell.q)
        first = self._level_at(requirement, start)
        if first is None:
            return
        here, value = start, first[0]
        lengths = [side.high - side.low for side in sides]
        directions = [
            d for d in _DIRECTIONS if all(length > 0 or not d[k] for k, length in enumerate(lengths))
        ]
        failures = 0
        for _ in range(CLIMBS):
            if seconds_left() <= 0:
                break
            moved = False
            for direction in directions:
                to = tuple(
                    side.inside(_short_dyadic(x + d * step * length))
                    for side, x, d, length in zip(sides, here, direction, lengths, strict=True)
                )
                there = (to[0], to[1])
                level = self._level_at(requirement, there) if there != here else None
                if level is not None and level[0] > value:
                    here, value, moved = there, level[0], True
            if not moved:
                step /= 2
                failures += 1
                if step < _SHORTEST_STEP or (failures >= 4 and step < _SHORT_STEP):
                    break
            else:
                failures = 0
        if value > self.value:
            self._take(value, here)

    def simplest_refusal(self, refusal: InputError) -> InputError:
        """The same kind of refusal at the simplest point that has it."""
        for point in _SIMPLE_POINTS:
            for requirement in self.requirements:
                try:
                    self._level_at(requirement, point)
                except (DomainError, InfeasibleProfileError) as simpler:
                    if type(simpler) is type(refusal):
                        return simpler
        return refusal


def _grid(side: Side, count: int) -> list[Fraction]:
    """Points of a side: its ends, or points next to them, and the middles between."""
    if side.is_point:
        return [side.low]
    if count == 1:
        return [side.sample]
    length = side.high - side.low
    inner = [side.low + length * k / (count + 1) for k in range(1, count + 1)]
    return [side.inside(side.low), *map(_short_dyadic, inner), side.inside(side.high)]


def _short_dyadic(value: Fraction) -> Fraction:
    """A number nearby that a float holds."""
    return Fraction(float(value))
