"""What a part of a program is over the real numbers, as a formula in a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, reduce

import sympy as sp

from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Comparison,
    Constant,
    Expression,
    Operation,
    Order,
    Program,
    Return,
    Statement,
    add,
    apply,
    divide,
    multiply,
    subtract,
)
from symbolic_eps.export.rewriting.idioms import overflowing
from symbolic_eps.export.rewriting.roots import Root
from symbolic_eps.export.rewriting.sums_of_products import Product, SumOfProducts
from symbolic_eps.export.runtime.machine import paths

_MOST = 150
"""Operations of a formula that is to be simplified."""
_LONGEST = 94
"""Characters of what is said."""


@cache
def meaning(program: Program) -> str:
    """The formula; "" where it is none of one line.

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import Variable
    >>> x, y = Variable("x"), Variable("y")
    >>> half = Assign("z", divide(multiply(x, y), add(x, y)))
    >>> meaning(Program("f", ("x", "y"), (half, Return(Variable("z")))))
    'x y/(x + y)'
    """
    try:
        ways = [path.ended for path in paths(replace(program, body=tuple(_real(program.body))))]
    except ValueError:
        return ""
    found = [*dict.fromkeys(way for way in ways if not way.is_number)]
    if any(sp.count_ops(way) > _MOST for way in found):
        return ""
    said = ", ".join(map(_text, found))
    if len(found) != 1:
        said = f"min({said})" if len(found) == 2 and _is_smaller(program.body[-2]) else ""
    return said if len(said) <= _LONGEST and not re.search(r"\d{9}", said) else ""


def _is_smaller(last: Statement) -> bool:
    """Whether it gives the smaller one of two values."""
    match last:
        case Choose(
            conditions=(Comparison(left=left, order=Order.LESS_OR_EQUAL, right=right),),
            then=(Assign(value=one),),
            otherwise=(Assign(value=other),),
        ):
            return (left, right) == (one, other)
    return False


def _text(formula: sp.Expr) -> str:
    """The formula, or what it takes the logarithm of, in factors."""
    formula = sp.powsimp(formula)
    formula = formula.replace(sp.log, _logarithm) if formula.has(sp.log) else _turned(sp.factor(formula))
    return re.sub(r"_\b", "", str(formula).replace("**", "^").replace("*", " "))


def _logarithm(argument: sp.Expr) -> sp.Expr:
    """The logarithm of an argument as a product, or as 1 and a product, whichever is shorter."""
    both = sp.factor(argument), sp.Add(1, _turned(sp.factor(argument - 1)), evaluate=False)
    return sp.log(min(both, key=lambda one: len(str(one))), evaluate=False)


def _turned(product: sp.Expr) -> sp.Expr:
    """A product with a minus before it, which one of its differences has instead."""
    if product.could_extract_minus_sign():
        sums = [factor for factor in sp.Mul.make_args(product) if factor.is_Add]
        for factor in sorted(sums, key=lambda f: all(not term.is_number or term > 0 for term in f.args)):
            return product / factor * -1 * sp.expand(-factor)
    return product


def _real(block: Block) -> Iterator[Statement]:
    for statement in block:
        match statement:
            case Assign(value=value) | Return(value=value):
                yield replace(statement, value=_plain(value))
            case Choose(conditions=conditions, then=then, otherwise=otherwise):
                if overflowing(conditions):
                    yield from _real(otherwise)
                    continue
                here = tuple(replace(c, left=_plain(c.left), right=_plain(c.right)) for c in conditions)
                parts = [tuple(_real(part)) for part in (then, otherwise)]
                yield replace(statement, conditions=here, then=parts[0], otherwise=parts[1])
            case _:
                yield statement


def _plain(value: Expression) -> Expression:
    """The value by operations that all have a meaning over the real numbers."""
    match value:
        case Apply(operation=SumOfProducts() as operation, arguments=arguments):
            first, *others = map(_multiplied, operation.products(arguments))
            return reduce(add, others, first)
        case Apply(operation=Root(), arguments=arguments):
            m, k, g = map(_plain, arguments)
            half = multiply(Constant(0.5), k)
            square = add(multiply(half, half), multiply(m, g))
            return divide(subtract(apply(Operation.SQUARE_ROOT, square), half), m)
        case Apply(operation=operation, arguments=arguments):
            return Apply(operation, tuple(map(_plain, arguments)))
    return value


def _multiplied(product: Product) -> Expression:
    value: Expression = Constant(product.coefficient)
    for factor in product.factors:
        value = multiply(value, _plain(factor))
    return value
