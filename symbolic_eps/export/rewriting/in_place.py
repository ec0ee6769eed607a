"""Sums of products that few programs share, put where they are called: one line says such a sum.

A function that gives `total_of` of products, and does no more, is that call with arguments put for its
parameters: no operation changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.function_replacement import rewritten
from symbolic_eps.export.programs.program import (
    Apply,
    Expression,
    Program,
    Return,
    Shared,
    applications,
    expressions,
    operations_in,
    put,
)
from symbolic_eps.export.rewriting.totals import is_total
from symbolic_eps.export.runtime.helpers import helpers_of

MOST_CALLS = 6
"""Of a sum that is put where it is called; one that is called more often stays a function."""


def in_place(
    programs: Sequence[Program], body: Callable[[Shared], Program], fits: Callable[[Expression], bool]
) -> tuple[Program, ...]:
    """The programs, some calls of sums of products as these sums.

    Parameters
    ----------
    programs : sequence of Program
    body : callable
        A function, with its sum as a call of `total_of`.
    fits : callable
        Whether a sum is short enough for a line.
    """
    called = {o for h in helpers_of(programs) for o in operations_in(h.program.body)}
    called |= {o for p in programs for o in operations_in(p.body)}
    shared = [o for o in called if isinstance(o, Shared) and not o.of_runtime]
    every = (*programs, *(o.program for o in shared))
    calls = Counter(a.operation for p in every for value in expressions(p.body) for a in applications(value))
    sums = {
        o: (o.program.parameters, value)
        for o in shared
        if calls[o] <= MOST_CALLS and (value := _sum(body(o))) is not None and fits(value)
    }
    made: dict[Shared, Shared] = {}
    return tuple(_put(program, sums, made) for program in programs)


def _sum(program: Program) -> Expression | None:
    """The sum of products that is all that a program gives, if it is."""
    match program.body:
        case (Return(value=value),) if is_total(value):
            return value
    return None


Sums = dict[Shared, tuple[tuple[str, ...], Expression]]


def _put(program: Program, sums: Sums, made: dict[Shared, Shared]) -> Program:
    """The program with the sums, also in functions that it calls, which are `made` once."""
    for operation in sorted((o for o in operations_in(program.body) if isinstance(o, Shared)), key=str):
        if operation in sums:
            program = rewritten(program, operation, partial(_said, *sums[operation]))
        elif not operation.of_runtime:
            if operation not in made:
                inner = _put(operation.program, sums, made)
                made[operation] = type(operation)(operation.value, inner, operation.meaning)
            program = rewritten(program, operation, partial(_called, made[operation]))
    return program


def _said(
    parameters: Sequence[str], value: Expression, arguments: tuple[Expression, ...], block: BlockBuilder
) -> Expression:
    return put(value, dict(zip(parameters, arguments, strict=True)))


def _called(operation: Shared, arguments: tuple[Expression, ...], block: BlockBuilder) -> Expression:
    return Apply(operation, arguments)
