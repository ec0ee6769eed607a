"""Certified minimisation against the 1000 x 1000 grid, in one process, one after the other; and sweeps.

A grid minimum is never below the infimum, so its error is on the unsafe side; that of an enclosure's lower
end is on the safe side. Errors are against an enclosure of width 1e-25.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from benchmarks import grid
from symbolic_eps.answers.recommendation import recommend
from symbolic_eps.enclosed.recommended import EnclosedRecommendation
from symbolic_eps.sweeps.grid import parse_axis
from symbolic_eps.sweeps.run import sweep

DIGITS = (2, 4, 6, 8, 10, 12, 20, 30)


@dataclass(frozen=True)
class Profile:
    """One profile as text, as a function of floats, and as a function of arrays."""

    name: str
    text: str
    plain: Callable[[float, float], float]
    arrays: Callable[[Any, Any], Any]


PROFILES = (
    Profile(
        "(33), a = 1/4, r = 3",
        "max(1/(4*p*q), 3)",
        lambda p, q: max(0.25 / (p * q), 3.0),
        lambda p, q: np.maximum(0.25 / (p * q), 3.0),
    ),
    Profile(
        "smooth",
        "1 + exp(-p*q) + 1/(10*p*q)",
        lambda p, q: 1 + math.exp(-p * q) + 0.1 / (p * q),
        lambda p, q: 1 + np.exp(-p * q) + 0.1 / (p * q),
    ),
    Profile(
        "smooth, inner dip",
        "4 - 2.5*exp(-9*((p - 0.7)**2 + (q - 0.2)**2))",
        lambda p, q: 4 - 2.5 * math.exp(-9 * ((p - 0.7) ** 2 + (q - 0.2) ** 2)),
        lambda p, q: 4 - 2.5 * np.exp(-9 * ((p - 0.7) ** 2 + (q - 0.2) ** 2)),
    ),
    Profile(
        "discontinuous",
        "piecewise((1.5 + p**1.5, p*q <= 0.1), 6 - 3*exp(-q))",
        lambda p, q: 1.5 + p**1.5 if p * q <= 0.1 else 6 - 3 * math.exp(-q),
        lambda p, q: np.where(p * q <= 0.1, 1.5 + p**1.5, 6 - 3 * np.exp(-q)),
    ),
)


def enclosed(text: str, width: str | Fraction) -> EnclosedRecommendation:
    """What `recommend --width` finds."""
    recommendation = recommend(text, width=width)
    assert isinstance(recommendation, EnclosedRecommendation) and recommendation.minimum.reached
    return recommendation


def timed(task: Callable[[], Any], runs: int) -> tuple[Any, float]:
    """The result, and the median of the seconds that it took."""
    seconds = []
    for _ in range(runs):
        started = time.perf_counter()
        result = task()
        seconds.append(time.perf_counter() - started)
    return result, statistics.median(seconds)


def against_grids() -> list[str]:
    """Time and error of each way to a number."""
    lines = [f"{'profile and method':46} {'eps':>16} {'error':>9} {'seconds':>9} {'x grid':>7} {'boxes':>6}"]
    for profile in PROFILES:
        text = profile.text
        reference = float(enclosed(text, "1e-25").enclosure.lower)
        arrays, grid_seconds = timed(partial(grid.vectorised, profile.arrays), 5)
        slow, slow_seconds = timed(partial(grid.loop, profile.plain), 1)
        recommendation, seconds = timed(partial(enclosed, text, "1e-10"), 5)
        rows = [
            ("plain loop", slow, slow_seconds, ""),
            ("NumPy arrays", arrays, grid_seconds, ""),
            ("enclosed to 1e-10", recommendation.epsilon_double, seconds, recommendation.minimum.boxes),
        ]
        if text == PROFILES[0].text:
            exact, exact_seconds = timed(partial(recommend, text), 3)
            rows.append(("exact, with its proof", exact.epsilon_double, exact_seconds, ""))
        for name, value, taken, boxes in rows:
            lines.append(
                f"{profile.name + ', ' + name:46} {value:16.12f} {value - reference:9.1e} {taken:9.4f} "
                f"{taken / grid_seconds:7.2f} {boxes:>6}"
            )
    return lines


def boxes_by_width() -> list[str]:
    """How the number of boxes grows with the digits asked for."""
    lines = [f"{'boxes for a width of 10^-k, k =':46} " + " ".join(f"{k:>5}" for k in DIGITS)]
    for profile in PROFILES:
        counts = [enclosed(profile.text, Fraction(1, 10**k)).minimum.boxes for k in DIGITS]
        lines.append(f"{profile.name:46} " + " ".join(f"{count:5}" for count in counts))
    return lines


def sweeps() -> list[str]:
    """10,000 parameter pairs by the closed form, and 100 pairs of a profile without one."""
    axes = dict([parse_axis("a=0.01:0.5:100"), parse_axis("r=2:4:100")])
    rows, seconds = timed(lambda: list(sweep("max(a/(p*q), r)", axes)), 1)
    lines = [f"sweep of (33) by its closed form: {len(rows)} pairs in {seconds:.2f} s, derivation included"]
    axes = dict([parse_axis("a=0.01:0.5:10"), parse_axis("b=1:2:10")])
    rows, seconds = timed(lambda: list(sweep("1 + exp(-b*p) + a/(p*q)", axes)), 1)
    each = 1000 * seconds / len(rows)
    lines.append(f"sweep point by point: {len(rows)} pairs in {seconds:.2f} s, {each:.0f} ms each")
    return lines


def report() -> str:
    """All of it as lines of text."""
    return "\n".join([*against_grids(), "", *boxes_by_width(), "", *sweeps()]) + "\n"


if __name__ == "__main__":
    print(report(), end="")
