"""Budgets side by side as lines of text and as JSON: eps rounded down, risks rounded up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from symbolic_eps.answers.comparison import Budget, Comparison
from symbolic_eps.digits import enclosure_of
from symbolic_eps.guarantees.guarantee import Measure
from symbolic_eps.mechanisms.accuracy import LEVELS, half_width, noise_of
from symbolic_eps.report.envelope import number
from symbolic_eps.report.explanation import structured as explained
from symbolic_eps.report.formula import formula
from symbolic_eps.report.number import interval, measured

DIGITS = 3
WIDEST = 40
_WORST = {
    Measure.RELATIVE_RISK: "largest posterior / prior",
    Measure.ODDS_RATIO: "largest posterior odds / prior odds",
    Measure.CHANGE: "largest posterior - prior",
}


def text(comparison: Comparison) -> str:
    """The comparison as a table, with a letter for each budget.

    Examples
    --------
    >>> from symbolic_eps.answers.comparison import compare
    >>> text(compare(["log(9)", "log(3)"])).splitlines()[5].split()
    ['largest', 'posterior', '/', 'prior', '81', '9']
    """
    budgets = comparison.budgets
    lines = [f"{letter}  {described(one)}" for letter, one in lettered(comparison)]
    region = budgets[0].explanation.region.text
    lines += ["", f"{f'for {region}':<42}" + "".join(f"{letter:>12}" for letter, _ in lettered(comparison))]
    lines += [
        f"  {label:<40}" + "".join(f"{cell:>12}" for cell in cells) for label, cells in rows(comparison)
    ]
    lines += ["", "Risks are rounded up, eps and chances of the true count down. Noise: geometric mechanism."]
    return "\n".join(lines) + "\n"


def lettered(comparison: Comparison) -> list[tuple[str, Budget]]:
    """The budgets, each with its letter, or its number after Z."""
    return [(chr(ord("A") + k) if k < 26 else str(k + 1), one) for k, one in enumerate(comparison.budgets)]


def described(one: Budget) -> str:
    """A budget in a line: where it comes from, and its eps, rounded down."""
    enclosure = enclosure_of(one.epsilon)
    digits = enclosure.decimal_lower(6)
    digits = digits if digits == enclosure.decimal_upper(6) else f"{digits}..."
    exact = formula(one.epsilon)
    equals = f" = {exact}" if not one.epsilon.is_Rational and len(exact) <= WIDEST else ""
    if one.grade is None:
        return f"eps = {digits}{equals}"
    return f"r* = {one.text}: eps = {digits}{equals} ({one.grade})"


def rows(comparison: Comparison) -> Iterator[tuple[str, list[str]]]:
    """The rows of the table: a label, and a cell for each budget."""
    budgets = comparison.budgets
    yield "eps, rounded down", [enclosure_of(one.epsilon).decimal_lower(6) for one in budgets]
    for measure, label in _WORST.items():
        if measure in budgets[0].explanation.largest:
            yield label, [_up(one.explanation.largest[measure].value) for one in budgets]
    for k, point in enumerate(budgets[0].posteriors):
        yield (
            f"posterior at most, from prior {point.prior}",
            [_up(one.posteriors[k].posterior.upper) for one in budgets],
        )
    noises = [noise_of("geometric", one.epsilon) for one in budgets]
    yield "noise: standard deviation, counts", [measured(noise.standard_deviation) for noise in noises]
    yield "noise: true count published", [_down(noise.probability_exact) for noise in noises]
    for level in LEVELS:
        counts = [str(half_width(noise, level).counts) for noise in noises]
        yield f"noise: off by at most ({100 * level} % of releases)", counts


def _up(value: sp.Expr) -> str:
    return enclosure_of(value).decimal_upper(DIGITS)


def _down(value: sp.Expr) -> str:
    return f"{enclosure_of(100 * value).decimal_lower(DIGITS)} %"


def structured(comparison: Comparison) -> dict[str, Any]:
    """The comparison as a JSON document."""
    return {"budgets": [_structured(letter, one) for letter, one in lettered(comparison)]}


def _structured(letter: str, one: Budget) -> dict[str, Any]:
    noise = noise_of("geometric", one.epsilon)
    return {
        "letter": letter,
        "given": one.text,
        "kind": "budget" if one.grade is None else "profile",
        "epsilon": {"exact": formula(one.epsilon), **interval(one.epsilon)},
        "epsilon_double": number(enclosure_of(one.epsilon).double_lower()),
        "worst": explained(one.explanation)["worst"],
        "posteriors": [
            {"prior": str(point.prior), "largest": interval(point.posterior.upper)}
            for point in one.posteriors
        ],
        "rmse": interval(noise.standard_deviation),
        "probability_exact": interval(noise.probability_exact),
        "proof": {"grade": None if one.grade is None else str(one.grade)},
    }
