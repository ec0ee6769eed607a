"""What functions of a library say of themselves: what who calls them needs. The manifest has the rest.

What many functions of an export would say alike stands at the head of its file, once: `Common`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, takewhile

from symbolic_eps.export.forms.argument import Argument
from symbolic_eps.export.forms.formula import Formula, Method
from symbolic_eps.export.layout.target import Sheet

MANY = 4
"""How many functions are to say the same, so that the head of the file says it for them."""

_Use = tuple[str, str]
"""A source, and what safe functions are for."""


@dataclass(frozen=True)
class Common:
    """What many functions would say alike.

    Parameters
    ----------
    meanings : mapping of str to str
        Of arguments, by name; a function in which one means something else says so.
    sizes : Argument or None
        One with the sizes with which all can be computed of which a function says nothing else.
    sources : mapping of str to sequence of str
        Those of many functions, with the words that begin the names of these, and of no others.
    notes : mapping of tuple to tuple of str
        By source and use of the safe functions.
    """

    meanings: Mapping[str, str] = field(default_factory=dict)
    sizes: Argument | None = None
    sources: Mapping[str, Sequence[str]] = field(default_factory=dict)
    notes: Mapping[_Use, Sequence[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, sheets: Sequence[Sheet]) -> Common:
        """What an export has in common; nothing, if it is small."""
        formulas = [sheet.formula for sheet in sheets]
        if len(formulas) < MANY:
            return cls()
        arguments = [a for formula in formulas for a in formula.arguments]
        meanings: dict[str, str] = {}
        for (name, meaning), count in Counter((a.name, a.meaning) for a in arguments).most_common():
            if count >= MANY:
                meanings.setdefault(name, meaning)
        ((text, _),) = Counter(a.range_text for a in arguments if not a.whole).most_common(1)
        sizes = next(a for a in arguments if a.range_text == text)
        uses = Counter(map(_use, formulas))
        notes = {
            use: shared
            for use, count in uses.items()
            if count >= MANY and (shared := _shared([f for f in formulas if _use(f) == use]))
        }
        return cls(dict(sorted(meanings.items())), sizes, _sources(formulas), notes)

    def said(self, name: Callable[[str], str] = str) -> Iterator[str]:
        """The same in sentences, names of arguments as they are in the language."""
        if self.sizes is None:
            return
        meanings = "; ".join(f"{name(argument)}: {meaning}" for argument, meaning in self.meanings.items())
        yield (
            "Bounds on errors are proven. An argument of which a function says nothing else can, if not 0, "
            f"be of any size {_short(self.sizes).removeprefix('if not 0, ')}, and means: {meanings}."
        )
        sources = "; ".join(f"{', '.join(words)}: {source}" for source, words in self.sources.items())
        yield from [f"Sources, by how names of functions begin: {sources}."] if sources else []
        for (source, use), notes in self.notes.items():
            yield f"{source}{f', functions {use}' * bool(use)}: {'; '.join(notes)}."

    def arguments(self, sheet: Sheet) -> list[tuple[str, str]]:
        """The arguments that a function tells of, with what they mean."""
        told = ((a.name, a.meaning) for a in sheet.formula.arguments)
        return [(name, meaning) for name, meaning in told if self.meanings.get(name) != meaning]

    def listed(self, sheet: Sheet, name: Callable[[str], str] = str) -> Iterator[str]:
        """The same as one sentence, if there are any."""
        told = "; ".join(f"{name(argument)}: {meaning}" for argument, meaning in self.arguments(sheet))
        yield from [f"{told}."] if told else []

    def paragraph(self, sheet: Sheet, name: Callable[[str], str] = str, safe: str = "") -> str:
        """All that a function says after its title; of the `safe` one what is given."""
        domain, result, source = self.brief(sheet)
        return " ".join(filter(None, (*self.listed(sheet, name), domain, result, safe, source)))

    def brief(self, sheet: Sheet) -> tuple[str, str, str]:
        """Domain, result with notes, and source, "" if it is said already; of the safe function nothing.

        That results without a library function are the same bits everywhere stands at the head of the file.
        """
        formula = sheet.formula
        conditions = ", ".join(intervals(map(str, formula.domain)))
        same = formula.own_logarithms or self.sizes is not None
        given = [sheet.given] if formula.taken_for_granted or not same else []
        proven = "; ".join((*["proven"] * (self.sizes is None), *given))
        error = f"at most {formula.error_text} ulps from exact{f' ({proven})' * bool(proven)}"
        known = self.notes.get(_use(formula), ())
        notes = (note for note in formula.notes if not isinstance(note, Method) and note not in known)
        return (
            f"Domain: {'; '.join((conditions, *self._sizes(sheet)))}.",
            f"Result: {'; '.join((formula.result, error, *notes))}.",
            "" if formula.source in self.sources else f"Source: {formula.source}.",
        )

    def _sizes(self, sheet: Sheet) -> Iterator[str]:
        """The sizes with which it can be computed; those of several arguments once."""
        alike: dict[str, list[str]] = {}
        for argument in sheet.formula.arguments:
            if self.sizes is None or not _reaches(argument, self.sizes):
                alike.setdefault(_short(argument), []).append(argument.name)
        if len(alike) == 1 and self.sizes is None:
            yield from alike
        else:
            yield from (f"{', '.join(names)} {text}" for text, names in alike.items())


def title(sheet: Sheet) -> str:
    """What the function is, as a sentence."""
    said = sheet.formula.title
    return f"{said[:1].upper()}{said[1:]}."


def beside(formula: Formula) -> str:
    """What the safe function gives, by the end of its name, and for what."""
    return f"_{formula.side}: {never(formula)}."


def safe_side(sheet: Sheet, name: str) -> str:
    """What the safe function says of itself, for the name of the first one."""
    return f"{name}, {never(sheet.formula)}."


def intervals(conditions: Iterable[str]) -> Iterator[str]:
    """The conditions, two that are the ends of an interval as one.

    Examples
    --------
    >>> list(intervals(["p > 0", "p <= 1", "q >= 0", "p + q <= 1"]))
    ['0 < p <= 1', 'q >= 0', 'p + q <= 1']
    """
    waiting: re.Match[str] | None = None
    for condition in conditions:
        low, high = (re.fullmatch(rf"(\w+) ({sign}=?) (\d+)", condition) for sign in "><")
        if waiting and high and high[1] == waiting[1]:
            yield f"{waiting[3]} {waiting[2].replace('>', '<')} {condition}"
            waiting = None
            continue
        if waiting:
            yield waiting[0]
        waiting = low
        if not low:
            yield condition
    if waiting:
        yield waiting[0]


def never(formula: Formula) -> str:
    """On which side of the exact value the safe function stays, how near, and what for."""
    use = f", {formula.safe_use}" if formula.safe_use else ""
    return f"never {formula.side.never} exact, within {formula.farthest_text} ulps{use}"


def _use(formula: Formula) -> _Use:
    return formula.source.partition(", derived in ")[0], formula.safe_use


def _sources(formulas: Sequence[Formula]) -> dict[str, list[str]]:
    """The sources of many formulas, by what the names of these begin with, if no others do."""
    names: dict[str, list[str]] = {}
    beginning: dict[str, set[str]] = {}
    for formula in formulas:
        names.setdefault(formula.source, []).append(formula.name)
        beginning.setdefault(formula.name.partition("_")[0], set()).add(formula.source)
    mixed = {source for sources in beginning.values() if len(sources) > 1 for source in sources}
    many = (source for source in names if len(names[source]) >= MANY and source not in mixed)
    return {source: [*_beginnings(names[source])] for source in many}


def _beginnings(names: Iterable[str]) -> Iterator[str]:
    """The words that names begin with, those that have the first one in common together.

    Examples
    --------
    >>> list(_beginnings(["at_risk_mean", "at_risk_delta", "renyi_2_of_eps"]))
    ['at risk', 'renyi 2 of eps']
    """
    for _, alike in groupby(sorted(name.split("_") for name in names), lambda words: words[0]):
        same = takewhile(lambda words: len({*words}) == 1, zip(*alike, strict=False))
        yield " ".join(words[0] for words in same)


def _shared(formulas: Sequence[Formula]) -> tuple[str, ...]:
    """The notes that all have."""
    first, *others = formulas
    notes = (note for note in first.notes if not isinstance(note, Method))
    return tuple(note for note in notes if all(note in other.notes for other in others))


def _short(argument: Argument) -> str:
    """The sizes with which can be computed, in fewer words."""
    return argument.range_text.replace("of a size from", "from")


def _reaches(argument: Argument, other: Argument) -> bool:
    """Whether it can have all sizes that another one can."""
    reaches = argument.smallest <= other.smallest and other.largest <= argument.largest
    return reaches and not argument.whole
