"""Evidence: what speaks for or against a statement, and how much it weighs.

Grades are ordered; evidence made of parts weighs what its weakest part weighs. Sampled points never prove.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any

import sympy as sp

from verify.language.note import NOTHING, Note, joined


class Grade(IntEnum):
    """How strong evidence is; the weakest first."""

    SAMPLED = 1
    """Points only: supports, never proves."""
    ENCLOSED = 2
    """Ball arithmetic over the whole domain."""
    ONE_SOLVER = 3
    """One SMT solver answered `unsat`."""
    COMPUTED = 4
    """Exact computation of this program decides, by a theorem; there is no certificate."""
    SOLVER = 5
    """Two independent SMT solvers answered `unsat`."""
    EXACT = 6
    """A polynomial identity, or a certificate that the kernel accepted; a witness confirmed exactly."""
    THEOREM = 7
    """A theorem of Coq that states the result itself, with no program of ours in between."""

    def __str__(self) -> str:
        return self.name.lower().replace("_", "-")


class Outcome(StrEnum):
    """What the evidence shows."""

    PROVED = "proved"
    REFUTED = "refuted"
    OPEN = "open"
    UNASKED = "nothing to prove"
    """A definition, or a sentence of somebody else's."""


@dataclass(frozen=True)
class Evidence:
    """What was found out about one statement.

    Parameters
    ----------
    statement : Note
        The statement in words and formulas, for a person; plain text is taken as words.
    outcome : Outcome
        Whether it is proved, refuted or open, or nothing was to be proved.
    grade : Grade or None
        How; None where it is neither proved nor refuted.
    method : str
        One line: by which means.
    witness : mapping of Symbol to Expr or None
        For a refutation: an exact point of the domain at which the statement fails. Where it is open, at most
        one at which the proof that was tried cannot be had.
    certificate : mapping or None
        For a proof by certificate: what the kernel accepted (format `certificate/1`).
    parts : tuple of Evidence
        What this rests on.
    note : Note
        What fails at the witness, or what was tried and did not decide.

    Examples
    --------
    >>> lemma = Evidence(Note("a is positive"), Outcome.PROVED, Grade.EXACT, "certificate")
    >>> guess = Evidence(Note("b is positive"), Outcome.PROVED, Grade.SOLVER, "z3 and cvc5")
    >>> print(combined(Note("their product is"), [lemma, guess], "product of positives").grade)
    solver
    """

    statement: Note
    outcome: Outcome
    grade: Grade | None
    method: str
    witness: Mapping[sp.Symbol, sp.Expr] | None = None
    certificate: Mapping[str, Any] | None = None
    parts: tuple[Evidence, ...] = ()
    note: Note = NOTHING

    def __post_init__(self) -> None:
        object.__setattr__(self, "statement", Note(self.statement))
        object.__setattr__(self, "note", Note(self.note))
        if (self.grade is None) != (self.outcome in (Outcome.OPEN, Outcome.UNASKED)):
            raise ValueError("what is proved or refuted has a grade, and nothing else has one")
        if self.outcome is Outcome.PROVED and self.grade is Grade.SAMPLED:
            raise ValueError("sampled points prove nothing: the outcome is open")

    @property
    def proved(self) -> bool:
        """Whether the statement is proved."""
        return self.outcome is Outcome.PROVED

    @property
    def refuted(self) -> bool:
        """Whether the statement is refuted."""
        return self.outcome is Outcome.REFUTED

    @property
    def certificates(self) -> Iterator[Mapping[str, Any]]:
        """The certificates of this and of all parts."""
        if self.certificate is not None:
            yield self.certificate
        for part in self.parts:
            yield from part.certificates


def combined(statement: Note, parts: Iterable[Evidence], method: str) -> Evidence:
    """Evidence for a statement that holds exactly if all parts do.

    One refuted part refutes it (with that part's witness); else one open part leaves it open; else the grade
    is the weakest part's. No parts at all mean that nothing had to be shown (grade exact).

    A statement that merely follows from its parts is not refuted by a refuted part: use `sufficient`.
    """
    parts = tuple(parts)
    for part in parts:
        if part.refuted:
            note = part.note or Note("fails: ", part.statement)
            return Evidence(
                statement, Outcome.REFUTED, part.grade, part.method, part.witness, parts=parts, note=note
            )
    return _if_all_proved(statement, parts, method)


def needed(parts: Iterable[Evidence], any_will_do: bool) -> tuple[Evidence, ...]:
    """The parts; where any evidence will do, none after the first that is refuted: they are not asked for.

    Examples
    --------
    >>> outcomes = (Outcome.PROVED, Outcome.REFUTED, Outcome.PROVED)
    >>> parts = [Evidence("part", outcome, Grade.EXACT, "example") for outcome in outcomes]
    >>> len(needed(parts, any_will_do=True)), len(needed(parts, any_will_do=False))
    (2, 3)
    """
    asked: list[Evidence] = []
    for part in parts:
        asked.append(part)
        if any_will_do and part.refuted:
            break
    return tuple(asked)


def sufficient(statement: Note, parts: Iterable[Evidence], method: str) -> Evidence:
    """Evidence for a statement that follows if all parts hold, and is open otherwise."""
    return _if_all_proved(statement, tuple(parts), method)


def _if_all_proved(statement: Note, parts: tuple[Evidence, ...], method: str) -> Evidence:
    unproved = [part for part in parts if not part.proved]
    if unproved:
        reasons = (Note("not proved: ", p.statement, " (", p.note or p.method, ")") for p in unproved[:3])
        note = joined("; ", reasons)
        return Evidence(statement, Outcome.OPEN, None, method, parts=parts, note=note)
    return Evidence(statement, Outcome.PROVED, weakest(parts), method, parts=parts)


def weakest(evidence: Iterable[Evidence]) -> Grade:
    """The grade of what rests on all of these; exact for none."""
    return min((e.grade for e in evidence if e.grade is not None), default=Grade.EXACT)
