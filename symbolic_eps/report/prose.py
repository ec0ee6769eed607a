"""Short documents of words and formulas, written once and set as text, Markdown or LaTeX."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import sympy as sp

from symbolic_eps.report.document import escaped
from symbolic_eps.report.formula import basic_text, formula, profile_formula, spoken
from symbolic_eps.typesetting.layout import Layout
from symbolic_eps.typesetting.tex import Latex
from verify.language.condition import Condition

Run: TypeAlias = "str | sp.Basic | Condition | tuple[str, sp.Basic]"
"""Words, a formula, a condition, or a formula after its name: `("e^-eps", x)` is `e^-eps = x`.

Formulas that are no SymPy expressions stand between backticks among the words: "`F_q` on `F = 0`".
"""


@dataclass(frozen=True)
class Line:
    """A line: runs one after the other, set under the lines of a lesser level.

    Parameters
    ----------
    runs : tuple of Run
        Words and formulas.
    level : int
        0 for a paragraph, 1 and 2 for items below it.
    """

    runs: tuple[Run, ...]
    level: int = 0


@dataclass(frozen=True)
class Part:
    """A heading, and what is said under it."""

    heading: tuple[Run, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Prose:
    """A document: title, introduction, parts."""

    title: str
    lines: tuple[Line, ...]
    parts: tuple[Part, ...] = field(default_factory=tuple)


def line(*runs: Run, level: int = 0) -> Line:
    """A line of these runs.

    Examples
    --------
    >>> line("at", sp.Symbol("p")).level
    0
    """
    return Line(runs, level)


def conditions_run(conditions: Sequence[Condition]) -> tuple[Run, ...]:
    """Conditions with commas between them.

    Examples
    --------
    >>> conditions_run(())
    ()
    """
    runs: list[Run] = []
    for condition in conditions:
        runs += [", ", condition] if runs else [condition]
    return tuple(runs)


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
        blocks.append(["", _joined(part.heading, _plain)])
        blocks.append([_indented(one, 1) for one in part.lines])
    return "\n".join(text for block in blocks for text in block) + "\n"


def plain(one: Line) -> str:
    """A line as plain text.

    Examples
    --------
    >>> plain(line("`F` at ", sp.Symbol("p")))
    'F at p'
    """
    return _joined(one.runs, _plain)


def _indented(one: Line, deeper: int = 0) -> str:
    mark = "- " if one.level else ""
    return "  " * (one.level + deeper - bool(one.level)) + mark + _joined(one.runs, _plain)


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
        blocks += [f"## {_joined(part.heading, _dollars)}", *_items(part.lines)]
    return "\n\n".join(blocks) + "\n"


def _items(lines: Sequence[Line]) -> list[str]:
    """Paragraphs, and lists of the lines that stand below one."""
    blocks: list[str] = []
    listed = False
    for one in lines:
        text = _joined(one.runs, _dollars)
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
        heading = _joined(part.heading, _mathematics)
        body += [rf"\subsection*{{{heading}}}", *_environments(part.lines)]
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
    found: list[str] = []
    level = 0
    for one in lines:
        step = 1 if one.level > level else -1
        word = "begin" if step == 1 else "end"
        found += [rf"\{word}{{itemize}}"] * abs(one.level - level)
        level = one.level
        text = _joined(one.runs, _mathematics)
        found.append(rf"\item {text}" if level else text + r"\par")
    return [*found, *[r"\end{itemize}"] * level]


def _joined(runs: Sequence[Run], setting: Callable[[Run], str]) -> str:
    return "".join(map(setting, runs))


def _plain(run: Run) -> str:
    match run:
        case str():
            return run.replace("`", "")
        case tuple():
            return f"{run[0]} = {_plain(run[1])}"
        case Condition():
            return _plain(_sides(run.relational))
    if isinstance(run, sp.Rel):
        return spoken(run)
    if isinstance(run, sp.And):
        return basic_text(run)
    return profile_formula(run) if run.has(sp.Max, sp.Min, sp.Piecewise) else formula(run)


def _dollars(run: Run) -> str:
    if isinstance(run, str):
        return _worded(run, lambda words: words.replace("*", r"\*").replace("_", r"\_"))
    return f"${_tex(run)}$".replace("|", r"\vert ")


def _mathematics(run: Run) -> str:
    return _worded(run, escaped) if isinstance(run, str) else f"${_tex(run)}$"


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
_LAYOUT = Layout(Latex())
_FOUND = re.compile("|".join(map(re.escape, _TEX)))


def _symbols(text: str) -> str:
    """The few formulas of the notation as TeX."""
    return _FOUND.sub(lambda found: _TEX[found[0]], text)


def _tex(run: Run) -> str:
    match run:
        case tuple():
            return f"{_symbols(run[0])} = {_tex(run[1])}"
        case Condition():
            return _LAYOUT.set(_sides(run.relational))
    return _LAYOUT.set(run)


def _sides(relational: sp.Basic) -> sp.Basic:
    """An equation with its number on the right."""
    if isinstance(relational, sp.Equality) and relational.lhs.is_number:
        return sp.Eq(relational.rhs, relational.lhs, evaluate=False)
    return relational
