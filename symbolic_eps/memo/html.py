"""A memo as one HTML page: nothing is fetched, no script runs, and its tables and picture have words."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files

import sympy as sp

from symbolic_eps.memo.blocks import Block, Code, Curve, Formulas, Grid, Heading, Items, Memo, Text
from symbolic_eps.memo.curve import svg
from symbolic_eps.typesetting.layout import Layout
from symbolic_eps.typesetting.mathml import Mathml


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
            return f"<h{level}>{_words(text)}</h{level}>"
        case Text(text, strong):
            return f'<p class="strong">{_words(text)}</p>' if strong else f"<p>{_words(text)}</p>"
        case Items(items):
            inner = "".join(f"<li><b>{_words(head)}.</b> {_words(rest)}</li>\n" for head, rest in items)
            return f"<ul>\n{inner}</ul>"
        case Code(lines):
            return f"<pre>{escape(chr(10).join(lines))}</pre>"
        case Grid():
            return _grid(block)
        case Formulas(rows):
            return _formulas(rows)
        case Curve():
            return f"<figure>\n{svg(block)}\n</figure>"


def _formulas(rows: Sequence[tuple[str, sp.Expr, sp.Expr | None]]) -> str:
    """A table of bounds and of what they allow, in MathML."""
    layout = Layout(Mathml())
    lines = []
    for name, bound, allowed in rows:
        cells = "".join(
            "<td></td>" if value is None else f"<td><math><mrow>{layout.set(value)}</mrow></math></td>"
            for value in (bound, allowed)
        )
        lines.append(f'<tr><th scope="row">{_words(name)}</th>{cells}</tr>')
    head = f'<th></th><th scope="col">{_STAR}</th><th scope="col"><math><mi>ε</mi></math></th>'
    inside = f"<thead><tr>{head}</tr></thead>\n<tbody>\n{chr(10).join(lines)}\n</tbody>"
    return f'<div class="scroll"><table>\n<caption>In formulas</caption>\n{inside}\n</table></div>'


_STAR = "<math><msup><mi>r</mi><mo>*</mo></msup></math>"


def _words(text: str) -> str:
    """Words in which comparisons have their signs."""
    return escape(text.replace("<=", " ≤ ").replace(">=", " ≥ ").replace("  ", " "))


def _grid(grid: Grid) -> str:
    head = "".join(f'<th scope="col">{_words(cell)}</th>' for cell in grid.header)
    rows = "".join(
        f'<tr><th scope="row">{_words(first)}</th>'
        + "".join(f"<td>{_words(cell)}</td>" for cell in rest)
        + "</tr>\n"
        for first, *rest in grid.rows
    )
    return (
        f'<div class="scroll"><table>\n<caption>{_words(grid.caption)}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{rows}</tbody>\n</table></div>"
    )
