"""Small functions that exported programs call, each defined by a program.

Interpreters and languages without functions take the definition; others print it once, and call it. Proofs
take what it is over the real numbers.

* The error of a rounded sum is itself a binary64 number (Knuth).
* So is that of a product, where nothing overflows or underflows: of factors in halves of 26 bits all partial
  products are exact (Dekker, Veltkamp).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

import sympy as sp

from symbolic_eps.export.forms import entropy_term, sinhc_excess
from symbolic_eps.export.forms.tree import log1p_ratio
from symbolic_eps.export.programs import exact_sum
from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.error_free import sum_program
from symbolic_eps.export.programs.function_replacement import rewritten
from symbolic_eps.export.programs.program import (
    Assign,
    Block,
    Choose,
    Constant,
    Expression,
    Operation,
    Program,
    Return,
    Shared,
    Variable,
    add,
    multiply,
    operations_in,
    put,
    put_into,
    subtract,
)
from symbolic_eps.export.runtime import root_error

SPLITTER = 2.0**27 + 1


@dataclass(frozen=True)
class Helper:
    """A function of numbers that gives a number.

    Parameters
    ----------
    program : Program
        Assignments, and what is returned.
    meaning : str
        A sentence.
    exact : callable, optional
        What it is over the real numbers, where that is not its program.
    """

    program: Program
    meaning: str
    exact: Callable[..., sp.Expr] | None = None


_A, _B = Variable("a"), Variable("b")


def _sum_error() -> Program:
    total, of_b = Variable("total"), Variable("of_b")
    error = add(subtract(_A, subtract(total, of_b)), subtract(_B, of_b))
    body = (Assign("of_b", subtract(total, _A), "what b has added"), Return(error))
    return Program(Operation.SUM_ERROR.value, ("a", "b", "total"), body)


def _product_error() -> Program:
    body, halves = [], []
    for factor in (_A, _B):
        scaled, high, low = (Variable(f"{factor.name}_{part}") for part in ("scaled", "high", "low"))
        body += [
            Assign(scaled.name, multiply(Constant(SPLITTER), factor)),
            Assign(high.name, subtract(scaled, subtract(scaled, factor))),
            Assign(low.name, subtract(factor, high)),
        ]
        halves.append((high, low))
    (a_high, a_low), (b_high, b_low) = halves
    error: Expression = subtract(multiply(a_high, b_high), Variable("product"))
    for one, other in ((a_high, b_low), (a_low, b_high), (a_low, b_low)):
        error = add(error, multiply(one, other))
    return Program(Operation.PRODUCT_ERROR.value, ("a", "b", "product"), (*body, Return(error)))


SUMS = (Operation.SUM_OF_TWO_AND_REST, Operation.SUM_OF_THREE, Operation.SUM_OF_THREE_AND_REST)
RATIOS = (Operation.LOG1P_RATIO, Operation.LN1P_RATIO)
OUTLINED = (*SUMS, *RATIOS)
"""Those that `with_helper_calls` calls; no formula does by itself."""

HELPERS: Mapping[Operation, Helper] = {
    Operation.SUM_ERROR: Helper(_sum_error(), "What a rounded sum, total, lacks of a + b."),
    Operation.PRODUCT_ERROR: Helper(
        _product_error(),
        "What a rounded product lacks of a times b: halves of 26 bits have exact products.",
    ),
    Operation.ROOT_ERROR: Helper(
        root_error.program(), "What z lacks of the root of m z^2 + k z = g that it is near.", root_error.exact
    ),
    Operation.ENTROPY_TERM: Helper(
        entropy_term.program(), "x log(x/y) - (x - y), for the difference x - y.", entropy_term.exact
    ),
    Operation.SINHC_EXCESS: Helper(
        sinhc_excess.program(), "sinh(h)/h - 1, for h > 0 up to 1/2.", sinhc_excess.exact
    ),
    Operation.SUM_OF_TWO_AND_REST: Helper(
        sum_program(Operation.SUM_OF_TWO_AND_REST.value, True, "a", "b"),
        "a + b + rest, exact where most of it cancels; rest is what b lacks.",
    ),
    Operation.SUM_OF_THREE: Helper(
        sum_program(Operation.SUM_OF_THREE.value, False, "a", "b", "c"),
        "a + b + c, exact where most of it cancels.",
    ),
    Operation.SUM_OF_THREE_AND_REST: Helper(
        sum_program(Operation.SUM_OF_THREE_AND_REST.value, True, "a", "b", "c"),
        "a + b + c + rest, exact where most of it cancels; rest is what c lacks.",
    ),
    **{
        operation: Helper(
            log1p_ratio(operation),
            "log(1 + g/m), 0 where g is; a number below 0 where a digit could be lost.",
            lambda g, m: sp.log(1 + g / m),
        )
        for operation in RATIOS
    },
}


def definition(operation: Operation | Shared, count: int) -> Helper:
    """What an operation that is defined means for so many arguments."""
    if isinstance(operation, Shared):
        return Helper(operation.program, operation.meaning)
    if operation is Operation.EXACT_SUM:
        return Helper(exact_sum.program(count), "The sum of the terms.", exact_sum.exact)
    return HELPERS[operation]


def helpers_of(programs: Iterable[Program]) -> tuple[Helper, ...]:
    """What the programs call, and what that calls, but for exact sums: each language has its own."""
    called = frozenset[Operation | Shared]().union(*(operations_in(p.body) for p in programs))
    own = list[Shared]()
    waiting = [o for o in called if isinstance(o, Shared)]
    while waiting:
        own = sorted({*waiting}, key=str) + [shared for shared in own if shared not in waiting]
        inside = frozenset[Operation | Shared]().union(*(operations_in(s.program.body) for s in waiting))
        called |= inside
        waiting = [o for o in inside if isinstance(o, Shared)]
    for operation in reversed(tuple(HELPERS)):
        if operation in called:
            called |= operations_in(HELPERS[operation].program.body)
    general = (helper for operation, helper in HELPERS.items() if operation in called)
    return (*general, *(definition(shared, 0) for shared in own if not shared.of_runtime))


def adds_exactly(operation: Operation | Shared) -> bool:
    """Whether it is a sum, rounded, and exact where most of it cancels."""
    return operation in SUMS or isinstance(operation, Shared)


def unrolled(program: Program) -> Program:
    """The program with each call replaced by what it means, for languages without functions.

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import Apply
    >>> x, y = Variable("x"), Variable("y")
    >>> error = Apply(Operation.SUM_ERROR, (x, y, Variable("s")))
    >>> program = Program("f", ("x", "y"), (Assign("s", add(x, y)), Return(error)))
    >>> [s.name for s in unrolled(program).body[:-1]]
    ['s', 'of_b']
    """
    while called := sorted((o for o in operations_in(program.body) if isinstance(o, Shared)), key=str):
        program = rewritten(program, called[0], partial(_in_place, called[0]))
    for operation in OUTLINED:
        program = rewritten(program, operation, partial(_in_place, operation))
    program = without_sums(program)
    for operation in reversed(tuple(HELPERS)):
        program = rewritten(program, operation, partial(_in_place, operation))
    return program


def without_sums(program: Program) -> Program:
    """The program with each exact sum replaced by what it means, for languages without loops."""
    return rewritten(program, Operation.EXACT_SUM, partial(_in_place, Operation.EXACT_SUM))


def _in_place(
    operation: Operation | Shared, arguments: tuple[Expression, ...], block: BlockBuilder
) -> Expression:
    """The value of an operation that is defined, its statements added to the block."""
    meant = definition(operation, len(arguments)).program
    values = (block.assign(f"{name}_of", a) for name, a in zip(meant.parameters, arguments, strict=True))
    value = _followed(meant.body, dict(zip(meant.parameters, values, strict=True)), block)
    if value is None:
        raise ValueError(f"{meant.name} ends without a value")
    return value


def _followed(body: Block, known: dict[str, Expression], block: BlockBuilder) -> Expression | None:
    """What is returned, if anything is; what is assigned becomes known."""
    for statement in body:
        match statement:
            case Assign(name=name, value=value):
                known[name] = block.assign(name, put(value, known))
            case Choose(conditions=conditions, result=result) as cut:
                parts = []
                for part in (cut.then, cut.otherwise):
                    inner, inside = block.inner(), dict(known)
                    _followed(part, inside, inner)
                    parts.append((inner.statements, inside[result]))
                here = tuple(put_into(condition, known) for condition in conditions)
                known[result] = block.choose(result, here, parts[0], parts[1], cut.comment)
            case Return(value=value):
                return put(value, known)
    return None
