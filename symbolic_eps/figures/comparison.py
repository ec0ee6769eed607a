"""Budgets side by side as a figure: the posteriors that they allow, and the noise that a count gets."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from symbolic_eps.answers.comparison import Comparison
from symbolic_eps.digits import enclosure_of
from symbolic_eps.figures.curves import posterior_curve
from symbolic_eps.figures.panels import POSTERIOR, PRIOR, no_change, told_apart
from symbolic_eps.figures.style import in_style
from symbolic_eps.report.comparison import lettered

MOST_STEPS = 40
"""Counts from the true one that are drawn."""


@in_style
def draw_comparison(comparison: Comparison) -> Figure:
    """Largest posterior against prior, and how far noise carries a count, for each budget.

    Parameters
    ----------
    comparison : Comparison
        The budgets.
    """
    figure = Figure(figsize=(9.2, 4.4))
    risks, noise = figure.subplots(1, 2)
    farthest = 0.0
    for k, (letter, one) in enumerate(lettered(comparison)):
        epsilon = float(enclosure_of(one.epsilon).lower)
        source = "" if one.grade is None else f": r* = {one.text}"
        label = f"{letter}  ε = {enclosure_of(one.epsilon).decimal_lower(4)}{source}"
        curve = posterior_curve(epsilon, one.explanation.region, variant=one.explanation.variant)
        risks.plot(curve.prior, curve.upper, label=label, **told_apart(k))
        farthest = max(farthest, _noise(noise, epsilon, k))
    no_change(risks)
    region = comparison.budgets[0].explanation.region.text.replace("<=", "≤")
    risks.set(xlim=(0, 1), ylim=(0, 1), xlabel=PRIOR, ylabel=POSTERIOR)
    risks.set_title(f"Largest posterior that each ε allows\n{region}")
    noise.set(xlim=(0, farthest), ylim=(0, 1), xlabel="counts away from the true one", ylabel="probability")
    noise.set_title("Published count at most so far off\ngeometric mechanism")
    figure.legend(*risks.get_legend_handles_labels(), loc="outside lower center", ncols=1)
    return figure


def _noise(axes: Axes, epsilon: float, k: int) -> float:
    """How likely the noise is within h, for h = 0, 1, ...; until where it is drawn."""
    decay = np.exp(-epsilon)
    last = min(MOST_STEPS, max(4.0, float(np.ceil(np.log(0.005) / -epsilon))))
    steps = np.arange(0, last + 1)
    style = told_apart(k)
    axes.step(steps, 1 - 2 * decay ** (steps + 1) / (1 + decay), where="post", **style)
    return last
