"""Conjunctions of disjunctions of signs of polynomials, in which one unknown after another gets a value.

A clause keeps what became of it: a search puts the same values in again in each of its rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from itertools import compress
from operator import and_, or_

from flint import fmpq, fmpq_mpoly, fmpq_poly

from verify.language.condition import Relation
from verify.points.one_unknown import Line, Pair, allowed, cells, contradictory, pairs_up_to, roots, sign_at


class Sign:
    """`polynomial relation 0` in the search.

    Parameters
    ----------
    polynomial : flint.fmpq_mpoly
        In the unknowns, which are known by their position.
    relation : Relation
        How it compares with 0.

    Attributes
    ----------
    unknowns : int
        Bit k is that of the k-th.
    """

    __slots__ = ("_line", "polynomial", "relation", "unknowns")

    def __init__(self, polynomial: fmpq_mpoly, relation: Relation) -> None:
        self.polynomial, self.relation = polynomial, relation
        self.unknowns, bit = 0, 1
        for degree in polynomial.degrees():
            if degree > 0:
                self.unknowns |= bit
            bit <<= 1
        self._line: Line | None = None

    @property
    def truth(self) -> bool | None:
        """Whether it is true; None where that depends on unknowns."""
        if self.unknowns:
            return None
        constant = self.polynomial.leading_coefficient() if self.polynomial else fmpq(0)
        return self.relation.holds((constant > 0) - (constant < 0))

    @property
    def line(self) -> Line:
        """The polynomial as one in its only unknown, up to a positive factor."""
        if self._line is None:
            index = self.unknowns.bit_length() - 1
            coefficients, degree = self.polynomial.coeffs(), self.polynomial.degrees()[index]
            ascending: list[fmpq | int] = [0] * (degree + 1)
            if len(coefficients) > degree:  # no power is missing; to read exponents takes longer
                ascending = [*reversed(coefficients)]
            else:
                for exponents, c in zip(self.polynomial.monoms(), coefficients, strict=True):
                    ascending[exponents[index]] = c
            self._line = tuple(map(int, fmpq_poly(ascending).numer().coeffs()))
        return self._line

    def assigned(self, index: int, value: Pair) -> Sign:
        """With a value for an unknown."""
        if not self.unknowns >> index & 1:
            return self
        return Sign(self.polynomial.subs({index: fmpq(*value)}), self.relation)


class Clause:
    """A disjunction that depends on unknowns, and what becomes of it with values for them.

    Parameters
    ----------
    signs : tuple of Sign
        Each depends on unknowns.

    Attributes
    ----------
    unknowns : int
        Bit k is that of the k-th.
    alone : tuple or None
        The signs, if they are about one unknown and no other.
    bound : tuple or None
        The one sign in one unknown, if it is no more than that.
    equation : tuple of int or None
        The polynomial in one unknown that has to vanish, if that is what it says.
    """

    __slots__ = ("_assigned", "alone", "bound", "equation", "signs", "unknowns")

    def __init__(self, signs: tuple[Sign, ...]) -> None:
        self.signs = signs
        self.unknowns = reduce(or_, [s.unknowns for s in signs])
        self.alone: Alone | None = None
        self.bound: Bound | None = None
        self.equation: Line | None = None
        if self.unknowns.bit_count() == 1:
            self.alone = tuple([(s.line, s.relation) for s in signs])
        if self.alone and len(signs) == 1:
            self.bound = self.alone[0]
            if signs[0].relation is Relation.ZERO:
                self.equation = signs[0].line
        self._assigned: dict[tuple[int, Pair], Clause | bool] = {}

    def assigned(self, index: int, value: Pair) -> Clause | bool:
        """What is left of it, or its truth; the same values come again in each round of a search."""
        known = self._assigned.get((index, value))
        if known is None:
            known = disjunction([s.assigned(index, value) for s in self.signs])
            self._assigned[index, value] = known
        return known

    def holds(self, value: Pair) -> bool:
        """Whether it holds at a value, if it is about one unknown."""
        return _holds(self.alone or (), value)


Bound = tuple[Line, Relation]
"""The sign of a polynomial in one unknown."""

Alone = tuple[Bound, ...]
"""A disjunction of them."""

Conjunction = tuple[Clause, ...]
"""All of them have to hold."""


def disjunction(signs: Iterable[Sign]) -> Clause | bool:
    """The disjunction without what is false, or its truth."""
    undecided = []
    for sign in signs:
        if sign.unknowns:
            undecided.append(sign)
        elif sign.truth:
            return True
    return Clause(tuple(undecided)) if undecided else False


def conjunction(clauses: Iterable[Clause | bool]) -> Conjunction | None:
    """Without what is true; None where a clause is false."""
    remaining = []
    for clause in clauses:
        if clause is False:
            return None
        if isinstance(clause, Clause):
            remaining.append(clause)
    return tuple(remaining)


def assigned(required: Conjunction, index: int, value: Pair) -> Conjunction | None:
    """What is left with a value for an unknown; None where a clause is false."""
    bit, remaining = 1 << index, []
    for clause in required:
        if not clause.unknowns & bit:
            remaining.append(clause)
            continue
        left = clause.assigned(index, value)
        if left is False:
            return None
        if left is not True:
            remaining.append(left)
    return tuple(remaining)


def candidates(required: Conjunction, index: int, height: int) -> Sequence[Pair]:
    """Rational values of one unknown that satisfy what depends on it alone, simplest first."""
    bit = 1 << index
    return _values(
        tuple([clause.alone for clause in required if clause.unknowns == bit and clause.alone]), height
    )


@lru_cache(maxsize=1 << 13)
def _values(conditions: tuple[Alone, ...], height: int) -> tuple[Pair, ...]:
    """The same for conditions on one unknown: many points of the others leave the same ones for it."""
    bounds = [signs[0] for signs in conditions if len(signs) == 1]
    if contradictory(bounds):
        return ()
    equation = next((line for line, relation in bounds if relation is Relation.ZERO), None)
    if equation:
        return tuple([root for root in roots(equation) if _hold(conditions, root)])
    pairs = pairs_up_to(height)
    fitting = reduce(and_, [_allowed(signs, height) for signs in conditions], (1 << len(pairs)) - 1)
    if fitting:
        return tuple(compress(pairs, map(int, reversed(f"{fitting:b}"))))
    lines = frozenset(line for signs in conditions for line, _ in signs)
    return tuple([value for value in cells(lines) if _hold(conditions, value)])


def _allowed(signs: Alone, height: int) -> int:
    """Where one of the signs is as said; bit k is that of `pairs_up_to(height)[k]`."""
    return reduce(or_, [allowed(line, relation, height) for line, relation in signs])


def _holds(signs: Alone, value: Pair) -> bool:
    """Whether one of the signs is as said at a value."""
    return any(relation.holds(sign_at(line, value)) for line, relation in signs)


def _hold(conditions: Iterable[Alone], value: Pair) -> bool:
    """Whether all conditions hold at a value."""
    return all(_holds(signs, value) for signs in conditions)
