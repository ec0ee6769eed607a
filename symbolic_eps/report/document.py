"""Tables as a LaTeX document that compiles as it stands (booktabs)."""

from __future__ import annotations

from collections.abc import Sequence

from symbolic_eps.report.mathematics import attained_tex, condition_tex, epsilon_tex, printed_tex, profile_tex
from symbolic_eps.report.sections import Section
from symbolic_eps.report.table import TableEntry, summary, verdict_text

_PREAMBLE = r"""\documentclass[a4paper,10pt]{article}
\usepackage[margin=15mm,landscape]{geometry}
\usepackage{amsmath,booktabs,longtable,array}
\setlength{\parindent}{0pt}
\setlength{\LTleft}{0pt}
\renewcommand{\arraystretch}{1.5}
\begin{document}
"""
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
        rf"${bound}$, assuming ${assumed}$ (proof: {entry.derived.grade}).",
        "",
        r"\begin{longtable}{@{}>{\raggedright}p{0.17\linewidth}>{\raggedright\arraybackslash}p{0.80\linewidth}@{}}",
        r"\toprule",
        r"condition & recommended $\varepsilon$, where attained, and what is printed \\",
        r"\midrule",
    ]
    for index, branch in enumerate(entry.derived.branches):
        attained = "; ".join(f"${a}$" for a in attained_tex(branch))
        lines.append(rf"${condition_tex(branch.conditions)}$ & $\displaystyle {epsilon_tex(branch)}$ \\")
        if attained:
            lines.append(rf" & attained: {attained} \\")
        for printed in entry.printed_for(index):
            lines.append(rf" & {escaped(printed.locator)}: $\displaystyle {printed_tex(printed)}$ \\")
            lines.append(rf" & \quad {escaped(verdict_text(printed))} \\")
        lines.append(r"\addlinespace")
    return "\n".join([*lines, r"\bottomrule", r"\end{longtable}", ""])


def _section(section: Section) -> str:
    header, *rows = section.shown
    share = 0.94 / len(header)
    column = rf">{{\raggedright\arraybackslash}}p{{{share:.3f}\linewidth}}"
    lines = [
        rf"\subsection*{{{escaped(section.title)}}}",
        rf"\begin{{longtable}}{{@{{}}*{{{len(header)}}}{{{column}}}@{{}}}}",
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
