"""A number of an answer: exact ends that enclose it to 20 digits, and its closed form where there is one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from symbolic_eps.report.number import closed_form
from verify.enclosure import Enclosure, UncertifiedError, enclose, enclose_to

DIGITS = 21
"""Digits of the decimal texts: they are rounded outward, and still enclose to 20."""

RELATIVE_WIDTH = Fraction(1, 10**24)
"""Width of the exact ends relative to the number."""


@dataclass(frozen=True)
class Quantity:
    """An enclosed number.

    Parameters
    ----------
    lower, upper : Fraction or math.inf
        Ends that contain the number, at most 1e-24 of it apart; both are `math.inf` for +oo.
    closed_form : sympy.Expr or None
        The number itself; None for one that is known by its enclosure alone.

    Examples
    --------
    >>> third = quantity(sp.Rational(1, 3))
    >>> third.lower == third.upper == Fraction(1, 3)
    True
    >>> quantity(sp.log(2)).json()
    {'lower': '0.693147180559945309417', 'upper': '0.693147180559945309418', 'closed_form': 'log(2)'}
    >>> quantity(sp.oo).json()
    {'lower': 'oo', 'upper': 'oo', 'closed_form': 'oo'}
    """

    lower: Fraction | float
    upper: Fraction | float
    closed_form: sp.Expr | None = None

    def __post_init__(self) -> None:
        self.enclosure  # noqa: B018 -- refuses ends that enclose nothing

    @property
    def enclosure(self) -> Enclosure:
        """The ends as an interval, which knows its decimals and doubles."""
        return Enclosure(self.lower, self.upper)

    def json(self) -> dict[str, str | None]:
        """Decimal texts rounded outward, and the closed form as SymPy reads it; null where it is long."""
        return {
            "lower": self.enclosure.decimal_lower(DIGITS),
            "upper": self.enclosure.decimal_upper(DIGITS),
            "closed_form": None if self.closed_form is None else closed_form(self.closed_form),
        }


def quantity(value: sp.Expr) -> Quantity:
    """The enclosure of an exact number, or of +oo.

    Raises
    ------
    TypeError
        The expression holds a symbol, or a part of another kind without an enclosure.
    ValueError
        The number is not real.
    """
    try:
        enclosure = enclose_to(value, RELATIVE_WIDTH)
    except UncertifiedError:
        enclosure = enclose(value, 512)  # a zero that is not written as 0
    return Quantity(enclosure.lower, enclosure.upper, value)
