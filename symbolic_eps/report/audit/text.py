"""An audit for a terminal: the counts, and every claim that does not simply hold; or one claim in full."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill
from typing import Any

from symbolic_eps.report.audit import lines as plain
from symbolic_eps.report.audit.entry import Entry, evidence_details, evidence_line, evidence_roots, one_line
from symbolic_eps.typesetting.notation import Text
from symbolic_eps.typesetting.runs import set_note
from verify.claims.verdict import SOUND

WIDTH = 110
_LABEL = 10
_TEXT = Text()


def rendered(entries: Sequence[Entry]) -> str:
    """The counts of each paper, and every entry that does not simply hold.

    Parameters
    ----------
    entries : sequence of Entry
        In the order of the papers.
    """
    lines = [{"paper": e.record.paper, "verdict": e.verdict, "finding": finding(e)} for e in entries]
    return plain.text(lines)


def in_full(entries: Sequence[Entry]) -> str:
    """Each entry with its derivation: statement, domain, evidence, certificates, values at the witness."""
    return "\n\n".join("\n".join([*_finding(entry), *_derivation(entry)]) for entry in entries) + "\n"


def finding(entry: Entry) -> str:
    """What is said of a claim that does not simply hold; empty for one that does."""
    return "" if entry.verdict in SOUND else "\n".join(_finding(entry))


def _finding(entry: Entry) -> Iterator[str]:
    """Locator and headline, what is printed, the witness, and what would be right."""
    record = entry.record
    yield _wrapped(f"{record.locator}  {record.verdict}: {set_note(entry.headline, _TEXT)}", "  ")
    if entry.severity and entry.severity != record.verdict:
        yield from _line("class", entry.severity)
    yield from _line("printed", entry.statement(_TEXT))
    yield from _line("given", entry.domain(_TEXT))
    yield from _line("fails at", entry.witness(_TEXT))
    for sides in entry.sides:
        yield from _line("there", set_note(sides.note, _TEXT))
    yield from _line("because", set_note(entry.because, _TEXT))
    yield from _line("tried", set_note(entry.tried, _TEXT))
    yield from _line("needs", entry.extra_hypotheses(_TEXT))
    yield from _line("corrected", entry.corrected(_TEXT))
    yield from _line("remark", one_line(record.remark))


def _derivation(entry: Entry) -> Iterator[str]:
    record = entry.record
    yield from _line("grade", record.grade or "none")
    yield from _line("time", f"{record.seconds:.2f} s")
    yield from _line("claim", record.fingerprint)
    for certificate in record.certificates:
        yield from _line("proved by", certificate)
    for label, tree in evidence_roots(record.evidence):
        yield f"  {label}"
        yield from _evidence(tree, 2)


def _evidence(tree: Mapping[str, Any], depth: int) -> Iterator[str]:
    """A tree of evidence, indented."""
    indent = "  " * depth
    yield _wrapped(f"{indent}- {set_note(evidence_line(tree), _TEXT)}", f"{indent}  ")
    for detail in evidence_details(tree):
        yield _wrapped(f"{indent}  {set_note(detail, _TEXT)}", f"{indent}  ")
    for part in tree["parts"]:
        yield from _evidence(part, depth + 1)


def _wrapped(text: str, indent: str) -> str:
    return fill(text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _line(label: str, text: str) -> Iterator[str]:
    if text:
        yield _wrapped(f"  {label:<{_LABEL}} {text}", " " * (_LABEL + 3))
