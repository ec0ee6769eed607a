"""Polynomials that vanish nowhere in a product of open intervals, told by the signs of coefficients.

Each variable is put in terms of one that is positive: v = low + u, v = high - u or, between two numbers,
v = (low + high u)/(1 + u). If all coefficients of what is left without denominators have one sign, so have
all values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import sympy as sp
from flint import fmpq, fmpq_mpoly

Range = tuple[Fraction | None, Fraction | None]
"""An open interval; None for an end that is infinite."""


def has_one_sign(polynomial: fmpq_mpoly, ranges: Sequence[Range]) -> bool:
    """Whether a polynomial is shown to vanish nowhere, the n-th variable being in the n-th range.

    False may also mean that it is not shown.

    Examples
    --------
    >>> from sympy.abc import a, z
    >>> from symbolic_eps.minimum.cylinders.projection import Space
    >>> space, unit = Space((a, z)), (Fraction(0), Fraction(1))
    >>> [has_one_sign(space.polynomial(g), (unit, unit)) for g in (2 - a * z, 1 - 2 * a * z)]
    [True, False]
    """
    for index, degree in enumerate(polynomial.degrees()):
        if degree:
            low, high = ranges[index]
            if low is None and high is None:
                return False
            polynomial = _moved(polynomial, index, low, high)
    signs = {c > 0 for c in polynomial.coeffs()}
    return len(signs) == 1


def _moved(polynomial: fmpq_mpoly, index: int, low: Fraction | None, high: Fraction | None) -> fmpq_mpoly:
    """The polynomial in u > 0 instead of the variable of the index."""
    context, degree = polynomial.context(), int(polynomial.degrees()[index])
    u, one = context.gen(index), context.constant(1)
    if low is None:
        assert high is not None
        top, bottom = _number(high) - u, one
    elif high is None:
        top, bottom = _number(low) + u, one
    else:
        top, bottom = _number(low) + _number(high) * u, one + u
    rows: dict[int, dict[tuple[int, ...], fmpq]] = {}
    for powers, c in polynomial.to_dict().items():
        free = (*powers[:index], 0, *powers[index + 1 :])
        rows.setdefault(int(powers[index]), {})[free] = c
    total = context.constant(0)
    for power in range(degree, -1, -1):
        row = context.from_dict(rows.get(power, {}))
        total = total * top + row * bottom ** (degree - power)
    return total


def _number(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def range_of(variable: sp.Symbol, strict: Iterable[sp.Expr]) -> Range:
    """Where polynomials in the variable alone, of degree 1, are positive.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> range_of(a, [a - 2, b - a, 3 - a, 4 - a])
    (Fraction(2, 1), Fraction(3, 1))
    """
    lows, highs = list[Fraction](), list[Fraction]()
    for polynomial in strict:
        if polynomial.free_symbols == {variable} and sp.degree(polynomial, variable) == 1:
            slope, offset = sp.Poly(polynomial, variable).all_coeffs()
            end = -offset / slope
            (lows if slope > 0 else highs).append(Fraction(int(end.p), int(end.q)))
    return max(lows, default=None), min(highs, default=None)
