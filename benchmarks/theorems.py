"""`symbolic-eps derive --coq`: which closed forms of docs/derive.md are theorems of Coq, and what is refused.

    python -m benchmarks.theorems --markdown benchmarks/results/theorems.md

Seconds are of processor time: of the whole command, and of Coq for the theorems alone (the library is
compiled once, before). A theorem counts where Coq accepts its file.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.derive import BEYOND, CLASSES, Derived
from benchmarks.processes import COMMAND
from symbolic_eps.coq.project import project

PATIENCE = 600
"""Seconds that a derivation with its theorems may take."""

LIBRARY = ("-Q", "SymbolicEps", "SymbolicEps")

HEAD = f"{'derive --coq':32} {'theorems':>9} {'seconds':>9} {'of Coq':>9}  without one"


@dataclass(frozen=True)
class Ended:
    """A process that has ended: status, seconds of processor time, and what it told of errors."""

    status: int
    seconds: float
    told: str


@dataclass(frozen=True)
class Written:
    """The theorems of one derivation, and where there are none."""

    derived: Derived
    theorems: int
    seconds: float
    coq_seconds: float
    missing: tuple[str, ...]


def ended(command: Sequence[str], folder: Path) -> Ended:
    """Run a process in a folder."""
    before = os.times()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    after = os.times()
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    return Ended(done.returncode, seconds, done.stderr)


def compile_library(folder: Path) -> None:
    """The definitions and general lemmas, compiled in a folder."""
    files = [path for path in project({}) if path.suffix == ".v"]
    for path, text in project({}).items():
        Path(folder, path).parent.mkdir(exist_ok=True)
        Path(folder, path).write_text(text, "utf-8")
    depends = ["coqdep", "-sort", *LIBRARY, *map(str, files)]
    order = subprocess.run(depends, cwd=folder, capture_output=True, text=True, check=True)
    for file in order.stdout.split():
        subprocess.run(["coqc", *LIBRARY, file], cwd=folder, check=True)


def written(derived: Derived, folder: Path) -> Written:
    """Derive a closed form, write its theorems beside the compiled library, and compile them."""
    with tempfile.TemporaryDirectory() as own:
        asked = [*derived.arguments, "--patience", str(PATIENCE), "--coq", own, "--output", f"{own}/eps.txt"]
        command = ended([*COMMAND, "derive", *asked], folder)
        made = Path(own, "Mine", "Theorem.v")
        if not made.exists():
            return Written(derived, 0, command.seconds, 0.0, (command.told.strip().splitlines()[-1],))
        shutil.copy(made, folder / "Theorem.v")
    text = (folder / "Theorem.v").read_text("utf-8")
    names = re.findall(r"^Theorem (?!claim_)", text, re.MULTILINE)
    missing = re.findall(r"^\(\* No theorem (.*) \*\)$", text, re.MULTILINE)
    coq = ended(["coqc", *LIBRARY, "Theorem.v"], folder)
    if coq.status:
        missing.append("Coq does not accept the file")
    return Written(derived, 0 if coq.status else len(names), command.seconds, coq.seconds, tuple(missing))


def line(w: Written) -> str:
    """One derivation, as text."""
    figures = f"{w.theorems:9} {w.seconds:9.1f} {w.coq_seconds:9.1f}"
    return f"{w.derived.name:32} {figures}  {'; '.join(w.missing)}"


def markdown(done: Iterable[Written]) -> str:
    """The same as a table."""
    lines = [
        "# `derive --coq`: what is a theorem",
        "",
        "Written by `python -m benchmarks.theorems --markdown FILE`. Seconds are of processor time.",
        "",
        "| profile | theorems | seconds | of Coq | without a theorem |",
        "|---|---|---|---|---|",
    ]
    for w in done:
        missing = "; ".join(w.missing).replace("|", "\\|")
        lines.append(
            f"| {w.derived.name} | {w.theorems} | {w.seconds:.1f} | {w.coq_seconds:.1f} | {missing} |"
        )
    return "\n".join(lines) + "\n"


def reports(chosen: Iterable[Derived]) -> Iterator[Written]:
    """Each derivation in turn."""
    with tempfile.TemporaryDirectory() as folder:
        compile_library(Path(folder))
        for derived in chosen:
            yield written(derived, Path(folder))


def main() -> None:
    """Print the figures as they come, and write them if a file is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="profiles with this in their name")
    parser.add_argument("--markdown", type=Path, help="write a table to this file too")
    asked = parser.parse_args()
    chosen = [one for one in (*BEYOND, *CLASSES) if (asked.only or "") in one.name]
    done = []
    print(HEAD)
    for one in reports(chosen):
        done.append(one)
        print(line(one), flush=True)
        if asked.markdown is not None:
            asked.markdown.write_text(markdown(done), "utf-8")


if __name__ == "__main__":
    main()
