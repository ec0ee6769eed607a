"""A printed and a corrected formula side by side, without long parts that are the same in both."""

from __future__ import annotations

from copy import copy
from dataclasses import fields, is_dataclass
from hashlib import sha256

import sympy as sp
from sympy.core.relational import Relational

from symbolic_eps.report.audit.change import rebuilt, with_changes
from verify.claims.claim import Statement


class LeftOut(sp.Dummy):
    """Stands for a part that is the same in both. Two of them differ: they neither add up nor cancel."""

    def _sympystr(self, _: object) -> str:
        return str(self.name)


def _left_out(part: sp.Basic) -> sp.Basic:
    """The same dots for the same part, in both formulas, and in every run."""
    return LeftOut("...", dummy_index=int(sha256(sp.srepr(part).encode()).hexdigest(), 16))


LONGEST = 8
"""So many operations at most has a part that both have and that is shown."""

Pair = tuple[sp.Basic | Statement, sp.Basic | Statement]


def abbreviated(printed: sp.Basic | Statement, corrected: sp.Basic | Statement) -> Pair:
    """Both formulas, the change marked, and what is long and the same in both left out.

    Where nothing else would remain of a side that differs, both formulas are shown in full.

    Parameters
    ----------
    printed, corrected : Boolean or Statement
        As for `with_changes`.

    Examples
    --------
    >>> from sympy.abc import a, b, c
    >>> long = sum(b**n for n in range(9))
    >>> abbreviated(sp.Eq(a, long / (1 - c)), sp.Eq(a, long / (1 + c)))
    (Eq(a, .../(1 - c)), Eq(a, .../(Changed(c) + 1)))
    """
    common = _parts(printed) & _parts(corrected)
    marked = with_changes(printed, corrected)
    short = _shortened(printed, common), _shortened(marked, common)
    return (printed, marked) if _says_nothing(*short) else short


def _says_nothing(printed: sp.Basic | Statement, marked: sp.Basic | Statement) -> bool:
    """Whether of a side of a comparison that differs nothing is left."""
    if not (isinstance(printed, Relational) and isinstance(marked, Relational)):
        return False
    sides = zip(printed.args, marked.args, strict=True)
    return any(a != b and (_is_left_out(a) or _is_left_out(b)) for a, b in sides)


def _is_left_out(side: sp.Basic) -> bool:
    """Whether it consists of dots."""
    return bool(side.free_symbols) and all(isinstance(symbol, LeftOut) for symbol in side.free_symbols)


def _parts(statement: sp.Basic | Statement) -> frozenset[sp.Basic]:
    """All values of which a statement consists."""
    formulas = [value for _, value in _formulas(statement)]
    return frozenset(p for f in formulas for p in sp.preorder_traversal(f) if isinstance(p, sp.Expr))


def _formulas(statement: sp.Basic | Statement) -> list[tuple[str, sp.Basic]]:
    """The formulas of a statement by their names; of a formula that alone, without a name."""
    if isinstance(statement, sp.Basic):
        return [("", statement)]
    if not is_dataclass(statement) or isinstance(statement, type):
        return []
    named = [(part.name, getattr(statement, part.name)) for part in fields(statement)]
    return [(name, value) for name, value in named if isinstance(value, sp.Basic) and not value.is_Symbol]


def _shortened(statement: sp.Basic | Statement, common: frozenset[sp.Basic]) -> sp.Basic | Statement:
    if isinstance(statement, sp.Basic):
        return _short(statement, common)
    shorter = copy(statement)  # to be shown, not to be judged
    for name, formula in _formulas(statement):
        object.__setattr__(shorter, name, _short(formula, common))
    return shorter


def _short(formula: sp.Basic, common: frozenset[sp.Basic]) -> sp.Basic:
    if formula in common:
        return _left_out(formula) if sp.count_ops(formula) > LONGEST else formula
    parts = [_short(part, common) for part in formula.args]
    if isinstance(formula, (sp.Add, sp.Mul)):
        parts = _together(formula, parts, common)
    if len(parts) == 1 and isinstance(formula, (sp.Add, sp.Mul)):
        return parts[0]
    return rebuilt(formula, parts) if parts and tuple(parts) != formula.args else formula


def _together(whole: sp.Basic, parts: list[sp.Basic], common: frozenset[sp.Basic]) -> list[sp.Basic]:
    """Terms or factors that both have as one, if they are long together."""
    shared = [number for number, part in enumerate(whole.args) if part in common]
    if sum(1 + sp.count_ops(whole.args[number]) for number in shared) <= LONGEST:
        return parts
    first, *others = shared
    dots = _left_out(whole.func(*(whole.args[number] for number in shared), evaluate=False))
    return [dots if n == first else part for n, part in enumerate(parts) if n not in others]
