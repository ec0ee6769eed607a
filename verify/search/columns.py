"""Polynomials as columns of a linear program: their monomials have numbers, their coefficients are floats.

The numbers of monomials are kept with the products that are remembered, so that a program is put together
from arrays; its rows are in the order in which monomials appear.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from sys import float_info
from typing import Any, NamedTuple

import numpy as np

from verify.search.ring import Polynomial

Vector = Any  # numpy array

Monomials = dict[tuple[int, ...], int]
"""Numbers of monomials, by their exponents; whoever asks for a new one gets the next."""


class Scaled(NamedTuple):
    """A polynomial for linear programs: its monomials by their numbers, and its coefficients.

    Parameters
    ----------
    monomials : numpy.ndarray of int
        Their numbers.
    values : numpy.ndarray
        The coefficients, divided by the largest.
    degree : int
        The total degree.
    """

    monomials: Vector
    values: Vector
    degree: int


@dataclass(frozen=True)
class Program:
    """Columns as a sparse matrix, one row per monomial.

    Parameters
    ----------
    rows, cols, values : numpy.ndarray
        Entries of the matrix (float64), each column divided by its largest coefficient.
    monomials : int
        Number of rows.
    strict : numpy.ndarray of bool
        Columns that are products of strict conditions only.
    cost : numpy.ndarray
        What one unit of a column costs.
    """

    rows: Vector
    cols: Vector
    values: Vector
    monomials: int
    strict: Vector
    cost: Vector


def program(
    columns: Sequence[Polynomial],
    strict: Sequence[bool],
    cost: Sequence[float],
    rows_of: Monomials | None = None,
) -> Program:
    """The linear program of these polynomials; without row numbers, monomials get them as they appear.

    Examples
    --------
    >>> from verify.search.ring import Ring
    >>> x, = Ring(("x",)).gens
    >>> program([x, -x - 1], [True, True], [1, 1]).monomials
    2
    """
    index = {} if rows_of is None else rows_of
    parts = [scaled(polynomial, index) for polynomial in columns]
    return _program(parts, joined([part.monomials for part in parts]), len(index), strict, cost)


def scaled(polynomial: Polynomial, monomials: Monomials) -> Scaled:
    """The polynomial with its monomials numbered.

    Examples
    --------
    >>> from verify.search.ring import Ring
    >>> x, = Ring(("x",)).gens
    >>> [part.tolist() for part in scaled(2 * x - 4, {(0,): 0})[:2]]
    [[1, 0], [0.5, -1.0]]
    """
    numbers = as_floats(polynomial.coeffs())
    scale = max(map(abs, numbers), default=1.0)
    places = [monomials.setdefault(e, len(monomials)) for e in polynomial.monoms()]
    degree = int(polynomial.total_degree())
    return Scaled(np.array(places, dtype=np.int64), np.array([v / scale for v in numbers]), degree)


def program_of(columns: Sequence[Scaled], strict: Sequence[bool], cost: Sequence[float]) -> Program:
    """The same for polynomials whose monomials one list numbers; rows are in the order of appearance.

    Examples
    --------
    >>> from verify.search.ring import Ring
    >>> x, = Ring(("x",)).gens
    >>> numbers = {(5,): 0, (0,): 1}
    >>> program_of([scaled(x, numbers), scaled(x + 1, numbers)], [True] * 2, [1, 1]).rows.tolist()
    [0, 0, 1]
    """
    rows, height = numbered(joined([column.monomials for column in columns]))
    return _program(columns, rows, height, strict, cost)


def numbered(places: Vector) -> tuple[Vector, int]:
    """The same numbers from 0 on in the order in which they first appear, and how many there are.

    Examples
    --------
    >>> rows, height = numbered(np.array([5, 2, 5, 7]))
    >>> rows.tolist(), height
    ([0, 1, 0, 2], 3)
    """
    _, first, which = different(places)
    order = np.empty(len(first), dtype=np.int64)
    order[first.argsort()] = np.arange(len(first))
    return order[which], len(first)


def different(numbers: Vector) -> tuple[Vector, Vector, Vector]:
    """The different numbers in their order, where each is first, and which of them stands at each place.

    The library's own function does more, and takes half as long again.

    Examples
    --------
    >>> [part.tolist() for part in different(np.array([5, 2, 5, 7]))]
    [[2, 5, 7], [1, 0, 3], [1, 0, 1, 2]]
    """
    order = numbers.argsort(kind="stable")
    ascending = numbers[order]
    new = np.ones(len(numbers), dtype=bool)
    np.not_equal(ascending[1:], ascending[:-1], out=new[1:])
    which = np.empty(len(numbers), dtype=np.int64)
    which[order] = new.cumsum() - 1
    return ascending[new], order[new], which


def joined(parts: Sequence[Vector]) -> Vector:
    """The parts one after the other; of none, no integer.

    Examples
    --------
    >>> joined([np.array([1, 2]), np.array([3])]).tolist(), joined([]).tolist()
    ([1, 2, 3], [])
    """
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)


def _program(
    columns: Sequence[Scaled], rows: Vector, height: int, strict: Sequence[bool], cost: Sequence[float]
) -> Program:
    counts = [len(column.values) for column in columns]
    return Program(
        rows.astype(np.int32),
        np.repeat(np.arange(len(counts), dtype=np.int32), counts),
        joined([column.values for column in columns]).astype(np.float64),
        height,
        np.array(strict, dtype=bool),
        np.array(cost, dtype=np.float64),
    )


def as_floats(coefficients: list[Any]) -> list[float]:
    """The coefficients, none of them 0, up to a common factor: 1 where the largest is a normal float.

    Examples
    --------
    >>> from flint import fmpq
    >>> as_floats([fmpq(1, 2), fmpq(3)]), as_floats([fmpq(10**400), fmpq(-5 * 10**399)])
    ([0.5, 3.0], [1.0, -0.5])
    >>> as_floats([fmpq(1, 10**400), fmpq(3, 10**400)]) == [1 / 3, 1.0]
    True
    """
    with suppress(OverflowError):
        numbers = list(map(float, coefficients))
        if max(map(abs, numbers), default=1.0) >= float_info.min:
            return numbers
    largest = max(map(abs, coefficients))
    return [float(each / largest) for each in coefficients]
