"""Expressions as JavaScript, for curves: plain floating-point arithmetic, with no promise on last digits."""

from __future__ import annotations

from collections.abc import Iterable

import sympy as sp
from sympy.logic.boolalg import Boolean

from symbolic_eps.errors import InputError
from verify.language.condition import Condition

_FUNCTIONS = {
    sp.Max: "Math.max",
    sp.Min: "Math.min",
    sp.Pow: "Math.pow",
    sp.exp: "Math.exp",
    sp.log: "Math.log",
}
_BETWEEN = {sp.Add: "+", sp.Mul: "*", sp.And: "&&", sp.Or: "||"}


def scripted(expression: sp.Basic) -> str:
    """An expression or a condition of SymPy, with brackets around all parts; the symbol a is `v.a`.

    Parameters
    ----------
    expression : sympy.Expr or Boolean

    Raises
    ------
    symbolic_eps.errors.InputError
        It holds a function that profiles do not have.

    Examples
    --------
    >>> from sympy.abc import a, p, q
    >>> scripted(sp.Max(3, a / (p * q)))
    'Math.max(3, (v.a * Math.pow(v.p, -1) * Math.pow(v.q, -1)))'
    """
    match expression:
        case sp.Symbol():
            return f"v.{expression.name}"
        case sp.Integer():
            return str(expression) if expression >= 0 else f"({expression})"
        case sp.Rational():
            return f"({expression.p} / {expression.q})"
        case sp.core.numbers.Infinity():
            return "Infinity"
        case sp.Piecewise():
            return _piecewise(expression)
        case sp.Not():
            return f"!{scripted(expression.args[0])}"
        case sp.core.relational.Relational():
            sign = {"==": "===", "!=": "!=="}.get(expression.rel_op, expression.rel_op)
            return f"({scripted(expression.lhs)} {sign} {scripted(expression.rhs)})"
    if expression in (sp.true, sp.false):
        return str(expression).lower()
    return _applied(expression)


def _applied(expression: sp.Basic) -> str:
    parts = ", ".join("-1" if part == -1 else scripted(part) for part in expression.args)
    for kind, sign in _BETWEEN.items():
        if isinstance(expression, kind):
            return "(" + f" {sign} ".join(scripted(part) for part in expression.args) + ")"
    for kind, name in _FUNCTIONS.items():
        if isinstance(expression, kind):
            return f"{name}({parts})"
    raise InputError(
        f"{expression} cannot be drawn: it holds {type(expression).__name__}; write it with + - * / **, max, "
        "min, piecewise, exp and log"
    )


def _piecewise(expression: sp.Piecewise) -> str:
    text = "NaN"
    for value, condition in reversed(expression.args):
        text = (
            scripted(value)
            if condition == sp.true
            else f"({scripted(condition)} ? {scripted(value)} : {text})"
        )
    return text


def scripted_conditions(conditions: Iterable[Condition | Boolean]) -> str:
    """All of the conditions.

    Examples
    --------
    >>> from sympy.abc import p
    >>> from verify.language.condition import positive
    >>> scripted_conditions([positive(p)]), scripted_conditions([])
    ('(v.p > 0)', 'true')
    """
    return (
        " && ".join(scripted(c.relational if isinstance(c, Condition) else c) for c in conditions) or "true"
    )
