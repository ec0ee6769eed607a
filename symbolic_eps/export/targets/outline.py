"""Programs laid out for reading: seldom-used blocks as functions of their own, no name that is passed on.

Neither moves an operation: the values and their order stay those of the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from symbolic_eps.export.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Comparison,
    Constant,
    Expression,
    Program,
    Require,
    Return,
    Statement,
    Variable,
    statements,
)


@dataclass(frozen=True)
class Part:
    """A block that is evaluated seldom, as a function.

    Parameters
    ----------
    parameters : tuple of str
        The values that it uses, in the order of their first use.
    block : tuple of Statement
    result : str
        What the block ends with.
    comment : str
        When it is evaluated.
    """

    parameters: tuple[str, ...]
    block: Block
    result: str
    comment: str


def part_of(choose: Choose) -> Part:
    """The first block of a distinction of cases as a function."""
    parameters = tuple(dict.fromkeys(_free(choose.then, frozenset())))
    return Part(parameters, choose.then, choose.result, choose.comment)


def parts_of(programs: Sequence[Program]) -> Mapping[Part, str]:
    """The seldom-used blocks of programs, each with a name: its result's, with a number where it is taken.

    Examples
    --------
    >>> then, otherwise = (Assign("y", Variable("x")),), (Assign("y", Constant(1.0)),)
    >>> body = (Choose((), then, otherwise, "y", rare=True), Return(Variable("y")))
    >>> [(part.parameters, name) for part, name in parts_of([Program("f", ("x",), body)]).items()]
    [(('x',), 'y')]
    """
    found: dict[Part, str] = {}
    for program in programs:
        for statement in statements(program.body):
            if isinstance(statement, Choose) and statement.rare:
                part = part_of(statement)
                if part not in found:
                    found[part] = _fresh(part.result, found.values())
    return found


def _fresh(name: str, taken: Iterable[str]) -> str:
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found


def _free(block: Block, bound: frozenset[str]) -> Iterator[str]:
    """The names that a block uses and does not assign."""
    for statement in block:
        match statement:
            case Assign(name=name, value=value):
                yield from (v for v in _variables(value) if v not in bound)
                bound |= {name}
            case Choose(conditions=conditions, then=then, otherwise=otherwise, result=result):
                yield from (v for c in conditions for v in _compared(c) if v not in bound)
                yield from _free(then, bound)
                yield from _free(otherwise, bound)
                bound |= {result}
            case Require(condition=condition):
                yield from (v for v in _compared(condition) if v not in bound)
            case Return(value=value):
                yield from (v for v in _variables(value) if v not in bound)


def _compared(comparison: Comparison) -> Iterator[str]:
    yield from _variables(comparison.left)
    yield from _variables(comparison.right)


def _variables(expression: Expression) -> Iterator[str]:
    match expression:
        case Variable(name=name):
            yield name
        case Apply(arguments=arguments):
            for argument in arguments:
                yield from _variables(argument)
        case Constant():
            pass


def tidied(block: Block) -> Block:
    """The block, where a value that is named and at once passed on to another name has that one only.

    Examples
    --------
    >>> tidied((Assign("y", Constant(1.0)), Assign("z", Variable("y"))))
    (Assign(name='z', value=Constant(value=1.0), comment=''),)
    """
    found: list[Statement] = [_tidied_within(statement) for statement in block]
    while len(found) > 1:
        before, last = found[-2:]
        if not isinstance(last, Assign) or not isinstance(before, (Assign, Choose)):
            break
        if last.value != Variable(_assigned(before)):
            break
        found[-2:] = [_renamed(before, last.name)]
    return tuple(found)


def _tidied_within(statement: Statement) -> Statement:
    if not isinstance(statement, Choose):
        return statement
    return replace(statement, then=tidied(statement.then), otherwise=tidied(statement.otherwise))


def _assigned(statement: Assign | Choose) -> str:
    return statement.name if isinstance(statement, Assign) else statement.result


def _renamed(statement: Assign | Choose, name: str) -> Statement:
    """The statement, assigning to another name."""
    if isinstance(statement, Assign):
        return replace(statement, name=name)
    blocks = []
    for block in (statement.then, statement.otherwise):
        *others, last = block
        assert isinstance(last, (Assign, Choose)), f"a block of {statement.result} does not end with it"
        blocks.append((*others, _renamed(last, name)))
    return replace(statement, then=blocks[0], otherwise=blocks[1], result=name)


def ends_with(block: Block, result: str) -> bool:
    """Whether the last statement gives the result, and no other does: so a block is an expression."""
    *others, last = block
    if any(isinstance(s, (Assign, Choose)) and _assigned(s) == result for s in others):
        return False
    return isinstance(last, (Assign, Choose)) and _assigned(last) == result
