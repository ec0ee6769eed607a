"""The parts of a memo, independent of the format."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp


@dataclass(frozen=True)
class Heading:
    """A heading; level 2 for a section."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Text:
    """A paragraph; `strong` for the sentence that must not be missed."""

    text: str
    strong: bool = False


@dataclass(frozen=True)
class Items:
    """A list, each item with its first words set off."""

    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Grid:
    """A table; the first column names the rows."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Formulas:
    """What each bound allows, as mathematics.

    Parameters
    ----------
    rows : tuple of (str, sympy.Expr, sympy.Expr or None)
        For whom, the bound r*, and eps; None where eps has no form that can be written down.
    """

    rows: tuple[tuple[str, sp.Expr, sp.Expr | None], ...]


@dataclass(frozen=True)
class Curve:
    """The guarantee as a picture.

    Parameters
    ----------
    points : tuple of (float, float)
        Prior and largest posterior, rising.
    marks : tuple of (float, float, str)
        Adversaries on it, or below it.
    words : str
        What it shows, for those who do not see it.
    """

    points: tuple[tuple[float, float], ...]
    marks: tuple[tuple[float, float, str], ...]
    words: str


@dataclass(frozen=True)
class Code:
    """Lines to be typed, or numbers to be compared, as they stand."""

    lines: tuple[str, ...]


Block = Heading | Text | Items | Grid | Formulas | Curve | Code


@dataclass(frozen=True)
class Memo:
    """A whole memo.

    Parameters
    ----------
    title : str
        Its heading.
    board : tuple of Block
        The first page.
    technical : tuple of Block
        What stands behind it.
    """

    title: str
    board: tuple[Block, ...]
    technical: tuple[Block, ...]
