"""The figure of several releases: the least delta against eps, beside basic and advanced composition."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from matplotlib.figure import Figure

from symbolic_eps.answers.loss_composition import LossComposition
from symbolic_eps.figures.panels import legend_below
from symbolic_eps.figures.style import BLUE, GREY, ORANGE, in_style
from symbolic_eps.privacy_loss import law
from symbolic_eps.privacy_loss.composition import delta_ball, first_bits

POINTS, OF_MANY = 81, 25
"""Of the curve, for up to 100 releases and for more."""

SPREAD, LEAST = 8, 1e-15
"""Standard deviations of the sum that are shown; the least delta that is."""


@in_style
def draw_composition(answer: LossComposition) -> Figure:
    """The least delta of all releases against eps, for the eye.

    Parameters
    ----------
    answer : LossComposition
        Its eps is marked.
    """
    n, noise = answer.releases, Fraction(answer.eps0.lower)
    basic, stated = float(n * noise), float(answer.eps.upper)
    mean, variance = (float(value(float(noise))) for value in (law.mean, law.variance))
    end = min(basic, max(2 * stated, n * mean + SPREAD * (n * max(variance, 0.0)) ** 0.5))
    points = np.linspace(0, end, POINTS if n <= 100 else OF_MANY)[:-1]
    bits = first_bits(n, noise)
    deltas = np.array([float(delta_ball(n, noise, Fraction(float(eps)), bits)) for eps in points])
    small = np.geomspace(LEAST, 1, POINTS)[:-1]
    with np.errstate(over="ignore"):
        theorem = float(noise) * np.sqrt(-2 * n * np.log(small)) + basic * np.expm1(float(noise))
    figure = Figure(figsize=(5.6, 4.2))
    axes = figure.subplots()
    axes.plot(points, deltas, color=BLUE, label="least δ")
    if theorem.min() < end:
        axes.plot(theorem, small, color=ORANGE, linestyle="--", label="advanced composition")
    axes.axvline(basic, color=GREY, linestyle=":", label="basic composition, δ = 0")
    axes.axvline(stated, color=GREY, linewidth=0.8, dashes=(8, 3), label=f"ε = {stated:.4g}")
    low = max(LEAST, float(deltas.min()) / 2)
    axes.set(xlim=(0, 1.05 * end), yscale="log", ylim=(low, 1), xlabel="ε of all together (nats)", ylabel="δ")
    axes.set_title(f"{n} releases, each with Laplace noise for ε₀ = {float(noise):.6g}")
    legend_below(axes)
    return figure
