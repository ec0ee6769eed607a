"""The sum of a few terms: 0 only where it is 0, else to a relative error of u (1 + 2^-12), u = 2^-53.

The terms grow into a sum of parts that do not overlap (Shewchuk 1997), by sums whose errors are kept: its
largest part and the sum of the others make the result, whose sign is that of the exact sum. Languages with
loops have the same operations, in the same order, in two loops.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import sympy as sp

from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.program import Apply, Expression, Operation, Program, Return, Variable, add

MOST_TERMS = 24
"""The number of operations grows with its square; languages without growing arrays have this many places."""


@cache
def program(count: int) -> Program:
    """The sum of so many terms, without loops.

    Parameters
    ----------
    count : int
        At most `MOST_TERMS`.

    Examples
    --------
    >>> [statement.name for statement in program(2).body[:-1]]
    ['sum', 'error', 'sum_2', 'error_2', 'exactly']
    """
    parameters = tuple(f"term_{number}" for number in range(1, count + 1))
    block = BlockBuilder({*parameters})
    block.end(Return(_added(block, [Variable(name) for name in parameters])))
    return Program(Operation.EXACT_SUM.value, parameters, block.statements)


def exact(*terms: sp.Expr) -> sp.Expr:
    """What it is over the real numbers."""
    return sp.expand(sp.Add(*terms))


def two_sum(block: BlockBuilder, left: Expression, right: Expression) -> tuple[Expression, Expression]:
    """The rounded sum and its error."""
    total = block.assign("sum", add(left, right))
    return total, block.assign("error", Apply(Operation.SUM_ERROR, (left, right, total)))


def _added(block: BlockBuilder, terms: Sequence[Expression]) -> Expression:
    parts: list[Expression] = []
    for term in terms:
        carry = term
        for position, part in enumerate(parts):
            carry, parts[position] = two_sum(block, carry, part)
        parts.append(carry)
    # From the least to the largest part, errors kept: what is left over is far below the sum.
    total: Expression = parts[0]
    rest: Expression | None = None
    for part in parts[1:]:
        total, error = two_sum(block, part, total)
        rest = error if rest is None else block.assign("rest", add(rest, error))
    return total if rest is None else block.assign("exactly", add(total, rest))
