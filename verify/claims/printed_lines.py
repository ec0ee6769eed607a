"""The lines of a paper that can be right or wrong: displays, sentences, cells, captions.

Of a transcription (Markdown with LaTeX) only formulas, numbers, labels and quantifiers are kept, never a
sentence: a sentence is known by its section, its number in it, and its formulas. A line counts where it has a
display, a relation, a number or a quantifier; the rest asserts nothing that can be checked.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from verify.files import content

MOST_BYTES = 10_000_000
"""A transcription is some hundred pages at most."""


class LineKind(StrEnum):
    """What a printed line is."""

    DISPLAY = "display"
    SENTENCE = "sentence"
    FOOTNOTE = "footnote"
    CAPTION = "caption"
    ROW = "row"


@dataclass(frozen=True)
class PrintedLine:
    """A display, a sentence, a footnote's sentence, a sentence of a caption, or a row of a table.

    Parameters
    ----------
    section : str
        Number or letter of the section, `0` before the first.
    number : int
        Which line of the section it is, from 1.
    kind : LineKind
        What it is.
    label : str
        The number of a display, the name of a caption or a footnote, or the statement that begins here,
        such as `Lemma 3`.
    formulas : tuple of str
        Its formulas, as LaTeX without layout.
    numbers : tuple of str
        The numbers outside of formulas that stand for no reference.
    words : tuple of str
        Quantifiers and words such as `largest` in it.
    mark : str
        The beginning of a hash of its text: tells whether the transcription has changed here.
    """

    section: str
    number: int
    kind: LineKind
    label: str = ""
    formulas: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    mark: str = ""

    @property
    def place(self) -> str:
        """Section and number, such as `E#74`."""
        return f"{self.section}#{self.number}"

    @property
    def record(self) -> dict[str, Any]:
        """As JSON; empty parts are left out."""
        return {name: value for name, value in asdict(self).items() if value}


def line_of(record: Mapping[str, Any]) -> PrintedLine:
    """A line from its record.

    Examples
    --------
    >>> line = PrintedLine("4", 2, LineKind.DISPLAY, "14", ("r=2",))
    >>> line_of(line.record) == line
    True
    """
    lists = {name: tuple(value) for name, value in record.items() if isinstance(value, list | tuple)}
    return PrintedLine(**{**record, "kind": LineKind(record["kind"]), **lists})


_HEADING = re.compile(
    r"(?:#+\s*)?(?P<section>\d+(?:\.\d+)*|[IVX]+|[A-Z](?:\.\d+)*)\.?\s+(?P<title>[A-Z“\"▶].{0,90})"
)
_DISPLAY = re.compile(r"\$\$(.+?)\$\$", re.DOTALL)
_INLINE = re.compile(r"\$([^$]+)\$")
_TAG = re.compile(r"\\quad\s*\(([0-9]+[a-z]?)\)\s*$|\\tag\{([^}]*)\}\s*$|\((\d+)\)\s*$")
_FOOTNOTE = re.compile(r"(?:<sup>(\d+)</sup>|([¹²³⁴-⁹]+))(?=\S)")
_CAPTION = re.compile(r"(?:\*\*)?((?:Figure|Table|Fig\.) \d+)[.:]|(TABLE [IVX]+)\s")
_STATEMENT = re.compile(
    r"\**((?:Theorem|Lemma|Corollary|Proposition|Definition|Assumption|Example|Remark) \d+)\b"
)
_REFERENCE = re.compile(
    r"\[[0-9, –-]+\]|\((?:\d+)\)|\((?:\d+)\)[-–]\((?:\d+)\)|"
    r"\b(?:Sections?|Figures?|Tables?|Theorems?|Lemmas?|Corollar(?:y|ies)|Definitions?|Assumptions?|Examples?|"
    r"Propositions?|Appendix|Appendices|Equations?|Footnotes?|Agency|Step)\s+[0-9A-Z.]+(?:\s*(?:,|and|or|-|–)\s*[0-9A-Z.]+)*"
)
_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*%?")
_WORDS = re.compile(
    r"\b(for (?:all|any|each|every)|there (?:is|are|exists?)|"
    r"always|never|none|only if|if and only if|at (?:most|least)|no (?:more|less|larger|smaller|greater)|"
    r"bounded|increas\w+|decreas\w+|monoton\w+|minim(?:um|al|i[sz]e[sd]?)|maxim(?:um|al|i[sz]e[sd]?)|"
    r"optimal|largest|smallest|unbiased|equivalent|implies|satisf(?:y|ies|ied|ying)|independent)\b",
    re.IGNORECASE,
)
_RELATION = re.compile(
    r"=|<|>|\\leq?|\\geq?|\\neq?|\\in(?!fty|t)|\\to|\\rightarrow|\\infty|\\approx|\\subset"
)
_LAYOUT = re.compile(r"\\(?:left|right|displaystyle|,|;|!|quad|qquad|bigg?l?r?|Bigg?l?r?)(?![A-Za-z])|&")
_BLANK = re.compile(r"(?<!\\)(?P<macro>\\[A-Za-z]+)\s+(?=[A-Za-z])|\s+")
_ABBREVIATION = re.compile(r"\b(?:i\.e|e\.g|cf|resp|et al|w\.r\.t|vs|Fig|Sec|Thm|Eq|No)\.$")


def normalised(latex: str) -> str:
    r"""A formula without layout and its number: what two transcriptions of it have in common.

    Examples
    --------
    >>> normalised(r"r^* \left( p \right) \quad (4)")
    'r^*(p)'
    """
    without = _TAG.sub("", latex.strip().rstrip(".,;").rstrip())
    bare = _BLANK.sub(lambda found: f"{found['macro']} " if found["macro"] else "", _LAYOUT.sub(" ", without))
    return bare.rstrip(".,;")


def lines_of(text: str, sections: Sequence[str] = ()) -> tuple[PrintedLine, ...]:
    r"""The lines of a transcription that can be right or wrong, in order.

    Parameters
    ----------
    text : str
        Markdown with LaTeX.
    sections : sequence of str
        The sections there are, where headings have no mark of their own; empty to take those marked by `#`.

    Examples
    --------
    >>> text = "# 2 Data\n\nWe wait. Here $x > 1$ for all 5% of cases.\n\n$$x^2 > 1 \\quad (3)$$"
    >>> [(line.place, line.kind.value, line.label, line.formulas, line.numbers) for line in lines_of(text)]
    [('2#2', 'sentence', '', ('x>1',), ('5%',)), ('2#3', 'display', '3', ('x^2>1',), ())]
    """
    found: list[PrintedLine] = []
    section, number = "0", 0
    for block in _blocks(text):
        heading = _heading(block, sections)
        if heading == "References":
            section, number = "References", 0
            continue
        if heading:
            section, number = heading, 0
            continue
        if section == "References":
            continue
        for kind, label, piece in _pieces(block):
            number += 1
            line = _line(section, number, kind, label, piece)
            if (line.formulas and kind is LineKind.DISPLAY) or _can_be_wrong(line):
                found.append(line)
    return tuple(found)


def _blocks(text: str) -> Iterator[str]:
    """Paragraphs and rows of tables; a display that goes over several lines stays one."""
    for block in re.split(r"\n\s*\n", text):
        rows = block.strip().split("\n")
        if len(rows) > 1 and all("\t" in row or row.startswith("|") for row in rows):
            yield from rows
        elif block.strip():
            yield block.strip()


def _heading(block: str, sections: Sequence[str]) -> str:
    """The section that a block begins; empty where it begins none."""
    if re.fullmatch(r"#*\s*\**(?:References|Acknowledge?ments?\b.*)\**", block, re.IGNORECASE):
        return "References"
    matched = _HEADING.fullmatch(block)
    if matched is None or (not block.startswith("#") and matched["section"] not in sections):
        return ""
    return matched["section"]


def _pieces(block: str) -> Iterator[tuple[LineKind, str, str]]:
    """Displays, and the sentences between them, each with its kind and label."""
    kind, label = LineKind.SENTENCE, ""
    if matched := _FOOTNOTE.match(block):
        kind, label = LineKind.FOOTNOTE, matched[1] or matched[2]
        block = block[matched.end() :]
    elif matched := _CAPTION.match(block):
        kind, label = LineKind.CAPTION, matched[1] or matched[2]
        block = block[matched.end() :]
    elif "\t" in block or block.startswith("|"):
        yield LineKind.ROW, "", block
        return
    for index, part in enumerate(_DISPLAY.split(block)):
        if index % 2:
            tag = _TAG.search(part.strip())
            yield LineKind.DISPLAY, next((g for g in tag.groups() if g), "") if tag else "", f"${part}$"
        else:
            for sentence in _sentences(part):
                statement = _STATEMENT.match(sentence)
                yield kind, statement[1] if statement else label, sentence


def _sentences(text: str) -> Iterator[str]:
    """The sentences of a paragraph; formulas are not cut."""
    formulas = _INLINE.findall(text)
    plain = _INLINE.sub("\0", text)
    start = 0
    for end in re.finditer(r"[.!?][*”\"')\]]*(?=\s+[A-Z(\0*“\"]|\s*$)", plain):
        if _ABBREVIATION.search(plain[start : end.start() + 1]):
            continue
        yield from _with_formulas(plain[start : end.end()], formulas)
        start = end.end()
    if plain[start:].strip():
        yield from _with_formulas(plain[start:], formulas)


def _with_formulas(sentence: str, formulas: list[str]) -> Iterator[str]:
    count = sentence.count("\0")
    taken, formulas[:count] = formulas[:count], []
    whole = re.sub("\0", lambda _: f"${taken.pop(0)}$", sentence).strip()
    if whole:
        yield whole


def _line(section: str, number: int, kind: LineKind, label: str, text: str) -> PrintedLine:
    formulas = tuple(f for f in map(normalised, _INLINE.findall(text)) if f)
    plain = _REFERENCE.sub(" ", _INLINE.sub(" ", text))
    plain = re.sub(r"<sup>.*?</sup>|\^\S+", " ", plain)
    return PrintedLine(
        section,
        number,
        kind,
        label,
        formulas,
        tuple(_NUMBER.findall(plain)),
        tuple(sorted({word.lower() for word in _WORDS.findall(plain)})),
        hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:12],
    )


def _can_be_wrong(line: PrintedLine) -> bool:
    relation = any(_RELATION.search(formula) for formula in line.formulas)
    return bool(line.numbers or line.words or relation)


def main(arguments: Sequence[str]) -> int:
    """Write the lines of a transcription, one JSON object in a line."""
    parser = argparse.ArgumentParser(prog="python -m verify.claims.printed_lines", description=main.__doc__)
    parser.add_argument("transcription", help="Markdown with LaTeX")
    parser.add_argument("section", nargs="*", help="needed where headings bear no # of their own")
    given = parser.parse_args(arguments)
    try:
        text = content(given.transcription, MOST_BYTES).decode("utf-8")
    except OSError as error:
        parser.error(f"{given.transcription}: {error.strerror}")
    except UnicodeDecodeError:
        parser.error(f"{given.transcription} is no text in UTF-8")
    for line in lines_of(text, given.section):
        print(json.dumps(line.record, ensure_ascii=False))
    return 0


def read_lines(path: Path) -> tuple[PrintedLine, ...]:
    """The lines that `main` has written."""
    return tuple(line_of(json.loads(text)) for text in content(path, MOST_BYTES).decode("utf-8").splitlines())


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
