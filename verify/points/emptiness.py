"""Conjunctions that no real point satisfies, told by their conditions on one unknown alone.

Bounds that exclude each other leave no value. An equation in one unknown that splits into linear factors
leaves finitely many values: with each of them the rest is looked at in the same way. All of it is exact, and
what is not told in this way may still have no point.
"""

from __future__ import annotations

from verify.points.clauses import Clause, Conjunction, assigned
from verify.points.one_unknown import Pair, all_real_roots, contradictory

DEEPEST = 8
"""Unknowns that are solved for one after the other."""


def has_no_point(required: Conjunction | None, depth: int = DEEPEST) -> bool:
    """Whether it is shown that no real point satisfies all clauses; None is a conjunction that is false.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from verify.language.condition import non_negative, positive, zero
    >>> from verify.points.rational_search import System
    >>> bit = zero(a**2 - a)
    >>> has_no_point(System.of((bit, positive(b), non_negative(-a * b - (1 - a) * b))).required)
    True
    >>> has_no_point(System.of((bit, positive(b), non_negative(a * b))).required)
    False
    """
    if required is None:
        return True
    alone: dict[int, list[Clause]] = {}
    for clause in required:
        if clause.unknowns.bit_count() == 1:
            alone.setdefault(clause.unknowns.bit_length() - 1, []).append(clause)
    if any(contradictory(c.bound for c in clauses if c.bound) for clauses in alone.values()):
        return True
    finite = ((index, values) for index, c in alone.items() if (values := _values(c)) is not None)
    fewest = min(finite, key=lambda choice: len(choice[1]), default=None)
    if fewest is None or depth == 0:
        return False
    index, values = fewest
    return all(has_no_point(assigned(required, index, value), depth - 1) for value in values)


def _values(clauses: list[Clause]) -> list[Pair] | None:
    """All real values of an unknown that satisfy clauses on it alone; None where they are not listed."""
    equation = next((clause.equation for clause in clauses if clause.equation), None)
    roots = None if equation is None else all_real_roots(equation)
    return None if roots is None else [r for r in roots if all(clause.holds(r) for clause in clauses)]
