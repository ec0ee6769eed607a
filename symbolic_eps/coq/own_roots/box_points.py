"""What floats say of polynomials at points of a box around a minimum: guesses, which Coq judges."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

import sympy as sp

from symbolic_eps.minimum.at_numbers.bracket import Bracket, rounded
from symbolic_eps.minimum.at_numbers.elimination import Range
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY

GRID = 5
"""Points in a row."""

DIGITS = 6
"""Bits of an end beyond those that tell two ends apart."""


@cache
def floats(value: sp.Expr) -> Callable[[float, float, float], float]:
    """As a function of x, p and q."""
    function: Callable[[float, float, float], float] = sp.lambdify((DECAY, *PRIORS), value, "math")
    return function


def points(bracket: Bracket) -> Iterator[tuple[float, ...]]:
    """A grid on a box that is larger by a half, at both ends of X."""
    lines = []
    for low, high in (bracket.p, bracket.q):
        width = (high - low) * Fraction(3, 2) / (GRID - 1)
        lines.append([float(low - (high - low) / 4 + k * width) for k in range(GRID)])
    yield from product(map(float, bracket.decay), *lines)


def ends_of(values: Sequence[float]) -> Range:
    """Short numbers on both sides of all values.

    Examples
    --------
    >>> ends_of([0.3, 0.4])
    (Fraction(153, 512), Fraction(205, 512))
    """
    low, high = min(values), max(values)
    width = max(high - low, abs(high) / 2**DIGITS, 2.0**-40)
    bits = max(0, DIGITS - math.frexp(width)[1])
    return rounded(Fraction(low), bits, -1), rounded(Fraction(high), bits, 1)
