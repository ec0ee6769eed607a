"""The box in which linear hypotheses confine their variables.

A limit may be a number, or depend on variables that are bounded already.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

import sympy as sp
from flint import fmpq

from verify.boxes.interval import ZERO, PossiblyUndefinedError, UndefinedError, interval
from verify.boxes.interval_function import compiled
from verify.language.condition import Condition, Relation
from verify.points.simple_rationals import fraction_of

Sides = dict[sp.Symbol, tuple[Fraction, Fraction]]


def bounding_box(hypotheses: Iterable[Condition], variables: Sequence[sp.Symbol]) -> Sides:
    """The box in which linear hypotheses confine the variables; strict bounds count as their closure.

    Parameters
    ----------
    hypotheses : iterable of Condition
        `lower <= v <= upper` in any form that is affine in v. A limit may depend on other variables: through
        rational coefficients on those with a bound on the side in question, else on wholly bounded ones.
    variables : sequence of Symbol
        What has to be bounded.

    Returns
    -------
    dict
        Lower and upper end of every variable; the lower one is above the upper one where hypotheses
        contradict each other.

    Raises
    ------
    ValueError
        A variable has no lower or no upper bound; the message names it and the side.

    Examples
    --------
    >>> from sympy.abc import p, q
    >>> from verify.language.condition import non_negative, positive
    >>> bounding_box([positive(p), non_negative(q - p), non_negative(1 - q)], [p, q])[q]
    (Fraction(0, 1), Fraction(1, 1))
    """
    bounds = _Bounds(variables)
    for at_least in _inequalities(hypotheses):
        bounds.add(at_least)
    return bounds.closed()


def _inequalities(hypotheses: Iterable[Condition]) -> Iterator[sp.Expr]:
    """Expressions that are >= 0 on the set."""
    for condition in hypotheses:
        if condition.relation is not Relation.NON_ZERO:
            yield condition.polynomial
        if condition.relation is Relation.ZERO:
            yield -condition.polynomial


def affine_coefficients(expression: sp.Expr) -> tuple[dict[sp.Symbol, Fraction], Fraction] | None:
    """Rational coefficients and constant of a jointly affine expression, or None."""
    symbols = sorted(expression.free_symbols, key=str)
    polynomial = expression.as_poly(*symbols) if symbols else None
    if polynomial is None or polynomial.total_degree() != 1:
        return None
    if not all(c.is_Rational for c in polynomial.coeffs()):
        return None
    coefficients = {s: _fraction(polynomial.coeff_monomial(s)) for s in symbols}
    return {s: c for s, c in coefficients.items() if c}, _fraction(polynomial.coeff_monomial(1))


def _fraction(number: sp.Rational) -> Fraction:
    return Fraction(int(number.p), int(number.q))


class _Bounds:
    """Lower (side 0) and upper (side 1) ends found so far."""

    def __init__(self, variables: Sequence[sp.Symbol]) -> None:
        self._variables = tuple(variables)
        self._ends: dict[tuple[sp.Symbol, int], Fraction] = {}
        self._coupled: list[sp.Expr] = []

    def add(self, at_least_zero: sp.Expr) -> None:
        """Use a bound by a number at once, and keep any other for later."""
        affine = affine_coefficients(at_least_zero)
        if affine is None or len(affine[0]) > 1:
            self._coupled.append(at_least_zero)
            return
        coefficients, constant = affine
        ((symbol, coefficient),) = coefficients.items()
        self._tighten(self._ends, symbol, 0 if coefficient > 0 else 1, -constant / coefficient)

    def closed(self) -> Sides:
        """All ends, those that depend on other variables included."""
        while missing := {(v, side) for v in self._variables for side in (0, 1)} - self._ends.keys():
            ends: dict[tuple[sp.Symbol, int], Fraction] = {}
            for expression in self._coupled:
                for symbol, side, value in self._derived(expression):
                    if (symbol, side) in missing:
                        self._tighten(ends, symbol, side, value)
            if not ends:
                symbol, side = min(missing, key=str)
                raise ValueError(
                    f"{symbol} has no {('lower', 'upper')[side]} bound: the hypotheses must confine every "
                    f"variable between limits that are linear in it"
                )
            self._ends.update(ends)
        return {v: (self._ends[v, 0], self._ends[v, 1]) for v in self._variables}

    @staticmethod
    def _tighten(
        ends: dict[tuple[sp.Symbol, int], Fraction], symbol: sp.Symbol, side: int, value: Fraction
    ) -> None:
        known = ends.get((symbol, side), value)
        ends[symbol, side] = max(known, value) if side == 0 else min(known, value)

    def _derived(self, expression: sp.Expr) -> Iterator[tuple[sp.Symbol, int, Fraction]]:
        affine = affine_coefficients(expression)
        if affine is None:
            yield from self._derived_by_enclosure(expression)
            return
        coefficients, constant = affine
        for symbol, coefficient in coefficients.items():
            # The other terms are at most this; an end that is missing makes it infinite.
            others = [(s, c, int(c > 0)) for s, c in coefficients.items() if s != symbol]
            if all((s, side) in self._ends for s, _, side in others):
                most = constant + sum(c * self._ends[s, side] for s, c, side in others)
                yield symbol, int(coefficient < 0), -most / coefficient

    def _derived_by_enclosure(self, expression: sp.Expr) -> Iterator[tuple[sp.Symbol, int, Fraction]]:
        for symbol in sorted(expression.free_symbols & set(self._variables), key=str):
            polynomial = expression.as_poly(symbol)
            others = sorted(expression.free_symbols - {symbol}, key=str)
            if polynomial is None or polynomial.degree() != 1:
                continue
            if not all((s, side) in self._ends for s in others for side in (0, 1)):
                continue
            box = [interval(rational(self._ends[s, 0]), rational(self._ends[s, 1])) for s in others]
            try:
                slope, limit = (
                    compiled(e, others).value(box) for e in (polynomial.nth(1), -polynomial.nth(0))
                )
                if slope[0] > ZERO or slope[1] < ZERO:
                    quotients = [end / s for end in limit for s in slope]
                    if slope[0] > ZERO:
                        yield symbol, 0, fraction_of(min(q.lower() for q in quotients))
                    else:
                        yield symbol, 1, fraction_of(max(q.upper() for q in quotients))
            except (UndefinedError, PossiblyUndefinedError):
                continue


def rational(value: Fraction) -> fmpq:
    """The same number as a FLINT rational."""
    return fmpq(value.numerator, value.denominator)
