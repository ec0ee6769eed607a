"""The theorems on the nine cases of 1 + a/p + b/q: Coq rejects planted errors in what they say."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from symbolic_eps import derive
from symbolic_eps.coq.own_theorem import theorem_file
from symbolic_eps.coq.project import project

CASES = "cases"
CLOSED_FORM, ONE_ROOT = 3, 4
"""The case b < 1 at q = 1 with a closed form, and one at p = 1 with the least root."""

SHIFTED = "b^3 + 2*b^2 + b >= 9*a^3*b", "b^3 + 2*b^2 + b >= 8*a^3*b"

ERRORS: dict[str, tuple[int | str, str | re.Pattern[str], str]] = {
    "a condition shifted": (CLOSED_FORM, *SHIFTED),
    "a condition left out": (CLOSED_FORM, "  b < 1 ->\n", ""),
    "eps doubled": (CLOSED_FORM, "(Finite (ln(", "(Finite (2 * ln("),
    "an eps below the one that is attained": (CLOSED_FORM, "(Finite (ln(", "(Finite (- 1/1000 + ln("),
    "another sum": (CLOSED_FORM, "(fun p q => a/p + b/q + 1)", "(fun p q => a/p + b/q + 99/100)"),
    "the greatest root": (ONE_ROOT, "x' <= y')", "y' <= x')"),
    "eps doubled at a root": (ONE_ROOT, "(Finite (- ln x'))", "(Finite (- 2 * ln x'))"),
    "a condition of a root left out": (ONE_ROOT, "  b < 1 ->\n", ""),
    "a strict edge among the cases": (CASES, "(b >= 1 /\\", "(b > 1 /\\"),
    "a case shifted": (CASES, "(b >= 1 /\\", "(b >= 2 /\\"),
    "a case dropped": (CASES, re.compile(r"\(b >= 1 [^()]*\)\s*\\/ "), ""),
}
"""Where, what is right, and what is planted. (Mechanisms that do not attain are planted in the library.)"""


@cache
def written() -> str:
    """The file with all theorems."""
    made = theorem_file(derive("1 + a/p + b/q", ["a>0, b>0"]).derived)
    assert len(made.names) == 10
    assert not made.missing
    return made.text


def coqc(folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    command = ["coqc", "-Q", "SymbolicEps", "SymbolicEps", "-Q", "Nine", "Nine", f"{name}.v"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def beside_lemmas(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int | str], tuple[Path, str]]:
    """A folder, and a theorem to be compiled there: the library and all lemmas are compiled once."""
    folder = tmp_path_factory.mktemp("nine")
    files = project({"Own": {"Theorem.v": written()}})
    library = {path: text for path, text in files.items() if path.parent.name == "SymbolicEps"}
    for name in ("SymbolicEps", "Nine"):
        (folder / name).mkdir()
    for path, text in library.items():
        (folder / path).write_text(text, "utf-8")
    sources = [str(path) for path in library]
    depends = ["coqdep", "-sort", "-Q", "SymbolicEps", "SymbolicEps", *sources]
    order = subprocess.run(depends, cwd=folder, capture_output=True, text=True, check=True)
    for file in order.stdout.split():
        assert coqc(folder, file.removesuffix(".v")).returncode == 0

    text = written()
    lemmas, _, _ = text.partition("Theorem recommended_budget")
    (folder / "Nine" / "Lemmas.v").write_text(lemmas)
    result = coqc(folder, "Nine/Lemmas")
    assert result.returncode == 0, result.stderr
    (words,) = re.findall(r"^From SymbolicEps Require Import .*$", lemmas, re.MULTILINE)
    head = "\n".join([lemmas.partition("\n\n")[0], "From Nine Require Import Lemmas.", words, ""])

    def prepared(where: int | str) -> tuple[Path, str]:
        return folder, head + theorem(text, where)

    return prepared


def theorem(text: str, where: int | str) -> str:
    """The theorem on one case, or that there are no others, with its proof."""
    start = text.index(f"Theorem recommended_budget_{where} ")
    return text[start : text.index("Qed.\n", start) + len("Qed.\n")]


@pytest.mark.slow
@pytest.mark.parametrize("where", [CLOSED_FORM, ONE_ROOT, CASES])
def test_coq_accepts_the_theorems(
    where: int | str, beside_lemmas: Callable[[int | str], tuple[Path, str]]
) -> None:
    folder, text = beside_lemmas(where)
    (folder / "Nine" / "Right.v").write_text(text)
    result = coqc(folder, "Nine/Right")
    assert result.returncode == 0, result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("error", ERRORS)
def test_coq_rejects_planted_errors_in_what_the_theorems_say(
    error: str, beside_lemmas: Callable[[int | str], tuple[Path, str]]
) -> None:
    where, right, wrong = ERRORS[error]
    folder, text = beside_lemmas(where)
    said, proof, rest = text.partition("Proof.")
    pattern = right if isinstance(right, re.Pattern) else re.escape(right)
    planted, count = re.subn(pattern, lambda _: wrong, said, count=1)
    assert count == 1
    (folder / "Nine" / "Wrong.v").write_text(planted + proof + rest)
    result = coqc(folder, "Nine/Wrong")
    assert result.returncode != 0
    (line, *_) = re.findall(r'Wrong.v", line (\d+)', result.stderr)
    assert int(line) > planted.count("\n"), result.stderr
