"""Modified Bessel functions of the second kind of half-integer order, which are elementary.

`K_{1/2}(z) = sqrt(pi/(2 z)) exp(-z)` for z > 0, `K_{-v} = K_v`, `K_{v+1}(z) = K_{v-1}(z) + (2 v/z) K_v(z)`.
"""

from __future__ import annotations

import sympy as sp


def half_integer_bessel(order: sp.Expr, argument: sp.Expr) -> sp.Expr:
    """The elementary form of `K_order(argument)`, valid where the argument is positive.

    Parameters
    ----------
    order : sympy.Expr
        Half of an odd integer, of either sign.
    argument : sympy.Expr
        A positive real expression.

    Returns
    -------
    sympy.Expr
        `sqrt(pi/(2*argument))*exp(-argument)` times a polynomial in `1/argument`.

    Raises
    ------
    ValueError
        For any other order.

    Examples
    --------
    >>> from sympy.abc import z
    >>> half_integer_bessel(sp.Rational(3, 2), z)
    sqrt(2)*sqrt(pi)*(1 + 1/z)*exp(-z)/(2*sqrt(z))
    """
    order = abs(sp.sympify(order, strict=True))
    if not (order.is_Rational and order.q == 2):
        raise ValueError(f"only half-integer orders such as 1/2 or -5/2 have an elementary form, not {order}")
    below, current = sp.Integer(1), sp.Integer(1)  # K_{-1/2} and K_{1/2}, without their common factor
    step = sp.Rational(1, 2)
    while step < order:
        below, current = current, sp.expand(below + 2 * step / argument * current)
        step += 1
    return sp.sqrt(sp.pi / 2) / sp.sqrt(argument) * sp.exp(-argument) * current


def without_bessel(expression: sp.Basic) -> sp.Basic:
    """The expression with every Bessel K of half-integer order in elementary form; other orders stay.

    Examples
    --------
    >>> from sympy.abc import z
    >>> without_bessel(2 * sp.besselk(sp.Rational(1, 2), z))
    sqrt(2)*sqrt(pi)*exp(-z)/sqrt(z)
    """
    rewriting = {
        call: half_integer_bessel(*call.args)
        for call in expression.atoms(sp.besselk)
        if call.args[0].is_Rational and call.args[0].q == 2
    }
    return expression.xreplace(rewriting)


def bessel_arguments(expression: sp.Basic) -> tuple[sp.Expr, ...]:
    """The arguments of the Bessel functions in the expression: each has to be positive.

    Examples
    --------
    >>> from sympy.abc import z
    >>> bessel_arguments(sp.besselk(sp.Rational(1, 2), z) + 1)
    (z,)
    """
    return tuple(sorted({call.args[1] for call in expression.atoms(sp.besselk)}, key=str))
