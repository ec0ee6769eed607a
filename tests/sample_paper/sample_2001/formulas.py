"""The one formula that the paper offers for export."""

from __future__ import annotations

from sample_2001.table_1 import ROWS
from symbolic_eps.closed_form_table.derived_row import derive_row
from symbolic_eps.export.forms.derived import formula_of
from symbolic_eps.export.forms.formula import Formula


def root() -> Formula:
    """The budget of Table 1."""
    return formula_of(derive_row(ROWS[0]).derived, "odds-free-root", "the budget of Table 1", "Table 1")
