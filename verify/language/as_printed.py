"""Comparisons, sums, products and quotients as they are printed: nothing cancels and nothing is decided.

SymPy would carry out on sight what a proof does step by step; here what is put to proof is what is printed,
side conditions included.
"""

from __future__ import annotations

import sympy as sp


def eq(left: sp.Expr, right: sp.Expr) -> sp.Basic:
    """`left = right`.

    Examples
    --------
    >>> from sympy.abc import p
    >>> eq(p, p)
    Eq(p, p)
    """
    return sp.Eq(left, right, evaluate=False)


def le(left: sp.Expr, right: sp.Expr) -> sp.Basic:
    """`left <= right`.

    Examples
    --------
    >>> le(sp.Integer(1), sp.Integer(1))
    1 <= 1
    """
    return sp.Le(left, right, evaluate=False)


def ge(left: sp.Expr, right: sp.Expr) -> sp.Basic:
    """`left >= right`.

    Examples
    --------
    >>> ge(sp.Integer(1), sp.Integer(0))
    1 >= 0
    """
    return sp.Ge(left, right, evaluate=False)


def lt(left: sp.Expr, right: sp.Expr) -> sp.Basic:
    """`left < right`.

    Examples
    --------
    >>> lt(sp.Integer(0), sp.Integer(1))
    0 < 1
    """
    return sp.Lt(left, right, evaluate=False)


def gt(left: sp.Expr, right: sp.Expr) -> sp.Basic:
    """`left > right`.

    Examples
    --------
    >>> gt(sp.Integer(1), sp.Integer(0))
    1 > 0
    """
    return sp.Gt(left, right, evaluate=False)


def between(low: sp.Expr, middle: sp.Expr, high: sp.Expr) -> sp.Basic:
    """`low <= middle <= high`.

    Examples
    --------
    >>> from sympy.abc import p
    >>> between(sp.Integer(0), p, sp.Integer(1))
    (0 <= p) & (p <= 1)
    """
    return sp.And(le(low, middle), le(middle, high), evaluate=False)


def total(*terms: sp.Expr) -> sp.Expr:
    """The sum of the terms.

    Examples
    --------
    >>> from sympy.abc import p
    >>> total(p, -p) == 0
    False
    """
    return sp.Add(*terms, evaluate=False)


def product(*factors: sp.Expr) -> sp.Expr:
    """The product of the factors.

    Examples
    --------
    >>> from sympy.abc import p
    >>> product(1 / (1 - p), 1 - p) == 1
    False
    """
    return sp.Mul(*factors, evaluate=False)


def ratio(numerator: sp.Expr, denominator: sp.Expr) -> sp.Expr:
    """The numerator over the denominator.

    Examples
    --------
    >>> from sympy.abc import p
    >>> ratio(p, p) == 1
    False
    """
    return product(numerator, inverse(denominator))


def inverse(denominator: sp.Expr) -> sp.Expr:
    """1 over the denominator.

    Examples
    --------
    >>> from sympy.abc import p
    >>> inverse(1 / p) == p
    False
    """
    return sp.Pow(denominator, -1, evaluate=False)
