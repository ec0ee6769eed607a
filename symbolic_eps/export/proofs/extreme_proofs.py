"""Proofs on the smaller or the larger of an argument and a form: which of them a way returns, and why.

A way that compared the argument with a value, which equals the form, and returned the one that the comparison
names, has returned the extreme. A case that returns the argument untested has to show that the form does not
exceed it.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from symbolic_eps.export.forms.extreme import Exactly, Extreme, Over, Smaller
from symbolic_eps.export.forms.formula import Case
from symbolic_eps.export.forms.tree import Node
from symbolic_eps.export.programs.program import Order
from symbolic_eps.export.proofs.questions import Questions
from symbolic_eps.export.runtime.machine import Decision
from verify.evidence import Evidence, Grade, Outcome
from verify.language.condition import Condition
from verify.language.note import Note


def holds_extreme(case: Case) -> bool:
    """Whether the case's value is an extreme, or an argument for one."""
    return bool(case.exact.has(sp.Min, sp.Max))


def tree(case: Case, region: Sequence[Condition], asked: Questions, where: str) -> list[Evidence]:
    """That the tree's exact value is the derived one."""
    statement = f"{where}: the tree is {case.exact}"
    node, exact = _without_top(case)
    if isinstance(node, Smaller):
        for parts in (exact.args, exact.args[::-1]):
            forms = zip((node.first.exact, node.second.exact), parts, strict=True)
            same = [asked.equal(form, part, region, statement) for form, part in forms]
            if all(evidence.proved for evidence in same):
                return same
        return [_refuted(statement, Note("the tree is ", node.exact))]
    if isinstance(node, Extreme):
        form = _other(exact, node.argument)
        if form is None or node.of(form) != exact:
            return [_refuted(statement, Note("the tree is ", node.exact))]
        return [asked.equal(node.form.exact, form, region, statement)]
    form = _other(exact, node.exact) if isinstance(node, Exactly) and isinstance(exact, sp.Max) else None
    if form is None:
        return [_refuted(statement, Note("the tree is ", node.exact))]
    return [asked.at_most(form, node.exact, region, statement)]


def way(
    case: Case,
    ended: sp.Expr,
    decisions: Sequence[Decision],
    region: Sequence[Condition],
    asked: Questions,
    where: str,
) -> Evidence:
    """That a way returns the case's value."""
    statement = f"{where}: returns {ended}"
    node, _ = _without_top(case)
    if isinstance(case.value, Over):
        ended = case.value.top / ended
    if isinstance(node, Smaller):
        return _smaller(node, ended, decisions, region, asked, statement)
    if not isinstance(node, Extreme):
        return asked.equal(ended, node.exact, region, statement)
    order = Order.GREATER_OR_EQUAL if node.largest else Order.LESS_OR_EQUAL
    for decision in decisions:
        (argument, tested, form), *others = decision.conditions
        if argument == node.argument and tested is order and not form.is_number and not others:
            chosen = argument if decision.truth else form
            if ended != chosen and asked.equal(ended, chosen, region, statement).proved is False:
                return _refuted(statement, Note("the comparison names ", chosen))
            return asked.equal(form, node.form.exact, region, statement)
    return _refuted(statement, Note(f"{node.argument} is not compared with the other value"))


def _smaller(
    node: Smaller,
    ended: sp.Expr,
    decisions: Sequence[Decision],
    region: Sequence[Condition],
    asked: Questions,
    statement: str,
) -> Evidence:
    """That a way compared the two forms, and returned the smaller one."""
    forms = (node.first.exact, node.second.exact)
    for decision in decisions:
        (first, tested, second), *others = decision.conditions
        if others or tested is not Order.LESS_OR_EQUAL or (first.is_number and second.is_number):
            continue
        larger, form = (second, forms[1]) if not decision.truth else (first, forms[0])
        smaller = first if not decision.truth else second
        if smaller.is_number and smaller < 0 and asked.equal(larger, form, region, statement).proved:
            note = Note("never: what has no value is below 0, and a form is not")
            return Evidence(Note(statement), Outcome.PROVED, Grade.EXACT, "the signs of forms", note=note)
        compared = [asked.equal(a, b, region, statement) for a, b in zip((first, second), forms, strict=True)]
        if all(evidence.proved for evidence in compared):
            return asked.equal(ended, forms[0] if decision.truth else forms[1], region, statement)
    return _refuted(statement, Note("the two forms are not compared"))


def _without_top(case: Case) -> tuple[Node, sp.Expr]:
    """The tree and the derived value, or what the same argument is divided by in both."""
    assert case.value is not None
    if isinstance(case.value, Over):
        return case.value.form, case.value.top / case.exact
    return case.value, case.exact


def _other(extreme: sp.Expr, argument: sp.Expr) -> sp.Expr | None:
    """Of an extreme of two values, one of them the argument, the other one."""
    others = [part for part in extreme.args if part != argument]
    return others[0] if len(others) == 1 and len(extreme.args) == 2 else None


def _refuted(statement: str, note: Note) -> Evidence:
    return Evidence(Note(statement), Outcome.REFUTED, Grade.EXACT, "the two expressions", note=note)
