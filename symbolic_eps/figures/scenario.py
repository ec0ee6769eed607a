"""A scenario as a figure: the eps that each adversary allows, and what the least of them guarantees."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from symbolic_eps.answers.curve_points import scenario_marks
from symbolic_eps.answers.scenario import ScenarioAnswer
from symbolic_eps.digits import enclosure_of
from symbolic_eps.errors import InputError
from symbolic_eps.figures.curves import posterior_curve
from symbolic_eps.figures.panels import BUDGET, labelled_points, legend_below, posterior_bounds
from symbolic_eps.figures.style import BLUE, GREY, ORANGE, in_style
from symbolic_eps.guarantees.prior_region import PriorRegion

MOST = 20
"""Adversaries that are drawn."""


@in_style
def draw_scenario(answer: ScenarioAnswer) -> Figure:
    """The eps that each adversary allows, as bars, and the guarantee with the adversaries marked.

    Parameters
    ----------
    answer : ScenarioAnswer
        With a finite eps, for `MOST` adversaries at most.

    Raises
    ------
    symbolic_eps.errors.InputError
        There are more, or nothing constrains eps.
    """
    if len(answer.allowances) > MOST:
        raise InputError(f"a figure shows up to {MOST} adversaries: leave out --plot, or give fewer")
    if answer.enclosure.is_infinite:
        raise InputError("nothing constrains eps, so there is nothing to draw: leave out --plot")
    figure = Figure(figsize=(10.0, max(4.4, 1.5 + 0.4 * len(answer.allowances))))
    bars, posterior = figure.subplots(1, 2)
    _bars(bars, answer)
    variant = answer.scenario.variant
    posterior_bounds(posterior, posterior_curve(answer.epsilon_double, PriorRegion(), variant=variant))
    labelled_points(
        posterior,
        [
            (float(enclosure_of(mark.prior).upper), float(enclosure_of(mark.posterior).upper), mark.name)
            for mark in scenario_marks(answer)
        ],
    )
    legend_below(posterior)
    shown = answer.enclosure.decimal_lower(4)
    posterior.set_title(f"What ε = {shown} guarantees\nall priors 0 < p ≤ 1, 0 < q ≤ 1")
    if answer.scenario.name:
        figure.suptitle(answer.scenario.name)
    return figure


def _bars(axes: Axes, answer: ScenarioAnswer) -> None:
    binding = [one.adversary.name for one in answer.binding]
    names = [one.adversary.name for one in answer.allowances]
    values = [one.enclosure.double_lower() for one in answer.allowances]
    finite = max(value for value in values if np.isfinite(value))
    rows = np.arange(len(names))
    for row, name, value in zip(rows, names, values, strict=True):
        binds, ends = name in binding, bool(np.isfinite(value))
        colour = ORANGE if binds else BLUE
        hatch = "" if binds else "//"
        axes.barh(
            row, value if ends else 1.2 * finite, color=colour, hatch=hatch, edgecolor="white", height=0.45
        )
        text = f"{_rounded(value)}{', binding' if binds else ''}" if ends else "any ε"
        axes.text(0.01 * finite, row - 0.27, f"{name}: {text}", va="bottom", ha="left", fontsize=8)
    axes.axvline(answer.epsilon_double, color=GREY, linestyle="--", linewidth=1)
    axes.set(xlabel=BUDGET, ylim=(len(names) - 0.5, -0.7), xlim=(0, 1.2 * finite), yticks=[])
    axes.set_title("ε that each adversary alone would allow\n(rounded down)")


def _rounded(value: float) -> str:
    """Four digits, cut off."""
    from fractions import Fraction

    from verify.enclosure import Enclosure

    exact = Fraction(value)
    return Enclosure(exact, exact).decimal_lower(4)
