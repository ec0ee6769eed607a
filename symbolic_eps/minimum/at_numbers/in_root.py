"""One algebraic number as a rational function of another: guessed by lattice reduction, then shown exactly.

A prior where eps is least is often u(X)/w(X) with polynomials u, w of low degree, X = e^-eps. A relation of
small integers between v X^i and X^j gives u and w. Let g be a polynomial with v as its only root between two
numbers, m one with X as a root: if m divides the numerator of g(u/w) and not w, u(X)/w(X) is a root of g, and
if it lies between these numbers, it is v.
"""

from __future__ import annotations

from fractions import Fraction

import mpmath
import sympy as sp
from flint import fmpz_mat

from symbolic_eps.closed_forms.roots import isolating
from symbolic_eps.theory.symbols import DECAY
from verify.enclosure import enclose_to

MOST_DEGREE = 6
"""Of the polynomials; beyond, coefficients are long, and no formula is the shorter for it."""

NARROW = Fraction(1, 10**30)

DIGITS = 120
SHORT = 10**8
"""Coefficients of a relation that is worth a trial."""


def in_terms_of(value: sp.CRootOf, root: sp.CRootOf) -> sp.Expr | None:
    """The value as a rational function of x = root; None where none of low degree is found.

    Examples
    --------
    >>> one = sp.CRootOf(8 * DECAY**3 - 14 * DECAY**2 + 8 * DECAY - 1, 0)
    >>> in_terms_of(one, sp.CRootOf(DECAY**3 + 3 * DECAY**2 + 2 * DECAY - 2, 0))
    x/(2*(x + 1))
    """
    degree = root.poly.degree()
    if max(degree, value.poly.degree()) > MOST_DEGREE:
        return None
    with mpmath.workdps(DIGITS):
        x, v = (mpmath.mpf(sp.N(number, DIGITS)._mpf_) for number in (root, value))
        for most in range((degree + 1) // 2 + 1):
            for factors in _relation([v * x**i for i in range(most + 1)] + [x**i for i in range(most + 1)]):
                top, bottom = (_sum(part) for part in (factors[most + 1 :], factors[: most + 1]))
                if bottom != 0 and _is_value(found := sp.factor(-top / bottom), value, root):
                    return found
    return None


def _relation(numbers: list[mpmath.mpf]) -> list[list[int]]:
    """Short integer vectors that are nearly orthogonal to the numbers."""
    scale = mpmath.mpf(10) ** (DIGITS - 20)
    rows = [
        [int(i == k) for i in range(len(numbers))] + [int(mpmath.nint(scale * number))]
        for k, number in enumerate(numbers)
    ]
    reduced = fmpz_mat(rows).lll().tolist()
    vectors = [[int(entry) for entry in row] for row in reduced]
    return [row[:-1] for row in vectors if max(map(abs, row)) < SHORT]


def _sum(factors: list[int]) -> sp.Expr:
    return sp.Add(*(factor * DECAY**k for k, factor in enumerate(factors)))


def _is_value(found: sp.Expr, value: sp.CRootOf, root: sp.CRootOf) -> bool:
    """The exact proof."""
    bottom = sp.denom(sp.together(found))
    numerator = sp.numer(sp.together(value.poly.as_expr().subs(DECAY, found)))
    minimal = sp.Poly(root.poly.as_expr(), DECAY)
    if sp.Poly(numerator, DECAY).rem(minimal) != 0 or sp.Poly(bottom, DECAY).gcd(minimal).degree() > 0:
        return False
    low, high = isolating(value)
    near = enclose_to(found.subs(DECAY, root), NARROW)
    return bool(low < sp.Rational(str(near.lower)) and sp.Rational(str(near.upper)) < high)
