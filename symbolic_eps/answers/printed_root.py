"""A root of a printed equation, enclosed: where the difference of its sides changes its sign.

Signs are looked at in balls at the powers of 2 from 2^-40 to 2^40. Between two neighbours of them with
certified signs that differ a continuous difference has a root; it is enclosed by bisection, each step by a
certified sign. That there is no other root is not shown here, and not said.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import sympy as sp
from flint import arb, ctx

from verify.ball import ball_of
from verify.calculus.monotone_root import BITS, Function, ball, root_of

POWER = 40
"""Roots are looked for between 2^-this and 2^this."""


def root_ball(difference: sp.Expr, unknown: sp.Symbol) -> arb | None:
    """A ball that contains a positive root; None unless exactly one change of sign is seen.

    Parameters
    ----------
    difference : sympy.Expr
        Of both sides: a function of the unknown alone, continuous where it is positive.
    unknown : Symbol

    Examples
    --------
    >>> from sympy.abc import x
    >>> root_ball(x**2 - 2, x).str(8, radius=False)
    '1.4142136'
    >>> root_ball((x - 1) * (x - 5), x) is None
    True
    """

    def value(at: arb) -> arb:
        return ball_of(difference, {unknown: at})

    with ctx.workprec(BITS):
        changes = list(_changes(value))
        if len(changes) != 1:
            return None
        low, high, rises = changes[0]
        return root_of(lambda at: value(at) if rises else -value(at), low, high)


def _changes(value: Function) -> Iterator[tuple[Fraction, Fraction, bool]]:
    """Ends with signs that differ, and whether the sign at the upper one is positive."""
    signs = []
    for power in range(-POWER, POWER + 1):
        at = Fraction(2) ** power
        found = value(ball(at))
        if found > 0 or found < 0:
            signs.append((at, bool(found > 0)))
    for (low, before), (high, after) in pairwise(signs):
        if before != after:
            yield low, high, after
