"""Budgets in the terms of other privacy libraries, with these libraries in an environment of their own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from symbolic_eps.cli import main
from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.targets.python_adapters import ADAPTERS, PythonWithAdapters

LIBRARIES = Path(sys.prefix) / "libraries/bin/python"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("adapters")
    formulas = [exportable()[name].make() for name in ("root", "fixed-q", "bound")]
    write(build(PythonWithAdapters(list(ADAPTERS)), formulas), directory)
    return directory


@pytest.fixture
def directory(made: Path, tmp_path: Path) -> Path:
    if not LIBRARIES.exists():
        said = "`make .venv/.stamp-libraries` could not install the libraries"
        if os.environ.get("CI"):
            pytest.fail(said)
        pytest.skip(f"NOT TESTED: {said}")
    return Path(shutil.copytree(made, tmp_path / "adapters"))


def run(directory: Path, *given: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        (str(LIBRARIES), "-B", *given),
        cwd=directory,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize("library", ADAPTERS)
def test_budgets_are_never_above_the_exact_ones_and_the_library_keeps_to_them(directory, library):
    done = run(directory, f"self_test_{library}.py")
    assert done.returncode == 0, done.stdout + done.stderr
    points = re.findall(r"(\d+) points, 0 wrong; (\d+) with the library, 0 not kept", done.stdout)
    assert len(points) == 2 and all(int(n) > 500 and int(asked) > 10 for n, asked in points)


@pytest.mark.family(18)
@pytest.mark.parametrize(
    ("library", "planted", "instead"),
    [
        ("opendp", "root_lower(", "root("),
        ("opendp", "dp.max_divergence(),", "dp.zero_concentrated_divergence(),"),
        ("opendp", "epsilon == math.inf", "False"),
        (
            "opendp",
            "make, d_in, epsilon, T=float)",
            "make, 2.0 * d_in, epsilon, T=float) if 0 else make(0.5)",
        ),
        ("diffprivlib", "root_lower(", "root("),
        ("diffprivlib", "delta=0.0", "delta=1.0"),
        ("diffprivlib", "(1.0 - 2.0**-32)", "1.01"),
        ("diffprivlib", "epsilon == math.inf", "False"),
    ],
)
def test_planted_errors_fail_the_self_test(directory, library, planted, instead):
    module = directory / f"symbolic_eps_{library}.py"
    text = module.read_text()
    assert planted in text
    module.write_text(text.replace(planted, instead))
    assert run(directory, f"self_test_{library}.py").returncode == 1


OPENDP = """
import opendp.prelude as dp
from symbolic_eps_opendp import UnboundedError, least_noise, root_loss

dp.enable_features("contrib")
loss = root_loss(2.0, 0.5, 0.25)
context = dp.Context.compositor(
    data=[1.0, 2.0, 3.0],
    privacy_unit=dp.unit_of(contributions=1),
    privacy_loss=loss,
    split_evenly_over=1,
    domain=dp.vector_domain(dp.atom_domain(T=float, nan=False)),
)
released = context.query().clamp((0.0, 10.0)).sum().laplace().release()
try:
    context.query().clamp((0.0, 10.0)).sum().laplace().release()
except ValueError as error:
    print("refused", released == released)

space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
private = least_noise(lambda scale: dp.m.make_laplace(*space, scale), 10.0, loss)
print(private.check(10.0, loss[1]), private.map(10.0) > 0.999 * loss[1])
try:
    root_loss(9.0, 0.5, 0.25)
except UnboundedError as error:
    print(error)
try:
    least_noise(lambda scale: dp.m.make_gaussian(*space, scale), 1.0, loss)
except ValueError as error:
    print("another measure")
try:
    least_noise(lambda scale: dp.m.make_laplace(*space, scale), 1.0, root_loss(1.0, 0.5, 0.25))
except ValueError as error:
    print(error)
"""
DIFFPRIVLIB = """
import numpy as np
from diffprivlib.tools import mean
from diffprivlib.utils import BudgetError
from symbolic_eps_diffprivlib import UnboundedError, root_accountant, root_epsilon

epsilon, accountant = root_epsilon(2.0, 0.5, 0.25), root_accountant(2.0, 0.5, 0.25)
print(accountant.epsilon < epsilon, accountant.delta)
part = {"epsilon": accountant.epsilon / 2, "bounds": (0.0, 10.0), "accountant": accountant}
print(len([mean(np.arange(10.0), **part) for _ in range(2)]))
try:
    mean(np.arange(10.0), **part)
except BudgetError:
    print("refused")
try:
    root_epsilon(9.0, 0.5, 0.25)
except UnboundedError as error:
    print(error)
try:
    root_epsilon(1.0, 0.5, 0.25)
except ValueError as error:
    print(error)
"""
UNBOUNDED = "every eps keeps to this statement: choose a budget by another one"
NOTHING = "a budget of 0 allows no release"


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (OPENDP, ["refused True", "True True", UNBOUNDED, "another measure", NOTHING]),
        (DIFFPRIVLIB, ["True 0.0", "2", "refused", UNBOUNDED, NOTHING]),
    ],
    ids=["opendp", "diffprivlib"],
)
def test_they_stand_where_the_library_takes_a_budget(directory, program, said):
    (directory / "use.py").write_text(program)
    done = run(directory, "use.py")
    assert done.stdout.splitlines() == said, done.stdout + done.stderr


def test_the_command_writes_them_for_python_alone(tmp_path, capsys):
    out = ["--out", str(tmp_path / "new"), "--no-prove"]
    for target, library, formula, said in (
        ("c", "opendp", "root", "--adapter is for --target python, not for c"),
        ("python", "opendb", "root", "there is no adapter 'opendb': did you mean opendp?"),
        ("python", "opendp", "bound", "adapters hand over budgets, and bound is none"),
    ):
        given = ["export", "--target", target, "--adapter", library, "--formula", formula, *out]
        assert main(given) == 2
        printed = capsys.readouterr()
        assert said in printed.err and printed.err.count("\n") == 1 and not (tmp_path / "new").exists()
    assert main(["export", "--target", "python", "--adapter", "opendp", "--formula", "root", *out]) == 0
    assert "self_test_opendp.py" in capsys.readouterr().out
    assert {p.name for p in (tmp_path / "new").glob("*opendp*")} == {
        "self_test_opendp.py",
        "symbolic_eps_opendp.py",
    }
