"""The figure of the privacy loss: both probabilities and delta against eps, for one eps0."""

from __future__ import annotations

import numpy as np
import sympy as sp
from matplotlib.figure import Figure

from symbolic_eps.answers.privacy_loss import PrivacyLoss
from symbolic_eps.figures.panels import legend_below
from symbolic_eps.figures.style import BLUE, GREY, ORANGE, in_style
from symbolic_eps.privacy_loss import law
from symbolic_eps.privacy_loss.symbols import EPS

POINTS = 601
"""Of a curve."""


@in_style
def draw_loss(answer: PrivacyLoss) -> Figure:
    """P(abs(C) <= eps), P(C <= eps) and delta for the pair in one coordinate, for the eye.

    Parameters
    ----------
    answer : PrivacyLoss
        Its eps is marked; the jump of the probabilities at eps0 is left open.
    """
    noise = float(answer.eps0.lower)
    figure = Figure(figsize=(5.6, 4.2))
    axes = figure.subplots()
    below, above = noise * np.linspace(0, 1, POINTS), noise * np.array([1.0, 1.25])
    for value, end, colour, line, label in (
        (law.probability, 1, BLUE, "-", "P(|C| ≤ ε)"),
        (law.one_sided, 1, ORANGE, "--", "P(C ≤ ε)"),
        (law.delta, 0, GREY, ":", "least δ"),
    ):
        curve = sp.lambdify(EPS, value(sp.Float(noise), EPS), "numpy")(below)
        axes.plot(below, curve, color=colour, linestyle=line, label=label)
        axes.plot(above, np.full(2, end), color=colour, linestyle=line)
    eps = float(answer.eps.upper)
    axes.axvline(eps, color=GREY, linewidth=0.8, dashes=(8, 3), label=f"ε = {eps:.4g}")
    axes.set(xlim=(0, 1.25 * noise), ylim=(0, 1.04), xlabel="ε (nats)", ylabel="probability, δ")
    axes.set_title(f"Privacy loss C of one release, Laplace noise for ε₀ = {noise:.6g}")
    legend_below(axes)
    return figure
