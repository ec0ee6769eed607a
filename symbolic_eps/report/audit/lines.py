"""Judged claims as plain data, from which a terminal's text and JSON are written without an algebra system.

A line holds what JSON says of a claim and, where it does not simply hold, what a terminal says. So an audit
that takes what is shipped loads no formulas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from symbolic_eps.report.envelope import result
from verify.claims.verdict import counted

Line = Mapping[str, Any]

FINDING, MODULE = "finding", "module"
"""What a terminal says of a claim, and where it is made; JSON has neither."""


def text(lines: Sequence[Line]) -> str:
    """The counts of each paper, and what does not simply hold.

    Parameters
    ----------
    lines : sequence of mapping
        In the order of the papers, each with `paper`, `verdict` and `finding`.

    Examples
    --------
    >>> print(text([{"paper": "example", "verdict": "holds", "finding": ""}]), end="")
    example: 1 claim: 1 holds
    """
    return "\n\n".join(_blocks(lines)) + "\n"


def json(
    lines: Sequence[Line],
    differences: Sequence[str],
    asked: Mapping[str, Any],
    taken: Mapping[str, int] | None = None,
) -> str:
    """The audit as JSON.

    Parameters
    ----------
    lines : sequence of mapping
        In the order of the papers.
    differences : sequence of str
        Where they are other than pinned.
    asked : mapping
        The whole question.
    taken : mapping of str to int, optional
        How many claims were taken as shipped, and what was done to bear them out; None where all were judged.
    """
    severities = (line["severity"] for line in lines)
    document = {
        "claims": [{k: v for k, v in line.items() if k not in (FINDING, MODULE)} for line in lines],
        "summary": counted(line["verdict"] for line in lines),
        "classes": Counter(severity for severity in severities if severity),
        "differences": list(differences),
        "taken": taken,
    }
    return result("audit", asked, document)


def summary(paper: str, verdicts: Sequence[str]) -> str:
    """How many claims of a paper have each verdict."""
    said = ", ".join(f"{number} {verdict}" for verdict, number in counted(verdicts).items() if number)
    return f"{paper}: {len(verdicts)} claim{'' if len(verdicts) == 1 else 's'}: {said}"


def _blocks(lines: Sequence[Line]) -> Iterator[str]:
    for paper in dict.fromkeys(line["paper"] for line in lines):
        own = [line for line in lines if line["paper"] == paper]
        yield summary(paper, [line["verdict"] for line in own])
        yield from (line[FINDING] for line in own if line[FINDING])
