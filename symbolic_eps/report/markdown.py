"""Tables in Markdown, with formulas as TeX mathematics."""

from __future__ import annotations

from collections.abc import Sequence

from symbolic_eps.closed_forms.closed_form import NO_PRIOR
from symbolic_eps.report.mathematics import (
    attained_tex,
    condition_tex,
    epsilon_tex,
    expression_tex,
    printed_condition_tex,
    profile_tex,
)
from symbolic_eps.report.sections import Section
from symbolic_eps.report.table import PrintedEntry, TableEntry, summary, verdict_text


def rendered(entries: Sequence[TableEntry], sections: Sequence[Section] = ()) -> str:
    """The closed-form table, one Markdown table for each profile, and further tables."""
    parts = list(map(_row, entries))
    if entries:
        parts = ["# Closed forms of the recommended privacy budget", *parts, summary(entries)]
    return "\n\n".join([*parts, *map(_section, sections)]) + "\n"


def _row(entry: TableEntry) -> str:
    bound, assumed = profile_tex(entry)
    lines = [
        f"## ({entry.display}) {entry.identifier}",
        "",
        f"${bound}$, assuming ${assumed}$ (proof: {entry.proof}).",
        "",
        "| condition | recommended eps | attained | printed | verdict |",
        "|---|---|---|---|---|",
    ]
    for index, branch in enumerate(entry.derived.branches):
        printed = entry.printed_for(index)
        cells = [
            f"${condition_tex(branch.conditions)}$",
            f"${epsilon_tex(branch)}$",
            "; ".join(f"${a}$" for a in attained_tex(branch)),
            "<br>".join(map(_printed, printed)),
            "<br>".join(verdict_text(p) for p in printed),
        ]
        lines.append("| " + " | ".join(cell.replace("|", r"\vert ") for cell in cells) + " |")
    for region in entry.derived.empty:
        condition = condition_tex(region.conditions).replace("|", r"\vert ")
        lines.append(f"| ${condition}$ | none: {NO_PRIOR} | | | |")
    return "\n".join(lines)


def _printed(entry: PrintedEntry) -> str:
    where = printed_condition_tex(entry)
    return f"{entry.locator}: ${expression_tex(entry.epsilon)}$" + (f" where ${where}$" if where else "")


def _section(section: Section) -> str:
    header, *rows = section.shown
    lines = [header, ["---"] * len(header), *rows]
    grid = ["| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |" for line in lines]
    return "\n".join(
        [f"## {section.title}", "", *grid, "", *(f"- {note}" for note in section.notes)]
    ).rstrip()
