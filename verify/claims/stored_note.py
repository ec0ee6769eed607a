"""Notes as JSON and back: words as text, a formula as its text and its tree.

Reading evaluates nothing, neither text nor formulas. A function that is not known here comes back by its name
alone, which is what a report shows of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.functions.elementary.piecewise import ExprCondPair

from verify.language.note import Formula, Note
from verify.language.serialization import rebuilt
from verify.probability.weighted_sum import Quotient, Total

KEY = "runs"
"""What marks a note among the mappings of a document."""

_NUMBERS = {str(c): c for c in (sp.oo, -sp.oo, sp.zoo, sp.nan, sp.E, sp.pi, sp.I, sp.true, sp.false)}
_RATIONAL = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")
_COMMUTING = (sp.Add, sp.Mul, sp.Pow)
_HEADS: dict[str, type[sp.Basic]] = {
    cls.__name__: cls
    for cls in (
        *_COMMUTING,
        *(sp.exp, sp.log, sp.Abs, sp.Max, sp.Min, sp.Piecewise, ExprCondPair, sp.Tuple),
        *(sp.Derivative, Total, Quotient),
        *(sp.Eq, sp.Ne, sp.Lt, sp.Le, sp.Gt, sp.Ge),
        *(sp.And, sp.Or, sp.Not, sp.Implies, sp.Equivalent),
    )
}


def without_notes(value: Any) -> Any:
    """A document with its notes as plain data.

    Examples
    --------
    >>> from sympy.abc import a
    >>> without_notes({"note": Note("at ", a > 1)})
    {'note': {'runs': ['at ', ['a > 1', ['StrictGreaterThan', ['a'], '1']]]}}
    """
    match value:
        case Note():
            return {KEY: [r if isinstance(r, str) else [r.text, _tree(r.expression)] for r in value.runs]}
        case Mapping():
            return {key: without_notes(part) for key, part in value.items()}
        case list() | tuple():
            return [without_notes(part) for part in value]
    return value


def with_notes(value: Any) -> Any:
    """The document again, with the notes that `without_notes` took apart.

    Examples
    --------
    >>> from sympy.abc import a
    >>> share = sp.Mul(a, 1 / a, evaluate=False)
    >>> again = with_notes(without_notes([Note("at ", share)]))
    >>> again, again[0].formulas[0].args
    (['at a/a'], (a, 1/a))
    """
    match value:
        case {"runs": list(runs), **others} if not others:
            return Note(*(r if isinstance(r, str) else Formula(r[0], _formula(r[1])) for r in runs))
        case dict():
            return {key: with_notes(part) for key, part in value.items()}
        case list():
            return [with_notes(part) for part in value]
    return value


def _tree(formula: sp.Basic) -> Any:
    """A rational or constant as text, a symbol as a list of its name, all else as head and parts."""
    if isinstance(formula, sp.Symbol):
        return [str(formula)]
    if isinstance(formula, sp.Float):
        return ["Float", str(formula)]
    if not formula.args:
        return str(formula)
    return [type(formula).__name__, *map(_tree, formula.args)]


def _formula(tree: Any) -> sp.Basic:
    match tree:
        case str() if tree in _NUMBERS:
            return _NUMBERS[tree]
        case str() if _RATIONAL.fullmatch(tree):
            return sp.Rational(tree)
        case [str(name)] | str(name):
            return sp.Symbol(name)
        case ["Float", digits]:
            return sp.Float(digits, "")
    head, *parts = tree
    arguments = tuple(map(_formula, parts))
    cls = _HEADS.get(head)
    if cls is None:
        return sp.Function(head)(*arguments)
    return rebuilt(cls, arguments, _attributes(cls, arguments))


def _attributes(cls: type[sp.Basic], parts: tuple[sp.Basic, ...]) -> dict[str, Any]:
    """What SymPy keeps of a node besides its parts."""
    if cls is sp.Equivalent:
        return {"_argset": frozenset(parts)}
    return {"is_commutative": True} if cls in _COMMUTING else {}
