"""Exports as the tests make them: formulas of every shape, built once, written where a test asks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from derivations.kazan_reiter_2024.table3 import ROWS
from symbolic_eps.export.forms.derived import formula_of
from symbolic_eps.export.forms.exportable import derived_once
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.programs.program import Operation
from symbolic_eps.export.runtime import logarithm, machine
from symbolic_eps.export.targets import target_named
from tests.symbolic_eps.export.postgresql_server import connection_settings, running_server

PROGRAMS = {
    "c": ("gcc",), "coq": ("coqc",), "cpp": ("g++",), "gappa": ("gappa",), "go": ("go",),
    "java": ("java", "javac"), "javascript": ("node",), "latex": ("pdflatex",),
    "openformula": ("soffice",), "r": ("Rscript",), "rust": ("rustc",),
}  # fmt: skip


@pytest.fixture(scope="session")
def formulas() -> tuple[Formula, ...]:
    """The rows of the closed-form table."""
    return tuple(
        formula_of(
            derived_once(row.identifier).derived, row.identifier, f"row {row.identifier}", f"({row.display})"
        )
        for row in ROWS
    )


@pytest.fixture(scope="session")
def exported(
    formulas: tuple[Formula, ...], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Path]:
    """A directory with the export of all formulas to a target; made once for each target."""
    made: dict[str, Path] = {}

    def export(target: str) -> Path:
        if target not in made:
            made[target] = tmp_path_factory.mktemp(target)
            write(build(target_named(target), formulas), made[target])
        return made[target]

    return export


@pytest.fixture
def own_logarithms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs run with the logarithms that exports bring along."""
    monkeypatch.setitem(machine._BINARY64, Operation.LOG, logarithm.log)
    monkeypatch.setitem(machine._BINARY64, Operation.LOG1P, logarithm.log1p)


@pytest.fixture(scope="session")
def needs() -> Callable[..., None]:
    """Skip a test whose programs are missing, loudly; under CI that is a failure."""

    def need(*programs: str) -> None:
        missing = [program for program in programs if shutil.which(program) is None]
        if missing and os.environ.get("CI"):
            pytest.fail(f"under CI {', '.join(missing)} must be installed (see .ci/run)")
        if missing:
            pytest.skip(f"NOT TESTED: {', '.join(missing)} is not installed")

    return need


@pytest.fixture(scope="session")
def self_test() -> Callable[[str, Path], subprocess.CompletedProcess[str]]:
    """Run the self-test of a target in a directory."""

    def run(target: str, directory: Path) -> subprocess.CompletedProcess[str]:
        command = target_named(target).self_test
        # `python3` is the one that runs the tests: it has what they need.
        here = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
        return subprocess.run(
            command,
            shell=True,
            check=False,
            cwd=directory,
            env=here,
            capture_output=True,
            text=True,
            timeout=300,
        )

    return run


@pytest.fixture(scope="module")
def _server(needs: Callable[..., None]) -> Iterator[dict[str, str]]:
    with running_server(needs) as directory:
        yield connection_settings(directory)


@pytest.fixture
def installed(
    request: pytest.FixtureRequest, needs: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], None]:
    """Skip a target whose toolchain is missing; start the database that one needs."""

    def ready(target: str) -> None:
        if target == "julia" and shutil.which("julia") is None:
            pytest.skip("NOT TESTED: julia is not installed (Debian has none)")
        needs(*PROGRAMS.get(target, ()))
        if target == "postgresql":
            for name, value in request.getfixturevalue("_server").items():
                monkeypatch.setenv(name, value)

    return ready
