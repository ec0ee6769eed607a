"""Figures of one budget: the posteriors that it allows, and the profile that it was recommended for."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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
from symbolic_eps.figures.curves import along, evaluated, over_square, posterior_curve
from symbolic_eps.figures.panels import (
    BUDGET,
    POSTERIOR,
    PRIOR,
    PRIOR_P,
    PRIOR_Q,
    labelled_points,
    legend_below,
    plain_log,
    posterior_bounds,
    square_map,
)
from symbolic_eps.figures.style import BLUE, GREEN, ORANGE, in_style
from symbolic_eps.guarantees.explanation import Explanation
from symbolic_eps.guarantees.guarantee import Measure, bounds
from symbolic_eps.guarantees.prior_region import PriorRegion
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.report.enclosed import places
from symbolic_eps.report.formula import formula, profile_formula
from symbolic_eps.report.recommendation import attained_texts
from symbolic_eps.report.table import scope_text
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION
from symbolic_eps.theory.variants import Variant

CAP = "cap of the profile, $r^*p\\,q$"

NO_LIMIT = "no prior limits ε:\nthis profile protects nothing"

LARGEST_RISK = 100.0
"""Larger bounds r* are drawn as this."""

DIGITS, LONGEST, LONGEST_FORM = 4, 90, 40
"""Digits of an eps, and characters of a profile and of a formula, in titles."""

MOST_PLACES = 3
"""Places of the least eps that a title names."""

LARGEST_BUDGET = 4.0
"""Larger eps_i are drawn as this at least."""


@in_style
def draw_explanation(explanation: Explanation) -> Figure:
    """Posterior against prior for one eps, with the adversaries that were asked for.

    Parameters
    ----------
    explanation : Explanation
        What eps guarantees.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = Figure(figsize=(4.6, 4.6))
    axes = figure.subplots()
    epsilon = _float(explanation.epsilon)
    posterior_bounds(axes, posterior_curve(epsilon, explanation.region, variant=explanation.variant))
    labelled_points(
        axes,
        [
            (
                float(one.inclusion * one.prior_value),
                _float(one.measures[Measure.POSTERIOR].upper),
                f"p = {one.inclusion}, q = {one.prior_value}",
            )
            for one in explanation.at
        ],
    )
    scope = explanation.region.text.replace("<=", "≤")
    if explanation.variant is not Variant.UNBOUNDED:
        scope += f", {explanation.variant}"
    axes.set_title(f"What ε = {shown_epsilon(explanation.epsilon)} guarantees\n{scope}")
    legend_below(axes)
    return figure


@dataclass(frozen=True)
class Drawn:
    """A profile to be drawn, with what is known of its eps.

    Parameters
    ----------
    profile : RiskProfile
        With numbers for all parameters.
    epsilon : float or None
        The budget in nats; None for infinity.
    marks : tuple of Mark
        Where the least eps_i is.
    heading : str
        Profile, eps and the place of the minimum, in words.
    """

    profile: RiskProfile
    epsilon: float | None
    marks: tuple[Mark, ...]
    heading: str


@dataclass(frozen=True)
class Mark:
    """A pair of priors that needs the recommended eps.

    Parameters
    ----------
    p, q : float
        The priors.
    reached : bool
        Whether it is attained there, or approached.
    text : str
        The place in words.
    """

    p: float
    q: float
    reached: bool
    text: str


def draw_recommendation(recommendation: Recommendation | EnclosedRecommendation) -> Figure:
    """A profile, the eps_i that its priors allow, and the posteriors that the recommended eps guarantees.

    Parameters
    ----------
    recommendation : Recommendation or EnclosedRecommendation
        For a profile given as an expression, with one or two free priors.

    Raises
    ------
    symbolic_eps.errors.InputError
        Both priors are fixed, or the profile is a table or a callable.
    """
    profile = recommendation.profile
    if not isinstance(profile, RiskProfile):
        raise InputError(
            "only a profile that is given as a formula can be drawn: give one, or leave out --plot"
        )
    epsilon = None if recommendation.enclosure.is_infinite else recommendation.epsilon_double
    marks = tuple(_marks(recommendation))
    return draw_profile(Drawn(profile, epsilon, marks, _heading(recommendation, profile, marks)))


def _marks(recommendation: Recommendation | EnclosedRecommendation) -> Iterator[Mark]:
    if isinstance(recommendation, Recommendation):
        for place, text in zip(recommendation.attained, attained_texts(recommendation), strict=True):
            p, q = (_float(place.priors[name]) for name in ("p", "q"))
            yield Mark(p, q, place.kind is not AttainmentKind.LIMIT, text)
    elif recommendation.minimum.point is not None:
        (text,) = places(recommendation)
        p, q = map(float, recommendation.minimum.point)
        yield Mark(p, q, "->" not in text, f"near {text}")


def _heading(
    recommendation: Recommendation | EnclosedRecommendation, profile: RiskProfile, marks: Sequence[Mark]
) -> str:
    """Two lines: what was asked, and the answer."""
    bound = profile_formula(profile.bound)
    bound = bound if len(bound) <= LONGEST else f"{bound[:LONGEST]}..."
    asked = f"r* = {bound}, {scope_text(profile).strip().strip('()')}".replace("<=", "≤")
    if recommendation.enclosure.is_infinite:
        return f"{asked}\nε = ∞: nothing is protected"
    exact = recommendation.closed_form
    value = shown_epsilon(exact) if exact is not None else recommendation.enclosure.decimal_lower(DIGITS)
    named = "; ".join(mark.text for mark in marks[:MOST_PLACES])
    where = f", least {named}{'; ...' if len(marks) > MOST_PLACES else ''}" if marks else ""
    return f"{asked}\nrecommended ε = {value} (nats, {recommendation.grade}){where}"


def shown_epsilon(epsilon: sp.Expr) -> str:
    """A budget for a title: a few digits, cut off, and its formula where that is short.

    Examples
    --------
    >>> shown_epsilon(sp.log(9)), shown_epsilon(sp.Rational(1, 2))
    ('2.197… = log(9)', '0.5')
    """
    digits, exact = enclosure_of(epsilon).decimal_lower(DIGITS), formula(epsilon)
    return digits if epsilon.is_Rational or len(exact) > LONGEST_FORM else f"{digits}… = {exact}"


@in_style
def draw_profile(drawn: Drawn) -> Figure:
    """A profile, the eps_i that its priors allow, and the posteriors that an eps guarantees.

    Parameters
    ----------
    drawn : Drawn
        With one or two free priors.

    Raises
    ------
    symbolic_eps.errors.InputError
        Both priors are fixed.
    """
    profile, epsilon, marks = drawn.profile, drawn.epsilon, drawn.marks
    free = profile.free_priors
    if not free:
        raise InputError("both priors are fixed: there is no curve to draw; leave out a --fix or --plot")
    figure = Figure(figsize=(12.0, 4.5))
    figure.suptitle(drawn.heading, fontsize=11)
    risk, budget, posterior = figure.subplots(1, 3)
    if len(free) == 1:
        _along(risk, budget, profile, epsilon, marks)
    else:
        _over_square(figure, risk, budget, profile, epsilon is not None, marks)
        posterior.set_box_aspect(1)
    if epsilon is not None:
        region = PriorRegion.around(profile)
        posterior_bounds(posterior, posterior_curve(epsilon, region, variant=profile.variant))
        posterior.set_title("What it guarantees")
        labelled_points(posterior, _on_the_guarantee(marks, epsilon, profile.variant))
    else:
        posterior.set(xlim=(0, 1), ylim=(0, 1), xlabel=PRIOR, ylabel=POSTERIOR)
        posterior.set_title("ε = ∞ guarantees nothing")
    if len(free) == 1:
        curve = along(profile)
        posterior.plot(curve.p * curve.q, curve.posterior_cap, color=GREEN, linestyle="-.", label=CAP)
    if epsilon is not None or len(free) == 1:
        legend_below(posterior)
    return figure


def _on_the_guarantee(
    marks: Sequence[Mark], epsilon: float, variant: Variant
) -> list[tuple[float, float, str]]:
    """The largest posteriors at the places where eps is least."""
    reached = [mark for mark in marks if mark.reached]
    p, q = (np.array([getattr(mark, name) for mark in reached]) for name in ("p", "q"))
    x = {DECAY: sp.Float(math.exp(-epsilon), 17)}
    upper = evaluated(bounds(Measure.POSTERIOR, variant).upper, p, q, x) if reached else p
    return [(mark.p * mark.q, float(y), "here ε is least") for mark, y in zip(reached, upper, strict=True)]


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
        labelled_points(budget, [(mark.p if by_inclusion else mark.q, epsilon, mark.text) for mark in marks])
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
    labelled_points(budget, [(mark.p, mark.q, mark.text) for mark in marks])


def _float(value: sp.Expr) -> float:
    """The middle of an enclosure, for the eye."""
    enclosure = enclosure_of(value)
    return math.inf if enclosure.is_infinite else float((enclosure.lower + enclosure.upper) / 2)
