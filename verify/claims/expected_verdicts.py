"""The verdicts that an audit is expected to give: pinned with each statement's fingerprint, one file a paper.

A change in a claim, a verdict or a grade shows as a line of difference; `make expected` writes the files.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Protocol

Pins = Mapping[str, Mapping[str, str]]
"""By the claim's place: verdict, grade, fingerprint."""


class Found(Protocol):
    """What an audit found of a claim, as far as it is pinned."""

    @property
    def locator(self) -> str:
        """Where it is printed."""

    @property
    def fingerprint(self) -> str:
        """Of the claim."""

    @property
    def verdict(self) -> str:
        """What is said of it."""

    @property
    def grade(self) -> str:
        """How strong the evidence is."""


@dataclass(frozen=True)
class Difference:
    """Where an audit differs from what is pinned.

    Parameters
    ----------
    paper, locator : str
        Of which claim; no locator where it is about the whole paper.
    what : str
        `verdict`, `grade`, `statement`, `not pinned`, `no longer there`, or `nothing pinned` for the paper;
        of a shipped record `record`, `certificate`, `judged anew`; `rejected` of a certificate.
    pinned, found : str
        What was expected and what came; empty where there is none.
    """

    paper: str
    locator: str
    what: str
    pinned: str = ""
    found: str = ""

    @property
    def text(self) -> str:
        """One line."""
        where = f"{self.paper} {self.locator}"
        match self.what:
            case "nothing pinned":
                return f"{self.paper}: nothing is pinned yet: --update-expected does it"
            case "statement":
                return f"{where}: the claim is another one than was pinned"
            case "not pinned":
                return f"{where}: {self.found}, not pinned yet"
            case "no longer there":
                return f"{where}: pinned as {self.pinned}, but no longer claimed"
            case "record":
                return f"{where}: its shipped record is another one than was pinned: --again judges it"
            case "certificate":
                return f"{where}: the kernel does not accept {self.pinned}, on which it rests"
            case "rejected":
                return f"{self.paper}: the kernel rejects a certificate, {self.pinned or 'of no name'}"
            case "judged anew":
                return f"{where}: judged anew, it is not as its shipped record says"
            case _:
                return f"{where}: {self.what} {self.found or 'none'}, pinned was {self.pinned or 'none'}"


def expected(file: Path) -> Pins:
    """What a file expects; nothing where there is no file yet.

    Parameters
    ----------
    file : Path
        Of one paper.

    Raises
    ------
    OSError, ValueError
        If the file cannot be read.
    """
    found: Pins = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return found


def differences(
    paper: str, records: Sequence[Found], pins: Pins, complete: bool = True
) -> tuple[Difference, ...]:
    """Where records differ from the pins.

    Parameters
    ----------
    paper : str
        Its id.
    records : sequence of Record
        Of this paper.
    pins : mapping
        What is expected.
    complete : bool
        Whether all claims of the paper were judged, so that a pin without a record is a difference.

    Examples
    --------
    >>> pins = {"eq:1": {"verdict": "holds", "grade": "exact", "fingerprint": ""}}
    >>> differences("example", [], pins)[0].text
    'example eq:1: pinned as holds, but no longer claimed'
    """
    if not pins:
        return (Difference(paper, "", "nothing pinned"),)
    found: list[Difference] = []
    for record in records:
        pin = pins.get(record.locator)
        if pin is None:
            found.append(Difference(paper, record.locator, "not pinned", found=record.verdict))
            continue
        if pin["fingerprint"] != record.fingerprint:
            found.append(Difference(paper, record.locator, "statement"))
        for what, now in (("verdict", record.verdict), ("grade", record.grade)):
            if pin[what] != now:
                found.append(Difference(paper, record.locator, what, pin[what], now))
    if complete:
        here = {record.locator for record in records}
        gone = (place for place in pins if place not in here)
        found += [Difference(paper, place, "no longer there", pins[place]["verdict"]) for place in gone]
    return tuple(found)


def pins_of(records: Sequence[Found]) -> dict[str, dict[str, str]]:
    """What is pinned of records, in their order."""
    return {
        r.locator: {"verdict": r.verdict, "grade": r.grade, "fingerprint": r.fingerprint} for r in records
    }


def fingerprint(pins: Pins) -> str:
    """Of all claims and their verdicts: what shows it was written from the same ones.

    Examples
    --------
    >>> fingerprint({"eq:1": {"verdict": "holds", "grade": "exact", "fingerprint": "sha256:0"}})
    'sha256:2979c3ddfa18a620'
    """
    text = "\n".join(f"{place} {pin['verdict']} {pin['fingerprint']}" for place, pin in pins.items())
    return "sha256:" + sha256(text.encode()).hexdigest()[:16]


def pins_text(records: Sequence[Found]) -> str:
    """The file for records: one claim in a line, in their order.

    Examples
    --------
    >>> print(pins_text([]), end="")
    {
    }
    """
    lines = (f" {json.dumps(place)}: {json.dumps(pin)}" for place, pin in pins_of(records).items())
    body = ",\n".join(lines)
    return "{\n" + (f"{body}\n" if body else "") + "}\n"
