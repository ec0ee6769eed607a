"""The verdicts on a claim, and how many there are of each; known without an algebra system."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Verdict(StrEnum):
    """What is said of a claim; exactly one."""

    HOLDS = "holds"
    HOLDS_IF = "holds-if"
    MISPRINT = "misprint"
    REFUTED = "refuted"
    DEFINITION = "definition"
    CITED = "cited"
    OPEN = "open"


SOUND = (Verdict.HOLDS, Verdict.DEFINITION, Verdict.CITED)
"""Nothing is to be said against these."""


def counted(verdicts: Iterable[str]) -> dict[str, int]:
    """How many there are of each verdict, in the order of `Verdict`.

    Examples
    --------
    >>> {verdict: number for verdict, number in counted(["holds", "open", "holds"]).items() if number}
    {'holds': 2, 'open': 1}
    """
    found = list(verdicts)
    return {str(verdict): found.count(str(verdict)) for verdict in Verdict}
