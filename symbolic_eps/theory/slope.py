"""How the root of F = 0 moves: derivatives of eps = -log x along F(x; p, q, ...) = 0, without roots.

With r* = n/d and F = f - d/n, F rises with x; so eps rises with a prior or a parameter exactly where F does,
x held fixed. The engine, the signs of the derivatives and the reports all ask by the same polynomial.
"""

from __future__ import annotations

import sympy as sp

from symbolic_eps.theory.bound import bound_polynomial
from symbolic_eps.theory.symbols import DECAY, INVERSE_RISK


def implicit_derivative(polynomial: sp.Expr, variable: sp.Symbol) -> sp.Expr:
    """Derivative of eps by the variable on `polynomial = 0`, for eps = -log x: F_v / (x F_x).

    Parameters
    ----------
    polynomial : sympy.Expr
        F in x, the variable and other symbols.
    variable : Symbol

    Examples
    --------
    >>> from symbolic_eps.theory.symbols import parameter
    >>> t = parameter("t")
    >>> implicit_derivative(DECAY * t - 1, t)
    1/t
    """
    derivative_of_decay = -sp.diff(polynomial, variable) / sp.diff(polynomial, DECAY)
    return sp.cancel(-derivative_of_decay / DECAY)


def risk_polynomial(inverse_risk: sp.Expr) -> sp.Expr:
    """F(x; p, q, s) for s a function of the priors and the parameters.

    Examples
    --------
    >>> from symbolic_eps.theory.symbols import RELATIVE_RISK_BOUND
    >>> risk_polynomial(1 / RELATIVE_RISK_BOUND).subs(DECAY, 0)
    p*q - 1/r
    """
    return bound_polynomial().subs(INVERSE_RISK, inverse_risk)


def slope_on_root(
    guarantee: sp.Expr, numerator: sp.Expr, denominator: sp.Expr, variable: sp.Symbol
) -> sp.Expr:
    """A polynomial with the sign of F_v, and so of d eps/dv on F = 0, for F = f - d/n: n^2 F_v.

    Parameters
    ----------
    guarantee : sympy.Expr
        f, a polynomial in x and the priors: the reciprocal of the risk that eps = -log x guarantees.
    numerator, denominator : sympy.Expr
        n and d, polynomials with r* = n/d, n not 0.
    variable : Symbol
        A prior or a parameter.

    Returns
    -------
    sympy.Expr
        Not expanded.

    Examples
    --------
    >>> from symbolic_eps.theory.symbols import parameter
    >>> t = parameter("t")
    >>> slope_on_root(DECAY * t, t, sp.Integer(1), t)
    t**2*x + 1
    """
    n, d, v = numerator, denominator, variable
    return n**2 * sp.diff(guarantee, v) + sp.diff(n, v) * d - n * sp.diff(d, v)


def slope_of(polynomial: sp.Expr, variable: sp.Symbol) -> sp.Expr:
    """`slope_on_root` for F as it is, a rational function; expanded.

    Examples
    --------
    >>> from symbolic_eps.theory.symbols import parameter
    >>> t = parameter("t")
    >>> slope_of(DECAY - 1 / t, t)
    1
    """
    numerator, denominator = sp.fraction(sp.together(polynomial))
    return sp.expand(slope_on_root(sp.Integer(0), denominator, -numerator, variable))


def curvature(numerator: sp.Expr, denominator: sp.Expr, variable: sp.Symbol) -> sp.Expr:
    """n^3 (d/n)'', with the sign of (d/n)'' where n > 0; expanded.

    Examples
    --------
    >>> from symbolic_eps.theory.symbols import parameter
    >>> t = parameter("t")
    >>> curvature(t, sp.Integer(1), t)
    2
    """
    n, d, v = numerator, denominator, variable
    first_n, first_d = sp.diff(n, v), sp.diff(d, v)
    second_n, second_d = sp.diff(first_n, v), sp.diff(first_d, v)
    return sp.expand(n**2 * second_d - 2 * n * first_n * first_d - n * d * second_n + 2 * d * first_n**2)
