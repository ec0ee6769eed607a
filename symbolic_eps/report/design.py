"""Inverse designs, sensitivities and split budgets, as lines of text and as JSON."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symbolic_eps.accuracy import noise_of
from symbolic_eps.composition import Split, composition_evidence
from symbolic_eps.digits import decimal, enclosure_of, significant
from symbolic_eps.guarantee import Measure, bounds
from symbolic_eps.inverse_design import Design, Outcome
from symbolic_eps.report.formula import condition_text, formula, profile_formula
from symbolic_eps.report.noise import interval
from symbolic_eps.sensitivity import OneSided, Sensitivity, derivative
from symbolic_eps.symbols import DECAY

LONGEST_EXACT = 40
DIGITS = 12


def _shown(value: sp.Expr) -> str:
    exact = formula(value)
    if value.is_Rational and len(exact) <= LONGEST_EXACT:
        return exact
    digits = enclosure_of(value).text(DIGITS)
    return digits if len(exact) > LONGEST_EXACT or value.has(sp.CRootOf) else f"{digits} = {exact}"


def design_text(found: Design) -> str:
    """An inverse design as lines of text.

    Examples
    --------
    >>> from symbolic_eps.goal import crossing_goal
    >>> from symbolic_eps.inverse_design import design
    >>> goal = crossing_goal(25, "24.072", "1/10")
    >>> found = design("max(a/p, r)", "a", goal, {"r": 5}, {"q": 1}, assume=["0<a<1"])
    >>> print(design_text(found).splitlines()[3])
    a >= 1/2 meets it, and no smaller a does.
    """
    profile, name = found.derived.profile, str(found.variable)
    scope = "".join(f", {v} = {value}" for v, value in profile.fixed.items())
    lines = [
        f"r* = {profile_formula(profile.bound)}{scope}",
        f"goal: {found.goal.text}, {found.goal.mechanism} mechanism",
        f"  needs eps >= {_shown(found.goal.epsilon)}",
    ]
    if found.outcome is Outcome.NEVER:
        lines.append(f"No {name} in its range meets it.")
    elif found.outcome is Outcome.ALWAYS:
        lines.append(f"Every {name} in its range meets it.")
    else:
        assert found.smallest is not None and found.proposed is not None and found.epsilon is not None
        if found.exact is not None:
            lines.append(f"{name} >= {_shown(found.exact)} meets it, and no smaller {name} does.")
        else:
            lines.append(
                f"{name} >= {found.smallest.decimal_upper(DIGITS)} meets it; "
                f"no {name} <= {found.smallest.decimal_lower(DIGITS)} does."
            )
        lines += [
            f"At {name} = {decimal(found.proposed)}:",
            f"  eps   {_shown(found.epsilon)}",
            f"  RMSE  {_rmse(found.goal.mechanism, found.epsilon)} counts",
        ]
    lines.append(
        f"Proof: eps never falls as {name} rises ({found.monotone.grade}); eps itself: {found.derived.grade}."
    )
    return "\n".join(lines) + "\n"


def _rmse(mechanism: str, epsilon: sp.Expr) -> str:
    """To six digits; without noise it is 0."""
    deviation = noise_of(mechanism, epsilon).standard_deviation
    return "0" if deviation == 0 else significant(deviation, 6)


def design_document(found: Design) -> dict[str, Any]:
    """An inverse design as a JSON document."""
    solved = found.outcome is Outcome.SOLVED
    assert not solved or (found.smallest and found.proposed is not None and found.epsilon is not None)
    smallest = found.smallest
    return {
        "parameter": str(found.variable),
        "profile": profile_formula(found.derived.profile.bound),
        "goal": found.goal.text,
        "mechanism": found.goal.mechanism,
        "epsilon_needed": "oo" if found.goal.epsilon is sp.oo else interval(found.goal.epsilon),
        "outcome": str(found.outcome),
        "smallest": None
        if smallest is None
        else {"lower": smallest.decimal_lower(DIGITS + 5), "upper": smallest.decimal_upper(DIGITS + 5)},
        "exact": None if found.exact is None else formula(found.exact),
        "proposed": None if found.proposed is None else decimal(found.proposed),
        "epsilon": None if found.epsilon is None else interval(found.epsilon),
        "proof": {"monotone": str(found.monotone.grade), "epsilon": str(found.derived.grade)},
    }


def sensitivity_text(found: tuple[Sensitivity, ...], epsilon: sp.Expr) -> str:
    """Sensitivities as lines of text.

    Examples
    --------
    >>> from symbolic_eps.minimum import infimum
    >>> from symbolic_eps.profile import RiskProfile
    >>> from symbolic_eps.sensitivity import sensitivities
    >>> derived = infimum(RiskProfile("r", ["r > 1"]))
    >>> print(sensitivity_text(sensitivities(derived, {"r": 3}), sp.log(3) / 2))
    eps = [0.549306144334, 0.549306144335] = log(3)/2
      d eps/d r   1/6
    <BLANKLINE>
    """
    lines = [f"eps = {_shown(epsilon)}"]
    for one in found:
        below, above = _side(one.below), _side(one.above)
        head = f"  d eps/d {one.variable}"
        if below == above:
            lines.append(f"{head}   {above}")
        else:
            lines += [f"{head}   from below {below}", f"{'':<{len(head)}}   from above {above}"]
    return "\n".join(lines) + "\n"


def _side(one: OneSided) -> str:
    return f"none: {one.note}" if one.value is None else _shown(one.value)


def sensitivity_document(found: tuple[Sensitivity, ...], epsilon: sp.Expr) -> dict[str, Any]:
    """Sensitivities as a JSON document, with the formula of the branch on each side."""
    return {
        "epsilon": {"exact": formula(epsilon), **interval(epsilon)},
        "sensitivities": {
            str(s.variable): {"below": _one(s.below, s.variable), "above": _one(s.above, s.variable)}
            for s in found
        },
    }


def _one(one: OneSided, variable: sp.Symbol) -> dict[str, Any]:
    found = None if one.branch is None else derivative(one.branch, variable)
    return {
        "value": None if one.value is None else interval(one.value),
        "exact": None if one.value is None or len(str(one.value)) > 400 else formula(one.value),
        "formula": None if found is None else formula(found),
        "branch": None if one.branch is None else condition_text(one.branch.conditions),
        "note": one.note,
    }


def split_text(found: Split, mechanism: str = "geometric") -> str:
    """A split budget as lines of text; equal shares are shown once.

    Examples
    --------
    >>> from symbolic_eps.composition import split
    >>> print(split_text(split("log(9)", 2)).splitlines()[1])
      2 releases with eps = [1.09861228866, 1.09861228867] = log(9)/2 each
    """
    releases = "1 release" if len(found.shares) == 1 else f"{len(found.shares)} releases"
    lines = [f"eps = {_shown(found.epsilon)} over {releases}, by basic composition:"]
    for share in dict.fromkeys(found.shares):
        times = found.shares.count(share)
        noise = noise_of(mechanism, share.epsilon)
        each = " each" if times > 1 else ""
        lines += [
            f"  {times} release{'s' if times > 1 else ''} with eps = {_shown(share.epsilon)}{each}",
            f"    as a double  {share.epsilon_double!r}  (never above the exact value)",
            f"    RMSE         {significant(noise.standard_deviation)} counts, {mechanism} mechanism",
            f"    alone        r* = {profile_formula(bounds(Measure.RELATIVE_RISK).upper)} "
            f"with x = {_shown(sp.exp(-share.epsilon))}",
        ]
    lines += [
        "Together they keep the guarantee of the whole eps.",
        f"Proof: one more release at a time, {composition_evidence().grade}.",
    ]
    return "\n".join(lines) + "\n"


def split_document(found: Split, mechanism: str = "geometric") -> dict[str, Any]:
    """A split budget as a JSON document."""
    return {
        "epsilon": {"exact": formula(found.epsilon), **interval(found.epsilon)},
        "releases": [
            {
                "weight": str(share.weight),
                "epsilon": {"exact": formula(share.epsilon), **interval(share.epsilon)},
                "epsilon_double": share.epsilon_double,
                "alone": profile_formula(bounds(Measure.RELATIVE_RISK).upper.subs(DECAY, sp.Symbol("x"))),
                "decay": interval(sp.exp(-share.epsilon)),
                "rmse": interval(noise_of(mechanism, share.epsilon).standard_deviation),
            }
            for share in found.shares
        ],
        "mechanism": mechanism,
        "composition": "basic",
        "proof": {"grade": str(composition_evidence().grade)},
    }
