"""Inverse designs as lines of text and as JSON."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symbolic_eps.digits import decimal, significant
from symbolic_eps.inverse.design import Design, Outcome
from symbolic_eps.mechanisms.accuracy import noise_of
from symbolic_eps.report.formula import formula, profile_formula, sentence
from symbolic_eps.report.number import enclosed_number, interval, shown
from symbolic_eps.theory.variants import Variant

DIGITS = 12
"""Of the end of the ray of values."""


def text(found: Design) -> str:
    """An inverse design as lines of text.

    Examples
    --------
    >>> from symbolic_eps.inverse.goal import crossing_goal
    >>> from symbolic_eps.inverse.design import design
    >>> goal = crossing_goal(25, "24.072", "1/10")
    >>> found = design("max(a/p, r)", "a", goal, {"r": 5}, {"q": 1}, assumptions=["0<a<1"])
    >>> print(text(found).splitlines()[3])
    a >= 1/2 meets it, and no smaller a does.
    """
    profile, name = found.derived.profile, str(found.variable)
    scope = "".join(f", {v} = {value}" for v, value in profile.fixed.items())
    if profile.box:
        scope += f", {sentence(profile.box)}"
    if profile.variant is not Variant.UNBOUNDED:
        scope += f", {profile.variant}"
    lines = [
        f"r* = {profile_formula(profile.bound)}{scope}",
        f"goal: {found.goal.text}, {found.goal.mechanism} mechanism",
        f"  needs eps >= {shown(found.goal.epsilon)}",
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
        lines += [
            f"At {name} = {decimal(found.proposed)}:",
            f"  eps   {shown(found.epsilon)}",
        ]
        if found.epsilon is sp.oo:
            lines.append(f"  the profile protects nothing there, and for no smaller {name} the goal is met")
        else:
            deviation = noise_of(found.goal.mechanism, found.epsilon).standard_deviation
            lines.append(f"  RMSE  {significant(deviation, 6)} counts")
    lines.append(
        f"Proof: eps never falls as {name} rises ({found.monotone.grade}); eps itself: {found.derived.grade}."
    )
    return "\n".join(lines) + "\n"


def structured(found: Design) -> dict[str, Any]:
    """An inverse design as a JSON document."""
    solved = found.outcome is Outcome.SOLVED
    assert not solved or (found.smallest and found.proposed is not None and found.epsilon is not None)
    smallest = found.smallest
    return {
        "parameter": str(found.variable),
        "profile": profile_formula(found.derived.profile.bound),
        "variant": str(found.derived.profile.variant),
        "goal": found.goal.text,
        "mechanism": found.goal.mechanism,
        "epsilon_needed": interval(found.goal.epsilon),
        "outcome": str(found.outcome),
        "smallest": None if smallest is None else enclosed_number(smallest, DIGITS + 5, found.exact),
        "exact": None if found.exact is None else formula(found.exact),
        "proposed": None if found.proposed is None else decimal(found.proposed),
        "epsilon": None if found.epsilon is None else interval(found.epsilon),
        "proof": {"monotone": str(found.monotone.grade), "epsilon": str(found.derived.grade)},
    }
