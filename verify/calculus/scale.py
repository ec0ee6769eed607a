"""Scale functions `exp(sum c_j t^-j) * log(1/t)^b * t^a` for t -> 0+, and sums of them with a remainder.

They describe how an expression behaves as t -> 0+; coefficients and exponents are free of t.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import sympy as sp

from verify.calculus.cases import NoRuleError
from verify.language.note import Note


@dataclass(frozen=True)
class Scale:
    """`exp(sum c_j t^-j) * log(1/t)^logarithms * t^power`.

    Parameters
    ----------
    power : Expr
        Exponent of t, in the parameters.
    logarithms : int
        Exponent of log(1/t).
    growth : tuple of (Rational, Expr)
        The pairs (j, c_j), j > 0 decreasing, no c_j identically zero.
    """

    power: sp.Expr = sp.S.Zero
    logarithms: int = 0
    growth: tuple[tuple[sp.Rational, sp.Expr], ...] = ()

    def __mul__(self, other: Scale) -> Scale:
        growth = collected([*self.growth, *other.growth])
        return Scale(tidy(self.power + other.power), self.logarithms + other.logarithms, growth)

    def raised(self, exponent: sp.Rational) -> Scale:
        """The scale function to a rational power."""
        logarithms = self.logarithms * exponent
        if not logarithms.is_Integer:
            raise NoRuleError(Note("log(t) to the power ", logarithms))
        growth = tuple((j, c * exponent) for j, c in self.growth) if exponent != 0 else ()
        return Scale(self.power * exponent, int(logarithms), growth)


UNIT = Scale()


@dataclass(frozen=True)
class Expansion:
    """A sum of coefficients times scale functions, plus a remainder O(error) unless error is None.

    Parameters
    ----------
    terms : mapping of Scale to Expr
        Coefficients free of t; none is the number 0, but one may vanish for some parameters.
    error : Scale or None
        None: the sum is exact.
    """

    terms: Mapping[Scale, sp.Expr]
    error: Scale | None = None


@lru_cache(maxsize=2048)
def tidy(coefficient: sp.Expr) -> sp.Expr:
    """The coefficient in a form in which plain cancellations have happened."""
    if coefficient.is_Rational:
        return coefficient
    try:
        return sp.cancel(sp.together(coefficient))
    except sp.PolynomialError:
        return sp.expand(coefficient)


def collected(
    pairs: Iterable[tuple[sp.Rational, sp.Expr]],
) -> tuple[tuple[sp.Rational, sp.Expr], ...]:
    """Pairs with one coefficient for each exponent, largest exponent first, none with coefficient zero."""
    growth: dict[sp.Rational, sp.Expr] = {}
    for exponent, coefficient in pairs:
        growth[exponent] = tidy(growth.get(exponent, sp.Integer(0)) + coefficient)
    return tuple((j, growth[j]) for j in sorted(growth, reverse=True) if growth[j] != 0)
