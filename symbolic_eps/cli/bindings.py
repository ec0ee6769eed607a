"""Options of the form NAME=NUMBER, which may be repeated or hold several, with commas between them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from symbolic_eps.errors import InputError

BETWEEN = re.compile(r",(?=\s*\w+\s*=)")
"""A comma before the next name: another one may be within a number, which is refused as such."""


def bound_apart(texts: list[str] | None) -> list[str] | None:
    """The same with one name in each.

    Examples
    --------
    >>> bound_apart(["p=1, q = 1/2", "q"])
    ['p=1', ' q = 1/2', 'q']
    """
    return None if texts is None else [part for text in texts for part in BETWEEN.split(text)]


def bindings(option: str, texts: Iterable[str] | None) -> dict[str, str]:
    """The numbers by name, as exact texts.

    Raises
    ------
    symbolic_eps.errors.InputError
        A text of another form, or a name that is given twice.

    Examples
    --------
    >>> bindings("--set", ["a=0.05", "r=3, t=1/2"])
    {'a': '1/20', 'r': '3', 't': '1/2'}
    """
    from symbolic_eps.profiles.parse import parse_binding

    numbers: dict[str, str] = {}
    for text in bound_apart([*(texts or ())]) or ():
        try:
            name, value = parse_binding(text)
        except InputError as error:
            raise type(error)(f"{option} {text[:60]}: {error}") from None
        if name in numbers:
            raise InputError(f"{option} {text}: {name} has a value already: write {option} {name}=... once")
        numbers[name] = str(value)
    return numbers
