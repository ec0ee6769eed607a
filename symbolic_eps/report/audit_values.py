"""The numbers at a witness: its coordinates as exact numbers, and both sides of a comparison."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from verify.enclosure import UncertifiedError, enclose
from verify.language.truth import UndefinedValueError, UnknownValueError, holds_at, value_at
from verify.probability.model import Model, UndefinedError
from verify.probability.weighted_sum import Setting

LONGEST_EXACT = 40
DIGITS = 12
UNDEFINED = "undefined"


@dataclass(frozen=True)
class Sides:
    """The two sides of a comparison where it fails.

    Parameters
    ----------
    comparison : Relational
        As printed.
    left, right : str
        Their values: exact where short, else a decimal with `...`; or that there is none.
    """

    comparison: sp.Basic
    left: str
    right: str

    @property
    def text(self) -> str:
        """Both values."""
        return f"left {self.left}, right {self.right}"


def sides_at(comparison: sp.Basic, point: Mapping[sp.Symbol, sp.Expr]) -> Sides | None:
    """Both sides of a comparison at a point at which it fails; None where it holds or is not decided."""
    if not comparison.free_symbols <= set(point) or holds_at(comparison, point) is not False:
        return None
    left, right = (value_text(side, point) for side in comparison.args)
    return Sides(comparison, left, right)


def sides_in(goal: sp.Basic, setting: Setting, witness: Mapping[str, str]) -> Iterator[Sides]:
    """Both sides of each comparison that fails in a finite model, where it first does.

    Parameters
    ----------
    goal : Boolean
        A comparison, or some joined by `And`.
    setting : Setting
        The families.
    witness : mapping of str to str
        The model as a record has it: `f[1,2]`, `size(y)`, and numbers.

    Examples
    --------
    >>> from sympy.abc import w, z
    >>> from verify.probability.weighted_sum import Total
    >>> setting = Setting({w: (z,)})
    >>> [s.text for s in sides_in(1 / Total(w, z) >= 1, setting, {"size(z)": "1", "w[1]": "0"})]
    ['left undefined, right 1']
    """
    model = _model(goal, setting, witness)
    for part in goal.args if isinstance(goal, sp.And) else (goal,):
        place = model.failure(part) if isinstance(part, Relational) else None
        if place is not None:
            left, right = (_value_in(model, side, place) for side in part.args)
            yield Sides(part, left, right)


def _model(goal: sp.Basic, setting: Setting, witness: Mapping[str, str]) -> Model:
    """The model that a record shows."""
    symbols = {s.name: s for s in goal.free_symbols.union(setting.families)}
    sizes, values = {}, {}
    for name, text in witness.items():
        number = exact_number(text)
        if number is None or not number.is_Rational:
            raise ValueError(f"not a rational number: {name} = {text}")
        if size := re.fullmatch(r"size\((\w+)\)", name):
            sizes[next(i for i in setting.indices if i.name == size[1])] = int(number)
        else:
            stem, _, place = name.rstrip("]").partition("[")
            symbol = symbols.get(stem) or sp.Symbol(stem, real=True)
            indices = tuple(map(int, place.split(","))) if place else ()
            values[symbol, indices] = Fraction(int(number.p), int(number.q))
    return Model(setting, sizes, values)


def _value_in(model: Model, side: sp.Expr, place: Mapping[sp.Symbol, int]) -> str:
    try:
        return str(model.value(side, place))
    except UndefinedError:
        return UNDEFINED


def value_text(expression: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> str:
    """The value at a point: exact where that is short, else its first decimals with `...`.

    Examples
    --------
    >>> from sympy.abc import a
    >>> value_text(1 / a, {a: sp.Integer(3)}), value_text(sp.log(a), {a: sp.Integer(-1)})
    ('1/3', 'undefined')
    >>> value_text(sp.log(a), {a: sp.Integer(2)})
    'log(2) = 0.693147180559...'
    """
    try:
        value = value_at(expression, point)
    except UndefinedValueError:
        return UNDEFINED
    except UnknownValueError as error:
        return f"not evaluated ({error})"
    exact = str(value)
    if value.is_Rational:
        return exact if len(exact) <= LONGEST_EXACT else _decimal(value)
    return f"{exact} = {_decimal(value)}" if len(exact) <= LONGEST_EXACT else _decimal(value)


def _decimal(value: sp.Expr) -> str:
    try:
        return f"{enclose(value).decimal_lower(DIGITS)}..."
    except (UncertifiedError, TypeError, ValueError):
        return "a number that was not evaluated"


_OPERATORS: dict[type[ast.operator], Any] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.Pow: lambda a, b: a**b,
}
_FUNCTIONS = {"sqrt": sp.sqrt, "log": sp.log, "exp": sp.exp}


def exact_number(text: str) -> sp.Expr | None:
    """The number that a witness shows; None where the text is no such number.

    Examples
    --------
    >>> exact_number("-3/4"), exact_number("sqrt(2)/2"), exact_number("w(1)")
    (-3/4, sqrt(2)/2, None)
    """
    try:
        number = _number(ast.parse(text.strip(), mode="eval").body)
        return number if number.is_real else None
    except (SyntaxError, ValueError, ZeroDivisionError):
        return None


def _number(node: ast.expr) -> sp.Expr:
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            return sp.Integer(value)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_number(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_number(left), _number(right))
        case ast.Call(func=ast.Name(id=name), args=[argument]) if name in _FUNCTIONS:
            return _FUNCTIONS[name](_number(argument))
        case ast.Name(id="E"):
            return sp.E
    raise ValueError(f"not a number: {ast.unparse(node)}")
