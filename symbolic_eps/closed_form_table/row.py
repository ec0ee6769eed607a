"""A row of a paper's table of closed forms: the question, and what is printed as its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.closed_form_table.printed_cell import PrintedCell
from symbolic_eps.errors import InputError
from symbolic_eps.papers import offers
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.spelling import suggest

OFFER = "tables"
"""The kind under which a paper offers its rows."""


@dataclass(frozen=True)
class PrintedValue:
    """A number that is printed where there is no closed form.

    Parameters
    ----------
    locator : str
        Where it is printed.
    parameters : mapping of Symbol to Rational
        For which parameters.
    text : str
        Its digits, such as `0.65`.
    """

    locator: str
    parameters: Mapping[sp.Symbol, sp.Rational]
    text: str

    @property
    def decimals(self) -> int:
        """How many decimals are printed."""
        return len(self.text.partition(".")[2])


@dataclass(frozen=True)
class Row:
    """A row of a table of closed forms: a profile and what a paper prints for it.

    Parameters
    ----------
    paper : str
        The paper's id.
    identifier : str
        Short name, stable across versions.
    display : str
        The paper's number of the profile.
    profile : RiskProfile
        The profile with its domain and assumptions.
    printed : tuple of PrintedCell
        The printed branches; empty where the paper gives no closed form.
    value : PrintedValue, optional
        A number that is printed instead.
    """

    paper: str
    identifier: str
    display: str
    profile: RiskProfile
    printed: tuple[PrintedCell, ...]
    value: PrintedValue | None = None


def all_rows() -> tuple[Row, ...]:
    """The rows of all installed papers.

    Examples
    --------
    >>> all_rows()[0].identifier
    'constant'
    """
    return tuple(row for rows in offers(OFFER).values() for row in rows)


def selected_rows(names: Sequence[str]) -> tuple[Row, ...]:
    """The rows with these identifiers or numbers (`fixed-q`, `15`, `(15)`); all rows for no name.

    Raises
    ------
    symbolic_eps.errors.InputError
        A name that no row has.
    """
    rows = all_rows()
    known = {name: row for row in rows for name in (row.identifier, row.display, f"({row.display})")}
    for name in names:
        if name not in known:
            there = ", ".join(row.identifier for row in rows)
            raise InputError(f"there is no row {name!r}: {suggest(name, known)}choose from {there}")
    return tuple(row for row in rows if not names or row in [known[name] for name in names])
