"""One implication's way: each of its systems has to be refuted, and a refutation is that of the statement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest
import sympy as sp
from sympy.abc import a, b

from verify.evidence import Evidence, Grade, Outcome
from verify.language.condition import Condition
from verify.language.implication import Implication
from verify.prover.attempt import Attempt
from verify.prover.prover import Prover
from verify.search.budget import Budget
from verify.solvers.second_solver import Answer, Reason, SecondSolver
from verify.solvers.second_solver import Outcome as SecondOutcome
from verify.solvers.smt import Solver, UndecidedQueryError

# True, and its negation is one of two systems: a*b <= 0 or a + b <= 0.
BOTH = Implication((a > 0, b > 0), sp.And(a * b > 0, a + b > 0))


@dataclass
class Undecided(Solver):
    """Answers "unknown" to every question."""

    def satisfiable(self, conditions: Iterable[Condition], question: str, *_: Any, **__: Any) -> bool:
        raise UndecidedQueryError(question, tuple(conditions), "told to")

    def find_point(self, conditions: Iterable[Condition], question: str, *_: Any, **__: Any) -> Any:
        raise UndecidedQueryError(question, tuple(conditions), "told to")


@dataclass
class Denying(Undecided):
    """Answers `unsat` to the first few questions, and then "unknown"."""

    times: int = 0

    def satisfiable(self, conditions: Iterable[Condition], question: str, *_: Any, **__: Any) -> bool:
        self.times -= 1
        if self.times >= 0:
            return False
        raise UndecidedQueryError(question, tuple(conditions), "told to")


@dataclass
class Scripted(SecondSolver):
    """Gives these answers in turn."""

    says: list[Answer] = field(default_factory=list)

    def answer(self, text: str) -> SecondOutcome:
        answer = self.says.pop(0)
        return SecondOutcome(answer, Reason.STEPS if answer is Answer.UNKNOWN else None)


def told(first: Solver, *second: Answer) -> Evidence:
    prover = Prover(
        solver=first, quick=Undecided(), second=Scripted(says=list(second)), budget=Budget(work=0)
    )
    return prover.prove(BOTH)


def test_the_implication_has_two_systems() -> None:
    assert told(Undecided(), Answer.UNSAT, Answer.UNSAT).grade is Grade.ONE_SOLVER
    with pytest.raises(IndexError):
        told(Undecided(), Answer.UNSAT)


@pytest.mark.parametrize(
    "second", [(Answer.UNSAT, Answer.UNKNOWN), (Answer.UNKNOWN, Answer.UNSAT), (Answer.UNSAT, Answer.SAT)]
)
def test_every_system_has_to_be_refuted(second: tuple[Answer, ...]) -> None:
    assert told(Undecided(), *second).outcome is Outcome.OPEN


def test_two_systems_weigh_what_the_weaker_proof_weighs() -> None:
    both = (Answer.UNSAT, Answer.UNSAT)
    assert told(Denying(times=2), *both).grade is Grade.SOLVER
    assert told(Denying(times=1), *both).grade is Grade.ONE_SOLVER


# A wrong encoding is the error to fear: the polynomials then say something else than the statement.


@pytest.mark.parametrize(
    ("statement", "other"),
    [
        (Implication((a > 1,), a > 2), Implication((a > 0,), a > 2)),  # lacks a hypothesis: a = 1
        (Implication((a > 0,), a > 0), Implication((a > 0,), a > 2)),  # another goal
        (Implication((a > 3,), a > 2), Implication((a > 0,), a > 1)),  # both
    ],
)
def test_polynomials_of_another_statement_do_not_refute_it(
    statement: Implication, other: Implication
) -> None:
    found = Attempt(Prover(), statement, other.encoded).evidence()
    assert found.outcome is Outcome.OPEN
    assert "the statement has none at a = " in found.note
