"""Blocks under construction: names that never collide, and statements in the order of their making."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from symbolic_eps.export.programs.program import (
    Assign,
    Block,
    Choose,
    Comparison,
    Constant,
    Expression,
    Statement,
    Variable,
    unused,
)

T = TypeVar("T")


@dataclass
class BlockBuilder:
    """Collects statements.

    Parameters
    ----------
    taken : set of str
        Names that are in use; shared by the blocks of one program.
    """

    taken: set[str]
    _statements: list[Statement] = field(default_factory=list)
    _known: dict[Expression, Variable] = field(default_factory=dict)
    _results: dict[Hashable, Any] = field(default_factory=dict)

    def assign(self, name: str, value: Expression, comment: str = "") -> Expression:
        """A name for the value; the one it has, if it was assigned before; constants and names need none."""
        if isinstance(value, (Constant, Variable)):
            return value
        if value not in self._known:
            variable = Variable(self.fresh(name))
            self._statements.append(Assign(variable.name, value, comment))
            self._known[value] = variable
        return self._known[value]

    def once(self, key: Hashable, evaluate: Callable[[], T]) -> T:
        """What was evaluated under this key before, here or in a block around, or else now."""
        if key not in self._results:
            self._results[key] = evaluate()
        known: T = self._results[key]
        return known

    def choose(
        self,
        name: str,
        conditions: tuple[Comparison, ...],
        then: tuple[Block, Expression],
        otherwise: tuple[Block, Expression],
        comment: str = "",
        rare: bool = False,
        few: bool = False,
    ) -> Variable:
        """A name for one of two values, each the result of a block of its own."""
        variable = Variable(self.fresh(name))
        blocks = [(*block, Assign(variable.name, value)) for block, value in (then, otherwise)]
        self._statements.append(Choose(conditions, blocks[0], blocks[1], variable.name, comment, rare, few))
        return variable

    def end(self, statement: Statement) -> None:
        """Add a statement as it is."""
        self._statements.append(statement)

    def inner(self) -> BlockBuilder:
        """A block within this one: what is known here is known there."""
        return BlockBuilder(self.taken, [], dict(self._known), dict(self._results))

    def fresh(self, name: str) -> str:
        """The name, with a number where it is taken."""
        free = unused(name, self.taken.__contains__)
        self.taken.add(free)
        return free

    @property
    def statements(self) -> Block:
        """What was added so far."""
        return tuple(self._statements)
