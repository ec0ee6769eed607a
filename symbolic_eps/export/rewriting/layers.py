"""Programs as layers of columns, for languages without statements: each computed from earlier layers.

A distinction of cases becomes a column that says whether the conditions hold, the columns of both blocks, and
one that takes the value of the right one. Columns of a rare block are guarded: not computed where it is not
entered. Past the first requirements the parameters are missing (NULL) where one fails, and with them all that
follows. Further ones may be about values that are computed by then: each makes the result missing, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
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
    Program,
    Require,
    Return,
    Variable,
    unused,
)
from symbolic_eps.export.programs.program import names as names_in


@dataclass(frozen=True)
class Test:
    """Whether all conditions hold; unknown where an operand is."""

    __test__ = False
    conditions: tuple[Comparison, ...]


@dataclass(frozen=True)
class Choice:
    """`then` where the column `test` is true, `otherwise` where it is false, and nothing elsewhere."""

    test: str
    then: Expression
    otherwise: Expression | None = None


Content: TypeAlias = Expression | Test | Choice


@dataclass(frozen=True)
class Guard:
    """A column of truth values, and which of them is asked for."""

    test: str
    truth: bool


@dataclass(frozen=True)
class Column:
    """A name for a value, which is computed only where the guard is fulfilled."""

    name: str
    content: Content
    guard: Guard | None = None
    comment: str = ""


@dataclass(frozen=True)
class Layer:
    """Columns from earlier layers that are needed later, and new ones."""

    kept: tuple[str, ...]
    columns: tuple[Column, ...]


@dataclass(frozen=True)
class Layers:
    """A program: the column of each parameter, layers, and a result made of the last layer's columns."""

    parameters: Mapping[str, str]
    layers: tuple[Layer, ...]
    result: Expression


def layered(program: Program, atomic: frozenset[Operation] = frozenset()) -> Layers:
    """The program in layers: as few as the columns' dependence allows.

    Parameters
    ----------
    program : Program
    atomic : frozenset of Operation
        Operations of which every operand becomes a column.

    Examples
    --------
    >>> x, y = Variable("x"), Variable("y")
    >>> double = Assign("y", Apply(Operation.ADD, (x, x)))
    >>> made = layered(Program("f", ("x",), (double, Return(Apply(Operation.MULTIPLY, (y, y))))))
    >>> [[column.name for column in layer.columns] for layer in made.layers], made.result
    ([['y'], ['result']], Variable(name='result'))
    >>> made.parameters
    {'x': 'x_0'}
    """
    flat = _Flat(atomic, {p.lower() for p in program.parameters})
    columns = {p: flat.fresh(f"{p}_0") for p in program.parameters}
    names: dict[str, Expression] = {p: Variable(column) for p, column in columns.items()}
    result = flat.block(program.body, names, None, program.parameters)
    if result is None:
        raise ValueError(f"{program.name} ends without a value")
    return Layers(columns, tuple(_sorted(flat.columns, columns.values(), result)), result)


@dataclass
class _Flat:
    """Columns under construction."""

    atomic: frozenset[Operation]
    taken: set[str]
    columns: list[Column] = field(default_factory=list)

    def block(
        self,
        block: Block,
        names: dict[str, Expression],
        guard: Guard | None,
        parameters: tuple[str, ...] = (),
    ) -> Expression | None:
        """Add the columns of a block, `names` being its variables; what it returns, if it does."""
        required: list[Comparison] = []
        inside: list[str] = []
        for statement in block:
            if required and not isinstance(statement, Require):
                inside.append(self.required(required, names, parameters))
                required = []
            match statement:
                case Require(condition=condition):
                    required.append(self.comparison(condition, names, guard))
                case Assign(name=name, value=value, comment=comment):
                    names[name] = self.named(name, self.expression(value, names, guard), guard, comment)
                case Choose():
                    self.choose(statement, names, guard)
                case Return(value=value):
                    result = self.expression(value, names, guard)
                    for test in inside[1:] or inside:  # by the first the parameters are missing
                        result = self.add("result", Choice(test, result), guard)
                    return self.named("result", result, guard)
        if required or inside:
            raise ValueError("a requirement that no value follows would be forgotten")
        return None

    def required(
        self, conditions: list[Comparison], names: dict[str, Expression], parameters: tuple[str, ...]
    ) -> str:
        test = self.add("inside", Test(tuple(conditions)), None)
        for name in parameters:
            names[name] = self.add(name, Choice(test.name, names[name]), None)
        return test.name

    def choose(self, cut: Choose, names: dict[str, Expression], guard: Guard | None) -> None:
        conditions = tuple(self.comparison(c, names, guard) for c in cut.conditions)
        test = self.add("holds", Test(conditions), guard, cut.comment).name
        one, other = dict(names), dict(names)
        self.block(cut.then, one, Guard(test, True) if cut.rare else guard)
        self.block(cut.otherwise, other, guard)
        names[cut.result] = self.add(cut.result, Choice(test, one[cut.result], other[cut.result]), None)

    def named(self, name: str, content: Content, guard: Guard | None, comment: str = "") -> Expression:
        if isinstance(content, (Constant, Variable)):
            return content
        return self.add(name, content, guard, comment)

    def add(self, name: str, content: Content, guard: Guard | None, comment: str = "") -> Variable:
        column = self.fresh(name)
        self.columns.append(Column(column, content, guard, comment))
        return Variable(column)

    def fresh(self, name: str) -> str:
        """The name, with a number where it is taken, in whatever case."""
        column = unused(name, lambda other: other.lower() in self.taken)
        self.taken.add(column.lower())
        return column

    def comparison(
        self, comparison: Comparison, names: Mapping[str, Expression], guard: Guard | None
    ) -> Comparison:
        left, right = (self.expression(side, names, guard) for side in (comparison.left, comparison.right))
        return Comparison(left, comparison.order, right)

    def expression(
        self, expression: Expression, names: Mapping[str, Expression], guard: Guard | None
    ) -> Expression:
        if isinstance(expression, Variable):
            return names[expression.name]
        if isinstance(expression, Constant):
            return expression
        arguments = tuple(self.expression(a, names, guard) for a in expression.arguments)
        if expression.operation in self.atomic:
            arguments = tuple(self.named("part", a, guard) for a in arguments)
        return Apply(expression.operation, arguments)


def _used(column: Column) -> Iterator[str]:
    if column.guard is not None:
        yield column.guard.test
    match column.content:
        case Test(conditions=conditions):
            for condition in conditions:
                yield from (*names_in(condition.left), *names_in(condition.right))
        case Choice(test=test, then=then, otherwise=otherwise):
            yield from (test, *names_in(then))
            yield from () if otherwise is None else names_in(otherwise)
        case expression:
            yield from names_in(expression)


def _sorted(columns: list[Column], parameters: Iterable[str], result: Expression) -> Iterator[Layer]:
    """Layers with the columns that the result needs."""
    needed = set(names_in(result))
    for column in reversed(columns):
        if column.name in needed:
            needed.update(_used(column))
    depths = dict.fromkeys(parameters, 0)
    last: dict[str, int] = {}
    for column in (c for c in columns if c.name in needed):
        depths[column.name] = 1 + max((depths[name] for name in _used(column)), default=0)
        for name in _used(column):
            last[name] = max(last.get(name, 0), depths[column.name])
    deepest = max(depths.values())
    for name in names_in(result):
        last[name] = deepest + 1
    for depth in range(1, deepest + 1):
        handed_on = (name for name, made in depths.items() if made < depth < last.get(name, 0))
        yield Layer(tuple(handed_on), tuple(c for c in columns if depths.get(c.name) == depth))
