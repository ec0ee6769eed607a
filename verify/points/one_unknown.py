"""Which simple rationals satisfy a sign condition on a polynomial in one unknown; each is worked out once.

A search meets the same conditions in one unknown again and again, with other values for the other unknowns.
A polynomial is given by its integer coefficients: a positive factor changes no sign.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from flint import fmpq, fmpq_poly

from verify.language.condition import Relation
from verify.points.simple_rationals import one_of_each_cell, rational_roots, rationals_up_to

Line = tuple[int, ...]
"""Coefficients of a polynomial in one unknown, the constant first, the last not 0."""

Pair = tuple[int, int]
"""A rational number: numerator and denominator without a common divisor, the latter positive."""


def sign_at(line: Line, value: Pair) -> int:
    """The sign of the polynomial at `p / q`: that of its value times `q**degree`.

    Examples
    --------
    >>> [sign_at((-1, 2), value) for value in ((1, 3), (1, 2), (2, 3))]
    [-1, 0, 1]
    """
    p, q = value
    scaled, power = 0, 1
    for coefficient in reversed(line):
        scaled, power = scaled * p + coefficient * power, power * q
    return (scaled > 0) - (scaled < 0)


@lru_cache(maxsize=1 << 13)
def allowed(line: Line, relation: Relation, height: int) -> int:
    """Which of `rationals_up_to(height)` satisfy the condition: bit k is that of the k-th.

    Examples
    --------
    >>> rationals_up_to(2)
    (0, 1, -1, 1/2, 2, -1/2, -2)
    >>> f"{allowed((-1, 2), Relation.NON_NEGATIVE, 2):b}"
    '11010'
    """
    holding = [sign for sign in (-1, 0, 1) if relation.holds(sign)]
    bits = "".join("1" if sign_at(line, value) in holding else "0" for value in pairs_up_to(height))
    return int(bits[::-1], 2)


def contradictory(bounds: Iterable[tuple[Line, Relation]]) -> bool:
    """Whether no real number satisfies those of the conditions `a*x + b > 0` or `>= 0` that are linear.

    Examples
    --------
    >>> weak, strict = Relation.NON_NEGATIVE, Relation.POSITIVE
    >>> contradictory([((-1, 2), weak), ((1, -2), weak)]), contradictory([((-1, 2), weak), ((1, -2), strict)])
    (False, True)
    """
    lower: Pair | None = None  # as -b/a, with a positive denominator
    upper: Pair | None = None
    lower_strict = upper_strict = False
    for line, relation in bounds:
        strict = relation is Relation.POSITIVE
        if len(line) != 2 or not (strict or relation is Relation.NON_NEGATIVE):
            continue
        b, a = line
        if a > 0:
            order = 1 if lower is None else -b * lower[1] - lower[0] * a
            lower_strict = strict if order > 0 else lower_strict or (strict and order == 0)
            lower = (-b, a) if order > 0 else lower
        else:
            order = 1 if upper is None else upper[0] * -a - b * upper[1]
            upper_strict = strict if order > 0 else upper_strict or (strict and order == 0)
            upper = (b, -a) if order > 0 else upper
    if lower is None or upper is None:
        return False
    room = upper[0] * lower[1] - lower[0] * upper[1]
    return room < 0 or (room == 0 and (lower_strict or upper_strict))


@lru_cache(maxsize=32)
def pairs_up_to(height: int) -> tuple[Pair, ...]:
    """All rationals up to a height, in the order of `rationals_up_to`."""
    return tuple(map(_pair, rationals_up_to(height)))


def _pair(value: fmpq) -> Pair:
    return int(value.p), int(value.q)


@lru_cache(maxsize=1 << 12)
def roots(line: Line) -> tuple[Pair, ...]:
    """The rational roots, by growing height."""
    return tuple(map(_pair, rational_roots(fmpq_poly(list(line)))))


@lru_cache(maxsize=1 << 12)
def all_real_roots(line: Line) -> tuple[Pair, ...] | None:
    """The real roots of a polynomial that splits into linear factors over Q; None of any other.

    Examples
    --------
    >>> sorted(all_real_roots((0, -1, 1))), all_real_roots((-2, 0, 1))
    ([(0, 1), (1, 1)], None)
    """
    factors = fmpq_poly(list(line)).numer().factor()[1]
    return roots(line) if all(factor.degree() == 1 for factor, _ in factors) else None


@lru_cache(maxsize=1 << 12)
def cells(lines: frozenset[Line]) -> tuple[Pair, ...]:
    """All rational roots, and the simplest rational of every interval between the real roots."""
    return tuple(map(_pair, one_of_each_cell([fmpq_poly(list(line)) for line in lines])))
