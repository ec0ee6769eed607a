"""Guards that are left out since conditions tell where values lie, and those that must stay."""

from __future__ import annotations

import math
import random

import pytest

from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Choose,
    Comparison,
    Constant,
    Expression,
    Operation,
    Order,
    Program,
    Refusal,
    Require,
    Return,
    Variable,
    add,
    apply,
    divide,
    multiply,
    subtract,
)
from symbolic_eps.export.rewriting.known_ranges import Facts, Unguarded, plain
from symbolic_eps.export.runtime import machine

X, Y = Variable("x"), Variable("y")
ONE = Constant(1.0)


def asked(name: str, order: Order, end: float) -> Require:
    return Require(Comparison(Variable(name), order, Constant(end)), Refusal.DOMAIN, f"{name} is outside")


def left_out(value: Expression, *required: Require) -> bool:
    """Whether its last operation is left out, or needs no guard."""
    last = plain(Program("f", ("x", "y"), (*required, Return(value))), unguarded=True).body[-1]
    assert isinstance(last, Return) and isinstance(value, Apply)
    made = last.value
    return not isinstance(made, Apply) or isinstance(made, Unguarded) or made.operation != value.operation


POSITIVE = asked("x", Order.GREATER, 0.0), asked("y", Order.GREATER, 0.0)
BOUNDED = (*POSITIVE, asked("x", Order.LESS_OR_EQUAL, 8.0), asked("y", Order.LESS_OR_EQUAL, 8.0))
SIZE = apply(Operation.ABSOLUTE, X)
ROOT = apply(Operation.SQUARE_ROOT, X)


@pytest.mark.parametrize(
    ("value", "required"),
    [
        (SIZE, POSITIVE),
        (ROOT, [asked("x", Order.GREATER_OR_EQUAL, 0.0)]),
        (apply(Operation.ABSOLUTE, multiply(X, Y)), BOUNDED),  # 0 where it underflows
        (divide(ONE, X), POSITIVE),
        (divide(X, add(X, Y)), POSITIVE),
        (divide(ONE, X), [asked("x", Order.LESS, 0.0)]),
        (apply(Operation.LOG1P, X), [asked("x", Order.GREATER, -1.0)]),
    ],
)
def test_a_guard_is_left_out_where_it_does_nothing(value: Expression, required: list[Require]) -> None:
    assert left_out(value, *required)
    assert not left_out(value)


@pytest.mark.parametrize(
    ("value", "required"),
    [
        (SIZE, [asked("x", Order.GREATER_OR_EQUAL, 0.0)]),  # -0
        (SIZE, [asked("x", Order.GREATER, -1.0)]),
        (SIZE, [asked("x", Order.LESS, 1.0)]),
        (apply(Operation.ABSOLUTE, subtract(X, Y)), POSITIVE),  # infinity - infinity
        (apply(Operation.SQUARE_ROOT, subtract(X, Y)), BOUNDED),
        (apply(Operation.SQUARE_ROOT, Apply(Operation.NEGATE, (X,))), POSITIVE),
        (divide(ONE, multiply(X, Y)), BOUNDED),  # underflow
        (divide(ONE, X), [asked("x", Order.GREATER_OR_EQUAL, 0.0)]),
        (apply(Operation.ABSOLUTE, multiply(multiply(X, Y), divide(ONE, X))), BOUNDED),  # 0 times infinity
        (apply(Operation.ABSOLUTE, divide(add(X, ONE), add(Y, ONE))), POSITIVE),  # infinity / infinity
        (apply(Operation.LOG1P, X), [asked("x", Order.GREATER_OR_EQUAL, -1.0)]),
        (apply(Operation.ABSOLUTE, Apply(Operation.SUM_ERROR, (X, Y, add(X, Y)))), BOUNDED),
    ],
)
def test_a_guard_stays_where_it_may_do_something(value: Expression, required: list[Require]) -> None:
    assert not left_out(value, *required)


def test_a_condition_tells_of_its_own_block_and_of_what_a_name_stands_for() -> None:
    half = Assign("half", multiply(Constant(0.5), X))
    above = Comparison(X, Order.GREATER, Constant(0.0))
    blocks = [(Assign("z", apply(Operation.SQUARE_ROOT, Variable("half"))),) for _ in range(2)]
    program = Program("f", ("x",), (half, Choose((above,), *blocks, "z"), Return(Variable("z"))))
    choice = plain(program, unguarded=True).body[1]
    assert isinstance(choice, Choose)
    first, second = (block[-1] for block in (choice.then, choice.otherwise))
    assert isinstance(first, Assign) and isinstance(first.value, Unguarded)
    assert isinstance(second, Assign) and not isinstance(second.value, Unguarded)  # x may be NaN


def test_a_name_that_is_given_anew_is_not_what_it_was() -> None:
    facts = Facts({"x": (1.0, 2.0)})
    facts.name("y", add(X, ONE), None)
    assert facts.range_of(Y) == (2.0, 3.0)
    facts.name("x", None, None)
    assert facts.range_of(Y) is None is facts.range_of(X)


def test_what_a_sum_lacks_takes_two_steps_where_one_term_is_known_to_be_larger() -> None:
    """As many of its bits as may be are next to an end of a range."""
    total = Assign("total", subtract(ONE, X))
    lacks = Apply(Operation.SUM_ERROR, (ONE, Apply(Operation.NEGATE, (X,)), Variable("total")))
    body = total, Return(lacks)
    for most, known in ((1.0, True), (math.nextafter(2.0, 0.0), True), (2.0, False), (math.inf, False)):
        program = Program("f", ("x",), (*POSITIVE[:1], asked("x", Order.LESS_OR_EQUAL, most), *body))
        made = plain(program)
        assert (made == program) is not known
        for x in (5e-324, 2.0**-1022, 2.0**-54 * 3, 1 / 3, 1 - 2.0**-53, 1.0, 1 + 2.0**-52, 2 - 2.0**-52):
            if x <= most:
                found, expected = (machine.run(p, (x,)) for p in (made, program))
                assert found == expected and math.copysign(1.0, found) == math.copysign(1.0, expected)


def test_that_a_comparison_does_not_hold_tells_of_what_is_no_nan() -> None:
    clear = (Comparison(X, Order.GREATER_OR_EQUAL, Constant(2.0)),)
    lacks = Apply(Operation.SUM_ERROR, (ONE, X, add(ONE, X)))
    choice = Choose(clear, (Assign("z", ONE),), (Assign("z", lacks),), "z")
    for required, told in ((POSITIVE[:1], True), ((), False)):
        made = plain(Program("f", ("x",), (*required, choice))).body[-1]
        assert isinstance(made, Choose) and (made.otherwise != choice.otherwise) is told


def test_what_both_blocks_give_is_known_after_them() -> None:
    cut = Comparison(X, Order.GREATER, ONE)
    choice = Choose((cut,), (Assign("z", X),), (Assign("z", Constant(3.0)),), "z")
    size = apply(Operation.ABSOLUTE, Variable("z"))
    assert plain(Program("f", ("x",), (choice, Return(size)))).body[-1] == Return(Variable("z"))
    other = Choose((cut,), (Assign("z", X),), (Assign("z", Y),), "z")
    assert plain(Program("f", ("x", "y"), (other, Return(size)))).body[-1] == Return(size)


def test_values_lie_in_their_ranges() -> None:
    """Of random expressions on random numbers, extreme ones among them; none with a range is NaN."""
    generator = random.Random(1)
    ends = [0.0, -0.0, 5e-324, 2.0**-1022, 0.5, 1.0, 3.0, 2.0**300, 2.0**1023, math.inf]
    seen = 0
    for _ in range(4000):
        low, high = sorted(generator.choice((-1, 1)) * generator.choice(ends) for _ in range(2))
        known = Facts({"x": (low, high), "y": (0.5, 2.0**1023)})
        operations = (Operation.ADD, Operation.SUBTRACT, Operation.MULTIPLY, Operation.DIVIDE)
        value: Expression = X
        for _ in range(generator.randrange(1, 4)):
            value = Apply(generator.choice(operations), tuple(generator.sample((value, Y, ONE), 2)))
        if (found := known.range_of(value)) is None:
            continue
        inside = [v for v in (*ends, *(-end for end in ends)) if low <= v <= high]
        for x, y in ((generator.choice(inside), generator.choice((0.5, 1.0, 2.0**1023))) for _ in range(4)):
            got = machine.run(Program("f", ("x", "y"), (Return(value),)), (x, y))
            assert found[0] <= got <= found[1]
            seen += 1
    assert seen > 2000


def test_a_name_that_changes_is_forgotten_in_the_values_of_others() -> None:
    """y was x before x had a range: nothing is known of y."""
    facts = Facts()
    facts.name("y", Variable("x"), None)
    facts.name("x", None, (1.0, 2.0))
    assert facts.range_of(Variable("y")) is None
