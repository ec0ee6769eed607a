"""Values that several formulas have are one function in each language: the same bits, and what it says."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp
from sympy.parsing.sympy_parser import (
    convert_xor,
    implicit_multiplication,
    parse_expr,
    standard_transformations,
)

from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Comparison,
    Constant,
    Order,
    Program,
    Refusal,
    Require,
    Return,
    SharedValue,
    Statement,
    Variable,
    applications,
    divide,
    expressions,
    multiply,
    operations_in,
    statements,
)
from symbolic_eps.export.rewriting.helper_calls import with_helper_calls
from symbolic_eps.export.rewriting.shared import shared_in_pairs
from symbolic_eps.export.rewriting.shared_values import values_in_pairs
from symbolic_eps.export.rewriting.tidy import tidied_program
from symbolic_eps.export.runtime.helpers import unrolled
from symbolic_eps.export.runtime.machine import run
from tests.symbolic_eps.export.test_shared import _answer, _points

NAMES = ("renyi-2-odds-ratio-at-k", "renyi-2-odds-ratio-from-m-to-n", "response-renyi-infinite")
Pair = tuple[Program, Program]


def _lines(program: Program) -> list[object]:
    """About a line for each statement."""
    return [*statements(program.body)]


def _values(program: Program) -> dict[str, SharedValue]:
    return {o.value: o for o in operations_in(program.body) if isinstance(o, SharedValue)}


@pytest.fixture(scope="module")
def pairs() -> dict[str, tuple[Pair, Pair]]:
    """By the name of a formula its programs, and those with calls."""
    made = [exportable()[name].make().with_logarithms(True) for name in NAMES]
    plain = [(f.program(), f.safe_program()) for f in made]
    calling = [(tidied_program(with_helper_calls(a)), tidied_program(with_helper_calls(b))) for a, b in plain]
    return dict(
        zip(NAMES, zip(plain, values_in_pairs(shared_in_pairs(calling), _lines), strict=True), strict=True)
    )


@pytest.mark.parametrize("name", NAMES)
def test_calls_give_the_same_bits(name: str, pairs: dict[str, tuple[Pair, Pair]]) -> None:
    (program, plain_safe), (short, safe) = pairs[name]
    assert _values(short) and _values(short).keys() == _values(safe).keys()
    written_out, answers = unrolled(short), set()
    assert not _values(written_out)
    for point in _points(program):
        answers.add(_answer(program, point))
        assert len({_answer(p, point) for p in (program, short, written_out)}) == 1, point
        assert _answer(plain_safe, point) == _answer(safe, point)
    assert len(answers) > 3


def test_another_order_of_arguments_is_another_number(pairs: dict[str, tuple[Pair, Pair]]) -> None:
    """What the test before would see."""
    program, (short, _) = pairs[NAMES[0]][0][0], pairs[NAMES[0]][1]

    def turned(block: Block) -> Block:
        made = list[Statement]()
        for s in block:
            match s:
                case Assign(value=Apply(operation=SharedValue() as called, arguments=given)):
                    made.append(replace(s, value=Apply(called, given[::-1])))
                case Choose(then=then, otherwise=otherwise):
                    made.append(replace(s, then=turned(then), otherwise=turned(otherwise)))
                case _:
                    made.append(s)
        return tuple(made)

    wrong = replace(short, body=turned(short.body))
    assert any(_answer(program, point) != _answer(wrong, point) for point in _points(program))


def test_a_function_is_near_the_formula_that_it_says(pairs: dict[str, tuple[Pair, Pair]]) -> None:
    found = {name: value for pair in pairs.values() for name, value in _values(pair[1][0]).items()}
    assert len(found) > 1
    for value in found.values():
        names = value.program.parameters
        point = {n: 2.5 if n == "r" else 0.125 * (2 + i) for i, n in enumerate(names)}
        known = {n.rstrip("_"): sp.Rational(x) for n, x in point.items()}
        words = {**known, "min": sp.Min, "log": sp.log}
        exact = parse_expr(  # of a text that the program wrote, not of what a user types
            value.meaning, words, (*standard_transformations, implicit_multiplication, convert_xor)
        )
        assert run(value.program, tuple(point.values())) == pytest.approx(float(exact), rel=1e-14), value


def test_what_differs_in_one_number_is_not_shared() -> None:
    x, y = Variable("x"), Variable("y")

    def program(name: str, number: float) -> Program:
        z = Variable("z")
        body = (
            Assign("a", divide(x, y)),
            Assign("b", multiply(Variable("a"), Constant(number))),
            Assign("c", multiply(Variable("b"), Variable("b"))),
            Assign("d", multiply(Variable("c"), Variable("a"))),
            Assign("e", multiply(Variable("d"), Variable("b"))),
            Assign("f", multiply(Variable("e"), Variable("c"))),
            Assign("z", multiply(Variable("f"), Variable("e"))),
        )
        positive = Comparison(z, Order.GREATER_OR_EQUAL, Constant(0.0))
        return Program(name, ("x", "y"), (*body, Require(positive, Refusal.RANGE, "small"), Return(z)))

    def called(*numbers: float) -> set[str]:
        programs = [program(f"of_{place}", number) for place, number in enumerate(numbers)]
        made = values_in_pairs([(p, p) for p in programs], _lines)
        calls = (a.operation for p, _ in made for e in expressions(p.body) for a in applications(e))
        return {str(operation) for operation in calls if isinstance(operation, SharedValue)}

    assert called(3.0, 3.0, 3.0) == {"of_of_x_y"} and not called(3.0, 5.0, 7.0)
