"""That hypotheses allow infinite index sets: without this, a statement is about finite ones alone.

Split one element of an index set into infinitely many, which take the weights 1/2, 1/4, ... of it: some
families are multiplied by the weight there, the others keep their value. A sum over the set, each of whose
terms is linear in the weight, stays as it is. A comparison at the split element has both sides multiplied by
the same power of the weight. So the hypotheses hold in the infinite model if they hold in one with an
element.
`Total(1, z) > 0` and `w >= t > 0` with a sum of w are not of this kind: they make the set finite.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

import sympy as sp
from sympy.core.relational import Relational

from verify.errors import VerifyError
from verify.evidence import Evidence, Grade, Outcome, sufficient
from verify.language.note import Note, joined
from verify.probability.weighted_sum import Quotient, Setting, Total


class _NotHomogeneousError(VerifyError):
    """An expression is not multiplied by a power of the weight."""


def allows_infinite_sets(setting: Setting, facts: Iterable[sp.Basic], model: Evidence) -> Evidence:
    """Evidence that the hypotheses hold in some model whose index sets are all infinite.

    Parameters
    ----------
    setting : Setting
        The families.
    facts : iterable of Boolean
        What the model must satisfy.
    model : Evidence
        That some finite model does, with the model as its witness.

    Examples
    --------
    >>> from sympy.abc import t, w, z
    >>> from verify.probability.refutation import has_model
    >>> law, even = (w >= 0, sp.Eq(Total(w, z), 1)), (w >= t, t > 0)
    >>> setting = Setting({w: (z,)}, law)
    >>> [allows_infinite_sets(setting, f, has_model(setting, f)).proved for f in (law, (*law, *even))]
    [True, False]
    """
    given = tuple(facts)
    statement = Note("the hypotheses allow infinite index sets")
    parts = [model, *(_splits(setting, given, index, model) for index in setting.indices)]
    return sufficient(statement, parts, "elements split into infinitely many")


def _splits(setting: Setting, facts: tuple[sp.Basic, ...], index: sp.Symbol, model: Evidence) -> Evidence:
    statement = Note("an element of the set of ", index, " can be split")
    size = (model.witness or {}).get(sp.Symbol(f"size({index})"), sp.Integer(0))
    if not size.is_positive:
        return Evidence(statement, Outcome.OPEN, None, "the model at hand has no element there")
    for scaled in _choices(setting, index):
        if all(_keeps(setting, fact, index, scaled) for fact in facts):
            method = Note("in proportion: ", joined(", ", sorted(scaled, key=str))) if scaled else "copied"
            return Evidence(statement, Outcome.PROVED, Grade.EXACT, str(method))
    return Evidence(statement, Outcome.OPEN, None, "the hypotheses may allow finite sets only")


def _choices(setting: Setting, index: sp.Symbol) -> Iterator[frozenset[sp.Symbol]]:
    """Sets of families that vary with the index, small ones first; events are 0 or 1 and keep their value."""
    varying = [f for f, indices in setting.families.items() if index in indices and f not in setting.events]
    for size in range(len(varying) + 1):
        yield from map(frozenset, combinations(varying, size))


def _keeps(setting: Setting, fact: sp.Basic, index: sp.Symbol, scaled: frozenset[sp.Symbol]) -> bool:
    """Whether a statement is as true at a split element as before."""
    if isinstance(fact, (sp.And, sp.Or)):
        return all(_keeps(setting, part, index, scaled) for part in fact.args)
    if not isinstance(fact, Relational):
        return fact in (sp.true, sp.false)
    try:
        _same(_degree(side, index, scaled) for side in fact.args if side != 0)
    except _NotHomogeneousError:
        return False
    return True


def _degree(expression: sp.Expr, index: sp.Symbol, scaled: frozenset[sp.Symbol]) -> int:
    """The power of the weight by which an expression is multiplied at a split element."""
    if isinstance(expression, Total):
        within = _degree(expression.summand, index, scaled)
        if index not in expression.indices:
            return within
        if within != 1 and expression.summand != 0:
            raise _NotHomogeneousError
        return 0
    if not expression.args:
        return int(expression in scaled)
    degrees = [_degree(part, index, scaled) for part in expression.args if part != 0]
    match expression:
        case sp.Mul():
            return sum(degrees)
        case sp.Pow() if expression.exp.is_Integer:
            return _degree(expression.base, index, scaled) * int(expression.exp)
        case Quotient():
            above, below = (_degree(part, index, scaled) for part in expression.args)
            return above - below
        case sp.Add() | sp.Max() | sp.Min() | sp.Abs():
            return _same(degrees)
    if set(degrees) == {0}:
        return 0
    raise _NotHomogeneousError


def _same(degrees: Iterable[int]) -> int:
    found = set(degrees)
    if len(found) > 1:
        raise _NotHomogeneousError
    return found.pop() if found else 0
