"""The PostgreSQL export, run by a server that is started for the test, with a socket of its own."""

from __future__ import annotations

import itertools
import math
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.programs.program import (
    Constant,
    Expression,
    Operation,
    Program,
    Return,
    Variable,
    apply,
    divide,
    multiply,
)
from tests.symbolic_eps.export import sql_checks
from tests.symbolic_eps.export.postgresql_server import connection_settings, running_server

SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def server(needs: Callable[..., None]) -> Iterator[Path]:
    """The directory of the socket of a running server."""
    with running_server(needs) as directory:
        yield directory


@pytest.fixture(autouse=True)
def _connected(server: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in connection_settings(server).items():
        monkeypatch.setenv(name, value)


def test_self_test_agrees_with_every_vector(exported: Callable[[str], Path], self_test: SelfTest) -> None:
    done = self_test("postgresql", exported("postgresql"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" 0 wrong") == done.stdout.count("points") == 6


@pytest.mark.parametrize("plant", sql_checks.PLANTED, ids=lambda plant: plant.__name__)
def test_planted_errors_fail_the_self_test(
    plant: Callable[[Path], None], formulas: tuple[Formula, ...], tmp_path: Path, self_test: SelfTest
) -> None:
    directory = sql_checks.small_export("postgresql", formulas[0], tmp_path / "export")
    plant(directory)
    done = self_test("postgresql", directory)
    assert done.returncode == 1 and " wrong" in done.stdout and " 0 wrong" not in done.stdout


def test_words_of_the_language_may_be_arguments(tmp_path: Path) -> None:
    command = ["psql", "--no-psqlrc", "-At", "-c", "SELECT word FROM pg_get_keywords()"]
    words = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert len(words) > 400
    sql_checks.assert_words_may_be_arguments("postgresql", words, tmp_path)


def test_capitals_in_the_names_of_arguments_are_kept(tmp_path: Path) -> None:
    program = Program("f", ("E",), (Return(divide(Variable("E"), Constant(2.0))),))
    assert sql_checks.evaluated("postgresql", program, [(3.0,)], tmp_path) == [1.5]


def test_arithmetic_is_that_of_the_reference(formulas: tuple[Formula, ...], tmp_path: Path) -> None:
    sql_checks.assert_like_machine("postgresql", formulas, tmp_path)


EXTREMES = (
    0.0, 2.0**-1074, 3 * 2.0**-1074, 2.0**-1022, 2.0**-800, 1.5 * 2.0**-538, 2.0**-537, 2.0**-52,
    0.7, 1.0, 3.0, 2.0**300, 2.0**537, 2.0**990,
)  # fmt: skip


@pytest.mark.parametrize("operation", [multiply, divide])
def test_extreme_products_and_quotients_end_no_query(
    operation: Callable[[Expression, Expression], Expression], tmp_path: Path
) -> None:
    points = [(sign * x, y) for x, y in itertools.product(EXTREMES, EXTREMES) for sign in (1, -1)]
    program = Program("f", ("x", "y"), (Return(operation(Variable("x"), Variable("y"))),))
    found = sql_checks.evaluated("postgresql", program, points, tmp_path)
    for point, one, other in zip(points, found, sql_checks.by_machine(program, points), strict=True):
        assert one is not None and other is not None
        expected = math.copysign(math.inf, other) if abs(other) >= 2.0**1000 else other
        if operation is divide and point[1] == 0:
            expected = math.nan
        assert one == expected or (math.isnan(one) and math.isnan(expected)), point


@pytest.mark.parametrize("factor", [2.0**-53 * (1 + 2.0**-52), 0.5, 2.0**-30, 2.0**27 + 1, 2.0**600, -3.0])
def test_products_with_a_number_end_no_query(factor: float, tmp_path: Path) -> None:
    points = [(sign * x,) for x in (*EXTREMES, 2.0**-1021, 2.0**-1045, 5 * 2.0**-1024) for sign in (1, -1)]
    program = Program("f", ("x",), (Return(multiply(Constant(factor), Variable("x"))),))
    found = sql_checks.evaluated("postgresql", program, points, tmp_path)
    for one, other in zip(found, sql_checks.by_machine(program, points), strict=True):
        assert one is not None and other is not None
        assert one == (math.copysign(math.inf, other) if abs(other) > 2.0**1000 else other)


@pytest.mark.parametrize("operation", [Operation.SQUARE_ROOT, Operation.LOG])
def test_roots_and_logarithms_end_no_query(operation: Operation, tmp_path: Path) -> None:
    program = Program("f", ("x",), (Return(apply(operation, Variable("x"))),))
    assert sql_checks.evaluated("postgresql", program, [(-1.0,), (1.0,)], tmp_path)[0] is None
