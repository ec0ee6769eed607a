"""Fewer names, the same bits: what C prints is the program that is proved."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.vectors import vectors
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Choose,
    Expression,
    Operation,
    Program,
    Return,
    Variable,
    add,
    apply,
    multiply,
    statements,
    subtract,
)
from symbolic_eps.export.rewriting import inlining
from symbolic_eps.export.rewriting.inlining import inlined
from symbolic_eps.export.rewriting.parts import beyond, steps_of
from symbolic_eps.export.rewriting.tidy import tidied_program
from symbolic_eps.export.runtime.machine import RefusedError, paths, run

X, Y = Variable("x"), Variable("y")


def answer(program: Program, point: tuple[float, ...]) -> float | str:
    try:
        return run(program, point)
    except RefusedError as refused:
        return str(refused)


def short(name: str, value: object, blocks: int) -> bool:
    return len(str(value)) < 700


def differing(formula: Formula) -> int:
    """At how many points the program with fewer names gives other bits."""
    program = tidied_program(formula.program())
    fewer = inlined(program, short)
    points = [vector.arguments for vector in vectors(formula)[::5]]
    return sum(repr(answer(program, point)) != repr(answer(fewer, point)) for point in points)


def test_fewer_names_give_the_same_bits(formulas: tuple[Formula, ...]) -> None:
    for formula in (root(), *formulas):
        program = formula.program()
        assert differing(formula) == 0
        fewer = inlined(program, short)
        assert sum(1 for _ in statements(fewer.body)) < sum(1 for _ in statements(program.body))


def test_each_way_through_the_program_stays() -> None:
    program = root().program()
    for one, other in zip(paths(program), paths(inlined(program, short)), strict=True):
        assert one.ended == other.ended


def _forgets_signs(expression: Expression) -> Expression:
    match expression:
        case Apply(operation=Operation.NEGATE, arguments=(value,)):
            return value
        case _:
            return expression


def test_a_planted_error_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inlining, "signed", _forgets_signs)
    assert differing(root()) > 0


@pytest.mark.parametrize(
    "made",
    [
        lambda minus: add(X, minus(Y)),
        lambda minus: add(minus(X), Y),
        lambda minus: subtract(X, minus(Y)),
        lambda minus: apply(Operation.ABSOLUTE, minus(Y)),
        lambda minus: multiply(minus(X), minus(Y)),
    ],
)
def test_moved_signs_change_no_bit(made: Callable[[Callable[[Variable], Expression]], Expression]) -> None:
    value = made(lambda v: apply(Operation.NEGATE, v))
    for x in (0.1, -3.5, 2.0**-1074, 1e300):
        for y in (0.2, -7.25, 1e-300):
            plain, moved = (
                run(Program("f", ("x", "y"), (Return(v),)), (x, y)) for v in (value, inlining.signed(value))
            )
            assert plain == moved


def test_steps_are_those_of_the_safe_function() -> None:
    formula = root()
    step = beyond(tidied_program(formula.program()), tidied_program(formula.safe_program()))
    assert step is not None
    found = steps_of(step)
    assert found is not None
    times, share = found
    for value in (0.3, 700.0, 2.0**-900, 0.0, float("inf")):
        moved = value
        for _ in range(times):
            moved -= moved * share
        assert run(step, (value,)) == (moved if value < float("inf") else value)


def test_other_steps_are_none() -> None:
    cut = Choose((), (Assign("y", add(X, multiply(Y, X))),), (Assign("y", X),), "y")
    assert steps_of(Program("f", ("x",), (cut, Return(Y)))) is None
