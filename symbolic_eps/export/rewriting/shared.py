"""Polynomials that an export evaluates more than once: functions of its own, which cases and formulas call.

No operation changes: two evaluations are one where they do the same, operation by operation, whatever names
the numbers have. `helpers.unrolled` writes them out again, which is what proofs are about.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Constant,
    Expression,
    Operation,
    Program,
    Return,
    Shared,
    Statement,
    Variable,
    expressions,
    statements,
    unused,
)
from symbolic_eps.export.rewriting.helper_calls import needed
from symbolic_eps.export.rewriting.inlining import numbered
from symbolic_eps.export.runtime.machine import paths

Pair = tuple[Program, Program]

_PARTS = frozenset(
    {
        Operation.ADD,
        Operation.SUBTRACT,
        Operation.MULTIPLY,
        Operation.NEGATE,
        Operation.ABSOLUTE,
        Operation.SUM_ERROR,
        Operation.PRODUCT_ERROR,
    }
)
"""What the parts of a polynomial are made by; any other value is an argument of it."""


def shared(programs: Sequence[Program]) -> tuple[Program, ...]:
    """The programs of an export, in which what is evaluated more than once is a function.

    Parameters
    ----------
    programs : sequence of Program
        In which helpers are called.

    Examples
    --------
    >>> from sympy.abc import p, q, x
    >>> from symbolic_eps.export.programs.block import BlockBuilder
    >>> from symbolic_eps.export.programs.error_free import accurate
    >>> def product(name, one, other):
    ...     block = BlockBuilder({one.name, other.name})
    ...     values = {symbol: Variable(symbol.name) for symbol in (one, other)}
    ...     block.end(Return(accurate(block, 1 - one - one * other, values, "rest")))
    ...     return Program(name, (one.name, other.name), block.statements)
    >>> (call, end), _ = (program.body for program in shared((product("f", p, q), product("g", q, x))))
    >>> call.value.operation.value, [argument.name for argument in call.value.arguments]
    ('rest_of_p_q', ['p', 'q'])
    """
    sums = [tuple(_sums(program)) for program in programs]
    alike: dict[object, list[_Sum]] = defaultdict(list)
    for one in chain.from_iterable(sums):
        alike[one.key].append(one)
    taken = {name for program in programs for name in names_in(program)}
    made: dict[object, Shared] = {}
    for key, several in alike.items():
        if len(several) > 1:
            made[key] = several[0].function(taken)
            taken.add(made[key].value)
    return tuple(
        _calling(program, {s.choice.result: Apply(made[s.key], s.arguments) for s in own if s.key in made})
        for program, own in zip(programs, sums, strict=True)
    )


def shared_in_pairs(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """The same where each program has a second one, which does no less: what only both do is not shared."""
    made = shared([program for program, _ in pairs])
    return tuple(
        (short, starting_as(program, short, safe)) for (program, safe), short in zip(pairs, made, strict=True)
    )


def starting_as(program: Program, short: Program, safe: Program) -> Program:
    """The second program, which starts as the first one does, with what that starts with now."""
    count = next(
        (n for n, (one, other) in enumerate(zip(program.body, safe.body, strict=False)) if one != other), 0
    )
    return replace(safe, body=(*short.body[: count - len(program.body)], *safe.body[count:]))


def names_in(program: Program) -> Iterator[str]:
    """The names in a program, and its own."""
    yield from (program.name, *program.parameters)
    yield from (s.name for s in statements(program.body) if isinstance(s, Assign))


def _calling(program: Program, calls: Mapping[str, Expression]) -> Program:
    """The program, some results of choices as calls."""
    return replace(program, body=needed(tuple(_called(program.body, calls)))) if calls else program


def _called(block: Block, calls: Mapping[str, Expression]) -> Iterator[Statement]:
    for statement in block:
        match statement:
            case Choose(rare=True, result=result) if result in calls:
                yield Assign(result, calls[result])
            case Choose(then=then, otherwise=otherwise):
                parts = [tuple(_called(part, calls)) for part in (then, otherwise)]
                yield replace(statement, then=parts[0], otherwise=parts[1])
            case _:
                yield statement


def _sums(program: Program) -> Iterator[_Sum]:
    """The sums in a program that are added exactly where most of them cancels."""
    assigned: dict[str, list[Assign]] = defaultdict(list)
    for statement in statements(program.body):
        if isinstance(statement, Assign):
            assigned[statement.name].append(statement)
    known = {name: one for name, (one, *others) in assigned.items() if not others and _is_part(one.value)}
    for statement in statements(program.body):
        if isinstance(statement, Choose) and statement.rare:
            yield _Reader(known, program.parameters).read(statement)


def _is_part(value: Expression) -> bool:
    return isinstance(value, Apply) and value.operation in _PARTS


@dataclass(frozen=True)
class _Sum:
    """A sum: what it does, whatever names are; its choice, what stands before that, and what it is given."""

    key: object
    choice: Choose
    before: tuple[Assign, ...]
    arguments: tuple[Variable, ...]

    def function(self, taken: set[str]) -> Shared:
        """The function that gives it."""
        parameters = tuple(argument.name for argument in self.arguments)
        name = re.sub(r"_\d+$", "", self.choice.result)
        free = unused("_".join((name, "of", *(p.rstrip("_") for p in parameters))), taken.__contains__)
        silent = tuple(replace(s, comment="") for s in self.before)
        choice = replace(self.choice, comment="most of it cancelled: exactly")
        body: Block = (*silent, choice, Return(Variable(choice.result)))
        return Shared(free, numbered(Program(free, parameters, body)), self._meaning(body, parameters))

    def _meaning(self, body: Block, parameters: tuple[str, ...]) -> str:
        """The polynomial, by what is said of it where that needs no other one."""
        said = next((s.comment for s in reversed(self.before) if s.comment), "")
        if ", times " in said:
            return f"{said.partition(' = ')[2]}; the sign is exact."
        (path,) = paths(Program("polynomial", parameters, body))
        return f"{path.ended}; the sign is exact."


@dataclass
class _Reader:
    """Reads a sum; values get numbers in the order in which they are met."""

    known: Mapping[str, Assign]
    parameters: tuple[str, ...]
    values: dict[object, int] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    inner: dict[str, Expression] = field(default_factory=dict)
    leaves: dict[str, Variable] = field(default_factory=dict)

    def read(self, choice: Choose) -> _Sum:
        self.inner = {s.name: s.value for s in choice.then if isinstance(s, Assign)}
        ends = tuple(map(self.number, expressions((choice,))))
        before = tuple(s for s in self.known.values() if s.name in self.numbers.keys() - self.inner)
        return _Sum((tuple(self.values), ends), choice, before, tuple(self.leaves.values()))

    def number(self, value: Expression) -> int:
        match value:
            case Variable(name=name) if name in self.inner or name in self.known:
                if name not in self.numbers:
                    meant = self.inner[name] if name in self.inner else self.known[name].value
                    self.numbers[name] = self.number(meant)
                return self.numbers[name]
            case Variable(name=name):
                self.leaves.setdefault(name, value)
                met: object = [*self.leaves].index(name)
            case Constant(value=number):
                met = number.hex()
            case Apply(operation=operation, arguments=arguments):
                met = (operation, *map(self.number, arguments))
        return self.values.setdefault(met, len(self.values))
