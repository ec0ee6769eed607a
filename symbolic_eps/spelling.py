"""Suggests the known name that is most like a mistyped one. Loads nothing heavy."""

from __future__ import annotations

from collections.abc import Iterable


def suggest(word: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """The question "did you mean ...? " with the known name most like the word; empty if there is none.

    Examples
    --------
    >>> suggest("tabel", ["table", "derive"]), suggest("A", ["a", "r"]), suggest("sum", ["max", "min"])
    ('did you mean table? ', 'did you mean a? ', '')
    """
    from difflib import get_close_matches

    by_text = {name.lower(): name for name in known}
    matches = get_close_matches(word.lower(), by_text, n=1, cutoff=likeness)
    return f"did you mean {by_text[matches[0]]}? " if matches else ""
