"""Whole processes against `python -c "import sympy"`, run in turn, so that a drifting machine cancels out."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks import grid

PYTHON = sys.executable
COMMAND = [PYTHON, "-m", "symbolic_eps"]
IMPORT_SYMPY = [PYTHON, "-c", "import sympy"]


@dataclass(frozen=True)
class Run:
    """One finished process."""

    seconds: float
    megabytes: float
    processor: float
    """Seconds of processor time, with those of its own processes."""


def run(command: Sequence[str], statuses: Sequence[int] = (0,)) -> Run:
    """Time and peak memory of a process that must end with one of these statuses.

    Modules are compiled once, in the first run, as an installed program's and SymPy's are.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = time.perf_counter() - started
    if os.waitstatus_to_exitcode(status) not in statuses:
        error = process.stderr.read().decode() if process.stderr else ""
        raise RuntimeError(f"{' '.join(command)} failed: {error}")
    return Run(elapsed, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime)


@dataclass(frozen=True)
class Ratio:
    """How a command compares with a reference: medians over pairs of runs, by the clock and the processor."""

    name: str
    ratio: float
    processor: float
    limit: float | None
    seconds: float
    megabytes: float


def compare(
    name: str, command: Sequence[str], reference: Sequence[str], limit: float | None, pairs: int = 5
) -> Ratio:
    """Run the command and the reference in turn, after one warm-up of each."""
    run(command), run(reference)
    runs = [(run(command), run(reference)) for _ in range(pairs)]
    return Ratio(
        name,
        median(a.seconds / b.seconds for a, b in runs),
        median(a.processor / b.processor for a, b in runs),
        limit,
        median(a.seconds for a, _ in runs),
        max(a.megabytes for a, _ in runs),
    )


def table(title: str, ratios: Sequence[Ratio]) -> list[str]:
    """Ratios beside their limits, as lines of text."""
    lines = [f"{title:58} {'ratio':>8} {'processor':>9} {'limit':>8} {'seconds':>9}"]
    return lines + [
        f"{r.name:58} {r.ratio:8.2f} {r.processor:9.2f} {r.limit or 0:8.2f} {r.seconds:9.2f}" for r in ratios
    ]


def measure() -> list[Ratio]:
    """All ratios that the README quotes."""
    two_dimensional = [*COMMAND, "recommend", "max(a/(p*q), r)", "--set", "a=1/4", "--set", "r=3"]
    with TemporaryDirectory() as folder:
        return _ratios([*two_dimensional, "--certificates", folder])


def _ratios(two_dimensional: Sequence[str]) -> list[Ratio]:
    return [
        compare("symbolic-eps --help / import sympy", [*COMMAND, "--help"], IMPORT_SYMPY, 2 / 3, 9),
        compare(
            "import symbolic_eps, sympy / import sympy",
            [PYTHON, "-c", "import symbolic_eps, sympy"],
            IMPORT_SYMPY,
            1.2,
            9,
        ),
        compare("symbolic-eps table / import sympy", [*COMMAND, "table"], IMPORT_SYMPY, 5),
        *(
            compare(
                f"recommend (33) --certificates / 1000 x 1000 grid, {name}",
                two_dimensional,
                [PYTHON, grid.__file__, kind],
                limit,
            )
            for name, kind, limit in (
                ("Python loop on floats", "loop", 0.8),
                ("Python loop on linspace", "linspace", None),
                ("NumPy arrays", "numpy", 3),
            )
        ),
    ]


def report() -> str:
    """The ratios as lines of text, and the error of the grid search that they are compared with."""
    lines = [
        f"{'whole processes':58} {'ratio':>8} {'processor':>9} {'limit':>8} {'seconds':>9} {'peak MB':>9}"
    ]
    for r in measure():
        limit = "" if r.limit is None else f"{r.limit:.2f}"
        lines.append(
            f"{r.name:58} {r.ratio:8.2f} {r.processor:9.2f} {limit:>8} {r.seconds:9.2f} {r.megabytes:9.0f}"
        )
    lines += ["", "1000 x 1000 grid for (33), a = 1/4, r = 3, against the exact log(11/3)/2:"]
    lines += [
        f"  {name:6} eps = {value:.9f}, too large by {value - grid.EXACT:.1e}" for name, value in grid.both()
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(report(), end="")
