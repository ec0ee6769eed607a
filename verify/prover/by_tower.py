"""Inequalities with exponentials or logarithms of one variable, by towers of derivatives and by zones.

For what other methods do not reach: unbounded intervals, and sides that meet at an end. Each certificate is
judged by the tower kernel.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from verify.evidence import Evidence, Grade, combined
from verify.language.implication import Implication
from verify.language.note import Note
from verify.language.truth import holds_at
from verify.prover.attempt import Attempt
from verify.towers import certificate
from verify.towers.statement import TowerClaim


def is_tower(attempt: Attempt) -> bool:
    """Whether it is one comparison with exponentials or logarithms of one variable."""
    return attempt.encoded is None and attempt.tower is not None


def is_conjunction(attempt: Attempt) -> bool:
    """Whether several goals are to be shown, which polynomials do not express."""
    return attempt.encoded is None and isinstance(attempt.implication.goal, sp.And)


def derivative_tower(attempt: Attempt) -> Evidence | None:
    """The proof by derivatives up to one whose terms have one sign; or a point where the goal fails."""
    if attempt.out_of_time():
        return None
    assert attempt.tower is not None
    at = certificate.failing_value(attempt.tower)
    if at is not None:
        return _refuted(attempt, attempt.tower, sp.Rational(at.numerator, at.denominator))
    return _proved(attempt, attempt.tower, _tower, Grade.EXACT, "tower of derivatives")


def zones(attempt: Attempt) -> Evidence | None:
    """The proof by derivatives near a zero, enclosures in the middle, a tower far out."""
    if attempt.out_of_time():
        return None
    assert attempt.tower is not None
    return _proved(attempt, attempt.tower, _leaves, Grade.ENCLOSED, "towers of derivatives, and enclosures")


def one_by_one(attempt: Attempt) -> Evidence | None:
    """Evidence on each of the goals."""
    if attempt.out_of_time():
        return None
    parts = []
    for goal in attempt.implication.goal.args:
        parts.append(attempt.means.decide(Implication(attempt.implication.hypotheses, goal)))
        if parts[-1].refuted and parts[-1].witness is not None:
            return attempt.refutation(parts[-1].witness, parts[-1].method)
    together = combined(Note(attempt.implication), parts, "each of the goals")
    return together if together.proved else None


def _tower(claim: TowerClaim) -> certificate.Found:
    return certificate.found(claim, leaves=False)


def _leaves(claim: TowerClaim) -> certificate.Found:
    return certificate.found(claim, leaves=True)


def _proved(
    attempt: Attempt,
    claim: TowerClaim,
    search: Callable[[TowerClaim], certificate.Found],
    grade: Grade,
    method: str,
) -> Evidence | None:
    """The proof by a certificate that is at hand, or that a search finds."""
    known = attempt.means.known_answers.certificates.get(claim.fingerprint)
    if known is not None and certificate.grade(known) is not grade:
        known = None
    found = known or search(claim)
    if found is None:
        attempt.tried.append(Note(f"no {method}"))
        return None
    return attempt.proof(certificate.grade(found), method, found)


def _refuted(attempt: Attempt, claim: TowerClaim, at: sp.Rational) -> Evidence | None:
    """The refutation at a value of the variable, every other symbol 1; None if the statement holds there."""
    where = {symbol: sp.Integer(1) for symbol in sorted(attempt.implication.symbols, key=str)}
    where[claim.variable] = claim.place(at)
    fails = holds_at(attempt.implication.goal, where) is False
    if fails and all(holds_at(h, where) is True for h in attempt.implication.hypotheses):
        return attempt.refutation(where, "counterexample, evaluated in ball arithmetic")
    return None
