"""Programs run: in binary64 as the targets run them, and in exact arithmetic, where rounding errors are 0.

The second reading is what the exported algebra is proved by: in it every two-sum's error term vanishes, and
what a program returns on a way through its cases is an expression in its parameters.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import sympy as sp

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
    Require,
    Return,
    Shared,
    Variable,
    primitive,
)
from symbolic_eps.export.runtime import logarithm
from symbolic_eps.export.runtime.helpers import definition


class RefusedError(ValueError):
    """The program has no value there."""

    def __init__(self, required: Require) -> None:
        super().__init__(required.message)
        self.refusal = required.refusal


def run(program: Program, arguments: Sequence[float]) -> float:
    """The value in binary64.

    Raises
    ------
    RefusedError
        Outside the domain.

    Examples
    --------
    >>> square = Program("square", ("x",), (Return(Apply(Operation.MULTIPLY, (Variable("x"),) * 2)),))
    >>> run(square, [3.0])
    9.0
    """
    ended = _run(program.body, dict(zip(program.parameters, arguments, strict=True)))
    if ended is None:
        raise AssertionError(f"{program.name} ended without a value")
    return ended


def _run(block: Block, values: dict[str, float]) -> float | None:
    for statement in block:
        match statement:
            case Assign(name=name, value=value):
                values[name] = _value(value, values)
            case Choose(conditions=conditions, then=then, otherwise=otherwise):
                _run(then if all(_holds(c, values) for c in conditions) else otherwise, values)
            case Return(value=value):
                return _value(value, values)
            case Require(condition=condition):
                if not _holds(condition, values):
                    raise RefusedError(statement)
    return None


def _value(expression: Expression, values: Mapping[str, float]) -> float:
    match expression:
        case Constant(value=value):
            return value
        case Variable(name=name):
            return values[name]
        case Apply(operation=operation, arguments=arguments):
            inputs = [_value(a, values) for a in arguments]
            if operation.defined:
                return run(definition(operation, len(inputs)).program, inputs)
            return _BINARY64[primitive(operation)](*inputs)


def _divided(left: float, right: float) -> float:
    if right != 0:
        return left / right
    return (
        math.nan if left == 0 or math.isnan(left) else math.copysign(math.inf, left) * math.copysign(1, right)
    )


def _or_infinite(function: Callable[[float], float]) -> Callable[[float], float]:
    def extended(value: float) -> float:
        try:
            return function(value)
        except OverflowError:
            return math.inf
        except ValueError:
            return math.nan

    return extended


_BINARY64: Mapping[Operation, Callable[..., float]] = {
    Operation.ADD: lambda x, y: x + y,
    Operation.SUBTRACT: lambda x, y: x - y,
    Operation.MULTIPLY: lambda x, y: x * y,
    Operation.DIVIDE: _divided,
    Operation.NEGATE: lambda x: -x,
    Operation.ABSOLUTE: abs,
    Operation.SQUARE_ROOT: _or_infinite(math.sqrt),
    Operation.LOG: lambda x: -math.inf if x == 0 else _or_infinite(math.log)(x),
    Operation.LOG1P: lambda x: -math.inf if x == -1 else _or_infinite(math.log1p)(x),
    Operation.LOG1P_SUM: logarithm.log1p_sum,
    Operation.EXP: _or_infinite(math.exp),
    Operation.EXPM1: _or_infinite(math.expm1),
}


def _holds(comparison: Comparison, values: Mapping[str, float]) -> bool:
    return bool(comparison.order.holds(_value(comparison.left, values), _value(comparison.right, values)))


Compared: TypeAlias = tuple[sp.Expr, Order, sp.Expr]


@dataclass(frozen=True)
class Decision:
    """Comparisons, and whether all of them hold."""

    conditions: tuple[Compared, ...]
    truth: bool


@dataclass(frozen=True)
class Path:
    """One way through a program, in exact arithmetic.

    Parameters
    ----------
    decisions : tuple of Decision
        In the order in which they were taken.
    ended : Expr
        What is returned, in the parameters.
    """

    decisions: tuple[Decision, ...]
    ended: sp.Expr


def paths(program: Program) -> Iterator[Path]:
    """All ways through a program, each value exact.

    Examples
    --------
    >>> x = Variable("x")
    >>> total = Assign("s", Apply(Operation.ADD, (x, Constant(0.5))))
    >>> rest = Return(Apply(Operation.SUBTRACT, (Variable("s"), x)))
    >>> (path,) = paths(Program("f", ("x",), (total, rest)))
    >>> path.ended
    1/2
    """
    start = {name: sp.Symbol(name, real=True) for name in program.parameters}
    yield from _paths(program.body, start, ())


def _paths(block: Block, values: Mapping[str, sp.Expr], decisions: tuple[Decision, ...]) -> Iterator[Path]:
    known = dict(values)
    for position, statement in enumerate(block):
        match statement:
            case Assign(name=name, value=value):
                known[name] = _exact(value, known)
            case Return(value=value):
                yield Path(decisions, _exact(value, known))
                return
            case Require(condition=condition):
                decisions = (*decisions, Decision((_decision(condition, known),), True))
            case Choose(conditions=conditions, then=then, otherwise=otherwise):
                same = _same(statement, known)
                if same is not None:
                    known[statement.result] = same
                    continue
                met = tuple(_decision(c, known) for c in conditions)
                for taken, truth in ((then, True), (otherwise, False)):
                    yield from _paths(
                        (*taken, *block[position + 1 :]), known, (*decisions, Decision(met, truth))
                    )
                return
    raise ValueError("a way through the program ends without a value")


def _same(cut: Choose, values: Mapping[str, sp.Expr]) -> sp.Expr | None:
    """What both blocks give, if it is the same expression, and one is the other without rounding errors."""
    if not cut.rare or any(isinstance(s, Choose) for s in (*cut.then, *cut.otherwise)):
        return None
    ends = []
    for block in (cut.then, cut.otherwise):
        known = dict(values)
        for statement in block:
            assert isinstance(statement, Assign)
            known[statement.name] = _exact(statement.value, known)
        ends.append(known[cut.result])
    return ends[0] if ends[0] == ends[1] else None


def _decision(comparison: Comparison, values: Mapping[str, sp.Expr]) -> Compared:
    return _exact(comparison.left, values), comparison.order, _exact(comparison.right, values)


def _exact(expression: Expression, values: Mapping[str, sp.Expr]) -> sp.Expr:
    match expression:
        case Constant(value=value):
            return sp.oo if math.isinf(value) else sp.Rational(*value.as_integer_ratio())
        case Variable(name=name):
            return values[name]
        case Apply(operation=operation, arguments=arguments):
            inputs = [_exact(a, values) for a in arguments]
            return _defined(operation, inputs) if operation.defined else _EXACT[primitive(operation)](*inputs)


def _defined(operation: Operation | Shared, arguments: Sequence[sp.Expr]) -> sp.Expr:
    """What a helper is over the real numbers."""
    helper = definition(operation, len(arguments))
    if helper.exact is not None:
        return helper.exact(*arguments)
    values = dict(zip(helper.program.parameters, arguments, strict=True))
    (path,) = _paths(helper.program.body, values, ())
    return path.ended


def _sum(left: sp.Expr, right: sp.Expr) -> sp.Expr:
    total = left + right
    return sp.expand(total) if total.is_polynomial() else total


_EXACT: Mapping[Operation, Callable[..., sp.Expr]] = {
    Operation.ADD: _sum,
    Operation.SUBTRACT: lambda x, y: _sum(x, -y),
    Operation.MULTIPLY: lambda x, y: sp.expand(x * y) if (x * y).is_polynomial() else x * y,
    Operation.DIVIDE: lambda x, y: x / y,
    Operation.NEGATE: lambda x: -x,
    Operation.ABSOLUTE: sp.Abs,
    Operation.SQUARE_ROOT: sp.sqrt,
    Operation.LOG: sp.log,
    Operation.LOG1P: lambda x: sp.log(1 + x),
    Operation.LOG1P_SUM: lambda x, y: sp.log(1 + x + y),
    Operation.EXP: sp.exp,
    Operation.EXPM1: lambda x: sp.exp(x) - 1,
}
