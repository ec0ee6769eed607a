"""Programs with fewer names: a value that is used once stands where it is used, if the line stays short.

No operation is moved past another one that it depends on, and no result changes by a bit: x + -y is x - y.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Comparison,
    Constant,
    Expression,
    Operation,
    Program,
    Require,
    Return,
    Statement,
    Variable,
    expressions,
    names,
    put,
    put_into,
    statements,
)

Fits = Callable[[str, Expression, int], bool]
"""Whether an expression is short enough for its line in so many blocks; the name is "" where it gets none."""
Asks = Callable[[Require], bool]
"""Whether a requirement takes no more lines than one of a name."""


def inlined(
    program: Program,
    fits: Fits,
    named: Callable[[Expression], bool] = lambda value: False,
    asks: Asks | None = None,
) -> Program:
    """The program with values that are used once in the place of their names.

    Parameters
    ----------
    program : Program
    fits : callable
        Whether the line of a name and an expression, in so many blocks, is short enough.
    named : callable, optional
        Whether a value keeps its name, since something is asked of it where it is assigned.
    asks : callable, optional
        Whether a requirement is short enough; if its line has nothing but the condition, `fits` says it.

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import add, multiply
    >>> x, y = Variable("x"), Variable("y")
    >>> program = Program("f", ("x",), (Assign("y", multiply(x, x)), Return(add(y, x))))
    >>> inlined(program, lambda *line: True).body == (Return(add(multiply(x, x), x)),)
    True
    >>> inlined(program, lambda name, value, blocks: not name and value == add(y, x)) == program
    True
    """
    uses = Counter(name for value in expressions(program.body) for name in names(value))
    return numbered(replace(program, body=tuple(_Fold(uses, fits, named, asks, {}).block(program.body))))


def numbered(program: Program) -> Program:
    """The program with as small numbers in its names as can be."""
    builder, new = BlockBuilder({*program.parameters}), {name: name for name in program.parameters}
    for statement in statements(program.body):
        if isinstance(statement, Assign) and statement.name not in new:
            new[statement.name] = builder.fresh(re.sub(r"(_\d+)+$", "", statement.name))
    return replace(program, body=_renamed(program.body, new))


def _renamed(block: Block, new: Mapping[str, str]) -> Block:
    known = {name: Variable(other) for name, other in new.items()}
    made: list[Statement] = []
    for statement in block:
        match statement:
            case Assign(name=name, value=value):
                made.append(replace(statement, name=new[name], value=put(value, known)))
            case Return(value=value):
                made.append(Return(put(value, known)))
            case Require(condition=condition):
                made.append(replace(statement, condition=put_into(condition, known)))
            case Choose(conditions=conditions, then=then, otherwise=otherwise, result=result):
                here = tuple(put_into(condition, known) for condition in conditions)
                parts = _renamed(then, new), _renamed(otherwise, new)
                made.append(
                    replace(statement, conditions=here, then=parts[0], otherwise=parts[1], result=new[result])
                )
    return tuple(made)


def signed(expression: Expression) -> Expression:
    """The expression with signs moved into sums and differences, which changes no bit."""
    if not isinstance(expression, Apply):
        return expression
    arguments = tuple(map(signed, expression.arguments))
    match expression.operation, arguments:
        case Operation.ADD, (left, Apply(operation=Operation.NEGATE, arguments=(right,))):
            return Apply(Operation.SUBTRACT, (left, right))
        case Operation.ADD, (Apply(operation=Operation.NEGATE, arguments=(left,)), right):
            return Apply(Operation.SUBTRACT, (right, left))
        case Operation.SUBTRACT, (left, Apply(operation=Operation.NEGATE, arguments=(right,))):
            return Apply(Operation.ADD, (left, right))
        case Operation.ADD, (
            left,
            Apply(operation=Operation.MULTIPLY, arguments=(Constant(value=c), right)),
        ) if c < 0.0:
            return Apply(Operation.SUBTRACT, (left, Apply(Operation.MULTIPLY, (Constant(-c), right))))
        case Operation.MULTIPLY, (Constant(value=-1.0), value):
            return Apply(Operation.NEGATE, (value,))
        case Operation.NEGATE, (Apply(operation=Operation.MULTIPLY, arguments=(value, Constant(value=c))),):
            return Apply(Operation.MULTIPLY, (Constant(-c), value))
        case Operation.ABSOLUTE, (Apply(operation=Operation.NEGATE, arguments=(value,)),):
            return Apply(Operation.ABSOLUTE, (value,))
        case operation, _:
            return Apply(operation, arguments)


class Known(dict[str, Expression]):
    """What stands in the place of names; any other name for itself."""

    def __missing__(self, name: str) -> Expression:
        return Variable(name)


@dataclass
class _Fold:
    """What is not yet written: values that wait for their only use."""

    uses: Mapping[str, int]
    fits: Fits
    named: Callable[[Expression], bool]
    asks: Asks | None
    waiting: dict[str, Assign]
    blocks: int = 1

    def block(self, block: Block) -> Iterator[Statement]:
        for position, statement in enumerate(block):
            match statement:
                case Assign(name=name, value=value, comment=comment):
                    yield from self.given(name, value)
                    made = replace(statement, value=self.placed(value))
                    last = position == len(block) - 1
                    once = self.uses[name] == 1 and not comment and not self.named(made.value)
                    if not last and (once or is_sign(made.value)):
                        self.waiting[name] = made
                    else:
                        yield made
                case Return(value=value):
                    yield from self.given("", value)
                    yield Return(self.placed(value))
                case Require(condition=condition):
                    yield from self.required(statement)
                    yield replace(statement, condition=self.placed_in(condition))
                case Choose(conditions=conditions, then=then, otherwise=otherwise):
                    yield from self.compared(conditions)
                    here = tuple(map(self.placed_in, conditions))
                    parts = [tuple(self.inner().block(part)) for part in (then, otherwise)]
                    yield replace(statement, conditions=here, then=parts[0], otherwise=parts[1])

    def inner(self) -> _Fold:
        return replace(self, waiting=dict(self.waiting), blocks=self.blocks + 1)

    def given(self, name: str, value: Expression) -> Iterator[Statement]:
        """Names for what would make the line too long, the longest last to be named."""
        yield from self.short(value, lambda: self.fits(name, self.placed(value), self.blocks))

    def compared(self, conditions: tuple[Comparison, ...]) -> Iterator[Statement]:
        for condition in conditions:
            yield from self.given("", _both(condition))

    def required(self, required: Require) -> Iterator[Statement]:
        """The same for a requirement, whose line has a message, too."""
        asks, condition = self.asks, required.condition
        if asks is None:
            yield from self.compared((condition,))
        else:
            yield from self.short(
                _both(condition), lambda: asks(replace(required, condition=self.placed_in(condition)))
            )

    def short(self, value: Expression, fits: Callable[[], bool]) -> Iterator[Statement]:
        waiting = [
            n for n in dict.fromkeys(names(value)) if n in self.waiting and not is_sign(self.waiting[n].value)
        ]
        while waiting and not fits():
            longest = max(waiting, key=lambda n: _size(self.waiting[n].value))
            waiting.remove(longest)
            yield self.waiting.pop(longest)

    def placed(self, value: Expression) -> Expression:
        return signed(put(value, {n: self.value(n) for n in names(value)}))

    def placed_in(self, condition: Comparison) -> Comparison:
        return replace(condition, left=self.placed(condition.left), right=self.placed(condition.right))

    def value(self, name: str) -> Expression:
        return self.waiting[name].value if name in self.waiting else Variable(name)


def is_sign(value: Expression) -> bool:
    """Whether it is another name with its sign changed: no work, and shorter than a name for it."""
    return (
        isinstance(value, Apply)
        and value.operation is Operation.NEGATE
        and isinstance(value.arguments[0], Variable)
    )


def _both(condition: Comparison) -> Expression:
    """The sides of a condition, in a line as long."""
    return Apply(Operation.SUBTRACT, (condition.left, condition.right))


def _size(value: Expression) -> int:
    return sum(1 for _ in names(value))
