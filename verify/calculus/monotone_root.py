"""The root of an increasing function of one real number, isolated by signs that ball arithmetic certifies."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb, ctx, fmpq

from verify.ball import middle_and_radius
from verify.enclosure import Enclosure, UncertifiedError

BITS = 512
"""Working precision; a sign that it cannot tell ends the bisection."""

Function = Callable[[arb], arb]


def ball(number: Fraction) -> arb:
    """The ball of a rational number, at the working precision."""
    return arb(fmpq(number.numerator, number.denominator))


def root_of(increasing: Function, below: Fraction, above: Fraction, bits: int = BITS) -> arb:
    """A ball that contains the root, about 2^(-bits/2) wide.

    Parameters
    ----------
    increasing : function of a ball
        Strictly increasing, negative at `below` and positive at `above`.

    Raises
    ------
    ValueError
        The signs at the ends are not certified to be those.

    Examples
    --------
    >>> root = root_of(lambda x: x * x - 2, Fraction(1), Fraction(2))
    >>> enclosure(root).text(12)
    '[1.41421356237, 1.41421356238]'
    """
    with ctx.workprec(bits):
        if not (increasing(ball(below)) < 0 < increasing(ball(above))):
            raise ValueError(f"no root between {below} and {above}: the signs at the ends do not differ")
        width = (above - below) / 2 ** (bits // 2)
        while above - below > width:
            middle = (below + above) / 2
            value = increasing(ball(middle))
            if value < 0:
                below = middle
            elif value > 0:
                above = middle
            else:
                break  # the root itself, or too close to it
        return ball(below).union(ball(above))


def first_above(increasing: Function, start: Fraction, bits: int = BITS) -> Fraction:
    """A number above `start`, found by doubling, at which an increasing function is positive.

    Raises
    ------
    UncertifiedError
        Up to 2^40 no such number is found.

    Examples
    --------
    >>> first_above(lambda x: x - 5, Fraction(1))
    Fraction(9, 1)
    """
    with ctx.workprec(bits):
        for doublings in range(40):
            candidate = start + (1 << doublings)
            if increasing(ball(candidate)) > 0:
                return candidate
    raise UncertifiedError("the root is beyond 2^40, or there is none")


def enclosure(value: arb) -> Enclosure:
    """A finite ball as an interval."""
    middle, radius = middle_and_radius(value)
    return Enclosure(middle - radius, middle + radius)
