"""Draws the README's picture: what one release may teach about one person, for light and for dark pages.

`python docs/pictures/one_release.py [FOLDER]` writes one-release-light.svg and one-release-dark.svg. The
budget and the place where the curve touches the limit are derived as the picture is drawn.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from symbolic_eps import RiskProfile, recommend
from symbolic_eps.figures.curves import posterior_curve, profile_at
from symbolic_eps.figures.output import save
from symbolic_eps.figures.style import SETTINGS
from symbolic_eps.guarantees.prior_region import PriorRegion
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE

PROFILE = "max(1/(4*p*q), 3)"
"""At most 25 %, or three times the prior, whichever is more."""

LARGEST_PRIOR = 0.4
POINTS = 161


@dataclass(frozen=True)
class Theme:
    """Colours of a page."""

    name: str
    ink: str
    grid: str
    budget: str
    limit: str


THEMES = (
    Theme("light", ink="#3A3A3A", grid="#DDDDDD", budget="#0072B2", limit="#D55E00"),
    Theme("dark", ink="#C9D1D9", grid="#3D444D", budget="#56B4E9", limit="#E69F00"),
)


def draw(theme: Theme) -> Figure:
    """Belief after the release against belief before it."""
    decision = recommend(PROFILE)
    (worst,) = decision.attained
    p, q = worst.priors["p"], worst.priors["q"]
    before, after = p * q, p * q * RiskProfile(PROFILE).bound.subs({PRIOR_INCLUSION: p, PRIOR_VALUE: q})
    curve = posterior_curve(decision.epsilon_double, PriorRegion(), POINTS)
    prior = np.linspace(1e-6, LARGEST_PRIOR, POINTS)
    limit = profile_at(RiskProfile(PROFILE), np.ones_like(prior), prior).posterior_cap

    figure = Figure(figsize=(7.2, 3.9))
    axes = figure.subplots()
    axes.plot(prior, limit, color=theme.limit, linestyle="--")
    axes.plot(curve.prior, curve.upper, color=theme.budget)
    axes.fill_between(curve.prior, curve.prior, curve.upper, color=theme.budget, alpha=0.15, linewidth=0)
    axes.plot(prior, prior, color=theme.ink, linewidth=1.0, linestyle=":")
    axes.plot([float(before)], [float(after)], marker="o", color=theme.ink)
    axes.annotate(
        f"the worst case, p = {p} and q = {q}:\n1 in {1 / before} becomes 1 in {1 / after}",
        (float(before), float(after)),
        xytext=(0.012, 0.52),
        arrowprops={"arrowstyle": "-", "color": theme.ink},
    )
    axes.text(0.262, 0.93, "the limit: 25 %, or 3 times the prior", color=theme.limit, ha="right")
    budget = math.floor(1000 * decision.epsilon_double) / 1000
    axes.text(0.275, 0.47, f"what a release with\neps = {budget} can teach at most", color=theme.budget)
    axes.text(0.33, 0.27, "no release", color=theme.ink)
    axes.set(
        xlim=(0, LARGEST_PRIOR),
        ylim=(0, 1),
        xlabel="what an adversary believes before: the probability of the disclosure, p q",
        ylabel="... and after the release",
    )
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    return figure


def main(folder: Path) -> None:
    """Write both files."""
    for theme in THEMES:
        colours = {
            "text.color": theme.ink,
            "axes.labelcolor": theme.ink,
            "axes.edgecolor": theme.ink,
            "xtick.color": theme.ink,
            "ytick.color": theme.ink,
            "grid.color": theme.grid,
            "figure.facecolor": "none",
            "axes.facecolor": "none",
        }
        with mpl.rc_context():
            mpl.rcdefaults()
            mpl.rcParams.update(SETTINGS | colours)
            save(draw(theme), folder / f"one-release-{theme.name}.svg")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
