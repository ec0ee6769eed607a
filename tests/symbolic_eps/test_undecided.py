"""A question that a solver leaves open is an open result wherever one is expected, never a crash."""

from __future__ import annotations

import ast
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import derivations
import symbolic_eps
from derivations.kazan_reiter_2024 import numbers, printed_numbers, printed_statements
from derivations.kazan_reiter_2024.durham_example import durham_example
from derivations.kazan_reiter_2024.printed_statements import PrintedValue
from symbolic_eps import EnclosedRecommendation, derive, recommend
from symbolic_eps.cli import main
from symbolic_eps.errors import UndecidedError
from symbolic_eps.sweeps.run import Task, row_at
from symbolic_eps.theory.symbols import parameter
from verify.evidence import Outcome
from verify.language.condition import positive
from verify.prover.certifying_solver import CertifyingSolver
from verify.prover.prover import Prover
from verify.solvers.smt import UndecidedQueryError


def planted(*_: Any, **__: Any) -> Any:
    """A query that the solver does not decide."""
    raise UndecidedQueryError("a planted question", (), "planted")


def test_who_expects_an_open_result_expects_an_open_query() -> None:
    assert issubclass(UndecidedQueryError, UndecidedError)


def handlers(package: Any) -> list[str]:
    """The handlers of one of both errors that name the other one, too."""
    found = []
    for path in sorted(Path(package.__path__[0]).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ExceptHandler) and node.type is not None:
                names = {part.id for part in ast.walk(node.type) if isinstance(part, ast.Name)}
                if {"UndecidedError", "UndecidedQueryError"} <= names:
                    found.append(f"{path.name}:{node.lineno}")
    return found


@pytest.mark.parametrize("package", [symbolic_eps, derivations], ids=lambda package: package.__name__)
def test_no_handler_has_to_name_both(package: Any) -> None:
    assert handlers(package) == []


def test_point_of_a_sweep_falls_back(monkeypatch: pytest.MonkeyPatch) -> None:
    widths: list[Any] = []
    real = import_module("symbolic_eps.sweeps.run").recommend

    def first_undecided(*arguments: Any, **options: Any) -> Any:
        widths.append(options.get("width"))
        return planted() if len(widths) == 1 else real(*arguments, **options)

    monkeypatch.setattr("symbolic_eps.sweeps.run.recommend", first_undecided)
    row = row_at(Task("r"), 0, {"r": Fraction(3)})
    assert row.epsilon is not None and not row.error
    assert len(widths) == 2 and widths[0] is not None and widths[1] is None


def test_point_of_an_array_falls_back_where_something_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    arrays = import_module("symbolic_eps.closed_forms.arrays")
    monkeypatch.setattr(arrays, "exact_epsilon", planted)
    monkeypatch.setattr(arrays, "point_at", lambda *_: {})
    assert arrays._exactly(SimpleNamespace(open=("planted",)), {}, ()) is None
    with pytest.raises(UndecidedError):
        arrays._exactly(SimpleNamespace(open=()), {}, ())


def test_printed_statement_without_a_derivation_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed_statements, "recomputed", planted)
    locator = next(iter(printed_statements._BY_LOCATOR))
    found = PrintedValue(locator).examine((), Prover())
    assert found.outcome is Outcome.OPEN and "planted question" in found.note


def test_numbers_of_the_durham_example_are_open(monkeypatch: pytest.MonkeyPatch) -> None:
    home = import_module("derivations.kazan_reiter_2024.durham_example")
    monkeypatch.setattr(home, "durham_row", planted)
    example = durham_example(lambda *_: 1)
    assert example.statements and all(row.verdict == "open" for row in example.statements)


def test_printed_comparison_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed_numbers, "finite", planted)
    row = printed_numbers._comparison_row(numbers.COMPARISONS[0], lambda *_: 1)
    assert row.verdict == "open" and "planted question" in row.note


def test_command_says_it_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("symbolic_eps.fast_recommendation.text.fast_answer", lambda *_: None)
    monkeypatch.setattr("symbolic_eps.answers.recommendation.recommend", planted)
    assert main(["recommend", "max(1/(4*p*q), 3)"]) == 1
    error = capsys.readouterr().err
    assert "planted question" in error and "Traceback" not in error and len(error.splitlines()) == 1


HIGH = "1 + p**40/7 + 1/(9*p**30)"
"""Over one denominator it has a higher power than certificates hold."""


def test_a_power_that_certificates_do_not_hold_is_undecided() -> None:
    a = parameter("a")
    conditions = positive(a**100 - 2), positive(1 - a), positive(a)
    solver = CertifyingSolver()
    with pytest.raises(UndecidedQueryError, match="exponent above 64"):
        solver.satisfiable(conditions, "planted")
    assert not solver.knows(conditions)


def test_a_profile_with_such_a_power_is_enclosed_or_open() -> None:
    answer = recommend(HIGH, fixed={"q": "1/3"}, patience=60)
    assert isinstance(answer, EnclosedRecommendation)
    assert answer.enclosure.lower > 0
    assert derive(HIGH, [], {"q": "1/3"}, patience=60).derived.open
