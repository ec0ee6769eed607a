"""Logarithms of ratios in C, which functions of the runtime take; and what is usual in a result."""

from __future__ import annotations

from symbolic_eps.export.forms.tree import GREATEST, LEAST_RESULT
from symbolic_eps.export.layout.block_value import CALLS, Selection, Value, zero_alone
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Comparison,
    Constant,
    Expression,
    Operation,
    Order,
    Program,
    Return,
    Variable,
    operations_in,
)
from symbolic_eps.export.rewriting.idioms import ending

MACROS = {Operation.LN1P_RATIO: "LN_RATIO", Operation.LOG1P_RATIO: "LOG_RATIO"}
"""Those that take a ratio that could overflow."""


def result_of(program: Program) -> tuple[Block, Assign | Choose] | None:
    """What stands before the result, and what gives it; of a helper that calls others for it, too.

    Others stay as they are: compilers make selections of these, and vectorise a loop over them.
    """
    match program.body:
        case (*before, Choose(result=result, rare=False) as last, Return(value=Variable(name=name))) if (
            name == result and operations_in((last,)) & CALLS
        ):
            return tuple(before), last
    return ending(program)


def of_ratio(then: Value | None, otherwise: Value | None, m: Expression) -> tuple[str, Expression] | None:
    """The macro for the logarithm of a ratio with this denominator, and the sum of both; else nothing."""
    match then, otherwise:
        case (
            Apply(operation=Operation.MULTIPLY, arguments=(Constant(value=0.5), whole)),
            Apply(operation=Operation.MULTIPLY, arguments=(Constant(value=0.5), other)),
        ) if found := of_ratio(whole, other, m):
            return f"0.5 * {found[0]}", found[1]
        case (
            Apply(
                arguments=(
                    Constant(value=2.0),
                    Apply(
                        operation=Operation.LOG,
                        arguments=(
                            Apply(
                                operation=Operation.DIVIDE,
                                arguments=(
                                    Apply(operation=Operation.SQUARE_ROOT, arguments=(a,)),
                                    Apply(operation=Operation.SQUARE_ROOT, arguments=(below,)),
                                ),
                            ),
                        ),
                    ),
                )
            ),
            Apply(operation=operation, arguments=(_, other)),
        ) if operation in MACROS and m == below == other:
            return MACROS[operation], a
    return None


def of_one_plus(value: Value) -> tuple[Expression, Expression, Expression] | None:
    """A number z, what it lacks and what it is made of, where log(1 + z) is taken of it; else nothing."""
    match value:
        case Selection(
            conditions=(Comparison(left=z) as least, most),
            then=Apply(operation=Operation.LOG1P_SUM, arguments=(taken, lacking)),
            otherwise=Selection() as other,
        ) if (
            (g := zero_alone(other)) is not None
            and z == taken
            and least == Comparison(z, Order.GREATER_OR_EQUAL, Constant(LEAST_RESULT))
            and most == Comparison(z, Order.LESS_OR_EQUAL, Constant(GREATEST))
        ):
            return z, lacking, g
    return None
