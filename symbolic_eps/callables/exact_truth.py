"""Whether sign conditions hold at binary64 points, decided exactly and on whole arrays.

Two single terms are compared as they are. Of other polynomials the rounded value v is taken for the sign
where |v| exceeds a bound on its error: with n terms of degree d, each term is wrong by at most d + 1
roundings, and the sum by n - 1 of the terms' sizes T, in all below 2 (n + d + 1) 2^-53 T. The few points that
are left have their sign from rational arithmetic.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
import sympy as sp
from flint import fmpq
from numpy.typing import NDArray

from verify.boxes.interval_function import IntervalFunction, compiled
from verify.language.condition import Condition

Floats = NDArray[np.float64]
Truths = NDArray[np.bool_]

_ROUNDING = 2.0**-53
_RANGE = 900
"""Products between 2^-900 and 2^900 neither underflow nor overflow, with coefficients below 2^100."""


class ExactTruth:
    """Conditions on parameters, translated once.

    Parameters
    ----------
    conditions : iterable of Condition
        All of which have to hold.
    symbols : sequence of Symbol
        The order of the arrays.

    Examples
    --------
    >>> from verify.language.condition import positive
    >>> a, b = sp.symbols("a b", real=True)
    >>> truth = ExactTruth([positive(a * b - sp.Rational(1, 10))], [a, b])
    >>> truth([np.array([0.1, 0.3]), np.array([1.0, 0.3])]).tolist()  # the double 0.1 is above 1/10
    [True, False]
    """

    def __init__(self, conditions: Iterable[Condition], symbols: Sequence[sp.Symbol]) -> None:
        self._signs = [(_Sign(c.polynomial, tuple(symbols)), c.relation) for c in conditions]

    def __call__(self, arrays: Sequence[Floats], shape: tuple[int, ...] | None = None) -> Truths:
        """Where all hold: the arrays are finite and of one shape, which `shape` names if there are none."""
        truths: Truths = np.ones(arrays[0].shape if arrays else shape or (), dtype=bool)
        for sign, relation in self._signs:
            truths &= relation.holds(sign(arrays, truths.shape))  # type: ignore[arg-type]  # it only compares with 0
        return truths


class _Sign:
    """The sign of a polynomial with rational coefficients."""

    def __init__(self, polynomial: sp.Expr, symbols: tuple[sp.Symbol, ...]) -> None:
        self._polynomial, self._symbols = polynomial, symbols
        terms = sp.Poly(polynomial, *symbols).terms() if symbols else [((), sp.expand(polynomial))]
        scale = math.lcm(*(int(c.q) for _, c in terms))
        self._terms = [(int(c * scale), powers) for powers, c in terms]
        self._degree = max(sum(powers) for _, powers in self._terms)
        self._plain = len(self._terms) <= 2 and all(_is_plain(c, powers) for c, powers in self._terms)
        self._large = any(abs(c) >= 2**100 for c, _ in self._terms)

    def __call__(self, arrays: Sequence[Floats], shape: tuple[int, ...]) -> NDArray[np.int8]:
        if self._plain:
            first, *second = (self._term(c, powers, arrays) for c, powers in self._terms)
            other = np.negative(second[0]) if second else np.float64(0)
            return np.broadcast_to((first > other).astype(np.int8) - (first < other), shape)
        value, size = np.zeros(shape), np.zeros(shape)
        with np.errstate(all="ignore"):
            for c, powers in [] if self._large else self._terms:
                term = self._term(c, powers, arrays)
                value += term
                size += np.abs(term)
            certain = np.abs(value) > 2 * (len(self._terms) + self._degree + 1) * _ROUNDING * size
        certain &= self._in_range(arrays)
        sign = np.array(np.sign(np.where(certain, value, 0.0)), dtype=np.int8)
        for index in map(tuple, np.argwhere(~certain)):
            exact = self._exact.exact([fmpq(*float(a[index]).as_integer_ratio()) for a in arrays])
            sign[index] = int(exact > 0) - int(exact < 0)
        return sign

    @cached_property
    def _exact(self) -> IntervalFunction:
        return compiled(sp.expand(self._polynomial), self._symbols)

    @staticmethod
    def _term(coefficient: int, powers: tuple[int, ...], arrays: Sequence[Floats]) -> Floats:
        term = np.asarray(float(coefficient))
        for array, power in zip(arrays, powers, strict=True):
            for _ in range(power):
                term = term * array
        return term

    def _in_range(self, arrays: Sequence[Floats]) -> Truths | np.bool_:
        limit = 2.0 ** (_RANGE // max(self._degree, 1))
        inside: Truths | np.bool_ = np.bool_(True)
        for position, array in enumerate(arrays):
            if any(powers[position] for _, powers in self._terms):
                size = np.abs(array)
                inside = inside & ((size == 0) | ((size >= 1 / limit) & (size <= limit)))
        return inside


def _is_plain(coefficient: int, powers: tuple[int, ...]) -> bool:
    """Whether a term is a binary64 number at every point: a number, or an argument but for its sign."""
    return abs(coefficient) < 2**53 if sum(powers) == 0 else sum(powers) == 1 and abs(coefficient) == 1
