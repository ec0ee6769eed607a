"""The tables of a result for a notebook or a page: their cells are those of the text of the command."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import singledispatch
from html import escape

from symbolic_eps.answers.comparison import Comparison
from symbolic_eps.answers.exact_recommendation import Recommendation
from symbolic_eps.answers.scenario import ScenarioAnswer
from symbolic_eps.digits import significant
from symbolic_eps.enclosed.recommended import EnclosedRecommendation
from symbolic_eps.guarantees.composition import Split
from symbolic_eps.guarantees.explanation import Explanation
from symbolic_eps.mechanisms.accuracy import MECHANISMS, noise_of
from symbolic_eps.report import comparison, explanation, noise
from symbolic_eps.report.number import shown


@dataclass(frozen=True)
class Table:
    """Cells in plain text.

    Parameters
    ----------
    caption : str
        What it shows.
    header : tuple of str
        Titles of the columns, the first of them that of the labels.
    rows : tuple of tuple of str
        A label and the cells, as many as there are columns.
    """

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def html(self) -> str:
        """The table as HTML; nothing in it is read as markup."""
        head = "".join(f'<th scope="col">{escape(title)}</th>' for title in self.header)
        body = "".join(_row(label, cells) for label, *cells in self.rows)
        return (
            f"<table><caption>{escape(self.caption)}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )


def _row(label: str, cells: Sequence[str]) -> str:
    inside = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f'<tr><th scope="row">{escape(label)}</th>{inside}</tr>'


@singledispatch
def tables(found: object) -> Iterator[Table]:
    """The tables of a result; none where the formula and the text say all.

    Examples
    --------
    >>> from symbolic_eps import split
    >>> [table.rows for table in tables(split("log(9)", 2))]
    [(('2', '[1.09861228866, 1.09861228867] = log(9)/2', '1.0986122886681096', '1.22'),)]
    """
    yield from ()


@tables.register
def _(found: Recommendation | EnclosedRecommendation) -> Iterator[Table]:
    if found.noise is not None:
        budget = (("as a double", repr(found.epsilon_double)), ("proof", str(found.grade)))
        yield Table("eps, never above the exact one", ("", ""), budget)
        rows = ((label, *cells) for label, cells, failed in noise.rows(found.noise.epsilon) if not failed)
        yield Table("Noise on a count", ("", *MECHANISMS), tuple(rows))


@tables.register
def _(found: Explanation) -> Iterator[Table]:
    region = found.region.text
    yield Table(f"For {region}", ("", "at least", "at most"), tuple(explanation.extremes(found)))
    for at in found.at:
        title = f"At p = {at.inclusion}, q = {at.prior_value}"
        yield Table(title, ("", "at least", "at most"), tuple(explanation.at_priors(at)))


@tables.register
def _(found: Comparison) -> Iterator[Table]:
    letters = (f"{letter}: {comparison.described(one)}" for letter, one in comparison.lettered(found))
    rows = tuple((label, *cells) for label, cells in comparison.rows(found))
    yield Table(f"For {found.budgets[0].explanation.region.text}", ("", *letters), rows)


@tables.register
def _(found: Split) -> Iterator[Table]:
    rows = []
    for share in dict.fromkeys(found.shares):
        deviation = significant(noise_of("geometric", share.epsilon).standard_deviation)
        times = str(found.shares.count(share))
        rows.append((times, shown(share.epsilon), repr(share.epsilon_double), deviation))
    header = ("releases", "eps of each", "as a double, never above", "RMSE of a count")
    yield Table("Shares by basic composition", header, tuple(rows))


@tables.register
def _(found: ScenarioAnswer) -> Iterator[Table]:
    binding = {one.adversary.name for one in found.binding}
    rows = tuple(
        (
            one.adversary.name,
            one.enclosure.decimal_lower(6),
            "binds" if one.adversary.name in binding else "",
        )
        for one in found.allowances
    )
    yield Table("Who allows which eps", ("adversary", "eps, rounded down", ""), rows)
