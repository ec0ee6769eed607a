"""A judge that first leaves out what does not matter: conditions on other parameters than a case is about.

What is impossible under fewer conditions is impossible under all. Where a condition is left out that bounds a
parameter through others (p0 > 0 and p0 <= p1), the bounds 0 < p1 <= 1 are shown first and take its place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import sympy as sp

from symbolic_eps.theory.symbols import DECAY
from verify.evidence import Evidence
from verify.language.condition import Clauses, Condition, Relation, non_negative, positive
from verify.solvers.smt import Solver, UndecidedQueryError


@dataclass
class RelevanceSolver(Solver):
    """Asks another solver with few conditions first, then with all.

    Parameters
    ----------
    inner : Solver
        Who decides.
    region : tuple of Condition
        On the parameters: of these, some may be left out.
    about : frozenset of Symbol
        The parameters that matter.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> judge = RelevanceSolver(inner=Solver(), region=(positive(a), positive(b - a)), about=frozenset([b]))
    >>> [str(c) for c in judge.needed([*judge.region, non_negative(-b)])]
    ['b <= 0', 'b > 0']
    """

    inner: Solver = field(default_factory=Solver)
    region: tuple[Condition, ...] = ()
    about: frozenset[sp.Symbol] = frozenset()
    _bounds: dict[sp.Symbol, tuple[Condition, ...]] = field(default_factory=dict, repr=False)

    @property
    def certifies(self) -> bool:
        """As the other solver does."""
        return self.inner.certifies

    @contextmanager
    def recorded(self) -> Iterator[list[Evidence]]:
        """The other solver's evidence."""
        with self.inner.recorded() as evidence:
            yield evidence

    def needed(
        self, conditions: Iterable[Condition], besides: frozenset[sp.Symbol] = frozenset()
    ) -> tuple[Condition, ...]:
        """Of the conditions those that are not of the region or on what matters, and bounds of that."""
        asked = tuple(conditions)
        beyond = [c for c in asked if c not in self.region]
        matters = self.about.union({DECAY}, besides, *(c.symbols for c in beyond))
        kept = [c for c in asked if c in self.region and c.symbols <= matters]
        known = matters - {DECAY}
        bounds = (c for s in sorted(known, key=str) for c in self._bounds_of(s))
        return tuple(dict.fromkeys((*beyond, *kept, *bounds)))

    def _bounds_of(self, symbol: sp.Symbol) -> tuple[Condition, ...]:
        if symbol not in self._bounds:
            simple = [c for c in self.region if sp.Poly(c.polynomial).total_degree() == 1]
            self._bounds[symbol] = tuple(self._shown(symbol, simple))
        return self._bounds[symbol]

    def _shown(self, symbol: sp.Symbol, simple: Sequence[Condition]) -> Iterator[Condition]:
        if any(symbol in c.symbols for c in simple):
            for bound in (positive(symbol), non_negative(1 - symbol)):
                try:
                    if self.inner.implies(simple, bound, f"{bound} for the parameters"):
                        yield bound
                except UndecidedQueryError:
                    continue

    def satisfiable(
        self,
        conditions: Iterable[Condition],
        question: str,
        clauses: Clauses = (),
        splits: Sequence[sp.Expr] = (),
    ) -> bool:
        """Whether some point satisfies all conditions; False already where none satisfies fewer of them."""
        asked = tuple(conditions)
        for fewer in () if clauses else self.fewer_than(asked):
            with suppress(UndecidedQueryError):
                if not self.inner.satisfiable(fewer, question, splits=splits):
                    return False
        return self.inner.satisfiable(asked, question, clauses, splits)

    def implies(self, hypotheses: Iterable[Condition], goal: Condition, question: str) -> bool:
        """Whether the goal holds wherever all hypotheses do; True already where fewer of them suffice."""
        asked = tuple(hypotheses)
        for fewer in self.fewer_for(asked, goal) if goal.constant_truth is None else ():
            with suppress(UndecidedQueryError):
                if self.inner.implies(fewer, goal, question):
                    return True
        return self.inner.implies(asked, goal, question)

    def fewer_than(self, asked: tuple[Condition, ...]) -> Iterator[tuple[Condition, ...]]:
        """What speaks of the symbols of the equations alone, then all that is needed."""
        needed = self.needed(asked)
        in_equations = {s for c in needed if c.relation is Relation.ZERO for s in c.symbols}
        return _distinct(asked, _on(needed, in_equations) if in_equations else (), needed)

    def fewer_for(self, asked: tuple[Condition, ...], goal: Condition) -> Iterator[tuple[Condition, ...]]:
        """What speaks of the goal's symbols alone, then what is needed, first without equations."""
        needed = self.needed(asked, goal.symbols)
        unequal = tuple(c for c in needed if c.relation is not Relation.ZERO)
        inequality = goal.relation in (Relation.POSITIVE, Relation.NON_NEGATIVE)
        return _distinct(asked, _on(needed, goal.symbols), unequal if inequality else (), needed)

    def possible(self, conditions: Iterable[Condition], question: str) -> bool:
        """As the other solver says."""
        return self.inner.possible(conditions, question)

    def knows(self, conditions: Iterable[Condition], clauses: Clauses = ()) -> bool:
        """Whether the other solver has it at hand."""
        return self.inner.knows(conditions, clauses)


def _on(conditions: Iterable[Condition], symbols: Collection[sp.Symbol]) -> tuple[Condition, ...]:
    return tuple(c for c in conditions if c.symbols <= set(symbols))


def _distinct(asked: tuple[Condition, ...], *fewer: tuple[Condition, ...]) -> Iterator[tuple[Condition, ...]]:
    """Those that are not empty and not like one before, nor like all that is asked."""
    seen = [set(asked)]
    for conditions in fewer:
        if conditions and set(conditions) not in seen:
            seen.append(set(conditions))
            yield conditions
