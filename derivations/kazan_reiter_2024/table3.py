"""Table 3 of Kazan & Reiter (2024), as printed: conditions and closed forms; (33) has only a number."""

from __future__ import annotations

from sympy import And, Basic, Eq, Expr, Integer, Symbol, log, sqrt, true

from derivations.kazan_reiter.profiles import PROFILES, a, b, p0, p1, q0, r
from symbolic_eps.closed_form_table.printed_cell import PrintedCell
from symbolic_eps.closed_form_table.row import PrintedValue, Row
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q

PAPER = "kazan-reiter-2024"


def _cells(display: str, *cells: tuple[Basic, Expr]) -> tuple[PrintedCell, ...]:
    return tuple(
        PrintedCell(f"tab:3/({display}).{number}", condition, epsilon)
        for number, (condition, epsilon) in enumerate(cells, start=1)
    )


def _root_at(inclusion: Symbol, value: Symbol) -> Expr:
    """The first branch of (12) for the constant profile, as printed in the row of (25)."""
    weight = inclusion * (1 - value)
    radical = sqrt((1 - inclusion) ** 2 + 4 * weight * (1 / r - inclusion * value))
    return log(2 * weight / (radical - (1 - inclusion)))


def _row(identifier: str, display: str, *cells: tuple[Basic, Expr], value: PrintedValue | None = None) -> Row:
    return Row(PAPER, identifier, display, PROFILES[identifier], _cells(display, *cells), value)


ROWS = (
    _row(
        "constant",
        "14",
        (true, log(r) / 2),
    ),
    _row(
        "fixed-q",
        "15",
        (And(q > 0, q <= a / r), log(a * (1 - q) / (q * (1 - a))) / 2),
        (And(q > 0, q <= 1 / (r + 1), q > a / r, q < 1), log((1 - q) / (1 / r - q)) / 2),
        (
            And(q > 1 / (r + 1), q < 1, q > a / r),
            log(2 * a * (1 - q) / (sqrt((r * q - a) ** 2 + 4 * a * q * (1 - q) * (1 - a)) - (r * q - a))),
        ),
        (Eq(q, 1), log((r - a) / (1 - a))),
    ),
    _row(
        "fixed-p",
        "16",
        (And(p > 0, p <= a / r), log(a * (1 - p) / (p * (1 - a)))),
        (
            And(p > a / r, p <= 1),
            log(2 * (p * r - a) / (sqrt(r**2 * (1 - p) ** 2 + 4 * (p * r - a) * (1 - a)) - r * (1 - p))),
        ),
    ),
    _row(
        "box",
        "25",
        (And(q0 >= 0, q0 <= 1 / (r + 1)), _root_at(p1, q0)),
        (And(q0 > 1 / (r + 1), q0 < 1, p0 > 0), _root_at(p0, q0)),
        (And(q0 > 1 / (r + 1), q0 < 1, Eq(p0, 0)), log(r)),
        (Eq(q0, 1), log((1 - p0) / (1 / r - p0))),
    ),
    _row(
        "difference",
        "28",
        (true, log((1 + b) / (1 - b))),
    ),
    _row(
        "two-dimensional",
        "33",
        value=PrintedValue("text:C.3/eps", {a: Integer(1) / 4, r: Integer(3)}, "0.65"),
    ),
)
