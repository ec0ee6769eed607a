"""The polynomials whose signs may matter to a claim: factors, and the projection of their zeros.

Where the truth of a claim changes, a coefficient, discriminant or resultant of its polynomials vanishes (the
projection of cylindrical algebraic decomposition). Claims of a paper have many polynomials in common, so what
is found about one is remembered.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations
from math import gcd, lcm

import sympy as sp
from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from verify.claims.region import primitive

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
    expanded = sp.expand(polynomial)  # else SymPy gives an error where the symbols of a factor cancel
    if not expanded.free_symbols:
        return ()
    whole = _over_rationals(expanded)
    if whole is None:
        return tuple(factor for factor, _ in sp.factor_list(expanded)[1])
    context = fmpq_mpoly_ctx.get(tuple(map(str, range(len(whole.gens)))))
    flint = context.from_dict({e: fmpq(int(c.p), int(c.q)) for e, c in whole.terms()})
    found = (_whole(one) for one, _ in flint.factor()[1])
    return tuple(sp.Poly.from_dict(terms, *whole.gens).as_expr() for terms in sorted(found, key=_length))


def _over_rationals(expanded: sp.Expr) -> sp.Poly | None:
    """A polynomial in all its symbols; None for one with other coefficients, or a sum not put together."""
    try:
        polynomial = sp.Poly(expanded, *sorted(expanded.free_symbols, key=str))
    except sp.PolynomialError:
        return None
    return polynomial if polynomial.domain.is_ZZ or polynomial.domain.is_QQ else None


def _length(terms: dict[tuple[int, ...], int]) -> tuple[int, list[tuple[list[int], int]]]:
    """How many terms there are; then what they are, high powers of the first symbol first."""
    return len(terms), sorted(([-k for k in exponents], c) for exponents, c in terms.items())


def _whole(polynomial: fmpq_mpoly) -> dict[tuple[int, ...], int]:
    """The coefficients of its primitive multiple over the integers whose first one is positive."""
    listed = {e: Fraction(int(c.p), int(c.q)) for e, c in polynomial.to_dict().items()}
    below = lcm(*(c.denominator for c in listed.values()))
    common = gcd(*(int(c * below) for c in listed.values()))
    by = Fraction(below, common if listed[max(listed)] > 0 else -common)
    return {e: int(c * by) for e, c in listed.items()}


def with_factors(polynomials: Iterable[sp.Expr]) -> list[sp.Expr]:
    """The simplest of the polynomials and of their irreducible factors."""
    return simplest_of(q for p in polynomials for q in (p, *factors(p)))


def simplest_of(polynomials: Iterable[sp.Expr]) -> list[sp.Expr]:
    """Each polynomial once (up to a rational factor), small degree first, at most `LARGEST_SET`."""
    found: dict[sp.Expr, None] = {}
    for polynomial in polynomials:
        reduced = primitive(polynomial)
        if reduced.free_symbols and reduced not in found and -reduced not in found:
            found[-reduced if reduced.could_extract_minus_sign() else reduced] = None
    return sorted((p for p in found if total_degree(p) <= LARGEST_DEGREE), key=_simplicity)[:LARGEST_SET]


@lru_cache(maxsize=1 << 14)
def total_degree(polynomial: sp.Expr) -> int:
    """In all symbols that occur."""
    return int(sp.Poly(polynomial).total_degree())


@lru_cache(maxsize=1 << 14)
def _simplicity(polynomial: sp.Expr) -> tuple[int, int, str]:
    """Few symbols, then few operations; then alphabetical."""
    return len(polynomial.free_symbols), int(sp.count_ops(polynomial)), str(polynomial)


@lru_cache(maxsize=1 << 14)
def _coefficients(polynomial: sp.Expr, symbol: sp.Symbol) -> tuple[sp.Expr, ...]:
    return tuple(sp.Poly(polynomial, symbol).all_coeffs())


@lru_cache(maxsize=1 << 14)
def _discriminant(polynomial: sp.Expr, symbol: sp.Symbol) -> sp.Expr:
    return sp.Poly(polynomial, symbol).discriminant()


@lru_cache(maxsize=1 << 14)
def _resultant(one: sp.Expr, other: sp.Expr, symbol: sp.Symbol) -> sp.Expr:
    return sp.resultant(sp.Poly(one, symbol), sp.Poly(other, symbol))


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
