"""The closed-form table: every row of Table 3 (and (33)) derived now, beside what is printed.

A row's verdicts come from `derivations.printed_cell`; the derivation itself never sees the printed cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import sympy as sp

from derivations.kazan_reiter_2024.table3 import PAPER, ROWS, TWO_DIMENSIONAL_NUMBER, Row
from derivations.printed_cell import Agreement, Comparison, PrintedCell, compare
from symbolic_eps import shipped
from symbolic_eps.closed_form import PiecewiseInfimum
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.evaluate import branch_at, exact_epsilon
from symbolic_eps.minimum import infimum
from symbolic_eps.near import meant
from symbolic_eps.report.table import PrintedEntry, TableEntry
from symbolic_eps.storage import restored, stored
from symbolic_eps.symbols import parameter
from verify.decision import CertifyingSolver
from verify.enclosure import rounded
from verify.evidence import Evidence
from verify.smt import UndecidedQueryError

Progress = Callable[[str], None]


@dataclass(frozen=True)
class DerivedRow:
    """A row of the table with its derivation and the comparison of each printed cell.

    Parameters
    ----------
    row : Row
        What was asked and what is printed.
    derived : PiecewiseInfimum
        What the engine found and proved.
    comparisons : tuple of Comparison
        One for each printed cell, in the printed order.
    found : mapping of str to Evidence
        What every decision rests on, by the fingerprint of the claim.
    """

    row: Row
    derived: PiecewiseInfimum
    comparisons: tuple[Comparison, ...]
    found: Mapping[str, Evidence] = field(default_factory=dict, compare=False, repr=False)

    @property
    def files(self) -> dict[Path, str]:
        """The result with its certificates, as files to be shipped."""
        return shipped.files(self.row.identifier, self.derived.branches, self.found)


def derive_table(
    progress: Progress = lambda _: None,
    rows: tuple[Row, ...] = ROWS,
    anew: bool = False,
    executor: Executor | None = None,
) -> Iterator[DerivedRow]:
    """Derive the rows and compare each with its printed cells.

    A shipped result is not searched for again, only proved again, each decision by the certificate that is
    shipped with it; where these do not suffice, the search and the solvers take over.

    Parameters
    ----------
    progress : callable
        Called with a short text at each stage (with an executor, when a row is done).
    rows : tuple of Row
        All rows by default.
    anew : bool
        Whether to leave aside what is shipped.
    executor : concurrent.futures.Executor, optional
        Derives rows side by side; by default one follows the other.

    Yields
    ------
    DerivedRow
        In the order of the rows.

    Examples
    --------
    >>> first = next(derive_table())
    >>> first.derived.branches[0].epsilon, str(first.comparisons[0].verdict)
    (log(r)/2, 'holds')
    """
    if executor is None:
        for row in rows:
            yield derive_row(row, anew, partial(_titled, progress, f"({row.display})"))
        return
    tasks = [executor.submit(_derive_elsewhere, row, anew) for row in rows]
    for row, task in zip(rows, tasks, strict=True):
        found, document = task.result()
        yield replace(found, derived=replace(found.derived, branches=restored(document)))
        progress(f"({row.display}) done")


def _derive_elsewhere(row: Row, anew: bool) -> tuple[DerivedRow, dict[str, Any]]:
    """A row for another process, with its branches to the letter: pickled, -(b - 1)/2 becomes 1/2 - b/2."""
    found = derive_row(row, anew)
    return found, stored(found.derived.branches)


def derive_row(row: Row, anew: bool = False, progress: Progress | None = None) -> DerivedRow:
    """One row derived and compared; see `derive_table`."""
    show = progress or (lambda _: None)
    at_hand = shipped.Shipped() if anew else shipped.load(row.identifier)
    derived, judge = _derived(row, at_hand, show)
    show("comparing with the printed cells")
    comparisons = [compare(cell, derived, judge) for cell in row.printed]
    if row.identifier == "two-dimensional":
        comparisons.append(_compare_number(derived))
    return DerivedRow(row, derived, tuple(comparisons), judge.found)


def _derived(row: Row, at_hand: shipped.Shipped, show: Progress) -> tuple[PiecewiseInfimum, CertifyingSolver]:
    """The result, and who has decided in its proof."""
    judge = CertifyingSolver(at_hand=at_hand.answers)
    if at_hand.branches is not None:
        try:
            return infimum(row.profile, progress=show, judge=judge, branches=at_hand.branches), judge
        except (UndecidedError, UndecidedQueryError):
            show("what is shipped does not hold; deriving anew")
            judge = CertifyingSolver(at_hand=at_hand.answers)
    return infimum(row.profile, progress=show, judge=judge), judge


def _titled(progress: Progress, title: str, text: str) -> None:
    progress(f"{title} {text}")


def selected_rows(names: Sequence[str]) -> tuple[Row, ...]:
    """The rows with these identifiers or numbers (`fixed-q`, `15`, `(15)`); all rows for no name.

    Raises
    ------
    symbolic_eps.errors.InputError
        A name that no row has.
    """
    known = {name: row for row in ROWS for name in (row.identifier, row.display, f"({row.display})")}
    for name in names:
        if name not in known:
            rows = ", ".join(row.identifier for row in ROWS)
            raise InputError(f"there is no row {name!r}: {meant(name, known)}there are {rows}")
    return tuple(row for row in ROWS if not names or row in [known[name] for name in names])


def entry(derived: DerivedRow) -> TableEntry:
    """The row in the form that the reports render."""
    printed = tuple(
        PrintedEntry(
            paper=PAPER,
            locator=c.cell.locator,
            branch=c.main_branch,
            verdict=str(c.verdict),
            condition=c.cell.condition,
            epsilon=c.cell.epsilon,
            hypothesis=c.hypothesis,
            witness=c.witness,
        )
        for c in derived.comparisons
    )
    return TableEntry(derived.row.identifier, derived.row.display, derived.derived, printed)


def _compare_number(derived: PiecewiseInfimum) -> Comparison:
    """The paper's single number for (33), against the derived closed form rounded with certainty."""
    locator, values, printed = TWO_DIMENSIONAL_NUMBER
    branch = branch_at(derived, values)
    agrees = rounded(exact_epsilon(derived, values), 2) == printed
    condition = sp.And(*(sp.Eq(symbol, number) for symbol, number in values.items()))
    cell = PrintedCell(locator, condition, sp.Float(printed, len(printed.strip("0."))))
    verdict = Agreement.HOLDS if agrees else Agreement.REFUTED
    index = derived.branches.index(branch)
    return Comparison(cell, verdict, (index,), index, witness=None if agrees else values)


def closed_form_values(
    rows: Mapping[str, PiecewiseInfimum],
) -> Callable[[str, Mapping[str, sp.Rational]], sp.Expr]:
    """A function from a row's identifier and exact parameters to the exact eps (`oo` for infinity)."""

    def value(identifier: str, parameters: Mapping[str, sp.Rational]) -> sp.Expr:
        return exact_epsilon(
            rows[identifier], {parameter(name): number for name, number in parameters.items()}
        )

    return value
