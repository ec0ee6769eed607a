"""The formulas that `symbolic-eps export` knows: of papers, mechanisms, notions, and of tables' rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial

from symbolic_eps.answers import stored_closed_form
from symbolic_eps.closed_form_table.derived_row import DerivedRow, derive_row
from symbolic_eps.closed_form_table.row import Row, all_rows, selected_rows
from symbolic_eps.export.forms.derived import formula_of
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.notions import allowed_formulas
from symbolic_eps.notions.formulas import notion_formulas
from symbolic_eps.papers import closed_forms, offers
from symbolic_eps.privacy_loss import formulas as privacy_loss
from symbolic_eps.randomized_response import formulas as randomized_response
from symbolic_eps.report.formula import formula


@dataclass(frozen=True)
class Exportable:
    """A formula that has a name.

    Parameters
    ----------
    title : str
        One line.
    make : callable
        Derives and proves it.
    """

    title: str
    make: Callable[[], Formula]


@cache
def exportable() -> Mapping[str, Exportable]:
    """By the name under which `--formula` asks for it: how a formula is made.

    Returns
    -------
    mapping of str to Exportable
        `ROW` is the piecewise function of a row of a table, `ROW.N` its N-th branch, from 1.

    Examples
    --------
    >>> names = exportable()
    >>> list(names)[:3], names["constant"].make().cases[0].exact
    (['root', 'bound', 'deviation'], log(r)/2)
    """
    offered = [make for formulas in offers("formulas").values() for make in formulas.values()]
    makers = (*offered, *randomized_response.FORMULAS, *privacy_loss.FORMULAS, *allowed_formulas.FORMULAS)
    made = ((make(), make) for make in makers)
    known = {formula.identifier: Exportable(formula.title, make) for formula, make in made}
    known |= {name: Exportable(title, make) for name, title, make in notion_formulas()}
    for row in all_rows():
        known[row.identifier] = Exportable(_title(row), partial(_whole, row))
        branches = (
            stored_closed_form.load(row.identifier, *closed_forms(row.paper)).branches
            or derived_once(row.identifier).derived.branches
        )
        if len(branches) > 1:
            for number, branch in enumerate(branches, start=1):
                if branch.polynomial is not None:
                    title = f"{_title(row)}: where {branch.condition}"
                    known[f"{row.identifier}.{number}"] = Exportable(title, partial(_branch, row, number))
    return known


@cache
def derived_once(identifier: str) -> DerivedRow:
    """A row of a table by its id: derived when it is first asked for, and kept."""
    (row,) = selected_rows((identifier,))
    return derive_row(row)


def _title(row: Row) -> str:
    fixed = "".join(f", {v} fixed" for v in row.profile.fixed)
    box = ", p and q in a box" if row.profile.box else ""
    return f"the largest eps that keeps the relative risk within {formula(row.profile.bound)}{fixed}{box}"


def _whole(row: Row) -> Formula:
    return formula_of(
        derived_once(row.identifier).derived, row.identifier, _title(row), f"{row.paper}, ({row.display})"
    )


def _branch(row: Row, number: int) -> Formula:
    derived = derived_once(row.identifier).derived
    source = f"{row.paper}, ({row.display}), branch {number}"
    title = f"{_title(row)}: where {derived.branches[number - 1].condition}"
    return formula_of(derived, f"{row.identifier}.{number}", title, source, number - 1)
