"""What z3 and cvc5 say of a system of polynomial facts, and how much that is worth as a proof."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from verify import kernel
from verify.evidence import Grade
from verify.language.condition import Condition
from verify.search.facts import by_kind
from verify.search.sign_facts import as_conditions
from verify.solvers.second_solver import Answer, SecondSolver, SolverNotInstalledError, SolverStartError
from verify.solvers.smt import Solver, UndecidedQueryError
from verify.solvers.smtlib import script_of_system


@dataclass(frozen=True)
class System:
    """A conjunction that has no solution if the implication is true, as polynomial facts.

    Parameters
    ----------
    names : tuple of str
        The variables, in the order of the exponents.
    facts : list of Fact
        For the kernel and the search.
    excluded : bool
        Whether z3 has said, with little work, that there is no solution.
    refuted : bool
        Whether the search has found a refutation, which the kernel has not seen: no point is looked for.
    """

    names: tuple[str, ...]
    facts: list[kernel.Fact]
    excluded: bool = False
    refuted: bool = False

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The facts for z3 and for the search for points; made when first asked for."""
        return as_conditions(self.facts, [sp.Symbol(name, real=True) for name in self.names])


@dataclass(frozen=True)
class Answered:
    """The answers to whether a system has a solution.

    Parameters
    ----------
    system : System
        What was asked.
    first, second : Answer or None
        z3's and cvc5's; None where they were not asked.
    reasons : tuple of str
        Why an answer is `unknown`.
    """

    system: System
    first: Answer | None = None
    second: Answer | None = None
    reasons: tuple[str, ...] = ()

    @property
    def solvable(self) -> bool:
        """Whether a solver says that there is a solution."""
        return Answer.SAT in (self.first, self.second)

    @property
    def grade(self) -> Grade | None:
        """How strongly they say that there is none; None where they do not."""
        votes = [self.first, self.second].count(Answer.UNSAT)
        return None if self.solvable else (None, Grade.ONE_SOLVER, Grade.SOLVER)[votes]

    @property
    def notes(self) -> tuple[str, ...]:
        """What keeps this from being the word of both, for a person."""
        if self.grade is Grade.SOLVER:
            return ()
        words = f"z3 answers {self.first}, cvc5 answers {self.second}"
        if self.solvable:
            disagree = Answer.UNSAT in (self.first, self.second)
            words += ": they disagree" if disagree else ": there may be a counterexample"
        return (*self.reasons, words)


def answered(system: System, solver: Solver, second: SecondSolver, question: str) -> Answered:
    """Both solvers' answers.

    Parameters
    ----------
    system : System
        What is asked; z3 is not asked again where it has excluded a solution.
    solver : Solver
        z3.
    second : SecondSolver
        cvc5.
    question : str
        What it is about, for messages.

    Examples
    --------
    >>> nowhere = System(("x",), [("gt", {(2,): -1})], excluded=True)  # -x^2 > 0
    >>> with SecondSolver() as second:
    ...     print(answered(nowhere, Solver(), second, "x").grade)
    solver
    """
    reasons: list[str] = []
    first, other = Answer.UNSAT, Answer.UNKNOWN
    if not system.excluded:
        try:
            first = Answer.SAT if solver.satisfiable(system.conditions, question) else Answer.UNSAT
        except UndecidedQueryError as error:
            first = Answer.UNKNOWN
            reasons.append(str(error))
    try:
        outcome = second.answer(script_of_system(list(system.names), *by_kind(system.facts)))
        other = outcome.answer
        if other is Answer.UNKNOWN:
            reasons.append(f"cvc5: {outcome.reason}")
    except (SolverNotInstalledError, SolverStartError) as error:
        reasons.append(str(error))
    return Answered(system, first, other, tuple(reasons))
