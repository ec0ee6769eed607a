"""The value of an expression in ball arithmetic."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import reduce

import sympy as sp
from flint import arb, fmpq


def ball_of(expression: sp.Expr, values: Mapping[sp.Symbol, arb]) -> arb:
    """The expression in ball arithmetic; NaN where it is undefined."""
    if expression.is_Symbol:
        return values[expression]
    if expression.is_Rational:
        return arb(fmpq(int(expression.p), int(expression.q)))
    parts = [ball_of(a, values) for a in expression.args]
    if expression.is_Add:
        return sum(parts[1:], parts[0])
    if expression.is_Mul:
        return math.prod(parts[1:], start=parts[0])
    if expression.is_Pow and expression.exp.is_Integer:
        power = abs(int(expression.exp))
        return parts[0] ** power if expression.exp > 0 else 1 / parts[0] ** power
    if expression.is_Pow and abs(expression.exp) == sp.Rational(1, 2):
        return parts[0].sqrt() if expression.exp > 0 else 1 / parts[0].sqrt()
    if isinstance(expression, (sp.Min, sp.Max)):
        return reduce(arb.min if isinstance(expression, sp.Min) else arb.max, parts)
    if isinstance(expression, (sp.log, sp.exp)):
        return parts[0].log() if isinstance(expression, sp.log) else parts[0].exp()
    raise TypeError(f"no ball arithmetic for {expression.func}")


def fraction_of(end: arb) -> Fraction:
    """A finite end of a ball, exactly."""
    mantissa, exponent = end.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
