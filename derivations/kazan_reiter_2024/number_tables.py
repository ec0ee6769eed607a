"""The paper's numbers, recomputed, as tables for a report."""

from __future__ import annotations

from collections.abc import Mapping

from derivations.kazan_reiter_2024.durham_example import durham_example
from derivations.kazan_reiter_2024.number_row import as_rows
from derivations.kazan_reiter_2024.printed_numbers import recompute
from symbolic_eps.closed_form_table.derived_row import closed_form_values
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.report.sections import Section

_NUMBERS = ("locator", "quantity", "printed", "recomputed", "enclosure", "verdict", "note")
_SHOWN = ("locator", "quantity", "printed", "recomputed", "verdict")
_DURHAM = ("r", "a", "eps", "rmse", "reading", "0.25", "0.5", "1", "2", "note")


def number_sections(derived: Mapping[str, PiecewiseInfimum]) -> tuple[list[Section], bool]:
    """Printed numbers beside recomputed ones, the Durham example in full, and whether all is decided."""
    closed_form = closed_form_values(derived)
    rows = recompute(closed_form)
    durham = durham_example(closed_form)
    sections = [
        Section(
            "numbers",
            "Printed numbers, recomputed with certified rounding",
            _NUMBERS,
            as_rows(rows),
            notes=[f"{row.locator}: {row.note}" for row in rows if row.verdict == "refuted"],
            brief=[_NUMBERS.index(name) for name in _SHOWN],
        ),
        Section(
            "durham",
            "Durham example: eps, RMSE, probability (%) of a switched outcome by deviation of the rate",
            _DURHAM,
            durham.as_rows(),
        ),
        Section(
            "durham_sentence",
            "The sentence on 10 % and the deviation of 0.25, under each reading",
            (
                "reading",
                "steps of noise",
                "probability at r = 5, a = 1/2",
                "verdict",
                "verdict for 'at most'",
            ),
            [
                (str(s.reading), str(s.steps), str(s.probability), s.verdict, s.verdict_at_most)
                for s in durham.readings
            ],
        ),
    ]
    return sections, all(row.verdict != "open" for row in rows)
