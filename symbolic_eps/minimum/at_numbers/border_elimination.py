"""Polynomials over the rationals in a few unknowns, eliminated and factored by FLINT instead of SymPy.

SymPy's expressions go in and come out; in between nothing is an expression. Nothing here needs to be trusted:
what is found is a place to look at, and `symbolic_eps.minimum.proof` proves the value there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp
from flint import ctx, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpz_poly

from symbolic_eps.minimum.polynomials import inside
from symbolic_eps.theory.symbols import DECAY

DIGITS = 60
"""Of the roots in decimal notation: enough to tell places apart."""

LONGEST = 400
"""Terms of a polynomial times the other's degree, of which a resultant is taken: parts of a second."""


def eliminated(
    polynomial: sp.Expr, equations: Sequence[sp.Expr], unknowns: Sequence[sp.Symbol]
) -> tuple[sp.Expr, ...]:
    """The irreducible polynomials in x of which one vanishes wherever all the polynomials do.

    Parameters
    ----------
    polynomial : sympy.Expr
        F, in x and the unknowns, with rational coefficients.
    equations : sequence of Expr
        As many as there are unknowns.
    unknowns : sequence of Symbol

    Returns
    -------
    tuple of Expr
        Primitive; none where a resultant is 0, as it is if the equations hold along a curve.

    Examples
    --------
    >>> from symbolic_eps.theory.symbols import PRIOR_VALUE as q
    >>> eliminated(q * DECAY - 1 + q**2, [DECAY + 2 * q], [q])
    (x**2 + 4,)
    """
    names = (DECAY, *unknowns)
    context = fmpq_mpoly_ctx.get([f"x{k}" for k in range(len(names))], "lex")
    first, rest = inside(polynomial, names, context), [inside(e, names, context) for e in equations]
    for k in range(len(unknowns), 0, -1):
        last = rest.pop()
        rest = [_resultant(e, last, k) for e in rest]
        first = _resultant(first, last, k)
    if first.is_zero() or any(first.degrees()[1:]):
        return ()
    powers = {exponents[0]: c for exponents, c in first.to_dict().items()}
    scale = fmpq(1)
    for c in powers.values():
        scale *= (c * scale).q
    _, factors = fmpz_poly([int((powers.get(k, fmpq(0)) * scale).p) for k in range(max(powers) + 1)]).factor()
    return tuple(_outside(factor) for factor, _ in factors if factor.degree() > 0)


def roots_between(polynomial: sp.Expr, low: sp.Expr, high: sp.Expr) -> tuple[sp.Rational, ...]:
    """The real roots in [low, high] of an irreducible polynomial in x, to `DIGITS` digits.

    Examples
    --------
    >>> [root.n(5) for root in roots_between(3 * DECAY**2 - 1, sp.S.Zero, sp.S.One)]
    [0.57735]
    """
    coefficients = [int(c) for c in sp.Poly(polynomial, DECAY).all_coeffs()[::-1]]
    if len(coefficients) == 2:
        found = [sp.Rational(-coefficients[0], coefficients[1])]
    else:
        with ctx.workdps(DIGITS + 20):
            pairs: Any = fmpz_poly(coefficients).complex_roots()  # with multiplicities, which its types lack
            real = [root.real.mid() for root, _ in pairs if root.imag == 0]
            found = [sp.Rational(root.str(DIGITS, radius=False)) for root in real]
    return tuple(root for root in found if low <= root <= high)


def _outside(polynomial: fmpz_poly) -> sp.Expr:
    coefficients = [sp.Integer(int(c)) for c in polynomial.coeffs()]
    return sp.Add(*(c * DECAY**k for k, c in enumerate(coefficients)))


def _resultant(one: fmpq_mpoly, other: fmpq_mpoly, index: int) -> fmpq_mpoly:
    """Of the parts without repeated and without common factors; 0 where it would be long.

    A common factor is a whole curve of zeros, which comes from denominators; a place is where curves cross.
    """
    one, other = _reduced(one), _reduced(other)
    if one.is_zero() or other.is_zero():
        return one * other
    common = one.gcd(other)
    one, other = one / common, other / common
    sizes = (len(one) * other.degrees()[index], len(other) * one.degrees()[index])
    if max(sizes) > LONGEST:
        return one.context().constant(0)
    return one.resultant(other, one.context().names()[index])


def _reduced(polynomial: fmpq_mpoly) -> fmpq_mpoly:
    """The product of the different factors that are no unknowns: at 0, priors have been put before."""
    product = polynomial.context().constant(1)
    if polynomial.is_zero():
        return polynomial
    for factor, _ in polynomial.factor()[1]:
        product *= factor if len(factor) > 1 else 1
    return product
