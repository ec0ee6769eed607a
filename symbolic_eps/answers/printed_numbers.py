"""Numbers that installed papers print, beside the derived ones, and the difference.

A paper offers, as `printed`, a tuple of `PrintedFormula`. Its symbols are called like the numbers of the
command's answer. Nothing here judges a formula: it is evaluated where its condition holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isinf

import sympy as sp
from flint import ctx

from symbolic_eps.answers.printed_root import root_ball
from symbolic_eps.errors import InputError
from symbolic_eps.papers import offers
from symbolic_eps.report.quantity import Quantity, quantity
from verify.ball import ball_of
from verify.calculus.monotone_root import BITS, enclosure
from verify.enclosure import UncertifiedError
from verify.language.truth import holds_at


@dataclass(frozen=True)
class PrintedFormula:
    """A formula as a paper prints it.

    Parameters
    ----------
    command : str
        Whose answer has the number, such as `at-risk loss`.
    number : str
        What it is in that answer.
    locator : str
        Where it is printed.
    formula : sympy.Expr
        In symbols called like numbers that the answer has.
    reading : str
        How the print is read, where it can be read in several ways.
    conditions : tuple of Boolean
        Where it is said to hold.
    equation : sympy.Eq or None
        What is printed where the number is a root of it, or the formula takes one.
    unknown : Symbol or None
        That of which it is an equation.
    written : str
        In place of the formula, or of the equation, in a text, where it is long; as the paper writes it.
    """

    command: str
    number: str
    locator: str
    formula: sp.Expr
    reading: str
    conditions: tuple[sp.Basic, ...] = ()
    equation: sp.Eq | None = None
    unknown: sp.Symbol | None = None
    written: str = ""

    @property
    def symbols(self) -> frozenset[sp.Symbol]:
        """Those that have to have a value."""
        own = frozenset() if self.equation is None else self.equation.free_symbols
        return own.union(self.formula.free_symbols, *(c.free_symbols for c in self.conditions)) - {
            self.unknown
        }


@dataclass(frozen=True)
class PrintedNumber:
    """The value of a printed formula beside the number that was derived.

    Parameters
    ----------
    paper : str
        Its id.
    printed : PrintedFormula
    value, difference : Quantity or None
        Of the formula, and by how much it is above the number; None where a condition does not hold, a
        number that the formula takes is missing, or the formula has no value or none that could be enclosed,
        or its equation not one root.
    missing : tuple of str
        Numbers that the formula takes and that are not known exactly.
    """

    paper: str
    printed: PrintedFormula
    value: Quantity | None = None
    difference: Quantity | None = None
    missing: tuple[str, ...] = ()


def printed_numbers(
    command: str, derived: Mapping[str, Quantity], known: Mapping[str, Quantity | sp.Expr | int | None]
) -> tuple[PrintedNumber, ...]:
    """What papers print for the numbers that were derived.

    Parameters
    ----------
    command : str
        Such as `at-risk loss`.
    derived : mapping of str to Quantity
        Numbers of the answer that are compared, by name.
    known : mapping of str to number
        What formulas may take, by name; a number without an exact value, or None, is not known.

    Raises
    ------
    symbolic_eps.errors.InputError
        If no installed paper prints a formula for one of the numbers.

    Examples
    --------
    >>> from symbolic_eps.answers.privacy_loss import release_loss
    >>> found = release_loss("1", "1/2")
    >>> numbers = {"eps0": found.eps0, "eps": found.eps, "k": 1}
    >>> for line in printed_numbers("at-risk loss", {"probability": found.probability}, numbers)[:1]:
    ...     print(line.printed.locator, line.printed.formula, line.value.enclosure.text(6))
    thm:4 (1 - exp(-eps))/(1 - exp(-eps0)) [0.622459, 0.622460]
    """
    values = {name: value for name, given in known.items() if (value := _exact(given)) is not None}
    found = tuple(
        _compared(paper, printed, derived[printed.number], values)
        for paper, printed in _printed()
        if printed.command == command and printed.number in derived
    )
    if not found:
        there = ", ".join(sorted({f"{p.command} ({p.number})" for _, p in _printed()})) or "nothing"
        raise InputError(
            f"no installed paper prints a formula for {', '.join(derived)} of {command}: "
            f"leave out --compare; there are formulas for {there}"
        )
    return found


def _printed() -> Iterator[tuple[str, PrintedFormula]]:
    for paper, formulas in offers("printed").items():
        for printed in formulas:
            yield paper, printed


def _exact(given: Quantity | sp.Expr | int | None) -> sp.Expr | None:
    if isinstance(given, Quantity):
        return given.closed_form
    return None if given is None else sp.sympify(given, strict=True)


def _compared(
    paper: str, printed: PrintedFormula, number: Quantity, values: Mapping[str, sp.Expr]
) -> PrintedNumber:
    at = {symbol: values[symbol.name] for symbol in printed.symbols if symbol.name in values}
    missing = tuple(sorted(symbol.name for symbol in printed.symbols if symbol not in at))
    decidable = (c for c in printed.conditions if c.free_symbols <= at.keys())
    if not all(holds_at(condition, at) is True for condition in decidable):
        return PrintedNumber(paper, printed)
    if missing:
        return PrintedNumber(paper, printed, missing=missing)
    try:
        value = _value(printed, at)
    except (TypeError, ValueError, UncertifiedError):  # it is no real number there, or too hard to enclose
        value = None
    return PrintedNumber(paper, printed, value, None if value is None else _difference(value, number))


def _value(printed: PrintedFormula, at: Mapping[sp.Symbol, sp.Expr]) -> Quantity | None:
    """Of the formula, at a root of its equation if it has one; None where no single root is seen."""
    exact = printed.formula.xreplace(at)
    if printed.equation is None or printed.unknown is None:
        return quantity(exact)
    root = root_ball((printed.equation.lhs - printed.equation.rhs).xreplace(at), printed.unknown)
    if root is None:
        return None
    with ctx.workprec(BITS):
        ends = enclosure(ball_of(exact, {printed.unknown: root}))
    return Quantity(ends.lower, ends.upper)


def _difference(value: Quantity, number: Quantity) -> Quantity | None:
    """By how much a value is above a number; None where one of them is infinite."""
    if any(isinf(end) for end in (value.lower, value.upper, number.lower, number.upper)):
        return None
    if value.closed_form is not None and number.closed_form is not None:
        return quantity(value.closed_form - number.closed_form)
    return Quantity(value.lower - number.upper, value.upper - number.lower)
