"""What becomes of the mutants of one claim by one operator: the audit judges, then points are looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from benchmarks.mutants.budget_checks import check_budget_or_model
from benchmarks.mutants.planting import KINDS, Mutant, mutants
from verify.claims.auditor import judge_within
from verify.claims.claim import Claim, Verdict
from verify.independent_check.random_check import fails_at, random_check


class Fate(StrEnum):
    """What became of a mutant."""

    REFUTED = "refuted"
    """With a witness."""
    MISSED = "open, false"
    """Left open, and false at a point of its domain."""
    OPEN = "open"
    """Left open, and false at no point that was tried."""
    TRUE = "true"
    """Accepted, and true at all points that were tried."""
    UNTRIED = "accepted, not tried"
    """Accepted; no point was found at which it could be tried."""
    NO_STATEMENT = "no statement"
    """Its check refuses it as bad input: outside of what a statement is about, or a hypothesis less."""
    ACCEPTED_FALSE = "ACCEPTED, FALSE"
    """Accepted, and false at a point of its domain: an error of the audit."""
    REFUTED_WRONGLY = "REFUTED WRONGLY"
    """Refuted, but the witness breaks a hypothesis, or the mutant is true there: an error of the audit."""


BAD_INPUT = ("ValueError", "DomainError", "AssumptionError")
"""By these a check says that it was asked what makes no sense; any other error leaves a mutant open."""

ERRORS = (Fate.ACCEPTED_FALSE, Fate.REFUTED_WRONGLY)


@dataclass(frozen=True)
class Answer:
    """What the audit says of a mutant: verdict, why it is open, and the witness by name and value."""

    verdict: str
    note: str = ""
    witness: Mapping[Any, Any] | None = None


Auditor = Callable[[Claim, float, Path | None], Answer]


@dataclass(frozen=True)
class Result:
    """A mutant, and what became of it, as plain data."""

    fingerprint: str
    paper: str
    place: str
    operator: str
    statement: str
    domain: tuple[str, ...]
    fate: str
    note: str = ""
    point: Mapping[str, str] | None = None
    tried: int = 0

    @property
    def data(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Task:
    """All mutants of one claim by one operator, or those that are drawn, by their fingerprints."""

    claim: Claim
    operator: str
    each: int | None
    seconds: float
    folder: Path | None = None
    drawn: frozenset[str] | None = None


def audited(claim: Claim, seconds: float, folder: Path | None) -> Answer:
    """What the audit says of a claim."""
    record = judge_within(claim, seconds, folder, search=False).record
    by_name = {symbol.name: symbol for symbol in claim.symbols}
    point = None
    if record.witness is not None and set(record.witness) <= set(by_name):
        point = {by_name[name]: _formula(text) for name, text in record.witness.items()}
    return Answer(record.verdict, str(record.note), point)


def _formula(note: Any) -> Any:
    """The one formula in a note."""
    (formula,) = (run.expression for run in note.runs)
    return formula


def judged(task: Task, known: Mapping[str, Result], auditor: Auditor = audited) -> list[Result]:
    """The results of a task; those that are known are not judged again.

    Parameters
    ----------
    task : Task
        Which mutants.
    known : mapping of str to Result
        By fingerprint.
    auditor : callable
        Who judges; another one in tests.
    """
    assert task.operator in KINDS
    found = [
        mutant
        for mutant in mutants(task.claim, task.operator, task.each)
        if task.drawn is None or mutant.fingerprint in task.drawn
    ]
    return [known.get(mutant.fingerprint) or result(mutant, task, auditor) for mutant in found]


def result(mutant: Mutant, task: Task, auditor: Auditor) -> Result:
    """What becomes of one mutant."""
    claim = mutant.claim
    answer = auditor(claim, task.seconds, task.folder)
    fate, note, point, tried = Fate.REFUTED, answer.note, None, 0
    if answer.verdict != Verdict.REFUTED:
        look = random_check(claim, mutant.fingerprint)
        look = look if look.tried else check_budget_or_model(claim, mutant.fingerprint)
        point, tried = look.failing, look.tried
        if any(f"its check ended in an error, {name}:" in note for name in BAD_INPUT):
            fate = Fate.NO_STATEMENT
        elif answer.verdict != Verdict.HOLDS:
            fate = Fate.OPEN if point is None else Fate.MISSED
        else:
            fate = Fate.ACCEPTED_FALSE if point is not None else Fate.TRUE if tried else Fate.UNTRIED
    elif answer.witness is not None and fails_at(claim, answer.witness) is False:
        fate, point = Fate.REFUTED_WRONGLY, {str(s): str(v) for s, v in answer.witness.items()}
    return Result(
        mutant.fingerprint,
        claim.locator.paper,
        claim.locator.place,
        mutant.operator,
        str(claim.text),
        tuple(map(str, claim.domain)),
        fate,
        "" if fate is Fate.REFUTED else note,
        point,
        tried,
    )
