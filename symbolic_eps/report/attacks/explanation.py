"""The success of attacks on releases under a notion, as text and as JSON."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symbolic_eps.notions.attack_explanation import AttackExplanation
from symbolic_eps.notions.notion import Notion
from symbolic_eps.profiles.caps import CapKind
from symbolic_eps.report.number import shown
from symbolic_eps.report.quantity import quantity

LABELS = {
    CapKind.POSTERIOR: "success",
    CapKind.RELATIVE_RISK: "success / baseline",
    CapKind.DIFFERENCE: "success - baseline",
    CapKind.ODDS_RATIO: "odds of success / odds of baseline",
}

NO_OUTPUT = (
    "No bound on the posterior of every output: under this notion a rare output may tell all.",
    "What is bounded is how often an attack says yes: its success with the record, its baseline k without.",
)

EVERY_OUTPUT = (
    "With delta = 0 the posterior of every output is bounded, too: explain EPS without --notion says how.",
    "Here is how often an attack says yes: its success with the record, its baseline k without.",
)

REACHED = "Some release that keeps to the notion lets an attack reach each of these numbers."

SUMMED = (
    "Some release with the total lets an attack reach each of these numbers; that several with these shares "
    "do is not claimed."
)

SAFE = (
    "Of two numbers in brackets, between which the exact one lies, the upper one is safe to state a risk by."
)


def text(found: AttackExplanation) -> str:
    """The explanation on a terminal.

    Parameters
    ----------
    found : AttackExplanation

    Examples
    --------
    >>> from symbolic_eps.notions.attack_explanation import explain_attacks
    >>> print(text(explain_attacks("log(3)", "approximate", "1/100")).splitlines()[4])
      success                             1 (for k near 1)
    """
    whole = f"; {found.releases} releases together" if found.releases > 1 else ""
    lines = [f"{found.allowed.notion.promise}: {_promise(found)}{whole}"]
    lines += EVERY_OUTPUT if pure(found) else NO_OUTPUT
    lines.append(f"The largest over all attacks and all baselines k from {found.low} to {found.high}:")
    lines += [_line(kind, value, _where(found, place)) for kind, (value, place) in found.worst.items()]
    for k, values in found.at.items():
        lines.append(f"At the baseline k = {k}:")
        lines += [_line(kind, value) for kind, value in values.items()]
    lines += [REACHED if found.releases == 1 else SUMMED, SAFE]
    lines.append(f"Proof: {found.proof.grade}, {len(found.proof.certificates)} certificates.")
    return "\n".join(lines) + "\n"


def pure(found: AttackExplanation) -> bool:
    """Whether every output is bounded."""
    return found.allowed.notion is Notion.APPROXIMATE and found.allowed.delta == 0


def _promise(found: AttackExplanation) -> str:
    allowed = found.allowed
    budget = f"{allowed.notion.budget} = {shown(allowed.budget)}"
    return f"{budget}, delta = {shown(allowed.delta)}" if allowed.notion is Notion.APPROXIMATE else budget


def _line(kind: CapKind, value: sp.Expr, where: str = "") -> str:
    return f"  {LABELS[kind]:<36}{shown(value)}{where}"


def _where(found: AttackExplanation, place: sp.Expr) -> str:
    if found.low == found.high:
        return ""
    return f" (for k near {place})" if place in (0, 1) else f" (at k = {shown(place)})"


def structured(found: AttackExplanation) -> dict[str, Any]:
    """The findings for JSON.

    Parameters
    ----------
    found : AttackExplanation

    Examples
    --------
    >>> from symbolic_eps.notions.attack_explanation import explain_attacks
    >>> structured(explain_attacks("log(2)", "renyi-2"))["every_output"]
    False
    """
    allowed = found.allowed
    return {
        "risk": "the success of attacks at a baseline",
        "notion": str(allowed.notion),
        "budget": allowed.notion.budget,
        "releases": found.releases,
        "total": {"budget": quantity(allowed.budget).json(), "delta": quantity(allowed.delta).json()},
        "every_output": pure(found),
        "from": str(found.low),
        "to": str(found.high),
        "largest": {
            str(kind): {"value": quantity(value).json(), "k": quantity(place).json()}
            for kind, (value, place) in found.worst.items()
        },
        "at": [
            {"k": str(k)} | {str(kind): quantity(value).json() for kind, value in values.items()}
            for k, values in found.at.items()
        ],
        "proof": {"grade": str(found.proof.grade), "certificates": list(found.proof.certificates)},
    }
