"""The domain of each argument by itself, as a comment says it: `0 < p <= 1, p from 2^-1022`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, takewhile
from math import frexp

from symbolic_eps.export.programs.program import (
    Comparison,
    Constant,
    Expression,
    Order,
    Program,
    Refusal,
    Require,
    Variable,
)
from symbolic_eps.export.rewriting.idioms import zero_or_parts

_WORDS = {
    Order.GREATER: ("above", "<"),
    Order.GREATER_OR_EQUAL: ("of at least", "<="),
    Order.LESS: ("below", "<"),
    Order.LESS_OR_EQUAL: ("at most", "<="),
}


def given(program: Program) -> dict[str, tuple[Require, ...]]:
    """The first requirements of a program by what is said of them, up to one that is of another kind.

    Examples
    --------
    >>> x, (zero, one) = Variable("x"), map(Constant, (0.0, 1.0))
    >>> said = "x is not a number above 0 and below 1"
    >>> above = Require(Comparison(x, Order.GREATER, zero), Refusal.DOMAIN, said)
    >>> below = Require(Comparison(x, Order.LESS, one), Refusal.DOMAIN, said)
    >>> other = Require(Comparison(x, Order.LESS, Variable("y")), Refusal.DOMAIN, "f needs x < y")
    >>> list(given(Program("f", ("x", "y"), (above, below, other))))
    ['0 < x < 1']
    """
    found: dict[str, tuple[Require, ...]] = {}
    asked = (one for one in takewhile(lambda one: isinstance(one, Require), program.body))
    for message, group in groupby(asked, lambda one: one.message if isinstance(one, Require) else ""):
        required = tuple(one for one in group if isinstance(one, Require))
        name = message.partition(" ")[0]
        if not (said := _interval(required, name) or _size(required[0], name)):
            break
        found[said] = required
    return found


def _interval(required: Sequence[Require], name: str) -> str | None:
    """What is said of an interval of the domain, whose ends are whole numbers."""
    ends = list[tuple[str, str, int]]()
    for one in required:
        match one:
            case Require(Comparison(Variable(left), order, Constant(number)), Refusal.DOMAIN) if (
                left == name and order in _WORDS and number == int(number)
            ):
                ends.append((*_WORDS[order], int(number)))
            case _:
                return None
    message = " and ".join(f"{word} {number}" for word, _, number in ends)
    lower = ends[0][0] in ("above", "of at least")
    if not lower or required[0].message != f"{name} is not a number {message}":
        return None
    return f"{ends[0][2]} {ends[0][1]} {name}" + "".join(f" {sign} {number}" for _, sign, number in ends[1:])


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
