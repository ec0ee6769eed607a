"""Bessel's K and Euler's gamma function: elementary where they are, otherwise by their recurrences.

For z > 0 and real orders v (DLMF 10.27.3, 10.29.1, 10.39.2), and where both sides have a value (DLMF 5.5.1):
`K_{1/2}(z) = sqrt(pi/(2 z)) exp(-z)`, `K_{-v} = K_v`, `K_{v+1}(z) = K_{v-1}(z) + (2 v/z) K_v(z)`,
`gamma(a+1) = a gamma(a)`.
So K of orders that differ by whole numbers are combinations of two of them, and gammas multiples of one; what
holds for any functions in their place is an identity of these. The least order or argument that occurs stays,
so that nothing is divided by and what is left has a value where the expression has.
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


def by_recurrences(expression: sp.Basic) -> sp.Basic:
    """The expression with half-integer orders in elementary form, and as few other orders as can be.

    Valid where it has a value, and the arguments of Bessel functions are positive.

    Examples
    --------
    >>> from sympy.abc import n, z
    >>> by_recurrences(2 * sp.besselk(sp.Rational(1, 2), z))
    sqrt(2)*sqrt(pi)*exp(-z)/sqrt(z)
    >>> by_recurrences(sp.besselk(n + 1, z) - sp.besselk(n - 1, z))
    2*n*besselk(n, z)/z
    >>> by_recurrences(sp.gamma(n + 2) / sp.gamma(n))
    n*(n + 1)
    """
    calls = [call for kind in (sp.besselk, sp.gamma) for call in sorted(expression.atoms(kind), key=str)]
    return expression.xreplace({call: _rewritten(call, calls) for call in calls})


def _rewritten(call: sp.Expr, calls: list[sp.Expr]) -> sp.Expr:
    """One function, by the least of its kind among the calls."""
    first, *rest = call.args
    if rest and first.is_Rational and first.q == 2:
        return half_integer_bessel(*call.args)
    alike = (other for other in calls if other.func == call.func and list(other.args[1:]) == rest)
    apart = (sp.expand(first - other.args[0]) for other in alike)
    steps = max(int(step) for step in apart if step.is_Integer)
    if rest:
        return _bessel_by_recurrence(first, rest[0], steps)
    least = sp.expand(first - steps)
    return sp.prod([least + step for step in range(steps)]) * sp.gamma(least)


def _bessel_by_recurrence(order: sp.Expr, argument: sp.Expr, steps: int) -> sp.Expr:
    """K of an order, in those of the order that many steps below and of the next one."""
    least = sp.expand(order - steps)
    current, above = sp.besselk(least, argument), sp.besselk(sp.expand(least + 1), argument)
    for step in range(steps):
        current, above = above, sp.expand(current + 2 * (least + step + 1) / argument * above)
    return current


def asked_by_call(call: sp.Expr) -> sp.Basic:
    """What makes the call real: K a positive argument, gamma that it has a value."""
    if isinstance(call, sp.besselk):
        return sp.Gt(call.args[1], 0, evaluate=False)
    return sp.Eq(call, call, evaluate=False)


def has_gamma_a_value(formula: sp.Basic) -> bool:
    """Whether that is all the formula says.

    Examples
    --------
    >>> from sympy.abc import n
    >>> has_gamma_a_value(asked_by_call(sp.gamma(n)))
    True
    """
    return isinstance(formula, sp.Eq) and isinstance(formula.lhs, sp.gamma) and formula.lhs == formula.rhs


def asked_by_calls(expression: sp.Basic) -> tuple[sp.Basic, ...]:
    """What the special functions in the expression ask for, of which a rewriting may leave nothing.

    Examples
    --------
    >>> from sympy.abc import n, z
    >>> asked_by_calls(sp.besselk(n, z) - sp.besselk(n, z + 1))
    (z + 1 > 0, z > 0)
    """
    calls = sorted(expression.atoms(sp.besselk, sp.gamma), key=str)
    return tuple(dict.fromkeys(map(asked_by_call, calls)))
