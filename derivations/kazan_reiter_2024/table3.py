"""Table 3 of Kazan & Reiter (2024), as printed: profiles, conditions and closed forms.

Symbols: a, b, r stand for the paper's tilded constants; a tilded prior is the prior itself, held fixed.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import And, Basic, Eq, Expr, Integer, Max, Symbol, log, sqrt, true

from derivations.printed_cell import PrintedCell
from symbolic_eps.profile import RiskProfile
from symbolic_eps.symbols import PRIOR_INCLUSION as p
from symbolic_eps.symbols import PRIOR_VALUE as q
from symbolic_eps.symbols import parameter
from verify.condition import Condition, conditions_of

PAPER = "kazan-reiter-2024"

a, b, r = parameter("a"), parameter("b"), parameter("r")
p0, p1, q0, q1 = (parameter(name) for name in ("p0", "p1", "q0", "q1"))


@dataclass(frozen=True)
class Row:
    """A row of the closed-form table: a profile and what the paper prints for it.

    Parameters
    ----------
    identifier : str
        Short name, stable across versions.
    display : str
        The paper's number of the profile.
    profile : RiskProfile
        The profile with its domain and assumptions.
    printed : tuple of PrintedCell
        The printed branches; empty where the paper gives no closed form.
    """

    identifier: str
    display: str
    profile: RiskProfile
    printed: tuple[PrintedCell, ...]


def _all(*relationals: Basic) -> tuple[Condition, ...]:
    return tuple(c for relational in relationals for c in conditions_of(relational))


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


_RISKS = _all(a > 0, a < 1, r > 1)
_BOX = _all(p >= p0, p <= p1, q >= q0, q <= q1)
_CORNERS = _all(p0 >= 0, p0 <= p1, p1 <= 1, p1 > 0, q0 >= 0, q0 <= q1, q1 <= 1, q1 > 0)

ROWS = (
    Row(
        "constant",
        "14",
        RiskProfile(r, _all(r > 1)),
        _cells("14", (true, log(r) / 2)),
    ),
    Row(
        "fixed-q",
        "15",
        RiskProfile(Max(a / (p * q), r), _RISKS, {q: q}),
        _cells(
            "15",
            (And(q > 0, q <= a / r), log(a * (1 - q) / (q * (1 - a))) / 2),
            (And(q > 0, q <= 1 / (r + 1), q > a / r, q < 1), log((1 - q) / (1 / r - q)) / 2),
            (
                And(q > 1 / (r + 1), q < 1, q > a / r),
                log(2 * a * (1 - q) / (sqrt((r * q - a) ** 2 + 4 * a * q * (1 - q) * (1 - a)) - (r * q - a))),
            ),
            (Eq(q, 1), log((r - a) / (1 - a))),
        ),
    ),
    Row(
        "fixed-p",
        "16",
        RiskProfile(Max(a / (p * q), r), _RISKS, {p: p}),
        _cells(
            "16",
            (And(p > 0, p <= a / r), log(a * (1 - p) / (p * (1 - a)))),
            (
                And(p > a / r, p <= 1),
                log(2 * (p * r - a) / (sqrt(r**2 * (1 - p) ** 2 + 4 * (p * r - a) * (1 - a)) - r * (1 - p))),
            ),
        ),
    ),
    Row(
        "box",
        "25",
        RiskProfile(r, (*_all(r > 1), *_CORNERS), {}, _BOX),
        _cells(
            "25",
            (And(q0 >= 0, q0 <= 1 / (r + 1)), _root_at(p1, q0)),
            (And(q0 > 1 / (r + 1), q0 < 1, p0 > 0), _root_at(p0, q0)),
            (And(q0 > 1 / (r + 1), q0 < 1, Eq(p0, 0)), log(r)),
            (Eq(q0, 1), log((1 - p0) / (1 / r - p0))),
        ),
    ),
    Row(
        "difference",
        "28",
        RiskProfile((p * q + b) / (p * q), _all(b > 0, b < 1)),
        _cells("28", (true, log((1 + b) / (1 - b)))),
    ),
    Row(
        "two-dimensional",
        "33",
        RiskProfile(Max(a / (p * q), r), _RISKS),
        (),
    ),
)

TWO_DIMENSIONAL_NUMBER = ("text:C.3/eps", {a: Integer(1) / 4, r: Integer(3)}, "0.65")
"""(33) has no printed closed form, only this number, to two decimals."""
