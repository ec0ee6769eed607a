"""The least e^-eps that Theorem 2 allows, both versions: what a minimum of budgets is taken over.

Where r* p q >= 1 the formula of Theorem 2 gives no number, and no budget is too large: e^-eps may be any
positive number, which the proofs of Theorems 4 and 5 say as eps = oo. So 0 stands there, and a least budget
is a largest e^-eps.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import p, q, radicand


def value_unknown(inverse_risk: sp.Expr, constrained: sp.Basic) -> sp.Expr:
    """For q < 1.

    Parameters
    ----------
    inverse_risk : Expr
        1/r*.
    constrained : Boolean
        That r* p q < 1.

    Examples
    --------
    >>> value_unknown(sp.Integer(1), p * q < 1).subs({p: sp.Rational(1, 2), q: sp.Rational(1, 2)})
    1
    """
    root = (sp.sqrt(radicand(inverse_risk)) - (1 - p)) / (2 * p * (1 - q))
    return sp.Piecewise((root, constrained), (0, True))


def value_known(inverse_risk: sp.Expr, constrained: sp.Basic) -> sp.Expr:
    """For q = 1; parameters as for `value_unknown`.

    Examples
    --------
    >>> value_known(sp.Rational(1, 2), 2 * p < 1).subs(p, sp.Rational(1, 3))
    1/4
    """
    return sp.Piecewise(((inverse_risk - p) / (1 - p), constrained), (0, True))


def by_cases(inverse_risk: sp.Expr, constrained: sp.Basic) -> sp.Expr:
    """For 0 < q <= 1; parameters as for `value_unknown`.

    Examples
    --------
    >>> by_cases(sp.Rational(1, 2), 2 * p * q < 1).subs({p: sp.Rational(1, 3), q: 1})
    1/4
    """
    below = value_unknown(inverse_risk, constrained).args[0].expr
    at_one = value_known(inverse_risk, constrained).args[0].expr
    return sp.Piecewise(
        (below, sp.And(q < 1, constrained)), (at_one, sp.And(sp.Eq(q, 1), constrained)), (0, True)
    )
