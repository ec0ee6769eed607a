r"""A result as a fragment of LaTeX for `\input`: macros for its numbers, tables (booktabs) and figure.

Everything is a definition, so that the fragment may stand in the preamble: `\CountyResult` is the formula,
`\CountyTable` the table, in a paper that inputs `county.tex`. Two fragments of one name make LaTeX stop.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from symbolic_eps import __version__
from symbolic_eps.errors import InputError
from symbolic_eps.typesetting.tex import tex_words
from verify.evidence import Grade

EPS = r"$\varepsilon$"
"""The budget in words around it."""

ONE_PAGE = 40
"""Rows of a table that has to fit on a page."""

_HIGH = (r"\frac", r"\begin{cases}")
_ROOMY = r"\renewcommand{\arraystretch}{1.4}"
"""Rows with fractions stand apart."""

_FIT = (
    r"\providecommand{\SymbolicEpsFit}[1]{{\sbox0{#1}\ifdim\wd0>\linewidth"
    r"\resizebox{\linewidth}{!}{\usebox0}\else\usebox0\fi}}"
)
"""A table as it is where the line has room for it, else as wide as the line."""

_DIGITS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
_WORD = re.compile("[A-Za-z]+|[0-9]")
_NO_FILE = frozenset("{}%#\\~\"'")


@dataclass(frozen=True)
class Row:
    """A line of a table, in LaTeX.

    Parameters
    ----------
    label : str
        What stands first.
    cells : tuple of str
        What follows.
    name : str
        Of a macro for its value; empty for none.
    value : str
        That of the macro; by default the first cell.
    """

    label: str
    cells: tuple[str, ...]
    name: str = ""
    value: str = ""


@dataclass(frozen=True)
class Grid:
    """A table, in LaTeX.

    Parameters
    ----------
    rows : tuple of Row
    header : tuple of str
        Titles of the columns; empty for none.
    name : str
        What tells it from other tables of the result, such as `Noise`.
    shares : tuple of float
        Of a table with sentences: the columns' shares of the line's width. It may take several pages.
    long : bool
        Whether a table without sentences may take several pages (longtable), too.
    per_line : int
        Cells beside each other; the others of a row go to lines below. 0 for all on one line.
    """

    rows: tuple[Row, ...]
    header: tuple[str, ...] = ()
    name: str = ""
    shares: tuple[float, ...] = ()
    long: bool = False
    per_line: int = 0

    @property
    def takes_pages(self) -> bool:
        """Whether it may take several pages."""
        return self.long or bool(self.shares)


@dataclass(frozen=True)
class Fragment:
    """What a paper may use of a result.

    Parameters
    ----------
    formula : str
        The result as one formula, for math mode; empty for none.
    grids : tuple of Grid
        Its tables.
    """

    formula: str
    grids: tuple[Grid, ...]


def rendered(fragment: Fragment, prefix: str, figure: str = "") -> str:
    r"""The definitions, as text.

    Parameters
    ----------
    fragment : Fragment
    prefix : str
        What all names begin with (`prefix_of`).
    figure : str
        A picture's file, as LaTeX finds it; empty for none.

    Examples
    --------
    >>> shown = Fragment("x = 1", (Grid((Row("x", ("$1$",), "Value"),)),))
    >>> print(rendered(shown, "County").split("\n", 4)[4], end="")
    \newcommand{\CountyResult}{\ensuremath{x = 1}}
    \newcommand{\CountyValue}{\ensuremath{1}}
    \newcommand{\CountyTable}{\SymbolicEpsFit{%
      \begin{tabular}{@{}ll@{}}
        \toprule
        x & $1$ \\
        \bottomrule
      \end{tabular}}}
    """
    macros = [("Result", rf"\ensuremath{{{fragment.formula}}}")] if fragment.formula else []
    macros += [
        (row.name, _anywhere(row.value or row.cells[0]))
        for grid in fragment.grids
        for row in grid.rows
        if row.name
    ]
    macros += [(f"{grid.name}Table", _tabular(grid)) for grid in fragment.grids if grid.rows]
    if figure:
        macros.append(("Figure", rf"\includegraphics[width=\linewidth]{{\detokenize{{{figure}}}}}"))
    fitted = any(grid.rows and not grid.takes_pages for grid in fragment.grids)
    packages = "amsmath,booktabs" + (",graphicx" if figure or fitted else "")
    packages += ",longtable" if any(grid.takes_pages and grid.rows for grid in fragment.grids) else ""
    head = [
        f"% Written by symbolic-eps {__version__}; definitions only, for \\input in a preamble or text.",
        f"% Needs \\usepackage{{{packages}}}. It defines:",
        "% " + " ".join(rf"\{prefix}{name}" for name, _ in macros),
        *([_FIT] if fitted else []),
    ]
    return "\n".join([*head, *(rf"\newcommand{{\{prefix}{name}}}{{{text}}}" for name, text in macros), ""])


def _anywhere(cell: str) -> str:
    """A cell that may also stand within a formula, if it is one."""
    inner = cell[1:-1]
    return rf"\ensuremath{{{inner}}}" if cell == f"${inner}$" and "$" not in inner else cell


def _tabular(grid: Grid) -> str:
    columns = grid.per_line or 1 + max(len(row.cells) for row in grid.rows)
    inside = [r"\toprule"]
    if grid.header:
        inside += [*_lines(grid.header, columns), r"\midrule" + (r"\endhead" if grid.takes_pages else "")]
    for number, row in enumerate(grid.rows):
        inside += [r"\addlinespace"] if number and grid.per_line else []
        inside += _lines((row.label, *row.cells), columns)
    inside.append(r"\bottomrule")
    environment, spec = "longtable" if grid.takes_pages else "tabular", "l" * columns
    if grid.shares:
        spec = "".join(rf"p{{\dimexpr {share:.2f}\linewidth-2\tabcolsep}}" for share in grid.shares)
    body = "\n".join(f"    {line}" for line in inside)
    table = rf"  \begin{{{environment}}}{{@{{}}{spec}@{{}}}}" + f"\n{body}\n" + rf"  \end{{{environment}}}"
    whole = f"%\n  {{{_ROOMY}%\n{table}}}" if any(high in body for high in _HIGH) else f"%\n{table}"
    return whole if grid.takes_pages else rf"\SymbolicEpsFit{{{whole}}}"


def _lines(cells: tuple[str, ...], columns: int) -> Iterator[str]:
    """The cells of a row, on as many lines as they need."""
    for first in range(0, len(cells), columns):
        yield " & ".join(cells[first : first + columns]) + r" \\"


def prefix_of(name: str) -> str:
    """A name for macros, of letters alone, from the name of a file or a command.

    Raises
    ------
    symbolic_eps.errors.InputError
        There is no letter in it.

    Examples
    --------
    >>> prefix_of("births_2024"), prefix_of("at-risk")
    ('BirthsTwoZeroTwoFour', 'AtRisk')
    """
    words = _WORD.findall(name)
    if not any(word.isalpha() for word in words):
        raise InputError(
            f"--output {name}: macros take the file's name: give one with a letter, such as budget.tex"
        )
    return "".join(_DIGITS[int(word)] if word.isdigit() else word[0].upper() + word[1:] for word in words)


def check_figure(path: str) -> None:
    r"""Refuse a picture that LaTeX cannot include.

    Raises
    ------
    symbolic_eps.errors.InputError
        It is no PDF or PNG, or its name has characters that LaTeX reads otherwise.
    """
    if not path.lower().endswith((".pdf", ".png")):
        raise InputError(f"--plot {path}: LaTeX includes PDF and PNG: name a file such as figure.pdf")
    if bad := sorted(_NO_FILE & set(path)):
        raise InputError(f"--plot {path}: LaTeX cannot name a file with {bad[0]}: choose another name")


def keyed(rows: Iterable[tuple[str, str, str]]) -> Iterator[Row]:
    """Rows of one cell from name, label and cell."""
    for name, label, cell in rows:
        yield Row(label, (cell,), name)


def grade(found: Grade | None) -> tuple[str, str, str]:
    """The row that says how much a proof weighs."""
    return "Grade", "proof", "open" if found is None else tex_words(str(found))


def letters_of(count: int) -> str:
    """A number as letters, for a macro's name: A, B, ..., Z, AA, ..."""
    text = ""
    while count:
        count, rest = divmod(count - 1, 26)
        text = chr(ord("A") + rest) + text
    return text
