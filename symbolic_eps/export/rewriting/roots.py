"""Roots of quadratic equations and halves of logarithms as calls of functions; no bit changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import sympy as sp

from symbolic_eps.export.forms.tree import LogarithmOfOnePlus, Polynomial, PositiveRoot, Quotient
from symbolic_eps.export.programs.block import BlockBuilder
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
    multiply,
)
from symbolic_eps.export.rewriting.helper_calls import needed, same
from symbolic_eps.export.rewriting.idioms import ending, overflowing
from symbolic_eps.export.rewriting.tidy import tidied_program


@dataclass(frozen=True)
class Root(Shared):
    """The root of a quadratic equation, a function of its three coefficients."""


@cache
def root() -> Root:
    """The root, as all programs compute it.

    Examples
    --------
    >>> root().program.parameters, len(root().program.body)
    (('m', 'k', 'g'), 4)
    """
    meaning = "The root of m z^2 + k z = g; a number below 0 where a digit could be lost."
    return Root("root_of", _program(sp.Symbol("m")), meaning)


@cache
def _program(square: sp.Expr) -> Program:
    names = ("m", "k", "g")
    block, values = BlockBuilder({*names}), {sp.Symbol(name): Variable(name) for name in names}
    of = (square, *(sp.Symbol(name) for name in names[1:]))
    parts = (Polynomial(name, expression) for name, expression in zip(names, of, strict=True))
    block.end(Return(PositiveRoot(*parts).lowered(block, values)))
    return tidied_program(Program("root_of", names, block.statements))


@cache
def _half() -> Program:
    """Half of log(1 + g/m), as all programs compute it where the ratio does not overflow."""
    names = ("g", "m")
    block, values = BlockBuilder({*names}), {sp.Symbol(name): Variable(name) for name in names}
    ratio = Quotient(*(Polynomial(str(symbol), symbol) for symbol in values))
    g, m = values.values()
    logarithm = LogarithmOfOnePlus(ratio, halved=True, of_pair=True)
    block.end(Return(logarithm.plain(ratio.divided(block, g, m), g, block, values)))
    return tidied_program(Program("half", names, block.statements))


def called(program: Program) -> Program:
    """The program, in which a function gives roots; half of a last logarithm of a ratio is of the whole one.

    The logarithm is halved and doubled exactly; below 0 it stays, which refuses.
    """
    if program == root().program:
        return program
    body = tuple(_roots(program.body))
    match ending(replace(program, body=body)):
        case before, Choose() as last:
            body = (*before, _halved(last), *body[-2:])
    return replace(program, body=needed(body))


def _roots(block: Block) -> Iterator[Statement]:
    waiting = list(block)
    while waiting:
        here = waiting[:3]
        if call := _root(here):
            yield from (*here[:2], call)
            del waiting[:3]
            continue
        statement = waiting.pop(0)
        if isinstance(statement, Choose):
            then, otherwise = (tuple(_roots(part)) for part in (statement.then, statement.otherwise))
            statement = replace(statement, then=then, otherwise=otherwise)
        yield statement


def _root(here: list[Statement]) -> Assign | None:
    """The call, if the statements compute a root."""
    for square in (sp.Symbol("m"), sp.Integer(1)):
        meant = _program(square)
        bound: dict[str, Expression | None] = dict.fromkeys(meant.parameters)
        steps = meant.body[:-1]
        if len(here) == len(steps) and all(same(a, b, bound) for a, b in zip(steps, here, strict=True)):
            m, k, g = (bound[name] for name in meant.parameters)
            last = here[-1]
            assert isinstance(last, Choose) and k is not None and g is not None
            return Assign(last.result, Apply(root(), (Constant(1.0) if m is None else m, k, g)))
    return None


def _halved(choice: Choose) -> Choose:
    """The choice, the last of a program, between results; those that are halved by the last step."""
    if (asked := overflowing(choice.conditions)) is None:
        then, otherwise = (_last_halved(part) for part in (choice.then, choice.otherwise))
        return replace(choice, then=then, otherwise=otherwise)
    steps = _half().body[:-1]
    bound: dict[str, Expression | None] = dict.fromkeys(_half().parameters)
    found = len(steps) == len(choice.otherwise) and all(
        same(a, b, bound) for a, b in zip(steps, choice.otherwise, strict=True)
    )
    match choice.then:
        case (*before, Assign(name=name, value=Apply(operation=Operation.LOG)) as whole) if found:
            g, m = asked
            half, doubled = Constant(0.5), multiply(Constant(2.0), whole.value)
            other = replace(whole, value=multiply(half, Apply(Operation.LN1P_RATIO, (g, m))))
            then = (*before, replace(whole, value=multiply(half, doubled)))
            return replace(choice, then=then, otherwise=(other,)) if name == choice.result else choice
    return choice


def _last_halved(block: Block) -> Block:
    match block:
        case (*before, Choose() as last):
            return (*before, _halved(last))
    return block
