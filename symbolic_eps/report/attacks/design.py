"""The smallest parameter of a cap on the success of attacks, as text and as JSON."""

from __future__ import annotations

from typing import Any

from symbolic_eps.digits import decimal
from symbolic_eps.inverse.design import Outcome
from symbolic_eps.notions.attack_design import AttackDesign
from symbolic_eps.notions.notion import Notion
from symbolic_eps.report.attacks.budget import CAPPED
from symbolic_eps.report.formula import formula, profile_formula, sentence
from symbolic_eps.report.number import enclosed_number, interval, shown

DIGITS = 12


def text(design: AttackDesign) -> str:
    """A design as lines of text.

    Parameters
    ----------
    design : AttackDesign

    Examples
    --------
    >>> from symbolic_eps.notions.attack_design import attack_design
    >>> from symbolic_eps.notions.question import AttackQuestion
    >>> question = AttackQuestion.of("difference", "b", "approximate", "1/100", ["1/100<b<1"])
    >>> print(text(attack_design(question, "b", "log(3)")).splitlines()[3])
    b >= 101/200 meets it, and no smaller b does.
    """
    question, found = design.budget.question, design.found
    name, budget = str(found.variable), question.notion.budget
    caps = "; ".join(f"{CAPPED[cap.kind]} <= {profile_formula(cap.value)}" for cap in question.caps)
    where = f", enforced where {sentence(question.box)}" if question.box else ""
    delta = f" with delta = {shown(question.delta)}" if question.notion is Notion.APPROXIMATE else ""
    lines = [
        f"{caps}{where}",
        f"release: {question.notion.promise}{delta}",
        f"goal: {budget} >= {shown(design.wanted)}",
    ]
    if found.outcome is Outcome.NEVER:
        lines.append(f"No {name} in its range meets it.")
    elif found.outcome is Outcome.ALWAYS:
        lines.append(f"Every {name} in its range meets it.")
    else:
        assert found.smallest is not None and found.proposed is not None and found.epsilon is not None
        if found.exact is not None:
            lines.append(f"{name} >= {shown(found.exact)} meets it, and no smaller {name} does.")
        else:
            lines.append(
                f"{name} >= {found.smallest.decimal_upper(DIGITS)} meets it; "
                f"no {name} <= {found.smallest.decimal_lower(DIGITS)} does."
            )
        lines.append(f"At {name} = {decimal(found.proposed)}: {budget} = {shown(found.epsilon)}")
    lines.append(
        "The caps are on the success of attacks, not on the posterior of every output: that is not bounded."
    )
    lines.append(f"Proof: {design.grade}; the caps never fall as {name} rises ({found.monotone.grade}).")
    return "\n".join(lines) + "\n"


def structured(design: AttackDesign) -> dict[str, Any]:
    """The findings for JSON.

    Parameters
    ----------
    design : AttackDesign
    """
    found, question = design.found, design.budget.question
    smallest = found.smallest
    return {
        "risk": "the success of attacks at a baseline",
        "notion": str(question.notion),
        "budget": question.notion.budget,
        "parameter": str(found.variable),
        "wanted": interval(design.wanted),
        "outcome": str(found.outcome),
        "smallest": None if smallest is None else enclosed_number(smallest, DIGITS + 5, found.exact),
        "exact": None if found.exact is None else formula(found.exact),
        "proposed": None if found.proposed is None else decimal(found.proposed),
        "value": None if found.epsilon is None else interval(found.epsilon),
        "proof": {"grade": str(design.grade), "certificates": list(design.budget.certificates)},
    }
