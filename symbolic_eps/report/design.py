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


def text(design: Design) -> str:
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
    profile, name = design.derived.profile, str(design.variable)
    scope = "".join(f", {v} = {value}" for v, value in profile.fixed.items())
    if profile.box:
        scope += f", {sentence(profile.box)}"
    if profile.variant is not Variant.UNBOUNDED:
        scope += f", {profile.variant}"
    lines = [
        f"r* = {profile_formula(profile.bound)}{scope}",
        f"goal: {design.goal.text}, {design.goal.mechanism} mechanism",
        f"  needs eps >= {shown(design.goal.epsilon)}",
    ]
    if design.outcome is Outcome.NEVER:
        lines.append(f"No {name} in its range meets it.")
    elif design.outcome is Outcome.ALWAYS:
        lines.append(f"Every {name} in its range meets it.")
    else:
        assert design.smallest is not None and design.proposed is not None and design.epsilon is not None
        if design.exact is not None:
            lines.append(f"{name} >= {shown(design.exact)} meets it, and no smaller {name} does.")
        else:
            lines.append(
                f"{name} >= {design.smallest.decimal_upper(DIGITS)} meets it; "
                f"no {name} <= {design.smallest.decimal_lower(DIGITS)} does."
            )
        lines += [
            f"At {name} = {decimal(design.proposed)}:",
            f"  eps   {shown(design.epsilon)}",
        ]
        if design.epsilon is sp.oo:
            lines.append(f"  the profile protects nothing there, and for no smaller {name} the goal is met")
        else:
            deviation = noise_of(design.goal.mechanism, design.epsilon).standard_deviation
            lines.append(f"  RMSE  {significant(deviation, 6)} counts")
    lines.append(
        f"Proof: eps never falls as {name} rises ({design.monotone.grade}); "
        f"eps itself: {design.derived.grade}."
    )
    return "\n".join(lines) + "\n"


def structured(design: Design) -> dict[str, Any]:
    """An inverse design as a JSON document."""
    solved = design.outcome is Outcome.SOLVED
    assert not solved or (design.smallest and design.proposed is not None and design.epsilon is not None)
    smallest = design.smallest
    return {
        "parameter": str(design.variable),
        "profile": profile_formula(design.derived.profile.bound),
        "variant": str(design.derived.profile.variant),
        "goal": design.goal.text,
        "mechanism": design.goal.mechanism,
        "epsilon_needed": interval(design.goal.epsilon),
        "outcome": str(design.outcome),
        "smallest": None if smallest is None else enclosed_number(smallest, DIGITS + 5, design.exact),
        "exact": None if design.exact is None else formula(design.exact),
        "proposed": None if design.proposed is None else decimal(design.proposed),
        "epsilon": None if design.epsilon is None else interval(design.epsilon),
        "proof": {"monotone": str(design.monotone.grade), "epsilon": str(design.derived.grade)},
    }
