"""The rows of a notion's table as formulas for `symbolic-eps export`: budgets, so that less is the safe side.

A row is proved again from what is kept when its formula is made. Left out are Renyi's rows with rho = 0: the
constant, and the odds ratio up to k = 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial

from symbolic_eps.export.forms.derived import formula_on
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.notions.budget import in_baseline
from symbolic_eps.notions.delta_formulas import delta_formula
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


WITHOUT_DELTA = ("constant", "odds-ratio", "odds-ratio-from-m", "odds-ratio-from-m-beyond")
"""Rows that are not exported where delta is sought, as only delta = 0 keeps their caps."""


def left_out() -> Mapping[str, str]:
    """Rows that have no formula, and why.

    Examples
    --------
    >>> left_out()["renyi-2-constant"]
    'its rho is 0'
    """
    without = {
        f"{notion}-{row}": f"its {notion.budget} is 0"
        for notion, rows in WITHOUT_BUDGET.items()
        for row in rows
    }
    return without | {f"{Notion.APPROXIMATE}-delta-{row}": "its delta is 0" for row in WITHOUT_DELTA}


CAPPED = {
    CapKind.RELATIVE_RISK: "success/baseline",
    CapKind.DIFFERENCE: "success - baseline",
    CapKind.ODDS_RATIO: "the odds of success over those of the baseline",
}

SOURCE = "Success of attacks, derived in docs/notions.md"

MEANINGS = {
    "E": "e^eps, or more: the larger E, the smaller delta",
    "a": "bound on the success where the baseline is small",
    "b": "bound on success - baseline",
    "delta": "that of (eps, delta)-differential privacy",
    "k": "baseline: probability that an attack says yes without the record",
    "m": "least baseline at which the cap is enforced",
    "n": "largest baseline at which the cap is enforced",
    "r": "bound on the ratio",
}

RISK = "about the success of attacks, not the posterior of every output, which is not bounded here"


def notion_formulas() -> Iterator[tuple[str, str, Callable[[], Formula]]]:
    """Name, title and maker of each formula.

    Examples
    --------
    >>> [name for name, _, _ in notion_formulas()][-1]
    'approximate-delta-odds-ratio-at-k-beyond'
    """
    for notion in Notion:
        for row in rows_of(notion):
            if row.identifier not in WITHOUT_BUDGET[notion]:
                yield row.name(notion), title(row, notion), partial(row_formula, row, notion)
    for row in rows_of(Notion.APPROXIMATE, of_eps=True):
        if row.identifier not in WITHOUT_DELTA:
            name = row.name(Notion.APPROXIMATE, of_eps=True)
            yield name, delta_title(row), partial(row_delta_formula, row)


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
    return f"the largest {notion.budget} ({what}) that keeps {_kept(row)}"


def delta_title(row: NotionRow) -> str:
    """One line, where delta is sought."""
    what = "of (eps, delta)-differential privacy, for e^eps = E"
    return f"the largest delta ({what}) that keeps {_kept(row)}"


def _kept(row: NotionRow) -> str:
    where = ", at the baseline k" if row.fixed else "".join(f", for {bounds}" for bounds in row.box)
    return f"{CAPPED[row.kind]} within {row.cap.replace('w**2', 'r')}{where}"


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
    named = row.name(notion), title(row, notion), SOURCE
    if row.identifier in BY_FACTORS[notion]:
        formula = odds_formula(answer, *named)
    else:
        domain = in_baseline(answer.derived.profile.parameter_region)
        formula = formula_on(domain, answer.branches, *named)
    return replace(_about_attacks(formula), result=f"the largest admissible {notion.budget}, in nats")


@cache
def row_delta_formula(row: NotionRow) -> Formula:
    """The closed form of a row's delta, in E = e^eps.

    Parameters
    ----------
    row : NotionRow

    Examples
    --------
    >>> (row,) = rows_of(Notion.APPROXIMATE, ("difference",), of_eps=True)
    >>> row_delta_formula(row).cases[0].exact
    (E*b - E + b + 1)/2
    """
    answer = row_budget(row, Notion.APPROXIMATE, of_eps=True)
    return _about_attacks(
        delta_formula(answer, row.name(Notion.APPROXIMATE, of_eps=True), delta_title(row), SOURCE)
    )


def _about_attacks(formula: Formula) -> Formula:
    """With what the arguments mean, and which risk it is about."""
    arguments = (replace(a, meaning=MEANINGS[a.symbol.name]) for a in formula.arguments)
    return replace(formula, arguments=tuple(arguments), notes=(RISK, *formula.notes))
