"""The C export, compiled with warnings as errors and run."""

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

Export = Callable[[str], Path]
SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]


@pytest.fixture
def directory(exported: Export, needs: Callable[..., None], tmp_path: Path) -> Path:
    needs("gcc")
    return Path(shutil.copytree(exported("c"), tmp_path / "c"))


def test_self_test_agrees_with_every_vector(directory: Path, self_test: SelfTest) -> None:
    done = self_test("c", directory)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" 0 wrong") == done.stdout.count("points") == 6


@pytest.mark.family(18)
@pytest.mark.parametrize(
    ("planted", "instead"),
    [
        ("within(m) ? g / m :", "within(m) ? g / m * 1.000001 :"),  # less would be put right
        ("? x : NAN;", "? x : 0.5;"),
        ("sign = exact_sum(", "sign = -exact_sum("),
    ],
)
def test_planted_errors_fail_the_self_test(
    directory: Path, self_test: SelfTest, planted: str, instead: str
) -> None:
    source = directory / "symbolic_eps.c"
    text = source.read_text()
    assert planted in text
    source.write_text(text.replace(planted, instead))
    done = self_test("c", directory)
    assert done.returncode == 1 and not all(line.endswith(" 0 wrong") for line in done.stdout.splitlines())


def test_the_source_is_short(tmp_path: Path) -> None:
    write(build(target_named("c"), [root()]), tmp_path / "c")
    for name, most in (("symbolic_eps.c", 150), ("symbolic_eps.h", 60)):
        text = (tmp_path / "c" / name).read_text()
        counted = re.sub(r"/\* Logarithms without.*?(?=/\* The sum of the terms)", "", text, flags=re.DOTALL)
        assert counted.count("\n") <= most and max(map(len, text.splitlines())) <= 100


def test_files_are_laid_out_as_they_say(directory: Path, needs: Callable[..., None]) -> None:
    needs("clang-format")
    command = ["clang-format", "--dry-run", "-Werror", "symbolic_eps.c", "symbolic_eps.h", "self_test.c"]
    done = subprocess.run(command, check=False, cwd=directory, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    source = directory / "symbolic_eps.c"
    source.write_text(source.read_text().replace(" = ", "=", 1))
    assert subprocess.run(command, check=False, cwd=directory, capture_output=True).returncode != 0


def test_fast_math_is_refused(directory: Path) -> None:
    done = subprocess.run(
        ["gcc", "-ffast-math", "-c", "symbolic_eps.c"],
        check=False,
        cwd=directory,
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0 and "-ffast-math" in done.stderr
