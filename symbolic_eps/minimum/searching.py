"""The solver of the search; it may leave questions undecided, because the proof does not use its answers.

What it cannot decide counts as possible, and not as implied. Where that misleads the search, the proof fails
and the region is reported as open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import sympy as sp

from verify.language.condition import Clauses, Condition
from verify.solvers.smt import Solver, UndecidedQueryError

PATIENCE = 3
"""How many hard questions get all of a solver's steps; later ones get few."""


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
        if len(self._undecided) >= PATIENCE and not clauses:
            return self.possible(wanted, question)
        try:
            return self.inner.satisfiable(wanted, question, clauses, splits)
        except UndecidedQueryError:
            self._undecided.add((wanted, clauses))
            return self._simple_ones_possible(wanted, question)

    def possible(self, conditions: Iterable[Condition], question: str) -> bool:
        """As `satisfiable`, with few steps."""
        wanted = frozenset(conditions)
        return self.inner.possible(wanted, question) and self._simple_ones_possible(wanted, question)

    def _simple_ones_possible(self, conditions: Iterable[Condition], question: str) -> bool:
        """Of conditions that are linear or nearly so: where these contradict each other, all do."""
        simple = [c for c in conditions if c.symbols and sp.Poly(c.polynomial).total_degree() <= 2]
        return self.inner.possible(simple, question)

    def find_point(
        self, conditions: Iterable[Condition], question: str, clauses: Clauses = ()
    ) -> dict[sp.Symbol, sp.Expr] | None:
        """The inner solver's point."""
        return self.inner.find_point(conditions, question, clauses)
