"""The closed-form table for the success of attacks: the profiles of the table for eps, in the baseline k.

Each with the assumptions under which some budget keeps it: at the baseline k a success of k + delta cannot be
ruled out, so that with delta > 0 a cap on success / baseline needs a least baseline m, or a cap from below.
Without a least baseline, the constant and the odds ratio leave eps = 0 nothing but delta = 0, and Renyi
rho = 0. The odds ratio, which falls to 1 towards both ends, is tabled from m to n, and at one baseline k.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from symbolic_eps.answers.saved_work import files_of
from symbolic_eps.answers.stored_closed_form import load
from symbolic_eps.errors import InputError
from symbolic_eps.near import meant
from symbolic_eps.notions.budget import AttackBudget, attack_budget
from symbolic_eps.notions.notion import Notion
from symbolic_eps.notions.question import AttackQuestion
from symbolic_eps.notions.stored import STORED
from symbolic_eps.profiles.caps import CapKind

FROM_M = ("k>=m",)


@dataclass(frozen=True)
class NotionRow:
    """A row: a cap, what is assumed of its parameters, and where it is enforced.

    Parameters
    ----------
    identifier : str
    kind : CapKind
    cap : str
    assumed : tuple of str
        Whatever delta is.
    feasible : tuple of str
        For (eps, delta): that some eps >= 0 keeps the cap; in k, too, where that is fixed.
    box : tuple of str
    pure : bool
        Whether it is derived for delta = 0 alone, as no eps keeps it with delta > 0.
    fixed : bool
        Whether the budget is a function of one baseline k.
    """

    identifier: str
    kind: CapKind
    cap: str
    assumed: tuple[str, ...]
    feasible: tuple[str, ...] = ()
    box: tuple[str, ...] = ()
    pure: bool = False
    fixed: bool = False

    def question(self, notion: Notion) -> AttackQuestion:
        """What the row asks under a notion.

        Examples
        --------
        >>> [str(c) for c in ROWS[1].question(Notion.RENYI_2).box]
        ['m <= k']
        """
        approximate = notion is Notion.APPROXIMATE
        assumed, box = self.assumed, self.box
        if approximate and self.fixed:
            box = (*box, *self.feasible)
        elif approximate:
            assumed = (*assumed, *self.feasible)
        delta = "delta" if approximate and not self.pure else 0
        return AttackQuestion.of(self.kind, self.cap, notion, delta, assumed, box, fixed=self.fixed)


def row_budget(
    row: NotionRow, notion: Notion, anew: bool = False, progress: Callable[[str], None] = lambda _: None
) -> AttackBudget:
    """The budget of a row: proved again from what is kept, or searched for.

    Parameters
    ----------
    row : NotionRow
    notion : Notion
    anew : bool
        Whether to leave aside what is kept.
    progress : callable
        Called with a short text at each stage.
    """
    stored = None if anew else load(f"{notion}-{row.identifier}", STORED)
    return attack_budget(row.question(notion), progress, stored=stored)


def row_files(row: NotionRow, notion: Notion, answer: AttackBudget) -> dict[Path, str]:
    """The files that keep a row's result."""
    return files_of(f"{notion}-{row.identifier}", answer.found, answer.derived.branches)


RISK, DIFFERENCE, ODDS = CapKind.RELATIVE_RISK, CapKind.DIFFERENCE, CapKind.ODDS_RATIO

ROWS = (
    NotionRow("constant", RISK, "r", ("r>1",), pure=True),
    NotionRow("constant-from-m", RISK, "r", ("r>1", "0<m<1"), ("r*m>=m+delta",), FROM_M),
    NotionRow("capped", RISK, "max(a/k, r)", ("0<a<1<r",), ("delta<a", "r*(a-delta)>=a")),
    NotionRow(
        "capped-from-m",
        RISK,
        "max(a/k, r)",
        ("0<a<1<r", "0<m<1"),
        ("delta<a", "r*(a-delta)>=a", "r*m>=m+delta"),
        FROM_M,
    ),
    NotionRow("difference", DIFFERENCE, "b", ("0<b<1",), ("delta<b",)),
    NotionRow("difference-from-m", DIFFERENCE, "b", ("0<b<1", "0<m<1"), ("delta<b",), FROM_M),
    NotionRow("odds-ratio", ODDS, "r", ("r>1",), pure=True),
    NotionRow("odds-ratio-from-m", ODDS, "r", ("r>1", "0<m<1"), box=FROM_M, pure=True),
    NotionRow(
        "odds-ratio-from-m-to-n",
        ODDS,
        "w**2",
        ("w>1", "0<m<n<1"),
        ("w**2*m>=(m+delta)*(1-m+w**2*m)", "w**2*n>=(n+delta)*(1-n+w**2*n)"),
        ("m<=k<=n",),
    ),
    NotionRow("odds-ratio-at-k", ODDS, "r", ("r>1",), ("r*k>=(k+delta)*(1-k+r*k)",), fixed=True),
)


def rows_of(notion: Notion, names: tuple[str, ...] = ()) -> tuple[NotionRow, ...]:
    """The rows of a notion's table, or those that are named.

    Parameters
    ----------
    notion : Notion
    names : tuple of str

    Raises
    ------
    symbolic_eps.errors.InputError
        There is no such row.

    Examples
    --------
    >>> [row.identifier for row in rows_of(Notion.RENYI_2, ("difference",))]
    ['difference']
    """
    rows = {row.identifier: row for row in ROWS}
    for name in names:
        if name not in rows:
            raise InputError(f"there is no row {name!r}; {meant(name, rows)}rows: {', '.join(rows)}")
    return tuple(row for name, row in rows.items() if not names or name in names)
