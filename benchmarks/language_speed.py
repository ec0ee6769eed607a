"""Theorem 2 in each language: the export at each point against the printed formula, by turns in one program.

The programs below `languages` read points and print the ratio of times of each repetition, of which the first
one warms up: processor time in JavaScript, NumPy and Python, elapsed time elsewhere, so on an idle machine.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import numpy as np

from benchmarks.root_numpy import family
from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.targets import target_named

POINTS, REPETITIONS, GOAL = 200_000, 9, 2.0
LANGUAGES = Path(__file__).parent / "languages"
RUST = "rustc --edition 2021 -O"
PROGRAMS = {
    "go": ("speed_test.go", "go test -count=1 -v -run TestSpeed"),
    "java": (
        "Speed.java",
        "javac -d classes symboliceps/SymbolicEps.java Speed.java && java -cp classes Speed",
    ),
    "javascript": ("speed.js", "node speed.js"),
    "numpy": ("speed_numpy.py", f"{sys.executable} speed_numpy.py"),
    "python": ("speed.py", f"{sys.executable} speed.py"),
    "rust": (
        "speed.rs",
        f"{RUST} --crate-type rlib --crate-name symbolic_eps src/lib.rs && "
        f"{RUST} --extern symbolic_eps=libsymbolic_eps.rlib -o speed speed.rs && ./speed",
    ),
}
"""For each language a program, and the command that runs it where the export stands."""


def _text(program: str) -> str:
    """Python's end in `.in`: they import what is made first."""
    name = f"{program}.in" if program.endswith(".py") else program
    return (LANGUAGES / name).read_text(encoding="utf-8")


def ratios(language: str, points: int, repetitions: int, libm: bool = False) -> list[float]:
    """Time of the export to that of the printed formula, in each repetition after the first.

    Its logarithms are our own, or with `libm` the platform's.
    """
    program, command = PROGRAMS[language]
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        write(build(target_named(language), [root()], full=False, libm=libm), folder / "made")
        folder /= "made"
        (folder / program).write_text(_text(program), encoding="utf-8")
        p, q, r = family("uniform", points)
        np.stack((r, p, q), axis=1).astype("<f8").tofile(folder / "points.bin")
        (folder / "repetitions.txt").write_text(str(repetitions + 1))
        done = subprocess.run(command, shell=True, check=True, cwd=folder, capture_output=True, text=True)
    found = [float(line.split()[1]) for line in done.stdout.splitlines() if line.startswith("ratio ")]
    if len(found) != repetitions + 1:
        raise ValueError(f"{language}: {len(found)} ratios, not {repetitions + 1}: {done.stdout[-200:]}")
    return found[1:]


def report(
    points: int = POINTS, repetitions: int = REPETITIONS, languages: Sequence[str] = (), libm: bool = False
) -> str:
    """The median of each language, and its least and greatest ratio."""
    lines = [
        f"Export to printed formula, {points} points, {repetitions} repetitions (goal: at most {GOAL:g})"
    ]
    for language in languages or PROGRAMS:
        each = ratios(language, points, repetitions, libm)
        lines.append(f"{language:12}{median(each):8.2f}{min(each):8.2f}{max(each):8.2f}")
    return "\n".join(lines) + "\n"


def counted(text: str) -> int:
    """A whole number of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no whole number of at least 1")
    return int(text)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--points", type=counted, default=POINTS)
    parser.add_argument("--repetitions", type=counted, default=REPETITIONS)
    parser.add_argument("--language", choices=PROGRAMS, action="append", default=[])
    parser.add_argument("--libm", action="store_true", help="with the platform's logarithms")
    options = parser.parse_args(arguments)
    try:
        sys.stdout.write(report(options.points, options.repetitions, options.language, options.libm))
    except subprocess.CalledProcessError as error:
        (*_, last) = error.stderr.splitlines() or [f"status {error.returncode}"]
        parser.error(f"{error.cmd}: {last}")


if __name__ == "__main__":
    main()
