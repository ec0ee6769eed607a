"""Intervals with rational ends around a number: its digits, rounded outward; standard library only."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction


@dataclass(frozen=True)
class Enclosure:
    """A closed interval that contains a real number, or the point +oo.

    Parameters
    ----------
    lower, upper : Fraction or math.inf
        The ends, exact; both are `math.inf` for +oo, and never only one of them.

    Examples
    --------
    >>> third = Enclosure(Fraction(1, 3), Fraction(1, 3))
    >>> third.decimal_lower(5), third.decimal_upper(5), third.text(3)
    ('0.33333', '0.33334', '[0.333, 0.334]')
    """

    lower: Fraction | float
    upper: Fraction | float

    def __post_init__(self) -> None:
        for end in (self.lower, self.upper):
            if not isinstance(end, Fraction) and end != math.inf:
                raise TypeError(f"an end of an enclosure is a Fraction or +oo, not {end!r}")
        if self.lower > self.upper or (self.lower != self.upper and math.inf in (self.lower, self.upper)):
            raise ValueError(f"the ends {self.lower} and {self.upper} enclose nothing that we use")

    @property
    def is_infinite(self) -> bool:
        """Whether this is the point +oo."""
        return self.lower == math.inf

    @property
    def width(self) -> Fraction:
        """Upper end minus lower end; 0 where the value is known exactly, +oo included."""
        if isinstance(self.lower, Fraction) and isinstance(self.upper, Fraction):
            return self.upper - self.lower
        return Fraction(0)

    def contains(self, value: Fraction | int) -> bool:
        """Whether the rational `value` lies between the ends, ends included."""
        return self.lower <= value <= self.upper

    def decimal_lower(self, digits: int) -> str:
        """Decimal text with at most `digits` significant digits, not above any value enclosed."""
        return _decimal(self.lower, digits, ROUND_FLOOR)

    def decimal_upper(self, digits: int) -> str:
        """Decimal text with at most `digits` significant digits, not below any value enclosed."""
        return _decimal(self.upper, digits, ROUND_CEILING)

    def text(self, digits: int = 12) -> str:
        """The interval as decimal text rounded outward; one number where the decimals are exact."""
        lower, upper = self.decimal_lower(digits), self.decimal_upper(digits)
        return lower if lower == upper else f"[{lower}, {upper}]"

    def double_lower(self) -> float:
        """Largest binary64 that is not above any value enclosed; an exact binary64 is returned as it is.

        Examples
        --------
        >>> Enclosure(Fraction(1, 4), Fraction(1, 4)).double_lower()
        0.25
        >>> tenth = Fraction(1, 10)
        >>> Fraction(Enclosure(tenth, tenth).double_lower()) < tenth < Fraction(0.1)
        True
        """
        if not isinstance(self.lower, Fraction):
            return math.inf
        try:
            nearest = float(self.lower)
        except OverflowError:
            nearest = math.inf if self.lower > 0 else -math.inf
        # A rounded-to-nearest double is at most one step above; +-inf compares as it should.
        return math.nextafter(nearest, -math.inf) if nearest > self.lower else nearest

    def double_upper(self) -> float:
        """Smallest binary64 that is not below any value enclosed; an exact binary64 is returned as it is.

        Examples
        --------
        >>> third = Fraction(1, 3)
        >>> third < Fraction(Enclosure(third, third).double_upper())
        True
        """
        if not isinstance(self.upper, Fraction):
            return math.inf
        below = Enclosure(-self.upper, -self.upper).double_lower()
        return -below if below else 0.0


def _decimal(end: Fraction | float, digits: int, rounding: str) -> str:
    if digits < 1:
        raise ValueError(f"a decimal text needs at least 1 digit, not {digits}")
    if not isinstance(end, Fraction):
        return "oo"
    # Division of two exact integers in a decimal context is correctly rounded in the direction asked for.
    context = Context(prec=digits, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)
    return str(context.divide(Decimal(end.numerator), Decimal(end.denominator)))
