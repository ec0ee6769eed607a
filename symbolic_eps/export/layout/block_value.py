"""What a block gives, as one expression or as a choice between two, where that computes nothing twice."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

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
    Return,
    Shared,
    SharedValue,
    Variable,
    applications,
    names,
    put,
    put_into,
)
from symbolic_eps.export.rewriting.inlining import Known, signed
from symbolic_eps.export.rewriting.roots import Root
from symbolic_eps.export.runtime.helpers import RATIOS, adds_exactly


def adds(operation: Operation | Shared) -> bool:
    """Whether it is a sum, rounded, and exact where most of it cancels."""
    return adds_exactly(operation) and not isinstance(operation, Root | SharedValue)


@dataclass(frozen=True)
class Selection:
    """One of two values."""

    conditions: tuple[Comparison, ...]
    then: Value
    otherwise: Value


Value: TypeAlias = Expression | Selection


def block_value(block: Block, result: str, around: Known, sums: bool = False) -> Value | None:
    """What a block gives; None where a value would be computed twice.

    Nor with a sum, unless `sums` says that none is left to the end.
    """
    match block:
        case (*before, Choose(result=inner) as last, Assign(name=name, value=Variable(name=given))) if (
            name == result and given == inner
        ):
            return block_value((*before, last), inner, around, sums)
    known = Known(around)
    for position, statement in enumerate(block):
        match statement:
            case Assign(name=name, value=Apply(operation=operation)) if adds(operation) and (
                not sums or _most_uses(block[position + 1 :], name) > 1
            ):
                return None
            case Assign(name=name, value=value):
                placed = signed(put(value, known))
                if name == result:
                    return placed
                if _most_uses(block[position + 1 :], name) > 1 and sum(1 for _ in names(placed)) > 2:
                    return None
                known[name] = placed
            case Choose() if statement.result == result:
                then = block_value(statement.then, result, known, sums)
                otherwise = block_value(statement.otherwise, result, known, sums)
                if then is None or otherwise is None:
                    return None
                conditions = tuple(put_into(c, known) for c in statement.conditions)
                return Selection(conditions, then, otherwise)
            case _:
                return None
    return None


def _most_uses(block: Block, name: str) -> int:
    """How often a name is used on the way through a block that uses it most."""
    uses = 0
    for statement in block:
        match statement:
            case Assign(value=value) | Return(value=value):
                uses += sum(1 for used in names(value) if used == name)
            case Choose(conditions=conditions, then=then, otherwise=otherwise):
                compared = (side for c in conditions for side in (c.left, c.right))
                uses += sum(1 for side in compared for used in names(side) if used == name)
                uses += max(_most_uses(then, name), _most_uses(otherwise, name))
    return uses


def implied(condition: Comparison, by: Comparison) -> bool:
    """Whether a number that is at least another one is above a smaller one.

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import Variable
    >>> x = Variable("x")
    >>> above = Comparison(x, Order.GREATER, Constant(0.0))
    >>> least = Comparison(x, Order.GREATER_OR_EQUAL, Constant(1.0))
    >>> implied(above, least), implied(least, above)
    (True, False)
    """
    match condition, by:
        case (
            Comparison(left=x, order=Order.GREATER, right=Constant(value=low)),
            Comparison(left=y, order=Order.GREATER_OR_EQUAL, right=Constant(value=least)),
        ):
            return x == y and least > low
    return False


CALLS = frozenset(
    {
        Operation.LOG,
        Operation.LOG1P,
        Operation.LOG1P_SUM,
        Operation.EXP,
        Operation.EXPM1,
        Operation.ENTROPY_TERM,
        Operation.SINHC_EXCESS,
        *RATIOS,
    }
)
"""What is not computed needlessly."""


def zero_alone(value: Selection) -> Expression | None:
    """What is compared with 0 where the value is 0 there, and none elsewhere; else nothing."""
    match value:
        case Selection(
            conditions=(Comparison(left=x, order=Order.EQUAL, right=Constant(value=0.0)),),
            then=Constant(value=0.0),
            otherwise=Constant(value=-1.0),
        ):
            return x
    return None


def is_quick(value: Value) -> bool:
    """Whether it may be computed where it is not needed: no function is called but the square root."""
    if isinstance(value, Selection):
        return is_quick(value.then) and is_quick(value.otherwise)
    return not any(a.operation in CALLS or isinstance(a.operation, SharedValue) for a in applications(value))


def is_known(value: Value) -> bool:
    """Whether it is 0, below 0 or infinite, or one of these."""
    if isinstance(value, Selection):
        return is_known(value.then) and is_known(value.otherwise)
    return isinstance(value, Constant) and (value.value <= 0.0 or value.value == math.inf)
