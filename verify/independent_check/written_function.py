"""A function that a witness writes down: the statement for it, and its axioms at random points.

The statement is for every function that obeys axioms. Put for its values is what is written down, as a case
that applies where the function is defined; what is undefined counts as false.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from verify.functions.unspecified import Property, UnspecifiedFunction, Value
from verify.independent_check.arithmetic import Number, Point, compared, times, total, value

TRIALS = 60
"""Pairs of random points at which the axioms are looked at."""


def with_formulas(
    part: sp.Basic, functions: Mapping[str, UnspecifiedFunction], formulas: Mapping[str, sp.Expr]
) -> sp.Basic:
    """A statement with what is written down for values; a function of which nothing is written is 0.

    Parameters
    ----------
    part : Basic
        A statement or an expression.
    functions : mapping of str to UnspecifiedFunction
        By name.
    formulas : mapping of str to Expr
        What is written down, by name.

    Examples
    --------
    >>> from sympy.abc import x
    >>> f = UnspecifiedFunction("f", (x,), (Property.CONVEX,))
    >>> with_formulas(sp.Gt(f(3), 0), {"f": f}, {"f": x**2})
    Piecewise((9, 3 >= 0)) > 0
    """
    if isinstance(part, Value):
        function = functions[part.name]
        point = [with_formulas(p, functions, formulas) for p in part.point]
        formula = formulas.get(part.name, sp.Integer(0)).xreplace(
            dict(zip(function.arguments, point, strict=True))
        )
        if hasattr(function, "definition"):
            return formula  # the cases of a definition say where it has a value
        inside = sp.And(*function.domain(point), evaluate=False)
        return sp.Piecewise((formula, inside), evaluate=False)
    if not part.has(Value):
        return part
    parts = [with_formulas(inner, functions, formulas) for inner in part.args]
    if isinstance(part, (Relational, sp.And, sp.Or, sp.Add, sp.Mul, sp.Pow, sp.Piecewise)):
        return part.func(*parts, evaluate=False)
    return part.func(*parts)


def obeys_axioms(function: UnspecifiedFunction, formula: sp.Expr, at: Point) -> bool:
    """Whether no axiom is seen to fail at random points.

    Examples
    --------
    >>> from sympy.abc import x
    >>> f = UnspecifiedFunction("f", (x,), (Property.CONVEX,))
    >>> obeys_axioms(f, x**2, {}), obeys_axioms(f, -(x**2), {})
    (True, False)
    """
    return not any(answer is False for answer in _axioms(function, formula, at))


def _axioms(function: UnspecifiedFunction, formula: sp.Expr, at: Point) -> Iterator[bool | None]:
    random, low = Random(0), 0 if function.on_orthant else -36
    count = range(len(function.arguments))

    def f(point: list[Any]) -> Number:
        return value(formula, {**at, **dict(zip(function.arguments, point, strict=True))})

    for _ in range(TRIALS):
        one, other = ([Fraction(random.randint(low, 36), 12) for _ in count] for _ in range(2))
        share = Fraction(random.randint(0, 12), 12)
        mixed = [share * u + (1 - share) * v for u, v in zip(one, other, strict=True)]
        for axiom in function.properties:
            match axiom:
                case Property.HOMOGENEOUS:
                    grown = f([(share + 1) * u for u in one])
                    yield compared(sp.Eq, grown, times([share + 1, f(one)]))
                case Property.SUBADDITIVE:
                    both = f([u + v for u, v in zip(one, other, strict=True)])
                    yield compared(sp.Le, both, total([f(one), f(other)]))
                case Property.CONVEX:
                    bound = total([times([share, f(one)]), times([1 - share, f(other)])])
                    yield compared(sp.Le, f(mixed), bound)
                case Property.INCREASING:
                    above = [max(u, v) for u, v in zip(one, other, strict=True)]
                    yield compared(sp.Le, f(one), f(above))
