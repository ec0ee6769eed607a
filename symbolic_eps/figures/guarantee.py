"""Figures of one budget: the posteriors that it allows, and the profile that it was recommended for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm, Normalize
from matplotlib.figure import Figure

from symbolic_eps.answers.exact_recommendation import Recommendation
from symbolic_eps.closed_forms.closed_form import AttainmentKind
from symbolic_eps.digits import enclosure_of
from symbolic_eps.enclosed.recommended import EnclosedRecommendation
from symbolic_eps.errors import InputError
from symbolic_eps.figures.curves import along, over_square, posterior_curve
from symbolic_eps.figures.panels import (
    BUDGET,
    POSTERIOR,
    PRIOR,
    PRIOR_P,
    PRIOR_Q,
    legend_below,
    plain_log,
    posterior_bounds,
    square_map,
)
from symbolic_eps.figures.style import BLUE, GREEN, ORANGE, in_style
from symbolic_eps.guarantees.explanation import Explanation
from symbolic_eps.guarantees.prior_region import PriorRegion
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import PRIOR_INCLUSION
from symbolic_eps.theory.variants import Variant

CAP = "cap of the profile, $r^*p\\,q$"

NO_LIMIT = "no prior limits ε:\nthis profile protects nothing"

LARGEST_RISK = 100.0
"""Larger bounds r* are drawn as this."""

LARGEST_BUDGET = 4.0
"""Larger eps_i are drawn as this at least."""


@in_style
def draw_explanation(explanation: Explanation) -> Figure:
    """Posterior against prior for one eps.

    Parameters
    ----------
    explanation : Explanation
        What eps guarantees.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = Figure(figsize=(4.6, 4.4))
    axes = figure.subplots()
    epsilon = _float(explanation.epsilon)
    posterior_bounds(axes, posterior_curve(epsilon, explanation.region, variant=explanation.variant))
    scope = explanation.region.text.replace("<=", "≤")
    if explanation.variant is not Variant.UNBOUNDED:
        scope += f", {explanation.variant}"
    axes.set_title(f"What ε = {epsilon:.4g} guarantees\n{scope}")
    legend_below(axes)
    return figure


@dataclass(frozen=True)
class Mark:
    """A pair of priors that needs the recommended eps.

    Parameters
    ----------
    p, q : float
        The priors.
    reached : bool
        Whether it is attained there, or approached.
    """

    p: float
    q: float
    reached: bool


def draw_recommendation(recommendation: Recommendation | EnclosedRecommendation) -> Figure:
    """A profile, the eps_i that its priors allow, and the posteriors that the recommended eps guarantees.

    Parameters
    ----------
    found : Recommendation or EnclosedRecommendation
        For a profile given as an expression, with one or two free priors.

    Raises
    ------
    symbolic_eps.errors.InputError
        Both priors are fixed, or the profile is a table or a callable.
    """
    if not isinstance(recommendation.profile, RiskProfile):
        raise InputError(
            "only a profile that is given as a formula can be drawn: give one, or leave out --plot"
        )
    epsilon = None if recommendation.enclosure.is_infinite else recommendation.epsilon_double
    if not isinstance(recommendation, Recommendation):
        return draw_profile(recommendation.profile, epsilon)
    marks = tuple(
        Mark(_float(place.priors["p"]), _float(place.priors["q"]), place.kind is not AttainmentKind.LIMIT)
        for place in recommendation.attained
    )
    return draw_profile(recommendation.profile, epsilon, marks)


@in_style
def draw_profile(profile: RiskProfile, epsilon: float | None, marks: Sequence[Mark] = ()) -> Figure:
    """A profile, the eps_i that its priors allow, and the posteriors that an eps guarantees.

    Parameters
    ----------
    profile : RiskProfile
        With numbers for all parameters, and one or two free priors.
    epsilon : float or None
        The budget in nats; None for infinity.
    marks : sequence of Mark
        Where the least eps_i is.

    Raises
    ------
    symbolic_eps.errors.InputError
        Both priors are fixed.
    """
    free = profile.free_priors
    if not free:
        raise InputError("both priors are fixed: there is no curve to draw; leave out a --fix or --plot")
    figure = Figure(figsize=(12.0, 3.9))
    risk, budget, posterior = figure.subplots(1, 3)
    if len(free) == 1:
        _along(risk, budget, profile, epsilon, marks)
    else:
        _over_square(figure, risk, budget, profile, epsilon is not None, marks)
        posterior.set_box_aspect(1)
    if epsilon is not None:
        posterior_bounds(
            posterior, posterior_curve(epsilon, PriorRegion.around(profile), variant=profile.variant)
        )
        posterior.set_title(f"What ε = {epsilon:.4g} guarantees")
    else:
        posterior.set(xlim=(0, 1), ylim=(0, 1), xlabel=PRIOR, ylabel=POSTERIOR)
        posterior.set_title("ε = ∞ guarantees nothing")
    if len(free) == 1:
        curve = along(profile)
        posterior.plot(curve.p * curve.q, curve.posterior_cap, color=GREEN, linestyle="-.", label=CAP)
    if epsilon is not None or len(free) == 1:
        legend_below(posterior)
    return figure


def _along(
    risk: Axes, budget: Axes, profile: RiskProfile, epsilon: float | None, marks: Sequence[Mark]
) -> None:
    curve = along(profile)
    by_inclusion = profile.free_priors == (PRIOR_INCLUSION,)
    prior, label = (curve.p, PRIOR_P) if by_inclusion else (curve.q, PRIOR_Q)
    risk.plot(prior, np.minimum(curve.bound, LARGEST_RISK), color=BLUE)
    risk.set(xlabel=label, ylabel="bound on the relative risk $r^*$", yscale="log", xlim=(0, 1))
    plain_log(risk.yaxis)
    risk.set_title("The risk profile")
    top = max(LARGEST_BUDGET, 1.5 * (epsilon or 0))
    budget.plot(prior, np.where(curve.epsilon <= top, curve.epsilon, np.nan), color=BLUE)
    budget.set(xlabel=label, ylabel=f"largest {BUDGET} at this prior", xlim=(0, 1), ylim=(0, top))
    budget.set_title("What each prior allows")
    if epsilon is not None:
        budget.axhline(epsilon, color=ORANGE, linestyle="--", label=f"recommended ε = {epsilon:.4g}")
        for mark in marks:
            budget.plot(mark.p if by_inclusion else mark.q, epsilon, "o", clip_on=False, **_marker(mark))
        budget.legend(loc="upper right")
    else:
        budget.text(0.5, 0.5, NO_LIMIT, ha="center", transform=budget.transAxes)


def _over_square(
    figure: Figure, risk: Axes, budget: Axes, profile: RiskProfile, limited: bool, marks: Sequence[Mark]
) -> None:
    curve = over_square(profile)
    shown = np.minimum(curve.bound, LARGEST_RISK)
    mesh = square_map(risk, curve.p, curve.q, shown, LogNorm(1, max(2.0, float(np.nanmax(shown)))))
    bar = figure.colorbar(mesh, ax=risk, label="bound on the relative risk $r^*$", shrink=0.85)
    plain_log(bar.ax.yaxis)
    risk.set_title("The risk profile")
    budget.set_title("What each pair of priors allows")
    if not limited:
        budget.set(xlim=(0, 1), ylim=(0, 1), xlabel=PRIOR_P, ylabel=PRIOR_Q, aspect="equal")
        budget.text(0.5, 0.5, NO_LIMIT, ha="center", transform=budget.transAxes)
        return
    mesh = square_map(
        budget, curve.p, curve.q, np.minimum(curve.epsilon, LARGEST_BUDGET), Normalize(0, LARGEST_BUDGET)
    )
    figure.colorbar(mesh, ax=budget, label=f"largest {BUDGET}, cut at {LARGEST_BUDGET:.0f}", shrink=0.85)
    for mark in marks:
        budget.plot(mark.p, mark.q, "o", clip_on=False, **_marker(mark))


def _marker(mark: Mark) -> dict[str, Any]:
    face = ORANGE if mark.reached else "white"
    return {"color": ORANGE, "markerfacecolor": face, "markersize": 6, "zorder": 4}


def _float(value: sp.Expr) -> float:
    """The middle of an enclosure, for the eye."""
    enclosure = enclosure_of(value)
    return math.inf if enclosure.is_infinite else float((enclosure.lower + enclosure.upper) / 2)
