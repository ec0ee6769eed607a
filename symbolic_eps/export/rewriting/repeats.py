"""Programs in which a rare block takes a value that was computed before it, in place of computing it again.

No operation is added or changed: what the blocks computed alike, in the same numbers, is computed once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Comparison,
    Expression,
    Program,
    Require,
    Return,
    Statement,
    Variable,
    applications,
    expressions,
    names,
    statements,
)


def without_repeats(program: Program) -> Program:
    """The program; a value that rare blocks name and use several times has its name where it comes first.

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import Constant, Order, add, multiply
    >>> x, y, again = Variable("x"), Variable("y"), Variable("again")
    >>> rare = (Assign("again", multiply(x, x)), Assign("z", add(again, multiply(again, x))))
    >>> asked = (Comparison(y, Order.LESS, Constant(0.5)),)
    >>> choice = Choose(asked, rare, (Assign("z", y),), "z", rare=True)
    >>> program = Program("f", ("x",), (Assign("y", add(x, multiply(x, x))), choice))
    >>> first, second, third = without_repeats(program).body
    >>> first == rare[0], second.value == add(x, again), third.then == rare[1:]
    (True, True, True)
    """
    counted = Counter(s.name for s in statements(program.body) if isinstance(s, Assign))
    single = frozenset(name for name, count in counted.items() if count == 1)
    kept = {*program.parameters, *single}
    uses = Counter(name for value in expressions(program.body) for name in names(value))
    found: dict[Expression, str] = {}
    for value, name in _in_rare_blocks(program.body, ()):
        if name in single and uses[name] > 1 and kept.issuperset(names(value)):
            found.setdefault(value, name)
    body = program.body
    for value, name in found.items():
        body = _Repeated(value, name, single).named(body)
    return replace(program, body=body)


def _in_rare_blocks(block: Block, before: tuple[Expression, ...]) -> Iterator[tuple[Expression, str]]:
    """What rare blocks name, of what statements before them compute as a part of their values."""
    for statement in block:
        match statement:
            case Assign(value=value):
                before += tuple(applications(value))
            case Choose(then=then, otherwise=otherwise, rare=rare):
                for inner in then if rare else ():
                    if isinstance(inner, Assign) and inner.value in before:
                        yield inner.value, inner.name
                for part in (then, otherwise):
                    yield from _in_rare_blocks(part, before)


@dataclass(frozen=True)
class _Repeated:
    """A value that is computed more than once, its name from now on, and the names that are given once."""

    value: Expression
    name: str
    single: frozenset[str]

    def named(self, block: Block) -> Block:
        """The block, in which it is computed before the first statement that has it as a part."""
        for place, statement in enumerate(block):
            if isinstance(statement, Assign) and self.value in tuple[Expression, ...](
                applications(statement.value)
            ):
                return (*block[:place], Assign(self.name, self.value), *self.block(block[place:], {}))
            if isinstance(statement, Choose) and not statement.rare:
                parts = [self.named(part) for part in (statement.then, statement.otherwise)]
                if parts != [statement.then, statement.otherwise]:
                    made = replace(statement, then=parts[0], otherwise=parts[1])
                    return (*block[:place], made, *block[place + 1 :])
        return block

    def block(self, block: Block, gone: Mapping[str, Expression]) -> Block:
        """The statements with its name in its place; other names that it had are gone."""
        made: list[Statement] = []
        gone = dict(gone)
        for statement in block:
            match statement:
                case Assign(name=name, value=self.value, comment="") if name in self.single:
                    gone[name] = Variable(self.name)
                case Assign(value=value):
                    made.append(replace(statement, value=self.expression(value, gone)))
                case Choose(conditions=conditions, then=then, otherwise=otherwise):
                    here = tuple(self.comparison(c, gone) for c in conditions)
                    parts = [self.block(part, gone) for part in (then, otherwise)]
                    made.append(replace(statement, conditions=here, then=parts[0], otherwise=parts[1]))
                case Return(value=value):
                    made.append(Return(self.expression(value, gone)))
                case Require(condition=condition):
                    made.append(replace(statement, condition=self.comparison(condition, gone)))
        return tuple(made)

    def comparison(self, condition: Comparison, gone: Mapping[str, Expression]) -> Comparison:
        """Both sides of it."""
        left, right = (self.expression(side, gone) for side in (condition.left, condition.right))
        return replace(condition, left=left, right=right)

    def expression(self, expression: Expression, gone: Mapping[str, Expression]) -> Expression:
        """An expression."""
        if expression == self.value:
            return Variable(self.name)
        if isinstance(expression, Variable):
            return gone.get(expression.name, expression)
        if isinstance(expression, Apply):
            arguments = tuple(self.expression(a, gone) for a in expression.arguments)
            return Apply(expression.operation, arguments)
        return expression
