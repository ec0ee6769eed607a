"""Questions about what is written in an expression: signs of constants, zeros, sizes of numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction

import sympy
from sympy import Symbol


def sign_of(constant: sympy.Expr) -> int | None:
    """The sign of a constant; None where 100 digits do not tell it from 0, or it is not real."""
    close = constant if constant.is_Rational else constant.evalf(2)
    if not close.is_Rational and (not close.is_Float or close._prec == 1):
        return None
    return int(sympy.sign(close))


def _rational_at(expr: sympy.Expr, point: Mapping[Symbol, Fraction]) -> Fraction | None:
    """The value of an expression at a rational point, where we can give it as a rational."""
    if expr.is_Rational:
        return Fraction(int(expr.p), int(expr.q))
    if expr.is_Symbol:
        return point[expr]
    values = [value for part in expr.args if (value := _rational_at(part, point)) is not None]
    if len(values) < len(expr.args):
        return None
    if expr.is_Pow:
        base, exponent = values
        if exponent.denominator == 2 and base >= 0:
            root = Fraction(math.isqrt(base.numerator), math.isqrt(base.denominator))
            base, exponent = root, 2 * exponent if root**2 == base else Fraction(1, 2)
        if exponent.denominator != 1 or (not base and exponent < 0):
            return None
        return Fraction(base**exponent.numerator)
    combine: Mapping[type, Callable[[list[Fraction]], Fraction]] = {
        sympy.Add: lambda terms: sum(terms, Fraction(0)),
        sympy.Mul: lambda factors: math.prod(factors, start=Fraction(1)),
        sympy.Max: max,
        sympy.Min: min,
        sympy.Abs: lambda parts: abs(parts[0]),
    }
    return combine[expr.func](values) if expr.func in combine else None


def vanishes(expr: sympy.Expr) -> bool:
    """Whether an expression is zero everywhere; for a constant, whether it may be zero.

    We look at four unrelated points of very different scales (squares, so that roots stay rational): what is
    zero there but not everywhere has to be written on purpose.
    """
    if not expr.free_symbols:
        return not sign_of(expr)
    symbols = sorted(expr.free_symbols, key=lambda symbol: str(symbol.name))
    values = []
    for k, scale in enumerate((Fraction(1, 100), Fraction(1), Fraction(900), Fraction(-9, 4))):
        roots = (Fraction(i * i + 3 * i + 2 + 5 * k, 2 * i + 7 + 3 * k) for i in range(len(symbols)))
        values.append(_rational_at(expr, {s: r * r * scale for s, r in zip(symbols, roots, strict=True)}))
        if values[-1]:
            return False
    return any(value is not None for value in values)


def widest_number(expr: sympy.Expr) -> int:
    """The bits of the largest numerator or denominator that is written in an expression."""
    return max((int(max(abs(n.p), n.q)).bit_length() for n in expr.atoms(sympy.Rational)), default=0)
