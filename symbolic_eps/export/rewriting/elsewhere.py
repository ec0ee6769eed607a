"""What a program does where it does not answer early, as a function that it calls; no bit changes.

The program is then short. Compilers that make short functions inline alone, as V8 does, save the call, and
boxes for its numbers, at all points that are answered early. Products that both need are taken twice.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf

from symbolic_eps.export.forms.early_answer import CLEAR
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Choose,
    Comparison,
    Constant,
    Order,
    Program,
    Return,
    SharedValue,
    Variable,
)
from symbolic_eps.export.rewriting.helper_calls import needed
from symbolic_eps.export.rewriting.idioms import ending
from symbolic_eps.export.rewriting.parts import free_variables
from symbolic_eps.export.rewriting.shared import Pair, starting_as


def called_elsewhere(program: Program) -> Program:
    """The program, which calls a function where it does not answer early; one that never does as it is.

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import Refusal, Require
    >>> x, y = Variable("x"), Variable("y")
    >>> clear, known = Comparison(x, Order.GREATER_OR_EQUAL, Constant(CLEAR)), Assign("y", Constant(inf))
    >>> cut = Choose((clear,), (known,), (Assign("y", x),), "y")
    >>> positive = Require(Comparison(y, Order.GREATER_OR_EQUAL, Constant(0.0)), Refusal.RANGE, "too small")
    >>> last = called_elsewhere(Program("f", ("x",), (cut, positive, Return(y)))).body[0].otherwise[0]
    >>> last.value.operation.value, last.value.operation.program.body == (Assign("y", x), Return(y))
    ('f_elsewhere', True)
    """
    match ending(program):
        case (
            before,
            Choose(
                conditions=(Comparison(order=Order.GREATER_OR_EQUAL, right=Constant(value=least)),),
                then=(Assign(value=Constant(value=value)),),
                result=result,
            ) as last,
        ) if (least, value) == (CLEAR, inf):
            plain = (s for s in before if isinstance(s, Assign | Choose))
            body = needed((*plain, *last.otherwise, Return(Variable(result))))
            name, free = f"{program.name}_elsewhere", free_variables(body)
            given = tuple(p for p in program.parameters if p in free)
            rest = SharedValue(
                name, Program(name, given, body), "The value where it is not clearly infinite."
            )
            call = Assign(result, Apply(rest, tuple(map(Variable, given))))
            return replace(program, body=(*before, replace(last, otherwise=(call,)), *program.body[-2:]))
    return program


def called_in_pair(program: Program, safe: Program) -> Pair:
    """The same of a program and of one that starts as it does."""
    return (short := called_elsewhere(program)), starting_as(program, short, safe)
