"""A row of a table of closed forms derived now, beside what is printed.

A row's verdicts come from `symbolic_eps.closed_form_table.printed_cell`; the derivation itself never sees the
printed entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import sympy as sp

from symbolic_eps.answers import stored_closed_form
from symbolic_eps.answers.saved_work import files_of
from symbolic_eps.closed_form_table.printed_cell import Agreement, Comparison, PrintedCell, compare
from symbolic_eps.closed_form_table.row import PrintedValue, Row, all_rows
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import branch_at, exact_epsilon
from symbolic_eps.closed_forms.storage import restored, stored
from symbolic_eps.coq.shipped import stated, theorem_names
from symbolic_eps.papers import closed_forms, theorem_folders
from symbolic_eps.report.table import PrintedEntry, TableEntry
from symbolic_eps.theory.symbols import parameter
from verify.enclosure import rounded
from verify.evidence import Evidence

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
    evidence : mapping of str to Evidence
        What every decision rests on, by the fingerprint of the claim.
    """

    row: Row
    derived: PiecewiseInfimum
    comparisons: tuple[Comparison, ...]
    evidence: Mapping[str, Evidence] = field(default_factory=dict, compare=False, repr=False)

    @property
    def files(self) -> dict[Path, str]:
        """The result with its certificates, as files to be stored."""
        return files_of(self.row.identifier, self.evidence, self.derived.branches)


def derive_table(
    progress: Progress = lambda _: None,
    rows: tuple[Row, ...] | None = None,
    anew: bool = False,
    executor: Executor | None = None,
) -> Iterator[DerivedRow]:
    """Derive the rows and compare each with its printed entries.

    A stored result is not searched for again, only proved again, each decision by the certificate that is
    stored with it; where these do not suffice, the search and the solvers take over.

    Parameters
    ----------
    progress : callable
        Called with a short text at each stage (with an executor, when a row is done).
    rows : tuple of Row
        Those of all papers by default.
    anew : bool
        Whether to leave aside what is stored.
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
    rows = all_rows() if rows is None else rows
    if executor is None:
        for row in rows:
            yield derive_row(row, anew, partial(_titled, progress, f"({row.display})"))
        return
    # A long row that begins last would have one process work alone at the end.
    longest_first = sorted(range(len(rows)), key=lambda i: -len(rows[i].profile.parameter_region))
    tasks = {i: executor.submit(_derive_elsewhere, rows[i], anew) for i in longest_first}
    for i, row in enumerate(rows):
        derived, document = tasks[i].result()
        yield replace(derived, derived=replace(derived.derived, branches=restored(document)))
        progress(f"({row.display}) done")


def _derive_elsewhere(row: Row, anew: bool) -> tuple[DerivedRow, dict[str, Any]]:
    """A row for another process, with its branches to the letter: pickled, -(b - 1)/2 becomes 1/2 - b/2."""
    derived = derive_row(row, anew)
    return derived, stored(derived.derived.branches)


def derive_row(row: Row, anew: bool = False, progress: Progress | None = None) -> DerivedRow:
    """One row derived and compared; see `derive_table`."""
    show = progress or (lambda _: None)
    stored_form = (
        stored_closed_form.StoredClosedForm()
        if anew
        else stored_closed_form.load(row.identifier, *closed_forms(row.paper))
    )
    derived, judge = stored_closed_form.proved_or_derived(row.profile, stored_form, show)
    show("comparing with the printed entries")
    comparisons = [compare(cell, derived, judge) for cell in row.printed]
    if row.value is not None:
        comparisons.append(_compare_value(row.value, derived))
    return DerivedRow(row, derived, tuple(comparisons), judge.found)


def _titled(progress: Progress, title: str, text: str) -> None:
    progress(f"{title} {text}")


def entry(derived: DerivedRow) -> TableEntry:
    """The row in the form that the reports render."""
    printed = tuple(
        PrintedEntry(
            paper=derived.row.paper,
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
    theorems = theorem_names(derived.derived, stated(theorem_folders(derived.row.paper), own_words=False))
    return TableEntry(derived.row.identifier, derived.row.display, derived.derived, printed, theorems)


def _compare_value(printed: PrintedValue, derived: PiecewiseInfimum) -> Comparison:
    """A single printed number, against the derived closed form rounded with certainty."""
    branch = branch_at(derived, printed.parameters)
    agrees = rounded(exact_epsilon(derived, printed.parameters), printed.decimals) == printed.text
    condition = sp.And(*(sp.Eq(symbol, number) for symbol, number in printed.parameters.items()))
    cell = PrintedCell(printed.locator, condition, sp.Float(printed.text, len(printed.text.strip("0."))))
    verdict = Agreement.HOLDS if agrees else Agreement.REFUTED
    index = derived.branches.index(branch)
    return Comparison(cell, verdict, (index,), index, witness=None if agrees else printed.parameters)


def closed_form_values(
    rows: Mapping[str, PiecewiseInfimum],
) -> Callable[[str, Mapping[str, sp.Rational]], sp.Expr]:
    """A function from a row's identifier and exact parameters to the exact eps (`oo` for infinity)."""

    def value(identifier: str, parameters: Mapping[str, sp.Rational]) -> sp.Expr:
        return exact_epsilon(rows[identifier], {parameter(n): number for n, number in parameters.items()})

    return value
