"""A memo as one HTML page: nothing is fetched, no script runs, and its tables and picture have words."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files

from symbolic_eps.memo.blocks import Block, Code, Curve, Grid, Heading, Items, Memo, Text
from symbolic_eps.memo.curve import svg


def rendered(memo: Memo) -> str:
    """The page.

    Examples
    --------
    >>> page = rendered(Memo("A <b>", (Text("x < y", strong=True),), ()))
    >>> "<h1>A &lt;b&gt;</h1>" in page, '<p class="strong">x &lt; y</p>' in page
    (True, True)
    """
    style = files(__package__).joinpath("memo.css").read_text(encoding="utf-8")
    digest = b64encode(sha256(style.encode()).digest()).decode()
    title = escape(memo.title)
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
            f"style-src 'sha256-{digest}'\">",
            f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n<main>",
            f"<h1>{title}</h1>",
            *map(_block, memo.board),
            _technical(memo.technical),
            "</main>\n</body>\n</html>\n",
        ]
    )


def _technical(blocks: Sequence[Block]) -> str:
    return "\n".join(['<section class="technical">', *map(_block, blocks), "</section>"])


def _block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Text(text, strong):
            return f'<p class="strong">{escape(text)}</p>' if strong else f"<p>{escape(text)}</p>"
        case Items(items):
            inner = "".join(f"<li><b>{escape(head)}.</b> {escape(rest)}</li>\n" for head, rest in items)
            return f"<ul>\n{inner}</ul>"
        case Code(lines):
            return f"<pre>{escape(chr(10).join(lines))}</pre>"
        case Grid():
            return _grid(block)
        case Curve():
            return f"<figure>\n{svg(block)}\n</figure>"


def _grid(grid: Grid) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in grid.header)
    rows = "".join(
        f'<tr><th scope="row">{escape(first)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        + "</tr>\n"
        for first, *rest in grid.rows
    )
    return (
        f'<div class="scroll"><table>\n<caption>{escape(grid.caption)}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{rows}</tbody>\n</table></div>"
    )
