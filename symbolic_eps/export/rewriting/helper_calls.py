"""Programs whose repeated parts are calls of helpers, for languages with functions. No operation changes.

A part is replaced only where it is, operation by operation, what the helper does with the same numbers.
Proofs are about the programs before; `helpers.unrolled` gives back what they prove.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Comparison,
    Constant,
    Expression,
    Operation,
    Program,
    Statement,
    Variable,
    applications,
    expressions,
    names,
    statements,
)
from symbolic_eps.export.runtime.helpers import HELPERS, RATIOS, SUMS

Values = Mapping[str, Expression]


def with_helper_calls(program: Program) -> Program:
    """The program, in which helpers are called.

    Examples
    --------
    >>> from symbolic_eps.export.programs.block import BlockBuilder
    >>> from symbolic_eps.export.programs.error_free import accurate
    >>> from symbolic_eps.export.programs.program import Return
    >>> from sympy.abc import x, y
    >>> block = BlockBuilder({"x", "y"})
    >>> block.end(Return(accurate(block, 1 - x - y, {x: Variable("x"), y: Variable("y")}, "rest")))
    >>> short = with_helper_calls(Program("f", ("x", "y"), block.statements))
    >>> [str(s.value.operation) for s in short.body[:-1]]
    ['neg', 'neg', 'sum_of_three']
    """
    counted = Counter(s.name for s in statements(program.body) if isinstance(s, Assign))
    known = {
        s.name: s.value for s in statements(program.body) if isinstance(s, Assign) and counted[s.name] == 1
    }
    comments = {s.name: s.comment for s in statements(program.body) if isinstance(s, Assign)}
    body = _with_sums(program.body, known, comments)
    for operation in RATIOS:
        body = tuple(_ratios(body, operation))
    return replace(program, body=needed(body))


def _with_sums(block: Block, known: Values, comments: Mapping[str, str]) -> Block:
    """The statements, sums of a few terms as calls where no other sum starts with what they collect."""
    kept: frozenset[str] = frozenset()
    while True:
        body = needed(tuple(_sums(block, known, comments, kept)))
        left = frozenset(s.name for s in statements(body) if isinstance(s, Assign))
        apart = frozenset(_still_collected(block, body, known, left))
        if not apart:
            return body
        kept |= apart


def _sums(
    block: Block, known: Values, comments: Mapping[str, str], kept: frozenset[str]
) -> Iterator[Statement]:
    """The statements, sums of a few terms as calls, but for those that are kept."""
    for statement in block:
        match statement:
            case Choose(
                rare=True,
                result=result,
                conditions=(condition,),
                otherwise=(Assign(value=Variable(name=quick)),),
            ) if result not in kept and (call := _sum_call(statement, condition, known)):
                yield Assign(result, call, comments.get(quick, ""))
            case Choose(then=then, otherwise=otherwise):
                parts = [tuple(_sums(part, known, comments, kept)) for part in (then, otherwise)]
                yield replace(statement, then=parts[0], otherwise=parts[1])
            case _:
                yield statement


def _still_collected(block: Block, body: Block, known: Values, left: frozenset[str]) -> Iterator[str]:
    """The sums that are calls in the body, and of which it computes the rounded sum nevertheless."""
    calls = {s.name for s in statements(body) if isinstance(s, Assign) and _is_call(s.value)}
    for statement in statements(block):
        match statement:
            case Choose(rare=True, result=result, otherwise=(Assign(value=Variable(name=quick)),)) if (
                result in calls and left & {*names(known[quick])}
            ):
                yield result


def _is_call(value: Expression) -> bool:
    return isinstance(value, Apply) and value.operation in SUMS


def _sum_call(choice: Choose, condition: Comparison, known: Values) -> Expression | None:
    """The call that gives the same, if a helper does."""
    values = (s.value for s in choice.then if isinstance(s, Assign))
    terms = next(
        (a.arguments for v in values for a in applications(v) if a.operation is Operation.EXACT_SUM), ()
    )
    stops = {name for term in terms for name in names(term)}
    if not terms or not stops.isdisjoint(s.name for s in choice.then if isinstance(s, Assign)):
        return None
    for operation in SUMS:
        helper = HELPERS[operation].program
        if len(helper.parameters) == len(terms):
            given = dict(zip(helper.parameters, terms, strict=True))
            meant = {s.name: s.value for s in helper.body if isinstance(s, Assign)}
            whole = next((s for s in helper.body if isinstance(s, Choose) and s.rare), None)
            if whole is not None and _written(whole.conditions[0], {**meant, **given}, stops) == _written(
                condition, known, stops
            ):
                return Apply(operation, terms)
    return None


def _written(comparison: Comparison, known: Values, stops: set[str]) -> Comparison:
    """The comparison with names replaced by what they stand for, but for some."""
    left, right = (_in_full(side, known, stops) for side in (comparison.left, comparison.right))
    return replace(comparison, left=left, right=right)


def _in_full(expression: Expression, known: Values, stops: set[str]) -> Expression:
    match expression:
        case Variable(name=name) if name not in stops and name in known:
            return _in_full(known[name], known, stops)
        case Apply(operation=Operation.ABSOLUTE, arguments=(inner,)):
            value = _in_full(inner, known, stops)
            if isinstance(value, Constant):
                return Constant(abs(value.value))
            return Apply(Operation.ABSOLUTE, (value,))
        case Apply(operation=operation, arguments=arguments):
            return Apply(operation, tuple(_in_full(a, known, stops) for a in arguments))
    return expression


def _ratios(block: Block, operation: Operation) -> Iterator[Statement]:
    """The statements, logarithms of 1 plus a ratio as calls."""
    helper = HELPERS[operation].program
    meant, waiting = helper.body[:-1], list(block)
    while waiting:
        here, found = tuple(waiting[: len(meant)]), {name: None for name in helper.parameters}
        bound: dict[str, Expression | None] = dict(found)
        if len(here) == len(meant) and all(same(a, b, bound) for a, b in zip(meant, here, strict=True)):
            last = here[-1]
            assert isinstance(last, Choose)
            arguments = tuple(v for name in helper.parameters if (v := bound[name]) is not None)
            yield Assign(last.result, Apply(operation, arguments))
            del waiting[: len(meant)]
            continue
        statement = waiting.pop(0)
        if isinstance(statement, Choose):
            parts = [tuple(_ratios(part, operation)) for part in (statement.then, statement.otherwise)]
            statement = replace(statement, then=parts[0], otherwise=parts[1])
        yield statement


def same(meant: object, other: object, bound: dict[str, Expression | None]) -> bool:
    """Whether two parts of programs are one, with names put for those of the first; they become bound."""
    match meant, other:
        case Variable(name=name), (Variable() | Constant()):
            return bound.setdefault(name, other) == other or _binds(name, other, bound)
        case Constant(), Constant():
            return meant == other
        case Apply(), Apply():
            return meant.operation == other.operation and _all(meant.arguments, other.arguments, bound)
        case Comparison(), Comparison():
            sides = (meant.left, meant.right), (other.left, other.right)
            return meant.order == other.order and _all(*sides, bound)
        case Assign(), Assign():
            named = same(Variable(meant.name), Variable(other.name), bound)
            return named and same(meant.value, other.value, bound)
        case Choose(), Choose():
            named = same(Variable(meant.result), Variable(other.result), bound)
            parts = ((c.conditions, c.then, c.otherwise) for c in (meant, other))
            return named and all(_all(a, b, bound) for a, b in zip(*parts, strict=True))
    return False


def _binds(name: str, value: Expression, bound: dict[str, Expression | None]) -> bool:
    """Whether a name that is to be bound is free; then it is bound."""
    if bound[name] is not None:
        return False
    bound[name] = value
    return True


def _all(meant: Sequence[object], others: Sequence[object], bound: dict[str, Expression | None]) -> bool:
    return len(meant) == len(others) and all(same(a, b, bound) for a, b in zip(meant, others, strict=True))


def needed(body: Block) -> Block:
    """The statements whose values are used."""
    while True:
        used = {name for value in expressions(body) for name in names(value)}
        used |= {s.result for s in statements(body) if isinstance(s, Choose)}
        shorter = _without(body, used)
        if shorter == body:
            return body
        body = shorter


def _without(block: Block, used: set[str]) -> Block:
    kept: list[Statement] = []
    for statement in block:
        match statement:
            case Assign(name=name) if name not in used:
                continue
            case Choose(then=then, otherwise=otherwise):
                kept.append(
                    replace(statement, then=_without(then, used), otherwise=_without(otherwise, used))
                )
            case _:
                kept.append(statement)
    return tuple(kept)
