"""Text that mixes words with formulas as SymPy prints them (`Eq(a, b**2) is false`), set in a notation.

What the provers note down is such text. A stretch that reads as a formula is set like one; everything else
stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import sympy as sp

from symbolic_eps.report.audit_formula import CONSTANTS, FUNCTIONS, is_symbol, parsed
from symbolic_eps.report.layout import Layout
from symbolic_eps.report.notation import Notation

_TOKEN = re.compile(
    r"\s+|r\*(?=[\s,.;:)]|$)|[A-Za-z_]\w*(?:'\w+)*|\d+(?:\.\d+)?%?|\*\*|<=|>=|==|!=|\.\.\.|.", re.DOTALL
)
_OPERATORS = frozenset({"**", "*", "/", "+", "-", "<", "<=", ">", ">=", "=", "==", "&", "|", "~", ",", ":"})
_OPEN, _CLOSE = "([{", ")]}"
_EDGE = frozenset({"**", "*", "/", "+", "<", "<=", ">", ">=", "=", "==", "&", "|", ",", ":"})
"""No formula begins or ends with one of these."""

LONGEST = 6000
"""Characters beyond which a text is left as it is."""


class Piece(NamedTuple):
    """A stretch of the text, and the formula that it is; None for words."""

    text: str
    formula: sp.Basic | None = None


def worded(
    text: str, notation: Notation, symbols: Collection[str] = (), names: Mapping[str, str] | None = None
) -> str:
    """The text with its formulas set, as one line of mathematics.

    Parameters
    ----------
    text : str
        Words, and formulas as SymPy prints them.
    notation : Notation
        How it is to look.
    symbols : collection of str
        Names that are symbols, besides single letters, letters with an index, and Greek ones. A lone one is
        left a word, which `a` often is.
    names : mapping of str to str, optional
        Symbols that are shown under another name.

    Examples
    --------
    >>> from symbolic_eps.report.notation import Text
    >>> worded("as Eq(a, b**2): 4 against 2, a form of a", Text())
    'as a = b^2: 4 against 2, a form of a'
    """
    layout = Layout(notation, {sp.Symbol(old): new for old, new in (names or {}).items()})
    found = [
        notation.words(piece.text) if piece.formula is None else layout.set(piece.formula)
        for piece in pieces(text, symbols)
    ]
    return "".join(found) if notation.needs_brackets else notation.row(found)


def paragraph(
    text: str,
    notation: Notation,
    words: Callable[[str], str],
    mathematics: Callable[[str], str],
    symbols: Collection[str] = (),
) -> str:
    """The text as running text, whose lines can break: words and formulas each in their own way."""
    layout = Layout(notation)
    return "".join(
        words(piece.text) if piece.formula is None else mathematics(layout.set(piece.formula))
        for piece in pieces(text, symbols)
    )


def pieces(text: str, symbols: Collection[str] = ()) -> list[Piece]:
    """The text cut into words and formulas.

    Examples
    --------
    >>> [piece.formula for piece in pieces("log(x)/2 > 0 fails, not 3")]
    [(log(x)/2) > 0, None]
    """
    if len(text) > LONGEST:
        return [Piece(text)]
    found: list[Piece] = []
    for piece in _stretches(text, frozenset(symbols)):
        if found and piece.formula is None and found[-1].formula is None:
            found[-1] = Piece(found[-1].text + piece.text)
        elif piece.text:
            found.append(piece)
    return found


def _stretches(text: str, symbols: frozenset[str]) -> Iterator[Piece]:
    """Words and formulas in turn."""
    tokens = _TOKEN.findall(text)
    kinds = _formula_tokens(tokens, symbols)
    start = 0
    while start < len(tokens):
        end = start
        while end < len(tokens) and kinds[end] == kinds[start]:
            end += 1
        stretch = tokens[start:end]
        if kinds[start]:
            yield from _formula(stretch, symbols)
        else:
            yield Piece("".join(stretch))
        start = end


def _formula_tokens(tokens: Sequence[str], symbols: frozenset[str]) -> list[bool]:
    """Which tokens may belong to a formula; brackets only with all that they enclose."""
    kinds = [_may_be_formula(tokens, index, symbols) for index in range(len(tokens))]
    opened: list[int] = []
    for index, token in enumerate(tokens):
        if token in _OPEN:
            opened.append(index)
        elif token in _CLOSE:
            if not opened:
                kinds[index] = False
                continue
            begin = opened.pop()
            before = tokens[begin - 1] if begin else ""
            called = before.isidentifier() and before not in FUNCTIONS  # a name that is no function
            inside = all(kinds[i] for i in range(begin + 1, index)) and index > begin + 1 and not called
            kinds[begin] = kinds[index] = inside
            if not inside and before.isidentifier():
                kinds[begin - 1] = False
    for index in opened:
        kinds[index] = False
    return kinds


def _may_be_formula(tokens: Sequence[str], index: int, symbols: frozenset[str]) -> bool:
    token = tokens[index]
    known = token in CONSTANTS or token in _OPERATORS or token in _OPEN or token in _CLOSE
    if known or token.isspace() or is_symbol(token, symbols):
        return True
    if token in FUNCTIONS:
        return index + 1 < len(tokens) and tokens[index + 1] == "("
    return bool(re.fullmatch(r"\d+(\.\d+)?", token))


def _formula(tokens: Sequence[str], symbols: frozenset[str]) -> Iterator[Piece]:
    """A stretch that may be a formula, or several with commas and colons between."""
    begin, end = 0, len(tokens)
    while begin < end and (tokens[begin].isspace() or tokens[begin] in _EDGE):
        begin += 1
    while end > begin and (tokens[end - 1].isspace() or tokens[end - 1] in _EDGE):
        end -= 1
    core = tokens[begin:end]
    yield Piece("".join(tokens[:begin]))
    if _is_bracketed(core):  # brackets around all of it belong to the sentence
        yield Piece(core[0])
        yield from _formula(core[1:-1], symbols)
        yield Piece(core[-1])
    elif len(core) > 1 and (formula := parsed("".join(core), symbols)) is not None:
        yield Piece("".join(core), formula)
    elif (cut := _separator(core)) is not None:
        yield from _formula(core[:cut], symbols)
        yield Piece(core[cut])
        yield from _formula(core[cut + 1 :], symbols)
    else:
        yield Piece("".join(core))
    yield Piece("".join(tokens[end:]))


def _is_bracketed(tokens: Sequence[str]) -> bool:
    """Whether one pair of brackets encloses all."""
    depth = 0
    for index, token in enumerate(tokens):
        depth += (token in _OPEN) - (token in _CLOSE)
        if depth == 0:
            return token in _CLOSE and index == len(tokens) - 1
    return False


def _separator(tokens: Sequence[str]) -> int | None:
    """Where the first comma or colon outside of brackets is."""
    depth = 0
    for index, token in enumerate(tokens):
        depth += (token in _OPEN) - (token in _CLOSE)
        if depth == 0 and token in ",:":
            return index
    return None
