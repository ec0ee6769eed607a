"""Exact numbers as text and as data: certified digits, and the formula if it is short."""

from __future__ import annotations

import sympy as sp

from symbolic_eps.digits import enclosure_of, significant
from symbolic_eps.report.formula import formula
from verify.enclosure import Enclosure, UncertifiedError, enclose, enclose_to

LONGEST_EXACT = 40
"""Characters of a formula that is shown beside its digits."""

DIGITS = 12

LONGEST_FORM = 400
"""Characters of a closed form in a JSON result."""

_WIDTH = 10**-15
_LONGEST_INTEGER = 4 * LONGEST_FORM  # bits; Python itself writes out some 14000 at most


def shown(value: sp.Expr) -> str:
    """A rational number as it is, any other as an interval that contains it, with a short formula.

    Examples
    --------
    >>> shown(sp.Rational(1, 3)), shown(sp.log(2))
    ('1/3', '[0.693147180559, 0.693147180560] = log(2)')
    """
    if is_long(value):
        return enclosure_of(value).text(DIGITS)
    exact = formula(value)
    if value is sp.oo or (value.is_Rational and len(exact) <= LONGEST_EXACT):
        return exact
    digits = enclosure_of(value).text(DIGITS)
    return digits if len(exact) > LONGEST_EXACT or value.has(sp.CRootOf) else f"{digits} = {exact}"


def is_long(value: sp.Expr) -> bool:
    """Whether an expression has a number that is too long to be written out.

    Examples
    --------
    >>> is_long(sp.exp(-20000 * sp.log(3))), is_long(sp.log(3) / 2)
    (True, False)
    """
    return any(max(abs(int(n.p)), int(n.q)).bit_length() > _LONGEST_INTEGER for n in value.atoms(sp.Rational))


def measured(value: sp.Expr, digits: int = 3) -> str:
    """A number >= 0 to about so many digits.

    Examples
    --------
    >>> measured(sp.Integer(0)), measured(sp.sqrt(2))
    ('0', '1.41')
    """
    return "0" if value == 0 else significant(value, digits)


def interval(value: sp.Expr) -> dict[str, str | None]:
    """An exact number as decimal texts that enclose it, and its closed form where that is short.

    Examples
    --------
    >>> interval(sp.Rational(1, 3))
    {'lower': '0.333333333333', 'upper': '0.333333333334', 'closed_form': '1/3'}
    >>> interval(sp.oo)["upper"]
    'oo'
    """
    try:
        enclosure = enclose_to(value, _WIDTH)
    except UncertifiedError:
        enclosure = enclose(value, 512)  # a zero that is not written as 0
    return enclosed_number(enclosure, DIGITS, value)


def enclosed_number(enclosure: Enclosure, digits: int, value: sp.Expr | None) -> dict[str, str | None]:
    """A number as JSON results give it; `value` is the number itself where that is known."""
    return {**ends(enclosure, digits), "closed_form": None if value is None else closed_form(value)}


def ends(enclosure: Enclosure, digits: int) -> dict[str, str]:
    """The decimal texts that enclose a number; `oo` for infinity."""
    return {"lower": enclosure.decimal_lower(digits), "upper": enclosure.decimal_upper(digits)}


def closed_form(value: sp.Expr) -> str | None:
    """The formula of an exact number as text that SymPy reads; None where it is too long to be of use.

    Examples
    --------
    >>> closed_form(sp.log(2)), closed_form(sp.Integer(3) ** 4000)
    ('log(2)', None)
    """
    if is_long(value):
        return None
    text = formula(value)
    return text if len(text) <= LONGEST_FORM else None
