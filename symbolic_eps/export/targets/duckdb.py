"""DuckDB: NaN is greater than all numbers there; a logarithm or root outside its domain ends the query."""

from __future__ import annotations

from symbolic_eps.export.programs.program import Operation
from symbolic_eps.export.targets.sql import Dialect, Sql


def number(value: float) -> str:
    """A number with an exponent: without one it would be a decimal.

    Examples
    --------
    >>> number(0.5), number(2.0**-960)
    ('0.5e0', '1.0261342003245941e-289')
    """
    text = repr(value)
    return text if "e" in text else f"{text}e0"


TARGET = Sql(
    name="duckdb",
    title="SQL for DuckDB",
    dialect=Dialect(
        argument="{0}::DOUBLE",
        number=number,
        infinity="'Infinity'::DOUBLE",
        functions={
            Operation.ABSOLUTE: "abs({0})",
            Operation.SQUARE_ROOT: "CASE WHEN {0} >= 0e0 THEN sqrt({0}) END",
            Operation.LOG: "CASE WHEN {0} > 0e0 THEN ln({0}) END",
            Operation.EXP: "exp({0})",
        },
        compared="nullif({0}, 'NaN'::DOUBLE)",
    ),
)
