"""A number of an answer: exact ends that enclose it to 20 digits, and its closed form if it has one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from symbolic_eps.report.envelope import number as document_number
from symbolic_eps.report.formula import formula
from symbolic_eps.report.number import DIGITS as SHOWN
from symbolic_eps.report.number import LONGEST_EXACT, closed_form, is_long, shown
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
        Ends that contain the number; both are `math.inf` for +oo.
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
    """The enclosure of an exact number, or of +oo: ends at most 1e-24 of it apart.

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


def enclosing(numbers: Sequence[Quantity]) -> Quantity:
    """The least interval around several numbers; a single one stays as it is.

    Examples
    --------
    >>> enclosing([quantity(sp.Integer(1)), quantity(sp.Integer(2))]).enclosure.text()
    '[1, 2]'
    """
    if len(numbers) == 1:
        return numbers[0]
    return Quantity(min(number.lower for number in numbers), max(number.upper for number in numbers))


def as_probability(number: Quantity) -> Quantity:
    """A number that is known to lie in [0, 1]: ends that do not are drawn in.

    Examples
    --------
    >>> as_probability(Quantity(Fraction(-1), Fraction(1, 2))).enclosure.text()
    '[0, 0.5]'
    """
    lower, upper = max(number.lower, Fraction(0)), min(number.upper, Fraction(1))
    return Quantity(lower, upper, number.closed_form)


def safe_double(number: Quantity, side: str) -> float | str:
    """The binary64 on a side of a number, "up" or "down", for JSON.

    Examples
    --------
    >>> safe_double(quantity(sp.Rational(1, 3)), "down"), safe_double(quantity(sp.oo), "up")
    (0.3333333333333333, 'oo')
    """
    ends = number.enclosure
    return document_number(ends.double_upper() if side == "up" else ends.double_lower())


def safe_doubles(answer: object, sides: Mapping[str, str]) -> dict[str, float | str | None]:
    """Of the answer's numbers those on the safe sides, by name; null for what it does not have."""
    numbers = {name: getattr(answer, name) for name in sides}
    return {name: None if n is None else safe_double(n, sides[name]) for name, n in numbers.items()}


def line(label: str, number: Quantity, safe: str = "") -> str:
    """One line of a report: what it is, the enclosure, the closed form, and the binary64 on the safe side.

    Parameters
    ----------
    label : str
        At most 34 characters.
    number : Quantity
    safe : {"up", "down", ""}
        To which side a rounded number stays safe; nothing where none is used.

    Examples
    --------
    >>> print(line("least delta", quantity(sp.Rational(1, 3)), "up"))
      least delta                        1/3; rounded up 0.33333333333333337
    """
    aside = f"; rounded {safe} {safe_double(number, safe)}" if safe else ""
    return f"  {label:<34} {_text(number)}{aside}"


def _text(number: Quantity) -> str:
    """A rational number as it is, any other as its decimals, with a formula where that is short."""
    form, digits = number.closed_form, number.enclosure.text(SHOWN)
    if form is None or is_long(form):
        return digits
    if form.is_Rational:
        return shown(form)
    return digits if form is sp.oo or len(formula(form)) > LONGEST_EXACT else f"{digits} = {formula(form)}"
