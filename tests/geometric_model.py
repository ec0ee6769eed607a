"""Exact models on countably infinite sets: families that fall geometrically, summed in closed form.

An index set is cut into classes, each with a 0th, 1st, 2nd, ... place without end, or with one place. On a
product of classes a family is c * rho^k * sigma^l at the k-th and l-th places, with rational c and ratios,
one ratio for each index. Sums of products of such families are geometric series. Knows nothing of
`verify.probability` but how expressions are written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TypeAlias

import sympy as sp

from verify.probability.weighted_sum import Quotient, Total

Chosen: TypeAlias = Mapping[sp.Symbol, str]
"""A class for each index."""


class InfiniteSumError(ArithmeticError):
    """A sum that does not converge absolutely."""


Ratios: TypeAlias = tuple[tuple[sp.Symbol, Fraction], ...]
Terms: TypeAlias = dict[Ratios, Fraction]
"""A sum of c * product of ratio^place, by the ratios (those that are 1 left out)."""


@dataclass(frozen=True)
class GeometricModel:
    """Families on infinite index sets.

    Parameters
    ----------
    classes : mapping of Symbol to mapping of str to bool
        For each index its classes, and whether a class has infinitely many places (else one).
    families : mapping of Symbol to (indices, mapping of classes to (coefficient, ratios))
        For each family its indices, and its values for each choice of their classes.
    numbers : mapping of Symbol to Fraction
        The other symbols.

    Examples
    --------
    >>> from sympy.abc import w, z
    >>> half = Fraction(1, 2)
    >>> model = GeometricModel({z: {"all": True}}, {w: ((z,), {("all",): (half, (half,))})}, {})
    >>> model.number(Total(w, z)), model.number(Total(w**2, z))
    (Fraction(1, 1), Fraction(1, 3))
    """

    classes: Mapping[sp.Symbol, Mapping[str, bool]]
    families: Mapping[
        sp.Symbol,
        tuple[
            tuple[sp.Symbol, ...],
            Mapping[tuple[str, ...], tuple[Fraction, tuple[Fraction, ...]]],
        ],
    ]
    numbers: Mapping[sp.Symbol, Fraction]

    def number(self, expression: sp.Expr) -> Fraction:
        """The value of an expression that varies with no index."""
        return _constant(self.terms(expression, {}))

    def choices(self, indices: frozenset[sp.Symbol]) -> list[dict[sp.Symbol, str]]:
        """All classes of the indices."""
        ordered = sorted(indices, key=str)
        return [dict(zip(ordered, c, strict=True)) for c in product(*(self.classes[i] for i in ordered))]

    def terms(self, expression: sp.Expr, at: Chosen) -> Terms:
        """The expression on a class for each index, as a function of the places."""
        match expression:
            case sp.Rational():
                return {(): Fraction(int(expression.p), int(expression.q))}
            case sp.Symbol() if expression in self.families:
                indices, values = self.families[expression]
                coefficient, ratios = values[tuple(at[i] for i in indices)]
                return {_key(dict(zip(indices, ratios, strict=True))): coefficient}
            case sp.Symbol():
                return {(): self.numbers[expression]}
            case Total():
                return self._total(expression, at)
            case sp.Add():
                return _added(self.terms(part, at) for part in expression.args)
            case sp.Mul():
                return _multiplied(self.terms(part, at) for part in expression.args)
            case Quotient():
                above, below = (self.terms(part, at) for part in expression.args)
                return _multiplied([above, _inverse(below)])
            case sp.Pow():
                base = self.terms(expression.base, at)
                base = base if expression.exp > 0 else _inverse(base)
                return _multiplied([base] * abs(int(expression.exp)))
        raise TypeError(f"no value: {expression}")

    def _total(self, total: Total, at: Chosen) -> Terms:
        running = frozenset(total.indices)
        found = []
        for chosen in self.choices(running):
            for key, coefficient in self.terms(total.summand, {**at, **chosen}).items():
                ratios, value = dict(key), coefficient
                for index in running:
                    ratio = ratios.pop(index, Fraction(1))
                    if self.classes[index][chosen[index]] and value != 0:
                        if abs(ratio) >= 1:
                            raise InfiniteSumError(f"{total} does not converge")
                        value /= 1 - ratio
                found.append({_key(ratios): value})
        return _added(found)


def _key(ratios: Mapping[sp.Symbol, Fraction]) -> Ratios:
    return tuple(sorted(((i, r) for i, r in ratios.items() if r != 1), key=str))


def _added(parts: Iterable[Terms]) -> Terms:
    found: Terms = {}
    for part in parts:
        for key, value in part.items():
            found[key] = found.get(key, Fraction(0)) + value
    return {key: value for key, value in found.items() if value != 0}


def _multiplied(parts: Iterable[Terms]) -> Terms:
    found: Terms = {(): Fraction(1)}
    for part in parts:
        products = []
        for (one, a), (other, b) in product(found.items(), part.items()):
            ratios = dict(one)
            for index, ratio in other:
                ratios[index] = ratios.get(index, Fraction(1)) * ratio
            products.append({_key(ratios): a * b})
        found = _added(products)
    return found


def _inverse(terms: Terms) -> Terms:
    if len(terms) != 1:
        raise ZeroDivisionError("0, or not one geometric term")
    ((key, value),) = terms.items()
    return {_key({i: 1 / r for i, r in key}): 1 / value}


def _constant(terms: Terms) -> Fraction:
    if any(key for key in terms):
        raise TypeError("varies with an index")
    return terms.get((), Fraction(0))
