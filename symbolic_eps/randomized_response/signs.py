"""Products with factors that are positive on the parameters' ranges, for readable output."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp


def with_positive_factors(value: sp.Expr, at: Mapping[sp.Expr, sp.Expr]) -> sp.Expr:
    """The same product, with the sign of each sum in it turned that is negative at a point.

    Parameters
    ----------
    value : sympy.Expr
        Factored, or a `Piecewise` of such.
    at : mapping
        Numbers for all symbols.

    Examples
    --------
    >>> from symbolic_eps.randomized_response.symbols import DELTA, THETA
    >>> third = sp.Rational(1, 3)
    >>> with_positive_factors(-DELTA / (THETA * (THETA - 1)), {DELTA: third, THETA: third})
    delta/(theta*(1 - theta))
    """
    if isinstance(value, sp.Piecewise):
        return sp.Piecewise(*((with_positive_factors(branch, at), where) for branch, where in value.args))
    sign, factors = sp.S.One, []
    for factor in sp.Mul.make_args(value):
        base, exponent = factor.as_base_exp()
        if base.is_Add and exponent.is_Integer and base.subs(at) < 0:
            base, sign = sp.expand(-base), sign * (-1) ** exponent
        factors.append(base**exponent)
    return sp.Mul(sign, *factors)
