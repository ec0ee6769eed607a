"""Risk profiles given as a table of points (p, q, r*) with a stated interpolation.

The points form a full grid. Beyond the outermost grid lines the value at the nearest one holds.
Interpolations: `bilinear`; `nearest` (a tie takes the smaller bound); `lower`, the least of the grid points
around.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from io import StringIO
from itertools import islice, pairwise
from pathlib import Path

from symbolic_eps.enclosed.bounds import Bound
from symbolic_eps.enclosed.cell import Cell, Side
from symbolic_eps.enclosed.jet import Jet
from symbolic_eps.enclosed.requirement import Requirement
from symbolic_eps.enclosed.translation import JetFunction
from symbolic_eps.errors import InputError
from symbolic_eps.files import text_of
from symbolic_eps.profiles.exact_numbers import exact_fraction

MOST_POINTS = 250_000

_LONGEST_TEXT, _LONGEST_LINE = 60, 1000


class Interpolation(StrEnum):
    """How a table gives values between its points."""

    BILINEAR = "bilinear"
    NEAREST = "nearest"
    LOWER = "lower"


@dataclass(frozen=True)
class Table:
    """A risk profile as a table.

    Parameters
    ----------
    p, q : tuple of Fraction
        Grid lines in [0, 1], increasing.
    bounds : tuple of tuple of Fraction
        r* > 0 at (p[i], q[j]) as `bounds[i][j]`.
    interpolation : Interpolation
        What holds between the points.

    Examples
    --------
    >>> table = table_of([("0.5", "0.5", "3"), (1, "0.5", 2)], "lower")
    >>> table.p, len(table.requirements())
    ((Fraction(1, 2), Fraction(1, 1)), 4)
    """

    p: tuple[Fraction, ...]
    q: tuple[Fraction, ...]
    bounds: tuple[tuple[Fraction, ...], ...]
    interpolation: Interpolation

    def __str__(self) -> str:
        return f"table of {len(self.p)} x {len(self.q)} points, {self.interpolation}"

    def requirements(self) -> tuple[Requirement, ...]:
        """One requirement for each rectangle between grid lines."""
        if self.interpolation is Interpolation.NEAREST:
            p_lines, q_lines = (tuple((a + b) / 2 for a, b in pairwise(v)) for v in (self.p, self.q))
        else:
            p_lines, q_lines = self.p, self.q
        requirements = []
        for p_side, p_near in _strips(p_lines, len(self.p), self.interpolation):
            for q_side, q_near in _strips(q_lines, len(self.q), self.interpolation):
                corners = [[self.bounds[i][j] for j in q_near] for i in p_near]
                requirements.append(
                    Requirement(Cell(p_side, q_side), (self._bound(p_near, q_near, corners),))
                )
        return tuple(requirements)

    def _bound(
        self, p_near: tuple[int, ...], q_near: tuple[int, ...], corners: list[list[Fraction]]
    ) -> Bound:
        values = [value for row in corners for value in row]
        least, greatest = min(values), max(values)
        if self.interpolation is not Interpolation.BILINEAR or least == greatest:
            return _bound_of(lambda p, _: p * 0 + least, least)
        p_ends = self.p[p_near[0]], self.p[p_near[-1]]
        q_ends = self.q[q_near[0]], self.q[q_near[-1]]
        four = (corners[0][0], corners[-1][0], corners[0][-1], corners[-1][-1])
        return _bound_of(_bilinear(p_ends, q_ends, four), least)


def table_of(points: Iterable[Sequence[object]], interpolation: str) -> Table:
    """A table from triples (p, q, r*) in any order.

    Parameters
    ----------
    points : iterable of triples
        Exact numbers: int, Fraction, Decimal or text such as `"0.05"`, `"1/3"`, `"1e-3"`.
    interpolation : str
        `bilinear`, `nearest` or `lower`.

    Raises
    ------
    symbolic_eps.errors.InputError
        A number is not finite, not a number or out of range, a point is missing or given twice; the message
        names the row.

    Examples
    --------
    >>> table_of([("1/2", 1, 3), (1, 1, 2)], "lower").bounds
    ((Fraction(3, 1),), (Fraction(2, 1),))
    """
    return _table([(f"row {k}", row) for k, row in enumerate(points, 1)], interpolation)


def read_table(path: Path | str, interpolation: str) -> Table:
    r"""A table from a CSV file with the columns p, q, r; a header line is optional.

    Parameters
    ----------
    path : Path or str
        The file.
    interpolation : str
        `bilinear`, `nearest` or `lower`.

    Raises
    ------
    symbolic_eps.errors.InputError
        As `table_of`, with the number of the line; or the file cannot be read or is too large.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "risk.csv")
    ...     _ = path.write_text("p,q,r\n0.5,1,3\n1,1,2\n")
    ...     str(read_table(path, "lower"))
    'table of 2 x 1 points, lower'
    """
    reader = csv.reader(_short_lines(path, text_of(path, "the table")))
    try:
        numbered = ((f"{path}, line {reader.line_num}", row) for row in reader if any(c.strip() for c in row))
        rows = list(islice(numbered, MOST_POINTS + 2))
    except csv.Error as error:
        raise InputError(f"{path}, line {reader.line_num}: {error}") from None
    if rows and [c.strip().lower() for c in rows[0][1]] in (["p", "q", "r"], ["p", "q", "r*"]):
        rows = rows[1:]
    return _table(rows, interpolation)


def _short_lines(path: Path | str, text: str) -> Iterator[str]:
    """The lines, none of which is much longer than three numbers."""
    for number, line in enumerate(StringIO(text, newline=""), 1):
        if len(line) > _LONGEST_LINE:
            raise InputError(f"{path}, line {number}: longer than {_LONGEST_LINE} characters; write p,q,r")
        yield line


def _table(rows: Sequence[tuple[str, Sequence[object]]], interpolation: str) -> Table:
    if interpolation not in list(Interpolation):
        raise InputError(f"interpolation {interpolation!r}: choose one of {', '.join(Interpolation)}")
    if not rows:
        raise InputError("the table has no points: give lines p,q,r")
    if len(rows) > MOST_POINTS:
        raise InputError(f"the table has more than {MOST_POINTS} points: give at most that many")
    known: dict[tuple[Fraction, Fraction], Fraction] = {}
    for where, row in rows:
        if len(row) != 3:
            raise InputError(f"{where}: {len(row)} values, but a point has three: write p,q,r")
        p, q, r = (_exact(where, name, value) for name, value in zip("pqr", row, strict=True))
        for name, prior in (("p", p), ("q", q)):
            if not 0 <= prior <= 1:
                raise InputError(f"{where}: {name} = {prior} is outside [0, 1]: write a prior such as 1/10")
        if r <= 0:
            raise InputError(f"{where}: r = {r}, but a relative risk is positive: write a number such as 3")
        if (p, q) in known:
            raise InputError(f"{where}: the point p = {p}, q = {q} is given twice: remove one")
        known[p, q] = r
    p_lines, q_lines = (tuple(sorted({point[k] for point in known})) for k in range(2))
    for p in p_lines:
        for q in q_lines:
            if (p, q) not in known:
                raise InputError(
                    f"the table has no value at p = {p}, q = {q}: give every p a value for every q"
                )
    bounds = tuple(tuple(known[p, q] for q in q_lines) for p in p_lines)
    return Table(p_lines, q_lines, bounds, Interpolation(interpolation))


def _exact(where: str, name: str, value: object) -> Fraction:
    try:
        return exact_fraction(f"{where}: {name}", value)
    except InputError as error:
        if not isinstance(value, str):
            raise
        raise type(error)(f"{where}: {name} = {value[:_LONGEST_TEXT]!r}: {error}") from None


def _strips(
    lines: Sequence[Fraction], count: int, interpolation: Interpolation
) -> Iterator[tuple[Side, tuple[int, ...]]]:
    """The strips of (0, 1] between lines, and the indices of the grid values that hold on each.

    Closed strips overlap at lines: there the smaller bound of the two holds, as both are required.
    """
    ends = [Fraction(0), *lines, Fraction(1)]
    for k, (low, high) in enumerate(pairwise(ends)):
        if low == high:
            continue
        if interpolation is Interpolation.NEAREST:
            near: tuple[int, ...] = (k,)
        else:
            near = tuple(sorted({max(k - 1, 0), min(k, count - 1)}))
        yield Side(low, high, low_open=low == 0), near


def _bilinear(
    p_ends: tuple[Fraction, Fraction],
    q_ends: tuple[Fraction, Fraction],
    corners: tuple[Fraction, Fraction, Fraction, Fraction],
) -> JetFunction:
    """The bilinear function with these corner values (low p first), kept within their range."""
    low_low, high_low, low_high, high_high = corners
    p_width, q_width = p_ends[1] - p_ends[0], q_ends[1] - q_ends[0]
    by_p = (high_low - low_low) / p_width if p_width else Fraction(0)
    by_q = (low_high - low_low) / q_width if q_width else Fraction(0)
    area = p_width * q_width
    by_both = (low_low - high_low - low_high + high_high) / area if area else Fraction(0)
    p_start, q_start = p_ends[0], q_ends[0]
    least, greatest = min(corners), max(corners)

    def value(p: Jet, q: Jet) -> Jet:
        u, v = p - p_start, q - q_start
        jet = low_low + by_p * u + (by_q + by_both * u) * v
        # On the rectangle itself the values lie between the corners', whatever rounding says.
        low, high = p.arithmetic.enclose(least)[0], p.arithmetic.enclose(greatest)[1]
        inside = max(jet.value[0], low), min(jet.value[1], high)
        return Jet(p.arithmetic, inside if inside[0] <= inside[1] else jet.value, jet.gradient)

    return value


def _bound_of(value: JetFunction, least: Fraction) -> Bound:
    return Bound(lambda p, q: value(p, q).reciprocal(), None, (), f"of the table (here at least {least})")
