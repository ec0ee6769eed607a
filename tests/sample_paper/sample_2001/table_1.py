"""Table 1: the budget for a relative risk of at most r + 1, as printed."""

from __future__ import annotations

from sympy import log, true

from symbolic_eps.closed_form_table.printed_cell import PrintedCell
from symbolic_eps.closed_form_table.row import Row
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import parameter
from verify.language.condition import positive

r = parameter("r")

ROWS = (
    Row(
        "sample-2001",
        "one-more",
        "IV.1",
        RiskProfile(r + 1, (positive(r),)),
        (PrintedCell("tab:1/(IV.1).1", true, log(r + 1) / 2),),
    ),
)
