"""The gate runs the tests of one file in one process, and those that share a costly fixture."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import scheduling
from tests.scheduling import FilesTogether, strangers

ROOT = Path(__file__).resolve().parent.parent

FILE = """
import os, pathlib, pytest

@pytest.mark.parametrize("number", range(6))
def test_says_who_runs_it(number):
    with pathlib.Path(__file__).with_suffix(".processes").open("a") as processes:
        print(os.getpid(), file=processes)
"""


def processes_of_files(directory: Path, distribution: list[str]) -> list[int]:
    """How many processes run the tests of each of four files, where two run."""
    for name in "abcd":
        (directory / f"test_{name}.py").write_text(FILE)
    command = [sys.executable, "-m", "pytest", "-q", "-c", "/dev/null", "-p", "tests.scheduling", "-n", "2"]
    subprocess.run([*command, *distribution, directory], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    return [len({*path.read_text().split()}) for path in sorted(directory.glob("*.processes"))]


def test_tests_of_one_file_run_in_one_process(tmp_path: Path) -> None:
    words = re.search(r"^PYTEST := .* -n \$\(JOBS\) (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert words is not None
    assert processes_of_files(tmp_path, words[1].split()) == [1, 1, 1, 1]


def test_tests_of_one_file_in_two_processes_would_be_seen(tmp_path: Path) -> None:
    assert 2 in processes_of_files(tmp_path, ["--dist", "load"])


def test_files_of_a_costly_fixture_count_as_one() -> None:
    def scope(name: str) -> str:
        return FilesTogether._split_scope(FilesTogether.__new__(FilesTogether), name)

    assert scope("tests/symbolic_eps/test_minimum.py::test_a[1]") == scope(
        "tests/derivations/test_table3.py::test_b"
    )
    assert (
        scope("tests/test_sizes.py::test_a") == "tests/test_sizes.py" != scope("tests/test_layers.py::test_a")
    )


def test_files_of_a_costly_fixture_ask_for_it() -> None:
    for fixture, files in scheduling.TOGETHER.items():
        for file in files:
            assert re.search(rf"def test_\w+\([^)]*\b{fixture}\b", (ROOT / file).read_text()), file


def test_files_of_the_same_work_are_there_and_count_as_one() -> None:
    for work, files in scheduling.SAME_WORK.items():
        assert all((ROOT / file).exists() for file in files)
        scopes = {
            FilesTogether._split_scope(FilesTogether.__new__(FilesTogether), f"{f}::test_a") for f in files
        }
        assert scopes == {work}


@pytest.fixture
def derived() -> None:
    """A fixture of this file, with the name of a costly one."""


@pytest.mark.usefixtures("derived", "require_tool")
def test_a_file_that_is_not_listed_is_caught(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not [*strangers([request.node])]
    monkeypatch.setitem(scheduling.TOGETHER, "require_tool", ())
    (advice,) = strangers([request.node])
    assert "list tests/test_scheduling.py with it" in advice
