"""Sign conditions on polynomials over Q, the language in which every question of this package is put.

A condition compares one polynomial with zero; a conjunction of conditions describes a semialgebraic set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from operator import eq, ge, gt, ne
from typing import Any

import sympy as sp


class Relation(StrEnum):
    """How a polynomial compares with zero."""

    POSITIVE = ">"
    NON_NEGATIVE = ">="
    ZERO = "=="
    NON_ZERO = "!="

    def holds(self, sign: int) -> bool:
        """Whether a number of this sign (-1, 0 or 1) satisfies the relation; of an array, for each."""
        return _COMPARES[self._value_](sign, 0)


_COMPARES: dict[str, Callable[[Any, Any], bool]] = {">": gt, ">=": ge, "==": eq, "!=": ne}


@dataclass(frozen=True)
class Condition:
    """`polynomial relation 0`.

    Parameters
    ----------
    polynomial : sympy.Expr
        Polynomial with rational coefficients in any symbols; it need not be expanded.
    relation : Relation
        How it compares with zero.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> print(positive(b - a))
    a < b
    >>> print(positive(b - a).negation)
    b <= a
    """

    polynomial: sp.Expr
    relation: Relation

    @cached_property
    def symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that occur."""
        return frozenset(self.polynomial.free_symbols)

    @property
    def negation(self) -> Condition:
        """The condition that holds exactly where this one does not."""
        match self.relation:
            case Relation.POSITIVE:
                return Condition(-self.polynomial, Relation.NON_NEGATIVE)
            case Relation.NON_NEGATIVE:
                return Condition(-self.polynomial, Relation.POSITIVE)
            case Relation.ZERO:
                return Condition(self.polynomial, Relation.NON_ZERO)
            case Relation.NON_ZERO:
                return Condition(self.polynomial, Relation.ZERO)

    @property
    def closure(self) -> Condition:
        """The condition with `>` relaxed to `>=` (what a limit from inside satisfies)."""
        if self.relation is Relation.POSITIVE:
            return Condition(self.polynomial, Relation.NON_NEGATIVE)
        return self

    @property
    def interior(self) -> Condition:
        """The condition with `>=` sharpened to `>`."""
        if self.relation is Relation.NON_NEGATIVE:
            return Condition(self.polynomial, Relation.POSITIVE)
        return self

    @cached_property
    def constant_truth(self) -> bool | None:
        """Truth where the polynomial is a number; None where it depends on symbols."""
        expanded = _expanded(self.polynomial)
        if not expanded.is_Rational:
            return None
        return self.relation.holds(int(sp.sign(expanded)))

    def substituted(self, values: Mapping[sp.Symbol, sp.Expr]) -> tuple[Condition, ...]:
        """The condition with rational functions put for symbols, denominators cleared.

        A denominator adds the condition that it is not zero; the conjunction of the result is
        equivalent to the condition being defined and true.
        """
        return rational_condition(self.polynomial.xreplace(dict(values)), self.relation)

    def __str__(self) -> str:
        return _text(self)

    @property
    def relational(self) -> sp.Basic:
        """The condition as a SymPy relational, positive terms on either side."""
        return _relational(self)


def in_order(conditions: Iterable[Condition]) -> list[Condition]:
    """The conditions in an order that is the same in every run.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> [str(c) for c in in_order([positive(b), non_negative(a), positive(a)])]
    ['a > 0', 'a >= 0', 'b > 0']
    """
    return sorted(conditions, key=_sort_key)


Clauses = tuple[tuple[Condition, ...], ...]
"""Disjunctions: each inner tuple asks for at least one of its conditions."""


@lru_cache(maxsize=1 << 12)
def _relational(condition: Condition) -> sp.Basic:
    """One of them; the same conditions come again with each question about a region."""
    left, right = _split_terms(condition.polynomial)
    if condition.relation is Relation.ZERO:
        return sp.Eq(left, right, evaluate=False)
    if condition.relation is Relation.NON_ZERO:
        return sp.Ne(left, right, evaluate=False)
    strict = condition.relation is Relation.POSITIVE
    # The side with a single symbol goes first, which is how a person writes a bound.
    if right.is_Symbol or (left.is_number and not right.is_number):
        return (sp.StrictLessThan if strict else sp.LessThan)(right, left, evaluate=False)
    if strict:
        return sp.StrictGreaterThan(left, right, evaluate=False)
    return sp.GreaterThan(left, right, evaluate=False)


@lru_cache(maxsize=1 << 12)
def _text(condition: Condition) -> str:
    """The messages about a region name its conditions again and again."""
    return str(condition.relational)


@lru_cache(maxsize=1 << 12)
def _sort_key(condition: Condition) -> str:
    return f"{condition.polynomial} {condition.relation}"


@lru_cache(maxsize=1 << 12)
def _expanded(polynomial: sp.Expr) -> sp.Expr:
    """The sum of its terms; the same polynomials come again in new conditions."""
    return sp.expand(polynomial)


def _split_terms(polynomial: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Expressions `left, right` without negative coefficients such that `left - right` is the polynomial."""
    terms = sp.Add.make_args(_expanded(polynomial))
    left = sp.Add(*(t for t in terms if not t.could_extract_minus_sign()))
    right = sp.Add(*(-t for t in terms if t.could_extract_minus_sign()))
    return left, right


def positive(polynomial: sp.Expr) -> Condition:
    """`polynomial > 0`."""
    return Condition(sp.sympify(polynomial, strict=True), Relation.POSITIVE)


def non_negative(polynomial: sp.Expr) -> Condition:
    """`polynomial >= 0`."""
    return Condition(sp.sympify(polynomial, strict=True), Relation.NON_NEGATIVE)


def zero(polynomial: sp.Expr) -> Condition:
    """`polynomial == 0`."""
    return Condition(sp.sympify(polynomial, strict=True), Relation.ZERO)


def non_zero(polynomial: sp.Expr) -> Condition:
    """`polynomial != 0`."""
    return Condition(sp.sympify(polynomial, strict=True), Relation.NON_ZERO)


@lru_cache(maxsize=1 << 12)
def rational_condition(expression: sp.Expr, relation: Relation) -> tuple[Condition, ...]:
    """`expression relation 0` for a rational function, as polynomial conditions.

    Multiplying by the square of the denominator keeps the sign; where the denominator vanishes the
    expression is undefined, which counts as false, hence the second condition.
    """
    numerator, denominator = sp.fraction(sp.together(expression))
    if denominator.is_Rational:
        return (Condition(numerator / denominator, relation),)
    cleared = numerator * denominator if relation in _ORDERED else numerator
    return Condition(cleared, relation), Condition(denominator, Relation.NON_ZERO)


_ORDERED = frozenset({Relation.POSITIVE, Relation.NON_NEGATIVE})

RELATIONALS = {
    sp.StrictGreaterThan: (Relation.POSITIVE, 1),
    sp.GreaterThan: (Relation.NON_NEGATIVE, 1),
    sp.StrictLessThan: (Relation.POSITIVE, -1),
    sp.LessThan: (Relation.NON_NEGATIVE, -1),
    sp.Equality: (Relation.ZERO, 1),
    sp.Unequality: (Relation.NON_ZERO, 1),
}
"""What each comparison says of the difference of its sides: the relation to 0, and which side comes first."""


def conditions_of(relational: sp.Basic) -> tuple[Condition, ...]:
    """A SymPy relational, or a conjunction of them, between rational functions, as polynomial conditions.

    Raises
    ------
    TypeError
        For anything else (a disjunction has no single conjunction of conditions).
    """
    if relational is sp.true or relational is True:
        return ()
    if relational is sp.false or relational is False:
        return (Condition(sp.Integer(-1), Relation.NON_NEGATIVE),)
    if isinstance(relational, sp.And):
        return tuple(c for part in relational.args for c in conditions_of(part))
    compared = comparison_of(relational)
    return rational_condition(compared.polynomial, compared.relation)


def comparison_of(relational: sp.Basic) -> Condition:
    """A SymPy relational as the sign of the difference of its sides, whatever these are.

    Raises
    ------
    TypeError
        For anything else.

    Examples
    --------
    >>> from sympy.abc import a
    >>> comparison_of(sp.exp(a) < 2)
    Condition(polynomial=2 - exp(a), relation=<Relation.POSITIVE: '>'>)
    """
    if type(relational) not in RELATIONALS:
        raise TypeError(f"not a conjunction of comparisons: {relational}")
    relation, orientation = RELATIONALS[type(relational)]
    return Condition(orientation * (relational.lhs - relational.rhs), relation)


def conjunction(conditions: Iterable[Condition]) -> sp.Basic:
    """The conditions as one SymPy `And` (`True` for none), in their order."""
    relationals = [c.relational for c in conditions]
    if not relationals:
        return sp.true
    if len(relationals) == 1:
        return relationals[0]
    return sp.And(*relationals, evaluate=False)
