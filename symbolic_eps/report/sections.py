"""A titled table of plain text, which every rendering can show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Section:
    """Rows of text under a title.

    Parameters
    ----------
    key : str
        Name of the section in JSON.
    title : str
        Title for people.
    header : sequence of str
        Names of the columns.
    rows : sequence of sequence of str
        The cells.
    notes : sequence of str
        Remarks below the table.
    brief : sequence of int
        The columns that people are shown (JSON has them all); empty for all.
    """

    key: str
    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()
    brief: Sequence[int] = ()

    @property
    def shown(self) -> list[tuple[str, ...]]:
        """Header and rows, in the columns that people are shown."""
        columns = self.brief or range(len(self.header))
        return [tuple(row[i] for i in columns) for row in (self.header, *self.rows)]
