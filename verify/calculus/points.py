"""Elementary statements at single points: certified signs of numbers, and exact counterexamples.

A point counts as a counterexample only where interval arithmetic (or exact arithmetic) confirms it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice

import sympy as sp
from flint import arb, ctx, fmpq

from verify.language.assumptions import with_signs
from verify.language.bessel import without_bessel
from verify.language.condition import Condition, conditions_of
from verify.points.rational_search import expanded_polynomial, simple_points

SAMPLE_POINTS = 40
"""Points of the domain at which a counterexample is sought where the named problem has one."""

Relational = sp.core.relational.Relational

_BITS = 512


def counterexample(hypotheses: Iterable[sp.Basic], goal: sp.Basic) -> dict[sp.Symbol, sp.Expr] | None:
    """A rational point, confirmed by interval arithmetic, at which the hypotheses hold and the goal fails.

    None where a short search finds none, which shows nothing.

    Examples
    --------
    >>> from sympy.abc import x
    >>> counterexample([x > 0], sp.exp(x) < 2)
    {x: 1}
    """
    given = with_signs(hypotheses, goal)
    symbols = sorted(frozenset().union(*(part.free_symbols for part in (*given, goal))), key=str)
    algebraic: list[Condition] = []
    for hypothesis in given:
        try:
            algebraic += conditions_of(hypothesis)
        except TypeError:
            continue
    polynomial = [c for c in algebraic if _over_the_rationals(c.polynomial)]
    for point in islice(simple_points(polynomial, (), symbols), SAMPLE_POINTS):
        if truth(goal, point) is False and all(truth(h, point) is True for h in given):
            return {symbol: point[symbol] for symbol in symbols}
    return None


def _over_the_rationals(expression: sp.Expr) -> bool:
    try:
        expanded_polynomial(expression)
    except TypeError:
        return False
    return True


def truth(statement: sp.Basic, point: Mapping[sp.Symbol, sp.Expr]) -> bool | None:
    """Whether the statement holds at the point, by interval arithmetic; None where that does not tell.

    Examples
    --------
    >>> from sympy.abc import x
    >>> truth(sp.exp(x) > sp.pi, {x: sp.Integer(1)})
    False
    """
    if statement in (sp.true, sp.false):
        return bool(statement)
    if isinstance(statement, (sp.And, sp.Or)):
        values = [truth(part, point) for part in statement.args]
        decisive = isinstance(statement, sp.Or)
        if decisive in values:
            return decisive
        return None if None in values else not decisive
    if isinstance(statement, sp.Not):
        value = truth(statement.args[0], point)
        return None if value is None else not value
    if not isinstance(statement, Relational):
        return None
    try:
        left, right = (side.subs(point) for side in statement.args)
        for side in (left, right):
            number_sign(side)  # Raises where a side is undefined, even if the undefined parts would cancel.
        sign = number_sign(left - right)
    except ZeroDivisionError:
        return False
    if sign is None:
        return None
    return bool(statement.func(sp.Integer(sign), sp.Integer(0)))


def at_point(condition: sp.Basic, values: Mapping[sp.Symbol, sp.Expr]) -> sp.Basic:
    """The condition with values put for symbols, its comparisons left as they are.

    SymPy would evaluate `1/x > 0` by what it assumes of a symbol; here only the prover decides.

    Examples
    --------
    >>> from sympy.abc import x
    >>> at_point(sp.Or(x > 0, x < -1), {x: sp.Integer(2)})
    (2 > 0) | (2 < -1)
    """
    comparisons = {
        c: c.func(*(side.subs(values, simultaneous=True) for side in c.args), evaluate=False)
        for c in condition.atoms(Relational)
    }
    return condition.xreplace(comparisons)


def number_sign(number: sp.Expr) -> int | None:
    """The sign of a number, certified; None where interval arithmetic cannot tell.

    Raises
    ------
    ZeroDivisionError
        The expression is not a real number.

    Examples
    --------
    >>> number_sign(sp.pi - sp.Rational(22, 7)), number_sign(sp.Integer(0))
    (-1, 0)
    """
    if number.has(sp.nan, sp.zoo, sp.oo, -sp.oo, sp.I):
        raise ZeroDivisionError(f"not a real number: {number}")
    if number.is_Rational:
        return int(sp.sign(number))
    if number.free_symbols:
        return None
    reduced = sp.expand(sp.radsimp(number)) if number.is_algebraic else number
    if reduced.is_Rational:
        return int(sp.sign(reduced))
    bits, ctx.prec = ctx.prec, _BITS
    try:
        ball = _ball(without_bessel(number).rewrite(sp.exp))
    except TypeError:
        return None
    finally:
        ctx.prec = bits
    if not ball.is_finite():
        return None
    return 1 if ball > 0 else -1 if ball < 0 else None


def _ball(number: sp.Expr) -> arb:
    if number.is_Rational:
        return arb(fmpq(int(number.p), int(number.q)))
    if number is sp.pi:
        return arb.pi()
    if number is sp.E:
        return arb(1).exp()
    if isinstance(number, (sp.Add, sp.Mul)):
        total = _ball(number.args[0])
        for argument in number.args[1:]:
            total = total + _ball(argument) if isinstance(number, sp.Add) else total * _ball(argument)
        return total
    if isinstance(number, sp.exp):
        return _ball(number.args[0]).exp()
    if isinstance(number, sp.log):
        argument = _ball(number.args[0])
        if argument < 0:
            raise ZeroDivisionError(f"logarithm of a negative number: {number}")
        return argument.log()
    if isinstance(number, sp.Pow):
        base = _ball(number.base)
        if number.exp.is_Integer:
            return base ** int(number.exp)
        if base < 0:
            raise ZeroDivisionError(f"power of a negative number: {number}")
        return base ** _ball(number.exp)
    raise TypeError(f"no enclosure for {number}")


def as_expressions(statement: object, *fields: str) -> None:
    """Turn these fields of a frozen statement into SymPy expressions; for use while it is being made.

    Raises
    ------
    TypeError
        If a field is neither an expression nor a number: text is never evaluated.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> statement = SimpleNamespace(value=1)
    >>> as_expressions(statement, "value")
    >>> statement.value / 2
    1/2
    """
    for name in fields:
        given = getattr(statement, name)
        try:
            expression = sp.sympify(given, strict=True)
        except sp.SympifyError as error:
            raise TypeError(f"the {name} is a SymPy expression or a number, not {given!r}") from error
        if not isinstance(expression, sp.Expr):
            raise TypeError(f"the {name} is an expression, not {expression}")
        object.__setattr__(statement, name, expression)
