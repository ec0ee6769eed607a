"""The DuckDB export, run by the package `duckdb`."""

from __future__ import annotations

import importlib.util
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.programs.program import (
    Comparison,
    Constant,
    Order,
    Program,
    Refusal,
    Require,
    Return,
    Variable,
    divide,
    multiply,
    subtract,
)
from tests.symbolic_eps.export import sql_checks

SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]

if importlib.util.find_spec("duckdb") is None:
    if os.environ.get("CI"):
        raise ModuleNotFoundError("under CI the package duckdb must be installed (see .ci/run)")
    pytest.skip("NOT TESTED: the package duckdb is not installed", allow_module_level=True)


def test_self_test_agrees_with_every_vector(exported: Callable[[str], Path], self_test: SelfTest) -> None:
    done = self_test("duckdb", exported("duckdb"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" 0 wrong") == done.stdout.count("points") == 6


@pytest.mark.parametrize("plant", sql_checks.PLANTED, ids=lambda plant: plant.__name__)
def test_planted_errors_fail_the_self_test(
    plant: Callable[[Path], None], formulas: tuple[Formula, ...], tmp_path: Path, self_test: SelfTest
) -> None:
    directory = sql_checks.small_export("duckdb", formulas[0], tmp_path / "export")
    plant(directory)
    done = self_test("duckdb", directory)
    assert done.returncode == 1 and " wrong" in done.stdout and " 0 wrong" not in done.stdout


def test_arithmetic_is_that_of_the_reference(formulas: tuple[Formula, ...], tmp_path: Path) -> None:
    sql_checks.assert_like_machine("duckdb", formulas, tmp_path)


def test_words_of_the_language_may_be_arguments(tmp_path: Path) -> None:
    import duckdb

    with duckdb.connect() as connection:
        words = [
            word for (word,) in connection.execute("SELECT keyword_name FROM duckdb_keywords()").fetchall()
        ]
    assert len(words) > 400
    sql_checks.assert_words_may_be_arguments("duckdb", words, tmp_path)


def test_nothing_holds_of_what_is_no_number(tmp_path: Path) -> None:
    x = Variable("x")
    infinite = divide(x, Constant(2.0**-1022))
    undefined = subtract(infinite, multiply(infinite, Constant(2.0)))
    for order in (Order.GREATER, Order.GREATER_OR_EQUAL, Order.LESS, Order.LESS_OR_EQUAL, Order.EQUAL):
        for condition in (Comparison(undefined, order, x), Comparison(x, order, undefined)):
            program = Program("f", ("x",), (Require(condition, Refusal.DOMAIN, ""), Return(x)))
            assert sql_checks.evaluated("duckdb", program, [(1e300,)], tmp_path) == [None]
