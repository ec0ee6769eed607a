"""Programs with a function replaced by statements, for languages that lack it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Comparison,
    Expression,
    Operation,
    Program,
    Require,
    Return,
    Shared,
    statements,
)

Replacement: TypeAlias = Callable[[tuple[Expression, ...], BlockBuilder], Expression]


def rewritten(program: Program, operation: Operation | Shared, by: Replacement) -> Program:
    """The program with each use of a function replaced.

    Parameters
    ----------
    program : Program
    operation : Operation
    by : callable
        Adds statements for the function of its arguments, and returns its value.
    """
    taken = {*program.parameters, *(s.name for s in statements(program.body) if isinstance(s, Assign))}
    copy = _Copy(operation, by, BlockBuilder(taken))
    copy.add(program.body)
    return Program(program.name, program.parameters, copy.block.statements)


@dataclass
class _Copy:
    """A block under construction, and the values that are known in it."""

    operation: Operation | Shared
    by: Replacement
    block: BlockBuilder
    known: dict[tuple[Expression, ...], Expression] = field(default_factory=dict)

    def add(self, body: Block) -> None:
        for statement in body:
            match statement:
                case Assign(name=name, value=value, comment=comment):
                    self.block.end(Assign(name, self.expression(value), comment))
                case Return(value=value):
                    self.block.end(Return(self.expression(value)))
                case Require(condition=condition, refusal=refusal, message=message):
                    self.block.end(Require(self.comparison(condition), refusal, message))
                case Choose(conditions=conditions, then=then, otherwise=otherwise) as cut:
                    compared = tuple(self.comparison(c) for c in conditions)
                    one, other = self.inner(then), self.inner(otherwise)
                    self.block.end(Choose(compared, one, other, cut.result, cut.comment, cut.rare, cut.few))

    def inner(self, body: Block) -> Block:
        copy = _Copy(self.operation, self.by, self.block.inner(), dict(self.known))
        copy.add(body)
        return copy.block.statements

    def comparison(self, comparison: Comparison) -> Comparison:
        left, right = self.expression(comparison.left), self.expression(comparison.right)
        return Comparison(left, comparison.order, right)

    def expression(self, expression: Expression) -> Expression:
        if not isinstance(expression, Apply):
            return expression
        arguments = tuple(map(self.expression, expression.arguments))
        if expression.operation is not self.operation:
            return Apply(expression.operation, arguments)
        if arguments not in self.known:
            self.known[arguments] = self.by(arguments, self.block)
        return self.known[arguments]
