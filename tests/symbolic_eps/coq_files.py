"""What tests of theorems compile: files of the library as they are needed, and theorems one by one."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

import sympy as sp

from symbolic_eps.coq.own_theorem import NAME, TheoremFile
from symbolic_eps.coq.project import library_files
from symbolic_eps.coq.shipped import LIBRARY, LIBRARY_NAME
from symbolic_eps.profiles.parse import parse_profile
from symbolic_eps.theory.symbols import DECAY, parameter
from tests.made_once import made_once

REAL_NUMBERS = {
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}
"""The axioms of Coq's real numbers, and classical logic, on which its logarithm rests."""

WORDS = "From SymbolicEps Require Import"
"""Where the certificates of a file end, and the theorems begin."""

Planted = tuple[str, str, str]
"""A kind of theorems, what is right in them, and what is planted."""


def coqc(folder: Path, file: str) -> subprocess.CompletedProcess[str]:
    """Compile a file of a folder with those libraries that are there."""
    libraries = [f"-Q {name} {name}".split() for name in ("SymbolicEps", "KazanReiter", "Own")]
    options = [part for library in libraries if (folder / library[1]).exists() for part in library]
    return subprocess.run(["coqc", *options, file], cwd=folder, capture_output=True, text=True, check=False)


def axioms(said: str) -> set[str]:
    """What `Print Assumptions` names."""
    return set(re.findall(r"^([\w.]+) *(?=:|$)", said, re.MULTILINE)) - {"Axioms"}


def levels(text: str) -> list[sp.Expr]:
    """The polynomials that theorems give for a root x' up to 1, in x; read by the parser of profiles."""
    found = re.findall(r"x' <=? 1 /\\ ([^=]*) = 0 /\\", " ".join(text.split()))
    read = (parse_profile(one.replace("x'", "x1").replace("^", "**")) for one in dict.fromkeys(found))
    return [polynomial.subs(parameter("x1"), DECAY) for polynomial in read]


def required(text: str) -> list[str]:
    """The files of the library that a text names."""
    found = re.findall(rf"^From {LIBRARY_NAME} Require Import (.*)\.$", text, re.MULTILINE)
    return [name for names in found for name in names.split()]


def put_library(folder: Path, names: Iterable[str]) -> None:
    """Put files of the library there, compiled, with all that they require; a run compiles each once."""
    (folder / LIBRARY_NAME).mkdir(exist_ok=True)
    for name in names:
        for compiled in (made_once(f"coq/{name}", partial(_compile, name)) / LIBRARY_NAME).glob("*.vo"):
            link = folder / LIBRARY_NAME / compiled.name
            if not link.exists():
                link.symlink_to(compiled)


def _compile(name: str, folder: Path) -> None:
    text = (LIBRARY / f"{name}.v").read_text("utf-8")
    put_library(folder, required(text))
    (folder / LIBRARY_NAME / f"{name}.v").write_text(text, "utf-8")
    result = coqc(folder, f"{LIBRARY_NAME}/{name}.v")
    assert result.returncode == 0, result.stderr


def with_library(folder: Path, text: str) -> None:
    """Put what a text needs of the library there."""
    put_library(folder, library_files(text))


def refused_in_its_proof(folder: Path, text: str) -> None:
    """Coq refuses the last theorem of a text, and understands what it says."""
    (folder / "Wrong.v").write_text(text)
    result = coqc(folder, "Wrong.v")
    assert result.returncode != 0
    (line, *_) = re.findall(r'"./Wrong.v", line (\d+)', result.stderr)
    said = text[: text.index("Proof.", text.rindex("\nTheorem "))]
    assert int(line) > said.count("\n"), result.stderr


def accepted(folder: Path, text: str) -> set[str]:
    """Coq accepts a text; the axioms that it names."""
    (folder / "Right.v").write_text(text)
    result = coqc(folder, "Right.v")
    assert result.returncode == 0, result.stderr
    return axioms(result.stdout)


class Certified:
    """Theorems of several kinds without what stands before them, which is compiled once for all tests.

    Parameters
    ----------
    folder : Path
        Where.
    written : callable
        The theorems of a kind.
    """

    def __init__(self, folder: Path, written: Callable[[str], TheoremFile]) -> None:
        self.folder = folder
        self.written = written
        self.heads: dict[tuple[str, str], str] = {}
        (folder / "Own").mkdir()

    def theorems(self, kind: str) -> Mapping[str, str]:
        """Each theorem of a kind by its name, to be compiled alone."""
        text = self.written(kind).text
        before, _, _ = text.partition(f"Theorem {NAME}")
        found = re.findall(rf"^(Theorem {NAME}\w* :.*?^Qed\.\n)", text, re.MULTILINE | re.DOTALL)
        head = self._head(kind, before)
        return {theorem.split()[1]: f"{head}{theorem}" for theorem in found}

    def text(self, kind: str) -> str:
        """All theorems of a kind, with the lemmas that they share."""
        before, words, rest = self.written(kind).text.partition(WORDS)
        assert not re.search("^Theorem (?!claim_)", before, re.MULTILINE)
        return f"{self._head(kind, before)}{words}{rest}"

    def refuse(self, planted: Planted) -> None:
        """Coq refuses what is planted: in a theorem alone, or in all of them if it is in a lemma before."""
        kind, right, wrong = planted
        text = self.text(kind)
        assert right in text
        if right in text[: text.index(f"Theorem {NAME}")]:
            (self.folder / "Wrong.v").write_text(text.replace(right, wrong))
            assert coqc(self.folder, "Wrong.v").returncode != 0
            return
        theorem = next(each for each in self.theorems(kind).values() if right in each)
        refused_in_its_proof(self.folder, theorem.replace(right, wrong))

    def _head(self, kind: str, before: str) -> str:
        """What loads a compiled text instead of it."""
        if (kind, before) not in self.heads:
            with_library(self.folder, self.written(kind).text)
            name = f"Before_{len(self.heads)}"
            (self.folder / "Own" / f"{name}.v").write_text(before)
            result = coqc(self.folder, f"Own/{name}.v")
            assert result.returncode == 0, result.stderr
            words = "\n".join(re.findall(rf"^{WORDS} .*$", before, re.MULTILINE))
            self.heads[kind, before] = (
                f"{before.partition(chr(10) * 2)[0]}\nFrom Own Require Import {name}.\n{words}\n"
            )
        return self.heads[kind, before]
