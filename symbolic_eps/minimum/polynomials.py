"""Polynomials over the rationals in any symbols, computed by FLINT instead of SymPy: factors, common roots.

SymPy's expressions go in and come out; in between nothing is an expression.

Let f and g be of degrees m > 1 and n > 0 in v. The coefficients of the linear subresultant a v + b are minors
of Sylvester's matrix: b is a with the next column in the place of its last. It is a combination of f and g,
so that it vanishes at their common roots; where the corank of the matrix is 1, a is not 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import sympy as sp
from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from symbolic_eps.minimum.cylinders import elimination


def inside(expression: sp.Expr, symbols: Sequence[sp.Symbol], context: fmpq_mpoly_ctx) -> fmpq_mpoly:
    """The expression, a polynomial in the symbols, which the context has in this order."""
    terms = sp.Poly(expression, *symbols).terms()
    return context.from_dict({powers: fmpq(int(c.p), int(c.q)) for powers, c in terms})


def outside(polynomial: fmpq_mpoly, values: Sequence[sp.Expr]) -> sp.Expr:
    """The polynomial with expressions in the places of its variables."""
    terms = (
        sp.Mul(sp.Rational(int(c.p), int(c.q)), *(v**k for v, k in zip(values, powers, strict=True)))
        for powers, c in polynomial.to_dict().items()
    )
    return sp.Add(*terms)


def factored(polynomial: fmpq_mpoly, symbols: Sequence[sp.Symbol]) -> dict[sp.Expr, int]:
    """Its irreducible factors over the integers, short ones first, and how often each of them occurs.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> ring = fmpq_mpoly_ctx.get(["a", "b"])
    >>> factored(inside((b - a) ** 2 * (a / 2 + 1) / 3, (a, b), ring), (a, b))
    {a + 2: 1, a - b: 2}
    """
    return _constant_and_factors(polynomial, symbols)[1]


def factors_of(expression: sp.Expr) -> tuple[sp.Expr, ...]:
    """The irreducible factors over the integers of a polynomial; none of a number.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> factors_of(6 * a**2 * b - 6 * b**3)
    (b, a + b, a - b)
    """
    if not (symbols := tuple(sorted(expression.free_symbols, key=str))):
        return ()
    context = fmpq_mpoly_ctx.get([f"x{k}" for k in range(len(symbols))], "lex")
    return tuple(factored(inside(expression, symbols, context), symbols))


def resultant(one: sp.Expr, other: sp.Expr, v: sp.Symbol) -> sp.Expr:
    """Of two polynomials in a symbol, but for its sign; the deadline ends it.

    Examples
    --------
    >>> from sympy.abc import a, b, x
    >>> resultant(x**2 - a, x - b, x)
    -a + b**2
    """
    symbols, (first, second, _) = _together((one, other, v))
    return outside(elimination.resultant(first, second, symbols.index(v)), symbols)


def factor_list(expression: sp.Expr) -> list[tuple[sp.Expr, int]]:
    """The irreducible factors of a polynomial with their powers, as SymPy tells and orders them.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> factor_list(6 * a**2 * b - 6 * b**3) == sp.factor_list(6 * a**2 * b - 6 * b**3)[1]
    True
    """
    if not expression.free_symbols:
        return []
    symbols, (whole,) = _together((expression,))
    return _ordered([(g, _times(g, whole)) for g in elimination.factors(whole)], symbols)


def _together(expressions: Sequence[sp.Expr]) -> tuple[tuple[sp.Symbol, ...], list[fmpq_mpoly]]:
    """Polynomials in one ring, with its symbols."""
    symbols = tuple(sorted(frozenset().union(*(e.free_symbols for e in expressions)), key=str))
    context = fmpq_mpoly_ctx.get([f"x{k}" for k in range(len(symbols))], "lex")
    return symbols, [inside(e, symbols, context) for e in expressions]


def _ordered(
    factors: Iterable[tuple[fmpq_mpoly, int]], symbols: Sequence[sp.Symbol]
) -> list[tuple[sp.Expr, int]]:
    """Irreducible polynomials with their powers, in SymPy's order and with its signs."""
    found = {outside(g, symbols): k for g, k in factors}
    others = {s for g in found if not g.is_Symbol for s in g.free_symbols}
    variables = sp.Poly(sp.Add(*others)).gens if others else ()  # in SymPy's order
    told = []
    for g, k in found.items():
        one = sp.Poly(g, *((g,) if g.is_Symbol else variables)).primitive()[1]
        one = -one if one.LC() < 0 else one
        rows = one.rep.to_list()
        told.append((len(rows), len(one.gens), k, rows, str(g), one.as_expr()))
    return [(one, k) for _, _, k, _, _, one in sorted(told)]


def _times(factor: fmpq_mpoly, polynomial: fmpq_mpoly) -> int:
    """How often a factor divides."""
    times, (left, rest) = 0, divmod(polynomial, factor)
    while rest.is_zero():
        times, (left, rest) = times + 1, divmod(left, factor)
    return times


def _constant_and_factors(
    polynomial: fmpq_mpoly, symbols: Sequence[sp.Symbol]
) -> tuple[sp.Rational, dict[sp.Expr, int]]:
    """The factors with coprime integer coefficients, the first of each positive."""
    constant, factors = polynomial.factor()
    found = {}
    for factor, times in factors:
        sign = 1 if factor.leading_coefficient() > 0 else -1
        constant, found[outside(sign * factor, symbols)] = constant * sign**times, times
    ordered = sorted(found, key=lambda f: (len(sp.Add.make_args(f)), str(f)))
    return sp.Rational(int(constant.p), int(constant.q)), {f: found[f] for f in ordered}


def quotient(numerator: fmpq_mpoly, denominator: fmpq_mpoly, symbols: Sequence[sp.Symbol]) -> sp.Expr:
    """In lowest terms, as a product of factors.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> ring = fmpq_mpoly_ctx.get(["a", "b"])
    >>> quotient(*(inside(e, (a, b), ring) for e in (a**2 - b**2, 2 * a * b - 2 * a**2)), (a, b))
    -(a + b)/(2*a)
    """
    common = numerator.gcd(denominator)
    parts = (_constant_and_factors(g / common, symbols) for g in (numerator, denominator))
    (above, over), (below, under) = parts
    return sp.Mul(above / below, *(f**k for f, k in over.items()), *(f**-k for f, k in under.items()))


def leading_coefficient(polynomial: fmpq_mpoly, index: int) -> fmpq_mpoly:
    """That of the highest power of one variable, in the same ring."""
    return _coefficients(polynomial, index)[0]


def linear_subresultant(f: fmpq_mpoly, g: fmpq_mpoly, index: int) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """Its two coefficients, the leading one first, both but for one sign.

    Examples
    --------
    >>> ring = fmpq_mpoly_ctx.get(["a", "v"])
    >>> a, v = ring.gens()
    >>> leading, rest = linear_subresultant((v - a) * (v - 1), (v - a) * (v - 2), 1)
    >>> -rest / leading
    a
    """
    first, second = (_coefficients(h, index) for h in (f, g))
    m, n = len(first) - 1, len(second) - 1
    zero = f * 0
    rows = [_shifted(first, k, m + n - 1, zero) for k in range(n - 1)]
    rows += [_shifted(second, k, m + n - 1, zero) for k in range(m - 1)]
    return _last_minors(rows)


def _coefficients(polynomial: fmpq_mpoly, index: int) -> list[fmpq_mpoly]:
    """Of the powers of one variable, the highest first."""
    parts: list[dict[tuple[int, ...], fmpq]] = [{} for _ in range(polynomial.degrees()[index] + 1)]
    for powers, c in polynomial.to_dict().items():
        parts[powers[index]][(*powers[:index], 0, *powers[index + 1 :])] = c
    return [polynomial.context().from_dict(part) for part in reversed(parts)]


def _shifted(coefficients: list[fmpq_mpoly], places: int, length: int, zero: fmpq_mpoly) -> list[fmpq_mpoly]:
    after = length - places - len(coefficients)
    return [zero] * places + coefficients + [zero] * after


def _last_minors(rows: list[list[fmpq_mpoly]]) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """Of k rows of length k + 1, the determinants without the last column, and without that before it.

    By Bareiss: what is divided by divides.
    """
    rows, before = list(rows), None
    for column in range(len(rows) - 1):
        pivot = next((row for row in rows[column:] if not row[column].is_zero()), None)
        if pivot is None:
            return rows[0][0] * 0, rows[0][0] * 0
        rows.remove(pivot)
        rows.insert(column, pivot)
        for k in range(column + 1, len(rows)):
            reduced = [pivot[column] * e - rows[k][column] * p for e, p in zip(rows[k], pivot, strict=True)]
            rows[k] = reduced if before is None else [e / before for e in reduced]
        before = pivot[column]
    return rows[-1][-2], rows[-1][-1]
