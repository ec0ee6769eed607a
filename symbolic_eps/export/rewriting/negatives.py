"""Sums of products that are the negatives of others: only one of both is computed. No bit changes.

Rounding to nearest is the same for a number and its negative, and so is each step of the runtime; what is 0
may have another sign, which no comparison sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Comparison,
    Constant,
    Expression,
    Order,
    Program,
    Require,
    Statement,
    Variable,
    names,
)
from symbolic_eps.export.rewriting.helper_calls import needed
from symbolic_eps.export.rewriting.sums_of_products import SumOfProducts

_TURNED = {
    Order.LESS: Order.GREATER,
    Order.LESS_OR_EQUAL: Order.GREATER_OR_EQUAL,
    Order.GREATER: Order.LESS,
    Order.GREATER_OR_EQUAL: Order.LESS_OR_EQUAL,
    Order.EQUAL: Order.EQUAL,
}

Key = tuple[tuple[float, ...], tuple[tuple[Expression, ...], ...]]


def without_negatives(program: Program) -> Program:
    """The program, in which a sum that only is compared with 0, the negative of an earlier one, is that one.

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import Refusal
    >>> x, y = Variable("x"), Variable("y")
    >>> def total(shape):
    ...     return Apply(SumOfProducts("sum", Program("sum", (), ()), "", shape), (x, y))
    >>> one, other = Assign("s", total(((1.0, 1), (-2.0, 1)))), Assign("t", total(((-1.0, 1), (2.0, 1))))
    >>> asked = Require(Comparison(Variable("t"), Order.LESS, Constant(0.0)), Refusal.DOMAIN, "t < 0")
    >>> given, now = without_negatives(Program("f", ("x", "y"), (one, other, asked))).body
    >>> given == one, now.condition
    (True, Comparison(left=Variable(name='s'), order=<Order.GREATER: '>'>, right=Constant(value=0.0)))
    """
    signs = _only_signs(program.body)
    return replace(program, body=needed(tuple(_turned(program.body, {}, {}, signs))))


def _only_signs(block: Block) -> frozenset[str]:
    """The names that are compared with 0 alone."""
    compared, used = _uses(block)
    return frozenset(compared - used)


def _uses(block: Block) -> tuple[set[str], set[str]]:
    compared, used = set[str](), set[str]()
    for statement in block:
        conditions: tuple[Comparison, ...] = ()
        match statement:
            case Choose(conditions=conditions, then=then, otherwise=otherwise):
                for part in map(_uses, (then, otherwise)):
                    compared |= part[0]
                    used |= part[1]
            case Require(condition=condition):
                conditions = (condition,)
            case _:
                used |= {*names(statement.value)}
        for c in conditions:
            if _is_sign(c):
                compared |= {*names(c.left)}
            else:
                used |= {*names(c.left), *names(c.right)}
    return compared, used


def _is_sign(comparison: Comparison) -> bool:
    return isinstance(comparison.left, Variable) and comparison.right == Constant(0.0)


def _turned(
    block: Block, known: Mapping[Key, str], put: Mapping[str, str], signs: frozenset[str]
) -> Iterator[Statement]:
    """The statements; `known` are sums before them, `put` names with those of their negatives."""
    known, put = dict(known), dict(put)
    for statement in block:
        match statement:
            case Assign(name=name, value=Apply(operation=SumOfProducts() as operation, arguments=arguments)):
                products = [*operation.products(arguments)]
                key = tuple(p.coefficient for p in products), tuple(p.factors for p in products)
                earlier = known.get((tuple(-c for c in key[0]), key[1]))
                if earlier is not None and name in signs:
                    put[name] = earlier
                    continue
                known.setdefault(key, name)
                yield statement
            case Require(condition=condition):
                yield replace(statement, condition=_asked(condition, put))
            case Choose(conditions=conditions, then=then, otherwise=otherwise):
                here = tuple(_asked(c, put) for c in conditions)
                parts = [tuple(_turned(part, known, put, signs)) for part in (then, otherwise)]
                yield replace(statement, conditions=here, then=parts[0], otherwise=parts[1])
            case _:
                yield statement


def _asked(comparison: Comparison, put: Mapping[str, str]) -> Comparison:
    match comparison.left:
        case Variable(name=name) if name in put:
            return Comparison(Variable(put[name]), _TURNED[comparison.order], comparison.right)
    return comparison
