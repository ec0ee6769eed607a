"""Texts of privacy budgets: exact numbers, and logarithms of them as the closed forms have them."""

from __future__ import annotations

import re

import sympy as sp

from symbolic_eps.errors import InputError
from symbolic_eps.profiles.exact_numbers import exact_expression
from symbolic_eps.profiles.parse import parse_number, parse_profile

_LOGARITHM = re.compile(
    r"\s*(?:(?P<factor>[^()]*)\*)?\s*log\((?P<argument>.*)\)\s*(?:/(?P<divisor>[^()]*))?\s*"
)


def read_epsilon(epsilon: object) -> sp.Expr:
    """A budget from a text, an exact number or a SymPy expression without floats.

    Raises
    ------
    symbolic_eps.errors.InputError
        Anything else.

    Examples
    --------
    >>> read_epsilon("log(3)/2"), read_epsilon(2)
    (log(3)/2, 2)
    """
    return parse_epsilon(epsilon) if isinstance(epsilon, str) else exact_expression("eps", epsilon)


def parse_epsilon(text: str) -> sp.Expr:
    """Read an exact budget: a number, or `log(...)` of one, with a rational factor.

    Parameters
    ----------
    text : str
        Such as `1/2`, `0.5`, `log(9)`, `log(3)/2`, `3/2*log(2)`, `log((1+sqrt(5))/2)` or `oo`.

    Raises
    ------
    symbolic_eps.errors.InputError
        Anything else.

    Examples
    --------
    >>> parse_epsilon("log(11/3)/2"), parse_epsilon("0.65")
    (log(11/3)/2, 13/20)
    """
    if text.strip() == "oo":
        return sp.oo
    right = re.sub(r"\bln\b", "log", text)
    if right != text:
        raise InputError(f"{text!r}: the natural logarithm is called log: write {right}")
    if "log" not in text:
        return parse_number(text)
    match = _LOGARITHM.fullmatch(text)
    if match is None:
        raise InputError(
            f"{text!r} is no budget: write a number such as 1/2, or log(9), log(3)/2, 3/2*log(2)"
        )
    argument = parse_profile(match["argument"])
    if not argument.is_number or argument.is_positive is not True:
        raise InputError(f"{text!r}: the logarithm of {argument}: give it a positive number, such as log(9)")
    factor = parse_number(match["factor"]) if match["factor"] else sp.Integer(1)
    divisor = parse_number(match["divisor"]) if match["divisor"] else sp.Integer(1)
    if divisor == 0:
        raise InputError(f"{text!r} divides by 0: write another divisor, as in log(3)/2")
    return factor / divisor * sp.log(argument)
