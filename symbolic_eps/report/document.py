"""Tables as a LaTeX document that compiles as it stands (booktabs)."""

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

_PREAMBLE = r"""\documentclass[a4paper,10pt]{article}
\usepackage[margin=15mm,landscape]{geometry}
\usepackage{amsmath,booktabs,longtable,array}
\setlength{\parindent}{0pt}
\setlength{\LTleft}{0pt}
\renewcommand{\arraystretch}{1.5}
\begin{document}
"""
_WIDEST = 50
"""Characters beyond which a column of plain text is wrapped rather than widened."""
_END = "\\end{document}\n"
_SPECIAL = {
    "&": r"\&",
    "%": r"\%",
    "_": r"\_",
    "#": r"\#",
    "<": "$<$",
    ">": "$>$",
    "^": r"\^{}",
    "*": r"$\cdot$",
}


def rendered(entries: Sequence[TableEntry], sections: Sequence[Section] = ()) -> str:
    """The closed-form table and further tables as one document."""
    parts = [_row(entry) for entry in entries]
    if entries:
        title = r"\section*{Closed forms of the recommended privacy budget}"
        parts = [title, *parts, escaped(summary(entries))]
    return "\n".join([_PREAMBLE, *parts, *map(_section, sections), _END])


def _row(entry: TableEntry) -> str:
    bound, assumed = profile_tex(entry)
    lines = [
        rf"\subsection*{{({entry.display}) {entry.identifier}}}",
        rf"${bound}$, assuming ${assumed}$ (proof: {escaped(entry.proof)}).",
        "",
        rf"\begin{{longtable}}{{@{{}}{_column(0.16)}{_column(0.42)}{_column(0.42)}@{{}}}}",
        r"\toprule",
        r"condition & recommended $\varepsilon$ & printed \\",
        r"\midrule",
        r"\endhead",
    ]
    for index, branch in enumerate(entry.derived.branches):
        attained = "; ".join(f"${a}$" for a in attained_tex(branch))
        derived = [rf"$\displaystyle {epsilon_tex(branch)}$", f"attained: {attained}" if attained else ""]
        printed = [line for p in entry.printed_for(index) for line in _printed(p)]
        cells = [f"${condition_tex(branch.conditions)}$", _stacked(derived), _stacked(printed)]
        lines.append(" & ".join(cells) + r" \\ \addlinespace")
    for region in entry.derived.empty:
        lines.append(rf"${condition_tex(region.conditions)}$ & none: {NO_PRIOR} & \\ \addlinespace")
    return "\n".join([*lines, r"\bottomrule", r"\end{longtable}", ""])


def _printed(entry: PrintedEntry) -> list[str]:
    where = printed_condition_tex(entry)
    return [
        rf"{escaped(entry.locator)}: $\displaystyle {expression_tex(entry.epsilon)}$",
        f"where ${where}$" if where else "",
        escaped(verdict_text(entry)),
    ]


def _column(share: float) -> str:
    return rf">{{\raggedright\arraybackslash}}p{{\dimexpr {share:.3f}\linewidth-2\tabcolsep}}"


def _stacked(parts: Sequence[str]) -> str:
    return r" \newline ".join(part for part in parts if part)


def _section(section: Section) -> str:
    header, *rows = section.shown
    widths = [min(max(len(row[i]) for row in section.shown), _WIDEST) for i in range(len(header))]
    columns = "".join(_column(width / sum(widths)) for width in widths)
    lines = [
        rf"\subsection*{{{escaped(section.title)}}}",
        rf"\begin{{longtable}}{{@{{}}{columns}@{{}}}}",
        r"\toprule",
        " & ".join(map(escaped, header)) + r" \\",
        r"\midrule",
        r"\endhead",
        *(" & ".join(map(escaped, row)) + r" \\" for row in rows),
        r"\bottomrule",
        r"\end{longtable}",
        *(escaped(note) + r"\par" for note in section.notes),
    ]
    return "\n".join(lines)


def escaped(text: str) -> str:
    """Plain text with the characters that LaTeX gives a meaning made literal."""
    return "".join(_SPECIAL.get(character, character) for character in text.replace("\\", "/"))
