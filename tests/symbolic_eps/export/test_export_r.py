"""The R export: run with warnings as errors, installed, and compared with the reference interpreter."""

from __future__ import annotations

import csv
import os
import shutil
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.programs.program import Operation
from symbolic_eps.export.runtime import machine

Export = Callable[[str], Path]
SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]


@pytest.fixture
def directory(exported: Export, needs: Callable[..., None], tmp_path: Path) -> Path:
    needs("Rscript")
    return Path(shutil.copytree(exported("r"), tmp_path / "r"))


def _r(directory: Path, script: str) -> str:
    """What a script prints, the package's source loaded; warnings are errors."""
    loaded = 'options(warn = 2)\nfor (file in list.files("R", full.names = TRUE)) source(file)\n'
    done = subprocess.run(
        ["Rscript", "--vanilla", "-e", loaded + script],
        check=False,
        cwd=directory,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_self_test_agrees_with_every_vector(
    directory: Path, self_test: SelfTest, formulas: tuple[Formula, ...]
) -> None:
    done = self_test("r", directory)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" 0 wrong") == done.stdout.count("points") == len(formulas)


@pytest.mark.family(18)
@pytest.mark.parametrize(
    ("file", "planted", "instead"),
    [
        ("formulas.R", "g / (half + root), ", "g / (half + root) * 1.0000000000000036, "),  # 16 ulps
        ("evaluated.R", "!inside, NaN", "!inside, 0.5"),
        ("evaluated.R", "if (refused) warning", "if (FALSE) warning"),
        ("evaluated.R", "moved <- moved - moved * share", ""),
    ],
)
def test_planted_errors_fail_the_self_test(
    directory: Path, self_test: SelfTest, file: str, planted: str, instead: str
) -> None:
    source = directory / "R" / file
    text = source.read_text()
    assert planted in text
    source.write_text(text.replace(planted, instead))
    done = self_test("r", directory)
    assert done.returncode == 1 and "wrong" in done.stdout


def test_a_changed_vector_fails_the_self_test(directory: Path, self_test: SelfTest) -> None:
    table = directory / "vectors" / "constant.csv"
    lines = table.read_text().split("\n")
    cells = lines[-2].split(",")
    assert cells[1] == "value"
    cells[2] = f"{int(cells[2], 16) + 8:016x}"
    table.write_text("\n".join([*lines[:-2], ",".join(cells), ""]))
    done = self_test("r", directory)
    assert done.returncode == 1 and done.stdout.count(" 1 wrong") == 1


def test_arithmetic_is_bit_for_bit_that_of_the_program(
    directory: Path, formulas: tuple[Formula, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for operation in (Operation.LOG1P, Operation.LOG):  # their last bits are the library's
        monkeypatch.setitem(machine._BINARY64, operation, lambda x: x)  # type: ignore[index]
    script, expected = ["log1p <- identity", "log <- identity"], []
    for formula in formulas:
        count = len(formula.arguments)
        points = _points(directory / "vectors" / f"{formula.name}.csv", count)
        given = directory / f"{formula.name}.bin"
        given.write_bytes(np.asfortranarray(points).tobytes("F"))
        script.append(
            f'x <- matrix(readBin("{given.name}", "double", {points.size}), ncol = {count}); '
            "x <- lapply(seq_len(ncol(x)), function(i) x[, i])"
        )
        for program in (formula.program(), formula.safe_program()):
            script.append(f'writeBin(do.call(eps_{program.name}, x), "{program.name}.out")')
            expected.append((program.name, [machine.run(program, point) for point in points.tolist()]))
    _r(directory, "\n".join(script))
    for name, values in expected:
        assert (directory / f"{name}.out").read_bytes() == np.array(values).tobytes()


def _points(table: Path, count: int, about: int = 200) -> np.ndarray:
    """About so many of the points that have a value, evenly taken."""
    with table.open() as file:
        rows = [row[:count] for row in csv.reader(file) if row[count] in ("value", "infinite")]
    return np.array(
        [
            [struct.unpack(">d", bytes.fromhex(bits))[0] for bits in row]
            for row in rows[:: -(-len(rows) // about)]
        ]
    )


def test_vectors_are_recycled_and_keep_their_shape(directory: Path) -> None:
    printed = _r(
        directory,
        """
        stopifnot(identical(eps_two_dimensional(c(2, 3, 4, 5), c(0.1, 0.2)),
                            eps_two_dimensional(c(2, 3, 4, 5), c(0.1, 0.2, 0.1, 0.2))))
        stopifnot(identical(dim(eps_two_dimensional(0.5 + 1:4, matrix(1:4 / 8, 2))), NULL))
        stopifnot(identical(dim(eps_two_dimensional(2, matrix(1:4 / 8, 2))), c(2L, 2L)))
        stopifnot(identical(names(eps_constant(c(a = 2, b = 3))), c("a", "b")))
        stopifnot(identical(eps_two_dimensional(2, numeric(0)), numeric(0)))
        stopifnot(identical(eps_constant(2L), eps_constant(2)))
        many <- rep(c(2, 3, 5), 20000)
        stopifnot(identical(eps_constant(many), rep(eps_constant(c(2, 3, 5)), 20000)))
        found <- eps_constant(c(2, NA, NaN))
        stopifnot(is.na(found[2]), !is.nan(found[2]), is.nan(found[3]))
        partly <- tryCatch(eps_two_dimensional(2:4, c(0.1, 0.2)), warning = conditionMessage)
        outside <- tryCatch(eps_constant(c(2, 0.5)), warning = conditionMessage)
        text <- tryCatch(eps_constant("2"), error = conditionMessage)
        cat(partly, outside, text, sep = "\\n")
        value <- suppressWarnings(eps_constant(c(2, 0.5, Inf, 3)))
        stopifnot(identical(is.nan(value), c(FALSE, TRUE, TRUE, FALSE)))
        """,
    )
    assert printed.split("\n") == [
        "longer argument not a multiple of length of shorter",
        "NaNs produced",
        "r is not numeric",
        "",
    ]


def test_it_installs_as_a_package(directory: Path, tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    done = subprocess.run(
        ["R", "CMD", "INSTALL", f"--library={library}", str(directory)],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0 and "arning" not in done.stdout + done.stderr
    script = (
        f'library(symboliceps, lib.loc = "{library}"); stopifnot(all.equal(eps_constant(exp(2)), 1)); '
        'stopifnot(all(grepl("^eps_", ls("package:symboliceps")))); '
        "for (page in dir('man', full.names = TRUE)) print(tools::checkRd(page))"
    )
    done = subprocess.run(
        ["Rscript", "--vanilla", "-e", script],
        check=False,
        cwd=directory,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


_LINT = """
found <- lintr::lint_package(".", linters = lintr::linters_with_defaults(
  line_length_linter = lintr::line_length_linter(100),
  commented_code_linter = NULL, # comments are formulas
  object_length_linter = NULL # names of formulas are as long as they are
), exclusions = list("tests"))
print(found)
quit(status = length(found) > 0)
"""


def test_the_package_is_built_checked_and_linted(directory: Path, tmp_path: Path) -> None:
    """Without errors, warnings, notes or findings; a line that is too long is one."""
    if subprocess.run(("Rscript", "-e", "library(lintr)"), check=False, capture_output=True).returncode:
        missing = "NOT TESTED: lintr is not installed (Debian: r-cran-lintr)"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(missing)

    def run(*command: str, **settings: str) -> subprocess.CompletedProcess[str]:
        here = {**os.environ, **settings}
        return subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True, env=here)

    assert run("R", "CMD", "build", str(directory)).returncode == 0
    (package,) = tmp_path.glob("symboliceps_*.tar.gz")
    checked = run("R", "CMD", "check", "--no-manual", package.name, LC_ALL="C.UTF-8")
    assert checked.stdout.rstrip().endswith("Status: OK"), checked.stdout
    (tmp_path / "lint.R").write_text(_LINT.replace('"."', f'"{directory}"'))
    lint = ("Rscript", "lint.R")
    # where the check has installed it
    library = {"R_LIBS": str(tmp_path / "symboliceps.Rcheck")}
    done = run(*lint, **library)
    assert done.returncode == 0, done.stdout + done.stderr
    source = directory / "R/formulas.R"
    source.write_text(f"{source.read_text()}# {'long ' * 30}\n")
    done = run(*lint, **library)
    assert done.returncode == 1 and "line_length_linter" in done.stdout
