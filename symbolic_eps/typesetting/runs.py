"""Runs of words and formulas, rendered in a notation."""

from __future__ import annotations

import re
from collections.abc import Callable

from symbolic_eps.typesetting.layout import Layout
from symbolic_eps.typesetting.notation import Notation
from verify.language.note import Note


def set_note(note: str, notation: Notation) -> str:
    """A note with its formulas set, as one line of mathematics; plain text is words alone.

    Parameters
    ----------
    note : Note
        Words and formulas.
    notation : Notation
        How it is to look.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from symbolic_eps.typesetting.notation import Text
    >>> set_note(Note("as ", a - b**2 > 0, ", a form of a"), Text())
    'as a - b^2 > 0, a form of a'
    """
    layout = Layout(notation)
    runs = Note(note).runs
    found = [notation.words(run) if isinstance(run, str) else layout.set(run.expression) for run in runs]
    return "".join(found) if notation.needs_brackets or len(found) == 1 else notation.row(found)


def proper(text: str) -> str:
    """Plain words with the signs that a reader expects instead of those that a keyboard has.

    Examples
    --------
    >>> proper("eps <= 1, e^-eps >= 0; steps of symbolic-eps")
    'ε ≤ 1, e^-ε ≥ 0; steps of symbolic-eps'
    """
    signed = text.replace("<=", "≤").replace(">=", "≥")
    return re.sub(r"(?<!\w)(?<!\w-)eps(?!\w)", "ε", signed)


def paragraph(
    note: str, notation: Notation, words: Callable[[str], str], mathematics: Callable[[str], str]
) -> str:
    """A note as running text, whose lines can break: words and formulas each in their own way.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from symbolic_eps.typesetting.tex import Latex
    >>> print(paragraph(Note("where ", a**2 > 0), Latex(), str, "${}$".format))
    where $a^{2} > 0$
    """
    layout = Layout(notation)
    return "".join(
        words(run) if isinstance(run, str) else mathematics(layout.set(run.expression))
        for run in Note(note).runs
    )
