"""The arithmetic that the error bounds are proved for, and the program that tells it from every other.

Assumed is IEEE 754's default: each operation rounds once, to nearest, ties to even, and numbers below 2^-1022
are kept. A processor can be told otherwise, by any code in the process; compilers, by a flag. With u = 2^-53:

* 1 + u is a tie, that 1 wins as the even one: upwards, and with ties away from 0, it is 1 + 2 u.
* 1 - u/2 is a tie, that 1 wins too: downwards and towards 0 it is 1 - u.
* 2^-1022 - 2^-1023 is subnormal, and twice it 2^-1022: not so where results, or operands, are flushed to 0.
  The smaller one is read: where both are normal, many processors take a hundred times as long.
* f = 1 + 2^-27: f^2 - 1 is 2^-26 if the product is rounded before; with one rounding for both (a fused
  operation), or with more digits kept, 2^-54 more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from symbolic_eps.export.programs.program import (
    Comparison,
    Constant,
    Expression,
    Order,
    Program,
    Refusal,
    Require,
    Return,
    Variable,
    add,
    multiply,
    subtract,
)

ASSUMED = "arithmetic rounds to nearest, ties to even, and keeps subnormal numbers"
"""In the words of manifests and headers."""

NEEDED = f"Needed: {ASSUMED}."
"""As a line of a header."""

PROBES: Mapping[str, float] = {"one": 1.0, "small": 2.0**-1023}
"""The arguments with which the program is called: values that no compiler may know."""

_ONE, _SMALL = Variable("one"), Variable("small")
ABOVE = add(_ONE, Constant(2.0**-27))
"""The f above, whose square is taken."""
LEAST = Constant(2.0**-1022)
"""The least normal number."""
NAMED: Mapping[str, Expression] = {"least": LEAST, "above": ABOVE}
"""What may have a name in `requirements`."""

_NOT_NEAREST = "rounding must be to nearest"
_FLUSHED = "subnormals must be kept"
_FUSED = "each product must be rounded"


def requirements(
    one: Expression = _ONE,
    small: Expression = _SMALL,
    above: Expression | None = None,
    least: Expression = LEAST,
) -> tuple[Require, ...]:
    """What holds in the assumed arithmetic, and in no other.

    Parameters
    ----------
    one, small : Expression
        Of the values in `PROBES`, and such that a compiler cannot know them.
    above : Expression, optional
        A name for `ABOVE`, if it has one.
    least : Expression
        `LEAST`, or a name for it.
    """
    beside = add(one, Constant(2.0**-27)) if above is None else above
    subnormal = subtract(least, small)
    holding = (
        (add(one, Constant(2.0**-53)), Constant(1.0), _NOT_NEAREST),
        (subtract(one, Constant(2.0**-54)), Constant(1.0), _NOT_NEAREST),
        (add(subnormal, subnormal), least, _FLUSHED),
        (subtract(multiply(beside, beside), Constant(1.0)), Constant(2.0**-26), _FUSED),
    )
    return tuple(Require(Comparison(x, Order.EQUAL, y), Refusal.DOMAIN, said) for x, y, said in holding)


def questions() -> Iterator[tuple[list[Comparison], str]]:
    """The conditions of `requirements`, those with one message together.

    Examples
    --------
    >>> [(len(conditions), message) for conditions, message in questions()][0]
    (2, 'rounding must be to nearest')
    """
    for message, group in groupby(requirements(), lambda one: one.message):
        yield [one.condition for one in group], message


PROGRAM = Program("default_environment", tuple(PROBES), (*requirements(), Return(_ONE)))
"""Refuses in every other arithmetic; returns 1 in the assumed one."""
