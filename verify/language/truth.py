"""Truth of a formula at one exact point, read off the SymPy statement itself and not off its encoding.

A comparison is false where a part of it is undefined: a quotient by 0, a root of a negative number, a
logarithm of a number that is not positive. Signs are told by fractions, or certified by balls; what they
cannot decide is unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

import sympy as sp
from flint import arb, ctx, fmpq
from sympy.core.relational import Relational

from verify.ball import ball_of
from verify.enclosure import UncertifiedError, sign
from verify.errors import VerifyError
from verify.language.case_functions import extreme
from verify.language.note import Formula, Note
from verify.language.rational_value import Values, rational_point, rational_value
from verify.language.relations import HOLDS, sign_of
from verify.language.special_functions import by_recurrences

BITS = 1024
"""Precision at which the sign of a number is given up."""


class UndefinedValueError(VerifyError, ArithmeticError):
    """An expression has no real value at the point."""


class UnknownValueError(VerifyError, ArithmeticError):
    """A sign could not be decided, or a part is of a kind that is not evaluated here."""


def holds_at(formula: sp.Basic, point: Mapping[sp.Symbol, sp.Expr]) -> bool | None:
    """Whether a formula holds at a point; None where that could not be decided.

    Parameters
    ----------
    formula : Boolean
        Comparisons and their combinations.
    point : mapping of Symbol to Expr
        Exact real numbers, one for each symbol that occurs.

    Examples
    --------
    >>> from sympy.abc import a
    >>> holds_at(1 / a > 0, {a: sp.Integer(0)}), holds_at(a**2 > sp.sqrt(2), {a: sp.Rational(6, 5)})
    (False, True)
    """
    if isinstance(formula, Relational):
        return _compared(formula, point)
    if formula in (sp.true, sp.false):
        return bool(formula)
    parts = [holds_at(part, point) for part in formula.args]
    if isinstance(formula, sp.And):
        return False if False in parts else None if None in parts else True
    if isinstance(formula, sp.Or):
        return True if True in parts else None if None in parts else False
    if isinstance(formula, sp.Not):
        return None if parts[0] is None else not parts[0]
    if isinstance(formula, sp.Implies):
        premise, conclusion = parts
        return True if premise is False or conclusion is True else None if None in parts else False
    if isinstance(formula, sp.Equivalent):
        return None if None in parts else len(set(parts)) == 1
    return None


def value_at(expression: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    """The exact value of an expression at a point.

    Raises
    ------
    UndefinedValueError
        If it has no real value there.
    UnknownValueError
        If that cannot be decided.

    Examples
    --------
    >>> from sympy.abc import a
    >>> value_at(sp.sqrt(a) / a, {a: sp.Integer(4)})
    1/2
    """
    if expression in point:
        return point[expression]
    if isinstance(expression, sp.Piecewise):
        for value, condition in expression.args:
            applies = holds_at(condition, point)
            if applies is None:
                raise UnknownValueError(Note("whether ", condition))
            if applies:
                return value_at(value, point)
        raise UndefinedValueError(Note("no case of ", expression, " applies"))
    if expression in _NOT_REAL:
        raise UndefinedValueError(Note("not a real number: ", expression))
    if expression.is_Rational or expression in (sp.E, sp.pi) or isinstance(expression, sp.CRootOf):
        return expression
    if isinstance(expression, _HYPERBOLIC):
        return value_at(expression.rewrite(sp.exp), point)
    if not isinstance(expression, _EVALUATED):
        raise UnknownValueError(Note("the value of ", expression))
    values = [value_at(part, point) for part in expression.args]
    if isinstance(expression, (sp.log, sp.besselk)) and _sign(values[-1]) <= 0:
        raise UndefinedValueError(Note(expression.func(*values, evaluate=False)))
    if isinstance(expression, sp.gamma) and values[0].is_integer and _sign(values[0]) <= 0:
        raise UndefinedValueError(Note(sp.gamma(values[0], evaluate=False)))
    if isinstance(expression, sp.besselk):
        return by_recurrences(sp.besselk(*values))
    if isinstance(expression, sp.Pow):
        base, exponent = values
        # A power with a rational exponent is a root; with another exponent it is exp(exponent * log(base)).
        lowest = 0 if exponent.is_Rational and exponent > 0 else 1
        if not exponent.is_Integer and _sign(base) < lowest:
            raise UndefinedValueError(_power(base, exponent))
        if exponent.is_Integer and exponent < 0 and _sign(base) == 0:
            raise UndefinedValueError(_power(base, exponent))
    if isinstance(expression, sp.sign):
        return sp.Integer(_sign(values[0]))
    if isinstance(expression, (sp.Max, sp.Min)):
        return extreme(expression, values, _sign)
    return expression.func(*values)


def _compared(comparison: Relational, point: Mapping[sp.Symbol, sp.Expr]) -> bool | None:
    fractions = rational_point(point)
    one, other = (rational_value(side, fractions) for side in comparison.args)
    if one is not None and other is not None:
        return bool(HOLDS[sign_of(comparison)](one - other, 0))
    if fractions is not None and (clear := _clear_sign(comparison, fractions)):
        return bool(HOLDS[sign_of(comparison)](clear, 0))
    try:
        left, right = (value_at(side, point) for side in comparison.args)
        difference = _sign(left - right)
    except UndefinedValueError:
        return False
    except UnknownValueError:
        return None
    return bool(HOLDS[sign_of(comparison)](difference, 0))


def _clear_sign(comparison: Relational, point: Values) -> int:
    """The sign of the difference of the sides, where few bits tell it, and no part is undefined; else 0."""
    with ctx.workprec(_FEW_BITS):
        balls: dict[sp.Expr, arb] = {s: arb(fmpq(v.numerator, v.denominator)) for s, v in point.items()}
        try:
            for choice in sorted(comparison.atoms(sp.Max, sp.Min), key=sp.count_ops):  # inner ones first
                first, *others = (ball_of(part, balls) for part in choice.args)
                balls[choice] = reduce(arb.max if isinstance(choice, sp.Max) else arb.min, others, first)
            left, right = (ball_of(side, balls) for side in comparison.args)
        except (TypeError, ValueError, OverflowError):
            return 0  # what is wrong is said where it is evaluated
        told = all(abs(ball) < _LARGE and not isinstance(part, sp.hyper) for part, ball in balls.items())
        return int(left > right) - int(left < right) if told else 0


_FEW_BITS = 64
_LARGE = arb(2) ** 1000  # what has no value is not smaller

_NOT_REAL = (sp.nan, sp.zoo, sp.I)

_EVALUATED = (sp.Add, sp.Mul, sp.Pow, sp.exp, sp.log, sp.Abs, sp.Max, sp.Min, sp.sign, sp.besselk, sp.gamma)
"""What has a value where its arguments have, or none by what is asked of these."""

_HYPERBOLIC = (sp.sinh, sp.cosh, sp.tanh, sp.coth)


def _sign(number: sp.Expr) -> int:
    if number.is_Rational:
        return int(sp.sign(number))
    try:
        return sign(number, BITS)
    except (UncertifiedError, TypeError, ValueError, OverflowError) as error:
        raise UnknownValueError(Note("the sign of ", number, ": ", error)) from error


def _power(base: sp.Expr, exponent: sp.Expr) -> Note:
    """A power as written."""
    return Note(Formula(f"({base})**({exponent})", sp.Pow(base, exponent, evaluate=False)))
