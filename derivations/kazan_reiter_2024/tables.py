"""Tables 3, 4 and 5, cell by cell."""

from __future__ import annotations

from derivations.kazan_reiter_2024.appendix_b import branch
from derivations.kazan_reiter_2024.numbers import NUMBERS
from derivations.kazan_reiter_2024.section_5 import value
from derivations.kazan_reiter_2024.table3 import ROWS
from verify.claims.claim import Claim

TABLE_3: tuple[Claim, ...] = tuple(
    branch(row.identifier, number, cell.locator)
    for row in ROWS
    for number, cell in enumerate(row.printed, start=1)
)

TABLES_4_AND_5: tuple[Claim, ...] = tuple(
    value(number.locator) for number in NUMBERS if number.locator.startswith("tab:")
)

CLAIMS: tuple[Claim, ...] = (*TABLE_3, *TABLES_4_AND_5)
