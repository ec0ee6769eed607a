"""Spreadsheets as text: columns of formulas that refer to each other, listed, and as flat OpenDocument."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from symbolic_eps.export.layout.target import Sheet, generated
from symbolic_eps.export.programs.program import unused
from symbolic_eps.export.template import filled

ROWS = 20
"""How many rows of a sheet have formulas."""


@dataclass
class Columns:
    """Formulas of one row: `{name}` stands for the cell of that name."""

    names: list[str]
    formulas: list[str] = field(default_factory=list)

    def add(self, name: str, formula: str) -> str:
        """A cell with the formula, and how to refer to it."""
        cell = unused(name, lambda other: other.lower() in (n.lower() for n in self.names))
        self.names.append(cell)
        self.formulas.append(formula)
        return f"{{{cell}}}"

    def cells(self, row: int) -> list[str]:
        """The formulas with references."""
        references = {name: f"[.{letters(i)}{row}]" for i, name in enumerate(self.names)}
        return [formula.format(**references) for formula in self.formulas]


def letters(position: int) -> str:
    """The column's letters, from 0.

    Examples
    --------
    >>> letters(0), letters(25), letters(26)
    ('A', 'Z', 'AA')
    """
    before = letters(position // 26 - 1) if position >= 26 else ""
    return before + chr(ord("A") + position % 26)


def text(sheet: Sheet, made: Columns) -> str:
    """The cells of row 2, a line each."""
    lines = [f"# {generated([sheet])}", *(f"# {line}" for line in sheet.header)]
    count = len(sheet.formula.arguments)
    lines += [f"{letters(i)}2 {name}" for i, name in enumerate(made.names[:count])]
    cells = zip(made.names[count:], made.cells(2), strict=True)
    lines += [f"{letters(i)}2 {name} of:={cell}" for i, (name, cell) in enumerate(cells, start=count)]
    return "\n".join(lines) + "\n"


_TEXT = '<table:table-cell office:value-type="string">'


def document(sheets: Sequence[Sheet], made: Mapping[str, Columns]) -> str:
    """A flat OpenDocument file with a sheet for each formula."""
    lines = []
    for sheet in sheets:
        cells = made[sheet.formula.name]
        lines.append(f'<table:table table:name="{sheet.formula.safe_name}">')
        lines.append(_row(f"{_TEXT}<text:p>{name}</text:p></table:table-cell>" for name in cells.names))
        empty = ["<table:table-cell/>"] * len(sheet.formula.arguments)
        for row in range(2, ROWS + 2):
            quoted = (escape(cell, {'"': "&quot;"}) for cell in cells.cells(row))
            lines.append(_row((*empty, *(f'<table:table-cell table:formula="of:={q}"/>' for q in quoted))))
        lines.append("</table:table>")
    return filled("openformula/symbolic_eps.fods", generated=generated(sheets), sheets=lines)


def _row(cells: Iterable[str]) -> str:
    return f"<table:table-row>{''.join(cells)}</table:table-row>"
