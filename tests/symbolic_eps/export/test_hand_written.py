"""Texts of exports by hand: a changed one is not what is proved, and the command says which."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import symbolic_eps
from symbolic_eps.export import template
from symbolic_eps.export.proofs import hand_written
from symbolic_eps.export.targets import NAMES

PACKAGE = Path(symbolic_eps.__file__).parent
Command = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The package with a copy of its templates; all else is as it is installed."""
    made = tmp_path / "path" / "symbolic_eps"
    (made / "export").mkdir(parents=True)
    for folder in (PACKAGE, PACKAGE / "export"):
        for entry in folder.iterdir():
            if entry.name not in ("export", "templates", "__pycache__"):
                (made / entry.relative_to(PACKAGE)).symlink_to(entry)
    shutil.copytree(PACKAGE / "export" / "templates", made / "export" / "templates")
    return made / "export" / "templates"


@pytest.fixture
def export(copied: Path, tmp_path: Path) -> Command:
    """`symbolic-eps export` of Theorem 2, as a user types it, with these templates."""
    paths = os.pathsep.join(map(str, (copied.parents[2], PACKAGE.parent)))
    command = Path(sys.executable).with_name("symbolic-eps")

    def run(target: str, *more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [command, "export", "--target", target, "--formula", "root", "--out", tmp_path / "out", *more],
            env={**os.environ, "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    return run


PLANTED = {
    "log of sum in C": ("c/logarithm.c", "error + low, total", "error, total"),
    "exact sum in C": ("c/exact_sum.c", "rest += added(&total, part[i])", "added(&total, part[i])"),
    "environment in C": ("c/symbolic_eps.c", "fp-contract=off,", ""),
    "exact sum in Python": ("python/exact_sum.py", "rest += _sum_error(part, before, total)", "pass"),
    "safe side in Python": ("python/helpers.py", "moved -= moved * share", "moved += moved * share"),
    "logarithm in Rust": ("rust/logarithm.rs", "error + low, total", "error, total"),
    "sums of products in Rust": ("rust/products.rs", "two_to(-30) * size", "two_to(-54) * size"),
}


@pytest.mark.family(9)
@pytest.mark.parametrize("planted", PLANTED)
def test_a_changed_text_is_not_exported(planted: str, copied: Path, export: Command, tmp_path: Path) -> None:
    path, text, instead = PLANTED[planted]
    source = (copied / path).read_text()
    assert text in source
    (copied / path).write_text(source.replace(text, instead))
    done = export(path.partition("/")[0])
    assert done.returncode == 1 and done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert f"{path} is not the text that the proof of rounding is about: its SHA-256 is " in line
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_other_targets_and_exports_without_proofs_do_not_ask_for_it(copied: Path, export: Command) -> None:
    (copied / "rust" / "ln.rs").write_text("changed")
    assert export("c").returncode == 0
    assert export("rust", "--no-prove", "--force").returncode == 0


@pytest.mark.parametrize("name", NAMES)
def test_each_target_has_the_accepted_texts(name: str) -> None:
    found = [*hand_written.evidence(name)]
    assert all(evidence.proved for evidence in found)
    assert len(found) == len(hand_written.texts(name))


def test_new_and_missing_texts_are_not_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    known = template.source(hand_written.ACCEPTED)
    first, *others = (line for line in known.splitlines() if "go/" in line)
    elsewhere = first.replace("go/exact_sum.go", "go/gone.go")
    plain = template.source

    def source(path: str) -> str:
        return "\n".join((elsewhere, *others)) if path == hand_written.ACCEPTED else plain(path)

    monkeypatch.setattr(template, "source", source)
    changed = [
        str(evidence.note).partition(" ")[0]
        for evidence in hand_written.evidence("go")
        if not evidence.proved
    ]
    assert changed == ["go/exact_sum.go", "go/gone.go"]


def test_texts_that_compute_are_bound_and_self_tests_are_not() -> None:
    bound = {path for name in NAMES for path in hand_written.texts(name)}
    assert {
        "c/exact_sum.c",
        "python/kinds.py",
        "rust/lib.rs",
        "numpy/log_of_sum.py",
        "r/evaluated.R",
    } <= bound
    judges = {"c/self_test.c", "go/symboliceps_test.go", "julia/runtests.jl", "java/SelfTest.java"}
    assert bound.isdisjoint(judges)
