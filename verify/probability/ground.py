"""Statements about finitely many numbers as functions of these: the search for models evaluates them often.

A value is known by its position. What a statement means is defined in `verify.probability.model`, which
confirms what a search finds; here the same is worked out with less effort.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import add, mul
from typing import Any

import sympy as sp
from flint import fmpq
from sympy.core.intfunc import integer_nthroot
from sympy.core.relational import Relational

from verify.errors import VerifyError
from verify.language.relations import HOLDS, sign_of

Values = Sequence[Any]
"""Rational numbers (flint.fmpq) by position; None where one is not yet chosen."""

Number = Callable[[Values], Any]
Truth = Callable[[Values], bool]


class NoValueError(VerifyError, ArithmeticError):
    """Something is divided by 0, or a root of a negative number."""


def truth(statement: sp.Basic, positions: Mapping[sp.Symbol, int]) -> Truth:
    """Whether a combination of comparisons is true; an undefined comparison is not.

    Raises
    ------
    TypeError
        When the function is called: a part has no exact value.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> below = truth(sp.And(a / b < 1, a > 0), {a: 0, b: 1})
    >>> below((fmpq(1), fmpq(2))), below((fmpq(1), fmpq(1))), below((fmpq(1), fmpq(0)))
    (True, False, False)
    """
    if isinstance(statement, (sp.And, sp.Or)):
        parts = [truth(part, positions) for part in statement.args]
        together = all if isinstance(statement, sp.And) else any
        return lambda values: together([part(values) for part in parts])
    if isinstance(statement, Relational):
        return _comparison(statement, positions)
    if statement in (sp.true, sp.false):
        fixed = bool(statement)
        return lambda values: fixed
    raise TypeError(f"not a combination of comparisons: {statement}")


def _comparison(statement: sp.Basic, positions: Mapping[sp.Symbol, int]) -> Truth:
    left, right = (number(side, positions) for side in statement.args)
    compares = HOLDS[sign_of(statement)]

    def holds(values: Values) -> bool:
        try:
            return compares(left(values), right(values))
        except NoValueError:
            return False

    return holds


def number(expression: sp.Basic, positions: Mapping[sp.Symbol, int]) -> Number:
    """The value of an expression.

    Raises
    ------
    NoValueError
        When the function is called: something is divided by 0, or a root of a negative number.
    TypeError
        When the function is called: for a root that is not rational, and for what is made of something else
        than powers, rational functions, `Max`, `Min` and `Abs`.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> number(sp.sqrt(a) - b / 2, {a: 0, b: 1})((fmpq(9, 4), fmpq(1)))
    1
    """
    if expression.is_Rational and expression.is_finite:
        constant = fmpq(int(expression.p), int(expression.q))
        return lambda values: constant
    if expression.is_Symbol:
        position = positions[expression]
        return lambda values: values[position]
    if expression.is_Pow and expression.exp.is_Rational:
        return _power(number(expression.base, positions), int(expression.exp.p), int(expression.exp.q))
    combine = _COMBINED.get(expression.func)
    if combine is None:
        return _without_value(expression)
    parts = [number(part, positions) for part in expression.args]
    return lambda values: combine([part(values) for part in parts])


_COMBINED: dict[Any, Callable[[list[Any]], Any]] = {
    sp.Add: lambda values: reduce(add, values),
    sp.Mul: lambda values: reduce(mul, values),
    sp.Max: max,
    sp.Min: min,
    sp.Abs: lambda values: abs(values[0]),
}


def _without_value(expression: sp.Basic) -> Number:
    def refuse(values: Values) -> Any:
        raise TypeError(f"no exact value: {expression}")

    return refuse


def _power(base: Number, power: int, root: int) -> Number:
    """A real power with a rational exponent."""

    def value(values: Values) -> Any:
        at = base(values)
        if at == 0 and power < 0:
            raise NoValueError("a divisor is 0")
        return (at if root == 1 else _root(at, root)) ** power

    return value


def _root(value: Any, degree: int) -> Any:
    if value < 0:
        raise NoValueError("a root of a negative number")
    (above, whole), (below, unbroken) = (integer_nthroot(int(n), degree) for n in (value.p, value.q))
    if not (whole and unbroken):
        raise TypeError(f"no rational root: {value}")
    return fmpq(int(above), int(below))
