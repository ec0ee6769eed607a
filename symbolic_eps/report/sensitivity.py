"""Sensitivities of the recommended eps, as lines of text and as JSON."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symbolic_eps.closed_forms.closed_form import NO_PRIOR, PiecewiseInfimum
from symbolic_eps.inverse.sensitivity import OneSided, Sensitivity, derivative
from symbolic_eps.report.formula import condition_text, formula, sentence
from symbolic_eps.report.number import interval, shown
from symbolic_eps.report.table import epsilon_text
from symbolic_eps.theory.symbols import DECAY
from verify.evidence import Grade


def formulas(derived: PiecewiseInfimum) -> str:
    """The derivatives on each branch of a closed form, as lines of text.

    Examples
    --------
    >>> from symbolic_eps.minimum import infimum
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> print(formulas(infimum(RiskProfile("r", ["r > 1"]))))
    always: eps = log(r)/2
      d eps/d r = 1/(2*r)
    Proof: exact.
    <BLANKLINE>
    """
    lines, roots = [], False
    for branch in derived.branches:
        lines.append(f"{sentence(branch.conditions)}: eps = {epsilon_text(branch)}")
        for variable in derived.profile.parameters:
            slope = derivative(branch, variable)
            roots |= slope is not None and slope.has(DECAY)
            lines.append(f"  d eps/d {variable} = {'none' if slope is None else formula(slope)}")
    lines += [f"{sentence(region.conditions)}: {NO_PRIOR}" for region in derived.empty]
    if roots:
        lines.append("x = e^-eps.")
    return "\n".join([*lines, f"Proof: {derived.grade}."]) + "\n"


def formulas_structured(derived: PiecewiseInfimum) -> dict[str, Any]:
    """The derivatives on each branch of a closed form as a JSON document; formulas may hold x = e^-eps."""
    return {
        "branches": [
            {
                "condition": condition_text(branch.conditions),
                "epsilon": None if branch.epsilon is None else formula(branch.epsilon),
                "derivatives": {
                    str(v): None if (slope := derivative(branch, v)) is None else formula(slope)
                    for v in derived.profile.parameters
                },
            }
            for branch in derived.branches
        ],
        "empty": [{"condition": condition_text(region.conditions)} for region in derived.empty],
        "proof": {"grade": str(derived.grade)},
    }


def text(sensitivities: tuple[Sensitivity, ...], epsilon: sp.Expr, grade: Grade) -> str:
    """Sensitivities as lines of text.

    Examples
    --------
    >>> from symbolic_eps.minimum import infimum
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> from symbolic_eps.inverse.sensitivity import sensitivities
    >>> derived = infimum(RiskProfile("r", ["r > 1"]))
    >>> print(text(sensitivities(derived, {"r": 3}), sp.log(3) / 2, derived.grade))
    eps = [0.549306144334, 0.549306144335] = log(3)/2
      d eps/d r   1/6
    Proof: exact.
    <BLANKLINE>
    """
    lines = [f"eps = {shown(epsilon)}"]
    for one in sensitivities:
        below, above = _side(one.below), _side(one.above)
        head = f"  d eps/d {one.variable}"
        if below == above:
            lines.append(f"{head}   {above}")
        else:
            lines += [f"{head}   from below {below}", f"{'':<{len(head)}}   from above {above}"]
    return "\n".join([*lines, f"Proof: {grade}."]) + "\n"


def _side(one: OneSided) -> str:
    return f"none: {one.note}" if one.value is None else shown(one.value)


def structured(sensitivities: tuple[Sensitivity, ...], epsilon: sp.Expr, grade: Grade) -> dict[str, Any]:
    """Sensitivities as a JSON document, with the formula of the branch on each side."""
    return {
        "epsilon": {"exact": formula(epsilon), **interval(epsilon)},
        "sensitivities": {
            str(s.variable): {"below": _one(s.below, s.variable), "above": _one(s.above, s.variable)}
            for s in sensitivities
        },
        "proof": {"grade": str(grade)},
    }


def _one(one: OneSided, variable: sp.Symbol) -> dict[str, Any]:
    slope = None if one.branch is None else derivative(one.branch, variable)
    return {
        "value": None if one.value is None else interval(one.value),
        "exact": None if one.value is None or len(str(one.value)) > 400 else formula(one.value),
        "formula": None if slope is None else formula(slope),
        "branch": None if one.branch is None else condition_text(one.branch.conditions),
        "note": one.note,
    }
