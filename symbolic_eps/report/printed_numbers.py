"""Printed formulas beside derived numbers, as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import sympy as sp

from symbolic_eps.answers.printed_numbers import PrintedNumber
from symbolic_eps.report.formula import formula
from symbolic_eps.report.quantity import line


def text(numbers: Sequence[PrintedNumber]) -> str:
    """The comparison as lines of text; every number that is shown encloses the exact one.

    Examples
    --------
    >>> from symbolic_eps.answers.printed_numbers import printed_numbers
    >>> from symbolic_eps.answers.privacy_loss import release_loss
    >>> found = release_loss("1", "1/2")
    >>> known = {"eps0": found.eps0, "eps": found.eps, "k": 1}
    >>> lines = text(printed_numbers("at-risk loss", {"probability": found.probability}, known)).splitlines()
    >>> print(lines[1])
    dandekar-basu-bressan-2021 thm:4: probability = (1 - exp(-eps))/(1 - exp(-eps0)), if k = 1 and eps <= eps0
    """
    telling = [number for number in numbers if number.value is not None or number.missing]
    return "\n".join(["What papers print, not what was derived:", *_lines(telling or numbers)]) + "\n"


def _lines(numbers: Sequence[PrintedNumber]) -> Iterator[str]:
    for number in numbers:
        printed = number.printed
        valid = "" if not printed.conditions else f", if {_condition(number)}"
        written = printed.written or _formula(number)
        yield f"{number.paper} {printed.locator}: {printed.number} = {written}{valid}"
        yield f"  read so: {printed.reading}"
        if number.missing:
            yield f"  it takes numbers that are not given, or not known exactly: {', '.join(number.missing)}"
        elif number.value is None:
            yield "  it says nothing for these numbers"
        else:
            yield line("its value", number.value)
        if number.difference is not None:
            yield line("above the derived number by", number.difference)


def structured(numbers: Sequence[PrintedNumber] | None) -> list[dict[str, Any]] | None:
    """The comparison as plain data; None where none was asked for."""
    if numbers is None:
        return None
    return [
        {
            "paper": number.paper,
            "locator": number.printed.locator,
            "number": number.printed.number,
            "formula": _formula(number),
            "reading": number.printed.reading,
            "condition": _condition(number),
            "value": None if number.value is None else number.value.json(),
            "difference": None if number.difference is None else number.difference.json(),
            "missing": list(number.missing),
        }
        for number in numbers
    ]


def _formula(number: PrintedNumber) -> str:
    printed = number.printed
    if printed.equation is None:
        return formula(printed.formula)
    sides = f"{formula(printed.equation.lhs)} = {formula(printed.equation.rhs)}"
    if printed.formula == printed.unknown:
        return f"a root of {sides}"
    return f"{formula(printed.formula)}, {printed.unknown} a root of {sides}"


def _condition(number: PrintedNumber) -> str | None:
    return " and ".join(map(_relation, number.printed.conditions)) or None


def _relation(relation: sp.Basic) -> str:
    if isinstance(relation, sp.Eq):
        return f"{formula(relation.lhs)} = {formula(relation.rhs)}"
    return formula(relation)
