"""The polynomials whose signs may matter to a claim: factors, and the projection of their zeros.

Where the truth of a claim changes, a coefficient, discriminant or resultant of its polynomials vanishes (the
projection of cylindrical algebraic decomposition). Claims of a paper have many polynomials in common, so what
is found about one is remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations
from math import gcd, lcm
from typing import Any

import sympy as sp
from flint import fmpq_mpoly, fmpq_mpoly_ctx

from verify.claims.region import primitive
from verify.points.rational_search import polynomial_of

LARGEST_DEGREE = 8
"""Total degree above which a projection polynomial is left out."""

BEZOUT_DEGREE = 30
"""Resultants that may have a larger total degree are not computed."""

LARGEST_SET = 24
"""How many polynomials, the simplest ones, are kept after each projection."""


@lru_cache(maxsize=1 << 14)
def factors(polynomial: sp.Expr) -> tuple[sp.Expr, ...]:
    """The irreducible factors that are not numbers, primitive over the integers, the short ones first.

    Examples
    --------
    >>> from sympy.abc import p, q
    >>> factors(p * q**2 / 3 - p * q)
    (p, q, q - 3)
    """
    symbols = _symbols(polynomial)
    try:
        (whole,) = _read((polynomial,), symbols)
    except TypeError:
        return tuple(factor for factor, _ in sp.factor_list(sp.expand(polynomial))[1])
    if whole.is_constant():
        return ()
    found = (_whole(one) for one, _ in whole.factor()[1])
    return tuple(_written(terms, symbols) for terms in sorted(found, key=_length))


def _symbols(*polynomials: sp.Expr) -> list[sp.Symbol]:
    return sorted(frozenset[sp.Symbol]().union(*(p.free_symbols for p in polynomials)), key=str)


def _read(polynomials: Iterable[sp.Expr], symbols: list[sp.Symbol]) -> list[fmpq_mpoly]:
    """Polynomials in these symbols, in one ring.

    Raises
    ------
    TypeError
        One is no polynomial over the rationals.
    """
    context = fmpq_mpoly_ctx.get([str(k) for k in range(max(1, len(symbols)))])
    known = dict(zip(symbols, context.gens(), strict=False))
    return [polynomial_of(p, known, context.constant(1)) for p in polynomials]


def _written(terms: Mapping[tuple[int, ...], Any], symbols: list[sp.Symbol]) -> sp.Expr:
    """The polynomial with these terms."""
    parts = (
        sp.Mul(
            sp.Rational(int(c.numerator), int(c.denominator)),
            *(sp.Pow(s, int(k)) for s, k in zip(symbols, e, strict=False) if k),
        )
        for e, c in terms.items()
    )
    return sp.Add(*parts)


def _length(terms: dict[tuple[int, ...], int]) -> tuple[int, list[tuple[list[int], int]]]:
    """How many terms there are; then what they are, high powers of the first symbol first."""
    return len(terms), sorted(([-k for k in exponents], c) for exponents, c in terms.items())


def _fractions(polynomial: fmpq_mpoly) -> dict[tuple[int, ...], Fraction]:
    return {e: Fraction(int(c.p), int(c.q)) for e, c in polynomial.to_dict().items()}


def _whole(polynomial: fmpq_mpoly) -> dict[tuple[int, ...], int]:
    """The coefficients of its primitive multiple over the integers whose first one is positive."""
    listed = _fractions(polynomial)
    below = lcm(*(c.denominator for c in listed.values()))
    common = gcd(*(int(c * below) for c in listed.values()))
    by = Fraction(below, common if listed[max(listed)] > 0 else -common)
    return {e: int(c * by) for e, c in listed.items()}


@lru_cache(maxsize=1 << 14)
def _normal(polynomial: sp.Expr) -> sp.Expr | None:
    """The one of its rational multiples that stands for all of them; None for a number."""
    symbols = _symbols(polynomial)
    try:
        (read,) = _read((polynomial,), symbols)
        reduced = sp.Integer(0) if read.is_constant() else _written(_whole(read), symbols)
    except TypeError:
        reduced = primitive(polynomial)
    if not reduced.free_symbols:
        return None
    return -reduced if reduced.could_extract_minus_sign() else reduced


def with_factors(polynomials: Iterable[sp.Expr]) -> list[sp.Expr]:
    """The simplest of the polynomials and of their irreducible factors."""
    return simplest_of(q for p in polynomials for q in (p, *factors(p)))


def simplest_of(polynomials: Iterable[sp.Expr]) -> list[sp.Expr]:
    """Each polynomial once (up to a rational factor), small degree first, at most `LARGEST_SET`."""
    found = dict.fromkeys(normal for p in polynomials if (normal := _normal(p)) is not None)
    return sorted((p for p in found if total_degree(p) <= LARGEST_DEGREE), key=_simplicity)[:LARGEST_SET]


@lru_cache(maxsize=1 << 14)
def total_degree(polynomial: sp.Expr) -> int:
    """In all symbols that occur."""
    try:
        (read,) = _read((polynomial,), _symbols(polynomial))
    except TypeError:
        return int(sp.Poly(polynomial).total_degree())
    return int(read.total_degree())


@lru_cache(maxsize=1 << 14)
def _simplicity(polynomial: sp.Expr) -> tuple[int, int, str]:
    """Few symbols, then few operations; then alphabetical."""
    return len(polynomial.free_symbols), int(sp.count_ops(polynomial)), str(polynomial)


@lru_cache(maxsize=1 << 14)
def _coefficients(polynomial: sp.Expr, symbol: sp.Symbol) -> tuple[sp.Expr, ...]:
    symbols = _symbols(polynomial)
    try:
        (read,) = _read((polynomial,), symbols)
    except TypeError:
        return tuple(sp.Poly(polynomial, symbol).all_coeffs())
    place, rest = symbols.index(symbol), [s for s in symbols if s != symbol]
    terms: dict[int, dict[tuple[int, ...], Fraction]] = {}
    for exponents, c in _fractions(read).items():
        others = (*exponents[:place], *exponents[place + 1 :])
        terms.setdefault(exponents[place], {})[others] = c
    return tuple(_written(terms.get(power, {}), rest) for power in range(max(terms), -1, -1))


@lru_cache(maxsize=1 << 14)
def _discriminant(polynomial: sp.Expr, symbol: sp.Symbol) -> sp.Expr:
    symbols = _symbols(polynomial)
    try:
        (read,) = _read((polynomial,), symbols)
    except TypeError:
        return sp.Poly(polynomial, symbol).discriminant()
    return _written(_fractions(read.discriminant(symbols.index(symbol))), symbols)


@lru_cache(maxsize=1 << 14)
def _resultant(one: sp.Expr, other: sp.Expr, symbol: sp.Symbol) -> sp.Expr:
    symbols = _symbols(one, other)
    try:
        first, second = _read((one, other), symbols)
    except TypeError:
        return sp.resultant(sp.Poly(one, symbol), sp.Poly(other, symbol))
    return _written(_fractions(first.resultant(second, symbols.index(symbol))), symbols)


def projection(polynomials: Iterable[sp.Expr], symbol: sp.Symbol) -> list[sp.Expr]:
    """Coefficients, discriminants and resultants with respect to a symbol, and what was free of it before."""
    reached = list(dict.fromkeys(polynomials))
    free = [p for p in reached if symbol not in p.free_symbols]
    every = with_factors(p for p in reached if symbol in p.free_symbols)
    bound = [p for p in every if len(factors(p)) == 1 and symbol in p.free_symbols]
    coefficients = (c for p in bound for c in _coefficients(p, symbol))
    # Neither has a total degree above that of Bezout: the product of the two degrees.
    small = [(p, total_degree(p)) for p in bound]
    discriminants = (
        _discriminant(p, symbol)
        for p, d in small
        if len(_coefficients(p, symbol)) > 2 and d * (d - 1) <= BEZOUT_DEGREE
    )
    resultants = (
        _resultant(p, q, symbol) for (p, d), (q, e) in combinations(small, 2) if d * e <= BEZOUT_DEGREE
    )
    return with_factors(chain(free, coefficients, discriminants, resultants))
