"""The solver of the search; it may leave questions undecided, because the proof does not use its answers.

What it cannot decide counts as possible, and not as implied. Where that misleads the search, the proof fails
and the region is reported as open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import sympy as sp

from symbolic_eps.minimum.bounds.solved_parameters import without_given
from symbolic_eps.minimum.exact_judge import exact_prover
from symbolic_eps.minimum.linear_conditions import have_point
from verify.claims.region import total_degree
from verify.deadline import OutOfTime, check_time, deadline
from verify.language.condition import Clauses, Condition, Relation, in_order
from verify.prover.certifying_solver import CertifyingSolver
from verify.search.budget import Budget
from verify.solvers.smt import Solver, UndecidedQueryError

LOOK, SHORT = 5.0, Budget(work=50_000)
"""Seconds, and work for each answer, when a solver's answers are looked at again."""

PATIENCE = 3
"""How many hard questions get all of a solver's steps; later ones get few."""

BRIEF = 10_000
"""Solver steps after which a question with an equation is hard: some tenths of a second.

Of cylindrical algebraic reasoning alone, as `is_hard` takes them: z3 5.4's portfolio has a fault of memory
where such a limit ends it at certain steps, and the process with it.
"""


@dataclass
class Seen:
    """Which conditions have a point, and which have none: with fewer, and with more of them, it is the same.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.language.condition import positive
    >>> one, other, third = positive(a), positive(-a), positive(a - 1)
    >>> seen = Seen()
    >>> seen.add(frozenset([one, other]), False)
    >>> seen.answer(frozenset([one, other, third])), seen.answer(frozenset([one]))
    (False, None)
    """

    _with_point: list[frozenset[Condition]] = field(default_factory=list)
    _without: list[frozenset[Condition]] = field(default_factory=list)

    def add(self, conditions: frozenset[Condition], has_point: bool) -> None:
        """Keep an answer."""
        (self._with_point if has_point else self._without).append(conditions)

    def answer(self, conditions: frozenset[Condition]) -> bool | None:
        """Whether they have a point, if that follows."""
        if any(few <= conditions for few in self._without):
            return False
        return True if any(conditions <= more for more in self._with_point) else None


@dataclass
class SearchSolver(Solver):
    """Asks another solver, and takes what that cannot decide for possible.

    Parameters
    ----------
    inner : Solver
        Who is asked.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.language.condition import positive
    >>> product = [positive(a**2 - 2), positive(1 - a)]
    >>> SearchSolver(inner=Solver(steps=1)).satisfiable(product, "undecided: possible")
    True
    """

    inner: Solver = field(default_factory=Solver)
    _undecided: set[tuple[frozenset[Condition], Clauses]] = field(default_factory=set, repr=False)
    _seen: Seen = field(default_factory=Seen, repr=False)
    _fewer: dict[frozenset[Condition], frozenset[Condition]] = field(default_factory=dict, repr=False)
    _brief: Solver = field(default_factory=lambda: Solver(steps=BRIEF), repr=False)

    def satisfiable(
        self,
        conditions: Iterable[Condition],
        question: str,
        clauses: Clauses = (),
        splits: Sequence[sp.Expr] = (),
    ) -> bool:
        """Whether some point may satisfy the conditions; False is the inner solver's word."""
        wanted = frozenset(conditions)
        if (wanted, clauses) in self._undecided:
            return self._simple_ones_possible(wanted, question)
        if not clauses and (known := self._known(wanted)) is not None:
            return known
        if len(self._undecided) >= PATIENCE and not clauses:
            return self.possible(wanted, question)
        try:
            easier = wanted if clauses else self._easier(wanted, question)
            answer = self.inner.satisfiable(easier, question, clauses, splits)
        except UndecidedQueryError:
            self._undecided.add((wanted, clauses))
            return self._simple_ones_possible(wanted, question)
        if not clauses:
            self._seen.add(wanted, answer)
        return answer

    def _known(self, wanted: frozenset[Condition]) -> bool | None:
        """What follows from earlier answers; or the answer itself, where all conditions are linear."""
        known = self._seen.answer(wanted)
        if known is None and (known := have_point(wanted)) is not None:
            self._seen.add(wanted, known)
        return known

    def _easier(self, wanted: frozenset[Condition], question: str) -> frozenset[Condition]:
        """Of a hard question with an equation that gives a parameter that without it; else the same."""
        if not any(c.relation is Relation.ZERO for c in wanted):
            return wanted
        if wanted not in self._fewer:
            fewer = None
            if self._brief.is_hard(wanted, question):
                fewer = without_given(in_order(wanted), self.inner)
            self._fewer[wanted] = wanted if fewer is None else frozenset(fewer)
        return self._fewer[wanted]

    def possible(self, conditions: Iterable[Condition], question: str) -> bool:
        """As `satisfiable`, with few steps."""
        wanted = frozenset(conditions)
        if (known := self._known(wanted)) is not None:
            return known
        easier = self._easier(wanted, question)
        if self.inner.possible(easier, question) and self._simple_ones_possible(wanted, question):
            return True  # or too hard to tell: nothing that other answers could follow from
        self._seen.add(wanted, False)
        return False

    def _simple_ones_possible(self, conditions: Iterable[Condition], question: str) -> bool:
        """Of conditions that are linear or nearly so: where these contradict each other, all do."""
        simple = [c for c in conditions if c.symbols and total_degree(c.polynomial) <= 2]
        return self.inner.possible(simple, question)

    def find_point(
        self, conditions: Iterable[Condition], question: str, clauses: Clauses = ()
    ) -> dict[sp.Symbol, sp.Expr] | None:
        """The inner solver's point."""
        return self.inner.find_point(conditions, question, clauses)


@dataclass
class CertainSearch(SearchSolver):
    """Asks a solver that is never wrong, and asks it everything; slower."""

    def possible(self, conditions: Iterable[Condition], question: str) -> bool:
        """As `satisfiable`; what is not decided is possible."""
        with suppress(UndecidedQueryError):
            return self.inner.satisfiable(conditions, question)
        return True

    def _simple_ones_possible(self, conditions: Iterable[Condition], question: str) -> bool:
        return True


def was_wrong(solver: Solver, seconds: float = LOOK) -> bool:
    """Whether an answer that a solver gave is refuted, by a certificate or a point.

    It looks at the answers for some seconds of processor time, in the order in which they were given.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.language.condition import positive
    >>> solver = Solver()
    >>> solver.satisfiable([positive(a)], "a > 0"), was_wrong(solver)
    (True, False)
    """
    judge = CertifyingSolver(prover=exact_prover(budget=SHORT))
    with suppress(OutOfTime), deadline(seconds, processor=True):
        for (conditions, clauses), answer in solver.answers.items():
            with suppress(UndecidedQueryError):
                if judge.satisfiable(conditions, "an answer is looked at again", clauses) != answer:
                    return True
    check_time()
    return False
