"""Tables for a terminal or a log: plain text, formulas on one line each."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from symbolic_eps.closed_forms.closed_form import NO_PRIOR
from symbolic_eps.report.formula import basic_text, formula, sentence, spoken
from symbolic_eps.report.sections import Section
from symbolic_eps.report.table import (
    TableEntry,
    assumptions_text,
    attained_text,
    epsilon_text,
    profile_text,
    summary,
    verdict_text,
)

_LABEL = 10

LEGEND = """\
if: for which parameters; eps: the closed form derived for them; attained: the priors that decide eps;
printed: the paper's formula, with its place (tab:3/(15).2 is Table 3, row (15), entry 2) and its verdict"""


def rendered(entries: Sequence[TableEntry], sections: Sequence[Section] = ()) -> str:
    """The closed-form table, each branch with its printed entry below it, and further tables."""
    blocks = [_row(entry) for entry in entries]
    if entries:
        blocks.append(f"{LEGEND}\n{summary(entries)}")
    return "\n\n".join([*blocks, *map(_section, sections)]) + "\n"


def _row(entry: TableEntry) -> str:
    proof = f"proof: {entry.proof}"
    lines = [
        f"({entry.display}) {entry.identifier}: {profile_text(entry)}",
        f"  assuming {assumptions_text(entry)}; {proof}",
    ]
    for index, branch in enumerate(entry.derived.branches):
        case = ("if", sentence(branch.conditions)) if branch.conditions else ("for", "all parameters")
        lines.append(_line(*case))
        lines.append(_line("eps =", epsilon_text(branch)))
        if attained := attained_text(branch, entry.derived):
            lines.append(_line("attained", attained))
        for printed in entry.printed_for(index):
            cell = f"{formula(printed.epsilon)}  {_where(printed.condition)}"
            lines.append(_line("printed", cell))
            lines.append(_line("", f"{printed.locator}: {verdict_text(printed)}"))
    for region in entry.derived.empty:
        lines += [_line("if", sentence(region.conditions)), _line("eps", f"none: {NO_PRIOR}")]
    return "\n".join(lines)


def _where(condition: sp.Basic) -> str:
    """The condition of a printed entry, with its comparisons as on paper."""
    if condition == sp.true:
        return "for all parameters"
    parts = condition.args if isinstance(condition, sp.And) else (condition,)
    if not all(isinstance(part, sp.Rel) for part in parts):
        return f"where {basic_text(condition)}"
    return "where " + " and ".join(sorted(map(spoken, parts), key=lambda text: (len(text), text)))


def _line(label: str, text: str) -> str:
    return f"  {label:>{_LABEL}} {text}".rstrip()


def _section(section: Section) -> str:
    grid = section.shown
    widths = [max(len(row[i]) for row in grid) for i in range(len(grid[0]))]
    header, *rows = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in grid
    )
    rule = "  ".join("-" * width for width in widths)
    return "\n".join([section.title, "", header, rule, *rows, *(f"- {note}" for note in section.notes)])
