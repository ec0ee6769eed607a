"""The closed-form table for the success of attacks: the profiles of the table for eps, in the baseline k.

Each with the assumptions under which some budget keeps it: at the baseline k a success of k + delta cannot be
ruled out, so that with delta > 0 a cap on success / baseline needs a least baseline m, or a cap from below.
Without a least baseline, the constant and the odds ratio leave eps = 0 nothing but delta = 0, and Renyi
rho = 0. The odds ratio, which falls to 1 towards both ends, is tabled from m to n, and at one baseline k.

The same rows give the largest delta for a given e^eps = E, where some delta >= 0 keeps the cap at every
baseline and the cap does not reach 1 at the least one, above which nothing limits delta. At one baseline that
is so where R >= E k, or 1 - k >= E (1 - R) does it: two alternatives, of which the second is weaker where
R + k >= 1 only. So where all baselines lie there, it has rows of its own (`OF_EPS_ALONE`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from symbolic_eps.answers.saved_work import files_of
from symbolic_eps.answers.stored_closed_form import load
from symbolic_eps.errors import InputError
from symbolic_eps.notions.budget import AttackBudget, attack_budget
from symbolic_eps.notions.notion import Notion
from symbolic_eps.notions.question import AttackQuestion
from symbolic_eps.notions.stored import STORED
from symbolic_eps.profiles.caps import CapKind
from symbolic_eps.spelling import suggest

FROM_M = ("k>=m",)
GIVEN_EPS = "log(E)"
"""The eps for which the rows give the largest delta."""


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
    at_growth : tuple of str
        Where delta is sought: what is assumed of E; in k, too, where that is fixed. Empty where there is no
        such row, or another one of the same name in `OF_EPS_ALONE`.
    """

    identifier: str
    kind: CapKind
    cap: str
    assumed: tuple[str, ...]
    feasible: tuple[str, ...] = ()
    box: tuple[str, ...] = ()
    pure: bool = False
    fixed: bool = False
    at_growth: tuple[str, ...] = ()

    def question(self, notion: Notion, of_eps: bool = False) -> AttackQuestion:
        """What the row asks under a notion, or what delta it allows for a given eps.

        Examples
        --------
        >>> [str(c) for c in ROWS[1].question(Notion.RENYI_2).box]
        ['m <= k']
        """
        assumed, box = self.assumed, self.box
        feasible = self.at_growth if of_eps else self.feasible if notion is Notion.APPROXIMATE else ()
        if self.fixed:
            box = (*box, *feasible)
        else:
            assumed = (*assumed, *feasible)
        delta = "delta" if notion is Notion.APPROXIMATE and not (self.pure or of_eps) else 0
        eps = GIVEN_EPS if of_eps else None
        return AttackQuestion.of(self.kind, self.cap, notion, delta, assumed, box, eps, self.fixed)

    def name(self, notion: Notion, of_eps: bool = False) -> str:
        """Under which its result is kept, and its formula exported.

        Examples
        --------
        >>> ROWS[0].name(Notion.APPROXIMATE), ROWS[1].name(Notion.APPROXIMATE, of_eps=True)
        ('approximate-constant', 'approximate-delta-constant-from-m')
        """
        return f"{notion}-{'delta-' if of_eps else ''}{self.identifier}"


def row_budget(
    row: NotionRow,
    notion: Notion,
    anew: bool = False,
    progress: Callable[[str], None] = lambda _: None,
    of_eps: bool = False,
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
    of_eps : bool
        Whether delta is sought for e^eps = E.
    """
    stored = None if anew else load(row.name(notion, of_eps), STORED)
    return attack_budget(row.question(notion, of_eps), progress, stored=stored)


def row_files(row: NotionRow, answer: AttackBudget) -> dict[Path, str]:
    """The files that keep a row's result."""
    name = row.name(answer.question.notion, answer.question.eps is not None)
    return files_of(name, answer.found, answer.derived.branches)


RISK, DIFFERENCE, ODDS = CapKind.RELATIVE_RISK, CapKind.DIFFERENCE, CapKind.ODDS_RATIO

ROWS = (
    NotionRow("constant", RISK, "r", ("r>1",), pure=True, at_growth=("r>=E",)),
    NotionRow(
        "constant-from-m", RISK, "r", ("r>1", "0<m<1"), ("r*m>=m+delta",), FROM_M, at_growth=("r>=E", "m*r<1")
    ),
    NotionRow(
        "capped", RISK, "max(a/k, r)", ("0<a<1<r",), ("delta<a", "r*(a-delta)>=a"), at_growth=("r>=E",)
    ),
    NotionRow(
        "capped-from-m",
        RISK,
        "max(a/k, r)",
        ("0<a<1<r", "0<m<1"),
        ("delta<a", "r*(a-delta)>=a", "r*m>=m+delta"),
        FROM_M,
        at_growth=("r>=E", "m*r<1"),
    ),
    NotionRow("difference", DIFFERENCE, "b", ("0<b<1",), ("delta<b",), at_growth=("1+b>=E*(1-b)",)),
    NotionRow(
        "difference-from-m",
        DIFFERENCE,
        "b",
        ("0<b<1", "0<m<1"),
        ("delta<b",),
        FROM_M,
        at_growth=("1+b>=E*(1-b)", "b+m<1"),
    ),
    NotionRow("odds-ratio", ODDS, "r", ("r>1",), pure=True),
    NotionRow("odds-ratio-from-m", ODDS, "r", ("r>1", "0<m<1"), box=FROM_M, pure=True),
    NotionRow(
        "odds-ratio-from-m-to-n",
        ODDS,
        "w**2",
        ("w>1", "0<m<n<1"),
        ("w**2*m>=(m+delta)*(1-m+w**2*m)", "w**2*n>=(n+delta)*(1-n+w**2*n)"),
        ("m<=k<=n",),
        at_growth=("w>=E",),
    ),
    NotionRow(
        "odds-ratio-at-k",
        ODDS,
        "r",
        ("r>1",),
        ("r*k>=(k+delta)*(1-k+r*k)",),
        fixed=True,
        at_growth=("r>=E*(1-k+r*k)",),
    ),
)

MEETS = ("m*w+m>=1", "1-m+w**2*m>=E")
"""An odds ratio of w^2 that is capped from the baseline on where R + k = 1, or a later one."""

OF_EPS_ALONE = (
    NotionRow("odds-ratio", ODDS, "w**2", ("w>1",), at_growth=("w>=E",)),
    NotionRow("odds-ratio-from-m", ODDS, "w**2", ("w>1", "0<m<1"), box=FROM_M, at_growth=("w>=E",)),
    NotionRow(
        "constant-from-m-beyond",
        RISK,
        "r",
        ("r>1", "0<m<1"),
        box=FROM_M,
        at_growth=("m*r+m>=1", "m*r<1", "1-m>=E*(1-m*r)"),
    ),
    NotionRow("capped-beyond", RISK, "max(a/k, r)", ("0<a<1<r",), at_growth=("a*r+a>=r", "r-a>=E*r*(1-a)")),
    NotionRow(
        "capped-from-m-beyond",
        RISK,
        "max(a/k, r)",
        ("0<a<1<r", "0<m<1"),
        box=FROM_M,
        at_growth=("a*r+a>=r", "r-a>=E*r*(1-a)", "m*r<1"),
    ),
    NotionRow(
        "difference-from-m-beyond",
        DIFFERENCE,
        "b",
        ("0<b<1", "0<m<1"),
        box=FROM_M,
        at_growth=("2*m+b>=1", "b+m<1", "1-m>=E*(1-m-b)"),
    ),
    NotionRow("odds-ratio-from-m-beyond", ODDS, "w**2", ("w>1", "0<m<1"), box=FROM_M, at_growth=MEETS),
    NotionRow(
        "odds-ratio-from-m-to-n-before",
        ODDS,
        "w**2",
        ("w>1", "0<m<n<1"),
        box=("m<=k<=n",),
        at_growth=("n*w+n<=1", "w**2>=E*(1-n+w**2*n)"),
    ),
    NotionRow(
        "odds-ratio-from-m-to-n-beyond",
        ODDS,
        "w**2",
        ("w>1", "0<m<n<1"),
        box=("m<=k<=n",),
        at_growth=MEETS,
    ),
    NotionRow(
        "odds-ratio-at-k-beyond",
        ODDS,
        "r",
        ("r>1",),
        fixed=True,
        at_growth=("k*(1-k+r*k)>1-k", "1-k+r*k>=E"),
    ),
)
"""Rows of delta: with a root of the cap, or with all baselines on one side of R + k = 1.

For `beyond`, what the least baseline that decides has to meet; for `before`, the largest one.
"""


def rows_of(notion: Notion, names: tuple[str, ...] = (), of_eps: bool = False) -> tuple[NotionRow, ...]:
    """The rows of a notion's table, or those that are named.

    Parameters
    ----------
    notion : Notion
    names : tuple of str
    of_eps : bool
        Whether delta is sought for e^eps = E.

    Raises
    ------
    symbolic_eps.errors.InputError
        There is no such row.

    Examples
    --------
    >>> [row.identifier for row in rows_of(Notion.RENYI_2, ("difference",))]
    ['difference']
    """
    known = (*(row for row in ROWS if row.at_growth), *OF_EPS_ALONE) if of_eps else ROWS
    rows = {row.identifier: row for row in known}
    of_delta = {row.identifier for row in OF_EPS_ALONE} - set(rows)
    for name in names:
        if name in of_delta:
            raise InputError(f'{name} is a row of delta: give --notion approximate --eps "{GIVEN_EPS}"')
        if name not in rows:
            raise InputError(f"there is no row {name!r}: {suggest(name, rows)}choose from {', '.join(rows)}")
    return tuple(row for name, row in rows.items() if not names or name in names)
