"""A note for the authors of a paper: each place that is wrong as printed, what would be right, and a witness.

First what should read differently, then what does not hold, then the conditions that are not stated, gathered
by condition. As Markdown, or as a LaTeX document that compiles as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from symbolic_eps.report.audit_entry import Entry, one_line
from symbolic_eps.typesetting.notation import Notation, Text
from symbolic_eps.typesetting.runs import paragraph
from symbolic_eps.typesetting.tex import BreakableLatex, Latex, tex_words
from verify.claims.claim import Verdict

_LATEX, _BREAKABLE, _TEXT = Latex(), BreakableLatex(), Text()


@dataclass(frozen=True)
class Item:
    """Entries that say the same, at one place or at several.

    Parameters
    ----------
    entries : tuple of Entry
        The first one is shown; all are named.
    """

    entries: tuple[Entry, ...]

    @property
    def entry(self) -> Entry:
        """The one that is shown."""
        return self.entries[0]

    @property
    def places(self) -> str:
        """All places in words."""
        return "; ".join(entry.place for entry in self.entries)

    @property
    def locators(self) -> tuple[str, ...]:
        """All places as locators."""
        return tuple(entry.record.locator for entry in self.entries)


@dataclass(frozen=True)
class Section:
    """Items under one heading; for a condition that is not stated, with the condition as TeX."""

    title: str
    items: tuple[Item, ...]
    condition: str = ""


def sections(entries: Sequence[Entry]) -> list[Section]:
    """What is wrong, gathered: other readings, what does not hold, then one section for each condition.

    Parameters
    ----------
    entries : sequence of Entry
        All claims of one paper; what is not wrong is left out.
    """
    gathered = []
    for verdict, title in (
        (Verdict.MISPRINT, "What should read differently"),
        (Verdict.REFUTED, "What does not hold"),
    ):
        own = _items([entry for entry in entries if entry.verdict is verdict])
        gathered += [Section(title, own)] if own else []
    conditional = [entry for entry in entries if entry.verdict is Verdict.HOLDS_IF]
    for added in dict.fromkeys(entry.extra_hypotheses(_TEXT) for entry in conditional):
        own = _items([entry for entry in conditional if entry.extra_hypotheses(_TEXT) == added])
        gathered.append(Section("What needs the condition", own, own[0].entry.extra_hypotheses(_LATEX)))
    return gathered


def _items(entries: Sequence[Entry]) -> tuple[Item, ...]:
    """The entries in their order, those that say the same taken together."""
    alike: dict[tuple[str, ...], list[Entry]] = {}
    for entry in entries:
        said = (entry.statement(_TEXT), entry.domain(_TEXT), entry.corrected(_TEXT), entry.witness(_TEXT))
        alike.setdefault(said, []).append(entry)
    return tuple(Item(tuple(same)) for same in alike.values())


def _opening(title: str, wrong_places: Sequence[Section], total: int) -> list[str]:
    wrong = sum(len(item.entries) for section in wrong_places for item in section.items)
    if not wrong:
        return [
            f"We checked {total} claims of {title} and found nothing to correct: every claim that was "
            "decided holds as printed."
        ]
    places = "place" if wrong == 1 else "places"
    return [
        f"In checking {total} claims of {title} line by line, we found {wrong} {places} that we believe to "
        "be wrong as printed. Each is given below as we read it, with a point at which it fails and, where "
        "we have one, a form that we could prove. Should we have misread a formula, we would be glad to be "
        "told.",
        "What this note does not claim: a slip in one line does not by itself affect the results that follow "
        "from it. A condition that we name is enough; it need not be the weakest, and it may be meant or "
        "implied by the context. A line is read on the domain that is printed for it, end points included, "
        "and counts as wrong where it is undefined. Matters of style, and claims on data or on how people "
        "behave, were not checked.",
    ]


class _Markdown:
    """How the parts of the note look: in Markdown, unless another markup says otherwise."""

    def words(self, text: str) -> str:
        return text.replace("*", r"\*").replace("<", "&lt;")

    def code(self, text: str) -> str:
        return f"`{text}`"

    def inline(self, formula: str) -> str:
        return f"${formula}$"

    def paragraph(self, note: str) -> str:
        return paragraph(note, _LATEX, self.words, self.inline)

    def displayed(self, entry: Entry, corrected: bool) -> str:
        """The statement, or the corrected one, as a display; a sentence as running text."""
        if entry.in_words and not corrected:
            return self.paragraph(entry.in_words)
        return self.display(entry.corrected if corrected else entry.statement)

    def display(self, formula: Callable[[Notation], str]) -> str:
        return self.inline(formula(_LATEX))


class _Tex(_Markdown):
    def words(self, text: str) -> str:
        return tex_words(text)

    def code(self, text: str) -> str:
        return rf"\texttt{{{tex_words(text)}}}"

    def display(self, formula: Callable[[Notation], str]) -> str:
        return display(formula(_BREAKABLE))


def _body(item: Item, markup: _Markdown) -> Iterator[str]:
    """Paragraphs: the line as printed, where it fails, what would be right."""
    entry = item.entry
    text = any(locator.startswith("text:") for locator in item.locators)
    yield ("We read the text as: " if text else "As printed: ") + markup.displayed(entry, False)
    if hypotheses := entry.given(_LATEX):
        yield "where " + ", ".join(map(markup.inline, hypotheses)) + "."
    if where := entry.witness(_LATEX):
        values = "; ".join(
            f"left {markup.paragraph(s.left)}, right {markup.paragraph(s.right)}" for s in entry.sides
        )
        yield f"It fails at {markup.inline(where)}" + (f": {values}." if values else ".")
    if entry.because:
        yield "Reason: " + markup.paragraph(entry.because) + "."
    if entry.verdict is Verdict.MISPRINT:
        yield "It should read: " + markup.displayed(entry, True)
    if entry.verdict is Verdict.REFUTED:
        yield "We have no corrected form to offer."
    for remark in dict.fromkeys(one_line(same.record.remark) for same in item.entries):
        if remark:
            yield f"Remark: {markup.words(remark)}"


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
    found, markup = sections(entries), _Markdown()
    blocks = [f"# Errata for {title}", *_opening(title, found, len(entries))]
    if found and notation:
        blocks.append("Notation:\n\n" + "\n".join(f"- `{ours}`: {theirs}" for ours, theirs in notation))
    number = 0
    for section in found:
        condition = f": ${section.condition}$" if section.condition else ""
        blocks.append(f"## {section.title}{condition}")
        for item in section.items:
            number += 1
            named = ", ".join(map(markup.code, item.locators))
            blocks += [f"### {number}. {item.places} ({named})", *_body(item, markup)]
    return "\n\n".join(blocks) + "\n"


_PREAMBLE = r"""\documentclass[a4paper,11pt]{article}
\usepackage[margin=25mm]{geometry}
\usepackage{amsmath,graphicx}
\setlength{\parindent}{0pt}
\setlength{\parskip}{.6ex plus .2ex}
\emergencystretch=3em
% A piece of a display, scaled down to the width of the text if need be.
\newcommand\fitted[1]{\setbox2\hbox{$\displaystyle #1$}%
  \ifdim\wd2>.9\linewidth\resizebox{.9\linewidth}{!}{\usebox2}\else\usebox2\fi}
% A display on one line (first argument), or in pieces on as many lines as they need (second).
\newcommand\display[2]{\par\nopagebreak\smallskip\nopagebreak\setbox0\hbox{$\displaystyle #1$}%
  \ifdim\wd0>.94\linewidth{\raggedright\leftskip=.05\linewidth\hangindent=1.5em\hangafter=1\lineskip=.6ex\noindent#2\par}%
  \else\noindent\hspace*{.05\linewidth}\usebox0\par\fi\smallskip}
\begin{document}
"""
_END = "\\end{document}\n"


def latex(entries: Sequence[Entry], title: str, notation: Sequence[tuple[str, str]] = ()) -> str:
    """The note as a LaTeX document; parameters as for `markdown`."""
    found, markup = sections(entries), _Tex()
    blocks = [_PREAMBLE + rf"\section*{{Errata for {tex_words(title)}}}"]
    blocks += map(tex_words, _opening(title, found, len(entries)))
    if found and notation:
        items = "; ".join(rf"\texttt{{{tex_words(ours)}}}: {tex_words(theirs)}" for ours, theirs in notation)
        blocks.append(rf"Notation: {items}.")
    number = 0
    for section in found:
        condition = f" ${section.condition}$" if section.condition else ""
        blocks.append(rf"\subsection*{{{section.title}{condition}}}")
        for item in section.items:
            number += 1
            named = ", ".join(map(markup.code, item.locators))
            heading = rf"\textbf{{{number}. {tex_words(item.places)}}}\\"
            blocks.append(rf"\medskip{heading}{{\small {named}}}\nopagebreak")
            blocks += _body(item, markup)
    return "\n\n".join([*blocks, _END])


def display(formula: str) -> str:
    """A display from a formula in `BreakableLatex`: on one line, or broken where that is too wide."""
    pieces = BreakableLatex.parts(formula)
    broken = "\n".join(rf"\fitted{{{piece}}}" for piece in pieces)
    return rf"\display{{{' '.join(pieces)}}}{{{broken}}}"
