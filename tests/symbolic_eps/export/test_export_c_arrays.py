"""The functions over arrays of the C export: bit for bit those of one point, whatever the processor."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.targets import target_named

_SOURCE, _CLONES = "symbolic_eps.c", 'target_clones("avx512f", "avx2", "default")'


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("arrays")
    write(build(target_named("c"), [root()]), directory)
    return directory


@pytest.fixture
def directory(made: Path, needs: Callable[..., None], tmp_path: Path) -> Path:
    needs("gcc")
    return Path(shutil.copytree(made, tmp_path / "c"))


def _self_test(directory: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [
        "gcc",
        "-std=c99",
        "-Wall",
        "-Wextra",
        "-Werror",
        *options,
        "-o",
        "self_test",
        "self_test.c",
        _SOURCE,
    ]
    subprocess.run([*command, "-lm"], check=True, cwd=directory)
    return subprocess.run(["./self_test"], check=False, cwd=directory, capture_output=True, text=True)


def _replaced(directory: Path, text: str, instead: str) -> None:
    source = (directory / _SOURCE).read_text()
    assert text in source
    (directory / _SOURCE).write_text(source.replace(text, instead))


@pytest.mark.parametrize(
    "options", [("-O0",), ("-O3",), ("-O3", "-mfma", "-mavx2"), ("-O3", "-fno-math-errno")]
)
def test_the_same_bits_at_all_points(directory: Path, options: tuple[str, ...]) -> None:
    if "-mfma" in options and "fma" not in Path("/proc/cpuinfo").read_text():
        pytest.skip("the processor has no FMA")
    done = _self_test(directory, *options)
    assert done.returncode == 0, done.stderr
    assert " 0 wrong" in done.stdout


@pytest.mark.parametrize("kept", ['target_clones("avx2", "default")', "noinline"])
def test_the_same_bits_on_older_processors(directory: Path, kept: str) -> None:
    _replaced(directory, _CLONES, kept)
    done = _self_test(directory, "-O3")
    assert done.returncode == 0 and " 0 wrong" in done.stdout


@pytest.mark.parametrize(
    ("planted", "instead"),
    [
        ("0x1p-30 * size) return TOO_FAR;", "0x1p-30 * size) return 0.5;"),
        ("out[i] = out[i] >= least ?", "out[i] = least == 0.0 ?"),
        ("? ln1p_sum(out[i],", "? 1.0000000000000002 * ln1p_sum(out[i],"),
        ("low[i - from] = lacking;", "low[i - from] = 0.0;"),
    ],
)
def test_planted_errors_fail_the_self_test(directory: Path, planted: str, instead: str) -> None:
    _replaced(directory, planted, instead)
    done = _self_test(directory, "-O2")
    assert done.returncode == 1 and " 0 wrong" not in done.stdout


def test_loops_of_arithmetic_are_vectorised_at_the_level_of_the_printed_command(directory: Path) -> None:
    """That of the formula, and that of steps: not the first one where a square root may set errno."""

    def vectorised() -> int:
        command = ["gcc", "-std=c99", "-O2", "-fopt-info-vec", "-c", "-o", "/dev/null", _SOURCE]
        done = subprocess.run(command, check=True, cwd=directory, capture_output=True, text=True)
        return done.stderr.count("loop vectorized")

    assert " -O2 " in target_named("c").self_test
    _replaced(directory, f", {_CLONES}", "")
    assert vectorised() == 2
    _replaced(directory, "double sqrt(double) __attribute__((const));", "")
    assert vectorised() == 1


def test_no_loop_calls_a_helper(directory: Path) -> None:
    """A call would keep a loop from being vectorised."""

    def calls() -> int:
        command = ["gcc", "-std=c99", "-O2", "-S", "-o", "-", _SOURCE]
        done = subprocess.run(command, check=True, cwd=directory, capture_output=True, text=True)
        return len(re.findall(r"\bcall\s+(?:sum|product)_error", done.stdout))

    assert calls() == 0
    _replaced(directory, "__attribute__((always_inline)) static inline", "APART static")
    assert calls() > 0
