"""Values of rational functions at rational points, by fractions alone: what is met most often, and quickly.

Read off the SymPy expression as it is written; whatever is no sum, product or whole power of what has a value
here has none, and other arithmetic decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm, prod

import sympy as sp

Values = Mapping[sp.Expr, Fraction]


def rational_point(point: Mapping[sp.Symbol, sp.Expr]) -> Values | None:
    """The coordinates as fractions; None if one is irrational, or stands for something other than a symbol.

    Examples
    --------
    >>> from sympy.abc import a
    >>> rational_point({a: sp.Rational(1, 2)}), rational_point({a: sp.sqrt(2)})
    ({a: Fraction(1, 2)}, None)
    """
    if not all(symbol.is_Symbol and value.is_Rational for symbol, value in point.items()):
        return None
    return {symbol: Fraction(int(value.p), int(value.q)) for symbol, value in point.items()}


def rational_value(expression: sp.Expr, point: Values | None, lowest: int | None = None) -> Fraction | None:
    """The value at a point; None where it is not had by these means, or there is none.

    Parameters
    ----------
    expression : sympy.Expr
        Whatever is evaluated.
    point : mapping of Symbol to Fraction, or None
        See `rational_point`.
    lowest : int, optional
        The least exponent that is admitted; 0 for polynomials.

    Examples
    --------
    >>> from sympy.abc import a
    >>> half = rational_point({a: sp.Rational(1, 2)})
    >>> rational_value(a**2 - 3 / a, half), rational_value(1 / (2 * a - 1), half)
    (Fraction(-23, 4), None)
    >>> rational_value(sp.sqrt(a), half), rational_value(1 / a, half, lowest=0)
    (None, None)
    """
    if point is None:
        return None
    if expression.is_Symbol:
        return point.get(expression)
    if expression.is_Rational:
        return Fraction(int(expression.p), int(expression.q))
    if expression.is_Add or expression.is_Mul:
        values = (rational_value(part, point, lowest) for part in expression.args)
        parts = [value for value in values if value is not None]
        if len(parts) < len(expression.args):
            return None
        above, below = [part.numerator for part in parts], [part.denominator for part in parts]
        if expression.is_Mul:
            return Fraction(prod(above), prod(below))
        common = lcm(*below)
        return Fraction(sum([n * (common // d) for n, d in zip(above, below, strict=True)]), common)
    if expression.is_Pow and expression.exp.is_Integer:
        exponent = int(expression.exp)
        base = rational_value(expression.base, point, lowest)
        if base is None or (exponent < 0 and base == 0) or (lowest is not None and exponent < lowest):
            return None
        return base**exponent
    return None
