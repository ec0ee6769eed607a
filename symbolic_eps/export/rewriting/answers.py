"""Sums over the answers of the optimal randomized response as calls of a function; no bit changes.

A divergence between the answers at two shares is such a sum, of a term for each answer: silent, the truth 0,
and the truth 1. Their probabilities are products of what depends on the share and of what does not, which the
function knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

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
    Refusal,
    Require,
    Return,
    SharedValue,
    Statement,
    Variable,
    add,
    divide,
    multiply,
    statements,
    subtract,
)
from symbolic_eps.export.rewriting.helper_calls import needed
from symbolic_eps.export.rewriting.idioms import ending, name_given

_NAME, _PARAMETERS = "over_answers", ("silent", "zero", "one", "delta", "weight")
MEANING = "The sum of terms for the answers silent, 0 and 1, each times what depends on no share."


@cache
def program() -> Program:
    """The sum, as all programs compute it.

    Examples
    --------
    >>> program().parameters, len(program().body)
    (('silent', 'zero', 'one', 'delta', 'weight'), 8)
    """
    silent, zero, one, delta, weight = map(Variable, _PARAMETERS)
    twice, two = multiply(weight, Constant(2.0)), multiply(Constant(2.0), weight)
    values = {
        "double_weight": two,
        "double_rest": subtract(Constant(2.0), two),
        "told_0": _sum(Constant(1.0), delta, Apply(Operation.NEGATE, (twice,))),
        "told_1": _sum(Constant(-1.0), delta, twice),
    }
    below, rest, told_0, told_1 = map(Variable, values)
    first = divide(divide(multiply(silent, subtract(Constant(1.0), delta)), below), rest)
    values["total"] = add(first, divide(multiply(zero, told_0), rest))
    values["total_2"] = add(Variable("total"), divide(multiply(one, told_1), below))
    result = Variable("total_2")
    positive = Comparison(result, Order.GREATER_OR_EQUAL, Constant(0.0))
    given = tuple(Assign(name, value) for name, value in values.items())
    end = Require(positive, Refusal.RANGE, "a divergence is not below 0"), Return(result)
    return Program(_NAME, _PARAMETERS, (*given, *end))


def _sum(*terms: Expression) -> Expression:
    return Apply(Operation.SUM_OF_THREE, terms)


CASE = SharedValue(_NAME, Program(_NAME, _PARAMETERS, ()), MEANING, asks=True)


def with_answers(formula: Program, only_last: bool) -> Program:
    """The formula, in which the function adds up answers; `only_last` where a loop is told that it cannot.

    Examples
    --------
    >>> with_answers(program(), only_last=True).body[0].value.operation.value
    'over_answers'
    """
    counted = Counter(s.name for s in statements(formula.body) if isinstance(s, Assign))
    known = {s.name: s.value for s in statements(formula.body) if isinstance(s, Assign)}
    known = {name: value for name, value in known.items() if counted[name] == 1}
    found = ending(formula)
    last = name_given(found[1]) if only_last and found else ""
    return replace(formula, body=needed(tuple(_called(formula.body, known, last))))


def _called(block: Block, known: Mapping[str, Expression], last: str) -> Iterator[Statement]:
    meant = {s.name: s.value for s in program().body if isinstance(s, Assign)}
    for statement in block:
        match statement:
            case Assign(name=name, value=value) if last in ("", name):
                bound: dict[str, Expression] = {}
                same = _same(Variable("total_2"), value, meant, known, bound)
                call = Apply(CASE, tuple(bound[p] for p in _PARAMETERS)) if same else value
                yield replace(statement, value=call)
            case Choose(then=then, otherwise=otherwise):
                parts = [tuple(_called(part, known, last)) for part in (then, otherwise)]
                yield replace(statement, then=parts[0], otherwise=parts[1])
            case _:
                yield statement


def _same(
    meant: Expression,
    other: Expression,
    steps: Mapping[str, Expression],
    known: Mapping[str, Expression],
    bound: dict[str, Expression],
) -> bool:
    """Whether two values are one, operation by operation, whatever names stand for; parameters are bound."""
    if isinstance(meant, Variable) and meant.name in steps:
        return _same(steps[meant.name], other, steps, known, bound)
    if isinstance(meant, Variable):
        return bound.setdefault(meant.name, other) == other
    while isinstance(other, Variable) and other.name in known:
        other = known[other.name]
    match meant, other:
        case Apply(operation=one, arguments=left), Apply(operation=two, arguments=right):
            pairs = zip(left, right, strict=False)
            return (
                one == two
                and len(left) == len(right)
                and all(_same(a, b, steps, known, bound) for a, b in pairs)
            )
    return meant == other
