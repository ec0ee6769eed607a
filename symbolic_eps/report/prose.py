"""Short documents of words and formulas, written once and set as text, Markdown or LaTeX."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import sympy as sp

from symbolic_eps.report.document import escaped
from symbolic_eps.report.formula import basic_text, formula, profile_formula, spoken
from symbolic_eps.typesetting.layout import Layout
from symbolic_eps.typesetting.tex import Latex
from verify.language.note import Formula, Note, equation


@dataclass(frozen=True)
class Line:
    """A line, set under the lines of a lesser level.

    Parameters
    ----------
    note : Note
        Words and formulas; what is no SymPy expression stands between backticks: "`F_q` on `F = 0`".
    level : int
        0 for a paragraph, 1 and 2 for items below it.
    """

    note: Note
    level: int = 0


@dataclass(frozen=True)
class Part:
    """A heading, and what is said under it."""

    heading: Note
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Prose:
    """A document: title, introduction, parts."""

    title: str
    lines: tuple[Line, ...]
    parts: tuple[Part, ...] = field(default_factory=tuple)


def line(*runs: object, level: int = 0) -> Line:
    """A line of words, formulas and notes (see `Note`).

    Examples
    --------
    >>> line("at ", sp.Symbol("p"))
    Line(note='at p', level=0)
    """
    return Line(Note(*runs), level)


def named(name: str, value: sp.Basic) -> Formula:
    """A formula after its name, such as `r*` or `dF/dp`."""
    return equation(sp.Symbol(name), value)


def upright(expression: sp.Expr) -> sp.Expr:
    """A product without the minus sign that one of its sums can take.

    Examples
    --------
    >>> from sympy.abc import b
    >>> upright(sp.factor(sp.Rational(1, 2) - b / 2))
    (1 - b)/2
    """
    if not isinstance(expression, sp.Mul):
        return expression
    number, factors = expression.as_coeff_mul()
    for index, factor in enumerate(factors):
        if number < 0 and isinstance(factor, sp.Add):
            flipped = sp.Add(*(-term for term in factor.args))
            rest = (-number, *factors[:index], flipped, *factors[index + 1 :])
            return sp.Mul(*(part for part in rest if part != 1), evaluate=False)
    return expression


def as_text(document: Prose) -> str:
    """For a terminal: formulas on one line, items indented.

    Examples
    --------
    >>> from sympy.abc import a
    >>> print(as_text(Prose("Title", (line("where ", a**2, " is"),))), end="")
    Title
    <BLANKLINE>
    where a**2 is
    """
    blocks = [[document.title, ""], *([_indented(one)] for one in document.lines)]
    for part in document.parts:
        blocks.append(["", _plain(part.heading)])
        blocks.append([_indented(one, 1) for one in part.lines])
    return "\n".join(text for block in blocks for text in block) + "\n"


def plain(one: Line) -> str:
    """A line as plain text.

    Examples
    --------
    >>> plain(line("`F` at ", sp.Symbol("p")))
    'F at p'
    """
    return _plain(one.note)


def _indented(one: Line, deeper: int = 0) -> str:
    mark = "- " if one.level else ""
    return "  " * (one.level + deeper - bool(one.level)) + mark + plain(one)


def as_markdown(document: Prose) -> str:
    """Markdown, with formulas between dollar signs.

    Examples
    --------
    >>> from sympy.abc import a
    >>> print(as_markdown(Prose("Title", (line("where ", a**2),))), end="")
    # Title
    <BLANKLINE>
    where $a^{2}$
    """
    blocks = [f"# {document.title}", *_items(document.lines)]
    for part in document.parts:
        blocks += [f"## {_markdown(part.heading)}", *_items(part.lines)]
    return "\n\n".join(blocks) + "\n"


def _items(lines: Sequence[Line]) -> list[str]:
    """Paragraphs, and lists of the lines that stand below one."""
    blocks: list[str] = []
    listed = False
    for one in lines:
        text = _markdown(one.note)
        if one.level == 0:
            blocks.append(text)
        else:
            item = "  " * (one.level - 1) + f"- {text}"
            blocks = [*blocks[:-1], f"{blocks[-1]}\n{item}"] if listed else [*blocks, item]
        listed = one.level > 0
    return blocks


def as_latex(document: Prose) -> str:
    """A LaTeX document that compiles as it stands."""
    body = [rf"\section*{{{escaped(document.title)}}}", *_environments(document.lines)]
    for part in document.parts:
        body += [rf"\subsection*{{{_latex(part.heading)}}}", *_environments(part.lines)]
    return "\n".join([_PREAMBLE, *body, r"\end{document}", ""])


_PREAMBLE = r"""\documentclass[a4paper,10pt]{article}
\usepackage[margin=25mm]{geometry}
\usepackage{amsmath}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
\allowdisplaybreaks
\sloppy
\begin{document}"""


def _environments(lines: Sequence[Line]) -> list[str]:
    tex_lines: list[str] = []
    level = 0
    for one in lines:
        step = 1 if one.level > level else -1
        word = "begin" if step == 1 else "end"
        tex_lines += [rf"\{word}{{itemize}}"] * abs(one.level - level)
        level = one.level
        text = _latex(one.note)
        tex_lines.append(rf"\item {text}" if level else text + r"\par")
    return [*tex_lines, *[r"\end{itemize}"] * level]


def _joined(note: Note, words: Callable[[str], str], formula: Callable[[sp.Basic], str]) -> str:
    return "".join(words(r) if isinstance(r, str) else formula(_sides(r.expression)) for r in note.runs)


def _plain(note: Note) -> str:
    return _joined(note, lambda words: words.replace("`", ""), _text)


def _text(expression: sp.Basic) -> str:
    if isinstance(expression, sp.Rel):
        return spoken(expression)
    if isinstance(expression, sp.And):
        return basic_text(expression)
    return (profile_formula if expression.has(sp.Max, sp.Min, sp.Piecewise) else formula)(expression)


def _markdown(note: Note) -> str:
    return _joined(
        note,
        partial(_worded, setting=lambda words: words.replace("*", r"\*").replace("_", r"\_")),
        lambda expression: f"${_LAYOUT.set(expression)}$".replace("|", r"\vert "),
    )


def _latex(note: Note) -> str:
    return _joined(note, partial(_worded, setting=escaped), lambda expression: f"${_LAYOUT.set(expression)}$")


def _worded(text: str, setting: Callable[[str], str]) -> str:
    """Words, with what stands between backticks as mathematics."""
    parts = text.split("`")
    return "".join(f"${_symbols(part)}$" if i % 2 else setting(part) for i, part in enumerate(parts))


_TEX = {
    "e^-eps": r"e^{-\varepsilon}",
    "dF/dp": r"\partial F/\partial p",
    "eps": r"\varepsilon",
    "r*": "r^*",
    "<=": r"\le",
    ">=": r"\ge",
    "log": r"\log",
    "in": r"\in",
}
_LAYOUT = Layout(Latex(_TEX))
_FOUND = re.compile("|".join(map(re.escape, _TEX)))


def _symbols(text: str) -> str:
    """The few formulas of the notation as TeX."""
    return _FOUND.sub(lambda symbol: _TEX[symbol[0]], text)


def _sides(expression: sp.Basic) -> sp.Basic:
    """An equation with its number on the right."""
    if isinstance(expression, sp.Equality) and expression.lhs.is_number:
        return sp.Eq(expression.rhs, expression.lhs, evaluate=False)
    return expression
