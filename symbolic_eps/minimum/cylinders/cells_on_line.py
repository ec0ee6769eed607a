"""One parameter: the line cut into open cells, on each of which one polynomial keeps X, and points between.

The theorem is that of `over_parameters`. The line is cut where a polynomial of C
vanishes, and for each polynomial that has X on some cell where another one may take over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import fmpq_poly

from symbolic_eps.minimum.cylinders.over_parameters import NotGenericError, OverParameters, Value
from symbolic_eps.minimum.cylinders.projection import Root, exact, has_root, isolated
from verify.deadline import check_time
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
    """

    over: OverParameters
    relations: tuple[Relation, ...]
    cuts: tuple[Fraction, ...] = ()

    @cached_property
    def _cells(self) -> tuple[tuple[Border, ...], tuple[LineCell, ...]]:
        polynomials = {str(g): g for g in (*self.over.below, *self.over.ends)}
        further_cuts = tuple(fmpq_poly([exact(-cut), 1]) for cut in self.cuts)
        winners: set[str] = set()
        values: dict[Fraction, Value] = {}
        while True:
            on_line = [self.over.space.at(g, ()) for g in polynomials.values()]
            borders = _borders((*on_line, *(cut for cut in further_cuts if cut not in on_line)))
            cells, further = list[LineCell](), False
            for low, high in zip((None, *borders), (*borders, None), strict=True):
                cell = self._cell(low, high, values)
                if cell is None:
                    continue
                cells.append(cell)
                winner = cell.value.polynomial
                if str(winner) not in winners:
                    winners.add(str(winner))
                    polynomials |= {str(g): g for g in self.over.critical(winner)}
                    further = True
            if not further:
                return borders, tuple(cells)

    def _cell(
        self, low: Border | None, high: Border | None, values: dict[Fraction, Value]
    ) -> LineCell | None:
        start = None if low is None else low.root.high
        end = None if high is None else high.root.low
        sample = simplest_between(start, end)
        if not self._is_known((sample,)):
            return None
        for _ in range(MOST_TRIES):
            check_time()
            if sample not in values:
                try:
                    values[sample] = self.over.value((sample,))
                except NotGenericError:
                    end = sample
                    sample = simplest_between(start, end)
                    continue
            return LineCell(low, high, sample, values[sample])
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
        ends = {end for part in self.parts if isinstance(part, LineCell) for end in (part.low, part.high)}
        near = {b for b in (*self.parts, *ends) if isinstance(b, Border)}
        return any(b.root != border.root and b.polynomial == border.polynomial for b in near)

    @cached_property
    def parts(self) -> tuple[LineCell | Border, ...]:
        """Cells and the points between them for which the conditions on the parameter hold, in order."""
        borders, cells = self._cells
        starting = {cell.low: cell for cell in cells}
        parts: list[LineCell | Border] = []
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
