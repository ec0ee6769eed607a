"""What a mistyped name was meant to be. Loads nothing heavy."""

from __future__ import annotations

from collections.abc import Iterable


def meant(word: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """A question that ends a clause of a message: the known name that is like the word, if there is one.

    Examples
    --------
    >>> meant("tabel", ["table", "derive"]), meant("A", ["a", "r"]), meant("sum", ["max", "min"])
    ('did you mean table? ', 'did you mean a? ', '')
    """
    from difflib import get_close_matches

    by_text = {name.lower(): name for name in known}
    matches = get_close_matches(word.lower(), by_text, n=1, cutoff=likeness)
    return f"did you mean {by_text[matches[0]]}? " if matches else ""
