"""What an export evaluates more than once is one function of it, which changes no bit and no proof."""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Iterator

import pytest

from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.packages.package import build
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Choose,
    Comparison,
    Constant,
    Operation,
    Order,
    Program,
    Return,
    Shared,
    Variable,
    applications,
    expressions,
    operations_in,
    statements,
)
from symbolic_eps.export.programs.steps import Give, Holds, Let, Select, Within
from symbolic_eps.export.rewriting.helper_calls import with_helper_calls
from symbolic_eps.export.rewriting.shared import shared, shared_in_pairs
from symbolic_eps.export.rewriting.vectorised import routines
from symbolic_eps.export.runtime.helpers import unrolled
from symbolic_eps.export.runtime.machine import RefusedError, run
from symbolic_eps.export.targets import target_named

NAMES = ("root", "box", "approximate-odds-ratio-at-k", "approximate-odds-ratio-from-m-to-n")


def _called(program: Program) -> set[str]:
    return {o.value for o in operations_in(program.body) if isinstance(o, Shared)}


def _answer(program: Program, point: tuple[float, ...]) -> object:
    try:
        return run(program, point).hex()
    except RefusedError as refused:
        return refused.refusal


def _points(program: Program) -> Iterator[tuple[float, ...]]:
    """Points in and around the domain, among them many at which sums cancel."""
    generator = random.Random(program.name)
    for count in range(40):
        plain = {name: generator.random() for name in program.parameters}
        coarse = {name: round(8 * x) / 8 for name, x in plain.items()} if count % 2 else plain
        if "n_" in coarse:
            coarse["m"], coarse["n_"] = sorted((coarse["m"], coarse["n_"]))
        yield tuple(x / 8 if name == "delta" else x + (name == "r") for name, x in coarse.items())


@pytest.fixture(scope="module")
def programs() -> dict[str, tuple[Program, Program, Program]]:
    """By the name of a formula its program, that with calls, and the safe one with calls."""
    made = {name: exportable()[name].make().with_logarithms(True) for name in NAMES}
    pairs = [(with_helper_calls(f.program()), with_helper_calls(f.safe_program())) for f in made.values()]
    calling = shared_in_pairs(pairs)
    plain = (f.program() for f in made.values())
    return {n: (p, *c) for n, p, c in zip(NAMES, plain, calling, strict=True)}


@pytest.mark.parametrize("name", NAMES)
def test_calls_give_the_same_bits(name: str, programs: dict[str, tuple[Program, Program, Program]]) -> None:
    program, short, safe = programs[name]
    assert _called(short) and _called(short) == _called(safe)
    plain, written_out = exportable()[name].make().with_logarithms(True).safe_program(), unrolled(short)
    answers = set()
    for point in _points(program):
        answers.add(_answer(program, point))
        assert len({_answer(p, point) for p in (program, short, written_out)}) == 1, point
        assert _answer(plain, point) == _answer(safe, point)
    assert len(answers) > 3


def test_each_case_calls_what_others_evaluate(
    programs: dict[str, tuple[Program, Program, Program]],
) -> None:
    program, short, _ = programs["approximate-odds-ratio-from-m-to-n"]
    assert {"sign_of_r_p_q", "k_of_r_p_q"} <= _called(programs["root"][1]) & _called(programs["box"][1])
    calls = [a for e in expressions(short.body) for a in applications(e) if isinstance(a.operation, Shared)]
    assert len(calls) > 2 * len({call.operation for call in calls})
    assert 5 * len([*statements(short.body)]) < len([*statements(program.body)])
    meanings = {call.operation.meaning for call in calls if isinstance(call.operation, Shared)}
    assert any("-delta*m*r + delta*m - delta - m**2*r + m**2 + m*r - m;" in said for said in meanings)


def test_what_is_evaluated_once_stays_where_it_is() -> None:
    program = with_helper_calls(exportable()["root"].make().program())
    assert shared((program,)) == (program,)
    assert shared((program, dataclasses.replace(program, name="again")))[0] != program


def test_what_differs_in_one_rounding_is_not_shared() -> None:
    """Another limit in the test of cancellation is another function."""
    program = with_helper_calls(exportable()["root"].make().program())
    first, _ = (s for s in statements(program.body) if isinstance(s, Choose) and s.rare)

    def changed(choice: Choose) -> Choose:
        (condition,) = choice.conditions
        return dataclasses.replace(choice, conditions=(dataclasses.replace(condition, right=Constant(0.0)),))

    other = tuple(changed(s) if s == first and isinstance(s, Choose) else s for s in program.body)
    assert other != program.body
    again = dataclasses.replace(program, name="again", body=other)
    assert _called(shared((program, again))[0]) == {"k_of_r_p_q"}


def test_a_function_takes_no_name_that_is_there() -> None:
    program = with_helper_calls(exportable()["root"].make().program())
    named = Assign("sign_of_r_p_q", Constant(1.0))
    again = dataclasses.replace(program, name="again", body=(named, *program.body))
    assert _called(shared((program, again))[0]) == {"sign_of_r_p_q_2", "k_of_r_p_q"}
    assert Operation.EXACT_SUM not in operations_in(shared((program, again))[0].body)


def test_a_loop_in_c_is_told_of_each_sum_that_it_does_not_know() -> None:
    """A sum that is left to the end is no number: nothing else may be asked of it before that is known."""
    names = ("approximate-delta-odds-ratio-at-k", "approximate-delta-odds-ratio-at-k-beyond")
    text = build(target_named("c"), [exportable()[name].make() for name in names])["symbolic_eps.c"]
    body = text.partition("value_of_")[2]
    told = re.findall(r"\bKNOWN(?:_REQUIRED)?\(\w+,[^;]*, full\)\);", body)
    assert len(told) == body.count(", full)") > 5
    macros = " ".join(text.replace("\\", " ").split())
    assert "KNOWN(name, sum) double name = sum; if (isnan(name)) return TOO_FAR" in macros
    assert "KNOWN_REQUIRED(name, sign, sum) double name = sum; REQUIRE(name sign)" in macros
    assert "REQUIRE(...) if (!(__VA_ARGS__)) return full ? OUTSIDE : TOO_FAR" in macros  # as for NaN


def test_over_arrays_it_is_evaluated_only_where_it_is_needed() -> None:
    """However short the case that calls it: its points alone are given to a routine."""
    p = Variable("p")
    polynomial = Shared("sign_of_p", Program("sign_of_p", ("p",), (Return(p),)), "p; the sign is exact.")

    def steps(operation: Operation | Shared) -> tuple[list[type], set[str]]:
        half = (Comparison(p, Order.LESS, Constant(0.5)),)
        choice = Choose(half, (Assign("y", Apply(operation, (p,))),), (Assign("y", p),), "y")
        *parts, main = routines((Program("f", ("p",), (choice, Return(Variable("y")))),))
        inside = {o.value for part in parts for step in part.steps for o in _operations(step)}
        inside |= {step.routine for step in main.steps if isinstance(step, Within)}
        return [type(step) for step in main.steps], inside

    assert steps(polynomial) == ([Holds, Within, Give], {"sign_of_p"})
    assert steps(Operation.ABSOLUTE) == ([Holds, Let, Select, Give], set())


def _operations(step: object) -> Iterator[Operation | Shared]:
    value = getattr(step, "value", None)
    yield from (a.operation for a in applications(value)) if value is not None else ()
