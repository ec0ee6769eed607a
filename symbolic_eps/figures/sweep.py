"""A sweep as a figure: eps along one parameter, a line for each value of a second one, or a map of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from textwrap import wrap

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from numpy.typing import NDArray

from symbolic_eps.errors import InputError
from symbolic_eps.figures.curves import Floats
from symbolic_eps.figures.panels import labelled_points, told_apart
from symbolic_eps.figures.style import GREY, SEQUENTIAL, in_style
from symbolic_eps.sweeps.grid import Grid
from symbolic_eps.sweeps.record import exact_text
from verify.enclosure import Enclosure

BUDGET = "ε (nats), rounded down"
MOST_DRAWN = 100_000
"""Points of a figure."""

MOST_LINES = 6
"""Values of the second parameter that have a line each; of more a map is drawn."""

WIDTH = 80
"""Letters of a line of the title."""

MOST_MARKED = 25
"""Points of a line that are marked one by one."""


def check_drawn(points: Grid) -> None:
    """Refuse, before any work, a sweep that no figure shows.

    Raises
    ------
    symbolic_eps.errors.InputError
        More than two names vary, or there are more than `MOST_DRAWN` points.

    Examples
    --------
    >>> from symbolic_eps.sweeps.grid import grid_of
    >>> check_drawn(grid_of({"a": [1], "b": [1], "c": [1]}))
    Traceback (most recent call last):
    symbolic_eps.errors.InputError: a figure shows one or two parameters, and 3 vary: leave out --plot, or ...
    """
    if len(points.axes) > 2:
        raise InputError(
            f"a figure shows one or two parameters, and {len(points.axes)} vary: leave out --plot, or hold "
            "the others with --set"
        )
    if len(points) > MOST_DRAWN:
        raise InputError(
            f"a figure shows up to {MOST_DRAWN} points, and there are {len(points)}: leave out --plot, or "
            "take wider steps"
        )


@in_style
def draw_sweep(
    profile: str,
    points: Grid,
    found: Sequence[Enclosure | None],
    given: Mapping[str, str] | None = None,
    box: Sequence[str] = (),
) -> Figure:
    """The budgets of a sweep, with the least and the largest marked.

    Parameters
    ----------
    profile : str
        r*, as it was asked for.
    points : symbolic_eps.sweeps.grid.Grid
        As `check_drawn` wants it.
    found : sequence of Enclosure or None
        Eps at each point, in the grid's order; None where there is no result.
    given : mapping of str to str, optional
        Parameters and priors that do not vary.
    box : sequence of str
        Bounds on the priors.

    Raises
    ------
    symbolic_eps.errors.InputError
        As `check_drawn`; or eps is finite nowhere.
    """
    check_drawn(points)
    if not any(one is not None and not one.is_infinite for one in found):
        raise InputError("no point has a finite eps, so there is nothing to draw: leave out --plot")
    eps = np.array([np.nan if one is None else one.double_lower() for one in found])
    eps = eps.reshape([len(values) for values in points.axes.values()])
    figure = Figure(figsize=(6.8, 4.6))
    axes = figure.subplots()
    if min(eps.shape) > MOST_LINES and eps.ndim == 2:
        _map(figure, axes, points, eps)
    else:
        _lines(figure, axes, points, eps)
    held = ", ".join([*(f"{name} = {value}" for name, value in (given or {}).items()), *box])
    title = [line for text in (f"ε recommended for r* = {profile}", held) for line in wrap(text, WIDTH)]
    axes.set_title("\n".join(title).replace("<=", "≤").replace(">=", "≥"))
    return figure


def _lines(figure: Figure, axes: Axes, points: Grid, eps: Floats) -> None:
    """Eps against the parameter with more values."""
    names, values = list(points.axes), list(points.axes.values())
    along = int(np.argmax(eps.shape))
    rows = eps.reshape(1, -1) if eps.ndim == 1 else np.moveaxis(eps, along, 1)
    labels = (
        [""]
        if eps.ndim == 1
        else [f"{names[1 - along]} = {_text(v)}".replace("= ≈", "≈") for v in values[1 - along]]
    )
    x = np.array([float(v) for v in values[along]])
    for k, (label, row) in enumerate(zip(labels, rows, strict=True)):
        marker = "o" if len(x) <= MOST_MARKED else ""
        axes.plot(x, _finite(row), label=label, marker=marker, markersize=4, **told_apart(k))
    axes.set(xlabel=names[along], ylabel=BUDGET)
    axes.margins(y=0.22)
    _without(axes, x, np.isnan(rows), "x", "no result")
    _without(axes, x, np.isinf(rows), "^", "nothing is protected (ε = ∞)")
    places = [x[k] for k in np.unravel_index(_extremes(eps), eps.shape)[along]]
    for at, (k, text) in zip(places, _told(points, eps), strict=True):
        labelled_points(axes, [(at, float(eps.flat[k]), text)], above=text.startswith("largest"))
    if axes.get_legend_handles_labels()[1]:
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3, fontsize=8)


def _without(axes: Axes, x: Floats, missing: NDArray[np.bool_], marker: str, label: str) -> None:
    """Marks at the edge for points at which some line has no finite eps."""
    where = np.array([bool(column.any()) for column in missing.T])
    if where.any():
        edge = 1.0 if marker == "^" else 0.0
        places, heights = x[where], np.full(int(where.sum()), edge)
        across = axes.get_xaxis_transform()
        axes.plot(
            places, heights, marker, label=label, transform=across, clip_on=False, linestyle="", color=GREY
        )


def _map(figure: Figure, axes: Axes, points: Grid, eps: Floats) -> None:
    """Eps as lightness over both parameters; what has no finite eps is hatched."""
    (across, columns), (up, rows) = points.axes.items()
    x, y = (np.array([float(v) for v in values]) for values in (columns, rows))
    shown = _finite(eps)
    norm = Normalize(np.nanmin(shown), np.nanmax(shown))
    axes.patch.set(facecolor="white", hatch="////", edgecolor=GREY)
    mesh = axes.pcolormesh(x, y, shown.T, norm=norm, cmap=SEQUENTIAL, shading="nearest", rasterized=True)
    axes.set(xlabel=across, ylabel=up)
    axes.grid(visible=False)
    figure.colorbar(mesh, ax=axes, label=BUDGET)
    if np.isnan(shown).any():
        axes.text(0.0, -0.16, "hatched: no finite ε", transform=axes.transAxes, fontsize=8, color=GREY)
    for k, text in _told(points, eps):
        column, row = np.unravel_index(k, eps.shape)
        labelled_points(axes, [(float(x[column]), float(y[row]), text)], above=bool(row < len(y) / 2))


def _text(value: Fraction) -> str:
    """A parameter's value: exact where that is short."""
    text = exact_text(value)
    return text if len(text) <= 8 else f"≈ {float(value):.4g}"


def _finite(eps: Floats) -> Floats:
    return np.where(np.isfinite(eps), eps, np.nan)


def _extremes(eps: Floats) -> list[int]:
    """Where eps is least and largest, as places in the grid's order; one where they agree."""
    shown = _finite(eps)
    least, largest = int(np.nanargmin(shown)), int(np.nanargmax(shown))
    return [least] if eps.flat[least] == eps.flat[largest] else [least, largest]


def _told(points: Grid, eps: Floats) -> list[tuple[int, str]]:
    """Each extreme with its value, cut off, and its place."""
    told = []
    for k, word in zip(_extremes(eps), ("least", "largest"), strict=False):
        exact = Fraction(float(eps.flat[k]))
        value = Enclosure(exact, exact).decimal_lower(4)
        place = ", ".join(f"{name} = {_text(value)}".replace("= ≈", "≈") for name, value in points[k].items())
        told.append((k, f"{word} ε = {value}\nat {place}"))
    return told
