"""Squares found by duality (column generation).

Where no combination of the columns vanishes, the linear program that comes closest to 0 has a dual solution,
a linear functional on polynomials that is >= 0 on every column. A product times h^2 on which it is negative
is a column that helps; h is sought with few small integer coefficients, then among rounded eigenvectors of
the functional's localizing matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import prod
from typing import Any

import numpy as np

from verify.search.columns import as_floats
from verify.search.linear_program import nearest
from verify.search.products import Column, Products
from verify.search.ring import Exponents, Polynomial, terms
from verify.search.sample import tight_points

MAX_ROOT_MONOMIALS, ROUNDS, CUTS = 14, 20, 6
POINT_TRIES, MAX_POINTS = 1000, 12
TOLERANCE = 1e-6


@dataclass(frozen=True)
class _Localizing:
    """Values `L(product * m_i * m_j)` as a linear map of the functional L."""

    chosen: tuple[int, ...]
    monomials: tuple[Polynomial, ...]
    table: Any  # (size, size, rows)
    zeros: Any  # (points, size): values of the monomials where the root has to vanish


def root_monomials(
    products: Products, chosen: tuple[int, ...], box: Exponents, total: int
) -> list[Exponents]:
    """Monomials m such that the product times m^2 stays within the degrees of a box and a total degree.

    Parameters
    ----------
    products : Products
        For the degrees of the product.
    chosen : tuple of int
        The product.
    box : tuple of int
        Largest degree in each variable.
    total : int
        Largest total degree.

    Returns
    -------
    list of tuple of int
        Exponents, at most `MAX_ROOT_MONOMIALS`, low degrees first.

    Examples
    --------
    >>> from verify.search.ideal import ideal
    >>> from verify.search.ring import system
    >>> root_monomials(Products(ideal(system(["x", "y"], [], [], [])), ()), (), (4, 2), 4)
    [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]
    """
    polynomial = products.polynomial(chosen)
    room = [(b - int(d)) // 2 for b, d in zip(box, polynomial.degrees(), strict=True)]
    half = (total - int(polynomial.total_degree())) // 2
    if min(room) < 0 or half < 0:
        return []
    if prod(r + 1 for r in room) > 20000:
        return []
    exponents = [e for e in product(*(range(r + 1) for r in room)) if sum(e) <= half]
    return sorted(exponents, key=lambda e: (sum(e), e))[:MAX_ROOT_MONOMIALS]


def _degrees(base: Sequence[Column], variables: int, raised: int) -> tuple[tuple[int, ...], int]:
    """Largest degrees in each variable and in all: even, and `raised` beyond the base columns'."""
    degrees = [c.polynomial.degrees() for c in base]
    box = tuple(2 * ((max(int(d[v]) for d in degrees) + 1) // 2) for v in range(variables))
    total = 2 * ((max(int(c.polynomial.total_degree()) for c in base) + 1) // 2)
    return tuple(b + raised if b else 0 for b in box), total + raised


def generated_columns(
    products: Products,
    base: Sequence[Column],
    strict: Sequence[bool],
    multipliers: Sequence[tuple[int, ...]],
    raised: int,
    spend: Callable[[int], None],
) -> Iterator[list[Column]]:
    """Lists of columns with squares among them; a list is worth solving exactly when it comes out.

    Parameters
    ----------
    products : Products
        The products of the system.
    base : sequence of Column
        Columns to begin with.
    strict : sequence of bool
        Which of them are strict.
    multipliers : sequence of tuple of int
        Products that may be multiplied by squares.
    raised : int
        How far the degrees may go beyond those of the base columns.
    spend : callable
        Told the size of each linear program before it is solved.

    Yields
    ------
    list of Column
        Base columns and the squares found so far.

    Examples
    --------
    >>> from verify.search.ideal import ideal
    >>> from verify.search.products import factors
    >>> from verify.search.ring import system
    >>> modulo = ideal(system(["x"], [], [{(2,): -1, (1,): 4, (0,): -4}], []))  # -(x - 2)^2 > 0
    >>> products = Products(modulo, factors(modulo))
    >>> base = products.columns([(0,)])
    >>> [c.square for c in next(generated_columns(products, base, [True], [()], 0, lambda work: None))]
    [None, -v0 + 2]
    """
    tight = tight_points(products.modulo, POINT_TRIES, MAX_POINTS)
    box, total = _degrees(base, len(products.modulo.system.ring.gens), raised)
    exponents = dict.fromkeys(e for c in base for e in c.polynomial.monoms())
    index = {e: row for row, e in enumerate(exponents)}
    prepared = [(m, root_monomials(products, m, box, total)) for m in multipliers]
    entries = [(m, roots, _entries(products, m, roots, index)) for m, roots in prepared if roots]
    context = products.modulo.system.ring.context
    localizing = []
    for m, roots, values in entries:
        table = np.zeros((len(roots), len(roots), len(index)))
        for i, j, row, value in values:
            table[i, j, row] = table[j, i, row] = value
        monomials = tuple(context.from_dict({e: 1}) for e in roots)
        active = [at for at in tight if products.polynomial(m)(*at) != 0]
        zeros = np.array([[float(q(*at)) for q in monomials] for at in active]).reshape(-1, len(roots))
        localizing.append(_Localizing(m, monomials, table, zeros))
    vanishing = [k for k, c in enumerate(base) if all(c.polynomial(*at) == 0 for at in tight)]
    columns, flags = [base[k] for k in vanishing], [strict[k] for k in vanishing]
    known: set[tuple[tuple[int, ...], str]] = set()
    for _ in range(ROUNDS):
        spend(sum(local.table.size // 10 for local in localizing) + 20 * len(columns))
        solution = nearest([c.polynomial for c in columns], flags, index)
        if solution is None:
            return
        residual, functional = solution
        if residual < 1e-7:
            yield columns
            return
        fresh = []
        for local in localizing:
            for root in _violated(local, functional):
                key = (local.chosen, str(root))
                if key not in known:
                    known.add(key)
                    fresh.append(products.with_square(local.chosen, root, root * root))
        if not fresh:
            return
        columns += fresh
        flags += [False] * len(fresh)


def _entries(
    products: Products, chosen: tuple[int, ...], roots: list[Exponents], index: dict[Exponents, int]
) -> list[tuple[int, int, int, float]]:
    context = products.modulo.system.ring.context
    polynomial = products.polynomial(chosen)
    places, coefficients = [], []
    for i, j in combinations_with_replacement(range(len(roots)), 2):
        monomial = context.from_dict({tuple(a + b for a, b in zip(roots[i], roots[j], strict=True)): 1})
        for e, c in terms(products.modulo.normal_form(polynomial * monomial)):
            places.append((i, j, index.setdefault(e, len(index))))
            coefficients.append(c)
    return [(*place, number) for place, number in zip(places, as_floats(coefficients), strict=True)]


@cache
def _patterns(size: int) -> Any:
    """Small integer vectors with at most three entries, the first positive."""
    rows = []
    for support in (s for k in (1, 2, 3) for s in combinations(range(size), k)):
        for signs in product((1, 2, -1, -2), repeat=len(support)):
            if signs[0] > 0 and any(abs(v) == 1 for v in signs):
                row = [0] * size
                for k, v in zip(support, signs, strict=True):
                    row[k] = v
                rows.append(row)
    return np.array(rows, dtype=np.float64)


def _violated(local: _Localizing, functional: Any) -> list[Polynomial]:
    """Roots h for which the functional is negative on the product times h^2, worst first."""
    matrix = local.table @ functional
    size = len(local.monomials)
    patterns = _patterns(size)
    patterns = patterns[(np.abs(patterns @ local.zeros.T) < 1e-9).all(axis=1)]
    values = ((patterns @ matrix) * patterns).sum(axis=1) / (patterns**2).sum(axis=1)
    order = np.lexsort((np.arange(len(values)), np.round(values, 9)))[:CUTS]
    vectors = [patterns[k] for k in order if values[k] < -TOLERANCE]
    face = _null_space(local.zeros)
    low, directions = np.linalg.eigh(face.T @ matrix @ face)
    for k in range(min(2, len(low))):
        if low[k] < -TOLERANCE:
            rounded = _rounded(face @ directions[:, k], matrix, float(low[k]))
            vectors += [v for v in rounded if (np.abs(local.zeros @ v) < 1e-9).all()]
    context = local.monomials[0].context()
    roots = []
    for vector in vectors:
        root = context.constant(0)
        for value, monomial in zip(vector, local.monomials, strict=True):
            root += int(value) * monomial
        roots.append(root)
    return roots


def _rounded(vector: Any, matrix: Any, lowest: float) -> list[Any]:
    """The first small integer multiple of the direction that keeps half of the violation."""
    scaled = vector / vector[np.argmax(np.abs(vector))]
    for denominator in (1, 2, 3, 4, 6, 12, 60):
        candidate = np.round(scaled * denominator)
        if candidate @ matrix @ candidate < lowest / 2 * (candidate @ candidate):
            return [candidate]
    return []


def _null_space(rows: Any) -> Any:
    """An orthonormal basis (columns) of the vectors on which all rows vanish."""
    if not len(rows):
        return np.eye(rows.shape[1])
    _, singular, right = np.linalg.svd(rows)
    return right[int((singular > 1e-9).sum()) :].T
