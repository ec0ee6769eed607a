"""PostgreSQL, from 12: an operation that overflows, underflows to 0 or divides by 0 ends the query there.

So products and quotients ask first, and give what binary64 has there: 0, or an infinity from 2^1000 on. NaN
is greater than all numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from symbolic_eps.export.programs.program import Constant, Expression, Operation
from symbolic_eps.export.targets.sql import Dialect, Said, Sql

HUGE = 2.0**1000
"""Results of this size count as infinite, so that sums of others do not overflow."""


def number(value: float) -> str:
    """A number of the type `float8`.

    Examples
    --------
    >>> number(0.5)
    "'0.5'::float8"
    """
    return f"'{value!r}'::float8"


INFINITY = "'Infinity'::float8"


def product(said: Said, factors: Sequence[Expression]) -> str:
    """Rounded; 0 where that is what rounding gives, an infinity from 2^1000 on."""
    constants = [f.value for f in factors if isinstance(f, Constant)]
    left, right = (said(f) for f in factors)
    if len(constants) == 2:
        return number(constants[0] * constants[1])
    if constants:
        (other,) = (said(f) for f in factors if not isinstance(f, Constant))
        return _scaled(constants[0], other, f"{left} * {right}")
    sizes = f"abs({left}), abs({right})"
    least, greatest, scale = f"least({sizes})", f"greatest({sizes})", number(2.0**537)
    return (
        f"CASE WHEN {greatest} >= {number(1.0)} THEN "
        f"CASE WHEN {least} <= {number(HUGE)} / {greatest} THEN {left} * {right} "
        f"ELSE sign({left}) * sign({right}) * {INFINITY} END "
        f"WHEN {least} >= {number(2.0**-500)} THEN {left} * {right} "
        f"WHEN ({least} * {scale}) * ({greatest} * {scale}) > {number(0.5)} THEN {left} * {right} "
        f"ELSE {number(0.0)} * {left} * {right} END"
    )


def _scaled(constant: float, other: str, text: str) -> str:
    """A product with a number."""
    size = abs(constant)
    if size in (0.0, 1.0) or math.isinf(size):
        return text
    infinite = f"sign({other}) * {'-' if constant < 0 else ''}{INFINITY}"
    if size > 1:
        return f"CASE WHEN abs({other}) <= {number(HUGE / size)} THEN {text} ELSE {infinite} END"
    border = Fraction(2) ** -1075 / Fraction(size)
    least = float(border)
    if Fraction(least) <= border:
        least = math.nextafter(least, math.inf)
    return f"CASE WHEN abs({other}) >= {number(least)} THEN {text} ELSE {number(0.0)} * {other} END"


def quotient(said: Said, sides: Sequence[Expression]) -> str:
    """Rounded; 0 where that is what rounding gives, an infinity from 2^1000 on; NaN where 0 is divided by."""
    top, bottom = (said(side) for side in sides)
    if isinstance(sides[1], Constant) and abs(sides[1].value) == 1:
        return f"{top} / {bottom}"
    one = number(1.0)
    return (
        f"CASE WHEN {bottom} <> {number(0.0)} AND abs({top}) <= least(abs({bottom}), {one}) * {number(HUGE)} "
        f"THEN CASE WHEN {top} = {number(0.0)} OR least(abs({top}), {one}) * {number(2.0**537)} "
        f"> greatest(abs({bottom}), {one}) * {number(2.0**-538)} "
        f"THEN {top} / {bottom} ELSE {number(0.0)} * {top} END "
        f"ELSE sign({top}) * sign({bottom}) * {INFINITY} END"
    )


TARGET = Sql(
    name="postgresql",
    title="SQL for PostgreSQL",
    dialect=Dialect(
        argument="{0}::float8",
        number=number,
        infinity=INFINITY,
        functions={
            Operation.ABSOLUTE: "abs({0})",
            Operation.SQUARE_ROOT: "CASE WHEN {0} >= 0 THEN sqrt({0}) END",
            Operation.LOG: "CASE WHEN {0} > 0 THEN ln({0}) END",
            Operation.EXP: (
                "CASE WHEN {0} > 709 THEN 'Infinity'::float8 WHEN {0} < -745 THEN 0 ELSE exp({0}) END"
            ),
        },
        special={Operation.MULTIPLY: product, Operation.DIVIDE: quotient},
        compared="nullif({0}, 'NaN'::float8)",
        materialized="MATERIALIZED ",
    ),
)
