"""Sums of products in the place of calls: which ones, and what stands there."""

from __future__ import annotations

import pytest

from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Constant,
    Expression,
    Program,
    Return,
    Shared,
    Variable,
)
from symbolic_eps.export.rewriting.in_place import MOST_CALLS, in_place
from symbolic_eps.export.rewriting.totals import TIMES, TOTAL

X, Y, P, Q = map(Variable, ("x", "y", "p", "q"))
SHARED = Shared("sum_of_x_y", Program("sum_of_x_y", ("x", "y"), (Return(X),)), "")
CALL = Apply(SHARED, (Q, P))


def total(p: Expression, q: Expression) -> Apply:
    return Apply(TOTAL, (Apply(TIMES, (Constant(1.0), p)), Apply(TIMES, (Constant(-2.0), p, q))))


def body(operation: Shared) -> Program:
    return Program(operation.value, ("x", "y"), (Return(total(X, Y)),))


def calling(name: str, value: Expression = CALL) -> Program:
    return Program(name, ("p", "q"), (Return(value),))


def test_arguments_stand_in_the_place_of_parameters() -> None:
    assert in_place([calling("f")], body, lambda value: True) == (calling("f", total(Q, P)),)


@pytest.mark.parametrize(("calls", "fits"), [(MOST_CALLS + 1, True), (1, False)])
def test_a_sum_that_is_called_often_or_does_not_fit_stays_a_function(calls: int, fits: bool) -> None:
    programs = tuple(calling(f"f_{number}") for number in range(calls))
    assert in_place(programs, body, lambda value: fits) == programs


def test_a_function_that_does_more_stays() -> None:
    def more(operation: Shared) -> Program:
        return Program(operation.value, ("x", "y"), (Assign("z", total(X, Y)), Return(Variable("z"))))

    assert in_place([calling("f")], more, lambda value: True) == (calling("f"),)


def test_functions_that_programs_call_have_sums_in_place_too() -> None:
    def call(inner: Program) -> Program:
        return calling("f", Apply(Shared("outer", inner, ""), (P, Q)))

    programs = [call(calling("outer"))]
    (made,) = in_place(programs, lambda o: body(o) if o == SHARED else o.program, lambda value: True)
    assert made == call(calling("outer", total(Q, P)))
