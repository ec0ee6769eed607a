"""The Coq export: Coq accepts each theorem, and rejects one about another polynomial or another tree."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from derivations.kazan_reiter_2024.formulas import bound, mechanism
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.forms.tree import LogarithmOfOnePlus, Polynomial, Quotient
from symbolic_eps.export.layout.target import CannotExpressError
from symbolic_eps.export.packages.package import build
from symbolic_eps.export.targets import target_named

Export = Callable[[str], Path]
SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]

_AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "Classical_Prop.classic",
    "FunctionalExtensionality.functional_extensionality_dep",
}


@pytest.fixture(scope="module")
def checked(
    exported: Export,
    needs: Callable[..., None],
    self_test: SelfTest,
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """The export after its self-test, and what that said."""
    needs("coqc")
    directory = Path(shutil.copytree(exported("coq"), tmp_path_factory.mktemp("checked") / "coq"))
    return directory, self_test("coq", directory)


def test_coq_accepts_every_theorem(
    checked: tuple[Path, subprocess.CompletedProcess[str]], formulas: tuple[Formula, ...]
) -> None:
    directory, done = checked
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" theorems, 0 wrong") == len(formulas) + 2
    for formula in formulas:
        text = (directory / f"{formula.name}.v").read_text()
        stated = [f"Theorem {formula.name}_case_{n} " for n, c in enumerate(formula.cases, 1) if c.value]
        assert stated and all(statement in text for statement in stated)
        assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Hypothesis|Variable)\b", text)


def test_nothing_is_assumed_but_the_real_numbers(
    checked: tuple[Path, subprocess.CompletedProcess[str]], formulas: tuple[Formula, ...]
) -> None:
    directory, _ = checked
    for formula in formulas:
        said = (directory / f"{formula.name}.axioms").read_text()
        assert set(re.findall(r"^([A-Z]\w+\.\w+)", said, re.MULTILINE)) == _AXIOMS
    lemmas = (directory / "Roots.v").read_text() + (directory / "Claims.v").read_text()
    assert not re.search(r"\b(Admitted|admit|Axiom)\b", lemmas)


@pytest.mark.family(18)
@pytest.mark.parametrize(
    ("name", "planted", "instead"),
    [
        ("difference", "answers (fun x => (1 + b) * x", "answers (fun x => (2 + b) * x"),
        ("difference", "ln ((1 + b) / (1 - b))", "ln ((1 + b) / (2 - b))"),
        ("two_dimensional", "a < 1 ->", "a < 2 ->"),
        ("two_dimensional", " / 2 = ln", " = ln"),
        ("fixed_p", "K = 2 + p * r - 2 * a - r ->", "K = 2 + p * r + 2 * a - r ->"),
        ("fixed_p", "* x ^ 2 + ", "* x ^ 3 + "),
    ],
)
def test_planted_errors_are_rejected(
    checked: tuple[Path, subprocess.CompletedProcess[str]],
    tmp_path: Path,
    name: str,
    planted: str,
    instead: str,
) -> None:
    directory, _ = checked
    for compiled in directory.glob("*.vo"):
        shutil.copy(compiled, tmp_path)
    text = (directory / f"{name}.v").read_text()
    assert planted in text
    (tmp_path / f"{name}.v").write_text(text.replace(planted, instead))
    command = ["coqc", "-q", "-Q", ".", "SymbolicEps", f"{name}.v"]
    done = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1 and "Error" in done.stderr


def test_a_rejected_theorem_fails_the_self_test(
    exported: Export, needs: Callable[..., None], self_test: SelfTest, tmp_path: Path
) -> None:
    needs("coqc")
    directory = Path(shutil.copytree(exported("coq"), tmp_path / "coq"))
    text = (directory / "constant.v").read_text()
    assert "M = 1 ->" in text
    (directory / "constant.v").write_text(text.replace("M = 1 ->", "M = 2 ->"))
    assert self_test("coq", directory).returncode != 0


def test_a_tree_that_assumes_too_much_is_refused(formulas: tuple[Formula, ...]) -> None:
    formula = next(f for f in formulas if f.name == "difference")
    b = formula.arguments[0].symbol
    value = LogarithmOfOnePlus(Quotient(Polynomial("g", 2 * b), Polynomial("m", b - 1)))
    wrong = replace(formula, cases=(replace(formula.cases[0], value=value),))
    with pytest.raises(CannotExpressError, match="0 < M does not hold everywhere"):
        build(target_named("coq"), [wrong])


def test_exponentials_are_refused() -> None:
    for formula in (bound(), *mechanism()):
        with pytest.raises(CannotExpressError, match="coq has no exp"):
            build(target_named("coq"), [formula])
