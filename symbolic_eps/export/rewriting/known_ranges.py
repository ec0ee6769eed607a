"""What the conditions of a program tell of its values: where one is above 0, a guard of it is not written.

Rounded operations are monotonic, so that the ends of a range give those of the result. A value that may be
NaN has no range here, and nothing is left out for it: no result changes by a bit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from operator import add, mul, truediv
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
    Program,
    Require,
    Return,
    Shared,
    Statement,
    Variable,
    names,
)
from symbolic_eps.export.rewriting.inlining import signed

Range: TypeAlias = tuple[float, float]
"""The least and the greatest value; no value is NaN."""

_OTHERWISE = {
    Order.GREATER: Order.LESS_OR_EQUAL,
    Order.GREATER_OR_EQUAL: Order.LESS,
    Order.LESS: Order.GREATER_OR_EQUAL,
    Order.LESS_OR_EQUAL: Order.GREATER,
}
"""What holds of numbers, of which none is NaN, where an order does not."""

_OVERFLOWS = 2.0**1023

_DONE = {Operation.ADD: add, Operation.MULTIPLY: mul, Operation.DIVIDE: truediv}


class Unguarded(Apply):
    """An operation on values for which it needs no guard: the root of what is not below 0, for example."""


def plain(program: Program, unguarded: bool = False) -> Program:
    """The program without absolute values of what is above 0, and without steps of errors of sums.

    Parameters
    ----------
    program : Program
    unguarded : bool
        Whether roots of what is not below 0, quotients by what is not 0 and log(1 + x) of what is above -1
        are `Unguarded`.

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import Refusal, apply, multiply
    >>> x = Variable("x")
    >>> asked = Require(Comparison(x, Order.GREATER, Constant(0.0)), Refusal.DOMAIN, "x is not above 0")
    >>> size = apply(Operation.ABSOLUTE, multiply(Constant(2.0), x))
    >>> plain(Program("f", ("x",), (asked, Return(size)))).body[1] == Return(multiply(Constant(2.0), x))
    True
    >>> plain(Program("f", ("x",), (Return(size),))).body[0] == Return(size)
    True
    """
    return replace(program, body=tuple(_block(program.body, Facts(), unguarded)))


@dataclass
class Facts:
    """What is known of names: ranges, and the values that they stand for."""

    ranges: dict[str, Range] = field(default_factory=dict)
    values: dict[str, Expression] = field(default_factory=dict)

    def copy(self) -> Facts:
        """What a block adds to is not known outside."""
        return Facts(dict(self.ranges), dict(self.values))

    def name(self, name: str, value: Expression | None, found: Range | None) -> None:
        """A name stands for a value from now on."""
        for known in (self.ranges, self.values):
            known.pop(name, None)
        self.values = {one: other for one, other in self.values.items() if name not in names(other)}
        if found is not None:
            self.ranges[name] = found
        if value is not None:
            self.values[name] = value

    def hold(self, condition: Comparison) -> None:
        """A comparison of a name with a number holds: the name is no NaN."""
        match condition:
            case Comparison(left=Variable(name=name), right=Constant(value=end), order=order) if end == end:
                low, high = self.ranges.get(name, (-math.inf, math.inf))
                match order:
                    case Order.GREATER:
                        self.ranges[name] = max(low, math.nextafter(end, math.inf)), high
                    case Order.GREATER_OR_EQUAL:
                        self.ranges[name] = max(low, -0.0 if end == 0.0 else end), high
                    case Order.LESS:
                        self.ranges[name] = low, min(high, math.nextafter(end, -math.inf))
                    case Order.LESS_OR_EQUAL:
                        self.ranges[name] = low, min(high, end)

    def range_of(self, expression: Expression) -> Range | None:
        """Where a value lies; None where that is not known, or it may be NaN.

        Examples
        --------
        >>> one, x = Constant(1.0), Variable("x")
        >>> facts = Facts({"x": (0.0, 2.0)})
        >>> facts.range_of(Apply(Operation.ADD, (x, one))), facts.range_of(Apply(Operation.DIVIDE, (one, x)))
        ((1.0, 3.0), None)
        """
        match expression:
            case Constant(value=value):
                return None if math.isnan(value) else (value, value)
            case Variable(name=name):
                given = self.values.get(name)
                return self.ranges.get(name) or (None if given is None else self.range_of(given))
            case Apply(operation=operation, arguments=arguments):
                ranges = [found for a in arguments if (found := self.range_of(a)) is not None]
                return _result(operation, ranges) if len(ranges) == len(arguments) else None
        return None

    def is_larger(self, one: Expression, other: Expression) -> bool:
        """Whether what a rounded sum of two numbers lacks is the second one less what it has added.

        Dekker (1971): so it is where the exponent of the first number is not below that of the second.

        Examples
        --------
        >>> one, x = Constant(1.0), Variable("x")
        >>> [Facts({"x": (0.0, most)}).is_larger(one, x) for most in (1.5, 2.0)]
        [True, False]
        """
        first, second = self.range_of(one), self.range_of(other)
        if first is None or second is None or first[0] <= 0.0 <= first[1]:
            return False
        sizes = [*map(abs, first), *map(abs, second)]
        return max(sizes) < _OVERFLOWS / 2 and math.frexp(min(sizes[:2]))[1] >= math.frexp(max(sizes[2:]))[1]


def _block(block: Block, facts: Facts, unguarded: bool) -> Iterator[Statement]:
    """The statements; what they tell is added to what is known."""

    def said(expression: Expression) -> Expression:
        return _plain(expression, facts, unguarded)

    def asked(condition: Comparison) -> Comparison:
        return replace(condition, left=said(condition.left), right=said(condition.right))

    for statement in block:
        match statement:
            case Assign(name=name, value=value):
                yield replace(statement, value=said(value))
                facts.name(name, None if name in names(value) else value, facts.range_of(value))
            case Require(condition=condition):
                yield replace(statement, condition=asked(condition))
                facts.hold(condition)
            case Choose(conditions=conditions, result=result):
                inner, other = facts.copy(), facts.copy()
                for condition in conditions:
                    inner.hold(condition)
                if len(conditions) == 1 and facts.range_of(conditions[0].left) is not None:
                    order = _OTHERWISE.get(conditions[0].order, Order.EQUAL)
                    other.hold(replace(conditions[0], order=order))
                yield replace(
                    statement,
                    conditions=tuple(map(asked, conditions)),
                    then=tuple(_block(statement.then, inner, unguarded)),
                    otherwise=tuple(_block(statement.otherwise, other, unguarded)),
                )
                one, two = (known.range_of(Variable(result)) for known in (inner, other))
                facts.name(result, None, _union(one, two))
            case Return(value=value):
                yield Return(said(value))


def _union(one: Range | None, other: Range | None) -> Range | None:
    return None if one is None or other is None else (_least(one[0], other[0]), max(one[1], other[1]))


def _result(operation: Operation | Shared, ranges: list[Range]) -> Range | None:
    match operation, ranges:
        case Operation.NEGATE, [(low, high)]:
            return -high, -low
        case Operation.SQUARE_ROOT, [(low, high)] if low >= 0.0:
            return math.sqrt(low), math.sqrt(high)
        case Operation.SUBTRACT, [one, (low, high)]:
            return _result(Operation.ADD, [one, (-high, -low)])
        case Operation.DIVIDE, [_, (low, high)] if low <= 0.0 <= high:
            return None
        case ((Operation.ADD | Operation.MULTIPLY | Operation.DIVIDE as done), [one, other]):
            wide = any(map(math.isinf, (*one, *other))) and done is Operation.MULTIPLY
            if wide and any(low <= 0.0 <= high for low, high in (one, other)):
                return None
            ends = [_DONE[done](a, b) for a, b in product(one, other)]
            return None if any(map(math.isnan, ends)) else (_least(*ends), max(ends))
    return None


def _least(*values: float) -> float:
    """The least value; of zeros the one below 0."""
    return min(values, key=lambda value: (value, math.copysign(1.0, value)))


def _plain(expression: Expression, facts: Facts, unguarded: bool) -> Expression:
    if not isinstance(expression, Apply) or not expression.arguments:
        return expression
    operation = expression.operation
    arguments = tuple(_plain(a, facts, unguarded) for a in expression.arguments)
    if operation is Operation.SUM_ERROR and facts.is_larger(*expression.arguments[:2]):
        one, other, total = arguments
        return signed(Apply(Operation.ADD, (Apply(Operation.SUBTRACT, (one, total)), other)))
    low, high = facts.range_of(expression.arguments[-1]) or (-math.inf, math.inf)
    if operation is Operation.ABSOLUTE and math.copysign(1.0, low) > 0.0:
        return arguments[0]
    needs_none: dict[Operation | Shared, bool] = {
        Operation.SQUARE_ROOT: low >= 0.0,
        Operation.LOG1P: low > -1.0,
        Operation.DIVIDE: not low <= 0.0 <= high,
    }
    made = Unguarded if unguarded and needs_none.get(operation) else type(expression)
    return made(operation, arguments)
