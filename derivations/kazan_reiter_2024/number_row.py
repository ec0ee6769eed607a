"""Recomputed numbers beside printed ones: their rows, certified rounding, and enclosures as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal

import sympy as sp

from derivations.kazan_reiter_2024.numbers import Profile
from symbolic_eps.errors import DomainError
from symbolic_eps.mechanisms.geometric import GeometricNoise
from verify.enclosure import Enclosure, RoundingTieError, enclose, enclose_to, rounded, sign
from verify.language.note import NOTHING, Note

ClosedForm = Callable[[str, Mapping[str, sp.Rational]], sp.Expr]
"""From a row of the closed-form table and its parameters to the exact recommended eps."""

Budget = Callable[[Profile], sp.Expr]
"""From a profile with numbers to its exact recommended eps."""

Verdict = Literal["holds", "refuted", "cited", "open"]

ENCLOSURE_DIGITS = 12


@dataclass(frozen=True)
class NumberRow:
    """One printed number or statement beside what it is when recomputed.

    Parameters
    ----------
    locator : str
        Where it is printed.
    quantity : str
        What it is, with its profile.
    printed : str
        The printed text.
    recomputed : str
        The value with certified rounding to the printed number of digits.
    enclosure : str
        The value to about 12 digits, as an interval or an exact decimal.
    verdict : {"holds", "refuted", "cited", "open"}
        The judgement; "open" where the arithmetic could not decide.
    note : Note
        What a reader should know besides; may be empty.
    """

    locator: str
    quantity: str
    printed: str
    recomputed: str
    enclosure: str
    verdict: Verdict
    note: Note = NOTHING


def as_rows(rows: tuple[NumberRow, ...]) -> tuple[tuple[str, ...], ...]:
    """The rows as plain text: locator, quantity, printed, recomputed, enclosure, verdict, note.

    Examples
    --------
    >>> as_rows((NumberRow("tab:1/1.x", "x", "0.3", "0.3", "[0.33, 0.34]", "holds"),))
    (('tab:1/1.x', 'x', '0.3', '0.3', '[0.33, 0.34]', 'holds', ''),)
    """
    return tuple(
        (row.locator, row.quantity, row.printed, row.recomputed, row.enclosure, row.verdict, row.note)
        for row in rows
    )


def cached_budget(closed_form: ClosedForm) -> Budget:
    """The budget of each profile, asked for once.

    Examples
    --------
    >>> budget = cached_budget(lambda row, parameters: sp.log(parameters["r"]) / 2)
    >>> budget(Profile.of("constant", r=3))
    log(3)/2
    """

    @cache
    def budget(profile: Profile) -> sp.Expr:
        return closed_form(profile.row, {name: exact(value) for name, value in profile.parameters})

    return budget


def exact(value: Fraction | int) -> sp.Rational:
    """The number for SymPy.

    Examples
    --------
    >>> exact(Fraction(1, 3))
    1/3
    """
    fraction = Fraction(value)
    return sp.Rational(fraction.numerator, fraction.denominator)


def finite(epsilon: sp.Expr) -> sp.Expr:
    """The budget itself, which a comparison needs to be a finite number > 0.

    Raises
    ------
    symbolic_eps.errors.DomainError
        If it is not.

    Examples
    --------
    >>> finite(sp.log(3))
    log(3)
    """
    if GeometricNoise.for_budget(epsilon).epsilon is sp.oo:
        raise DomainError("eps = oo where a finite budget is compared with others: give it a row of its own")
    return epsilon


def greater(left: sp.Expr, right: sp.Expr) -> bool:
    """Whether one number exceeds the other, certified.

    Raises
    ------
    verify.enclosure.UncertifiedError
        Where they cannot be told apart.

    Examples
    --------
    >>> greater(sp.log(3), sp.Integer(1))
    True
    """
    return sign(left - right) > 0


def rounded_text(value: sp.Expr, decimals: int, unit: str = "") -> tuple[str, ...]:
    """The certified rounding; both candidates where the value is an exact tie.

    Examples
    --------
    >>> rounded_text(sp.log(3), 2), rounded_text(sp.Rational(1, 8), 2, "%")
    (('1.10',), ('0.12%', '0.13%'))
    """
    try:
        return (rounded(value, decimals) + unit,)
    except RoundingTieError as tie:
        return (tie.half_even + unit, tie.half_up + unit)


def enclosure_text(value: sp.Expr) -> str:
    """The value to about 12 digits.

    Examples
    --------
    >>> enclosure_text(sp.Rational(1, 4))
    '0.25'
    """
    if value == 0:
        return "0"
    return enclose_to(value, Fraction(1, 10 ** (ENCLOSURE_DIGITS + 3))).text(ENCLOSURE_DIGITS)


def decimals(text: str) -> int:
    """How many decimals a printed number has.

    Examples
    --------
    >>> decimals("0.51"), decimals("25%")
    (2, 0)
    """
    return len(text.rstrip("%").partition(".")[2])


def smallest(values: Iterable[sp.Expr]) -> Enclosure:
    """An enclosure of the least of some numbers.

    Examples
    --------
    >>> smallest([sp.Integer(2), sp.Integer(1)]).text()
    '1'
    """
    enclosures = [enclose(value) for value in values]
    return Enclosure(min(e.lower for e in enclosures), min(e.upper for e in enclosures))
