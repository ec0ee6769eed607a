"""Whether a statement as printed fails at a witness, walked through by arithmetic that is not the search's.

Fractions where they suffice, else 60 digits, or ten times as many where 60 do not show a failure. A statement
on finite probability spaces is evaluated in the model that the witness describes, one on all functions that
obey axioms for the function that it writes down; a derivative, an extremum, an integral or a sum from its
definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

import mpmath
import sympy as sp

from verify.independent_check.arithmetic import (
    DIGITS,
    Number,
    Point,
    UndefinedAtPointError,
    UnknownAtPointError,
    truth,
    value,
)
from verify.independent_check.random_check import AT_ONE_POINT, KINDS
from verify.independent_check.sampling import statements
from verify.independent_check.written_function import obeys_axioms, with_formulas


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


def confirm_witness(
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
        By name: a model has `f[1,2]` and `size(z)`, a function `psi(x, y)`.

    Examples
    --------
    >>> from sympy.abc import a
    >>> [str(confirm_witness(a > 1, (a > 0,), {a: sp.Integer(n)})[0]) for n in (1, 2)]
    ['the hypotheses hold and the statement fails', 'a hypothesis fails, or the statement holds']
    """
    given, more = tuple(domain), isinstance(statement, sp.Basic) or hasattr(statement, "goal")
    for digits in (DIGITS, 10 * DIGITS) if more else (DIGITS,):
        with mpmath.workdps(digits):
            seen, why = _seen(statement, given, witness)
        if seen.counts:
            break
    return seen, why


def _seen(
    statement: object, domain: tuple[sp.Basic, ...], witness: Mapping[sp.Symbol, sp.Expr]
) -> tuple[Confirmation, str]:
    written = {str(f(*f.arguments)): f for f in getattr(statement, "functions", ())}
    formulas = {written[s.name].name: formula for s, formula in witness.items() if s.name in written}
    try:
        at = {s: value(number, {}) for s, number in witness.items() if s.name not in written}
        if hasattr(statement, "setting") and hasattr(statement, "goal"):
            return _in_model(statement, domain, at, formulas)
    except (UndefinedAtPointError, UnknownAtPointError) as error:
        return Confirmation.UNSEEN, str(error)
    return _at_point(statement, domain, at)


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
    statement: Any, domain: tuple[sp.Basic, ...], at: Point, formulas: Mapping[str, sp.Expr]
) -> tuple[Confirmation, str]:
    """All hypotheses hold for all values of their indices, and the goal fails for some."""
    setting, named = statement.setting, {symbol.name: number for symbol, number in at.items()}
    try:
        sizes = {index: int(named[f"size({index})"]) for index in setting.indices}
    except KeyError as error:
        return Confirmation.UNSEEN, f"no {error.args[0]}"
    point = {sp.Symbol(name): number for name, number in named.items()}
    events = [n for e in setting.events for s, n in named.items() if s.startswith(f"{e}[")]
    if any(number not in (0, 1) for number in events):
        return Confirmation.CONTRADICTED, "an event is neither 0 nor 1"
    functions = {f.name: f for f in getattr(statement, "functions", ())}
    for name, formula in formulas.items():
        if not obeys_axioms(functions[name], formula, point):
            return Confirmation.CONTRADICTED, f"{formula} breaks an axiom of {name}"
    written = {name: f.definition for name, f in functions.items() if hasattr(f, "definition")} | {**formulas}

    def in_cells(part: sp.Basic) -> list[sp.Basic]:
        return [with_formulas(cell, functions, written) for cell in statements(part, setting, sizes)]

    for fact in (*setting.facts(domain, (statement.goal,)), *getattr(statement, "given", ())):
        answers = [_truth(part, named) for part in in_cells(fact)]
        if False in answers:
            return Confirmation.CONTRADICTED, f"{fact} fails there"
        if None in answers:
            return Confirmation.UNSEEN, f"whether {fact}"
    said = [_truth(part, named) for part in in_cells(statement.goal)]
    if False in said:
        return Confirmation.CONFIRMED, ""
    if None in said:
        return Confirmation.UNSEEN, f"whether {statement.goal}"
    return Confirmation.CONTRADICTED, "the goal holds there"


def _truth(part: sp.Basic, named: Mapping[str, Number]) -> bool | None:
    """Of a comparison whose symbols may declare more than their name; it stays as it is, unevaluated."""
    return truth(part, {s: named[s.name] for s in part.free_symbols if s.name in named})


def _parts(domain: Iterable[sp.Basic]) -> list[sp.Basic]:
    return [p for h in domain for p in (h.args if isinstance(h, sp.And) else (h,)) if p != sp.true]
