"""What an audit found, shipped with a paper: one line for each claim, and what each line must be.

`evidence/records.jsonl` holds the lines, `expected_records.json` a digest of each, of the program and of the
paper's modules that made them. Nothing of it is believed: a line counts where its digest is the expected one
and every certificate that it names is accepted by the kernel. Reading takes the standard library alone.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verify.claims.expected_verdicts import Difference
from verify.claims.program_text import Text

if TYPE_CHECKING:
    from verify.claims.paper import Paper

Line = Mapping[str, Any]
"""A judged claim as plain data: what the JSON output says of it, its module, its lines in a terminal."""

SECONDS = "seconds"
"""What differs from one run to the next, and says nothing of a claim."""


@dataclass(frozen=True)
class Shipped:
    """The records of one paper.

    Parameters
    ----------
    paper : str
        Its id.
    lines : tuple of mapping
        In the order of the paper.
    program, claims : Text
        What judged them; the modules with the claims.
    libraries : tuple of str
        Names and versions of those that a verdict may depend on.
    digests : mapping of str to str
        Of each line, by its place.
    """

    paper: str
    lines: tuple[Line, ...]
    program: Text
    claims: Text
    libraries: tuple[str, ...]
    digests: Mapping[str, str]

    @property
    def altered(self) -> list[Difference]:
        """Lines that are not what is expected, and expected ones that are not there."""
        here = {line["locator"]: digest(line) for line in self.lines}
        places = dict.fromkeys((*here, *self.digests))
        wrong = (place for place in places if here.get(place) != self.digests.get(place))
        return [Difference(self.paper, place, "record") for place in wrong]


def records_file(paper: Paper) -> Path:
    """The file with the lines."""
    return paper.evidence / "records.jsonl"


def digests_file(paper: Paper) -> Path:
    """The file that says what they must be."""
    return paper.folder / "expected_records.json"


def read(paper: Paper) -> Shipped | None:
    """What is shipped with a paper; None where nothing is, or it cannot be read as records."""
    try:
        expected = json.loads(digests_file(paper).read_text(encoding="utf-8"))
        text = records_file(paper).read_text(encoding="utf-8")
        return Shipped(
            paper.identifier,
            tuple(json.loads(line) for line in text.splitlines()),
            Text(*expected["program"]),
            Text(*expected["claims"]),
            tuple(expected["libraries"]),
            expected["records"],
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def digest(line: Line) -> str:
    """SHA-256 of a line, but for the time that it took; in what order its parts were written says nothing.

    Examples
    --------
    >>> digest({"verdict": "holds", "seconds": 1}) == digest({"seconds": 2, "verdict": "holds"})
    True
    """
    body = {name: value for name, value in line.items() if name != SECONDS}
    return "sha256:" + sha256(_text(body, in_order=True).encode()).hexdigest()


def files(paper: Paper, shipped: Shipped, before: Shipped | None = None) -> dict[Path, str]:
    """The texts of the two files; a line that says what it said before stays as it was, its time included."""
    kept = {digest(line): line for line in before.lines} if before is not None else {}
    lines = [kept.get(digest(line), line) for line in shipped.lines]
    head = {"program": shipped.program, "claims": shipped.claims, "libraries": shipped.libraries}
    parts = [f" {json.dumps(name)}: {json.dumps(value)}" for name, value in head.items()]
    digests = (f"  {json.dumps(place)}: {json.dumps(value)}" for place, value in shipped.digests.items())
    parts.append(' "records": {\n' + ",\n".join(digests) + "\n }")
    return {
        records_file(paper): "".join(f"{_text(line)}\n" for line in lines),
        digests_file(paper): "{\n" + ",\n".join(parts) + "\n}\n",
    }


def certificates_of(line: Line) -> set[str]:
    """The fingerprints of all certificates that a line names, in its list and in its evidence."""
    return {*line["certificates"], *_in(line["evidence"])}


def uncertified(paper: str, lines: Iterable[Line], accepted: Collection[str]) -> list[Difference]:
    """Lines that name a certificate which the kernel has not accepted, or which their evidence does not."""
    known = set(accepted)
    found = []
    for line in lines:
        listed, shown = set(line["certificates"]), set(_in(line["evidence"]))
        missing = sorted((listed | shown) - known) or sorted(listed - shown)
        if missing:
            found.append(Difference(paper, line["locator"], "certificate", missing[0]))
    return found


def _in(tree: Any) -> Iterator[str]:
    if isinstance(tree, Mapping):
        name = tree.get("certificate")
        if isinstance(name, str):
            yield name
        for part in tree.values():
            yield from _in(part)
    elif isinstance(tree, list):
        for part in tree:
            yield from _in(part)


def _text(value: Any, *, in_order: bool = False) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=in_order)
