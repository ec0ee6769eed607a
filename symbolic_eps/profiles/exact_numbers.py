"""Exact numbers from user input: one list of types, one reader, one wording of errors.

A float is refused wherever an exact number is asked for: as one, 0.1 is 0.1000000000000000055....
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from operator import index
from typing import SupportsIndex, TypeAlias

import mpmath
import sympy as sp

from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.profiles.parse import parse_number

Exact: TypeAlias = int | str | Fraction | Decimal | sp.Rational
"""Numbers that are read exactly; NumPy's integers are ints here."""

LONGEST_NUMBER = 60
"""Digits of numerator and denominator of a parameter; roots of longer numbers take SymPy seconds."""

LONGEST_INSIDE = 310
"""The same of numbers in a profile, for about the range of binary64; the kernel reads 1000 in a proof."""

_PLAIN = re.compile(r"[0-9]{1,40}(\.[0-9]{1,40})?")
"""Decimals that need no parsing: a table has hundred thousands of them."""

_RIGHT = 'give an int, a Fraction, a Decimal or a text such as "1/4" or "0.05"'


def exact_number(name: str, value: object) -> sp.Rational:
    """A rational number from exact input.

    Parameters
    ----------
    name : str
        What it is, for the message.
    value : int, Fraction, Decimal, SymPy rational or str
        Texts as `symbolic_eps.profiles.parse.parse_number` reads them.

    Raises
    ------
    symbolic_eps.errors.InputError
        A float, a truth value, a Decimal that is infinite or no number, a text that is no number, or anything
        else.

    Examples
    --------
    >>> exact_number("a", "0.05"), exact_number("a", Decimal("0.05")), exact_number("a", Fraction(1, 20))
    (1/20, 1/20, 1/20)
    >>> exact_number("a", 0.05)
    Traceback (most recent call last):
    ...
    symbolic_eps.errors.InputError: a = 0.05 is a float, not the number that is meant: ...
    """
    if isinstance(value, str):
        return parse_number(value)
    if isinstance(value, Decimal) and value.is_finite():
        return parse_number(str(value))  # which limits the exponent
    if isinstance(value, Rational) and not isinstance(value, bool):
        return sp.Rational(int(value.numerator), int(value.denominator))
    raise refusal(name, value)


def exact_fraction(name: str, value: object) -> Fraction:
    """The same number as a Fraction.

    Examples
    --------
    >>> exact_fraction("a", "0.05")
    Fraction(1, 20)
    """
    if isinstance(value, str) and _PLAIN.fullmatch(value):
        return Fraction(value)
    number = exact_number(name, value)
    return Fraction(int(number.p), int(number.q))


def exact_or_infinite(name: str, value: object) -> sp.Expr:
    """An exact number, or infinity: SymPy's, or one of the texts oo, inf and infinity.

    Raises
    ------
    symbolic_eps.errors.InputError
        Anything else.

    Examples
    --------
    >>> exact_or_infinite("r", "1/4"), exact_or_infinite("r", "oo")
    (1/4, oo)
    """
    if value is sp.oo or value is -sp.oo:
        return value
    if not isinstance(value, str):
        return exact_number(name, value)
    if value.strip().lower() in ("oo", "+oo", "inf", "infinity"):
        return sp.oo
    if value.strip().lower() == "nan":
        raise DomainError(f"{name} = nan is not a number (NaN): {_RIGHT}")
    try:
        return exact_number(name, value)
    except InputError as error:
        raise type(error)(f"{name} = {value[:60]!r}: {error}") from None


def exact_or_binary(name: str, value: object) -> sp.Expr:
    """An exact number or infinity, or a binary number as exactly what it holds.

    Parameters
    ----------
    name : str
        What it is, for the message.
    value : rational, text, float or mpf

    Raises
    ------
    symbolic_eps.errors.InputError
        NaN, or anything else.

    Examples
    --------
    >>> exact_or_binary("p", "1/10"), exact_or_binary("p", 0.25), exact_or_binary("r", float("inf"))
    (1/10, 1/4, oo)
    """
    if not isinstance(value, float | mpmath.mpf):
        return exact_or_infinite(name, value)
    if mpmath.isnan(value):
        raise refusal(name, value)
    if mpmath.isinf(value):
        return sp.oo if value > 0 else -sp.oo
    if isinstance(value, float):
        numerator, denominator = value.as_integer_ratio()
    else:
        numerator, denominator = mpmath.libmp.to_rational(value._mpf_)
    return sp.Rational(int(numerator), int(denominator))


def short_number(name: str, value: object) -> sp.Rational:
    """An exact number of reasonable length, for work that grows with it.

    Raises
    ------
    symbolic_eps.errors.InputError
        Also for more than `LONGEST_NUMBER` digits.

    Examples
    --------
    >>> short_number("a", "0.05")
    1/20
    """
    number = exact_number(name, value)
    if max(abs(number.p), number.q) > 10**LONGEST_NUMBER:
        raise InputError(
            f"{name} has more than {LONGEST_NUMBER} digits above or below its fraction bar: write it with "
            "fewer, such as 1/3 or 1e-6"
        )
    return number


def check_lengths(where: str, *expressions: sp.Expr) -> None:
    """Refuse expressions with a number of more than `LONGEST_INSIDE` digits.

    Examples
    --------
    >>> check_lengths("the profile", sp.Symbol("p") / 10**400)
    Traceback (most recent call last):
    ...
    symbolic_eps.errors.InputError: the profile has a number of more than 310 digits: ...
    """
    numbers = (number for expression in expressions for number in expression.atoms(sp.Rational))
    parts = (part for number in numbers for part in (number.p, number.q))
    if max(map(abs, parts), default=0) >= 10**LONGEST_INSIDE:  # Python need not be able to print it
        raise InputError(f"{where} has a number of more than {LONGEST_INSIDE} digits: write a shorter one")


def exact(name: str, value: object) -> sp.Rational:
    """An exact number of reasonable length; what is refused is named.

    Raises
    ------
    symbolic_eps.errors.InputError
        Anything else.

    Examples
    --------
    >>> exact("level", "0.95")
    19/20
    """
    try:
        return short_number(name, value)
    except InputError as error:
        said = str(error)
        raise type(error)(
            said if said.startswith(f"{name} ") else f"{name} = {_shown(value)}: {said}"
        ) from None


def whole(name: str, value: object, least: int, most: int, example: int) -> int:
    """A whole number in a range.

    Raises
    ------
    symbolic_eps.errors.DomainError
        Anything else.

    Examples
    --------
    >>> whole("people", 1000, 1, 10**9, 100000)
    1000
    """
    if isinstance(value, SupportsIndex) and not isinstance(value, bool) and least <= index(value) <= most:
        return index(value)
    raise DomainError(
        f"{name} = {_shown(value)}: give a whole number from {least} to {most}, such as {example}"
    )


def _shown(value: object) -> str:
    """What was given, on one line."""
    text = f"{value!s:.60}"
    return text if text.isprintable() else repr(text)


def exact_expression(name: str, value: object) -> sp.Expr:
    """An exact number, or a SymPy expression without floats; no text.

    Raises
    ------
    symbolic_eps.errors.InputError
        A float in it, or anything else.

    Examples
    --------
    >>> exact_expression("eps", sp.log(9)), exact_expression("eps", Decimal("0.5"))
    (log(9), 1/2)
    """
    if not isinstance(value, sp.Expr):
        if isinstance(value, str):
            raise refusal(name, value)
        return exact_number(name, value)
    floats = sorted(value.atoms(sp.Float), key=str)
    if floats or value is sp.nan:
        raise refusal(name, floats[0] if floats else value)
    return value


def algebraic_number(name: str, value: object) -> sp.Expr:
    """An exact number, or a real algebraic one as a SymPy expression.

    Raises
    ------
    symbolic_eps.errors.InputError
        Anything else.

    Examples
    --------
    >>> algebraic_number("a", sp.sqrt(2) / 2), algebraic_number("a", "0.5")
    (sqrt(2)/2, 1/2)
    """
    if not isinstance(value, sp.Expr):
        return exact_number(name, value)
    number = exact_expression(name, value)
    if not (number.is_number and number.is_real and number.is_algebraic):
        raise refusal(name, value)
    return number


def refusal(name: str, value: object) -> InputError:
    """The error for what is no exact number: what was given, and what to type instead.

    Examples
    --------
    >>> print(refusal("a", 0.05))
    a = 0.05 is a float, not the number that is meant: give "0.05" as a text, a Fraction or a Decimal
    """
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return InputError(f"{name} = {value} is a truth value, not a number: {_RIGHT}")
    special = isinstance(value, sp.Expr) and value in (sp.nan, sp.oo, -sp.oo)
    inexact = isinstance(value, Decimal | sp.Float) or type(value).__name__ == "mpf"
    if not (special or inexact or (isinstance(value, Real) and not isinstance(value, Rational))):
        return InputError(f"{name} = {value!r} is no exact number: {_RIGHT}")
    text = str(value)
    if text.lower().lstrip("+-").startswith(("nan", "snan", "inf", "oo")):
        return DomainError(f"{name} = {text} is not a finite number: {_RIGHT}")
    if isinstance(value, sp.Float) and "e" not in text:
        text = text.rstrip("0").rstrip(".")
    return InputError(
        f'{name} = {text} is a float, not the number that is meant: give "{text}" as a text, '
        "a Fraction or a Decimal"
    )
