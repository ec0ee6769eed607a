"""Draws the pictures of the gallery: `python docs/gallery/draw.py [FOLDER]`, or `make gallery`.

The budgets, and the places where curves touch, are derived as the pictures are drawn.
"""

from __future__ import annotations

import math
import sys
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

PROFILES = {
    "constant": "3",
    "posterior": "max(1/(4*p*q), 1)",
    "smaller-priors": "max(1/(4*p*q), 3)",
    "table": "piecewise((6, p*q <= 1/20), (3, p*q <= 1/4), 3/2)",
}
"""Of priors p and q, by the name of the picture."""

POINTS = 201


def draw(profile: str) -> Figure:
    """Belief after the release against belief before it, on the edge q = 1."""
    found = recommend(profile, fixed={"q": 1})
    prior = np.linspace(1e-6, 1, POINTS)
    limit = profile_at(RiskProfile(profile), prior, np.ones_like(prior)).posterior_cap
    curve = posterior_curve(found.epsilon_double, PriorRegion.of(fixed={"q": 1}), POINTS)
    budget = math.floor(10**4 * found.epsilon_double) / 10**4
    figure = Figure(figsize=(5.4, 3.4))
    axes = figure.add_subplot()
    axes.plot(prior, np.minimum(limit, 1), color="#D55E00", linestyle="--", label="limit of the profile")
    axes.plot(curve.prior, curve.upper, color="#0072B2", label="most that the budget allows")
    axes.set_xlabel("belief before the release, p (q = 1)")
    axes.set_ylabel("belief after it")
    axes.set_title(f"r* = {profile}\neps = {f'{budget}...' if budget else 0}", fontsize=9, loc="left")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(PercentFormatter(xmax=1, decimals=0))
    axes.legend(loc="lower right", frameon=False, fontsize=8)
    return figure


def main(folder: Path) -> None:
    """Write all pictures as SVG."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(SETTINGS)
        for name, profile in PROFILES.items():
            save(draw(profile), folder / f"{name}.svg")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent)
