"""A real root of a polynomial with rational coefficients, as the polynomial and an interval that isolates it.

How many roots lie in an interval is counted exactly (Sturm), so that both forms name the same number.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import sympy as sp

from symbolic_eps.errors import InputError
from symbolic_eps.theory.symbols import DECAY


def isolating(root: sp.CRootOf) -> tuple[sp.Rational, sp.Rational]:
    """Decimal fractions between which the polynomial has no other real root; none of them is the root.

    Examples
    --------
    >>> isolating(sp.CRootOf(DECAY**3 - 2, 0))
    (11/10, 7/5)
    """
    polynomial = root.poly.sqf_part()
    for digits in count(1):
        middle, unit = root.eval_rational(sp.Rational(1, 10 ** (digits + 2))), sp.Rational(1, 10**digits)
        low, high = (sp.floor(middle / unit) - 1) * unit, (sp.ceiling(middle / unit) + 1) * unit
        at_end = any(polynomial.eval(end) == 0 for end in (low, high))
        if not at_end and polynomial.count_roots(low, high) == 1:
            return low, high
    raise AssertionError("roots of a polynomial without squares are apart")


def root_between(
    coefficients: Sequence[sp.Rational], low: sp.Rational, high: sp.Rational
) -> sp.CRootOf | sp.Rational:
    """The only root in an interval, of a polynomial given by its coefficients, the highest power's first.

    Raises
    ------
    symbolic_eps.errors.InputError
        There is not one root there, or an end is a root.

    Examples
    --------
    >>> root_between([sp.Integer(c) for c in (1, 0, 0, -2)], sp.Integer(1), sp.Integer(2))
    CRootOf(x**3 - 2, 0)
    """
    polynomial = sp.Poly(list(coefficients), DECAY, domain=sp.QQ)
    if polynomial.degree() < 1 or not low < high:
        raise InputError("a root without a polynomial or an interval: derive it anew")
    polynomial = polynomial.sqf_part()
    if any(polynomial.eval(end) == 0 for end in (low, high)) or polynomial.count_roots(low, high) != 1:
        raise InputError(f"{polynomial.as_expr()} has not one root between {low} and {high}: derive it anew")
    return sp.CRootOf(polynomial, polynomial.count_roots(None, low))
