"""A judged claim as plain data, which can be written and read back."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from verify.certificates.known_answers import KnownAnswers
from verify.claims.claim import Claim, Judgement, Statement, stated
from verify.claims.refutation_details import Completed
from verify.claims.verdict import Verdict
from verify.evidence import Evidence
from verify.language.note import Note
from verify.language.serialization import packed, unpacked


@dataclass(frozen=True)
class Record:
    """A judged claim as plain data.

    Parameters
    ----------
    paper, locator : str
        Where it is printed.
    fingerprint : str
        SHA-256 of the statement with its domain; another statement has another one.
    verdict, grade : str
        What is said of it, and how strong the evidence is (empty where open).
    method, remark : str
        By which means; what a reader should know besides.
    statement, note : Note
        The statement; why it is open, or what fails.
    domain, extra_hypotheses : tuple of Note
        The hypotheses as printed, and what has to be added.
    witness : mapping of str to Note, or None
        Where it fails as printed.
    corrected : str or None
        The corrected form, where that is proved.
    certificates : tuple of str
        Fingerprints of the certificates that the verdict rests on.
    evidence : mapping
        The tree of evidence: statement, outcome, grade, method, witness, certificate, note, parts.
    seconds : float
        Wall time.
    hypothesis_origin : str
        For `holds-if`: whether the hypothesis was found by search or given as a hint.
    necessary : bool
        Whether it is proved that the statement fails wherever the further hypothesis does.
    isolation, confirmation : str
        What else is special at the witness; what a second evaluation sees there.
    """

    paper: str
    locator: str
    fingerprint: str
    verdict: str
    grade: str
    method: str
    statement: Note
    domain: tuple[Note, ...]
    extra_hypotheses: tuple[Note, ...]
    witness: Mapping[str, Note] | None
    corrected: str | None
    certificates: tuple[str, ...]
    evidence: Mapping[str, Any]
    note: Note
    remark: str
    seconds: float
    hypothesis_origin: str = ""
    necessary: bool = False
    isolation: str = ""
    confirmation: str = ""

    @classmethod
    def of(cls, done: Completed, seconds: float) -> Record:
        """The record of a judgement."""
        judged, claim = done.judgement, done.judgement.claim
        witness = judged.witness
        corrected = claim.corrected if judged.verdict is Verdict.MISPRINT else None
        return cls(
            paper=claim.locator.paper,
            locator=claim.locator.place,
            fingerprint=fingerprint(claim),
            verdict=str(judged.verdict),
            grade="" if judged.grade is None else str(judged.grade),
            method=(judged.repair or judged.evidence).method,
            statement=claim.text,
            domain=tuple(map(Note, claim.domain)),
            extra_hypotheses=tuple(map(Note, judged.extra_hypotheses)),
            witness=None if witness is None else _point(witness),
            corrected=None if corrected is None else stated(corrected),
            certificates=tuple(sorted({c["fingerprint"] for c in judged.certificates})),
            evidence=_grounds(judged),
            note=judged.note or judged.evidence.note,
            remark=claim.remark or claim.source,
            seconds=round(seconds, 3),
            hypothesis_origin=str(done.origin or ""),
            necessary=done.necessary,
            isolation=str(done.isolation or ""),
            confirmation=str(done.confirmation or ""),
        )


@dataclass(frozen=True)
class Judged:
    """A record, with the certificates themselves and all other answers that may serve the next audit."""

    record: Record
    answers: KnownAnswers

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process: formulas as written, and once where they are in many notes."""
        return _restored, (packed((self.record, self.answers)),)


def _restored(data: bytes) -> Judged:
    return Judged(*unpacked(data))


def fingerprint(claim: Claim) -> str:
    """SHA-256 of the claim: place, statement, domain, and what is to be tried if it fails as printed.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.claims.claim import Locator
    >>> place = Locator("example", "eq:1")
    >>> fingerprint(Claim(place, a > 0)) == fingerprint(Claim(place, a >= 0))
    False
    """
    parts = [str(claim.locator), str(claim.kind), _exact(claim.statement)]
    parts += ["given", *map(_exact, claim.domain)]
    parts += ["missing", *map(_exact, claim.missing), "corrected"]
    parts += [] if claim.corrected is None else [_exact(claim.corrected)]
    return "sha256:" + hashlib.sha256("\n".join(parts).encode()).hexdigest()


def tree(evidence: Evidence) -> dict[str, Any]:
    """Evidence as plain data; a certificate by its fingerprint."""
    return {
        "statement": evidence.statement,
        "outcome": str(evidence.outcome),
        "grade": "" if evidence.grade is None else str(evidence.grade),
        "method": evidence.method,
        "witness": None if evidence.witness is None else _point(evidence.witness),
        "certificate": None if evidence.certificate is None else evidence.certificate["fingerprint"],
        "note": evidence.note,
        "parts": [tree(part) for part in evidence.parts],
    }


def _grounds(judged: Judgement) -> dict[str, Any]:
    found = tree(judged.evidence) | {"inhabited": tree(judged.inhabited)}
    return found if judged.repair is None else found | {"repair": tree(judged.repair)}


def _point(witness: Mapping[sp.Symbol, sp.Expr]) -> dict[str, Note]:
    return {str(symbol): Note(value) for symbol, value in sorted(witness.items(), key=lambda i: str(i[0]))}


def _exact(statement: sp.Basic | Statement) -> str:
    if isinstance(statement, Statement):
        return f"{type(statement).__name__}: {statement.text}"
    return str(sp.srepr(statement))
