"""The kernels' algorithms in Coq, compiled once for all tests, and the judge extracted from there."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from verify.coq import kernel_input

SOURCES = Path(kernel_input.__file__).parent / "kernel"

PATIENCE = 3600
"""Seconds by the clock until a program counts as one that does not end; it may run beside other work."""

Group = Sequence[Any]


def compile_theory(coqc: Path, folder: Path, theory: Sequence[str] = kernel_input.THEORY) -> str:
    """What `coqc` prints, an error included."""
    said = ""
    for name in theory:
        command = [str(coqc), "-q", "-R", ".", "Certificates", f"{name}.v"]
        run = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        said += run.stdout + run.stderr
        if run.returncode:
            return f"{said}\nfailed: {name}"
    return said


@pytest.fixture(scope="session")
def kernel_theory(
    require_tool: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, str]:
    """Where the theory is compiled, and what Coq said."""
    folder = tmp_path_factory.mktemp("theory") / "kernel"
    shutil.copytree(SOURCES, folder)
    return folder, compile_theory(require_tool("coqc"), folder)


@pytest.fixture(scope="session")
def kernel_judge(
    kernel_theory: tuple[Path, str], require_tool: Callable[[str], Path]
) -> Callable[..., list[str]]:
    """For each group a text: 1 for each document that the extracted judge accepts, 0 for each other.

    With the argument "towers" it is the judge of towers and leaves, with "boxes" of boxes.
    """
    folder, said = kernel_theory
    assert "failed" not in said, said
    sources = ["kernel.mli", "kernel.ml", "judge.ml"]
    command = [str(require_tool("ocamlopt")), "-w", "-a", *sources, "-o", "judge"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=300)

    def run(groups: list[Group], *arguments: str) -> list[str]:
        given = b"".join(map(kernel_input.group, groups))
        program = [folder / "judge", *arguments]
        done = subprocess.run(program, input=given, capture_output=True, timeout=PATIENCE, check=True)
        return done.stdout.decode().split("\n")[:-1]

    return run


def with_planted_error(planted: tuple[str, str, str], theory: Path, folder: Path, coqc: Path) -> str:
    """What `coqc` says where a file has something wrong in place of something right."""
    file, right, wrong = planted
    shutil.copytree(theory, folder)
    text = (folder / f"{file}.v").read_text(encoding="utf-8")
    assert right in text
    (folder / f"{file}.v").write_text(text.replace(right, wrong, 1), encoding="utf-8")
    return compile_theory(coqc, folder, kernel_input.THEORY[kernel_input.THEORY.index(file) : -1])
