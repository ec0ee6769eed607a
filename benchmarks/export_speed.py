"""Theorem 2 at speed: our NumPy function and our C export against the printed formula and against floors.

The floors are what any evaluation pays for: NumPy's own log, sqrt and two divisions, and a C loop with libm's
log1p, sqrt and two divisions, on the same arrays. Another loop calls the printed formula in C at each point,
with libm's log. All in one run, repetitions interleaved, in processor time.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np

from benchmarks.root_numpy import FAMILIES, Floats, _seconds, family, printed_formula, references, ulps
from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.targets import target_named
from symbolic_eps.theory.numeric import root_epsilon

POINTS, REPETITIONS, SAMPLE = 2_000_000, 9, 500
LARGE = 100_000_000
LARGEST_ARGUMENT = 2.0**300
"""Of exported functions."""

OURS, EXPORTED = "symbolic_eps.theory.numeric", "NumPy export"
LEVELS = ("-O2", "-O3")
OURS_IN_C = {level: f"C export, arrays, {level}" for level in LEVELS}
WITH_LIBM_IN_C = {level: f"the same with --libm, arrays, {level}" for level in LEVELS}
WITH_LIBM = {level: f"the same with --libm, {level}" for level in LEVELS}
ONE_BY_ONE = {level: f"C export, {level}" for level in LEVELS}
PRINTED_IN_C = {level: f"printed formula, C, {level}" for level in LEVELS}
PRINTED, FLOOR, FLOOR_IN_C = "printed formula, NumPy", "log, sqrt, / and /, NumPy", "log1p, sqrt, / and /, C"

GOALS = (
    *((OURS_IN_C[level], FLOOR_IN_C, 1.3) for level in LEVELS),
    *((OURS_IN_C[level], PRINTED_IN_C[level], 1.3) for level in LEVELS),
    *((ONE_BY_ONE[level], PRINTED_IN_C[level], 2.0) for level in LEVELS),
    *((OURS_IN_C[level], ONE_BY_ONE[level], 1.0) for level in LEVELS),
    *((OURS_IN_C[level], WITH_LIBM_IN_C[level], 1.3) for level in LEVELS),
    *((ONE_BY_ONE[level], WITH_LIBM[level], 1.3) for level in LEVELS),
    (OURS, FLOOR, 8.0),
    (OURS, PRINTED, 2.0),
)

_LOOPS = """
#include <math.h>
#include <stddef.h>
#include "symbolic_eps.h"

void one_by_one(size_t n, const double *r, const double *p, const double *q, double *out)
{
    for (size_t i = 0; i < n; i++) out[i] = eps_root(r[i], p[i], q[i]);
}

__attribute__((noinline)) static double printed_at(double r, double p, double q)
{
    const double s = 1 / r, b = 1 - p;
    return log((b + sqrt(b * b + 4 * p * (1 - q) * (s - p * q))) / (2 * (s - p * q)));
}

void printed(size_t n, const double *r, const double *p, const double *q, double *out)
{
    for (size_t i = 0; i < n; i++) out[i] = printed_at(r[i], p[i], q[i]);
}

void least(size_t n, const double *r, const double *p, const double *q, double *out)
{
    for (size_t i = 0; i < n; i++) out[i] = log1p(r[i] / p[i]) + sqrt(p[i]) / q[i];
}
"""

Evaluated = Callable[[Floats, Floats, Floats, Floats], None]


def exports(directory: Path) -> dict[str, Evaluated]:
    """Both exports, made, compiled at each level and loaded, and the floor in C."""
    for name in ("c", "numpy"):
        write(build(target_named(name), [root()]), directory / name)
    write(build(target_named("c"), [root()], libm=True), directory / "libm")
    for name in ("c", "libm"):
        (directory / name / "loops.c").write_text(_LOOPS)
    made: dict[str, Evaluated] = {}
    for level in LEVELS:
        made[WITH_LIBM_IN_C[level]], made[WITH_LIBM[level]], *_ = _compiled(directory / "libm", level)
        functions = _compiled(directory / "c", level)
        (
            made[OURS_IN_C[level]],
            made[ONE_BY_ONE[level]],
            made[PRINTED_IN_C[level]],
            made[FLOOR_IN_C],
        ) = functions
    spec = importlib.util.spec_from_file_location("exported", directory / "numpy" / "symbolic_eps_numpy.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {**made, EXPORTED: lambda p, q, r, out: module.root(r, p, q, out=out)}


def _compiled(folder: Path, level: str) -> list[Evaluated]:
    """The functions over arrays, of one point, as printed and of the floor; each fills its last argument."""
    name = f"loops{level}.so"
    command = ["gcc", "-std=c99", level, "-shared", "-fPIC", "-o", name, "loops.c", "symbolic_eps.c", "-lm"]
    subprocess.run(command, check=True, cwd=folder)
    library = ctypes.CDLL(str(folder / name))

    def loop(name: str) -> Evaluated:
        """A C function of n, r, p, q and the result."""
        function = library[name]
        function.argtypes, function.restype = [ctypes.c_size_t, *[ctypes.c_void_p] * 4], None
        return lambda p, q, r, out: function(r.size, *(a.ctypes.data for a in (r, p, q, out)))

    return [loop(name) for name in ("eps_root_all", "one_by_one", "printed", "least")]


def _floor(p: Floats, q: Floats, r: Floats, out: Floats) -> None:
    np.log(r, out=out)
    np.sqrt(p, out=out)
    np.divide(p, q, out=out)
    np.divide(q, r, out=out)


def _printed(p: Floats, q: Floats, r: Floats, out: Floats) -> None:
    out[...] = printed_formula(p, q, r)


def evaluations(made: Mapping[str, Evaluated]) -> dict[str, Evaluated]:
    """All that is timed, by name."""
    return {
        OURS: lambda p, q, r, out: _ignored(root_epsilon(p, q, r, out=out)),
        **made,
        PRINTED: _printed,
        FLOOR: _floor,
    }


def _ignored(_: object) -> None:
    return None


def times(
    timed: Mapping[str, Evaluated], points: int, repetitions: int = REPETITIONS
) -> dict[str, list[float]]:
    """Nanoseconds per point in each repetition, on uniform p, q in (0, 1] and r in [1, 10)."""
    p, q, r = family("uniform", points)
    out = np.empty(points)
    nanoseconds: dict[str, list[float]] = {name: [] for name in timed}
    for repetition in range(repetitions + 1):
        for name, evaluate in timed.items():
            seconds = _seconds(partial(evaluate, p, q, r, out))
            if repetition:  # the first one warms up
                nanoseconds[name].append(seconds / points * 1e9)
    return nanoseconds


def largest_errors(timed: Mapping[str, Evaluated], sample: int) -> dict[str, tuple[float, float, int]]:
    """In ulps on the uniform points, on all families, and how often a result is NaN or wrongly (in)finite."""
    uniform: dict[str, float] = {}
    everywhere: dict[str, float] = dict.fromkeys(timed, 0.0)
    lost = dict.fromkeys(timed, 0)
    for title in FAMILIES:
        p, q, r = family(title, sample)
        inside = r <= LARGEST_ARGUMENT
        p, q, r = p[inside], q[inside], r[inside]
        exact = references((p, q, r))
        for name, evaluate in timed.items():
            out = np.empty(r.size)
            evaluate(p, q, r, out)
            each = ulps(out, exact)
            lost[name] += int(np.isinf(each).sum())
            error = float(each[np.isfinite(each)].max(initial=0))
            everywhere[name] = max(everywhere[name], error)
            if title == "uniform":
                uniform[name] = error
    return {name: (uniform[name], everywhere[name], lost[name]) for name in timed}


def report(points: int = POINTS, repetitions: int = REPETITIONS, sample: int = SAMPLE) -> str:
    """Times, errors and ratios as text."""
    with tempfile.TemporaryDirectory() as directory:
        timed = evaluations(exports(Path(directory)))
        nanoseconds = times(timed, points, repetitions)
        formulas = {name: each for name, each in timed.items() if name not in (FLOOR, FLOOR_IN_C)}
        errors = largest_errors(formulas, sample)
    lines = [
        f"(12) on {points} points, medians of {repetitions}; largest errors on {sample} points of a family"
    ]
    lines.append(
        f"{'':28}{'ns per point':>14}{'ulps, uniform':>16}{'all families':>16}{'NaN or wrong inf':>20}"
    )
    for name, each in nanoseconds.items():
        known = "{:16.3g}{:16.3g}{:20d}".format(*errors[name]) if name in errors else ""
        lines.append(f"{name:28}{median(each):14.1f}{known}")
    for ours, other, goal in GOALS:
        ratio = median(a / b for a, b in zip(nanoseconds[ours], nanoseconds[other], strict=True))
        lines.append(f"{ours} / {other}: {ratio:.2f} (goal: at most {goal:g})")
    return "\n".join(lines) + "\n"


def memory(points: int = LARGE) -> str:
    """The peak of memory above the arrays for so many points, in this process: run it in a new one."""
    p = np.linspace(2.0**-20, 1, points)  # all pages of the arrays are written before memory is measured
    q, r, out = p[::-1].copy(), p * 4 + 1, np.ones(points)
    first = slice(0, 1)
    root_epsilon(p[first], q[first], r[first])
    before = _resident()
    Path("/proc/self/clear_refs").write_text("5")  # the peak starts from here
    seconds = _seconds(lambda: root_epsilon(p, q, r, out=out))
    above = _resident("VmHWM") - before
    return (
        f"{points} points in {seconds:.1f} s; arrays {4 * out.nbytes / 1e6:.0f} MB, "
        f"peak above them {above:.1f} MB (goal: at most 200)\n"
    )


def _resident(which: str = "VmRSS") -> float:
    """In MB (10^6 bytes)."""
    line = next(x for x in Path("/proc/self/status").read_text().split("\n") if x.startswith(which))
    return int(line.split()[1]) * 1024 / 1e6


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the report, or the memory that many points take."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--points", type=int, default=POINTS, help="points that are timed")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="points per family that are checked")
    parser.add_argument("--repetitions", type=int, default=REPETITIONS)
    parser.add_argument(
        "--memory", type=int, nargs="?", const=LARGE, help="only this: points in bounded memory"
    )
    options = parser.parse_args(arguments)
    if options.memory:
        sys.stdout.write(memory(options.memory))
    else:
        sys.stdout.write(report(options.points, options.repetitions, options.sample))


if __name__ == "__main__":
    main()
