"""Whether an expression is seen to be 0 as a rational function of its symbols and its roots, by FLINT.

Roots of one rational function are one unknown, whose power is that function. So an expression that vanishes
here is 0 wherever it has a value; of another one nothing is said.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from flint import fmpq, fmpq_mpoly_ctx

from verify.errors import VerifyError
from verify.polynomial import MAX_EXPONENT

Fraction = tuple[Any, Any]
"""Numerator and denominator, polynomials of FLINT."""

Root = tuple[int, Any, Any]
"""The place of its unknown, and what it is the root of."""


def vanishes(expression: sp.Expr) -> bool:
    """Whether the numerator, all put over one denominator, is the polynomial 0.

    Examples
    --------
    >>> from sympy.abc import x
    >>> vanishes(1 / (1 - sp.sqrt(x / 2)) - 1 / (1 - sp.sqrt(x / 2)) * (2 * x - x) / x)
    True
    >>> vanishes(x / (x + 1) - 1), vanishes(sp.exp(x) - sp.exp(x + 1))
    (False, False)
    """
    symbols = sorted(expression.free_symbols, key=str)
    roots = [p for p in expression.atoms(sp.Pow) if p.exp.is_Rational and not p.exp.is_Integer]
    context = fmpq_mpoly_ctx.get([f"x{k}" for k in range(len(symbols) + len(roots) + 1)], "lex")
    gens = context.gens()
    reader = _Reader(context.constant(1), dict(zip(symbols, gens, strict=False)), gens[len(symbols) :])
    try:
        return bool(reader.reduced(reader.fraction(expression)[0]) == 0)
    except (_UnknownPartError, ZeroDivisionError):
        return False


class _UnknownPartError(VerifyError):
    """A part is no rational number, symbol, sum, product, whole power or root."""


class _Reader:
    """Reads expressions; a root becomes the next of the unknowns that are left for roots."""

    def __init__(self, one: Any, symbols: dict[sp.Symbol, Any], unknowns: tuple[Any, ...]) -> None:
        self.one, self.symbols, self.unknowns = one, symbols, unknowns
        self.roots: dict[tuple[str, str, int], Root] = {}

    def fraction(self, part: sp.Expr) -> Fraction:
        if part.is_Rational and part.is_finite:
            return self.one * fmpq(int(part.p), int(part.q)), self.one
        if part.is_Symbol:
            return self.symbols[part], self.one
        if part.is_Add:
            return self._sum(part.args)
        if part.is_Mul:
            above = below = self.one
            for factor in part.args:
                top, bottom = self.fraction(factor)
                above, below = above * top, below * bottom
            return above, below
        if part.is_Pow and part.exp.is_Rational:
            return self._power(*self.fraction(part.base), part.exp)
        raise _UnknownPartError

    def _sum(self, terms: tuple[sp.Expr, ...]) -> Fraction:
        above, below = self.one * 0, self.one
        for term in terms:
            top, bottom = self.fraction(term)
            common = below.gcd(bottom)
            above, below = above * (bottom / common) + top * (below / common), below / common * bottom
        return above, below

    def _power(self, above: Any, below: Any, exponent: sp.Rational) -> Fraction:
        if exponent.q != 1:
            above, below = self._root(above, below, int(exponent.q)), self.one
        if exponent < 0:
            above, below = below, above
        if below == 0:
            raise ZeroDivisionError
        times = abs(int(exponent.p))
        if times > MAX_EXPONENT and len(above) + len(below) > 2:
            raise _UnknownPartError
        return above**times, below**times

    def _root(self, above: Any, below: Any, index: int) -> Any:
        common = above.gcd(below) * below.leading_coefficient()
        above, below = above / common, below / common
        name = str(above), str(below), index
        self.roots.setdefault(name, (len(self.symbols) + len(self.roots), above, below))
        return self.unknowns[self.roots[name][0] - len(self.symbols)]

    def reduced(self, polynomial: Any) -> Any:
        """A multiple in which no root has its power, the last one replaced first."""
        for (_, _, index), (place, above, below) in reversed(self.roots.items()):
            parts: dict[int, dict[tuple[int, ...], Any]] = {}
            for exponents, c in zip(polynomial.monoms(), polynomial.coeffs(), strict=True):
                times, left = divmod(int(exponents[place]), index)
                rest = (*exponents[:place], left, *exponents[place + 1 :])
                parts.setdefault(times, {})[rest] = c
            most = max(parts, default=0)
            multiples = (
                self.one.context().from_dict(part) * above**times * below ** (most - times)
                for times, part in parts.items()
            )
            polynomial = sum(multiples, self.one * 0)
        return polynomial
