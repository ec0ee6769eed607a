"""Functions that are defined by cases: which cases there are, where they apply, and what they say.

A comparison is false where a part of it is undefined; a later case of a `Piecewise` applies only where the
conditions before it are defined and false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce

import sympy as sp

from verify.language.relations import SIGNS, denied

CHOICES = (sp.Max, sp.Min, sp.Abs, sp.Piecewise, sp.sign)
"""Functions that are defined by cases."""

NOT_REAL = (sp.nan, sp.zoo, sp.oo, -sp.oo, sp.I)
"""What stands where an expression is no real number."""


def is_undefined(expression: sp.Basic) -> bool:
    """Whether a part that counts is no real number; what stands in a branch of a `Piecewise` may not count.

    Examples
    --------
    >>> from sympy.abc import a
    >>> is_undefined(a * sp.zoo), is_undefined(sp.Piecewise((sp.zoo, a < 0), (a, True)))
    (True, False)
    """
    if isinstance(expression, sp.Piecewise):
        return False
    return expression in NOT_REAL or any(map(is_undefined, expression.args))


def cases_of(choice: sp.Expr) -> tuple[list[tuple[list[sp.Basic], sp.Expr]], bool]:
    """Conditions and value for each case, and whether some case applies wherever all conditions are defined.

    Parameters
    ----------
    choice : Expr
        One of `CHOICES`. The cases are disjoint or agree where they meet.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> cases_of(sp.Max(a, b))
    ([([a >= b], a), ([b >= a], b)], True)
    """
    if isinstance(choice, sp.Piecewise):
        pieces: list[tuple[list[sp.Basic], sp.Expr]] = []
        earlier: list[sp.Basic] = []
        for value, condition in choice.args:
            pieces.append(([*map(_fails, earlier), condition], value))
            earlier.append(condition)
        return pieces, earlier[-1] == sp.true
    arguments = list(choice.args)
    if isinstance(choice, (sp.Max, sp.Min)):
        order = sp.Ge if isinstance(choice, sp.Max) else sp.Le
        return [
            ([order(one, other, evaluate=False) for other in arguments if other != one], one)
            for one in arguments
        ], True
    inner = arguments[0]
    if isinstance(choice, sp.Abs):
        cases = [(sp.Ge, inner), (sp.Lt, -inner)]
    else:
        cases = [(sp.Gt, sp.Integer(1)), (sp.Eq, sp.Integer(0)), (sp.Lt, sp.Integer(-1))]
    return [([comparison(inner, 0, evaluate=False)], value) for comparison, value in cases], True


def extreme(choice: sp.Expr, values: Iterable[sp.Expr], sign: Callable[[sp.Expr], int]) -> sp.Expr:
    """The value that a `Max` or `Min` takes among those of its arguments, by the signs of differences.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> extreme(sp.Min(a, b), [sp.Integer(2), sp.Integer(1)], sp.sign)
    1
    """
    wanted = 1 if isinstance(choice, sp.Max) else -1
    return reduce(lambda best, value: value if sign(value - best) == wanted else best, values)


def _fails(condition: sp.Basic) -> sp.Basic:
    """That a condition is defined and false, as far as this decides it."""
    if isinstance(condition, (sp.And, sp.Or)):
        dual = sp.Or if isinstance(condition, sp.And) else sp.And
        return dual(*map(_fails, condition.args), evaluate=False)
    if isinstance(condition, sp.Not):
        return condition.args[0]
    if type(condition) in SIGNS:
        return denied(condition)
    return sp.Not(condition, evaluate=False)
