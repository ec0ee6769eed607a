"""Gappa scripts: statements of a program with each operation rounded, and what they compute exactly."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from symbolic_eps.export.layout.target import CannotExpressError
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
    Variable,
    names,
    put,
)

SETTINGS = ("#@ -Eprecision=120", "#@ -Echange-threshold=0.000000001", "@rnd = float<ieee_64, ne>;")

Errors = Mapping[str, Fraction]
"""The relative errors of the inputs in units of 2^-53; 0 for an input that is taken as it is."""


def dyadic(value: Fraction, power: int = 0) -> str:
    """The number times 2^power, as Gappa writes it.

    Examples
    --------
    >>> dyadic(Fraction(3, 4)), dyadic(Fraction(2) ** 960), dyadic(Fraction(4), -53)
    ('3b-2', '1b960', '1b-51')
    """
    numerator, power = value.numerator, power - value.denominator.bit_length() + 1
    if value.denominator & (value.denominator - 1):
        raise ValueError(f"{value} is not a dyadic number")
    while numerator and numerator % 2 == 0:
        numerator, power = numerator // 2, power + 1
    return f"{numerator}b{power}" if numerator else "0"


def rounded(expression: Expression) -> str:
    """Each operation rounded.

    Examples
    --------
    >>> half = Apply(Operation.MULTIPLY, (Constant(0.5), Variable("k")))
    >>> rounded(half), exact(half)
    ('rnd(1b-1 * k)', '1b-1 * K')
    """
    match expression:
        case Apply(operation=Operation.SQUARE_ROOT, arguments=(value,)):
            return f"rnd(sqrt({rounded(value)}))"
        case Apply():
            return f"rnd({unrounded(expression)})"
        case Variable(name=name):
            return name
        case Constant(value=value):
            return dyadic(Fraction(value))


def unrounded(expression: Apply) -> str:
    """The result of the last operation before it is rounded."""
    if not expression.operation.infix:
        raise CannotExpressError(f"Gappa has no {expression.operation}")
    left, right = expression.arguments
    return f"{rounded(left)} {expression.operation} {rounded(right)}"


def exact(expression: Expression, named: Callable[[str], str] = str.capitalize) -> str:
    """No operation rounded; exact values have the capital letters."""
    match expression:
        case Apply(operation=Operation.SQUARE_ROOT, arguments=(value,)):
            return f"sqrt({exact(value, named)})"
        case Apply(operation=operation, arguments=(left, right)) if operation.infix:
            return f"{_operand(left, named)} {operation} {_operand(right, named)}"
        case Variable(name=name):
            return named(name)
        case Constant(value=value):
            return dyadic(Fraction(value))
        case _:
            raise CannotExpressError(f"Gappa has no {expression.operation}")


def _operand(expression: Expression, named: Callable[[str], str]) -> str:
    loose = isinstance(expression, Apply) and expression.operation in (Operation.ADD, Operation.SUBTRACT)
    return f"({exact(expression, named)})" if loose else exact(expression, named)


def with_errors(statement: Assign) -> str:
    """A statement, rounded; the errors of sums and products are those (a theorem), and numbers.

    Examples
    --------
    >>> a, b, c = map(Variable, "abc")
    >>> with_errors(Assign("d", Apply(Operation.PRODUCT_ERROR, (a, b, c))))
    'd = a * b - c;'
    """
    match statement.value:
        case Apply(operation=Operation.SUM_ERROR, arguments=(left, right, total)):
            said = f"{exact(left, str)} + {exact(right, str)} - {exact(total, str)}"
        case Apply(operation=Operation.PRODUCT_ERROR, arguments=(left, right, product)):
            said = f"{exact(left, str)} * {exact(right, str)} - {exact(product, str)}"
        case value:
            said = rounded(value)
    return f"{statement.name} = {said};"


def followed(block: Block, rising: bool) -> Iterator[Assign | Comparison]:
    """The assignments on the way that computes something, and what it has tested besides the sign of k."""
    for statement in block:
        match statement:
            case Assign(value=Apply()):
                yield statement
            case Choose(conditions=(Comparison(left=Variable(name="k")),), then=then, otherwise=otherwise):
                yield from followed(then if rising else otherwise, rising)
            case Choose(conditions=conditions, then=then):
                yield from conditions
                yield from followed(then, rising)


def plainly_named(statements: Sequence[Assign]) -> list[Assign]:
    """The same without the numbers that tell apart names on different ways."""
    plain = {s.name: re.sub(r"_\d+$", "", s.name) for s in statements}
    if len(set(plain.values())) < len(plain):
        raise ValueError(f"one way has two values of a name: {', '.join(plain)}")
    used = {name for s in statements for name in names(s.value)}
    known = {name: Variable(plain.get(name, name)) for name in used}
    return [Assign(plain[s.name], put(s.value, known)) for s in statements]


def as_hypothesis(comparison: Comparison) -> str:
    """A comparison of computed values."""
    order = {Order.GREATER_OR_EQUAL: ">=", Order.LESS_OR_EQUAL: "<="}[comparison.order]
    return f"{rounded(comparison.left)} {order} {rounded(comparison.right)}"


def script(
    statements: Sequence[Assign],
    errors: Errors,
    hypotheses: Sequence[str],
    goal: str,
    hints: Sequence[str],
    is_rounded: bool = True,
) -> Iterator[str]:
    """The lines: computed values, exact values (with capital letters), the proposition, hints.

    Parameters
    ----------
    statements : sequence of Assign
    errors : Errors
        Of the inputs.
    hypotheses : sequence of str
        Besides those on the errors.
    goal : str
    hints : sequence of str
    is_rounded : bool
        Whether operations are rounded; else only the inputs are wrong.
    """
    yield from SETTINGS
    yield " ".join(f"{name} = rnd({name}_);" for name in errors)
    yield from (f"{s.name} = {rounded(s.value) if is_rounded else exact(s.value, str)};" for s in statements)
    unrounded_inputs = [name for name, error in errors.items() if not error]
    if unrounded_inputs:
        yield " ".join(f"{name.capitalize()} = {name};" for name in unrounded_inputs)
    yield from (f"{s.name.capitalize()} = {exact(s.value)};" for s in statements)
    yield "{"
    for name, error in errors.items():
        if error:
            yield f"  |{name} -/ {name.capitalize()}| <= {dyadic(error, -53)} ->"
    yield from (f"  {hypothesis} ->" for hypothesis in hypotheses)
    yield f"  {goal}"
    yield "}"
    yield from hints
