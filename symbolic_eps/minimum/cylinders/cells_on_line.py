"""One parameter: the line cut into open cells, on each of which one polynomial keeps X, and points between.

The theorem is that of `over_parameters`. The line is cut where a polynomial of C
vanishes, and for each polynomial that has X on some cell where another one may take over.

The theorem speaks of one cell: what polynomial keeps X there is known, if the line was cut for that. So cells
stay when the time is over, and what lies between them are gaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from flint import fmpq_mpoly, fmpq_poly

from symbolic_eps.minimum.cylinders.over_parameters import NotGenericError, OverParameters, Value
from symbolic_eps.minimum.cylinders.projection import Root, exact, has_root, isolated
from verify.deadline import OutOfTime, check_time
from verify.language.condition import Relation
from verify.points.simple_rationals import simplest_between

MOST_TRIES = 40
"""Sample points of one cell at which X may be a root of several polynomials."""


@dataclass(frozen=True, eq=False)
class Border:
    """A point between two cells.

    Parameters
    ----------
    root : Root
        Of the parameter.
    polynomial : fmpq_poly
        Irreducible, with that root.
    """

    root: Root
    polynomial: fmpq_poly

    @property
    def number(self) -> Fraction | None:
        """The point, if it is rational."""
        if self.polynomial.degree() != 1:
            return None
        value = -self.polynomial[0] / self.polynomial[1]
        return Fraction(int(value.p), int(value.q))

    def is_like(self, other: Border) -> bool:
        """Whether both are roots of one polynomial, so that its sign does not tell one from the other."""
        return self is not other and self.polynomial == other.polynomial

    def sign_of(self, polynomial: fmpq_poly) -> int:
        """Of a polynomial whose other roots are apart from this one's interval."""
        if polynomial.gcd(self.polynomial).degree() > 0:
            return 0
        value = polynomial(exact(self.root.low))
        return int(value > 0) - int(value < 0)


@dataclass(frozen=True, eq=False)
class LineCell:
    """An open interval of the parameter on which one polynomial keeps X; an end may be infinite."""

    low: Border | None
    high: Border | None
    sample: Fraction
    value: Value


@dataclass(frozen=True, eq=False)
class Gap:
    """An open interval between points, on which it is not known which polynomial keeps X."""

    low: Border | None
    high: Border | None
    sample: Fraction


Cells = tuple[tuple[Border, ...], tuple[LineCell | Gap, ...]]
"""The points, and what lies between them where the conditions on the parameter hold."""


@dataclass(frozen=True)
class Line:
    """The decomposition.

    Parameters
    ----------
    over : OverParameters
        In one parameter.
    relations : tuple of Relation
        Of the conditions on the parameter.
    cuts : tuple of Fraction
        Where the line is cut besides.
    is_late : bool
        Whether X is asked for at no further points.
    values, critical : dict
        What was found so far: X at points, and where else to cut for each polynomial that has X somewhere.
    """

    over: OverParameters
    relations: tuple[Relation, ...]
    cuts: tuple[Fraction, ...] = ()
    is_late: bool = False
    values: dict[Fraction, Value] = field(default_factory=dict, repr=False)
    critical: dict[str, tuple[fmpq_mpoly, ...]] = field(default_factory=dict, repr=False)

    @property
    def is_complete(self) -> bool:
        """Whether the time was enough, so that there are no gaps."""
        return not any(isinstance(cell, Gap) for cell in self._cells[1])

    @cached_property
    def _cells(self) -> Cells:
        kept, late = None, self.is_late
        while True:
            every = {str(g): g for g in (*self.over.below, *self.over.ends)}
            every |= {str(g): g for further in self.critical.values() for g in further}
            try:
                borders, cells, late = self._between(every, late)
                kept = borders, tuple(map(self._if_cut, cells))
                found = [cell.value.polynomial for cell in cells if isinstance(cell, LineCell)]
                new = {str(h): h for h in found if str(h) not in self.critical}
                if not new:
                    break
                for name, h in new.items():
                    self.critical[name] = tuple(self.over.critical(h))
            except OutOfTime:
                break
        if kept is None or (kept[1] and all(isinstance(cell, Gap) for cell in kept[1])):
            raise OutOfTime
        return kept

    def _between(
        self, every: Mapping[str, fmpq_mpoly], late: bool
    ) -> tuple[tuple[Border, ...], list[LineCell | Gap], bool]:
        """The points, what lies between them, and whether the time was over meanwhile."""
        on_line = [self.over.space.at(g, ()) for g in every.values()]
        cuts = (fmpq_poly([exact(-cut), 1]) for cut in self.cuts)
        borders = _borders((*on_line, *(cut for cut in cuts if cut not in on_line)))
        cells = list[LineCell | Gap]()
        for low, high in zip((None, *borders), (*borders, None), strict=True):
            start, end = None if low is None else low.root.high, None if high is None else high.root.low
            sample = simplest_between(start, end)
            if not self._is_known((sample,)):
                continue
            try:
                at = self._found(start, end) if late else self._sample(start, end)
            except OutOfTime:
                at, late = None, True
            cells.append(Gap(low, high, sample) if at is None else LineCell(low, high, at, self.values[at]))
        return borders, cells, late

    def _if_cut(self, cell: LineCell | Gap) -> LineCell | Gap:
        """The cell, if the line was cut for its polynomial."""
        if isinstance(cell, LineCell) and str(cell.value.polynomial) not in self.critical:
            return Gap(cell.low, cell.high, cell.sample)
        return cell

    def _found(self, start: Fraction | None, end: Fraction | None) -> Fraction | None:
        """A number between at which X is known."""
        within = (z for z in self.values if (start is None or start < z) and (end is None or z < end))
        return next(within, None)

    def _sample(self, start: Fraction | None, end: Fraction | None) -> Fraction:
        """A number between at which X is a root of one polynomial alone, X being known then."""
        for _ in range(MOST_TRIES):
            check_time()
            sample = simplest_between(start, end)
            if sample in self.values:
                return sample
            try:
                self.values[sample] = self.over.value((sample,))
            except NotGenericError:
                end = sample
        raise NotGenericError("no sample point of a cell tells of which polynomial X is a root")

    def _is_known(self, point: tuple[Fraction, ...]) -> bool:
        """Whether the conditions on the parameter hold, on none of whose roots the point is."""
        values = (self.over.space.value(c, (*point, Fraction(0))) for c in self.over.known)
        signs = (int(value > 0) - int(value < 0) for value in values)
        return all(relation.holds(sign) for relation, sign in zip(self.relations, signs, strict=True))

    @property
    def borders(self) -> tuple[Border, ...]:
        """All points between cells, also where the conditions on the parameter do not hold."""
        return self._cells[0]

    def others(self, border: Border) -> bool:
        """Whether the polynomial of a point has another root where the conditions hold, or at an end."""
        ends = {end for part in self.parts if not isinstance(part, Border) for end in (part.low, part.high)}
        near = {b for b in (*self.parts, *ends) if isinstance(b, Border)}
        return any(b.root != border.root and b.polynomial == border.polynomial for b in near)

    @cached_property
    def parts(self) -> tuple[LineCell | Gap | Border, ...]:
        """Cells, gaps and points between them for which the conditions on the parameter hold, in order."""
        borders, cells = self._cells
        starting = {cell.low: cell for cell in cells}
        parts: list[LineCell | Gap | Border] = []
        for border in (None, *borders):
            if border is not None and self._meets(border):
                parts.append(border)
            if border in starting:
                parts.append(starting[border])
        return tuple(parts)

    def _meets(self, border: Border) -> bool:
        polynomials = (self.over.space.at(g, ()) for g in self.over.known)
        signs = [border.sign_of(g) for g in polynomials]
        return all(relation.holds(sign) for relation, sign in zip(self.relations, signs, strict=True))


def _borders(polynomials: Iterable[fmpq_poly]) -> tuple[Border, ...]:
    """All roots of irreducible polynomials, in order."""
    irreducible = [*polynomials]
    roots = isolated(irreducible)
    return tuple(Border(root, next(g for g in irreducible if has_root(g, root))) for root in roots)
