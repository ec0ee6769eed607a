"""The figure of a sampled sensitivity: how probably it covers each share of all pairs, at least."""

from __future__ import annotations

from math import lgamma

import numpy as np
from matplotlib.figure import Figure

from symbolic_eps.answers.sampled_sensitivity import SampledSensitivity
from symbolic_eps.figures.panels import legend_below
from symbolic_eps.figures.style import BLUE, GREY, ORANGE, in_style

POINTS = 2001
"""Of the curve."""

SPREAD = 6
"""Standard deviations of the order statistic on each side of its mean."""


@in_style
def draw_coverage(answer: SampledSensitivity) -> Figure:
    """The least probability that S_(m) covers a share, against the share, for the eye.

    Parameters
    ----------
    answer : SampledSensitivity
        Its own share is marked if it has one.
    """
    n, m = answer.n, answer.m
    share, density = order_statistic(n, m)
    below = np.concatenate([[0.0], np.cumsum((density[1:] + density[:-1]) / 2 * np.diff(share))])
    figure = Figure(figsize=(5.6, 4.2))
    axes = figure.subplots()
    axes.plot(share, 1 - below / below[-1], color=BLUE, label="the share is covered")
    axes.axvline(m / (n + 1), color=GREY, linestyle=":", label="a fresh pair is covered, m/(n+1)")
    if answer.share is not None:
        axes.axvline(
            float(answer.share),
            color=ORANGE,
            linestyle="--",
            label=f"the share asked for, {float(answer.share):.4g}",
        )
    axes.set(xlim=(share[0], share[-1]), ylim=(0, 1), xlabel="share of all pairs", ylabel="least probability")
    axes.set_title(f"How surely a sampled sensitivity covers a share of all pairs\nn = {n}, m = {m}")
    legend_below(axes)
    return figure


def order_statistic(n: int, m: int) -> tuple[np.ndarray, np.ndarray]:
    """Shares around m/(n+1), and the density m C(n, m) u^(m-1) (1-u)^(n-m) there.

    Examples
    --------
    >>> share, density = order_statistic(9, 5)
    >>> round(float(np.sum(density) * (share[1] - share[0])), 2)
    1.0
    """
    mean = m / (n + 1)
    spread = SPREAD * (mean * (1 - mean) / (n + 2)) ** 0.5
    share = np.linspace(max(0.0, mean - spread), min(1.0, mean + spread), POINTS)
    constant = lgamma(n + 1) - lgamma(m) - lgamma(n - m + 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        powers = [k * np.log(u) for k, u in ((m - 1, share), (n - m, 1 - share)) if k]
    return share, np.exp(constant + sum(powers, np.zeros(POINTS)))
