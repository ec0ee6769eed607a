"""Tables of a LaTeX fragment for the success of attacks: what a budget allows, which cap a budget keeps."""

from __future__ import annotations

from symbolic_eps.notions.attack_design import AttackDesign
from symbolic_eps.notions.attack_explanation import AttackExplanation
from symbolic_eps.notions.notion import Notion
from symbolic_eps.report.attack_explanation import LABELS
from symbolic_eps.report.fragment import EPS, Grid, Row, grade, keyed
from symbolic_eps.report.fragment_numbers import digits, number
from symbolic_eps.typesetting.tex import tex_words


def explained(found: AttackExplanation) -> tuple[Grid, ...]:
    """The largest success, in each measure, over the baselines; and at those that were asked for."""
    rows = [
        Row(tex_words(LABELS[kind]), (number(value), ("near " if place in (0, 1) else "") + number(place)))
        for kind, (value, place) in found.worst.items()
    ]
    rows += [
        Row(tex_words(LABELS[kind]), (number(value), number(k)))
        for k, values in found.at.items()
        for kind, value in values.items()
    ]
    proof = Grid(tuple(keyed((grade(found.proof.grade),))))
    return proof, Grid(tuple(rows), ("", "largest", "at the baseline"), "Success")


def designed(design: AttackDesign) -> tuple[Grid, ...]:
    """The wanted budget and the smallest parameter, where there is one."""
    found = design.found
    budget = EPS if design.budget.question.notion is Notion.APPROXIMATE else r"$\rho$"
    shown = [("Wanted", f"wanted {budget}", number(design.wanted))]
    if found.exact is not None:
        shown.append(("Smallest", f"smallest ${found.variable}$", number(found.exact)))
    elif found.smallest is not None:
        shown.append(("Smallest", f"smallest ${found.variable}$", f"${digits(found.smallest)}$"))
    return (Grid(tuple(keyed((*shown, grade(design.grade))))),)
