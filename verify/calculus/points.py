"""Numbers and points in statements of calculus: certified signs, and values put for symbols."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import sympy as sp
from flint import arb, ctx

from verify.ball import ball_of
from verify.language.case_functions import NOT_REAL
from verify.language.special_functions import by_recurrences

Relational = sp.core.relational.Relational

_BITS = 512


def at_point(condition: sp.Basic, values: Mapping[sp.Symbol, sp.Expr]) -> sp.Basic:
    """The condition with values put for symbols, its comparisons left as they are.

    SymPy would evaluate `1/x > 0` by what it assumes of a symbol; here only the prover decides.

    Examples
    --------
    >>> from sympy.abc import x
    >>> at_point(sp.Or(x > 0, x < -1), {x: sp.Integer(2)})
    (2 > 0) | (2 < -1)
    """
    return _at_point(condition, _pairs(values))


@lru_cache(maxsize=1 << 10)
def _at_point(condition: sp.Basic, values: tuple[tuple[sp.Symbol, sp.Expr], ...]) -> sp.Basic:
    """The same; trials of hypotheses ask it of a statement again and again."""
    comparisons = {
        c: c.func(*(value_there(side, dict(values)) for side in c.args), evaluate=False)
        for c in condition.atoms(Relational)
    }
    return condition.xreplace(comparisons)


def value_there(expression: sp.Expr, values: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    """The expression with values put for symbols, all at once, as SymPy evaluates it.

    Examples
    --------
    >>> from sympy.abc import x, y
    >>> value_there(x / y, {x: y, y: x})
    y/x
    """
    return _value_there(expression, _pairs(values))


def _pairs(values: Mapping[sp.Symbol, sp.Expr]) -> tuple[tuple[sp.Symbol, sp.Expr], ...]:
    """In their order, numbers as SymPy's: Python's 1 and 1.0 would be told to be the same."""
    return tuple((symbol, sp.sympify(value, strict=True)) for symbol, value in values.items())


@lru_cache(maxsize=1 << 10)
def _value_there(expression: sp.Expr, values: tuple[tuple[sp.Symbol, sp.Expr], ...]) -> sp.Expr:
    return expression.subs(dict(values), simultaneous=True)


def others_called(symbols: Iterable[sp.Symbol], taken: Iterable[sp.Basic]) -> dict[sp.Symbol, sp.Symbol]:
    """For each symbol another real one of its name, the same each time, unless it is taken already.

    A statement in the same symbols is the same statement: what is known of it is found again.

    Examples
    --------
    >>> from sympy.abc import x
    >>> other = others_called([x], [x])[x]
    >>> other, other == x, others_called([x], [x])[x] == other, others_called([x], [other])[x] == other
    (_x, False, True, False)
    """
    used = frozenset[sp.Basic](taken)
    others = ((s, _other(s)) for s in symbols)
    return {s: sp.Dummy(s.name, real=True) if other in used else other for s, other in others}


@lru_cache(maxsize=1 << 8)
def _other(symbol: sp.Symbol) -> sp.Symbol:
    return sp.Dummy(symbol.name, real=True)


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
    if number.has(*NOT_REAL):
        raise ZeroDivisionError(f"not a real number: {number}")
    if number.free_symbols:
        return None
    reduced = sp.expand(sp.radsimp(number)) if number.is_algebraic else number
    if reduced.is_Rational:
        return int(sp.sign(reduced))
    elementary = by_recurrences(number).rewrite(sp.exp)
    known: dict[sp.Expr, arb] = {}
    try:
        with ctx.workprec(_BITS):
            for part in sp.postorder_traversal(elementary):
                if isinstance(part, sp.Pow) and not part.exp.is_Rational:
                    known[part] = ball_of(part.base, known) ** ball_of(part.exp, known)
            ball = ball_of(elementary, known)
    except TypeError:
        return None
    except ValueError as error:
        raise ZeroDivisionError(f"not a real number: {number}") from error
    if not ball.is_finite():
        return None
    return 1 if ball > 0 else -1 if ball < 0 else None


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
        value = getattr(statement, name)
        try:
            expression = sp.sympify(value, strict=True)
        except sp.SympifyError as error:
            raise TypeError(f"the {name} is a SymPy expression or a number, not {value!r}") from error
        if not isinstance(expression, sp.Expr):
            raise TypeError(f"the {name} is an expression, not {expression}")
        object.__setattr__(statement, name, expression)
