"""The domain of each argument by itself, as a comment says it: `0 < p <= 1, p from 2^-1022`."""

from __future__ import annotations

from math import frexp

from symbolic_eps.export.programs.program import (
    Comparison,
    Constant,
    Expression,
    Order,
    Program,
    Refusal,
    Require,
    Statement,
    Variable,
)
from symbolic_eps.export.rewriting.idioms import zero_or_parts

_Words = dict[Order, tuple[str, str]]

_LOWER = {Order.GREATER: ("above", "<"), Order.GREATER_OR_EQUAL: ("of at least", "<=")}
_UPPER = {Order.LESS: ("below", "<"), Order.LESS_OR_EQUAL: ("of at most", "<=")}


def given(program: Program) -> dict[str, tuple[Require, ...]]:
    """The first requirements of a program by what is said of them, up to one that is of another kind.

    Examples
    --------
    >>> x, (zero, one) = Variable("x"), map(Constant, (0.0, 1.0))
    >>> above = Require(Comparison(x, Order.GREATER, zero), Refusal.DOMAIN, "x is not a number above 0")
    >>> below = Require(Comparison(x, Order.LESS, one), Refusal.DOMAIN, "x is not a number below 1")
    >>> other = Require(Comparison(x, Order.LESS, Variable("y")), Refusal.DOMAIN, "f needs x < y")
    >>> list(given(Program("f", ("x", "y"), (above, below, other))))
    ['0 < x < 1']
    """
    found: dict[str, tuple[Require, ...]] = {}
    lower: tuple[str, str, Require] | None = None
    for statement in (*program.body, None):
        name = statement.message.partition(" ")[0] if isinstance(statement, Require) else ""
        upper = _limit(statement, name, _UPPER)
        if lower and isinstance(statement, Require) and upper and name == lower[0]:
            found[f"{lower[1]} {upper[0]} {upper[1]}"] = (lower[2], statement)
            lower = None
            continue
        if lower:
            found[lower[1]] = (lower[2],)
            lower = None
        if not isinstance(statement, Require):
            break
        if limit := _limit(statement, name, _LOWER):
            lower = name, f"{limit[1]} {limit[0]} {name}", statement
        elif size := _size(statement, name):
            found[size] = (statement,)
        else:
            break
    return found


def _limit(
    required: Statement | None, name: str, words: dict[Order, tuple[str, str]]
) -> tuple[str, int] | None:
    """The sign and the whole number of a limit of the domain."""
    match required:
        case Require(Comparison(Variable(left), order, Constant(number)), Refusal.DOMAIN, message) if (
            left == name and order in words and number == int(number)
        ):
            word, sign = words[order]
            return (sign, int(number)) if message == f"{name} is not a number {word} {int(number)}" else None
    return None


def _size(required: Require, name: str) -> str | None:
    """What is said of a size, or of a whole number."""
    start, x = f"{name} is too", Variable(name)
    if required.message == f"{name} is not a whole number":
        return f"{name} whole"
    if parts := zero_or_parts(required.condition):
        least, value = parts
        said = f"{start} small to compute with: below {_said(least)}, and not 0"
        return f"{name} 0 or from {_said(least)}" if (value, required.message) == (x, said) else None
    match required.condition:
        case Comparison(left, Order.GREATER_OR_EQUAL, number) if left == x:
            said = f"{start} small to compute with: below {_said(number)}"
            return f"{name} from {_said(number)}" if required.message == said else None
        case Comparison(left, Order.LESS_OR_EQUAL, number) if left == x:
            said = f"{start} large to compute with: above {_said(number)}"
            return f"{name} up to {_said(number)}" if required.message == said else None
    return None


def _said(number: Expression) -> str:
    """A power of 2, or a whole number."""
    return said_of(number.value if isinstance(number, Constant) else 0.5)


def said_of(value: float) -> str:
    """A size as messages say it.

    Examples
    --------
    >>> said_of(0.25), said_of(300.0)
    ('2^-2', '300')
    """
    mantissa, exponent = frexp(value)
    return f"2^{exponent - 1}" if mantissa == 0.5 else f"{value:g}"
