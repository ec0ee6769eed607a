"""Equality of sums of logarithms and square roots: each written in factors that are positive on a region.

log(f^m/g^n) becomes m log(f) - n log(g), and sqrt(f g) becomes sqrt(f) sqrt(g). If two sides are then the
same rational function of what is left, they are equal, wherever factors and divisors are positive.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

HALF = sp.Rational(1, 2)

Positive = Callable[[sp.Expr], bool]
"""Whether a polynomial is positive on the region."""


def equal_in_factors(left: sp.Expr, right: sp.Expr, positive: Positive) -> bool:
    """Whether both sides are the same once their logarithms and square roots are taken apart.

    Examples
    --------
    >>> p, q = sp.symbols("p q", real=True)
    >>> all_positive = lambda polynomial: True
    >>> equal_in_factors(sp.log(p**2 / q), 2 * sp.log(p) - sp.log(q), all_positive)
    True
    >>> equal_in_factors(sp.log(p**2 / q), 2 * sp.log(p) + sp.log(q), all_positive)
    False
    """
    try:
        difference = sp.together(_apart(left, positive) - _apart(right, positive))
    except _SignUnknownError:
        return False
    above, below = sp.fraction(difference)
    return bool(sp.expand(above) == 0 and sp.expand(below) != 0)


class _SignUnknownError(Exception):
    """A factor, or a divisor, is not known to be positive, nor its negative."""


def _apart(expression: sp.Expr, positive: Positive) -> sp.Expr:
    """The expression with logarithms and square roots of single factors; divisors are checked."""
    if not expression.args:
        return expression
    if isinstance(expression, sp.log):
        powers = _positive_factors(expression.args[0], positive)
        return sp.Add(*(power * sp.log(factor) for factor, power in powers))
    if expression.is_Pow and expression.exp.is_Rational and expression.exp.q == 2:
        powers = _positive_factors(expression.base, positive)
        return sp.Mul(*(_half_power(factor, power * 2 * expression.exp) for factor, power in powers))
    if expression.is_Pow and expression.exp.is_Integer and expression.exp < 0:
        base = _apart(expression.base, positive)
        if not _is_nowhere_zero(base, positive):
            raise _SignUnknownError
        return base**expression.exp
    return expression.func(*(_apart(part, positive) for part in expression.args))


def _is_nowhere_zero(base: sp.Expr, positive: Positive) -> bool:
    """Whether the base is nowhere 0: all its factors, or its terms, with square roots, are positive."""
    if base.is_rational_function(*base.free_symbols):
        return bool(_factors(base, positive))
    parts = [part for term in sp.Add.make_args(base) for part in sp.Mul.make_args(term)]
    return all(_is_root(part) or bool(part.is_number and part > 0) or positive(part) for part in parts)


def _is_root(part: sp.Expr) -> bool:
    return bool(part.is_Pow and part.exp == HALF)


def _half_power(factor: sp.Expr, count: sp.Expr) -> sp.Expr:
    whole, rest = divmod(int(count), 2)
    return factor**whole * sp.sqrt(factor) ** rest


def _positive_factors(value: sp.Expr, positive: Positive) -> list[tuple[sp.Expr, int]]:
    """Positive factors and their powers, of a positive rational function."""
    sign, factors = _factors(value, positive)
    if sign < 0:
        raise _SignUnknownError
    return factors


def _factors(value: sp.Expr, positive: Positive) -> tuple[int, list[tuple[sp.Expr, int]]]:
    """The sign of a rational function that is nowhere 0, and positive factors and their powers."""
    above, below = sp.fraction(sp.together(value))
    if above == 0:
        raise _SignUnknownError
    found: list[tuple[sp.Expr, int]] = []
    negative = False
    for part, sign in ((above, 1), (below, -1)):
        number, factors = sp.factor_list(part)
        negative ^= bool(number < 0)
        for prime, power in sp.factorint(abs(sp.Rational(number))).items():
            found.append((prime, sign * power))
        for factor, power in factors:
            oriented = [side for side in (factor, sp.expand(-factor)) if positive(side)]
            if not oriented:
                raise _SignUnknownError
            negative ^= oriented[0] != factor and power % 2 == 1
            found.append((oriented[0], sign * power))
    return -1 if negative else 1, found
