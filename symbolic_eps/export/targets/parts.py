"""Programs in parts, for targets that print several small functions instead of a long one.

* What a rare block needs, so that it can stand in a function of its own.
* What `NAME_lower` does to the result of `NAME`, where it does nothing else.
* Powers of 2 that are easier to read by name.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from symbolic_eps.export.block import BlockBuilder
from symbolic_eps.export.program import (
    Assign,
    Block,
    Choose,
    Constant,
    Expression,
    Operation,
    Program,
    Require,
    Return,
    Statement,
    Variable,
    applications,
    expressions,
    functions_of,
    leaves,
    names,
    put,
    statements,
)

_SHORT = 8


def free_variables(block: Block) -> tuple[str, ...]:
    """The names that are used but not assigned in a block, in the order of their first use.

    Examples
    --------
    >>> from symbolic_eps.export.program import Apply
    >>> total = Apply(Operation.ADD, (Variable("y"), Variable("z")))
    >>> free_variables((Assign("y", Variable("x")), Return(total)))
    ('x', 'z')
    """
    assigned = {s.name for s in statements(block) if isinstance(s, Assign)}
    used = (name for e in expressions(block) for name in names(e))
    return tuple(dict.fromkeys(name for name in used if name not in assigned))


@dataclass(frozen=True)
class RareBlocks:
    """The rare blocks of some programs as functions; blocks that differ in names alone are one function.

    Parameters
    ----------
    names : mapping of Program to str
        Each function, itself without a name, with the name that it is to have.
    """

    names: Mapping[Program, str]

    @property
    def functions(self) -> Iterator[Program]:
        """The functions, in the order in which the programs need them."""
        for program, name in self.names.items():
            yield replace(program, name=name)

    def call(self, choice: Choose) -> tuple[str, tuple[str, ...]]:
        """The name of the function for a choice's first block, and its arguments."""
        return self.names[_renamed_program(choice)], free_variables(choice.then)


def rare_blocks(programs: Iterable[Program]) -> RareBlocks:
    """The rare blocks of all programs.

    Examples
    --------
    >>> from symbolic_eps.export.program import Apply
    >>> def chosen(name):
    ...     doubled = Assign("y", Apply(Operation.ADD, (Variable(name), Variable(name))))
    ...     return Choose((), (doubled,), (Assign("y", Variable(name)),), "y", rare=True)
    >>> programs = [Program("f", (n,), (chosen(n), Return(Variable("y")))) for n in "ab"]
    >>> found = rare_blocks(programs)
    >>> [(f.name, f.parameters) for f in found.functions], found.call(chosen("b"))
    ([('exact_sum_of_1', ('x',))], ('exact_sum_of_1', ('b',)))
    """
    names: dict[Program, str] = {}
    for program in programs:
        for statement in statements(program.body):
            if isinstance(statement, Choose) and statement.rare:
                apart = _renamed_program(statement)
                if apart not in names:
                    names[apart] = _rare_name(apart, set(names.values()))
    return RareBlocks(names)


def _rare_name(program: Program, taken: set[str]) -> str:
    done = {a.operation for e in expressions(program.body) for a in applications(e)}
    kind = "sum" if done <= {Operation.ADD, Operation.SUBTRACT, Operation.SUM_ERROR} else "form"
    return BlockBuilder(taken).fresh(f"exact_{kind}_of_{len(program.parameters)}")


def _renamed_program(choice: Choose) -> Program:
    """The first block of a choice as a function, its names in the order of their use."""
    *others, last = choice.then
    if not (isinstance(last, Assign) and last.name == choice.result):
        raise ValueError(f"the first block of the choice of {choice.result} does not end with its value")
    fresh = BlockBuilder(set()).fresh
    inputs = tuple(Variable(fresh("x")) for _ in free_variables(choice.then))
    known: dict[str, Expression] = dict(zip(free_variables(choice.then), inputs, strict=True))
    body: list[Statement] = []
    for statement in others:
        if not isinstance(statement, Assign):
            raise ValueError(f"a rare block has a choice within it: {choice.result}")
        value, short = put(statement.value, known), fresh(re.sub(r"_\d+$", "", statement.name))
        known[statement.name] = Variable(short)
        body.append(Assign(short, value, statement.comment))
    return Program("", tuple(v.name for v in inputs), (*body, Return(put(last.value, known))))


def beyond(program: Program, lower: Program) -> Program | None:
    """What the second program does to the first one's result; None where that is not all it does.

    Examples
    --------
    >>> from symbolic_eps.export.program import Apply, Comparison, Order, Refusal
    >>> def ended(name):
    ...     inside = Comparison(Variable(name), Order.GREATER_OR_EQUAL, Constant(0.0))
    ...     return Require(inside, Refusal.RANGE, "too small"), Return(Variable(name))
    >>> start = Assign("y", Apply(Operation.MULTIPLY, (Variable("x"), Variable("x"))))
    >>> halved = Assign("z", Apply(Operation.MULTIPLY, (Variable("y"), Constant(0.5))))
    >>> step = Choose((), (halved,), (Assign("z", Variable("y")),), "z")
    >>> f = Program("f", ("x",), (start, *ended("y")))
    >>> beyond(f, Program("f_lower", ("x",), (start, step, *ended("z")))).parameters
    ('y',)
    >>> beyond(f, Program("f_lower", ("x",), (halved, step, *ended("z"))))
    """
    *shared, required, returned = program.body
    rest = lower.body[len(shared) :]
    match rest:
        case (Choose(result=result, otherwise=(Assign(value=Variable(name=kept)),)), Require() as checked, _):
            again = _renamed(required, kept, result) == checked and rest[-1] == Return(Variable(result))
            same = lower.body[: len(shared)] == tuple(shared) and returned == Return(Variable(kept))
            if again and same and set(free_variables(rest)) == {kept} and not _hidden(program, rest):
                return Program(lower.name, (kept,), rest)
    return None


def _hidden(program: Program, block: Block) -> bool:
    """Whether a name in the block, or a parameter, is that of the program, which then cannot be called."""
    names = {s.name for s in statements(block) if isinstance(s, Assign)}
    return program.name in names.union(free_variables(block), program.parameters)


def _renamed(required: object, before: str, after: str) -> Require | None:
    if not isinstance(required, Require) or required.condition.left != Variable(before):
        return None
    condition = required.condition
    left = type(condition)(Variable(after), condition.order, condition.right)
    return Require(left, required.refusal, required.message)


def functions_in(programs: Iterable[Program]) -> frozenset[Operation]:
    """All functions that the programs call."""
    return frozenset().union(*(functions_of(p.body) for p in programs))


def power_of_two(value: float) -> str | None:
    """The name of a power of 2 whose decimal digits are many; None for any other number.

    Examples
    --------
    >>> power_of_two(2.0**-960), power_of_two(0.5), power_of_two(0.1)
    ('TWO_TO_MINUS_960', None, None)
    """
    if not math.isfinite(value) or len(repr(value)) <= _SHORT or math.frexp(value)[0] != 0.5:
        return None
    exponent = math.frexp(value)[1] - 1
    return f"TWO_TO_MINUS_{-exponent}" if exponent < 0 else f"TWO_TO_{exponent}"


def decimal(value: float) -> str:
    """The shortest decimal text that is read back as the number, or the name of a power of 2.

    Examples
    --------
    >>> decimal(-2.0**300), decimal(0.1)
    ('-TWO_TO_300', '0.1')
    """
    name = power_of_two(abs(value))
    return repr(value) if name is None else f"{'-' if value < 0 else ''}{name}"


def powers_of_two(programs: Sequence[Program]) -> Mapping[str, float]:
    """The powers of 2 in the programs that `decimal` names, from small to large."""
    numbers = {
        abs(leaf.value)
        for program in programs
        for expression in expressions(program.body)
        for leaf in leaves(expression)
        if isinstance(leaf, Constant)
    }
    return {name: n for n in sorted(numbers) if (name := power_of_two(n)) is not None}


def short_number(value: float) -> str:
    """A short decimal text, or a hexadecimal one as for powers of 2.

    Examples
    --------
    >>> short_number(0.5), short_number(2.0**-53), short_number(-1.5 * 2.0**300)
    ('0.5', '0x1p-53', '-0x1.8p300')
    """
    text = repr(value)
    if "e" not in text and len(text) < _SHORT + 4:
        return text
    return re.sub(r"\.?0*p\+?", "p", float.hex(value))
