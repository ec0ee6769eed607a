"""The rows of a notion's table as formulas for `symbolic-eps export`: budgets, so that less is the safe side.

A row is proved again from what is kept when its formula is made. Left out are Renyi's rows with rho = 0: the
constant, and the odds ratio up to k = 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial

from symbolic_eps.export.derived import formula_on
from symbolic_eps.export.formula import Formula
from symbolic_eps.notions.budget import in_baseline
from symbolic_eps.notions.notion import Notion
from symbolic_eps.notions.odds_formulas import odds_formula
from symbolic_eps.notions.rows import NotionRow, row_budget, rows_of
from symbolic_eps.profiles.caps import CapKind

WITHOUT_BUDGET = {Notion.APPROXIMATE: (), Notion.RENYI_2: ("constant", "odds-ratio", "odds-ratio-from-m")}
"""Rows that are not exported, as only the budget 0 keeps their caps."""

BY_FACTORS = {
    Notion.APPROXIMATE: ("odds-ratio-from-m-to-n",),
    Notion.RENYI_2: ("odds-ratio-from-m-to-n", "odds-ratio-at-k"),
}
"""Rows whose polynomials, multiplied out, are too long for an error bound."""


def left_out() -> Mapping[str, str]:
    """Rows that have no formula, and why.

    Examples
    --------
    >>> left_out()["renyi-2-constant"]
    'its rho is 0'
    """
    return {
        f"{notion}-{row}": f"its {notion.budget} is 0"
        for notion, rows in WITHOUT_BUDGET.items()
        for row in rows
    }


CAPPED = {
    CapKind.RELATIVE_RISK: "success/baseline",
    CapKind.DIFFERENCE: "success - baseline",
    CapKind.ODDS_RATIO: "the odds of success over those of the baseline",
}

MEANINGS = {
    "a": "bound on the success where the baseline is small",
    "b": "bound on success - baseline",
    "delta": "that of (eps, delta)-differential privacy",
    "k": "baseline: probability that an attack says yes without the record",
    "m": "least baseline at which the cap is enforced",
    "n": "largest baseline at which the cap is enforced",
    "r": "bound on the ratio",
}

RISK = "about the success of attacks, not the posterior of every output, which this notion does not bound"


def notion_formulas() -> Iterator[tuple[str, str, Callable[[], Formula]]]:
    """Name, title and maker of each formula.

    Examples
    --------
    >>> [name for name, _, _ in notion_formulas()][-1]
    'renyi-2-difference-from-m'
    """
    for notion in Notion:
        for row in rows_of(notion):
            if row.identifier not in WITHOUT_BUDGET[notion]:
                yield f"{notion}-{row.identifier}", title(row, notion), partial(row_formula, row, notion)


def title(row: NotionRow, notion: Notion) -> str:
    """One line.

    Examples
    --------
    >>> title(rows_of(Notion.RENYI_2, ("difference",))[0], Notion.RENYI_2)
    'the largest rho (Renyi divergence of order 2, both ways) that keeps success - baseline within b'
    """
    if notion is Notion.RENYI_2:
        what = "Renyi divergence of order 2, both ways"
    else:
        what = "of eps-differential privacy" if row.pure else "of (eps, delta)-differential privacy"
    where = ", at the baseline k" if row.fixed else "".join(f", for {bounds}" for bounds in row.box)
    cap = row.cap.replace("w**2", "r")
    return f"the largest {notion.budget} ({what}) that keeps {CAPPED[row.kind]} within {cap}{where}"


@cache
def row_formula(row: NotionRow, notion: Notion) -> Formula:
    """The closed form of a row.

    Parameters
    ----------
    row : NotionRow
    notion : Notion

    Examples
    --------
    >>> (row,) = rows_of(Notion.RENYI_2, ("difference",))
    >>> row_formula(row, Notion.RENYI_2).result
    'the largest admissible rho, in nats'
    """
    answer = row_budget(row, notion)
    named = f"{notion}-{row.identifier}", title(row, notion), "Success of attacks, derived in docs/notions.md"
    if row.identifier in BY_FACTORS[notion]:
        formula = odds_formula(answer, *named)
    else:
        domain = in_baseline(answer.derived.profile.parameter_region)
        formula = formula_on(domain, answer.branches, *named)
    return replace(
        formula,
        arguments=tuple(replace(a, meaning=MEANINGS[a.symbol.name]) for a in formula.arguments),
        result=f"the largest admissible {notion.budget}, in nats",
        notes=(RISK, *formula.notes),
    )
