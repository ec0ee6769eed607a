"""The closed-form table for the success of attacks: the profiles of the table for eps, in the baseline k.

Each with the assumptions under which some budget keeps it: at the baseline k a success of k + delta cannot be
ruled out, so that with delta > 0 a cap on success / baseline needs a least baseline m, or a cap from below.
The odds ratio falls to 1 towards both ends, so that it is tabled at one baseline, and for Renyi alone: with
delta it is left to numbers (`recommend`).
"""

from __future__ import annotations

from dataclasses import dataclass

from symbolic_eps.errors import InputError
from symbolic_eps.near import meant
from symbolic_eps.notions.notion import Notion
from symbolic_eps.notions.question import AttackQuestion
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
        For (eps, delta): that some eps >= 0 keeps the cap.
    box : tuple of str
    notions : tuple of Notion
        Those for which the row is derived.
    """

    identifier: str
    kind: CapKind
    cap: str
    assumed: tuple[str, ...]
    feasible: tuple[str, ...] = ()
    box: tuple[str, ...] = ()
    notions: tuple[Notion, ...] = tuple(Notion)

    def question(self, notion: Notion) -> AttackQuestion:
        """What the row asks under a notion.

        Examples
        --------
        >>> [str(c) for c in ROWS[0].question(Notion.RENYI_2).box]
        ['m <= k']
        """
        approximate = notion is Notion.APPROXIMATE
        assumed = (*self.assumed, *(self.feasible if approximate else ()))
        return AttackQuestion.of(
            self.kind, self.cap, notion, "delta" if approximate else 0, assumed, self.box
        )


RISK, DIFFERENCE = CapKind.RELATIVE_RISK, CapKind.DIFFERENCE

ROWS = (
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
    NotionRow(
        "odds-ratio-at-m",
        CapKind.ODDS_RATIO,
        "r",
        ("r>1", "0<m<1"),
        box=("k==m",),
        notions=(Notion.RENYI_2,),
    ),
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
    >>> [row.identifier for row in rows_of(Notion.APPROXIMATE)][-1]
    'difference-from-m'
    """
    rows = {row.identifier: row for row in ROWS if notion in row.notions}
    for name in names:
        if name not in rows:
            raise InputError(f"there is no row {name!r}; {meant(name, rows)}rows: {', '.join(rows)}")
    return tuple(row for name, row in rows.items() if not names or name in names)
