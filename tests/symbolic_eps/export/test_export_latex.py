"""The LaTeX export: set by pdflatex, and what is printed evaluated on the test vectors."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from derivations.kazan_reiter_2024.formulas import bound, mechanism, root
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.targets import target_named
from tests.symbolic_eps.export.agreement import awkward_formula, sheets

Export = Callable[[str], Path]
SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]


@pytest.fixture
def directory(exported: Export, needs: Callable[..., None], tmp_path: Path) -> Path:
    needs("pdflatex", "python3")
    return Path(shutil.copytree(exported("latex"), tmp_path / "latex"))


def test_document_is_set_and_agrees_with_every_vector(
    directory: Path, self_test: SelfTest, formulas: tuple[Formula, ...]
) -> None:
    done = self_test("latex", directory)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" 0 wrong") == done.stdout.count("points") == len(formulas)
    log = (directory / "symbolic_eps.log").read_text(errors="replace")
    assert (directory / "symbolic_eps.pdf").stat().st_size > 10_000
    assert "Overfull" not in log and "Missing character" not in log


def test_fonts_that_have_yet_to_be_made(
    directory: Path, self_test: SelfTest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TEXMFVAR", str(tmp_path / "fonts"))  # where bitmap fonts are kept: none yet
    done = self_test("latex", directory)
    assert "mktexpk" in done.stderr  # the font tool speaks: its chatter is no verdict
    assert done.returncode == 0, done.stderr


@pytest.mark.family(18)
@pytest.mark.parametrize(
    ("name", "planted", "instead"),
    [
        ("difference", r"\frac{b + 1}{1 - b}", r"\frac{b + 1}{1 + b}"),
        ("constant", r"G = r - 1", r"G = r - 2"),
        ("two_dimensional", r"\tfrac{1}{2} \operatorname", r"\operatorname"),
        ("box", r"\infty", "1"),
        ("box", r"p_{0} q_{0} r < 1", r"p_{0} q_{0} r < 2"),
        ("difference", "$b > 0$", "$b > 1$"),
    ],
)
def test_planted_errors_fail_the_self_test(
    directory: Path, self_test: SelfTest, name: str, planted: str, instead: str
) -> None:
    path = directory / "formulas" / f"{name}.tex"
    lines = path.read_text().split("\n")
    text = "\n".join(line for line in lines if not line.startswith("%"))
    assert planted in text
    path.write_text(text.replace(planted, instead))
    checks = (directory / "self_test.py").read_text()
    start, end = checks.index("CHECKS = (") + len("CHECKS = ("), checks.index("\n)\nROOT")
    (only,) = (c for c in checks[start:end].split('\n    ("')[1:] if f"formulas/{name}.tex" in c)
    (directory / "self_test.py").write_text(f'{checks[:start]}("{only}{checks[end:]}')
    done = self_test("latex", directory)
    assert done.returncode == 1 and "points" in done.stdout and " 0 wrong" not in done.stdout


def test_what_cannot_be_set_fails_the_self_test(directory: Path, self_test: SelfTest) -> None:
    path = directory / "formulas" / "constant.tex"
    path.write_text(path.read_text().replace(r"\end{gather*}", r"\end{gather}"))
    done = self_test("latex", directory)
    assert done.returncode != 0 and "points" not in done.stdout


def test_theorems_and_the_mechanism(needs: Callable[..., None], self_test: SelfTest, tmp_path: Path) -> None:
    needs("pdflatex", "python3")
    formulas = (root(), bound(), *mechanism())
    write(build(target_named("latex"), formulas), tmp_path)
    done = self_test("latex", tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" 0 wrong") == len(formulas)


def test_texts_that_mean_something_to_tex_are_printed(needs: Callable[..., None], tmp_path: Path) -> None:
    needs("pdflatex")
    for path, text in target_named("latex").files(sheets([awkward_formula("half", "u_1")])[:1]).items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "symbolic_eps.tex"]
    done = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:]
