"""How the figures look: legible type, recessive grid, colours that colour-blind readers can tell apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import matplotlib as mpl
from cycler import cycler

_P = ParamSpec("_P")
_T = TypeVar("_T")

BLUE, ORANGE, GREEN, PURPLE, GREY = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#6B6B6B"
"""From Okabe and Ito's palette, which colour-blind readers can tell apart."""

COLOURS = (BLUE, ORANGE, GREEN, PURPLE, "#000000")
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)))
"""Lines by turns; as the numbers of both differ, thirty lines differ in one or the other."""

SEQUENTIAL = "viridis"
"""Lightness rises evenly along this map, so that it reads alike without colour vision."""

SETTINGS: dict[Any, Any] = {
    "font.size": 9.0,
    "font.family": "DejaVu Sans",
    "mathtext.fontset": "dejavusans",
    "axes.titlesize": 10.0,
    "axes.labelsize": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.prop_cycle": cycler(color=[BLUE, ORANGE, GREEN, PURPLE, GREY]),
    "grid.color": "#D9D9D9",
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.8,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
}


@contextmanager
def styled() -> Iterator[None]:
    """The settings of all figures, and none of the user's own."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(SETTINGS)
        yield


def in_style(draw: Callable[_P, _T]) -> Callable[_P, _T]:
    """A function that draws in this style."""

    @wraps(draw)
    def wrapper(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        with styled():
            return draw(*args, **kwargs)

    return wrapper
