"""The numerical second look as a table for a report."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symbolic_eps.closed_form_table.cross_check import cross_check
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.report.sections import Section


def cross_check_section(
    derived: Mapping[str, PiecewiseInfimum], progress: Callable[[str], None]
) -> tuple[Section, bool]:
    """The direct numerical minimisation beside each closed form, and whether all points agree."""
    checks = [
        (name, check)
        for name, found in derived.items()
        for check in cross_check(name, found, progress=progress)
    ]
    rows = [
        (
            name,
            ", ".join(f"{s} = {v}" for s, v in check.parameters.items()),
            check.closed_form,
            check.numerical,
            check.relative_gap,
            "agrees" if check.agrees else "DISAGREES",
        )
        for name, check in checks
    ]
    header = ("row", "parameters", "closed form", "numerical minimum", "relative gap", "result")
    title = "Cross-check: direct minimisation at 50 digits, sharing no code with the engine"
    return Section("cross_check", title, header, rows), all(check.agrees for _, check in checks)
