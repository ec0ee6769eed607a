"""SQLite, from 3.35, with its mathematical functions: NaN is NULL there, and no operation ends a query."""

from __future__ import annotations

from symbolic_eps.export.programs.program import Operation
from symbolic_eps.export.targets.sql import Dialect, Sql


def number(value: float) -> str:
    """A number as an integer times a power of 2: decimals with an exponent are not always read exactly.

    Examples
    --------
    >>> number(0.5), number(2.0**27 + 1), number(2.0**-960)
    ('0.5', '134217729.0', 'pow(2.0, -960)')
    """
    top, bottom = abs(value).as_integer_ratio()
    sign = "-" if value < 0 else ""
    if (bottom == 1 and top < 2**53) or value in (0.5, 0.25, 0.75):
        return repr(value)
    zeros = (top & -top).bit_length() - 1
    odd, exponent = top >> zeros, zeros - (bottom.bit_length() - 1)
    power = f"pow(2.0, {exponent})"
    return sign + power if odd == 1 else f"({sign}{odd}.0 * {power})"


TARGET = Sql(
    name="sqlite",
    title="SQL for SQLite",
    dialect=Dialect(
        argument="CASE WHEN typeof({0}) IN ('real', 'integer') THEN CAST({0} AS REAL) END",
        number=number,
        infinity="9e999",
        functions={
            Operation.ABSOLUTE: "abs({0})",
            Operation.SQUARE_ROOT: "sqrt({0})",
            Operation.LOG: "ln({0})",
            Operation.EXP: "exp({0})",
        },
        materialized="MATERIALIZED ",
    ),
)
