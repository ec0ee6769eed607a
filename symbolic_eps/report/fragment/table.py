"""Several results in one LaTeX fragment: closed forms beside what is printed, derivatives, lemmas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.inverse.sensitivity import derivative
from symbolic_eps.report.fragment.numbers import (
    LAYOUT,
    attained,
    conditions,
    mathematics,
    stacked,
    value_of,
    worded,
)
from symbolic_eps.report.fragment.text import Fragment, Grid, Row, letters_of, prefix_of
from symbolic_eps.report.sections import Section
from symbolic_eps.report.table import TableEntry, verdict_text
from symbolic_eps.typesetting.tex import tex_words


def table(entries: Sequence[TableEntry], sections: Sequence[Section] = ()) -> Fragment:
    """The closed-form table, each row with a table of its own, and further tables.

    Parameters
    ----------
    entries : sequence of TableEntry
    sections : sequence of Section
    """
    grids = [_row(entry) for entry in entries]
    return Fragment("", (*grids, *map(_section, sections)))


def _row(entry: TableEntry) -> Grid:
    name, several = prefix_of(entry.identifier), len(entry.derived.branches) > 1
    rows = []
    for index, branch in enumerate(entry.derived.branches):
        printed = [f"{tex_words(p.locator)}: {tex_words(verdict_text(p))}" for p in entry.printed_for(index)]
        where = stacked(map(attained, branch.attained))
        cells = (conditions(branch.conditions), where, stacked(printed))
        macro = f"{name}{letters_of(index + 1) if several else ''}"
        rows.append(Row(value_of(branch), cells, macro, value_of(branch)))
    return Grid(tuple(rows), (r"$\varepsilon$", "if", "attained", "printed"), name)


def _section(section: Section) -> Grid:
    header, *rows = section.shown
    cells = [tuple(map(worded, row)) for row in rows]
    return Grid(
        tuple(Row(row[0], row[1:]) for row in cells), tuple(map(worded, header)), prefix_of(section.key)
    )


def slopes(derived: PiecewiseInfimum) -> Fragment:
    r"""The derivatives on each branch of a closed form; in formulas x stands for e^-eps.

    Examples
    --------
    >>> from symbolic_eps import derive
    >>> print(slopes(derive("r", ["r>1"]).derived).grids[0].rows[0].cells[1])
    $\frac{1}{2 r}$
    """
    variables = derived.profile.parameters
    header = (
        "if",
        r"$\varepsilon$",
        *(rf"$\partial\varepsilon/\partial {LAYOUT.set(v)}$" for v in variables),
    )
    rows = []
    for branch in derived.branches:
        found = [derivative(branch, v) for v in variables]
        cells = ("none" if slope is None else mathematics(slope) for slope in found)
        rows.append(Row(conditions(branch.conditions), (value_of(branch), *cells)))
    return Fragment("", (Grid(tuple(rows), header),))


def several(fragments: Mapping[str, Fragment]) -> Fragment:
    """The tables of several results, told apart by the names of the results."""
    return Fragment("", tuple(_renamed(fragments)))


def _renamed(fragments: Mapping[str, Fragment]) -> Iterator[Grid]:
    for key, one in fragments.items():
        for grid in one.grids:
            yield Grid(grid.rows, grid.header, prefix_of(key) + grid.name)
