"""Methods that prove: certificates, the word of solvers, enclosures."""

from __future__ import annotations

from dataclasses import replace
from time import thread_time

from verify.boxes.best_first import Budget as BoxBudget
from verify.evidence import Evidence, Grade
from verify.language.note import Note
from verify.prover.attempt import Attempt
from verify.prover.by_enclosure import BOXES, NotEnclosedError, proved_by_boxes
from verify.search.budget import Budget

FIRST_WORK, FIRST_IN_ALL = 30_000, 300_000
"""Work of the search before a solver is asked for a counterexample: for one system, and for all together."""

SHORT_WORK = 1_000_000
"""Work of the search before the solvers are asked, a few seconds; most certificates need a tenth of it."""

_ACCEPTED = "certificate accepted by the kernel"

_VOTES = {
    Grade.ONE_SOLVER: "one solver answers unsat",
    Grade.SOLVER: "z3 and cvc5 answer unsat",
}


def certificate_at_hand(attempt: Attempt) -> Evidence | None:
    """The proof by a certificate that was found before."""
    assert attempt.encoded is not None
    certificate = attempt.means.known_answers.certificates.get(attempt.encoded.fingerprint)
    return None if certificate is None else attempt.proof(Grade.EXACT, _ACCEPTED, certificate)


def first_look(attempt: Attempt) -> Evidence | None:
    """The proof by a certificate that is found at once; else of some systems that they need no point."""
    budget = _budget(attempt)
    first = replace(budget, work=min(budget.work, FIRST_IN_ALL))
    proof = _certified(attempt, first, plain=True, each=FIRST_WORK)
    if proof is None:
        for number in range(attempt.search.refuted):
            attempt.systems[number] = replace(attempt.systems[number], refuted=True)
    return proof


def short_search(attempt: Attempt) -> Evidence | None:
    """The proof by a certificate that a short search finds."""
    budget = _budget(attempt)
    return _certified(attempt, replace(budget, work=min(budget.work, SHORT_WORK)))


def long_search(attempt: Attempt) -> Evidence | None:
    """The proof by a certificate that the whole budget of the search finds."""
    budget = _budget(attempt)
    if budget.work > SHORT_WORK and (proof := _certified(attempt, budget)) is not None:
        return proof
    before = _was_searched(attempt)
    attempt.tried.append(
        Note("no certificate was found before" if before else "no certificate found within the budget")
    )
    return None


def word_of_solvers(attempt: Attempt) -> Evidence | None:
    """The proof that rests on the solvers' answers, if there is one for each system."""
    grades = [answer.grade for answer in attempt.answers if answer.grade is not None]
    if not grades or len(grades) < len(attempt.systems):
        return None
    return attempt.proof(min(grades), _VOTES[min(grades)])


def over_boxes(attempt: Attempt) -> Evidence | None:
    """The proof by enclosures over the whole domain; or a point that comes up at that."""
    if attempt.out_of_time():
        return None
    left = attempt.seconds_left()
    limits = BoxBudget(BOXES, None if left is None else thread_time() + left)
    try:
        outcome = proved_by_boxes(attempt.implication, limits)
    except NotEnclosedError as error:
        attempt.tried.append(Note("no proof by enclosures (", error, ")"))
        return None
    if isinstance(outcome, dict):
        return attempt.refutation(outcome, "counterexample, evaluated in ball arithmetic")
    if outcome:
        return attempt.proof(Grade.ENCLOSED, "ball arithmetic over the whole domain")
    attempt.out_of_time()
    attempt.tried.append(Note("enclosures do not decide it: the goal may be tight"))
    return None


def _was_searched(attempt: Attempt) -> bool:
    assert attempt.encoded is not None
    return attempt.encoded.fingerprint in attempt.means.known_answers.unsearched


def _budget(attempt: Attempt) -> Budget:
    budget = attempt.means.budget
    return replace(budget, work=0) if _was_searched(attempt) else budget


def _certified(
    attempt: Attempt, budget: Budget, plain: bool = False, each: int | None = None
) -> Evidence | None:
    """A proof by a certificate that the search finds; the attempt puts it to the kernel."""
    if attempt.out_of_time():
        return None
    seconds = (s for s in (attempt.seconds_left(), budget.seconds) if s is not None)
    certificate = attempt.search.certificate(replace(budget, seconds=min(seconds, default=None)), plain, each)
    if certificate is None:
        attempt.out_of_time()
        return None
    return attempt.proof(Grade.EXACT, _ACCEPTED, certificate)
