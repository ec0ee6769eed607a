"""The usual way to a number for (33): the least printed eps_i(p, q) on a 1000 x 1000 grid.

A grid minimum is never below the infimum, so it errs on the unsafe side.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any

POINTS, A, R = 1000, 0.25, 3.0
EXACT = math.log(11 / 3) / 2


def risk_profile(p: float, q: float) -> float:
    """(33)."""
    return max(A / (p * q), R)


def epsilon(p: float, q: float, r: float) -> float:
    """(12) as printed, infinite where nothing constrains it."""
    s = 1 / r
    if s <= p * q:
        return math.inf
    if q == 1:
        return math.log((1 - p) / (s - p))
    return math.log(2 * p * (1 - q) / (math.sqrt((1 - p) ** 2 + 4 * p * (1 - q) * (s - p * q)) - (1 - p)))


def loop(profile: Callable[[float, float], float] = risk_profile) -> float:
    """The grid as a plain Python loop."""
    least = math.inf
    for i in range(1, POINTS + 1):
        for j in range(1, POINTS + 1):
            p, q = i / POINTS, j / POINTS
            least = min(least, epsilon(p, q, profile(p, q)))
    return least


def linspace() -> float:
    """The same loop over `numpy.linspace`, as grids are often made."""
    import numpy as np

    axis = np.linspace(1 / POINTS, 1, POINTS)
    least = math.inf
    for p in axis:
        for q in axis:
            least = min(least, epsilon(p, q, risk_profile(p, q)))
    return least


def vectorised(profile: Callable[[Any, Any], Any] | None = None) -> float:
    """The same grid as NumPy arrays."""
    import numpy as np

    bound = profile or (lambda p, q: np.maximum(A / (p * q), R))
    p = np.arange(1, POINTS + 1)[:, None] / POINTS
    q = np.arange(1, POINTS)[None, :] / POINTS
    with np.errstate(all="ignore"):
        s = 1 / bound(p, q)
        root = np.sqrt((1 - p) ** 2 + 4 * p * (1 - q) * (s - p * q)) - (1 - p)
        inner = np.where(s > p * q, np.log(2 * p * (1 - q) / root), np.inf)
        s_edge = 1 / bound(p, np.ones_like(p))
        edge = np.where(s_edge > p, np.log((1 - p) / (s_edge - p)), np.inf)
    return float(min(np.nanmin(inner), np.nanmin(edge)))


def both() -> list[tuple[str, float]]:
    """The two results by name."""
    return [("loop", loop()), ("numpy", vectorised())]


if __name__ == "__main__":
    print({"loop": loop, "linspace": linspace, "numpy": vectorised}[sys.argv[1]]())
