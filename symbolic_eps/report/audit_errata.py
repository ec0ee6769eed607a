"""A note for the authors of a paper: each place that is wrong as printed, what would be right, and a witness.

It leads with a summary of false results, steps and numbers and of misprints, each as printed beside what it
should be, the change marked. Details follow, by class; the conditions that are left out, gathered by
condition, are an appendix. As Markdown, or as a LaTeX document that compiles as it stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from symbolic_eps.report.audit_entry import Entry, one_line
from symbolic_eps.typesetting.notation import Notation, Text
from symbolic_eps.typesetting.runs import paragraph
from symbolic_eps.typesetting.tex import BreakableLatex, Latex, tex_words
from verify.claims.claim import Verdict
from verify.claims.severity import Severity

_LATEX, _BREAKABLE, _TEXT = Latex(), BreakableLatex(), Text()
APPENDIX = "Appendix: conditions that are left out"


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
    """Items of one class; for a condition that is left out, with the condition as TeX."""

    severity: Severity
    items: tuple[Item, ...]
    condition: str = ""

    @property
    def title(self) -> str:
        """Its heading, which a condition follows."""
        return TITLES[self.severity]


TITLES = {
    Severity.FALSE_RESULT: "Results that do not hold",
    Severity.FALSE_STEP: "Steps of proofs that do not hold",
    Severity.FALSE_NUMBER: "Numbers that should be others",
    Severity.MISPRINT: "What should read differently",
    Severity.CONDITION: "What needs the condition",
    Severity.EDGE: "What leaves out a null event or an empty case: it needs",
}


def sections(entries: Sequence[Entry]) -> list[Section]:
    """What is wrong by its class, the gravest first; conditions that are left out gathered by condition.

    Parameters
    ----------
    entries : sequence of Entry
        All claims of one paper; what is not wrong is left out.
    """
    gathered = []
    for severity in Severity:
        own = [entry for entry in entries if entry.severity is severity]
        if severity.leads:
            gathered += [Section(severity, _items(own))] if own else []
            continue
        for condition in dict.fromkeys(entry.extra_hypotheses(_TEXT) for entry in own):
            items = _items([entry for entry in own if entry.extra_hypotheses(_TEXT) == condition])
            gathered.append(Section(severity, items, items[0].entry.extra_hypotheses(_LATEX)))
    return gathered


def numbered(found: Sequence[Section]) -> Iterator[tuple[int, Section, Item]]:
    """The items of all sections, counted through."""
    pairs = ((section, item) for section in found for item in section.items)
    yield from ((number, section, item) for number, (section, item) in enumerate(pairs, 1))


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
        f"be wrong as printed: {_told(wrong_places)}. Each is given below as we read it, with a point at "
        "which it fails and, where we have one, a form that we could prove; boxes mark what differs in it. "
        "Should we have misread a formula, we would be glad to be told.",
        "What this note does not claim: a slip in one line does not by itself affect the results that follow "
        "from it. A condition that we name is enough; it need not be the weakest, and it may be meant or "
        "implied by the context. A line is read on the domain that is printed for it, end points included, "
        "and counts as wrong where it is undefined. Matters of style, and claims on data or on how people "
        "behave, were not checked.",
    ]


def _told(found: Sequence[Section]) -> str:
    """How many places there are of each class."""
    places = Counter[Severity]()
    for section in found:
        places[section.severity] += sum(len(item.entries) for item in section.items)
    return ", ".join(f"{number} of the class {severity}" for severity, number in places.items())


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

    def displayed(self, entry: Entry) -> str:
        """The statement as a display; a sentence as running text."""
        return self.paragraph(entry.in_words) if entry.in_words else self.display(entry.statement)

    def corrected(self, entry: Entry) -> str:
        """The corrected form as a display, what differs marked; that there is none."""
        if entry.verdict is not Verdict.MISPRINT:
            return "We have no corrected form to offer."
        return self.display(partial(entry.corrected, marked=True))

    def display(self, formula: Callable[[Notation], str]) -> str:
        return self.inline(formula(_LATEX))

    def summary(self, rows: Sequence[tuple[int, Item]]) -> str:
        """A table: number and place, class, as printed, what it should be."""
        lines = ["| place | class | as printed | should be |", "|---|---|---|---|"]
        for number, item in rows:
            entry = item.entry
            cells = (
                f"{number}. {item.places}",
                str(entry.severity),
                self.displayed(entry),
                self.corrected(entry),
            )
            lines.append("| " + " | ".join(cell.replace("|", r"\vert ") for cell in cells) + " |")
        return "\n".join(lines)


class _Tex(_Markdown):
    def words(self, text: str) -> str:
        return tex_words(text)

    def code(self, text: str) -> str:
        return rf"\texttt{{{tex_words(text)}}}"

    def display(self, formula: Callable[[Notation], str]) -> str:
        return display(formula(_BREAKABLE))

    def summary(self, rows: Sequence[tuple[int, Item]]) -> str:
        lines = [
            rf"\raggedright {self.words(f'{number}. {item.places}')} ({item.entry.severity}) & "
            rf"{self.displayed(item.entry)} & {self.corrected(item.entry)} \\ \hline"
            for number, item in rows
        ]
        columns = r"p{.16\linewidth}|p{.37\linewidth}|p{.37\linewidth}"
        head = rf"{{\small\begin{{longtable}}{{{columns}}}place & as printed & should be \\ \hline \endhead"
        return "\n".join([head, *lines, r"\end{longtable}}"])


def _body(item: Item, markup: _Markdown) -> Iterator[str]:
    """Paragraphs: the line as printed, where it fails, what would be right."""
    entry = item.entry
    text = any(locator.startswith("text:") for locator in item.locators)
    yield ("We read the text as: " if text else "As printed: ") + markup.displayed(entry)
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
        yield "It should read: " + markup.corrected(entry)
    if entry.verdict is Verdict.REFUTED:
        yield markup.corrected(entry)
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
    blocks += ["## Summary", markup.summary(leading)] if (leading := _leading(found)) else []
    shown: Section | None = None
    for number, section, item in numbered(found):
        if section is not shown:
            blocks += [f"# {APPENDIX}"] if _begins_appendix(shown, section) else []
            blocks.append(f"## {section.title}" + (f": ${section.condition}$" if section.condition else ""))
            shown = section
        named = ", ".join(map(markup.code, item.locators))
        blocks += [f"### {number}. {item.places} ({named})", *_body(item, markup)]
    return "\n\n".join(blocks) + "\n"


def _leading(found: Sequence[Section]) -> list[tuple[int, Item]]:
    return [(number, item) for number, section, item in numbered(found) if section.severity.leads]


def _begins_appendix(before: Section | None, section: Section) -> bool:
    return not section.severity.leads and (before is None or before.severity.leads)


_PREAMBLE = r"""\documentclass[a4paper,11pt]{article}
\usepackage[margin=25mm]{geometry}
\usepackage{amsmath,graphicx,longtable}
\setlength{\parindent}{0pt}
\setlength{\parskip}{.6ex plus .2ex}
\emergencystretch=3em
% A piece of a display, scaled down to the width of the text if need be.
\newcommand\fitted[1]{\setbox2\hbox{$\displaystyle #1$}%
  \ifdim\wd2>.9\linewidth\resizebox{.9\linewidth}{!}{\usebox2}\else\usebox2\fi}
% A display on one line (first argument), or in pieces on as many lines as they need (second).
\newcommand\display[2]{\par\nobreak\smallskip\nobreak\setbox0\hbox{$\displaystyle #1$}%
  \ifdim\wd0>.94\linewidth{\raggedright\leftskip=.05\linewidth\hangindent=.03\linewidth\hangafter=1\lineskip=.6ex\noindent#2\par}%
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
    blocks += [r"\subsection*{Summary}", markup.summary(leading)] if (leading := _leading(found)) else []
    shown: Section | None = None
    for number, section, item in numbered(found):
        if section is not shown:
            blocks += [rf"\section*{{{APPENDIX}}}"] if _begins_appendix(shown, section) else []
            condition = f" ${section.condition}$" if section.condition else ""
            blocks.append(rf"\subsection*{{{section.title}{condition}}}")
            shown = section
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
