"""Formulas whose only library functions are logarithms give the same bits in every language."""

from __future__ import annotations

import json
import math
import re
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.packages.package import MANIFEST, build, fitted, write
from symbolic_eps.export.runtime import logarithm
from symbolic_eps.export.targets import target_named

FILES = {
    "c": "symbolic_eps.c", "cpp": "symbolic_eps.hpp", "rust": "src/lib.rs", "go": "symboliceps.go",
    "java": "symboliceps/SymbolicEps.java", "javascript": "symbolic_eps.js",
    "julia": "src/SymbolicEpsFormulas.jl",
    "python": "symbolic_eps_formulas.py", "numpy": "symbolic_eps_numpy.py",
}  # fmt: skip
"""Where the logarithms stand."""

NUMBER = r"-?(?:0x[0-9a-f.]+p[+-]?\d+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)"


@pytest.mark.parametrize("language", FILES)
def test_tables_are_read_back_exactly(language: str) -> None:
    text = build(target_named(language), [root()], full=False)[FILES[language]]
    blocks = re.findall(rf"[=({{\[]\n((?:\s+(?:{NUMBER},? ?)+(?:}};)?\n)+)", text)
    found = [
        tuple(float.fromhex(n) if "x" in n else float(n) for n in re.findall(NUMBER, block))
        for block in blocks
    ]
    inverse, *others = (block for block in found if len(block) == 128)
    scale = 256 if language in ("c", "numpy", "python") else 1  # whole numbers; C has the mantissa divided
    assert [tuple(n / scale for n in inverse), *others] == [*logarithm.columns().values()]


@pytest.mark.family(18)
@pytest.mark.parametrize("language", FILES)
def test_the_platform_is_called_where_that_is_asked_for(language: str) -> None:
    texts = build(target_named(language), [exportable()["constant"].make()], full=False, libm=True)
    (formula,) = json.loads(texts[MANIFEST])["formulas"]
    assert formula["error_ulps"]["given"].endswith("; the platform's log1p within 1 ulp")
    text = texts[FILES[language]]
    assert logarithm.fingerprint() not in text
    assert re.search(r"\blog1p\(|\.ln_1p\(|math\.Log1p\(", text)


def test_bounds_are_smaller_without_the_platform() -> None:
    formula = root()
    assert formula.error_text == "7.01" and fitted(target_named("c"), formula).error_text == "3.03"
    assert fitted(target_named("c"), formula, libm=True) == fitted(target_named("r"), formula) == formula


BITS = Path(__file__).parent / "bits"
RUST = "rustc --edition 2021 -O"
PROGRAMS = {
    "c": ("bits.c", "gcc -std=c99 -O2 -o bits bits.c symbolic_eps.c -lm && ./bits"),
    "cpp": ("bits.cpp", "g++ -std=c++17 -O2 -o bits bits.cpp && ./bits"),
    "rust": (
        "bits.rs",
        f"{RUST} --crate-type rlib --crate-name symbolic_eps src/lib.rs && "
        f"{RUST} --extern symbolic_eps=libsymbolic_eps.rlib -o bits bits.rs && ./bits",
    ),
    "go": ("bits_test.go", "go test -count=1 -run TestBits"),
    "java": (
        "Bits.java",
        "javac -d classes symboliceps/SymbolicEps.java Bits.java && java -cp classes Bits",
    ),
    "javascript": ("bits.js", "node bits.js"),
    "julia": ("bits.jl", "julia --startup-file=no bits.jl"),
}
"""For each language a program that reads points and writes results, and the command that runs it."""

Points = Any


def hostile(count: int) -> Points:
    """Points r, p, q of all sizes, many of them next to a border of the domain of `root`."""
    generator = np.random.default_rng(list(b"bits"))

    def mixed(usual: Points, other: Points) -> Points:
        return np.where(generator.random(count) < 0.5, usual, other)

    r = mixed(1 + 9 * generator.random(count), 1 + 2.0 ** generator.uniform(-52, 290, count))
    p = mixed(generator.random(count), 2.0 ** generator.uniform(-1000, 0, count))
    q = mixed(generator.random(count), 2.0 ** generator.uniform(-1000, 0, count))
    q = np.where(generator.random(count) < 0.2, 1 - 2.0 ** generator.uniform(-53, -1, count), q)
    return np.ascontiguousarray(np.stack((r, p, q), axis=1))


def names_in(language: str) -> Mapping[str, Any]:
    """What the module of an export in Python defines."""
    names: dict[str, Any] = {}
    exec(build(target_named(language), [root()], full=False)[FILES[language]], names)
    return names


def in_python(points: Points) -> Points:
    """The results of the Python export; NaN where it refuses."""
    function = names_in("python")["root"]

    def value(point: list[float]) -> float:
        try:
            return float(function(*point))
        except ValueError:
            return math.nan

    return np.array([value(point) for point in points.tolist()])


def differing(found: Points, expected: Points) -> int:
    """How many results have other bits; every NaN is as good as another one."""
    same = (found.view(np.uint64) == expected.view(np.uint64)) | (np.isnan(found) & np.isnan(expected))
    return int(np.count_nonzero(~same))


@pytest.mark.parametrize("count", [100_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_numpy_has_the_bits_of_python(count: int) -> None:
    points = hostile(count)
    expected = in_python(points)
    kept = ~np.isnan(expected)
    assert kept.mean() > 0.8
    assert differing(names_in("numpy")["root"](*points[kept].T), expected[kept]) == 0
    assert differing(np.log1p(points[:, 1]), points[:, 1]) > 0


def test_numpy_has_the_bits_of_python_at_usual_points() -> None:
    """In chunks without a huge number, for which the rows of the logarithm are known."""
    points = hostile(100_000)
    expected = in_python(points)
    kept = expected < 40
    assert kept.mean() > 0.1
    assert differing(names_in("numpy")["root"](*points[kept].T), expected[kept]) == 0


def test_numpy_rounds_nothing_before_a_call_asks_how_numbers_are_rounded() -> None:
    names = names_in("numpy")
    assert names["_known_rows"].cache_info().currsize == 0
    names["root"](2.0, 0.5, 0.5)
    assert names["_known_rows"].cache_info().currsize == 1


@pytest.mark.parametrize("language", PROGRAMS)
@pytest.mark.parametrize("count", [100_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_every_language_has_the_bits_of_numpy(
    language: str, count: int, installed: Callable[[str], None], tmp_path: Path
) -> None:
    installed(language)
    program, command = PROGRAMS[language]
    write(build(target_named(language), [root()], full=False), tmp_path)
    (tmp_path / program).write_text((BITS / program).read_text())
    points = hostile(count)
    points.astype("<f8").tofile(tmp_path / "points.bin")
    done = subprocess.run(command, shell=True, check=False, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr + done.stdout
    found = np.fromfile(tmp_path / "results.bin", dtype="<f8")
    kept = ~np.isnan(found)
    assert kept.mean() > 0.8
    assert differing(names_in("numpy")["root"](*points[kept].T), found[kept]) == 0
