"""What tells a C function that a loop over arrays calls it, and which functions are told."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from symbolic_eps.export.forms.tree import GREATEST, LEAST_RESULT
from symbolic_eps.export.layout.block_value import CALLS, adds, block_value, is_known
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Choose,
    Comparison,
    Constant,
    Operation,
    Order,
    Program,
    Variable,
    applications,
    expressions,
    operations_in,
)
from symbolic_eps.export.rewriting.idioms import ending
from symbolic_eps.export.rewriting.inlining import Known


class Flag(StrEnum):
    """A parameter that tells whether a loop over arrays calls, and its test for that."""

    NONE = ""
    FULL = "full"
    LOW = "low"

    @property
    def declared(self) -> str:
        """As a parameter."""
        return "int full, double *low" if self is Flag.LOW else "int full"

    @property
    def full(self) -> str:
        """What is not 0 at a point."""
        return "full"

    def chosen(self, full: str, other: str) -> str:
        """One value at a point, the other one in a loop."""
        one, two = (other, full) if self is Flag.LOW else (full, other)
        return f"{self} ? {one} : {two}"

    @property
    def in_loop(self) -> str:
        """The test."""
        return "!full"


def last_choice(program: Program) -> Choose | None:
    """The choice between log(1 + z) and a refusal that gives the result, if nothing else takes long."""
    calls = [a for e in expressions(program.body) for a in applications(e) if a.operation in CALLS]
    last = ending(program)
    if len(calls) != 1 or last is None:
        return None
    return next((choice for choice in last_of(last[1]) if _is_logarithm(choice)), None)


def takes_no_time(program: Program) -> bool:
    """Whether sums are added exactly, and no library function is called but the square root."""
    done = operations_in(program.body)
    exactly = Operation.EXACT_SUM in done or any(map(adds, done))
    return exactly and not done & CALLS and ending(program) is not None


def last_of(statement: object) -> Iterator[Choose]:
    """The choices that give the result."""
    if isinstance(statement, Choose):
        yield statement
        yield from last_of(statement.then[-1])
        yield from last_of(statement.otherwise[-1])


def _is_logarithm(choice: Choose) -> bool:
    match choice.then:
        case (
            Assign(
                value=Apply(operation=Operation.LOG1P | Operation.LOG1P_SUM, arguments=(Variable() as z, *_))
            ),
        ):
            least = Comparison(z, Order.GREATER_OR_EQUAL, Constant(LEAST_RESULT))
            other = block_value(choice.otherwise, choice.result, Known())
            most = Comparison(z, Order.LESS_OR_EQUAL, Constant(GREATEST))
            return choice.conditions == (least, most) and other is not None and is_known(other)
    return False
