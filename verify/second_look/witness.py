"""Whether a statement as printed fails at a witness, walked through by arithmetic that is not the search's.

Fractions where they suffice, else 60 digits. A statement on finite probability spaces is evaluated in the
model that the witness describes; a derivative, an extremum, an integral or a sum from its definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

import mpmath
import sympy as sp

from verify.functions.unspecified import UnspecifiedFunction, Value, rewritten
from verify.second_look.arithmetic import (
    DIGITS,
    Point,
    UndefinedAtPointError,
    UnknownAtPointError,
    truth,
    value,
)
from verify.second_look.drawing import statements
from verify.second_look.random_points import AT_ONE_POINT, KINDS


class Confirmation(StrEnum):
    """What is seen at a witness."""

    CONFIRMED = "the hypotheses hold and the statement fails"
    ON_THE_DOMAIN = "the hypotheses hold; the failure itself is not computed"
    CONTRADICTED = "a hypothesis fails, or the statement holds"
    UNSEEN = "cannot be evaluated"

    @property
    def counts(self) -> bool:
        """Whether a witness may be shown."""
        return self in (Confirmation.CONFIRMED, Confirmation.ON_THE_DOMAIN)


def second_opinion(
    statement: object, domain: Iterable[sp.Basic], witness: Mapping[sp.Symbol, sp.Expr]
) -> tuple[Confirmation, str]:
    """What is seen at a witness, and where it is not confirmed, why.

    Parameters
    ----------
    statement : Boolean or Statement
        As printed.
    domain : iterable of Boolean
        Its hypotheses.
    witness : mapping of Symbol to Expr
        By name: a model has `f[1,2]` and `size(z)`.

    Examples
    --------
    >>> from sympy.abc import a
    >>> [str(second_opinion(a > 1, (a > 0,), {a: sp.Integer(n)})[0]) for n in (1, 2)]
    ['the hypotheses hold and the statement fails', 'a hypothesis fails, or the statement holds']
    """
    with mpmath.workdps(DIGITS):
        functions = {f: sp.Symbol(str(f(*f.arguments))) for f in getattr(statement, "functions", ())}
        formulas = {f: witness.get(name, getattr(f, "definition", None)) for f, name in functions.items()}
        formulas = {f: formula for f, formula in formulas.items() if formula is not None}
        numbers = {symbol: number for symbol, number in witness.items() if symbol not in functions.values()}
        try:
            at = {symbol: value(number, {}) for symbol, number in numbers.items()}
        except (UndefinedAtPointError, UnknownAtPointError) as error:
            return Confirmation.UNSEEN, str(error)
        if hasattr(statement, "setting") and hasattr(statement, "goal"):
            return _in_model(statement, tuple(domain), at, formulas)
        return _at_point(statement, tuple(domain), at)


def _at_point(statement: Any, domain: tuple[sp.Basic, ...], at: Point) -> tuple[Confirmation, str]:
    """Numbers; what neither the domain nor the statement depends on may be left out of the witness."""
    bound = {*getattr(statement, "over", ())} - set(at)
    given = [h for h in _parts(domain) if not h.free_symbols & bound]
    named = {symbol.name: number for symbol, number in at.items()}
    symbols = frozenset[sp.Symbol]().union(
        *(h.free_symbols for h in given), getattr(statement, "free_symbols", ())
    )
    if any(s.name not in named for h in given for s in h.free_symbols):
        missing = next(s for h in given for s in h.free_symbols if s.name not in named)
        return Confirmation.UNSEEN, f"no value for {missing}"
    point = {s: named[s.name] for s in symbols if s.name in named}
    inside = [truth(h, point) for h in given]
    if False in inside:
        return Confirmation.CONTRADICTED, f"{given[inside.index(False)]} fails there"
    if None in inside:
        return Confirmation.UNSEEN, f"whether {given[inside.index(None)]}"
    if isinstance(statement, sp.Basic):
        holds = truth(statement, point)
    elif type(statement) not in KINDS or bound:
        return Confirmation.ON_THE_DOMAIN, ""
    else:
        holds = _kind_holds(statement, domain, point)
        if holds is None or (holds and not isinstance(statement, AT_ONE_POINT)):
            return Confirmation.ON_THE_DOMAIN, ""
    if holds is None:
        return Confirmation.UNSEEN, f"whether {statement}"
    return (Confirmation.CONTRADICTED, "the statement holds there") if holds else (Confirmation.CONFIRMED, "")


def _kind_holds(statement: Any, domain: tuple[sp.Basic, ...], at: Point) -> bool | None:
    try:
        return KINDS[type(statement)](statement, domain, at)
    except UndefinedAtPointError:
        return False
    except (UnknownAtPointError, ArithmeticError, ValueError, KeyError):
        return None


def _in_model(
    statement: Any,
    domain: tuple[sp.Basic, ...],
    at: Point,
    formulas: Mapping[UnspecifiedFunction, sp.Expr],
) -> tuple[Confirmation, str]:
    """All hypotheses hold for all values of their indices, and the goal fails for some."""
    setting, named = statement.setting, {symbol.name: number for symbol, number in at.items()}
    goal, given = statement.goal, getattr(statement, "given", ())
    try:
        sizes = {index: int(named[f"size({index})"]) for index in setting.indices}
    except KeyError as error:
        return Confirmation.UNSEEN, f"no {error.args[0]}"
    point = {sp.Symbol(name): number for name, number in named.items()}

    def in_cells(part: sp.Basic) -> list[sp.Basic]:
        return [_by_formulas(ground, formulas) for ground in statements(part, setting, sizes)]

    events = [n for e in setting.events for s, n in named.items() if s.startswith(f"{e}[")]
    if any(number not in (0, 1) for number in events):
        return Confirmation.CONTRADICTED, "an event is neither 0 nor 1"
    for fact in (*setting.facts(domain, (goal,)), *given):
        answers = [truth(_named(part), point) for part in in_cells(fact)]
        if False in answers:
            return Confirmation.CONTRADICTED, f"{fact} fails there"
        if None in answers:
            return Confirmation.UNSEEN, f"whether {fact}"
    said = [truth(_named(part), point) for part in in_cells(goal)]
    if False in said:
        return Confirmation.CONFIRMED, ""
    return (Confirmation.UNSEEN if None in said else Confirmation.CONTRADICTED), "the goal holds there"


def _by_formulas(part: sp.Basic, formulas: Mapping[UnspecifiedFunction, sp.Expr]) -> sp.Basic:
    """With a formula in place of each function that the witness names."""
    known = {f.name: (f.arguments, formula) for f, formula in formulas.items()}

    def written(value: Value) -> sp.Expr:
        if value.name not in known:
            return value
        arguments, formula = known[value.name]
        return formula.xreplace(dict(zip(arguments, value.point, strict=True)))

    return rewritten(part, written)


def _named(formula: sp.Basic) -> sp.Basic:
    """In symbols that carry a name alone."""
    plain = {s: sp.Symbol(s.name) for s in formula.free_symbols if s != sp.Symbol(s.name)}
    return formula.xreplace(plain) if plain else formula


def _parts(domain: Iterable[sp.Basic]) -> list[sp.Basic]:
    return [p for h in domain for p in (h.args if isinstance(h, sp.And) else (h,)) if p != sp.true]
