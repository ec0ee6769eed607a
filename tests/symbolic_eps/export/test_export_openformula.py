"""The spreadsheets, computed by LibreOffice."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp

from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.forms.quantities import Deviation
from symbolic_eps.export.forms.tree import LogarithmOfOnePlus, Polynomial, Quotient
from symbolic_eps.export.layout.target import CannotExpressError
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.targets.openformula import LOSS, TARGET, columns
from tests.symbolic_eps.export import sql_checks

SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]


@pytest.fixture
def directory(exported: Callable[[str], Path], needs: Callable[..., None], tmp_path: Path) -> Path:
    needs("soffice")
    return Path(shutil.copytree(exported("openformula"), tmp_path / "openformula"))


@pytest.fixture(scope="module")
def small(
    formulas: tuple[Formula, ...], needs: Callable[..., None], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    needs("soffice")
    directory = tmp_path_factory.mktemp("small") / "export"
    write(build(TARGET, formulas[:1]), directory)
    return directory


def test_self_test_agrees_with_every_vector(directory: Path, self_test: SelfTest) -> None:
    done = self_test("openformula", directory)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" 0 wrong") == done.stdout.count("points") == 6


@pytest.mark.family(18)
@pytest.mark.parametrize(
    ("planted", "instead"),
    [
        ("*(1-2^-30)", "*(1+2^-15)"),  # above the exact value
        ("*(1-2^-30)", "*(1-2^-14)"),  # too far below
        (';NA())"/></table:table-row>', ';0.5)"/></table:table-row>'),  # a number outside
        (";1;0)", ";0;0)"),  # nothing inside
    ],
)
def test_planted_errors_fail_the_self_test(
    small: Path, tmp_path: Path, self_test: SelfTest, planted: str, instead: str
) -> None:
    directory = Path(shutil.copytree(small, tmp_path / "export"))
    document = directory / "symbolic_eps.fods"
    text = document.read_text()
    assert planted in text
    document.write_text(text.replace(planted, instead))
    done = self_test("openformula", directory)
    assert done.returncode == 1 and " wrong" in done.stdout and " 0 wrong" not in done.stdout


def test_a_changed_vector_fails_the_self_test(small: Path, tmp_path: Path, self_test: SelfTest) -> None:
    directory = Path(shutil.copytree(small, tmp_path / "export"))
    sql_checks.plant_wrong_vector(directory, column=2, bits=0xFF << 40)
    assert self_test("openformula", directory).returncode == 1


def test_text_and_document_say_the_same(directory: Path, formulas: tuple[Formula, ...]) -> None:
    document = (directory / "symbolic_eps.fods").read_text()
    for formula in formulas:
        text = (directory / "formulas" / f"{formula.name}_lower.txt").read_text()
        cells = [line.split(" ", 2)[2] for line in text.splitlines() if " of:=" in line]
        quoted = [c.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") for c in cells]
        quoted = [c.replace('"', "&quot;") for c in quoted]
        assert "".join(f'<table:table-cell table:formula="{c}"/>' for c in quoted) in document
        said = text.replace("\n#   ", " ")  # a sentence may be in two lines
        assert f"{float(LOSS * 2**53):.2f} ulps below it" in said


def test_other_formulas_are_refused(formulas: tuple[Formula, ...]) -> None:
    formula = formulas[0]
    with pytest.raises(
        CannotExpressError, match=r"bounds are known for ratios and their logarithms, but not for sqrt\("
    ):
        columns(replace(formula, cases=(replace(formula.cases[0], value=Deviation()),)))


def test_too_long_polynomials_are_refused(formulas: tuple[Formula, ...]) -> None:
    formula = formulas[0]
    r = formula.arguments[0].symbol
    for term, message in (
        (r**11, "more than 10 factors"),
        (r**12 - 1, "no error bound is known for so long"),
    ):
        long = LogarithmOfOnePlus(Quotient(Polynomial("g", term), Polynomial("m", sp.Integer(1))))
        with pytest.raises(CannotExpressError, match=message):
            columns(replace(formula, cases=(replace(formula.cases[0], value=long),)))
