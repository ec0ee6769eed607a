"""One-sided behaviour at a point: signs of polynomials, and the branch of a closed form beside it.

A polynomial that is not 0 keeps one sign on some interval beside a point: that of the first coefficient that
does not vanish of its expansion there.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, PiecewiseInfimum
from symbolic_eps.errors import DomainError, UndecidedError
from verify.enclosure import UncertifiedError, sign
from verify.language.condition import Condition

Values = Mapping[sp.Symbol, sp.Expr]


class Side(IntEnum):
    """Which way from the point."""

    BELOW = -1
    ABOVE = 1


def sign_beside(expression: sp.Expr, variable: sp.Symbol, point: sp.Expr, side: Side) -> int:
    """Sign of a polynomial in one variable at all points close enough to one side of a point; 0 if it is 0.

    Parameters
    ----------
    expression : sympy.Expr
        Polynomial in `variable`; its coefficients are exact numbers.
    variable : Symbol
    point : sympy.Expr
        An exact number, or `oo` (with `Side.BELOW`) for all points that are large enough.
    side : Side

    Raises
    ------
    symbolic_eps.errors.UndecidedError
        A coefficient could not be told from 0.

    Examples
    --------
    >>> from sympy.abc import a
    >>> sign_beside((a - 1) ** 3, a, sp.Integer(1), Side.BELOW), sign_beside(a - a**2, a, sp.oo, Side.BELOW)
    (-1, -1)
    """
    step = sp.Dummy()
    if point is sp.oo:
        coefficients = sp.Poly(expression, variable).all_coeffs()
    else:
        moved = sp.Poly(sp.expand(expression.subs(variable, point + int(side) * step)), step)
        coefficients = moved.all_coeffs()[::-1]
    for coefficient in coefficients:
        try:
            order = sign(coefficient)
        except UncertifiedError as error:
            raise UndecidedError(f"the sign of {expression} beside {variable} = {point}: {error}") from error
        if order:
            return order
    return 0


def holds_beside(
    condition: Condition, values: Values, variable: sp.Symbol, point: sp.Expr, side: Side
) -> bool:
    """Whether a condition holds at all points close enough to one side, the other symbols at their values.

    Examples
    --------
    >>> from sympy.abc import a, r
    >>> from verify.language.condition import non_negative
    >>> holds_beside(non_negative(r - a), {r: sp.Integer(3)}, a, sp.Integer(3), Side.ABOVE)
    False
    """
    others = {symbol: value for symbol, value in values.items() if symbol != variable}
    return condition.relation.holds(sign_beside(condition.polynomial.subs(others), variable, point, side))


def branch_beside(
    derived: PiecewiseInfimum, values: Values, variable: sp.Symbol, point: sp.Expr, side: Side
) -> Branch | None:
    """The branch that holds close to one side of a point; None where the assumptions do not reach.

    Parameters
    ----------
    derived : PiecewiseInfimum
        A derived closed form.
    values : mapping of Symbol to rational
        A value for each other parameter.
    variable, point, side
        As `sign_beside`.

    Raises
    ------
    symbolic_eps.errors.DomainError
        No prior satisfies the box there.
    """
    if not all(holds_beside(c, values, variable, point, side) for c in derived.profile.parameter_region):
        return None
    for branch in derived.branches:
        if all(holds_beside(c, values, variable, point, side) for c in branch.conditions):
            return branch
    for without_priors in derived.empty:
        if all(holds_beside(c, values, variable, point, side) for c in without_priors.conditions):
            raise DomainError(f"beside {variable} = {point}: {without_priors.reason}: take other numbers")
    raise AssertionError("the branches were proved to cover the parameter region")
