"""The numbers at a witness: its coordinates as exact numbers, and both sides of a comparison."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp
from sympy.core.relational import Relational

from verify.enclosure import UncertifiedError, enclose
from verify.language.note import Formula, Note
from verify.language.truth import UndefinedValueError, UnknownValueError, holds_at, value_at
from verify.probability.model import Model, UndefinedError
from verify.probability.weighted_sum import Setting

LONGEST_EXACT = 40
DIGITS = 12
UNDEFINED = Note("undefined")


@dataclass(frozen=True)
class Sides:
    """The two sides of a comparison where it fails.

    Parameters
    ----------
    comparison : Relational
        As printed.
    left, right : Note
        Their values: exact where short, else a decimal with `...`; or that there is none.
    """

    comparison: sp.Basic
    left: Note
    right: Note

    @property
    def note(self) -> Note:
        """Both values."""
        return Note("left ", self.left, ", right ", self.right)


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
    >>> model = {"size(z)": Note(sp.Integer(1)), "w[1]": Note(sp.Integer(0))}
    >>> [side.note for side in sides_in(1 / Total(w, z) >= 1, setting, model)]
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
    for name, value in witness.items():
        number = witness_value(value)
        if number is None or not number.is_Rational:
            raise ValueError(f"not a rational number: {name} = {value}")
        if size := re.fullmatch(r"size\((\w+)\)", name):
            sizes[next(i for i in setting.indices if i.name == size[1])] = int(number)
        else:
            stem, _, place = name.rstrip("]").partition("[")
            symbol = symbols.get(stem) or sp.Symbol(stem, real=True)
            indices = tuple(map(int, place.split(","))) if place else ()
            values[symbol, indices] = Fraction(int(number.p), int(number.q))
    return Model(setting, sizes, values)


def _value_in(model: Model, side: sp.Expr, place: Mapping[sp.Symbol, int]) -> Note:
    try:
        return Note(sp.Rational(model.value(side, place)))
    except UndefinedError:
        return UNDEFINED


def value_text(expression: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> Note:
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
        return Note("not evaluated (", error, ")")
    exact = Note(value)
    if len(exact) > LONGEST_EXACT:
        return _decimal(value)
    return exact if value.is_Rational else Note(exact, " = ", _decimal(value))


def _decimal(value: sp.Expr) -> Note:
    try:
        return Note(f"{enclose(value).decimal_lower(DIGITS)}...")
    except (UncertifiedError, TypeError, ValueError):
        return Note("a number that was not evaluated")


def witness_value(value: str) -> sp.Expr | None:
    """The real number that a coordinate of a witness is noted as; None where it is none.

    Examples
    --------
    >>> witness_value(Note(sp.sqrt(2) / 2)), witness_value(Note(sp.Symbol("w"))), witness_value("1/2")
    (sqrt(2)/2, None, None)
    """
    runs = Note(value).runs
    number = runs[0].expression if len(runs) == 1 and isinstance(runs[0], Formula) else None
    return number if isinstance(number, sp.Expr) and number.is_number and number.is_real else None
