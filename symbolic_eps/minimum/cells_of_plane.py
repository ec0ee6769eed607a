"""Two parameters: open cells of the plane, on each of which one polynomial keeps X.

The walls W are the curves on which a polynomial vanishes: those of C and the conditions on the parameters,
and for each h that has X on some cell what may change that (`OverParameters.critical`).

Theorem. On each connected part of the plane without W, in which the conditions on the parameters hold, X is
the root of the same number of one polynomial h. Each part holds one of the sample points.
Proof. The first is part 2 of the theorem of `symbolic_eps.minimum.over_parameters`. Let E be W projected to
the first parameter. A part is open, so that it has a point over which no polynomial of E vanishes, and which
lies between two roots of W over it. By the theorem on open cylinders (`symbolic_eps.minimum.projection`) the
cylinder between the two is connected and without points of W: all of it belongs to the part, and so does the
sample point. QED

The lines on which a polynomial of E alone vanishes are no walls: they only say where to look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from flint import fmpq_mpoly

from symbolic_eps.minimum.one_sign import Range
from symbolic_eps.minimum.over_parameters import NotGenericError, OverParameters, Value
from symbolic_eps.minimum.projection import Point, Root, roots_of_each
from verify.deadline import check_time
from verify.language.condition import Relation
from verify.points.simple_rationals import simplest_between

MOST_TRIES = 10
"""Numbers for the first parameter in one interval, for which X may be a root of several polynomials."""

TRIES_IN_COLUMN = 4
"""Numbers for the second one."""

Walls = dict[str, fmpq_mpoly]
"""Polynomials in the parameters by their text."""


@dataclass(frozen=True)
class PlaneCell:
    """A sample point, X there, and on which side of each wall it lies.

    Parameters
    ----------
    sample : Point
    value : Value
    sides : dict of str to bool
        Whether the polynomial of a wall is positive.
    """

    sample: Point
    value: Value
    sides: dict[str, bool]


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
    """

    over: OverParameters
    relations: tuple[Relation, ...]
    progress: Callable[[str], None] = lambda _: None
    values: dict[Point, Value] = field(default_factory=dict, repr=False)

    def cells(self, cuts: Iterable[fmpq_mpoly] = ()) -> tuple[Walls, tuple[PlaneCell, ...]]:
        """The walls, with further ones, and a cell or more of each part.

        Raises
        ------
        TooLongError, NotGenericError
        """
        walls: Walls = {}
        self._add(walls, (*self.over.below, *self.over.ends, *cuts))
        winners: set[str] = set()
        while True:
            points = [*self._points(walls)]
            found = {str(g): g for g in (self.values[point].polynomial for point in points)}
            for name in sorted(found.keys() - winners):
                self._add(walls, self.over.critical(found[name]))
            if found.keys() <= winners:
                return walls, tuple(PlaneCell(p, self.values[p], self._sides(walls, p)) for p in points)
            winners |= found.keys()

    def _add(self, walls: Walls, polynomials: Iterable[fmpq_mpoly]) -> None:
        for polynomial in polynomials:
            walls |= {str(factor): factor for factor in self.over.space.irreducible(polynomial)}

    def _points(self, walls: Walls) -> Iterator[Point]:
        """A point of each cell that the conditions allow."""
        space = self.over.space
        first, second, *_ = space.projected(walls.values(), 0)
        columns = _gaps(roots_of_each(space.at(g, ()) for g in first), self._ranges[0])
        for number, column in enumerate(columns, 1):
            self.progress(f"cells of the parameters: column {number} of {len(columns)}")
            yield from self._column(column, second)

    def _column(self, ends: Range, second: Sequence[fmpq_mpoly]) -> list[Point]:
        """A point of each cell over an interval of the first parameter."""
        low, high = ends
        for _ in range(MOST_TRIES):
            column = simplest_between(low, high)
            roots = roots_of_each(self.over.space.at(g, (column,)) for g in second)
            gaps = [gap for gap in _gaps(roots, self._ranges[1]) if self._is_known_within(column, gap)]
            points = [self._valued(column, *gap) for gap in gaps]
            if None not in points:
                return [point for point in points if point is not None]
            high = column
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

    def _sides(self, walls: Walls, point: Point) -> dict[str, bool]:
        at = (*point, Fraction(0))
        return {name: bool(self.over.space.value(g, at) > 0) for name, g in walls.items()}


def _gaps(roots: Sequence[Root], ends: Range) -> list[Range]:
    """The intervals between roots, from one end to the other."""
    low, high = ends
    inside = [r for r in roots if (low is None or r.high > low) and (high is None or r.low < high)]
    return [*zip([low, *(r.high for r in inside)], [*(r.low for r in inside), high], strict=True)]
