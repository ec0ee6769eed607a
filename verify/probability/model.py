"""Exact finite models: index sets of given sizes, rational values of all families, truth of statements.

What a statement means is defined here once more, by evaluation alone; nothing of the rules or the normal
forms is used, so that a counterexample confirmed here does not rest on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import sympy as sp
from sympy.core.intfunc import integer_nthroot
from sympy.core.relational import Relational

from verify.errors import VerifyError
from verify.language.note import Note
from verify.language.relations import HOLDS, sign_of
from verify.probability.weighted_sum import Quotient, Setting, Total

Place = Mapping[sp.Symbol, int]
"""A value for each index."""

Cell = tuple[sp.Symbol, tuple[int, ...]]
"""A symbol and the values of its indices: what has one value in a model."""


class UndefinedError(VerifyError, ArithmeticError):
    """An expression has no value in a model: something is divided by 0."""


@dataclass(frozen=True)
class Model:
    """One finite instance of a setting.

    Parameters
    ----------
    setting : Setting
        Declares the families.
    sizes : mapping of Symbol to int
        The size of each index set; 0 for the empty set. Indices count from 1.
    values : mapping of (Symbol, tuple of int) to Fraction
        The value of each family for each value of its indices, and of each number (with the empty tuple).

    Raises
    ------
    ValueError
        For an index without a size, or a negative size.

    Examples
    --------
    >>> from sympy.abc import w, x, z
    >>> setting = Setting({w: (z,)})
    >>> third = Fraction(1, 3)
    >>> model = Model(setting, {z: 2}, {(w, (1,)): third, (w, (2,)): 2 * third, (x, ()): 0 * third})
    >>> model.value(Total(w**2, z))
    Fraction(5, 9)
    >>> model.holds(w > x), model.holds(w / x > 0)
    (True, False)
    """

    setting: Setting
    sizes: Mapping[sp.Symbol, int] = field(hash=False)
    values: Mapping[Cell, Fraction] = field(hash=False)

    def __post_init__(self) -> None:
        for index in self.setting.indices:
            if self.sizes.get(index, -1) < 0:
                raise ValueError(f"the index {index} needs a size, 0 or more")

    def value(self, expression: sp.Expr, place: Place | None = None) -> Fraction:
        """The exact value of an expression at one value of its free indices.

        Raises
        ------
        UndefinedError
            If something is divided by 0.
        KeyError
            If a symbol has no value.
        TypeError
            For a root that is not rational, and what is not a power, a rational function, `Max`, `Min`, `Abs`
            or `Total`.
        """
        at = place or {}
        match expression:
            case sp.Rational():
                return Fraction(int(expression.p), int(expression.q))
            case sp.Symbol():
                indices = self.setting.families.get(expression, ())
                return self.values[expression, tuple(at[i] for i in indices)]
            case Total():
                return self._total(expression, at)
            case Quotient():
                above, below = (self.value(part, at) for part in expression.args)
                if below == 0:
                    raise UndefinedError(Note(expression.denominator, " is 0"))
                return above / below
            case sp.Add():
                return sum((self.value(part, at) for part in expression.args), Fraction(0))
            case sp.Mul():
                return prod((self.value(part, at) for part in expression.args), start=Fraction(1))
            case sp.Pow() if expression.exp.is_Rational:
                return _power(self.value(expression.base, at), expression)
            case sp.Max():
                return max(self.value(part, at) for part in expression.args)
            case sp.Min():
                return min(self.value(part, at) for part in expression.args)
            case sp.Abs():
                return abs(self.value(expression.args[0], at))
        raise TypeError(f"no exact value: {expression}")

    def truth(self, statement: sp.Basic, place: Place | None = None) -> bool:
        """Whether the statement is true at one value of its free indices; an undefined comparison is not."""
        at = place or {}
        match statement:
            case sp.And():
                return all([self.truth(part, at) for part in statement.args])
            case sp.Or():
                return any([self.truth(part, at) for part in statement.args])
            case Relational():
                try:
                    left, right = (self.value(side, at) for side in statement.args)
                except UndefinedError:
                    return False
                return HOLDS[sign_of(statement)](left, right)
        if statement in (sp.true, sp.false):
            return bool(statement)
        raise TypeError(f"not a combination of comparisons: {statement}")

    def places(self, indices: frozenset[sp.Symbol]) -> Iterator[dict[sp.Symbol, int]]:
        """All values of the indices; none where one of their sets is empty."""
        ordered = sorted(indices, key=lambda index: index.name)
        for chosen in product(*(range(1, self.sizes[i] + 1) for i in ordered)):
            yield dict(zip(ordered, chosen, strict=True))

    def failure(self, statement: sp.Basic) -> dict[sp.Symbol, int] | None:
        """The first value of the free indices at which the statement is false; None where there is none."""
        for place in self.places(self.setting.free_indices(statement)):
            if not self.truth(statement, place):
                return place
        return None

    def holds(self, statement: sp.Basic) -> bool:
        """Whether the statement is true for all values of its free indices."""
        return self.failure(statement) is None

    @property
    def point(self) -> dict[sp.Symbol, sp.Expr]:
        """The model as a witness: `w[1]`, `w[2]`, ..., numbers by their symbol, `size(z)` for a set."""
        sizes = {sp.Symbol(f"size({i})"): sp.Integer(self.sizes[i]) for i in self.setting.indices}
        coordinates = {
            cell_symbol(cell): sp.Rational(value.numerator, value.denominator)
            for cell, value in sorted(self.values.items(), key=lambda item: (str(item[0][0]), item[0][1]))
        }
        return {**sizes, **coordinates}

    def __str__(self) -> str:
        return ", ".join(f"{symbol} = {value}" for symbol, value in self.point.items())

    def _total(self, total: Total, at: Place) -> Fraction:
        running = frozenset(total.indices)
        self._divide_outside(total.summand, running, at)
        terms = (self.value(total.summand, {**at, **place}) for place in self.places(running))
        return sum(terms, start=Fraction(0))

    def _divide_outside(self, part: Any, running: frozenset[sp.Symbol], at: Place) -> None:
        """Refuse a divisor that is 0 and does not vary with the running indices, even of an empty sum."""
        divisor = part.base if part.is_Pow and part.exp.is_negative else None
        if isinstance(part, Quotient):
            divisor = part.denominator
        if divisor is not None and not self.setting.free_indices(divisor) & running:
            self.value(1 / divisor, at)
        for inner in part.args:
            # Within an inner sum, its own indices run as well.
            more = running | set(part.indices) if isinstance(part, Total) else running
            self._divide_outside(inner, more, at)


def cell_symbol(cell: Cell) -> sp.Symbol:
    """The symbol that stands for one value of a family, such as `w[1]`.

    Examples
    --------
    >>> from sympy.abc import f
    >>> cell_symbol((f, (1, 2)))
    f[1,2]
    """
    symbol, place = cell
    return sp.Symbol(f"{symbol}[{','.join(map(str, place))}]") if place else symbol


def _power(base: Fraction, expression: sp.Pow) -> Fraction:
    """The real power of a number, the exponent a rational number."""
    power, root = int(expression.exp.p), int(expression.exp.q)
    if base == 0 and power < 0:
        raise UndefinedError(Note(expression.base, " is 0"))
    if base < 0 and root > 1:
        raise UndefinedError(Note("a root of ", expression.base, ", which is negative"))
    (above, whole), (below, unbroken) = (
        integer_nthroot(n, root) for n in (abs(base.numerator), base.denominator)
    )
    if not (whole and unbroken):
        raise TypeError(f"no rational value: {expression}")
    return Fraction(above if base >= 0 else -above, below) ** power
