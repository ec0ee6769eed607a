"""What is noted down: a run of words and formulas, which is its own plain text.

Provers note statements and reasons with the formulas in them, and nobody has to read a formula out of a text
again: a report sets the words and each formula in its own notation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

import sympy as sp

from verify.language.condition import Condition
from verify.language.serialization import packed, unpacked

printed = lru_cache(maxsize=1 << 14)(str)
"""A formula as SymPy text; the same few hypotheses occur in thousands of implications."""


class Formula(NamedTuple):
    """A formula in a run.

    Parameters
    ----------
    text : str
        As it is printed in plain text.
    expression : Basic
        What it is.
    """

    text: str
    expression: sp.Basic


class Note(str):
    """Words and formulas, one after the other; as a string it is their plain text.

    Parameters
    ----------
    *runs : str, Formula, Basic, Condition, Note or object
        Words, formulas, other notes. An error gives the note that it was raised with, an object with a `note`
        that one, and any other object its text.

    Attributes
    ----------
    runs : tuple of str or Formula
        Words and formulas; no two runs of words are neighbours.

    Examples
    --------
    >>> from sympy.abc import a
    >>> found = Note("fails: ", a**2 > a, " at ", Note(a, " = ", sp.Rational(1, 2)))
    >>> print(found)
    fails: a**2 > a at a = 1/2
    >>> [run.expression for run in found.runs if isinstance(run, Formula)]
    [a**2 > a, a, 1/2]
    """

    __slots__ = ("runs",)
    runs: tuple[str | Formula, ...]

    def __new__(cls, *runs: object) -> Note:
        """The runs, notes among them taken apart."""
        flat: list[str | Formula] = []
        for run in chain.from_iterable(map(_runs, runs)):
            if isinstance(run, str) and flat and isinstance(flat[-1], str):
                flat[-1] += run
            elif run:
                flat.append(run)
        made = super().__new__(cls, "".join(run if isinstance(run, str) else run.text for run in flat))
        made.runs = tuple(flat)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process: the formulas as written."""
        return _unpacked, (packed(self.runs),)

    def as_written(self) -> tuple[Any, ...]:
        """For `packed`: what it has in common with other notes is written once."""
        return _of_runs, (self.runs,)

    def __deepcopy__(self, memo: object) -> Note:
        """Itself: it never changes."""
        return self

    @property
    def formulas(self) -> tuple[sp.Basic, ...]:
        """The formulas in their order."""
        return tuple(run.expression for run in self.runs if isinstance(run, Formula))


def joined(separator: str, parts: Iterable[object]) -> Note:
    """The parts with a separator between them.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> print(joined(" and ", [a > 0, b > a]))
    a > 0 and b > a
    """
    runs = [run for part in parts for run in (separator, part)]
    return Note(*runs[1:])


def equation(left: sp.Expr, right: sp.Expr) -> Formula:
    """`left = right` as one formula.

    Examples
    --------
    >>> from sympy.abc import a
    >>> print(Note(equation(a, a / 2), " there"))
    a = a/2 there
    """
    return Formula(f"{printed(left)} = {printed(right)}", sp.Eq(left, right, evaluate=False))


def point(values: Mapping[sp.Symbol, sp.Expr]) -> Note:
    """A point as equations with commas between.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> print(point({a: sp.Integer(1), b: sp.Integer(2)}))
    a = 1, b = 2
    """
    return joined(", ", (equation(symbol, value) for symbol, value in values.items()))


def shortened(text: str, limit: int = 300) -> Note:
    """The text or note; where it is too long for a message, its text with the middle left out.

    Examples
    --------
    >>> shortened("one two three", 6)
    'one ... ree'
    """
    return Note(text if len(text) <= limit else f"{text[: limit // 2]} ... {text[-limit // 2 :]}")


def _unpacked(data: bytes) -> Note:
    return _of_runs(unpacked(data))


def _of_runs(runs: tuple[str | Formula, ...]) -> Note:
    """The note with these runs, which are those of a note."""
    made = str.__new__(Note, "".join(run if isinstance(run, str) else run.text for run in runs))
    made.runs = runs
    return made


def _runs(run: object) -> Iterable[str | Formula]:
    """What one argument of a note adds to it."""
    match run:
        case Note():
            return run.runs
        case str():
            return (str(run),)
        case Formula():
            return (run,)
        case sp.Basic():
            return (Formula(printed(run), run),)
        case Condition():
            return _runs(run.relational)
        case Mapping():
            pairs = joined(", ", (Note(key, ": ", value) for key, value in run.items()))
            return ("{", *pairs.runs, "}")
        case Exception() if run.args and isinstance(run.args[0], Note):
            return run.args[0].runs
    inner = getattr(run, "note", None)
    return inner.runs if isinstance(inner, Note) else (str(run),)


NOTHING = Note()
"""No words at all."""
