"""What Coq took and accepted: the tables of benchmarks/results/theorems.md and docs/theorem.md."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from symbolic_eps.coq.own_theorem import NO_CERTIFICATE

MOST = 60
"""Seconds on two cores that all rows of the table may take."""

MOST_CHARACTERS = 300
"""Of the reasons that the document gives for one profile."""

NOT_MEASURED = "- Not measured yet: `"


@dataclass(frozen=True)
class Rows:
    """What the files of the table take."""

    seconds: dict[str, float]
    elapsed: float
    jobs: int

    @property
    def total(self) -> float:
        """Processor time of all files."""
        return sum(self.seconds.values())


@dataclass(frozen=True)
class Asked:
    """One command, and where it is from."""

    where: str
    command: str
    arguments: tuple[str, ...]

    @property
    def text(self) -> str:
        """As one types it."""
        return f"{self.command} {' '.join(map(quoted, self.arguments))}"


@dataclass(frozen=True)
class Written:
    """The theorems of one result, and where there are none."""

    asked: Asked
    theorems: int
    seconds: float
    coq_seconds: float
    missing: tuple[str, ...]


def quoted(part: str) -> str:
    """A part of a command line as one types it."""
    return f'"{part}"' if set(part) & set(" ;(*<>/") else part


def settled(w: Written) -> bool:
    """Whether the answer is complete and of grade exact, as what is missing tells."""
    return not any(": open: " in text or NO_CERTIFICATE in text for text in w.missing)


def counted(done: Sequence[Written]) -> str:
    """How many answers are complete and exact, and how many of these have a theorem for each case."""
    exact = [w for w in done if settled(w)]
    complete = [w for w in exact if not w.missing]
    return (
        f"Of {len(done)} answers {len(exact)} are complete and of grade exact;"
        f" of these {len(complete)} have a theorem for each case that Coq accepts."
    )


def line(w: Written) -> str:
    """One result, as text."""
    figures = f"{w.theorems:9} {w.seconds:9.1f} {w.coq_seconds:9.1f}"
    return f"{w.asked.where:32} {figures}  {'; '.join(w.missing)}"


def markdown(rows: Rows | None, done: Sequence[Written], left: Sequence[Asked] = ()) -> str:
    """All of it as tables, and what was not measured."""
    lines = [
        "# What is a theorem of Coq",
        "",
        "Written by `python -m benchmarks.theorems --markdown FILE`. Seconds are of processor time,",
        "which grows beside other work.",
        "",
    ]
    if rows is not None:
        lines += [
            "## The rows of the table",
            "",
            f"Library and theorems, `make -j{rows.jobs}`: {rows.total:.1f} s of processor time,"
            f" {rows.elapsed:.1f} s by the clock; at most {MOST} s on two cores are asked for.",
            "",
            "| file | seconds |",
            "|---|---|",
            *(f"| {name} | {seconds:.1f} |" for name, seconds in sorted(rows.seconds.items())),
            "",
        ]
    for title, command, first in (
        ("`derive --coq`: closed forms beyond the table", "derive", "profile"),
        ("`recommend --coq`: the examples of the documentation", "recommend", "page"),
    ):
        lines += [
            f"## {title}",
            "",
            f"| {first} | asked | theorems | seconds | of Coq | without a theorem |",
            "|---|---|---|---|---|---|",
        ]
        for w in done:
            if w.asked.command == command:
                asked = " ".join(map(quoted, w.asked.arguments)).replace("|", "\\|")
                missing = "; ".join(w.missing).replace("|", "\\|")
                figures = f"{w.theorems} | {w.seconds:.1f} | {w.coq_seconds:.1f}"
                lines.append(f"| {w.asked.where} | `{asked}` | {figures} | {missing} |")
        lines.append("")
    lines += [f"{NOT_MEASURED}{one.text}`" for one in left]
    return "\n".join(lines).rstrip() + "\n"


@dataclass(frozen=True)
class Row:
    """A line of the tables that `markdown` writes."""

    where: str
    asked: str
    theorems: int
    missing: str


def rows_of(text: str) -> list[Row]:
    """The lines on single profiles."""
    lines = (line[2:].removesuffix("|") for line in text.splitlines() if line.startswith("| "))
    cells = (re.split(r"(?<!\\) \| ", line) for line in lines)
    return [
        Row(row[0], row[1].strip("`"), int(row[2]), row[5].strip())
        for row in cells
        if len(row) == 6 and row[2].isdecimal()
    ]


def shortened(reasons: str) -> str:
    """What a reader takes in; all of it stands in the results."""
    return reasons if len(reasons) <= MOST_CHARACTERS else f"{reasons[:MOST_CHARACTERS].rstrip()} ..."


def for_readers(text: str) -> str:
    """What docs/theorem.md shows of them: how many profiles have theorems, and why the others have none."""
    rows = rows_of(text)
    complete = [row for row in rows if not row.missing]
    lines = [
        f"Of {len(rows)} profiles {len(complete)} have a theorem for each case. The others:",
        "",
        "| profile | theorems | without one |",
        "|---|---|---|",
        *(f"| `{row.asked}` | {row.theorems} | {shortened(row.missing)} |" for row in rows if row.missing),
    ]
    left = [line for line in text.splitlines() if line.startswith(NOT_MEASURED)]
    return "\n".join([*lines, *([""] if left else []), *left]) + "\n"


def renewed(document: str, text: str) -> str:
    """A document that ends with what readers see of the tables, with the present ones."""
    start = re.search(r"^Of \d+ profiles \d+ have a theorem", document, re.MULTILINE)
    assert start is not None
    return document[: start.start()] + for_readers(text)
