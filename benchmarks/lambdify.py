"""`lambdify` for numpy against SymPy's own: the same closed form, the same arrays, interleaved in one run.

SymPy's has the printed form, log((B + S)/(2 C)), which is fast and cancels; ours decides branches exactly and
runs programs whose error is proved.
"""

from __future__ import annotations

import timeit
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
import sympy as sp

from symbolic_eps import RiskProfile, infimum, lambdify, verified

POINTS, REPETITIONS = 1_000_000, 7
OURS, THEIRS = "ours", "SymPy's"


def report() -> str:
    """Times and errors as text."""
    lines = [f"lambdify for numpy, {POINTS:,} points, median of {REPETITIONS}"]
    for title, bound, fixed in (
        ("r at fixed q, two branches", "r", {"q": "q"}),
        ("r at fixed p, one square root", "r", {"p": "p"}),
    ):
        derived = infimum(RiskProfile(bound, ["r>=1"], fixed))
        symbols = derived.profile.parameters
        cases = ((b.epsilon, sp.And(*(c.relational for c in b.conditions))) for b in derived.branches)
        theirs = sp.lambdify(symbols, sp.Piecewise(*cases), "numpy")
        generator = np.random.default_rng(0)
        columns = [generator.random(POINTS), 1 + 9 * generator.random(POINTS)]
        ours = lambdify(derived)
        times = _times({OURS: ours, THEIRS: theirs}, columns)
        errors = {
            OURS: ours.verified().worst_error,
            THEIRS: verified(theirs, derived, arrays=True).worst_error,
        }
        lines.append(f"  {title}: {times[OURS] / times[THEIRS]:.2f} times as long as SymPy's")
        lines += [
            f"    {name:<8} {1e9 * times[name] / POINTS:6.0f} ns a point, worst error {error:.3g} ulps"
            for name, error in errors.items()
        ]
    return "\n".join(lines)


def _times(functions: dict[str, Callable[..., Any]], columns: list[Any]) -> dict[str, float]:
    """Seconds, the first repetition left out."""
    seconds: dict[str, list[float]] = {name: [] for name in functions}
    with np.errstate(all="ignore"):
        for _ in range(REPETITIONS + 1):
            for name, function in functions.items():
                seconds[name].append(timeit.timeit(lambda function=function: function(*columns), number=1))  # type: ignore[misc]  # a default is not inferred
    return {name: median(times[1:]) for name, times in seconds.items()}


if __name__ == "__main__":
    print(report())
