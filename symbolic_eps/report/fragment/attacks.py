"""Tables of a LaTeX fragment for the success of attacks: what a budget allows, which cap a budget keeps."""

from __future__ import annotations

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.notions.attack_design import AttackDesign
from symbolic_eps.notions.attack_explanation import AttackExplanation
from symbolic_eps.notions.attack_split import AttackSplit
from symbolic_eps.notions.budget import AttackBudget, baseline_of
from symbolic_eps.notions.notion import BASELINE, Notion
from symbolic_eps.report.attacks.budget import value_of as sought
from symbolic_eps.report.attacks.explanation import LABELS
from symbolic_eps.report.fragment.numbers import (
    LAYOUT,
    conditions,
    digits,
    double,
    mathematics,
    number,
    stacked,
    value_of,
    worded,
)
from symbolic_eps.report.fragment.text import EPS, Grid, Row, grade, keyed
from symbolic_eps.report.prose import upright


def budget(found: AttackBudget) -> tuple[Grid, ...]:
    """The cases of the largest budget, or of the largest delta where eps is given."""
    question = found.question
    rows = []
    for branch in found.branches:
        value = sought(branch, question)
        where = stacked(_decided(one, branch) for one in branch.attained)
        shown = value_of(branch) if value is None else mathematics(value)
        rows.append(Row(conditions(branch.conditions), (shown, where)))
    rows += [Row(conditions(one.conditions), ("no baseline", "")) for one in found.derived.empty]
    rows += [Row(conditions(one.conditions), ("open", "")) for one in found.derived.open]
    return (Grid(tuple(rows), ("if", mathematics(sp.Symbol(question.sought)), "decided at")),)


def _decided(one: Attainment, branch: Branch) -> str:
    """The baseline that decides, with its condition."""
    arrow = r"\to" if one.kind is AttainmentKind.LIMIT else "="
    shown = f"${BASELINE} {arrow} {LAYOUT.set(upright(baseline_of(one, branch)))}$"
    return f"{shown} if {conditions(one.conditions)}" if one.conditions else shown


def explained(found: AttackExplanation) -> tuple[Grid, ...]:
    """The largest success, in each measure, over the baselines; and at those that were asked for."""
    rows = [
        Row(worded(LABELS[kind]), (number(value), ("near " if place in (0, 1) else "") + number(place)))
        for kind, (value, place) in found.worst.items()
    ]
    rows += [
        Row(worded(LABELS[kind]), (number(value), number(k)))
        for k, values in found.at.items()
        for kind, value in values.items()
    ]
    proof = Grid(tuple(keyed((grade(found.proof.grade),))))
    return proof, Grid(tuple(rows), ("", "largest", "at the baseline"), "Success")


def designed(design: AttackDesign) -> tuple[Grid, ...]:
    """The wanted budget and the smallest parameter, where there is one."""
    found = design.found
    shown = [("Wanted", f"wanted {_budget(design.budget.question.notion)}", number(design.wanted))]
    if found.exact is not None:
        shown.append(("Smallest", f"smallest ${found.variable}$", number(found.exact)))
    elif found.smallest is not None:
        shown.append(("Smallest", f"smallest ${found.variable}$", f"${digits(found.smallest)}$"))
    return (Grid(tuple(keyed((*shown, grade(design.grade))))),)


def split(found: AttackSplit) -> tuple[Grid, ...]:
    """Each release's share of the budget, and of delta, exactly and as doubles."""
    header = ["share", _budget(found.notion), "a double never above it"]
    approximate = found.notion is Notion.APPROXIMATE
    if approximate:
        header += [r"$\delta$", "a double never above it"]
    rows = []
    for share in found.shares:
        cells = [number(share.budget), double(share.budget_double)]
        if approximate:
            cells += [number(share.delta), double(share.delta_double)]
        rows.append(Row(mathematics(share.weight), tuple(cells)))
    return Grid(tuple(keyed((grade(found.grade),)))), Grid(tuple(rows), tuple(header), "Releases")


def _budget(notion: Notion) -> str:
    return EPS if notion is Notion.APPROXIMATE else r"$\rho$"
