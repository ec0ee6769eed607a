"""Whether linear conditions have a point, by Fourier's and Motzkin's elimination: exact, without a solver.

Of the questions of a search many are about a few linear conditions on the parameters; an SMT solver takes
some milliseconds for each, most of them to be set up. Let all conditions be l > 0 or l >= 0 with l linear.
Those that v does not occur in, and for l = a v + m and l' = -a' v + m' with a, a' > 0 the sums a' m + a m',
compared as strictly as one of the two is, have a point just if all have: between all lower and all upper ends
of v there is a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import sympy as sp

from verify.language.assumptions import with_sign_conditions
from verify.language.condition import Condition, Relation

MOST = 200
"""Conditions at one time; more take longer than a solver."""


@dataclass(frozen=True)
class _Side:
    """The sum of coefficients times symbols, and a number, which is to be above 0, or not below it."""

    coefficients: tuple[tuple[sp.Symbol, Fraction], ...]
    number: Fraction
    strict: bool

    def of(self, symbol: sp.Symbol) -> Fraction:
        return next((value for v, value in self.coefficients if v == symbol), Fraction(0))

    def plus(self, factor: Fraction, other: _Side) -> _Side:
        """The sum with a multiple of another one."""
        total = dict(self.coefficients)
        for symbol, value in other.coefficients:
            total[symbol] = total.get(symbol, Fraction(0)) + factor * value
        coefficients = tuple((symbol, value) for symbol, value in total.items() if value)
        return _Side(coefficients, self.number + factor * other.number, self.strict or other.strict)


def have_point(conditions: Iterable[Condition]) -> bool | None:
    """Whether some real point satisfies all conditions; None where one is not linear, or says that l != 0.

    Parameters
    ----------
    conditions : iterable of Condition
        What symbols declare of their signs counts as well.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from verify.language.condition import non_negative, positive
    >>> have_point([positive(a - b), positive(b - 1), positive(3 - a)])
    True
    >>> have_point([positive(a - b), positive(b - 1), non_negative(1 - a)])
    False
    >>> have_point([positive(a * b)]) is None
    True
    """
    sides, equations = list[_Side](), list[_Side]()
    for condition in with_sign_conditions(conditions):
        side = None if condition.relation is Relation.NON_ZERO else _side(condition)
        if side is None:
            return None
        (equations if condition.relation is Relation.ZERO else sides).append(side)
    while equations:
        one = equations.pop()
        if not one.coefficients:
            if one.number:
                return False
            continue
        symbol, slope = one.coefficients[0]
        sides = [side.plus(-side.of(symbol) / slope, one) for side in sides]
        equations = [other.plus(-other.of(symbol) / slope, one) for other in equations]
    return _by_elimination(sides)


@lru_cache(maxsize=1 << 12)
def _side(condition: Condition) -> _Side | None:
    """The condition's polynomial where it is linear; strict only where it is to be above 0."""
    symbols = sorted(condition.symbols, key=str)
    terms = sp.Poly(condition.polynomial, *symbols).terms() if symbols else [((), condition.polynomial)]
    if any(sum(powers) > 1 or not value.is_Rational for powers, value in terms):
        return None
    values = {powers: Fraction(int(value.p), int(value.q)) for powers, value in terms}
    of_symbols = (
        (symbol, values.get(tuple(int(k == place) for k in range(len(symbols))), Fraction(0)))
        for place, symbol in enumerate(symbols)
    )
    coefficients = tuple((symbol, value) for symbol, value in of_symbols if value)
    number = values.get((0,) * len(symbols), Fraction(0))
    return _Side(coefficients, number, condition.relation is Relation.POSITIVE)


def _by_elimination(sides: Sequence[_Side]) -> bool | None:
    """Without equations; None where it would take long."""
    left = [*dict.fromkeys(sides)]
    while symbols := {symbol: None for side in left for symbol, _ in side.coefficients}:
        ends = {v: ([s for s in left if s.of(v) > 0], [s for s in left if s.of(v) < 0]) for v in symbols}
        v, (lower, upper) = min(ends.items(), key=lambda one: len(one[1][0]) * len(one[1][1]))
        if len(lower) * len(upper) > MOST:
            return None
        others = [side for side in left if not side.of(v)]
        sums = [one.plus(one.of(v) / -other.of(v), other) for one in lower for other in upper]
        left = [*dict.fromkeys([*others, *sums])]
        if not all(_holds(side) for side in left if not side.coefficients):
            return False
    return all(_holds(side) for side in left)


def _holds(side: _Side) -> bool:
    return side.number > 0 or (side.number == 0 and not side.strict)
