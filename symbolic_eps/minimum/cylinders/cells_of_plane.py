"""Two parameters: open cells of the plane, on each of which one polynomial keeps X.

The walls W are the curves on which a polynomial vanishes: those of C and the conditions on the parameters,
and for each h that has X on some cell what may change that (`OverParameters.critical`).

Theorem. On each connected part of the plane without W, in which the conditions on the parameters hold, X is
the root of the same number of one polynomial h. Each part holds one of the sample points.
Proof. The first is part 2 of the theorem of `over_parameters`. Let E be W projected to
the first parameter. A part is open, so that it has a point over which no polynomial of E vanishes, and which
lies between two roots of W over it. By the theorem on open cylinders (`projection`) the
cylinder between the two is connected and without points of W: all of it belongs to the part, and so does the
sample point. QED

The lines on which a polynomial of E alone vanishes are no walls: they only say where to look.

Where the time is over, or resultants would be too long, W may lack the walls of some h. On a part whose
sample point has X as a root of an h that W was made for, X keeps h as above; for the other parts X is not
known. If columns are left, let c lie between the number of the last one that was looked at and its upper end.
Of the plane below c, where the first parameter is less, the same is true: its parts have points over E's
intervals up to that one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from flint import fmpq, fmpq_mpoly, fmpq_poly

from symbolic_eps.minimum.cylinders.one_sign import Range
from symbolic_eps.minimum.cylinders.over_parameters import NotGenericError, OverParameters, Value
from symbolic_eps.minimum.cylinders.projection import (
    Point,
    Root,
    TooLongError,
    exact,
    isolated,
    roots_of_each,
)
from symbolic_eps.time_limit import OUT_OF_TIME
from verify.deadline import OutOfTime, check_time
from verify.language.condition import Relation
from verify.points.simple_rationals import simplest_between

MOST_TRIES = 10
"""Numbers for the first parameter in one interval, for which X may be a root of several polynomials."""

TRIES_IN_COLUMN = 4
"""Numbers for the second one."""

TOO_LONG = "a resultant of long polynomials"

Walls = dict[str, fmpq_mpoly]
"""Polynomials in the parameters by their text."""

Sides = dict[str, bool]
"""Whether the polynomial of each wall is positive."""


@dataclass(frozen=True)
class PlaneCell:
    """A sample point, X there, and on which side of each wall it lies.

    Parameters
    ----------
    sample : Point
    value : Value or None
        None where the plane is not cut for X's polynomial.
    sides : dict of str to bool
        Whether the polynomial of a wall is positive.
    """

    sample: Point
    value: Value | None
    sides: Sides


@dataclass(frozen=True)
class Cut:
    """The plane, cut along walls.

    Parameters
    ----------
    walls : dict of str to fmpq_mpoly
    cells : tuple of PlaneCell
        One or more of each part, of those below `until` if there is such a number.
    until : Fraction or None
        For the first parameter.
    reason : str
        Why it is not cut further, where more was asked for.
    """

    walls: Walls
    cells: tuple[PlaneCell, ...]
    until: Fraction | None = None
    reason: str = ""

    @property
    def tells(self) -> bool:
        """Whether X is known on some cell."""
        return any(cell.value is not None for cell in self.cells)


@dataclass(frozen=True)
class Column:
    """A number for the first parameter, and the cells over it: intervals of the second, and their sides."""

    number: Fraction
    gaps: list[tuple[Range, Sides]]


@dataclass(frozen=True)
class Lines:
    """The walls along lines on which the second parameter is a number."""

    walls: tuple[fmpq_mpoly, ...]
    _crossings: dict[Fraction, list[Root] | None] = field(default_factory=dict)

    def join(self, one: Column, number: Fraction, gap: Range, sides: Sides) -> bool:
        """Whether a segment without walls leads from a cell of one column to one over another number."""
        for before, on_sides in one.gaps:
            if sides != on_sides:
                continue
            lows = [end for end in (before[0], gap[0]) if end is not None]
            highs = [end for end in (before[1], gap[1]) if end is not None]
            low, high = max(lows, default=None), min(highs, default=None)
            overlap = low is None or high is None or low < high
            if overlap and self._is_free(simplest_between(low, high), one.number, number):
                return True
        return False

    def _is_free(self, level: Fraction, *ends: Fraction) -> bool:
        if level not in self._crossings:
            check_time()
            at_level = [_on_line(g, level) for g in self.walls]
            vanishes = any(g.degree() < 0 for g in at_level)
            self._crossings[level] = None if vanishes else isolated(at_level)
        crossings = self._crossings[level]
        low, high = min(ends), max(ends)
        return crossings is not None and not any(r.high >= low and r.low <= high for r in crossings)


@dataclass(frozen=True)
class Plane:
    """The decomposition.

    Parameters
    ----------
    over : OverParameters
        In two parameters.
    relations : tuple of Relation
        Of the conditions on the parameters.
    progress : callable
        Called with a short text as cells are settled.
    values, walls, winners, long : dict and set
        What was found so far: X at points, polynomials of walls, those that have X somewhere and for which
        the plane is cut, and those for which it would take too long.
    """

    over: OverParameters
    relations: tuple[Relation, ...]
    progress: Callable[[str], None] = lambda _: None
    values: dict[Point, Value] = field(default_factory=dict, repr=False)
    walls: Walls = field(default_factory=dict, repr=False)
    winners: set[str] = field(default_factory=set, repr=False)
    long: set[str] = field(default_factory=set, repr=False)

    def cells(self, cuts: Iterable[fmpq_mpoly] = ()) -> Cut:
        """The walls, with further ones, and a cell or more of each part, as far as the time allows.

        Raises
        ------
        TooLongError, NotGenericError, OutOfTime
            Nothing is known of any cell.
        """
        self._add((*self.over.below, *self.over.ends, *cuts))
        last: Cut | None = None
        while True:
            points, until = list[Point](), None
            try:
                for beyond, further in self._columns():
                    points, until = [*points, *further], beyond
            except (OutOfTime, TooLongError) as error:
                here = self._cut(points, until, reason_of(error))
                if not here.tells and last is not None:
                    here = replace(last, reason=reason_of(error))
                if not here.tells:
                    raise
                return here
            last = self._cut(points, None, TOO_LONG if self.long else "")
            found = {str(g): g for g in (self.values[point].polynomial for point in points)}
            new = sorted(found.keys() - self.winners - self.long)
            if not new:
                return self._told(last)
            try:
                for name in new:
                    self._cut_for(name, found[name])
            except OutOfTime:
                if not last.tells:
                    raise
                return replace(last, reason=OUT_OF_TIME)

    def _told(self, cut: Cut) -> Cut:
        if cut.cells and not cut.tells:
            raise TooLongError(TOO_LONG)
        return cut

    def _cut_for(self, name: str, polynomial: fmpq_mpoly) -> None:
        try:
            self._add(self.over.critical(polynomial))
            self.winners.add(name)
        except TooLongError:
            self.long.add(name)

    def _cut(self, points: Sequence[Point], until: Fraction | None, reason: str) -> Cut:
        """Of the walls as they are, which are those of all winners."""
        walls, cells = dict(sorted(self.walls.items())), list[PlaneCell]()
        for point in points:
            value = self.values[point]
            known = value if str(value.polynomial) in self.winners else None
            cells.append(PlaneCell(point, known, self._sides(walls, point)))
        return Cut(walls, tuple(cells), until, reason)

    def _add(self, polynomials: Iterable[fmpq_mpoly]) -> None:
        for polynomial in polynomials:
            self.walls.update((str(factor), factor) for factor in self.over.space.irreducible(polynomial))

    def _columns(self) -> Iterator[tuple[Fraction | None, list[Point]]]:
        """A point of each part that the conditions allow, or more, with a number up to which that is so."""
        space = self.over.space
        first, second, *_ = space.projected(self.walls.values(), 0)
        columns = _gaps(roots_of_each(space.at(g, ()) for g in first), self._ranges[0])
        lines, before = Lines(tuple(self.walls.values())), Column(Fraction(0), [])
        for number, ends in enumerate(columns, 1):
            self.progress(f"cells of the parameters: column {number} of {len(columns)}")
            before, points = self._column(ends, second, before, lines)
            yield simplest_between(before.number, ends[1]), points

    def _column(
        self, ends: Range, second: Sequence[fmpq_mpoly], before: Column, lines: Lines
    ) -> tuple[Column, list[Point]]:
        """The cells over an interval of the first parameter, and a point of those not joined to the last."""
        low, high = ends
        for _ in range(MOST_TRIES):
            number = simplest_between(low, high)
            roots = roots_of_each(self.over.space.at(g, (number,)) for g in second)
            gaps = [gap for gap in _gaps(roots, self._ranges[1]) if self._is_known_within(number, gap)]
            cells = [(gap, self._sides(self.walls, (number, simplest_between(*gap)))) for gap in gaps]
            apart = [gap for gap, sides in cells if not lines.join(before, number, gap, sides)]
            points = [self._valued(number, *gap) for gap in apart]
            if None not in points:
                return Column(number, cells), [point for point in points if point is not None]
            high = number
        raise NotGenericError("no sample point of a cell tells of which polynomial X is a root")

    def _is_known_within(self, column: Fraction, gap: Range) -> bool:
        return self.is_known((column, simplest_between(*gap)))

    @property
    def _ranges(self) -> tuple[Range, ...]:
        return self.over.space.ranges or ((None, None),) * 2

    def is_known(self, point: Point) -> bool:
        """Whether the conditions on the parameters hold, on none of whose roots the point is."""
        values = (self.over.space.value(c, (*point, Fraction(0))) for c in self.over.known)
        signs = (int(value > 0) - int(value < 0) for value in values)
        return all(relation.holds(sign) for relation, sign in zip(self.relations, signs, strict=True))

    def _valued(self, column: Fraction, low: Fraction | None, high: Fraction | None) -> Point | None:
        """A point between the ends at which X is a root of one polynomial alone; None if none is found."""
        for _ in range(TRIES_IN_COLUMN):
            check_time()
            point = (column, simplest_between(low, high))
            if point not in self.values:
                try:
                    self.values[point] = self.over.value(point)
                except NotGenericError:
                    high = point[1]
                    continue
            return point
        return None

    def _sides(self, walls: Walls, point: Point) -> Sides:
        at = (*point, Fraction(0))
        return {name: bool(self.over.space.value(g, at) > 0) for name, g in walls.items()}


def reason_of(error: BaseException) -> str:
    """Why a plane is not cut further, for a report."""
    return OUT_OF_TIME if isinstance(error, OutOfTime) else str(error)


def _on_line(polynomial: fmpq_mpoly, level: Fraction) -> fmpq_poly:
    """A polynomial in the parameters at a number for the second, in the first."""
    rows: dict[int, fmpq] = {}
    value = exact(level)
    for powers, c in polynomial.to_dict().items():
        rows[int(powers[0])] = rows.get(int(powers[0]), fmpq(0)) + c * value ** int(powers[1])
    return fmpq_poly([rows.get(k, fmpq(0)) for k in range(max(rows) + 1)])


def _gaps(roots: Sequence[Root], ends: Range) -> list[Range]:
    """The intervals between roots, from one end to the other."""
    low, high = ends
    inside = [r for r in roots if (low is None or r.high > low) and (high is None or r.low < high)]
    pairs = zip([low, *(r.high for r in inside)], [*(r.low for r in inside), high], strict=True)
    return [(a, b) for a, b in pairs if a is None or b is None or a < b]  # an end is a root in an interval
