"""Cases of closed forms that several formulas have, in C: one function each. No bit changes.

The last statements of a formula, or of one of its cases, are the text of a function if others say the same
there, up to names. What is scaled is scaled in the function again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from symbolic_eps.export.outlined import needed
from symbolic_eps.export.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Expression,
    Program,
    Statement,
    Variable,
    unused,
)
from symbolic_eps.export.targets.c_checks import is_scaled
from symbolic_eps.export.targets.c_text import broken
from symbolic_eps.export.targets.c_value import Case
from symbolic_eps.export.targets.parts import free_variables
from symbolic_eps.export.targets.shape import ending, name_given

Text = tuple[str, ...]

_AROUND, _MOST = 2, 5
"""Lines of a function beside its statements, and parameters."""


@dataclass(frozen=True)
class Tail:
    """The last statements of a formula or of a case, and where they are."""

    program: str
    branches: tuple[bool, ...]
    place: int
    block: Block
    result: str


def _tails(program: Program) -> Iterator[Tail]:
    found = ending(program)
    if found is not None:
        block = (*found[0], found[1])
        scales = {s.name: s for s in block if isinstance(s, Assign) and is_scaled(s.value)}
        yield from _within(program, block, (), name_given(found[1]), scales)


def _within(
    program: Program, block: Block, branches: tuple[bool, ...], result: str, scales: Mapping[str, Assign]
) -> Iterator[Tail]:
    """Those of a block, longest first, and of the cases that it ends with."""
    scales = {**scales} | {s.name: s for s in block if isinstance(s, Assign) and is_scaled(s.value)}
    for place in range(len(block)):
        tail = block[place:]
        if all(isinstance(s, Assign | Choose) for s in tail) and name_given(tail[-1]) == result:
            before = tuple(scales[name] for name in free_variables(tail) if name in scales)
            if len(free_variables((*before, *tail))) <= _MOST:
                yield Tail(program.name, branches, place, (*before, *tail), result)
    match block[-1]:
        case Choose(then=then, otherwise=otherwise, rare=False) as last if last.result == result:
            yield from _within(program, then, (*branches, True), result, scales)
            yield from _within(program, otherwise, (*branches, False), result, scales)


def _put(block: Block, branches: tuple[bool, ...], place: int, call: Statement) -> Block:
    """The block with a call in the place of some last statements."""
    if not branches:
        return (*block[:place], call)
    last = block[-1]
    assert isinstance(last, Choose)
    inside = _put(last.then if branches[0] else last.otherwise, branches[1:], place, call)
    changed = replace(last, then=inside) if branches[0] else replace(last, otherwise=inside)
    return (*block[:-1], changed)


def _anonymous(tail: Tail) -> Block:
    """The statements by what they do, whatever they call things."""
    free = free_variables(tail.block)
    return _renaming(Program("f", free, tail.block), tail.result).body


def _renaming(program: Program, result: str) -> Program:
    """The program with letters for its parameters and one for all that it names."""
    known = {name: f"x{i}" for i, name in enumerate(program.parameters)} | {result: "result"}
    return replace(
        program,
        parameters=tuple(known[name] for name in program.parameters),
        body=tuple(_named(program.body, known)),
    )


def _named(block: Block, known: dict[str, str]) -> Iterator[Statement]:
    for statement in block:
        match statement:
            case Assign(name=name, value=value):
                value = _said(value, known)
                yield Assign(known.setdefault(name, f"a{len(known)}"), value)
            case Choose(conditions=conditions, then=then, otherwise=otherwise, result=result, rare=rare):
                here = tuple(
                    replace(c, left=_said(c.left, known), right=_said(c.right, known)) for c in conditions
                )
                parts = [tuple(_named(part, known)) for part in (then, otherwise)]
                known.setdefault(result, f"a{len(known)}")
                yield Choose(here, parts[0], parts[1], known[result], "", rare)


def _said(value: Expression, known: Mapping[str, str]) -> Expression:
    match value:
        case Variable(name=name):
            return Variable(known.get(name, name))
        case Apply(operation=operation, arguments=arguments):
            return Apply(operation, tuple(_said(a, known) for a in arguments))
    return value


@dataclass(frozen=True)
class Function:
    """A case as a function: what is called, its statements and the name of what they give."""

    case: Case
    block: Block
    result: str
    text: tuple[str, ...]


def shared_cases(
    programs: Iterable[Program],
    text: Callable[[Program], Iterable[str]],
    group: Mapping[str, object],
    taken: Container[str],
) -> tuple[dict[str, Program], list[Function]]:
    """The programs by name, with calls, and what they call; first those that save most lines.

    Parameters
    ----------
    programs : iterable of Program
    text : callable
        The statements of a function that does what a program does.
    group : mapping
        For each name of a program what it has in common with those that may call the same function.
    taken : container of str
        Names that a function cannot have.
    """
    whole = {program.name: program for program in programs}
    made: list[Function] = []
    said: dict[object, tuple[Text, int]] = {}
    while True:
        met: dict[object, dict[object, Tail]] = defaultdict(dict)
        for program in whole.values():
            for tail in _tails(program):
                met[group[program.name], _anonymous(tail)].setdefault((tail.program, tail.branches), tail)
        several = {key: [*tails.values()] for key, tails in met.items() if len(tails) > 1}
        best, saved, lines = list[Tail](), 0, Text()
        for key, tails in several.items():
            if key not in said:
                program, block = whole[tails[0].program], tails[0].block
                body = (*block, *program.body[-2:])
                told = tuple(text(Program(program.name, free_variables(block), body)))
                said[key] = told, sum(1 for _ in broken(told))
            told, count = said[key]
            gain = (len(tails) - 1) * count - len(tails) - _AROUND
            if gain > saved:
                best, saved, lines = tails, gain, told
        if not best:
            return whole, made
        function = _function(best[0], lines, lambda n: n in taken or n in {f.case.value for f in made})
        made.append(function)
        for tail in best:
            call = Assign(tail.result, Apply(function.case, tuple(map(Variable, free_variables(tail.block)))))
            program = whole[tail.program]
            found = ending(program)
            assert found is not None
            block = _put((*found[0], found[1]), tail.branches, tail.place, call)
            whole[tail.program] = replace(program, body=needed((*block, *program.body[-2:])))


def _function(first: Tail, lines: tuple[str, ...], taken: Callable[[str], bool]) -> Function:
    free = free_variables(first.block)
    name = unused("_".join(("case_of", *(p.rstrip("_") for p in free))), taken)
    asks = any("full" in line or "SUM(" in line or "KNOWN" in line for line in lines)
    return Function(Case(name, Program(name, free, ()), "", asks), first.block, first.result, lines)
