"""A note for the authors of a paper: each place that is wrong as printed, what would be right, and a witness.

As Markdown, or as a LaTeX document that compiles as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symbolic_eps.report.audit_entry import Entry, Sides, errata, one_line
from symbolic_eps.report.notation import Notation
from symbolic_eps.report.tex import Latex, tex_words
from verify.claim import Verdict

_LATEX = Latex()

_PREAMBLE = r"""\documentclass[a4paper,11pt]{article}
\usepackage[margin=25mm]{geometry}
\usepackage{amsmath,graphicx}
\setlength{\parindent}{0pt}
\setlength{\parskip}{.5ex}
\raggedright
\begin{document}
"""
_END = "\\end{document}\n"

WIDEST = 90
"""Length of LaTeX beyond which a formula is shrunk to the line rather than broken."""


def _opening(title: str, wrong: Sequence[Entry], total: int) -> str:
    if not wrong:
        return (
            f"We checked {total} claims of {title} and found nothing to correct: every claim that was "
            "decided holds as printed."
        )
    places = "place" if len(wrong) == 1 else "places"
    return (
        f"In checking {total} claims of {title} line by line, we found {len(wrong)} {places} that we believe "
        "to be wrong as printed. Each is given below as we read it, with a point at which it fails and, "
        "where we have one, a form that we could prove. A slip in one line does not by itself affect the "
        "results that follow from it. Should we have misread a formula, we would be glad to be told."
    )


def _meaning(entry: Entry) -> str:
    match entry.verdict:
        case Verdict.HOLDS_IF:
            return "It holds with the further hypothesis"
        case Verdict.MISPRINT:
            return "It should read"
        case _:
            return "We know of no corrected form."


def markdown(entries: Sequence[Entry], title: str, notation: Sequence[tuple[str, str]] = ()) -> str:
    """The note in Markdown, formulas as TeX mathematics.

    Parameters
    ----------
    entries : sequence of Entry
        All claims of one paper.
    title : str
        How it is cited.
    notation : sequence of (str, str)
        Our symbols and what they stand for.
    """
    wrong = errata(entries)
    blocks = [f"# Errata for {title}", _opening(title, wrong, len(entries))]
    if wrong and notation:
        blocks.append("Notation:\n" + "\n".join(f"- `{ours}`: {theirs}" for ours, theirs in notation))
    for number, entry in enumerate(wrong, 1):
        lines = [f"## {number}. {entry.record.locator}", f"As printed: {_maths(entry.statement(_LATEX))}"]
        if given := entry.domain(_LATEX):
            lines[-1] += f", where {_maths(given)}"
        lines += _failure(entry, entry.witness_text and f"`{entry.witness_text}`")
        if right := _right(entry, _LATEX):
            lines.append(f"{_meaning(entry)}: {_maths(right)}.")
        else:
            lines.append(_meaning(entry))
        if entry.record.remark:
            lines.append(f"Remark: {one_line(entry.record.remark)}")
        blocks += lines
    return "\n\n".join(blocks) + "\n"


def latex(entries: Sequence[Entry], title: str, notation: Sequence[tuple[str, str]] = ()) -> str:
    """The note as a LaTeX document; parameters as for `markdown`."""
    wrong = errata(entries)
    lines = [
        _PREAMBLE,
        rf"\section*{{Errata for {tex_words(title)}}}",
        tex_words(_opening(title, wrong, len(entries))),
    ]
    if wrong and notation:
        items = "; ".join(rf"\texttt{{{tex_words(ours)}}}: {tex_words(theirs)}" for ours, theirs in notation)
        lines += ["", rf"Notation: {items}."]
    for number, entry in enumerate(wrong, 1):
        lines += ["", rf"\subsection*{{{number}. \texttt{{{tex_words(entry.record.locator)}}}}}"]
        lines += ["As printed:", _displayed(entry.statement(_LATEX))]
        if given := entry.domain(_LATEX):
            lines += [rf"where ${given}$.", ""]
        lines += [line + "\n" for line in _failure(entry, tex_words(entry.witness_text), tex=True)]
        if right := _right(entry, _LATEX):
            lines += [f"{_meaning(entry)}", _displayed(right)]
        else:
            lines += [_meaning(entry), ""]
        if entry.record.remark:
            lines += [tex_words(f"Remark: {one_line(entry.record.remark)}"), ""]
    return "\n".join([*lines, _END])


def _right(entry: Entry, notation: Notation) -> str:
    return entry.corrected(notation) or entry.extra_hypotheses(notation)


def _failure(entry: Entry, where: str, tex: bool = False) -> Iterator[str]:
    """Where it fails, and the values of both sides there."""
    if where:
        sides = "; ".join(_sides(s, tex) for s in entry.sides)
        yield f"It fails at {where}" + (f": {sides}." if sides else ".")
    if entry.because:
        because = f"There: {entry.because}."
        yield tex_words(because) if tex else because


def _sides(sides: Sides, tex: bool) -> str:
    left, right = (tex_words(text) if tex else f"`{text}`" for text in (sides.left, sides.right))
    return f"left {left}, right {right}"


def _maths(formula: str) -> str:
    return f"${formula}$"


def _displayed(formula: str) -> str:
    """A display; one that is wider than the line is scaled down to it."""
    return (
        r"\[\setbox0\hbox{$\displaystyle " + formula + r"$}"
        r"\ifdim\wd0>\linewidth\resizebox{\linewidth}{!}{\usebox0}\else\usebox0\fi\]"
    )
