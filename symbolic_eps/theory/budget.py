"""Theorem 2 at given priors and a given bound: the largest eps exactly, and to any number of digits."""

from __future__ import annotations

from functools import cache

import mpmath
import sympy as sp

from symbolic_eps.errors import DomainError, InfeasibleProfileError, InputError
from symbolic_eps.profiles.exact_numbers import Exact, exact_or_binary, exact_or_infinite
from symbolic_eps.theory.bound import bound_polynomial
from symbolic_eps.theory.root import epsilon, privacy_root, unconstrained_condition
from symbolic_eps.theory.symbols import (
    DECAY,
    INVERSE_RISK,
    PRIOR_INCLUSION,
    PRIOR_VALUE,
    RELATIVE_RISK_BOUND,
)

_GUARD_DIGITS = 15


def privacy_budget(p: Exact, q: Exact, r: Exact) -> sp.Expr:
    """The largest eps (nats) for which the relative risk stays within r, exactly.

    Parameters
    ----------
    p, q : int, Fraction, Decimal, sympy.Rational or str
        Priors in (0, 1].
    r : int, Fraction, Decimal, sympy.Rational or str
        Bound on the relative risk, >= 1; `oo` (or its text) for no bound.

    Returns
    -------
    sympy.Expr
        A logarithm of an algebraic number, or `oo` where r p q >= 1.

    Raises
    ------
    DomainError
        A prior outside (0, 1], or NaN.
    InfeasibleProfileError
        r < 1.
    InputError
        An argument that is not exact (a float), or text that is not a number.

    References
    ----------
    Kazan & Reiter 2024, (12).

    Examples
    --------
    >>> privacy_budget("1/2", 1, "3/2")
    log(3)
    >>> privacy_budget("1/2", "1/2", 4)
    oo
    """
    values = _values(p, q, r, inexact=False)
    return sp.oo if _is_unconstrained(values) else epsilon().subs(values, simultaneous=True)


def privacy_budget_mp(
    p: Exact | float | mpmath.mpf, q: Exact | float | mpmath.mpf, r: Exact | float | mpmath.mpf, digits: int
) -> mpmath.mpf:
    """The largest eps (nats) for which the relative risk stays within r, to the given number of digits.

    Parameters
    ----------
    p, q : rational, text, float or mpf
        Priors in (0, 1]; a binary float stands for exactly the number that it holds.
    r : rational, text, float or mpf
        Bound on the relative risk, >= 1, possibly infinite.
    digits : int
        Correct significant decimal digits, >= 1.

    Returns
    -------
    mpmath.mpf
        `inf` where r p q >= 1, which is decided exactly.

    Raises
    ------
    DomainError, InfeasibleProfileError, InputError
        As for `privacy_budget`; also InputError for `digits` that is not a positive integer.

    Notes
    -----
    Rational arithmetic up to the square root; after it only sums of non-negative terms, quotients and log1p.

    Examples
    --------
    >>> print(mpmath.nstr(privacy_budget_mp("1/4", "0.05", 3, 30), 30))
    0.963244675921144582271986356932
    """
    whole: object = digits
    if not isinstance(whole, int) or isinstance(whole, bool) or whole < 1:
        raise InputError(f"digits = {digits}: give an integer >= 1, such as 30")
    values = _values(p, q, r, inexact=True)
    if _is_unconstrained(values):
        return mpmath.mpf("inf")
    gain_over_margin, linear, quadratic, discriminant = (
        part.subs(values, simultaneous=True) for part in _exact_parts()
    )
    with mpmath.workdps(digits + _GUARD_DIGITS):
        radical = mpmath.sqrt(_mpf(discriminant))
        numerator = _mpf(linear) + radical
        denominator = _mpf(linear + 2 * quadratic) + radical
        result = mpmath.log1p(_mpf(gain_over_margin) * numerator / denominator)
    with mpmath.workdps(digits + 1):
        return +result


@cache
def _exact_parts() -> tuple[sp.Expr, sp.Expr, sp.Expr, sp.Expr]:
    """G/K, B, A and the discriminant in p, q, r: rational functions."""
    polynomial = bound_polynomial().subs(INVERSE_RISK, 1 / RELATIVE_RISK_BOUND)
    quadratic, linear = polynomial.coeff(DECAY, 2), polynomial.coeff(DECAY, 1)
    ratio = polynomial.subs(DECAY, 1) / -polynomial.subs(DECAY, 0)
    return ratio, linear, quadratic, privacy_root().discriminant


def _mpf(value: sp.Rational) -> mpmath.mpf:
    return mpmath.mpf(int(value.p)) / int(value.q)


def _values(p: object, q: object, r: object, *, inexact: bool) -> dict[sp.Symbol, sp.Expr]:
    symbols = (PRIOR_INCLUSION, PRIOR_VALUE, RELATIVE_RISK_BOUND)
    return dict(zip(symbols, checked_arguments(p, q, r, inexact=inexact), strict=True))


def _is_unconstrained(values: dict[sp.Symbol, sp.Expr]) -> bool:
    infinite = values[RELATIVE_RISK_BOUND] is sp.oo
    return infinite or bool(unconstrained_condition().polynomial.subs(values) >= 0)


def checked_arguments(
    p: object, q: object, r: object, *, inexact: bool
) -> tuple[sp.Rational, sp.Rational, sp.Expr]:
    """Priors and bound of Theorem 2, exactly; binary numbers only where inexact ones are taken.

    Raises
    ------
    DomainError, InfeasibleProfileError, InputError
        As for `privacy_budget`.
    """
    read = exact_or_binary if inexact else exact_or_infinite
    priors = []
    for name, value in (("p", p), ("q", q)):
        prior = read(name, value)
        if not 0 < prior <= 1:
            raise DomainError(f"{name} = {value} is outside (0, 1]: a prior probability is > 0 and <= 1")
        priors.append(prior)
    risk = read("r", r)
    if risk < 1:
        raise InfeasibleProfileError(
            f"r = {r} is below 1: no eps >= 0 satisfies it; give a bound >= 1, such as 3"
        )
    return priors[0], priors[1], risk
