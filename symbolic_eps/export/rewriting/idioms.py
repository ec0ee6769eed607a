"""Idioms: parts of programs that languages with functions say in few words; no operation is moved."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from symbolic_eps.export.forms.argument import ZERO_OR_SCALE, zero_or
from symbolic_eps.export.forms.tree import GREATEST, LEAST
from symbolic_eps.export.programs.error_free import SAFE_SHARE
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
    Statement,
    Variable,
    expressions,
    names,
)


def ending(program: Program) -> tuple[Block, Assign | Choose] | None:
    """What stands before the result, and what gives it; None where a program ends otherwise."""
    match program.body:
        case (
            *before,
            Assign() | Choose() as last,
            Require() as required,
            Return(value=Variable(name=result)),
        ):
            positive = Comparison(Variable(result), Order.GREATER_OR_EQUAL, Constant(0.0))
            if (name_given(last), required.condition, required.refusal) == (result, positive, Refusal.RANGE):
                return tuple(before), last
    return None


def given_last(program: Program) -> Block | None:
    """The statements of a program that refuses nothing, where a choice gives what it returns."""
    match program.body:
        case (*before, Choose(result=result) as last, Return(value=Variable(name=name))) if name == result:
            plain = not any(isinstance(statement, Require) for statement in before)
            return (*before, last) if plain else None
    return None


def name_given(statement: object) -> str:
    """The name that a statement gives a value."""
    return statement.result if isinstance(statement, Choose) else getattr(statement, "name", "")


def flat(program: Program) -> Iterator[Statement | tuple[Choose, Constant]]:
    """The statements; where a case gives a number and ends, that case and the number, and then what follows.

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import multiply
    >>> x, y = Variable("x"), Variable("y")
    >>> at_zero = Comparison(x, Order.EQUAL, Constant(0.0))
    >>> other = Assign("z", multiply(x, x)), Assign("y", multiply(x, Variable("z")))
    >>> cut = Choose((at_zero,), (Assign("y", Constant(0.0)),), other, "y")
    >>> positive = Comparison(y, Order.GREATER_OR_EQUAL, Constant(0.0))
    >>> program = Program("f", ("x",), (cut, Require(positive, Refusal.RANGE, "too small"), Return(y)))
    >>> [type(statement).__name__ for statement in flat(program)]
    ['tuple', 'Assign', 'Assign', 'Require', 'Return']
    """
    found = ending(program)
    if found is None:
        yield from program.body
        return
    before, last = found
    yield from before
    while isinstance(last, Choose):
        match last:
            case Choose(
                then=(Assign(value=Constant(value=value) as known),),
                otherwise=(*others, Assign() | Choose() as other),
            ) if value >= 0.0 and others:
                yield last, known
                yield from others
                last = other
            case _:
                break
    yield last
    yield from program.body[-2:]


def corrected(block: Block) -> dict[str, str]:
    """Rounded sums, by the names of the exact ones that replace them where most cancelled."""
    uses = Counter(name for value in expressions(block) for name in names(value))
    found: dict[str, str] = {}
    for statement in block:
        match statement:
            case Choose(
                rare=True,
                result=result,
                otherwise=(Assign(value=Variable(name=quick)),),
                conditions=(
                    Comparison(left=Apply(operation=Operation.ABSOLUTE, arguments=(sized,))) as asked,
                ),
            ) if sized == Variable(quick) and uses[quick] == 2 and _is_share(asked):
                found[quick] = result
    return found


def _is_share(condition: Comparison) -> bool:
    """Whether a size is compared with a share of 2^-30."""
    match condition:
        case Comparison(
            order=Order.LESS_OR_EQUAL,
            right=Apply(operation=Operation.MULTIPLY, arguments=(Constant(value=share), _)),
        ):
            return share == SAFE_SHARE
    return False


def limits(conditions: Sequence[Comparison]) -> Iterator[Comparison | Expression]:
    """The conditions; two that say that a number lies within the usual limits as that number alone.

    Examples
    --------
    >>> x = Variable("x")
    >>> least = Comparison(x, Order.GREATER_OR_EQUAL, Constant(LEAST))
    >>> most = Comparison(x, Order.LESS_OR_EQUAL, Constant(GREATEST))
    >>> list(limits((least, most))), list(limits((most,))) == [most]
    ([Variable(name='x')], True)
    """
    waiting: Comparison | None = None
    for condition in conditions:
        most = Comparison(condition.left, Order.LESS_OR_EQUAL, Constant(GREATEST))
        least = Comparison(condition.left, Order.GREATER_OR_EQUAL, Constant(LEAST))
        if condition == most and waiting == least:
            yield condition.left
            waiting = None
            continue
        if waiting is not None:
            yield waiting
        waiting = condition
    if waiting is not None:
        yield waiting


def chained(tests: Sequence[str]) -> list[str]:
    """The tests, two about one number as a chain.

    Examples
    --------
    >>> chained(["x >= 1", "x < 2", "y > z"]), chained(["x > y", "y >= 1"])
    (['1 <= x < 2', 'y > z'], ['x > y >= 1'])
    """
    joined = " and ".join(tests)
    joined = re.sub(r"(?<!\S)(\w+) >(=?) (\S+) and \1 <(=?) (\S+)(?!\S)", r"\3 <\2 \1 <\4 \5", joined)
    return re.sub(r" > (\w+) and \1 >= ", r" > \1 >= ", joined).split(" and ")


def overflowing(conditions: tuple[Comparison, ...]) -> tuple[Expression, Expression] | None:
    """The numerator and the denominator where it is asked whether their ratio could overflow."""
    match conditions:
        case (Comparison(order=Order.GREATER, left=Apply(arguments=(share, g)), right=m), least) if (
            share == Constant(2.0**-200) and least == Comparison(m, Order.GREATER_OR_EQUAL, Constant(LEAST))
        ):
            return g, m
    return None


def zero_or_parts(condition: Comparison) -> tuple[Expression, Expression] | None:
    """The least number and the argument, where a condition asks whether that is 0 or at least the number.

    Examples
    --------
    >>> zero_or_parts(zero_or(Variable("x"), 0.5))
    (Constant(value=0.5), Variable(name='x'))
    """
    match condition.left:
        case Apply(
            arguments=(
                Apply(arguments=(Constant() as scale, Variable() as x)),
                Apply(arguments=(_, Apply(arguments=(_, Constant() as least)))),
            )
        ) if scale.value == ZERO_OR_SCALE and condition == zero_or(x, least.value):
            return least, x
    return None


def meaning(statement: Assign) -> str:
    """What is said of a value; nothing where its line says no less: the same names, one operation.

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import multiply
    >>> x, y = Variable("x"), Variable("y")
    >>> meaning(Assign("z", multiply(x, y), "z = x*y")), meaning(Assign("z", multiply(x, y), "z = p*q"))
    ('', '= p*q')
    """
    value, told = statement.value, set(re.findall(r"[a-z]\w*", statement.comment.partition("=")[2]))
    alone = isinstance(value, Apply) and all(isinstance(a, (Constant, Variable)) for a in value.arguments)
    return "" if alone and told == set(names(value)) else re.sub(r"^\w+ = ", "= ", statement.comment)
