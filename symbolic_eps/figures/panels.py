"""Panels shared by several figures: a line coloured by eps, a map of the priors, bounds of the posterior."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import LineCollection, QuadMesh
from matplotlib.colors import Normalize
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from symbolic_eps.figures.curves import Floats, PosteriorCurve
from symbolic_eps.figures.style import BLUE, COLOURS, DASHES, GREY, ORANGE, SEQUENTIAL

PRIOR_P = "prior probability of inclusion $p$"
PRIOR_Q = "prior probability of the value $q$"
PRIOR = "prior probability of disclosure $p\\,q$"
POSTERIOR = "posterior probability of disclosure"
BUDGET = "ε (nats)"


def plain_log(axis: Axis) -> None:
    """Ticks of a logarithmic axis as plain numbers: 1, 2, 3, 5, 10."""
    axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 3.0, 5.0)))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_locator(NullLocator())


def coloured_line(axes: Axes, x: Floats, y: Floats, colour: Floats, norm: Normalize) -> LineCollection:
    """A line whose colour is a third quantity."""
    points = np.column_stack([x, y])
    segments = np.stack([points[:-1], points[1:]], axis=1)
    line = LineCollection(list(segments), cmap=SEQUENTIAL, norm=norm, linewidths=3.2, capstyle="round")
    line.set_array((colour[:-1] + colour[1:]) / 2)
    axes.add_collection(line)
    axes.set_xlim(0, 1)
    return line


def square_map(axes: Axes, p: Floats, q: Floats, values: Floats, norm: Normalize) -> QuadMesh:
    """A quantity over the square of priors, as an image."""
    mesh = axes.pcolormesh(p, q, values, norm=norm, cmap=SEQUENTIAL, shading="nearest", rasterized=True)
    axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xlabel=PRIOR_P, ylabel=PRIOR_Q)
    axes.grid(visible=False)
    return mesh


def posterior_bounds(axes: Axes, curve: PosteriorCurve) -> None:
    """The least and the largest posterior against the prior, with the line where nothing is learnt."""
    axes.fill_between(curve.prior, curve.lower, curve.upper, color=BLUE, alpha=0.12, linewidth=0)
    axes.plot(curve.prior, curve.upper, color=BLUE, label="largest posterior")
    axes.plot(curve.prior, curve.lower, color=ORANGE, linestyle="--", label="least posterior")
    axes.plot(curve.prior, curve.prior, color=GREY, linewidth=1.0, linestyle=":", label="posterior = prior")
    axes.set(
        xlim=(0, max(curve.prior[-1], 1e-12)),
        ylim=(0, min(1.0, 1.04 * float(curve.upper.max()))),
        xlabel=PRIOR,
        ylabel=POSTERIOR,
    )


def told_apart(k: int) -> dict[str, Any]:
    """Colour and dashes of the k-th line: either alone tells it from its neighbours, in grey too."""
    return {"color": COLOURS[k % len(COLOURS)], "linestyle": DASHES[k % len(DASHES)]}


def no_change(axes: Axes) -> None:
    """The line on which nothing is learnt."""
    axes.plot([0, 1], [0, 1], color=GREY, linewidth=1.0, linestyle=":", label="posterior = prior")


def labelled_points(
    axes: Axes, points: Sequence[tuple[float, float, str]], above: bool | None = None
) -> None:
    """Points with a label beside each, on a white ground so that it is read across lines.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        With its limits set: labels turn to the side where there is room.
    points : sequence of (float, float, str)
        Places and labels.
    above : bool, optional
        Whether labels stand above their points or below; by default beside them.
    """
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    for x, y, label in points:
        axes.plot(x, y, "o", color="black", markerfacecolor="white", markersize=6, zorder=5, clip_on=False)
        beyond, bottom = x > left + 0.6 * (right - left), y < low + 0.1 * (high - low)
        axes.annotate(
            label,
            (x, y),
            xytext=(-7 if beyond else 7, 6 if bottom else -11) if above is None else (0, 8 if above else -8),
            va="baseline" if above is None else "bottom" if above else "top",
            ha="right" if beyond else "left",
            textcoords="offset points",
            fontsize=8,
            zorder=6,
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1.0},
        )


def legend_below(axes: Axes) -> None:
    """The legend under the axes, where no curve is."""
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncol=2, fontsize=8, handlelength=2.4)
