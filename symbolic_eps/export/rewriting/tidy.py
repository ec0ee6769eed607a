"""Programs without names that are only passed on and cases that never occur; no operation is moved."""

from __future__ import annotations

from dataclasses import replace

from symbolic_eps.export.programs.program import (
    Assign,
    Block,
    Choose,
    Comparison,
    Program,
    Statement,
    Variable,
)


def tidied_program(program: Program) -> Program:
    """The program with a tidied body."""
    return replace(program, body=tidied(program.body))


def tidied(block: Block) -> Block:
    """The block, where a value that is named and at once passed on to another name has that one only.

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import Constant
    >>> tidied((Assign("y", Constant(1.0)), Assign("z", Variable("y"))))
    (Assign(name='z', value=Constant(value=1.0), comment=''),)

    A case that has been told apart before is not asked for again:

    >>> from symbolic_eps.export.programs.program import Order
    >>> zero = (Comparison(Variable("x"), Order.EQUAL, Constant(0.0)),)
    >>> one, two, three = ((Assign("y", Constant(number)),) for number in (1.0, 2.0, 3.0))
    >>> again = Choose(zero, two, three, "y")
    >>> tidied((Choose(zero, one, (again,), "y"),)) == (Choose(zero, one, three, "y"),)
    True
    """
    tidy: list[Statement] = [_tidied_within(statement) for statement in block]
    while len(tidy) > 1:
        before, last = tidy[-2:]
        if not isinstance(last, Assign) or not isinstance(before, (Assign, Choose)):
            break
        if last.value != Variable(_assigned(before)):
            break
        tidy[-2:] = [_renamed(before, last.name)]
    return tuple(tidy)


def _tidied_within(statement: Statement) -> Statement:
    if not isinstance(statement, Choose):
        return statement
    then, otherwise = tidied(statement.then), tidied(statement.otherwise)
    return replace(statement, then=then, otherwise=_without(otherwise, statement.conditions))


def _without(block: Block, refuted: tuple[Comparison, ...]) -> Block:
    """The block, from which a case is left out whose conditions do not hold there."""
    match block:
        case (Choose(otherwise=otherwise) as only,):
            if only.conditions == refuted:
                return _without(otherwise, refuted)
            return (replace(only, otherwise=_without(otherwise, refuted)),)
    return block


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
