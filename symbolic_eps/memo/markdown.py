"""A memo as Markdown; the picture's words stand for the picture, the table has its values."""

from __future__ import annotations

import re

import sympy as sp

from symbolic_eps.memo.blocks import Block, Code, Curve, Formulas, Grid, Heading, Items, Memo, Text
from symbolic_eps.typesetting.layout import Layout
from symbolic_eps.typesetting.tex import Latex

_LAYOUT = Layout(Latex())
_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def rendered(memo: Memo) -> str:
    r"""The text.

    Examples
    --------
    >>> print(rendered(Memo("Title", (Text("p*q", strong=True),), (Code(("x",)),))), end="")
    # Title
    <BLANKLINE>
    **p\*q**
    <BLANKLINE>
    ---
    <BLANKLINE>
        x
    """
    parts = [f"# {_plain(memo.title)}", *map(_block, memo.board), "---", *map(_block, memo.technical)]
    return "\n\n".join(parts) + "\n"


def _plain(text: str) -> str:
    """Text in which nothing is read as markup."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {_plain(text)}"
        case Text(text, strong):
            return f"**{_plain(text)}**" if strong else _plain(text)
        case Items(items):
            return "\n".join(f"- **{_plain(head)}.** {_plain(rest)}" for head, rest in items)
        case Code(lines):
            return "\n".join(f"    {line}" for line in lines)
        case Grid(caption, header, rows):
            table = "\n".join(map(_row, (header, ("---",) * len(header), *rows)))
            return f"{_plain(caption)}:\n\n{table}"
        case Formulas(rows):
            return (
                "\n".join(map(_row, (("", "r*", "eps"), ("---",) * 3)))
                + "\n"
                + "\n".join(map(_formula_row, rows))
            )
        case Curve(_, _, words):
            return _plain(words)


def _formula_row(row: tuple[str, sp.Expr, sp.Expr | None]) -> str:
    name, *values = row
    cells = ["" if value is None else f"${_LAYOUT.set(value)}$".replace("|", r"\vert ") for value in values]
    return "| " + " | ".join([_plain(name), *cells]) + " |"


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(map(_cell, cells)) + " |"


def _cell(text: str) -> str:
    return text if text == "---" else _plain(text)
