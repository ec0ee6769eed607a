"""The differences between a printed formula and its correction, marked in the correction."""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import fields, is_dataclass

import sympy as sp

from symbolic_eps.report.statement import CHANGED
from symbolic_eps.typesetting.layout import Changed, ChangedCondition
from verify.claims.claim import Statement


def with_changes(printed: sp.Basic | Statement, corrected: sp.Basic | Statement) -> sp.Basic | Statement:
    """The corrected form, what differs from the printed one marked.

    Parameters
    ----------
    printed, corrected : Boolean or Statement
        Of statements with the same parts, part is compared with part; others are left as they are.

    Examples
    --------
    >>> from sympy.abc import a, b, c
    >>> with_changes(sp.Eq(a, b / (1 - c)), sp.Eq(a, b / (1 + c)))
    Eq(a, b/(Changed(c) + 1))
    >>> with_changes(sp.Eq(a, b + c), sp.Eq(a, b))
    Eq(a, Changed(b))
    """
    if isinstance(printed, sp.Basic) and isinstance(corrected, sp.Basic):
        return _marked(printed, corrected)
    if not is_dataclass(corrected) or isinstance(corrected, type) or not is_dataclass(printed):
        return corrected
    names = [part.name for part in fields(corrected)]
    if names != [part.name for part in fields(printed)]:
        return corrected
    marked = copy(corrected)  # to be shown, not to be judged: what is marked need not be valid
    changed = {"kind"} if type(printed) is not type(corrected) else set()
    for name in names:
        old, new = getattr(printed, name), getattr(corrected, name)
        if old == new:
            continue
        if isinstance(old, sp.Basic) and isinstance(new, sp.Basic) and not new.is_Symbol:
            object.__setattr__(marked, name, _marked(old, new))
        else:
            changed.add(name)
    object.__setattr__(marked, CHANGED, frozenset(changed))
    return marked


def _marked(printed: sp.Basic, corrected: sp.Basic) -> sp.Basic:
    """The corrected formula with the smallest parts marked that account for the difference."""
    if printed == corrected:
        return corrected
    if printed.func != corrected.func or not printed.args:
        return _changed(corrected)
    if isinstance(corrected, (sp.Add, sp.Mul, sp.And, sp.Or)):
        marks = _among(printed.args, corrected.args)
        if corrected.is_Mul and any(mark.args[0].is_number for mark in marks if isinstance(mark, Changed)):
            marks = []  # a number goes in front of a product, a mark does not
    elif len(printed.args) == len(corrected.args):
        marks = [_marked(*pair) for pair in zip(printed.args, corrected.args, strict=True)]
    else:
        marks = []
    return rebuilt(corrected, marks) if marks else _changed(corrected)


def _among(printed: tuple[sp.Basic, ...], corrected: tuple[sp.Basic, ...]) -> list[sp.Basic]:
    """Terms or factors as corrected; none where one is left out and nothing comes instead."""
    gone = list((Counter(printed) - Counter(corrected)).elements())
    new = Counter(corrected) - Counter(printed)
    if not new:
        return []
    alone = len(gone) == 1 == new.total()
    marks = []
    for part in corrected:
        marks.append((_marked(gone[0], part) if alone else _changed(part)) if new[part] > 0 else part)
        new[part] -= 1
    return marks


def _changed(formula: sp.Basic) -> sp.Basic:
    return Changed(formula) if isinstance(formula, sp.Expr) else ChangedCondition(formula)


def rebuilt(formula: sp.Basic, parts: list[sp.Basic]) -> sp.Basic:
    """With other parts, in the order in which it was put."""
    if isinstance(formula, (sp.Add, sp.Mul)) and formula.func(*formula.args) == formula:
        return formula.func(*parts)
    try:
        return formula.func(*parts, evaluate=False)
    except TypeError:
        return formula.func(*parts)
