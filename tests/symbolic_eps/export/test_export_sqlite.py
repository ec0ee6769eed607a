"""The SQLite export, run by the library that Python brings."""

from __future__ import annotations

import ctypes
import ctypes.util
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp

from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.layout.target import CannotExpressError
from symbolic_eps.export.programs.program import (
    Assign,
    Comparison,
    Constant,
    Operation,
    Order,
    Program,
    Refusal,
    Require,
    Return,
    Variable,
    divide,
    functions_of,
    subtract,
)
from symbolic_eps.export.rewriting.layers import layered
from symbolic_eps.export.rewriting.without_log1p import without_log1p
from symbolic_eps.export.runtime.helpers import unrolled
from symbolic_eps.export.runtime.machine import run
from symbolic_eps.export.targets.sql import OWN_VALUES, expression
from symbolic_eps.export.targets.sqlite import TARGET, number
from tests.symbolic_eps.export import sql_checks

SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]


def test_self_test_agrees_with_every_vector(exported: Callable[[str], Path], self_test: SelfTest) -> None:
    done = self_test("sqlite", exported("sqlite"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" 0 wrong") == done.stdout.count("points") == 6


@pytest.mark.parametrize("plant", sql_checks.PLANTED, ids=lambda plant: plant.__name__)
def test_planted_errors_fail_the_self_test(
    plant: Callable[[Path], None], formulas: tuple[Formula, ...], tmp_path: Path, self_test: SelfTest
) -> None:
    directory = sql_checks.small_export("sqlite", formulas[0], tmp_path / "export")
    plant(directory)
    done = self_test("sqlite", directory)
    assert done.returncode == 1 and " wrong" in done.stdout and " 0 wrong" not in done.stdout


def test_arithmetic_is_that_of_the_reference(formulas: tuple[Formula, ...], tmp_path: Path) -> None:
    sql_checks.assert_like_machine("sqlite", formulas, tmp_path)


@pytest.mark.parametrize(
    "value",
    [0.0, 1.0, -1.0, 0.1, 2.0**27 + 1, 2.0**-1022, 2.0**300, -(2.0**-960), 2.0**-53 * (1 + 2.0**-52), 1e308],
)
def test_numbers_are_read_back_exactly(value: float) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        assert connection.execute(f"SELECT {number(value)}").fetchone() == (value,)


def test_integers_are_not_divided_as_integers_and_text_is_no_number() -> None:
    x, y = Variable("x"), Variable("y")
    said = "\n".join(expression(Program("f", ("x", "y"), (Return(divide(x, y)),)), TARGET.dialect))
    with closing(sqlite3.connect(":memory:")) as connection:
        found = [
            connection.execute(f"SELECT {said} FROM (SELECT {x} AS x, {y} AS y)").fetchone()[0]
            for x, y in (("1", "2"), ("'1'", "2"), ("NULL", "2"), ("1.0", "0"))
        ]
    assert found == [0.5, None, None, None]


def test_words_of_the_language_may_be_arguments(tmp_path: Path) -> None:
    sql_checks.assert_words_may_be_arguments("sqlite", list(words()), tmp_path)


def words() -> Iterator[str]:
    """What the library calls its keywords."""
    library = ctypes.CDLL(ctypes.util.find_library("sqlite3"))
    start, length = ctypes.c_char_p(), ctypes.c_int()
    for position in range(library.sqlite3_keyword_count()):
        library.sqlite3_keyword_name(position, ctypes.byref(start), ctypes.byref(length))
        assert start.value is not None
        yield start.value[: length.value].decode().lower()


@pytest.mark.parametrize("name", sorted(OWN_VALUES))
def test_arguments_that_may_be_read_as_values_are_refused(name: str) -> None:
    constant = exportable()["constant"].make()
    formula = replace(constant, arguments=(replace(constant.arguments[0], symbol=sp.Symbol(name)),))
    with pytest.raises(CannotExpressError, match=f"read {name} as a value"):
        TARGET.adapted(formula)


def test_each_requirement_makes_the_result_missing() -> None:
    x, y, z = (Variable(name) for name in "xyz")
    program = Program(
        "f",
        ("x",),
        (
            required(x, Order.GREATER, 0.0),
            Assign("y", subtract(x, Constant(1.0))),
            required(y, Order.LESS, 9.0),
            Assign("z", subtract(y, Constant(4.0))),
            required(z, Order.GREATER, 0.0),
            Return(divide(y, z)),
        ),
    )
    assert missing(program, 0.0, 5.0, 6.0, 10.0) == [True, True, False, True]
    without_last = tuple(s for s in program.body if s != program.body[4])
    assert missing(replace(program, body=without_last), 0.0, 4.0, 10.0) == [True, False, True]


def required(value: Variable, order: Order, end: float) -> Require:
    return Require(Comparison(value, order, Constant(end)), Refusal.DOMAIN, "outside")


def missing(program: Program, *points: float) -> list[bool]:
    """Where the database has no result."""
    said = "\n".join(expression(program, TARGET.dialect))
    with closing(sqlite3.connect(":memory:")) as connection:
        rows = [connection.execute(f"SELECT {said} FROM (SELECT ? AS x)", (x,)).fetchone() for x in points]
    return [value is None for (value,) in rows]


def test_requirements_after_the_last_value_are_refused() -> None:
    x = Variable("x")
    with pytest.raises(ValueError, match="would be forgotten"):
        layered(Program("f", ("x",), (required(x, Order.GREATER, 0.0),)))


def test_rare_blocks_are_computed_only_where_they_are_entered(formulas: tuple[Formula, ...]) -> None:
    box = next(f for f in formulas if f.identifier == "box")
    columns = [c for layer in layered(unrolled(box.program())).layers for c in layer.columns]
    guarded = [c for c in columns if c.guard is not None]
    assert len(guarded) > len(columns) / 2


def test_bounds_are_those_of_the_formula_without_log1p(formulas: tuple[Formula, ...], tmp_path: Path) -> None:
    formula = formulas[0]
    directory = sql_checks.small_export("sqlite", formula, tmp_path / "export")
    other = without_log1p(formula)
    assert Operation.LOG1P in functions_of(formula.program().body)
    assert other.error_text != formula.error_text
    said = (directory / "views" / f"{formula.name}.sql").read_text()
    assert f"at most {other.error_text} ulps" in said and "log1p(z): z where w" in said
    assert f'"bound": "{other.error_text}"' in (directory / "manifest.json").read_text()
    assert run(other.safe_program(), [2.0]) < run(formula.safe_program(), [2.0])
