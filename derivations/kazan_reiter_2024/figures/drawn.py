"""Figures 1-5 of Kazan & Reiter 2024, drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm, Normalize
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from derivations.kazan_reiter_2024.durham_rows import DurhamRow, Reading
from derivations.kazan_reiter_2024.figures.data import (
    AgencyCurve,
    figure_1,
    figure_2,
    figure_3,
    figure_4,
    figure_5,
    number,
)
from derivations.kazan_reiter_2024.numbers import DURHAM_DEVIATIONS, DURHAM_GOAL
from symbolic_eps.figures.panels import BUDGET, PRIOR_P, PRIOR_Q, coloured_line, square_map
from symbolic_eps.figures.style import BLUE, GREEN, GREY, ORANGE, PURPLE, in_style

RISK = "bound on the relative risk $r^*$"
CUT_RISK, CUT_BUDGET = 100.0, 4.0
"""As in the paper, larger bounds and budgets are drawn as these in Figure 5."""


def _plain_log(axes: Axes, ticks: Sequence[float]) -> None:
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(FixedLocator(ticks))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def _prior_ticks(axes: Axes) -> None:
    """Short labels, so that those of neighbouring panels keep apart."""
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "0.25", "0.5", "0.75", "1"])


def _prior_label(agency: AgencyCurve) -> str:
    return PRIOR_Q if agency.along_value else PRIOR_P


@in_style
def draw_figure_1() -> Figure:
    """Two agencies: the profile above, the eps_i that it needs below."""
    figure = Figure(figsize=(7.6, 5.4))
    grid = figure.subplots(2, 2, sharex="col")
    for agency, (above, below) in zip(figure_1(), grid.T, strict=True):
        above.plot(agency.prior, agency.curve.bound, color=BLUE)
        _plain_log(above, (3, 5, 10, 30, 100, 200))
        above.set(title=agency.title, ylabel=RISK, ylim=(2, 250))
        finite = np.isfinite(agency.curve.epsilon)
        below.plot(agency.prior[finite], agency.curve.epsilon[finite], color=BLUE)
        lowest = number(agency.recommended)
        below.axhline(lowest, color=ORANGE, linestyle="--", label=f"recommended ε = {lowest:.2f}")
        below.set(xlabel=_prior_label(agency), ylabel=f"largest {BUDGET}", xlim=(0, 1), ylim=(0, 4))
        below.legend(loc="upper right")
        unbounded = agency.prior[~finite]
        if unbounded.size:
            below.axvspan(unbounded[0], 1.0, color=GREY, alpha=0.15, linewidth=0)
            below.text((unbounded[0] + 1) / 2, 0.5, "ε unbounded", ha="center", va="center", color="#404040")
    return figure


_BAR_COLOURS = (GREY, BLUE, GREEN, ORANGE)
_HATCHES = ("", "//", "..", "xx")


def _bars(axes: Axes, rows: Sequence[DurhamRow], value: Callable[[DurhamRow], float]) -> None:
    """Groups by r, one bar for each a."""
    risks = sorted({row.risk_bound for row in rows})
    caps = sorted({row.absolute_risk for row in rows})
    width = 0.8 / len(caps)
    for k, cap in enumerate(caps):
        heights = [next(value(r) for r in rows if (r.risk_bound, r.absolute_risk) == (b, cap)) for b in risks]
        places = np.arange(len(risks)) + (k - (len(caps) - 1) / 2) * width
        axes.bar(
            places,
            heights,
            width * 0.92,
            color=_BAR_COLOURS[k],
            hatch=_HATCHES[k],
            edgecolor="white",
            linewidth=0.4,
            label=f"$\\tilde a = {float(cap):g}$",
        )
    axes.set_xticks(range(len(risks)), [f"$\\tilde r = {float(b):g}$" for b in risks])
    axes.grid(visible=False, axis="x")


@in_style
def draw_figure_2() -> Figure:
    """The Durham example: probability of a switch, RMSE, and eps, by r and a."""
    rows = figure_2()
    figure = Figure(figsize=(9.2, 7.4))
    grid = figure.add_gridspec(3, 4, height_ratios=(1.25, 1, 1))
    first: Axes | None = None
    for column, deviation in enumerate(DURHAM_DEVIATIONS):
        axes = figure.add_subplot(grid[0, column], sharey=first)
        first = first or axes

        def switch(row: DurhamRow, at: object = deviation) -> float:
            return number(
                next(
                    s for s in row.switching if (s.reading, s.deviation) == (Reading.NEAREST, at)
                ).probability
            )

        _bars(axes, rows, switch)
        axes.axhline(float(DURHAM_GOAL), color="black", linewidth=1.0, linestyle=":")
        axes.set_title(f"rate {float(deviation):g} per 1000 off target", fontsize=9)
        axes.tick_params(labelleft=column == 0)
        axes.set_ylim(0, 0.5)
    # In the last panel the bars leave room beside the line.
    axes.text(2.4, float(DURHAM_GOAL) + 0.008, "goal: below 10 %", ha="right", fontsize=8)
    assert first is not None
    first.set_ylabel("probability of a switch")
    root = figure.add_subplot(grid[1, :])
    _bars(root, rows, lambda row: number(row.rmse))
    root.set_ylabel("RMSE of the count (deaths)")
    budget = figure.add_subplot(grid[2, :])
    _bars(budget, rows, lambda row: number(row.epsilon))
    budget.set_ylabel(BUDGET)
    handles, labels = root.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncol=4)
    return figure


@in_style
def draw_figure_3() -> Figure:
    """Three agencies at q = 1: the constant bound above, (31) below, coloured by the eps that it needs."""
    agencies = figure_3()
    norm = Normalize(0, CUT_BUDGET)
    figure = Figure(figsize=(9.2, 5.2))
    grid = figure.subplots(2, 3, sharex=True, sharey=True)
    for agency, (above, below) in zip(agencies, grid.T, strict=True):
        assert agency.baseline is not None
        constant = np.full_like(agency.prior, float(agency.baseline))
        coloured_line(above, agency.prior, constant, _constant_budget(agency), norm)
        line = coloured_line(below, agency.prior, agency.curve.bound, _cut(agency.curve.epsilon), norm)
        above.set_title(agency.title)
        above.text(0.97, 0.92, "bound that does not vary", ha="right", transform=above.transAxes)
        _prior_ticks(below)
        below.set(xlabel=PRIOR_P)
        below.text(
            0.97,
            0.92,
            f"recommended ε = {number(agency.recommended):.2f}",
            ha="right",
            transform=below.transAxes,
        )
        _plain_log(below, (1, 1.5, 3, 6, 10, 25))
        below.set_ylim(1, 30)
    grid[0, 0].set_ylabel(RISK)
    grid[1, 0].set_ylabel(RISK)
    figure.colorbar(line, ax=grid, label=f"largest {BUDGET}, cut at {CUT_BUDGET:g}", shrink=0.8)
    return figure


def _constant_budget(agency: AgencyCurve) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    from symbolic_eps.theory.numeric import root_epsilon

    assert agency.baseline is not None
    return _cut(np.asarray(root_epsilon(agency.prior, 1.0, float(agency.baseline))))


def _cut(
    budget: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.minimum(budget, CUT_BUDGET)


@in_style
def draw_figure_4() -> Figure:
    """Three agencies at p = 0.05: (32), coloured by the eps that it needs."""
    agencies = figure_4()
    norm = Normalize(0, CUT_BUDGET)
    figure = Figure(figsize=(9.2, 3.2))
    grid = figure.subplots(1, 3, sharey=True)
    for agency, axes in zip(agencies, grid, strict=True):
        line = coloured_line(axes, agency.prior, agency.curve.bound, _cut(agency.curve.epsilon), norm)
        axes.set(title=agency.title, xlabel=PRIOR_Q)
        _prior_ticks(axes)
        axes.text(
            0.97,
            0.9,
            f"recommended ε = {number(agency.recommended):.2f}",
            ha="right",
            transform=axes.transAxes,
        )
        _plain_log(axes, (3, 10, 30, 100, 300))
        axes.set_ylim(2, 700)
    grid[0].set_ylabel(RISK)
    figure.colorbar(line, ax=grid, label=f"largest {BUDGET}, cut at {CUT_BUDGET:g}")
    return figure


@in_style
def draw_figure_5() -> Figure:
    """(33): the bound and the eps_i over the square of priors, with the pair that needs the least."""
    found = figure_5()
    figure = Figure(figsize=(9.4, 4.1))
    risk, budget = figure.subplots(1, 2)
    curve = found.curve
    mesh = square_map(risk, curve.p, curve.q, np.minimum(curve.bound, CUT_RISK), LogNorm(3, CUT_RISK))
    bar = figure.colorbar(
        mesh, ax=risk, shrink=0.82, label=f"{RISK}, cut at {CUT_RISK:g}", ticks=[3, 10, 30, 100]
    )
    bar.ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    bar.ax.yaxis.set_minor_locator(NullLocator())
    mesh = square_map(budget, curve.p, curve.q, _cut(curve.epsilon), Normalize(0, CUT_BUDGET))
    figure.colorbar(mesh, ax=budget, shrink=0.82, label=f"largest {BUDGET}, cut at {CUT_BUDGET:g}")
    p, q = found.worst
    budget.plot(p, q, "o", color=PURPLE, markeredgecolor="white", markersize=9, clip_on=False, zorder=5)
    budget.annotate(
        f"least: ε = {number(found.recommended):.2f}\nat p = {p:g}, q = {q:.3f}",
        (p, q),
        (0.5, 0.30),
        color="white",
        arrowprops={"arrowstyle": "-", "color": "white"},
    )
    return figure


FIGURES: Mapping[str, Callable[[], Figure]] = {
    "figure-1": draw_figure_1,
    "figure-2": draw_figure_2,
    "figure-3": draw_figure_3,
    "figure-4": draw_figure_4,
    "figure-5": draw_figure_5,
}
"""By the name of their files."""
