"""A note for the authors of a paper: each place that is wrong as printed, what would be right, and a witness.

It leads with what it does not claim, and a summary of false results, steps and numbers and of misprints, each
as printed beside what it should be, the change marked. Details follow, by class; the conditions that are left
out, gathered by condition, are an appendix. As Markdown, or as a LaTeX document that compiles as it stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from symbolic_eps.report.audit.entry import Entry, one_line
from symbolic_eps.report.audit.errata_markup import Markdown, Row, Tex
from symbolic_eps.typesetting.notation import Text
from symbolic_eps.typesetting.tex import Latex
from verify.claims.expected_verdicts import fingerprint, pins_of
from verify.claims.severity import Severity
from verify.claims.verdict import Verdict

_LATEX, _TEXT = Latex(), Text()
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
    Severity.FALSE_NUMBER: "Numbers that are wrong",
    Severity.MISPRINT: "Misprints",
    Severity.TRANSCRIPTION: "Misprints, or errors in our transcription",
    Severity.CONDITION: "Condition left out",
    Severity.EDGE: "Condition left out, for a null event or an empty case",
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


def _opening(title: str, found: Sequence[Section], total: int) -> str:
    """How many places there are of each class."""
    places = Counter[Severity]()
    for section in found:
        places[section.severity] += sum(len(item.entries) for item in section.items)
    doubtful = places.pop(Severity.TRANSCRIPTION, 0)
    leading = [_counted(n, WORDS[severity]) for severity, n in places.items() if severity.leads]
    rest = [f"{n} {WORDS[severity]}" for severity, n in places.items() if not severity.leads]
    said = f"We checked {total} claims of {title}, line by line."
    if not places and not doubtful:
        return f"{said} There is nothing to correct: every claim that was decided holds as printed."
    if leading:
        said += f" Wrong as printed, we believe: {', '.join(leading)}."
    if doubtful:
        lines = _counted(doubtful, "more line" if leading else "line")
        said += f" Wrong in print, or in our transcription only: {lines}."
    if rest:
        also = "True" if not (leading or doubtful) else "Further lines are true"
        said += f" {also} only under a condition that is not printed there: {', '.join(rest)} (appendix)."
    return said + " If we have misread a formula, please tell us."


def _counted(number: int, words: str) -> str:
    """As many as there are, in the plural where there are several."""
    first, *rest = words.split(" of ")
    return f"{number} " + " of ".join([first + "s" * (number > 1), *rest])


WORDS = {
    Severity.FALSE_RESULT: "false result",
    Severity.FALSE_STEP: "false step of a proof",
    Severity.FALSE_NUMBER: "false number",
    Severity.MISPRINT: "misprint",
    Severity.CONDITION: "where exceptions occur in practice",
    Severity.EDGE: "where the only exceptions are null events or empty cases",
}

HOW_TO_READ = (
    "Each entry shows the line as we read it, the range of its symbols, and a point at which it fails, with "
    "the values of both sides there. If we could prove a corrected form, it follows; boxes mark the changes, "
    "and ... stands for a long part that is the same in both. If the paper uses words, the formula is our "
    "reading of them. An entry that names several places is the same at each."
)

LIMITS = (
    "What this note does not claim: a slip in one line does not by itself affect the results that follow "
    "from it. A condition that we name is enough; it need not be the weakest, and it may be meant or "
    "implied by the context. A line is read on the range that is printed for it, end points included, "
    "and counts as wrong where it is undefined. Matters of style, and claims on data or on how people "
    "behave, were not checked."
)


def _reproduced(entries: Sequence[Entry], found: Sequence[Section], version: str) -> str:
    """How to see an entry with its proof, and from what the note was written."""
    record = entries[0].record
    pins = fingerprint(pins_of([entry.record for entry in entries]))
    locator = found[0].items[0].locators[0]
    return (
        "To see an entry with its proof, pass the name under its heading to the program: "
        f"symbolic-eps audit {record.paper} --only '{locator}'. This note was written by symbolic-eps "
        f"{version}".rstrip()
        + f" from the verdicts with the fingerprint {pins}."
    )


def _said_of_the_line(entry: Entry) -> str:
    """Where the line that is shown stands."""
    if entry.is_reading:
        return "We read the text as: "
    return "In our transcription: " if entry.severity is Severity.TRANSCRIPTION else "As printed: "


def _body(item: Item, markup: Markdown) -> Iterator[str]:
    """Paragraphs: the line as printed, where it fails, what would be right."""
    entry = item.entry
    yield _said_of_the_line(entry) + markup.displayed(entry)
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


def markdown(
    entries: Sequence[Entry], title: str, notation: Sequence[tuple[str, str]] = (), version: str = ""
) -> str:
    """The note in Markdown, formulas as TeX mathematics.

    Parameters
    ----------
    entries : sequence of Entry
        All claims of one paper.
    title : str
        How it is cited.
    notation : sequence of (str, str)
        Our symbols and what they stand for.
    version : str
        Of the program.
    """
    return _note(entries, title, notation, version, Markdown())


def latex(
    entries: Sequence[Entry], title: str, notation: Sequence[tuple[str, str]] = (), version: str = ""
) -> str:
    """The note as a LaTeX document; parameters as for `markdown`."""
    return _note(entries, title, notation, version, Tex())


def _note(
    entries: Sequence[Entry], title: str, notation: Sequence[tuple[str, str]], version: str, markup: Markdown
) -> str:
    found = sections(entries)
    blocks = [markup.title(f"Errata for {title}"), markup.words(_opening(title, found, len(entries)))]
    if not found:
        return markup.document(blocks)
    blocks.append(markup.words(LIMITS))
    if rows := leading(found):
        blocks += [markup.heading("Summary"), markup.summary(rows)]
    blocks += [markup.heading("How to read this note"), markup.words(HOW_TO_READ)]
    blocks.append(markup.words(_reproduced(entries, found, version)))
    if notation:
        blocks += [markup.heading("Notation"), markup.notation(notation)]
    shown: Section | None = None
    for number, section, item in numbered(found):
        if section is not shown:
            blocks += [markup.appendix(APPENDIX)] if _begins_appendix(shown, section) else []
            blocks.append(markup.heading(section.title, section.condition))
            shown = section
        blocks += [markup.item(f"{number}. {item.places}", item.locators), *_body(item, markup)]
    return markup.document(blocks)


def leading(found: Sequence[Section]) -> list[Row]:
    """The rows of the summary; items of several classes that say the same are one row."""
    alike: dict[tuple[str, ...], list[tuple[int, Item]]] = {}
    for number, section, item in numbered(found):
        if section.severity.leads:
            said = (item.entry.statement(_TEXT), item.entry.corrected(_TEXT))
            alike.setdefault(said, []).append((number, item))
    return [
        Row(
            f"{' and '.join(str(number) for number, _ in same)}. {_places(item for _, item in same)}",
            ", ".join(dict.fromkeys(str(item.entry.severity) for _, item in same)),
            same[0][1].entry,
        )
        for same in alike.values()
    ]


def _places(items: Iterable[Item]) -> str:
    """Where all entries of items stand, each place once."""
    places = (entry.place.partition(": ")[0] for item in items for entry in item.entries)
    return "; ".join(dict.fromkeys(places))


def _begins_appendix(before: Section | None, section: Section) -> bool:
    return not section.severity.leads and (before is None or before.severity.leads)
