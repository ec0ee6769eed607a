"""Sums of products as calls of a runtime, for languages with functions: `total_of` lists the products."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Constant,
    Expression,
    Program,
    Return,
    Shared,
    Statement,
    Variable,
    names,
    statements,
)
from symbolic_eps.export.rewriting.sums_of_products import SumOfProducts, meant, with_sums_of_products


class Runtime(Shared):
    """A function of templates, for any number of arguments."""

    of_runtime = True


TOTAL = Runtime("total_of", meant(((1.0, 2), (1.0, 2))), "")
"""The sum of products, its sign exact; of two products of two numbers, for example. See `product_proof`."""

TIMES = Runtime("times", Program("times", (), ()), "")
"""A product: a coefficient, which is a power of 2 with a sign, and factors."""

_FEWEST, _FEWEST_SHARED = 2, 1
"""Products that are added by the runtime, from so many on: in a formula, and in a function of their own."""


@cache
def with_totals(program: Program, alone: bool = False, fewest: int = 0) -> Program:
    """The program, its sums of products as calls.

    Parameters
    ----------
    program : Program
    alone : bool
        Whether it gives one polynomial, and does no more.
    fewest : int
        From how many products on a sum is a call, where that is more than is worth it anyway.

    Examples
    --------
    >>> from sympy.abc import p, q, r
    >>> from symbolic_eps.export.programs.block import BlockBuilder
    >>> from symbolic_eps.export.programs.error_free import accurate
    >>> from symbolic_eps.export.programs.program import Return, Variable
    >>> block, values = BlockBuilder({"p", "q", "r"}), {x: Variable(x.name) for x in (r, p, q)}
    >>> block.end(Return(accurate(block, p - 2 * q * r, values, "a")))
    >>> given, _ = with_totals(Program("f", ("p", "q", "r"), block.statements)).body
    >>> given.value.operation is TOTAL, [len(product.arguments) for product in given.value.arguments]
    (True, [2, 3])
    """
    fewest = max(fewest, _FEWEST_SHARED if alone else _FEWEST)
    kept = frozenset[str]()
    while True:
        made = with_sums_of_products(program, fewest, alone, kept)
        if not (still := frozenset(_still_collected(program.body, made.body))):
            break
        kept |= still
    return program if made == program else replace(made, body=tuple(_called(made.body)))


def _still_collected(block: Block, made: Block) -> Iterator[str]:
    """The sums that are calls now, of which the rest computes the rounded sum nevertheless."""
    known = {s.name: s.value for s in statements(block) if isinstance(s, Assign)}
    left = {s.name for s in statements(made) if isinstance(s, Assign)}
    calls = {s.name for s in statements(made) if isinstance(s, Assign) and _is_call(s.value)}
    for statement in statements(block):
        match statement:
            case Choose(rare=True, result=result, otherwise=(Assign(value=Variable(name=quick)),)) if (
                result in calls and not left.isdisjoint(names(known[quick]))
            ):
                yield result


def _is_call(value: Expression) -> bool:
    return isinstance(value, Apply) and isinstance(value.operation, SumOfProducts)


def _called(block: Block) -> Iterator[Statement]:
    for statement in block:
        match statement:
            case Assign(value=Apply(operation=SumOfProducts() as operation, arguments=arguments)):
                terms = tuple(
                    Apply(TIMES, (Constant(product.coefficient), *product.factors))
                    for product in operation.products(arguments)
                )
                yield replace(statement, value=Apply(TOTAL, terms))
            case Choose(then=then, otherwise=otherwise):
                yield replace(statement, then=tuple(_called(then)), otherwise=tuple(_called(otherwise)))
            case _:
                yield statement


def is_total(value: Expression) -> bool:
    """Whether it is a sum of products, which is broken between them where its line is too long."""
    return isinstance(value, Apply) and value.operation == TOTAL


def is_polynomial(program: Program) -> bool:
    """Whether it gives one sum, and does no more."""
    match program.body:
        case (*_, Choose(rare=True, result=result), Return(value=Variable(name=given))):
            return result == given
    return False
