"""What rare blocks computed again is computed once: fewer lines, the same operations on the same numbers."""

from __future__ import annotations

from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Comparison,
    Constant,
    Operation,
    Order,
    Program,
    Return,
    Variable,
    add,
    expressions,
    multiply,
    names,
    statements,
)
from symbolic_eps.export.rewriting.repeats import without_repeats
from symbolic_eps.export.runtime.machine import RefusedError, run

X, Y, AGAIN = Variable("x"), Variable("y"), Variable("again")
ASKED = (Comparison(Y, Order.LESS, Constant(0.5)),)
RARE = (Assign("again", multiply(X, X)), Assign("z", add(AGAIN, multiply(AGAIN, X))))


def program(before: Block, rare: Block = RARE) -> Program:
    choice = Choose(ASKED, rare, (Assign("z", Y),), "z", rare=True)
    return Program("f", ("x",), (*before, choice, Return(Variable("z"))))


def points() -> list[tuple[float, ...]]:
    near = [1.0, 1 - 2.0**-53, 0.5, 2.0**-1022, 0.3, 1e-9]
    return [(r, p, q) for r in (1.0, 1 + 2.0**-52, 3.0, 10 / 3, 1e9) for p in near for q in near]


def result(made: Program, point: tuple[float, ...]) -> str:
    try:
        return run(made, point).hex()
    except RefusedError as refused:
        return str(refused)


def test_theorem_2_computes_the_error_of_its_product_once_and_has_the_same_bits() -> None:
    long = root().program()
    short = without_repeats(long)
    assert len([*statements(short.body)]) < len([*statements(long.body)])
    assert [result(short, point) for point in points()] == [result(long, point) for point in points()]


def test_a_value_keeps_its_name_where_another_number_has_it_before() -> None:
    other = program((Assign("y", add(X, multiply(X, Constant(3.0)))),))
    assert without_repeats(other) == other


def test_a_value_that_is_used_once_stays_in_its_block() -> None:
    once = (Assign("again", multiply(X, X)), Assign("z", add(AGAIN, X)))
    kept = program((Assign("y", multiply(X, X)),), once)
    assert without_repeats(kept) == kept


def test_a_name_that_two_blocks_give_is_not_taken_for_the_value() -> None:
    """`w` is x x on one way only: what was computed there is not what the rare block needs."""
    square, other = (Assign("w", multiply(X, X)),), (Assign("w", X),)
    chosen = Choose((Comparison(X, Order.LESS, Constant(1.0)),), square, other, "w")
    twice = program((chosen, Assign("y", Variable("w"))))
    assert without_repeats(twice) == twice
    used = (Assign("again", multiply(Variable("w"), X)), *RARE[1:])
    changing = program((chosen, Assign("y", multiply(Variable("w"), X))), used)
    assert without_repeats(changing) == changing


def test_every_name_is_given_before_it_is_used() -> None:
    made = without_repeats(program((Assign("y", add(X, multiply(X, X))),)))
    known = {"x"}
    for statement in statements(made.body):
        values = [*expressions((statement,))] if not isinstance(statement, Choose) else []
        assert all({*names(value)} <= known for value in values), statement
        known |= {statement.name} if isinstance(statement, Assign) else set()
    products = [v for v in expressions(made.body) if isinstance(v, Apply) and v == multiply(X, X)]
    assert len(products) == 1
    assert products[0].operation is Operation.MULTIPLY
