"""Which claims judge which printed line of a paper, and what no claim judges.

A paper's package holds its lines (`printed_lines.jsonl`, made by `verify.claims.printed_lines`) and
`coverage.toml` with three tables: `claims` (a line and the claims that judge it), `reasons` (a line that no
claim judges, and why), `missing` (a line that a claim should judge, and what it would say).
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from verify.claims.printed_lines import LineKind, PrintedLine, read_lines

LINES, COVERAGE = "printed_lines.jsonl", "coverage.toml"


class Reason(StrEnum):
    """Why no claim judges a line."""

    NOTATION = "notation"
    POINTER = "pointer"
    PROCEDURE = "procedure"
    MOTIVATION = "motivation"
    DATA = "data"
    OPINION = "opinion"
    OUTLOOK = "outlook"


ASSERTS_NOTHING = frozenset({Reason.NOTATION, Reason.POINTER, Reason.PROCEDURE, Reason.MOTIVATION})
"""A symbol is introduced, another place is named, the next step is announced, a question is put."""


@dataclass(frozen=True)
class Coverage:
    """Lines by their place (such as `4#25`), and what judges them.

    Parameters
    ----------
    claims : mapping of str to tuple of str
        The places of the claims that judge a line.
    reasons : mapping of str to Reason
        Why no claim judges it.
    missing : mapping of str to str
        What a claim would have to say.
    """

    claims: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    reasons: Mapping[str, Reason] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """The lines that a claim judges, by the claim's place, in the order of the paper."""
        judged: dict[str, list[str]] = {}
        for line, claims in self.claims.items():
            for claim in claims:
                judged.setdefault(claim, []).append(line)
        return {claim: tuple(lines) for claim, lines in judged.items()}

    def share_not_judged(self, lines: Sequence[PrintedLine]) -> float:
        """Of the lines that assert something, the share that no claim judges."""
        silent = sum(line.place in self.reasons for line in lines if not self._asserts(line))
        unjudged = sum(line.place not in self.claims for line in lines if self._asserts(line))
        return unjudged / max(1, len(lines) - silent)

    def _asserts(self, line: PrintedLine) -> bool:
        return self.reasons.get(line.place) not in ASSERTS_NOTHING


def read_coverage(path: Path) -> Coverage:
    """The coverage that a file lists; an empty one where there is no file.

    Parameters
    ----------
    path : Path
        TOML with the tables `claims`, `reasons`, `missing`.

    Raises
    ------
    ValueError
        If it is no TOML, or a reason is none of `Reason`.
    """
    if not path.exists():
        return Coverage()
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return Coverage(
        {line: tuple(claims) for line, claims in tables.get("claims", {}).items()},
        {line: Reason(reason) for line, reason in tables.get("reasons", {}).items()},
        tables.get("missing", {}),
    )


def whereabouts(lines: Sequence[PrintedLine], coverage: Coverage) -> dict[str, str]:
    """Where in its section each judged line stands, by the place of the claim: for a reader of the print.

    Parameters
    ----------
    lines : sequence of PrintedLine
        Of the paper, in its order.
    coverage : Coverage
        What judges which line; of several lines that a claim judges, the first of its own section counts.

    Examples
    --------
    >>> from verify.claims.printed_lines import LineKind
    >>> lines = [PrintedLine("2", 1, LineKind.DISPLAY, "7"), PrintedLine("2", 3, LineKind.SENTENCE)]
    >>> whereabouts(lines, Coverage({"2#3": ("text:2/scope",)}))
    {'text:2/scope': 'after (7)'}
    """
    numbers = {line.place: number for number, line in enumerate(lines)}
    found = {}
    for claim, places in coverage.lines.items():
        section = claim.partition(":")[2].partition("/")[0]
        own = [numbers[place] for place in places if place in numbers and place.split("#")[0] == section]
        if near := _neighbour(lines, own[0]) if own else "":
            found[claim] = near
    return found


def whereabouts_in(folder: Path) -> dict[str, str]:
    """The same from the files of a paper's package; nothing where it keeps no list of lines."""
    lines = folder / LINES
    return whereabouts(read_lines(lines), read_coverage(folder / COVERAGE)) if lines.exists() else {}


def _neighbour(lines: Sequence[PrintedLine], number: int) -> str:
    """The nearest thing in the section that has a number."""
    line = lines[number]
    if line.kind is LineKind.FOOTNOTE:
        return f"footnote {line.label}"
    if line.kind is LineKind.CAPTION:
        return f"caption of {line.label}"
    before = [other for other in lines[:number] if _is_landmark(other, line.section)]
    after = [other for other in lines[number + 1 :] if _is_landmark(other, line.section)]
    if before:
        return f"after {_named(before[-1])}"
    return f"before {_named(after[0])}" if after else ""


def _is_landmark(line: PrintedLine, section: str) -> bool:
    return line.section == section and line.kind in (LineKind.DISPLAY, LineKind.SENTENCE) and bool(line.label)


def _named(line: PrintedLine) -> str:
    return f"({line.label})" if line.kind is LineKind.DISPLAY else line.label


def gaps(
    lines: Sequence[PrintedLine],
    claims: Collection[str],
    coverage: Coverage,
    without_line: Collection[str] = (),
) -> Iterator[str]:
    """What is wrong with a coverage: one sentence each.

    Parameters
    ----------
    lines : sequence of PrintedLine
        Of the paper.
    claims : collection of str
        The places of its claims.
    coverage : Coverage
        What judges which line.
    without_line : collection of str
        Claims that judge no printed line: our own proofs for what the paper leaves out.

    Examples
    --------
    >>> from verify.claims.printed_lines import LineKind
    >>> lines = [PrintedLine("2", 1, LineKind.DISPLAY, "7"), PrintedLine("2", 3, LineKind.SENTENCE)]
    >>> list(gaps(lines, ["eq:7", "eq:8"], Coverage({"2#1": ("eq:7", "eq:9")})))
    ['line 2#3 has neither a claim nor a reason', '2#1: there is no claim eq:9', 'claim eq:8 judges no line']
    """
    tables = (coverage.claims, coverage.reasons, coverage.missing)
    listed = [line.place for line in lines]
    for place in listed:
        entries = sum(place in table for table in tables)
        if entries != 1:
            said = "stands in two tables" if entries else "has neither a claim nor a reason"
            yield f"line {place} {said}"
    for line, judges in coverage.claims.items():
        yield from (f"{line}: there is no claim {claim}" for claim in judges if claim not in claims)
    yield from (f"no line {line}, yet a reason" for line in coverage.reasons if line not in listed)
    known = {*coverage.lines, *without_line}
    yield from (f"claim {claim} judges no line" for claim in claims if claim not in known)
