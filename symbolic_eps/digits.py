"""Exact numbers as enclosures and as rounded decimal texts, every digit of which is certified."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import sympy as sp

from verify.enclosure import Enclosure, RoundingTieError, UncertifiedError, enclose, enclose_to, rounded

RELATIVE_WIDTH = Fraction(1, 10**20)
"""Width of an enclosure relative to its value."""

PLAIN_DIGITS = 12
"""Before the point; longer numbers are written with a power of ten."""


def enclosure_of(value: sp.Expr) -> Enclosure:
    """Rational ends that contain an exact number, 20 digits where it is not 0.

    Examples
    --------
    >>> enclosure_of(sp.Rational(1, 3)).text(3)
    '[0.333, 0.334]'
    """
    try:
        return enclose_to(value, RELATIVE_WIDTH)
    except UncertifiedError:
        return enclose(value, 512)  # a zero that is not written as 0


def fixed(number: sp.Expr, places: int) -> str:
    """The number rounded to `places` digits after the point; one more where it is a tie.

    Examples
    --------
    >>> fixed(sp.Rational(1, 3), 2), fixed(sp.Rational(1, 8), 2)
    ('0.33', '0.125')
    """
    try:
        return rounded(number, places)
    except RoundingTieError:
        return rounded(number, places + 1)  # a tie at d decimals is exact at d + 1


def decimal(number: sp.Rational) -> str:
    """A rational number as a decimal text if that is exact in 20 digits, else as a fraction.

    Examples
    --------
    >>> decimal(sp.Rational(3009, 125)), decimal(sp.Rational(1, 3))
    ('24.072', '1/3')
    """
    enclosure = enclosure_of(number)
    text = enclosure.decimal_lower(20)
    return text if text == enclosure.decimal_upper(20) else str(number)


def significant(number: sp.Expr, digits: int = 3) -> str:
    """A positive number rounded to about `digits` significant digits; far from 1 with a power of ten.

    Examples
    --------
    >>> significant(sp.sqrt(2)), significant(sp.exp(-20)), significant(sp.exp(50))
    ('1.41', '2.06e-9', '5.18e21')
    """
    exponent = Decimal(enclose_to(number, Fraction(1, 1000)).decimal_lower(3)).adjusted()
    if not -4 <= exponent < PLAIN_DIGITS:
        return f"{fixed(number * sp.Integer(10) ** -exponent, digits - 1)}e{exponent}"
    return fixed(number, max(digits - 1 - exponent, 0))
