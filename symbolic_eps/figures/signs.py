"""A figure of where eps rises and falls: the proved regions over the priors, at given parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
import sympy as sp
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from numpy.typing import NDArray

from symbolic_eps.answers.signs import PieceSigns, Signs
from symbolic_eps.errors import InputError
from symbolic_eps.figures.curves import Floats, evaluated
from symbolic_eps.figures.panels import PRIOR_P, PRIOR_Q
from symbolic_eps.figures.style import BLUE, GREY, ORANGE, in_style
from symbolic_eps.profiles.exact_numbers import exact_number
from symbolic_eps.report.formula import profile_formula
from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE, parameter
from verify.language.condition import Condition, Relation, rational_condition

NOTHING, INFINITE, NONE, FALLS, RISES, OPEN = range(6)
"""What is so at a pair of priors: no bound, eps = oo, no eps > 0, eps falls, eps rises, not known."""

COLOURS = ("#FFFFFF", "#D9D9D9", "#F2E6B3", ORANGE, BLUE, "#000000")
NAMES = ("nothing is enforced", "ε = ∞", "no ε > 0", "ε falls", "ε rises", "open")
HATCHES = {NONE: "..", RISES: "///", OPEN: "xx"}
"""What tells the regions apart without colour."""

POINTS = 401
OPACITY = 0.55


@in_style
def draw_signs(signs: Signs, values: Mapping[str, object]) -> Figure:
    """The regions over the square of priors, a panel for each prior.

    Parameters
    ----------
    found : Signs
        With both priors varying.
    values : mapping of str to number or text
        A number for each parameter.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    symbolic_eps.errors.InputError
        A prior is fixed, a parameter has no value or one that the assumptions exclude, or another name.
    """
    numbers = _numbers(signs, values)
    figure = Figure(figsize=(8.4, 5.6))
    set_to = ", ".join(f"{symbol} = {value}" for symbol, value in sorted(numbers.items(), key=str))
    named = f"r* = {profile_formula(signs.profile.bound)}" + (f", with {set_to}" if set_to else "")
    figure.suptitle(f"Where ε(p, q), which one pair of priors allows, rises and falls\n{named}", fontsize=10)
    panels = figure.subplots(1, 2)
    for axes, prior, other in zip(panels, signs.profile.free_priors, ("$q$ fixed", "$p$ fixed"), strict=True):
        kinds = kinds_at(signs, prior, numbers)
        axes.pcolormesh(
            *_square(),
            kinds,
            cmap=ListedColormap(COLOURS),
            vmin=-0.5,
            vmax=len(COLOURS) - 0.5,
            shading="nearest",
            rasterized=True,
            alpha=OPACITY,
        )
        _hatch(axes, kinds)
        lines = _borders(axes, signs, prior, numbers)
        axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xlabel=PRIOR_P, ylabel=PRIOR_Q)
        axes.set_title(f"as ${prior}$ grows, {other}")
        axes.grid(visible=False)
        shown = [
            Patch(facecolor=(COLOURS[k], OPACITY), edgecolor=GREY, hatch=HATCHES.get(k, ""), label=NAMES[k])
            for k in range(len(COLOURS))
            if (kinds == k).any()
        ]
        axes.legend(
            handles=[*shown, *lines], loc="upper center", bbox_to_anchor=(0.5, -0.14), ncol=3, fontsize=8
        )
    return figure


def kinds_at(signs: Signs, prior: sp.Symbol, numbers: Mapping[sp.Symbol, sp.Expr]) -> NDArray[np.int64]:
    """What is so at the middles of equal cells of the square, as the proved regions say it.

    Parameters
    ----------
    found : Signs
    prior : Symbol
        Which derivative.
    numbers : mapping of Symbol to Expr
        The parameters.

    Returns
    -------
    ndarray of int64
        Shape (points, points), p along the second axis; `NOTHING`, `INFINITE` and so on.
    """
    kinds = np.full((POINTS, POINTS), NOTHING)
    domain = _mask(signs.profile.domain, numbers)
    for piece in signs.pieces:
        here = domain & _mask(piece.conditions, numbers)
        kinds[here] = OPEN
        if piece.lemma is None:
            if not piece.open:  # then r* is at most 1 where it is below 1/(p q)
                below = rational_condition(1 - piece.bound * PRIOR_INCLUSION * PRIOR_VALUE, Relation.POSITIVE)
                kinds[here] = INFINITE
                kinds[here & _mask(below, numbers)] = NONE
            continue
        finite = here & _mask(piece.lemma.root_exists, numbers)
        kinds[here & ~finite] = INFINITE
        kinds[here & ~_mask(piece.lemma.bound_positive, numbers)] = NONE
        kinds[finite & ~_mask(piece.lemma.budget_positive, numbers)] = NONE
        inside = (
            finite & _mask(piece.lemma.bound_positive, numbers) & _mask(piece.lemma.budget_positive, numbers)
        )
        for claim in next(one.claims for one in piece.lemma.signs if one.variable == prior):
            if claim.sign:
                kinds[inside & _mask(claim.conditions, numbers)] = RISES if claim.sign > 0 else FALLS
    return kinds


def _hatch(axes: Axes, kinds: NDArray[np.int64]) -> None:
    for kind, hatch in HATCHES.items():
        if (kinds == kind).any():
            region = np.where(kinds == kind, 1.0, 0.0)
            drawn = axes.contourf(*_square(), region, levels=[0.5, 1.5], colors="none", hatches=[hatch])
            drawn.set_edgecolor(GREY)
            drawn.set_linewidth(0.0)


def _numbers(signs: Signs, values: Mapping[str, object]) -> dict[sp.Symbol, sp.Expr]:
    profile = signs.profile
    if len(profile.free_priors) < 2:
        raise InputError("the drawing is over p and q: leave out --fix or --plot")
    numbers = {parameter(name): exact_number(f"--set {name}", value) for name, value in values.items()}
    missing = [v.name for v in profile.parameters if v not in numbers]
    if missing:
        raise InputError(f"the drawing needs a number for {missing[0]}: write --set {missing[0]}=3, or such")
    strange = [v.name for v in numbers if v not in profile.parameters]
    if strange:
        raise InputError(f"--set {strange[0]}: the profile has no parameter {strange[0]}; leave it out")
    for condition in profile.parameter_region:
        if any(c.constant_truth is False for c in condition.substituted(numbers)):
            raise InputError(
                f"the numbers do not satisfy the assumption {condition}: change --set or --assume"
            )
    return numbers


def _square() -> tuple[Floats, Floats]:
    middles = (np.arange(POINTS) + 0.5) / POINTS
    p, q = np.meshgrid(middles, middles)
    return p, q


def _mask(conditions: Sequence[Condition], numbers: Mapping[sp.Symbol, sp.Expr]) -> NDArray[np.bool_]:
    inside = np.ones((POINTS, POINTS), dtype=bool)
    for condition in conditions:
        value = evaluated(condition.polynomial, *_square(), numbers)
        inside &= condition.relation.holds(value)  # type: ignore[arg-type]  # it only compares with 0
    return inside


def _borders(
    axes: Axes, signs: Signs, prior: sp.Symbol, numbers: Mapping[sp.Symbol, sp.Expr]
) -> list[Line2D]:
    """Lines where bounds meet (dashed), and where eps stands still; those drawn, for the legend."""
    domain = _mask(signs.profile.domain, numbers)
    meeting = {sp.expand(c.polynomial) for piece in signs.pieces for c in piece.conditions}
    drawn: dict[Literal["--", "-"], bool] = {"--": False, "-": False}
    for polynomial in sorted(meeting, key=str):
        if sp.expand(-polynomial) not in meeting or str(polynomial) < str(sp.expand(-polynomial)):
            drawn["--"] |= _line(axes, polynomial, domain, numbers, "--")
    for piece in signs.pieces:
        here = domain & _mask(piece.conditions, numbers)
        for threshold in _thresholds(piece, prior):
            drawn["-"] |= _line(axes, threshold, here, numbers, "-")
    names: dict[Literal["--", "-"], str] = {"--": "another bound decides", "-": "ε stands still"}
    return [
        Line2D([], [], color=GREY, linestyle=style, linewidth=1.2, label=names[style])
        for style, is_drawn in drawn.items()
        if is_drawn
    ]


def _thresholds(piece: PieceSigns, prior: sp.Symbol) -> tuple[sp.Expr, ...]:
    signs = piece.lemma.signs if piece.lemma else ()
    return next((one.thresholds for one in signs if one.variable == prior), ())


def _line(
    axes: Axes,
    polynomial: sp.Expr,
    where: NDArray[np.bool_],
    numbers: Mapping[sp.Symbol, sp.Expr],
    style: str,
) -> bool:
    """Draw the line where the polynomial is 0; whether there is one."""
    value = np.where(where, evaluated(polynomial, *_square(), numbers), np.nan)
    if not np.nanmin(value, initial=0.0) < 0 < np.nanmax(value, initial=0.0):
        return False
    axes.contour(*_square(), value, levels=[0.0], colors=[GREY], linestyles=style, linewidths=1.2)
    return True
