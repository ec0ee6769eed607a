"""The figure of the cost of a stated eps: the cost against eps, its minimum, and the budget."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from symbolic_eps.answers.privacy_cost import PrivacyCost
from symbolic_eps.figures.panels import legend_below
from symbolic_eps.figures.style import BLUE, GREY, ORANGE, in_style

POINTS = 801
"""Of the curve."""


@in_style
def draw_cost(answer: PrivacyCost) -> Figure:
    """The cost against eps from 0 to eps0, for the eye.

    Parameters
    ----------
    answer : PrivacyCost
        Its budget is drawn if it has one.
    """
    eps0 = float(answer.eps0)
    eps = np.linspace(0, eps0, POINTS)[1:]
    figure = Figure(figsize=(5.6, 4.2))
    axes = figure.subplots()
    axes.plot(eps, costs(eps, answer), color=BLUE, label="cost")
    least = answer.minimum
    at, cost = float(least.eps.lower), float(least.cost.lower)
    axes.plot([at], [cost], "o", color=ORANGE, label=f"least cost: {cost:.6g} at ε = {at:.4g}")
    if answer.budget is not None:
        axes.axhline(
            float(answer.budget), color=GREY, linestyle=":", label=f"budget: {float(answer.budget):.6g}"
        )
    axes.set(xlim=(0, eps0), xlabel="ε (nats), at noise for ε₀", ylabel="cost, in the unit of S")
    axes.set_title(f"Cost of a promise of ε\nε₀ = {answer.eps0}, c = {answer.c}, S = {answer.scale}")
    legend_below(axes)
    return figure


def costs(eps: np.ndarray, answer: PrivacyCost) -> np.ndarray:
    """The cost at each eps in (0, eps0], in float64.

    Parameters
    ----------
    eps : ndarray of float64
    """
    eps0, c, scale = map(float, (answer.eps0, answer.c, answer.scale))
    probability = (np.exp((eps - eps0) / 2) - np.exp(-(eps + eps0) / 2)) / 2
    return np.asarray(scale * np.exp(-c / eps0) * (1 + probability * np.expm1(c / eps0 - c / eps)))
