"""Whether a rational function with rational coefficients is 0, worked out on FLINT's polynomials.

A quotient is a pair of polynomials, the second not 0: n/d + m/e = (n e' + m d') / (d e') with d = d' g and
e = e' g. It is 0 where n is. SymPy, which puts all over one denominator by its own means, takes much longer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from flint import fmpq, fmpq_mpoly_ctx

MOST = 64
"""The largest exponent that is worked out."""

Quotient = tuple[Any, Any]
"""Numerator and denominator, `flint.fmpq_mpoly`."""


class _OtherError(ValueError):
    """A part that is no rational function, or a division by 0."""


def vanishes(expression: sp.Expr) -> bool | None:
    """Whether it is 0 as a rational function of its symbols; None where it is none, or is divided by 0.

    Examples
    --------
    >>> from sympy.abc import x, y
    >>> vanishes(1 / x - 1 / (x + y) - y / (x**2 + x * y)), vanishes(1 / x - 1 / y), vanishes(sp.sqrt(x))
    (True, False, None)
    """
    symbols = list(expression.free_symbols)
    context = fmpq_mpoly_ctx.get([f"x{k}" for k in range(max(1, len(symbols)))], "lex")
    one = context.constant(1)
    known = {symbol: (generator, one) for symbol, generator in zip(symbols, context.gens(), strict=False)}
    try:
        return bool(_quotient(expression, known, one)[0] == 0)
    except _OtherError:
        return None


def _quotient(expression: sp.Expr, known: Mapping[sp.Symbol, Quotient], one: Any) -> Quotient:
    if expression.is_Symbol:
        return known[expression]
    if expression.is_Rational and expression.is_finite:
        return one * fmpq(int(expression.p), int(expression.q)), one
    if expression.is_Pow and expression.exp.is_Integer and abs(expression.exp) <= MOST:
        above, below = (part ** abs(int(expression.exp)) for part in _quotient(expression.base, known, one))
        if expression.exp > 0:
            return above, below
        if above == 0:
            raise _OtherError
        return below, above
    if not (expression.is_Add or expression.is_Mul):
        raise _OtherError
    above, below = (one, one) if expression.is_Mul else (one * 0, one)
    for part in expression.args:
        top, bottom = _quotient(part, known, one)
        if expression.is_Mul:
            above, below = above * top, below * bottom
            continue
        ours, theirs = _without_common(below, bottom)
        above, below = above * theirs + top * ours, below * theirs
    return above, below


def _without_common(one: Any, other: Any) -> Quotient:
    """Two polynomials divided by their greatest common divisor."""
    if one == other:
        return one * 0 + 1, one * 0 + 1
    common = one.gcd(other)
    return one // common, other // common
