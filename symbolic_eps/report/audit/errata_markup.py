"""How the parts of an errata note look: in Markdown with TeX mathematics, or in a LaTeX document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import sympy as sp

from symbolic_eps.report.audit.entry import Entry, one_line
from symbolic_eps.typesetting.notation import Notation
from symbolic_eps.typesetting.runs import paragraph, proper
from symbolic_eps.typesetting.tex import BreakableLatex, Latex, tex_words
from verify.claims.verdict import Verdict

_LATEX, _BREAKABLE = Latex(), BreakableLatex()
NO_CORRECTION = "We have no corrected form to offer."


class Row(NamedTuple):
    """A row of the summary: numbers and places, class or classes, and the entry that is shown."""

    place: str
    severity: str
    entry: Entry


class Markdown:
    """In Markdown, unless another markup says otherwise."""

    line_end = " "

    def words(self, text: str) -> str:
        """Plain text."""
        return proper(text).replace("*", r"\*").replace("<", "&lt;")

    def code(self, text: str) -> str:
        """What is typed."""
        return f"`{text}`"

    def inline(self, formula: str) -> str:
        """A formula in running text."""
        return f"${formula}$"

    def title(self, text: str) -> str:
        """The heading of the note."""
        return f"# {text}"

    def heading(self, text: str, condition: str = "") -> str:
        """The heading of a section, which a condition may follow."""
        return f"## {text}" + (f": ${condition}$" if condition else "")

    def item(self, name: str, locators: Sequence[str]) -> str:
        """The heading of an item."""
        return f"### {name} ({', '.join(map(self.code, locators))})"

    def appendix(self, text: str) -> str:
        """The heading of the appendix."""
        return f"# {text}"

    def notation(self, lines: Sequence[tuple[str, str]]) -> str:
        """What our symbols stand for."""
        return "\n".join(f"- ${self.symbols(ours)}$: {self.paragraph(theirs)}" for ours, theirs in lines)

    def symbols(self, names: str) -> str:
        """Symbols by their names, with commas between."""
        return _LATEX.listed([_LATEX.name(name.strip()) for name in names.split(",")])

    def paragraph(self, note: str) -> str:
        """Words with formulas among them."""
        return paragraph(note, _LATEX, self.words, self.inline)

    def displayed(self, entry: Entry) -> str:
        """The statement as a display; a sentence as running text."""
        return self.paragraph(entry.in_words) if entry.in_words else self.display(entry.statement)

    def corrected(self, entry: Entry) -> str:
        """The corrected form as a display, what differs marked; that there is none."""
        if entry.verdict is not Verdict.MISPRINT:
            return NO_CORRECTION
        return self.display(partial(entry.corrected, marked=True))

    def display(self, formula: Callable[[Notation], str]) -> str:
        """A formula that is read by itself."""
        return self.inline(formula(_LATEX))

    def cells(self, row: Row) -> tuple[str, str]:
        """In short as printed, and what it should be; of a sentence with what is wrong, in words."""
        entry, remark = row.entry, self.words(one_line(row.entry.record.remark))
        if entry.in_words or entry.verdict is not Verdict.MISPRINT:
            return self.displayed(entry), remark or NO_CORRECTION
        printed = self.display(lambda notation: entry.abbreviated(notation)[0])
        right = self.display(lambda notation: entry.abbreviated(notation)[1])
        told = remark and entry.is_reading and isinstance(entry.claim.statement, sp.Basic)
        return printed, self.line_end.join([right, remark] if told else [right])

    def summary(self, rows: Sequence[Row]) -> str:
        """A table: number and place, class, as printed, what it should be."""
        lines = ["| place | class | as printed (our reading) | should be |", "|---|---|---|---|"]
        for row in rows:
            cells = (row.place, row.severity, *self.cells(row))
            lines.append("| " + " | ".join(cell.replace("|", r"\vert ") for cell in cells) + " |")
        return "\n".join(lines)

    def document(self, blocks: Sequence[str]) -> str:
        """The whole note."""
        return "\n\n".join(blocks) + "\n"


class Tex(Markdown):
    """As a LaTeX document that compiles as it stands."""

    line_end = r"\newline "

    def words(self, text: str) -> str:
        """Plain text."""
        return tex_words(proper(text))

    def code(self, text: str) -> str:
        """What is typed."""
        return rf"\texttt{{{tex_words(text)}}}"

    def title(self, text: str) -> str:
        """The heading of the note."""
        return rf"\section*{{{tex_words(text)}}}"

    def heading(self, text: str, condition: str = "") -> str:
        """The heading of a section, which a condition may follow."""
        return rf"\subsection*{{{text}{f': ${condition}$' if condition else ''}}}"

    def item(self, name: str, locators: Sequence[str]) -> str:
        """The heading of an item."""
        named = ", ".join(map(self.code, locators))
        return rf"\medskip\textbf{{{tex_words(name)}}}\\{{\small {named}}}\nopagebreak"

    def appendix(self, text: str) -> str:
        """The heading of the appendix."""
        return rf"\clearpage\section*{{{text}}}"

    def notation(self, lines: Sequence[tuple[str, str]]) -> str:
        """What our symbols stand for."""
        return "\\\\\n".join(f"${self.symbols(ours)}$: {self.paragraph(theirs)}" for ours, theirs in lines)

    def display(self, formula: Callable[[Notation], str]) -> str:
        """A formula that is read by itself."""
        return display(formula(_BREAKABLE))

    def summary(self, rows: Sequence[Row]) -> str:
        """A table, on the first page if it fits there."""
        lines = []
        for row in rows:
            printed, right = self.cells(row)
            place = self.words(f"{row.place} ({row.severity})")
            lines.append(rf"\raggedright {place} & {printed} & {right} \\ \hline")
        columns = r"p{.2\linewidth}|p{.35\linewidth}|p{.4\linewidth}"
        titles = r"place & as printed (our reading) & should be \\ \hline \endhead"
        head = rf"\begin{{longtable}}{{{columns}}}{titles}"
        return "\n".join([r"{\summarystyle", head, *lines, r"\end{longtable}}\clearpage"])

    def document(self, blocks: Sequence[str]) -> str:
        """The whole note."""
        return _PREAMBLE + "\n\n".join([*blocks, _END])


_PREAMBLE = r"""\documentclass[a4paper,11pt]{article}
\usepackage[margin=18mm,top=12mm,bottom=16mm]{geometry}
\usepackage{amsmath,graphicx,longtable}
\setlength{\parindent}{0pt}
\setlength{\parskip}{.6ex plus .2ex}
\emergencystretch=3em
% A piece of a display, scaled down to the width of the text if need be.
\newcommand\fitted[1]{\setbox2\hbox{$\displaystyle #1$}%
  \ifdim\wd2>.9\linewidth\resizebox{.9\linewidth}{!}{\usebox2}\else\usebox2\fi}
% A display on one line (first argument), or in pieces on as many lines as they need (second).
\newcommand\displayedge{.05\linewidth}
\newcommand\displayopen{\par\nobreak\smallskip\nobreak}
\newcommand\displayclose{\par\smallskip}
\newcommand\pieces[1]{{\raggedright\leftskip=\displayedge\hangindent=.03\linewidth\hangafter=1\lineskip=.6ex\noindent#1\par}}
\newcommand\display[2]{\displayopen\setbox0\hbox{$\displaystyle #1$}%
  \ifdim\wd0>.94\linewidth\pieces{#2}\else\noindent\hspace*{\displayedge}\usebox0\fi\displayclose}
% In the table of the summary, a display stands in its line at the edge of its cell.
\newcommand\summarystyle{\footnotesize\setlength\fboxsep{1pt}\setlength\tabcolsep{4pt}%
  \setlength\LTpre{0pt}\setlength\LTpost{0pt}\setlength\parskip{0pt}\raggedright
  \renewcommand\displayedge{0pt}\renewcommand\displayopen{}\renewcommand\displayclose{}%
  \renewcommand\pieces[1]{\parbox[t]{\linewidth}{%
    \raggedright\hangindent=.03\linewidth\hangafter=1\lineskip=.5ex ##1}}}
\begin{document}
"""
_END = "\\end{document}\n"


def display(formula: str) -> str:
    """A display from a formula in `BreakableLatex`: on one line, or broken where that is too wide."""
    pieces = BreakableLatex.parts(formula)
    broken = "\n".join(rf"\fitted{{{piece}}}" for piece in pieces)
    return rf"\display{{{' '.join(pieces)}}}{{{broken}}}"
