"""How far log1p, log, exp and expm1 of NumPy, R and Go are from exact: formulas suppose at most 1 ulp.

NumPy takes its own functions or the C library's, according to the processor: both are measured, the latter
in a process in which NumPy's processor features are switched off.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from flint import arb, ctx
from numpy.typing import NDArray

from symbolic_eps.export.template import needed

Floats = NDArray[np.float64]

POINTS = 1_000_000
NAMES = ("log1p", "log", "exp", "expm1")
BITS = 200

_NUMPY = (
    "import numpy, sys; x = numpy.fromfile(sys.argv[2]); getattr(numpy, sys.argv[1])(x).tofile(sys.argv[3])"
)
_R = """
given <- commandArgs(TRUE)
x <- readBin(given[2], "double", file.size(given[2]) / 8)
writeBin(get(given[1])(x), given[3])
"""
_GO = """package main

import (
	"encoding/binary"
	"math"
	"os"
)

var functions = map[string]func(float64) float64{
	"log1p": math.Log1p, "log": math.Log, "exp": exp, "expm1": math.Expm1,
}

func main() {
	given, err := os.ReadFile(os.Args[2])
	for i := 0; i < len(given); i += 8 {
		x := math.Float64frombits(binary.LittleEndian.Uint64(given[i:]))
		binary.LittleEndian.PutUint64(given[i:], math.Float64bits(functions[os.Args[1]](x)))
	}
	if err != nil || os.WriteFile(os.Args[3], given, 0o600) != nil {
		os.Exit(1)
	}
}
"""


def arguments(name: str, points: int) -> Floats:
    """Arguments at which the value is finite and normal, half of them where it is near 0, or 1."""
    random = np.random.default_rng([*name.encode()])
    wide, near = points // 4, points // 2
    close = random.choice([-1, 1], near) * 10 ** random.uniform(-17, -0.1, near)
    rest = points - wide - near
    if name == "log1p":
        return np.concatenate(
            [10 ** random.uniform(-300, 290, wide), np.abs(close), random.uniform(0, 9, rest)]
        )
    if name == "log":
        return np.concatenate(
            [10 ** random.uniform(-300, 290, wide), 1 + close, random.uniform(0.01, 9, rest)]
        )
    return np.concatenate([random.uniform(-700, 700, wide), close, random.uniform(-9, 9, rest)])


def errors(name: str, points: Floats, values: Floats) -> Floats:
    """In units of the last place of the value."""
    exact = getattr(arb, name)
    powers = 53 - np.frexp(values)[1]
    with ctx.workprec(BITS):
        distances = [
            0.0 if x == y == 0 else float(abs((exact(arb(x)) - arb(y)) * arb(2) ** power).upper())
            for x, y, power in zip(points.tolist(), values.tolist(), powers.tolist(), strict=True)
        ]
    return np.array(distances)


def _values(command: Sequence[str], name: str, points: Floats, environment: dict[str, str]) -> Floats:
    with tempfile.TemporaryDirectory() as directory:
        inputs, results = Path(directory, "given"), Path(directory, "found")
        points.tofile(inputs)
        subprocess.run(
            [*command, name, str(inputs), str(results)], check=True, env={**os.environ, **environment}
        )
        return np.fromfile(results)


def _libraries(directory: Path) -> dict[str, tuple[list[str], dict[str, str]]]:
    from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

    switched_off = " ".join(f for f in __cpu_dispatch__ if __cpu_features__.get(f))
    python = [sys.executable, "-c", _NUMPY]
    libraries: dict[str, tuple[list[str], dict[str, str]]] = {f"NumPy {np.__version__}": (python, {})}
    if switched_off:
        libraries["the same without processor features"] = (
            python,
            {"NPY_DISABLE_CPU_FEATURES": switched_off},
        )
    if rscript := shutil.which("Rscript"):
        libraries["R"] = ([rscript, "--vanilla", "-e", _R], {})
    if go := shutil.which("go"):
        own = "\n\n".join(needed("go/helpers.go", "exp("))
        (directory / "functions.go").write_text(f"{_GO}\n{own}", encoding="utf-8")
        subprocess.run([go, "build", "-o", "functions", "functions.go"], cwd=directory, check=True)
        libraries["Go, with the exp of exports"] = ([str(directory / "functions")], {})
    return libraries


def largest(points: int) -> dict[str, dict[str, float]]:
    """The largest error of each function, by library."""
    worst: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as directory:
        for title, (command, environment) in _libraries(Path(directory)).items():
            worst[title] = {}
            for name in NAMES:
                x = arguments(name, points)
                worst[title][name] = float(errors(name, x, _values(command, name, x, environment)).max())
    return worst


def report(points: int = POINTS) -> str:
    """The largest errors as a table."""
    lines = [f"{f'largest error on {points} points, in ulps':44}" + "".join(f"{name:>8}" for name in NAMES)]
    for title, worst in largest(points).items():
        lines.append(f"{title:44}" + "".join(f"{worst[name]:8.3f}" for name in NAMES))
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the report; the number of points is an option."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--points", type=int, default=POINTS)
    print(report(parser.parse_args(arguments).points), end="")


if __name__ == "__main__":
    main()
