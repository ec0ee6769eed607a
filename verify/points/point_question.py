"""Questions about points: conditions that all hold, and clauses of each of which one condition holds."""

from __future__ import annotations

from verify.language.condition import Condition
from verify.language.note import Note

Clauses = tuple[tuple[Condition, ...], ...]
"""Disjunctions: each inner tuple asks for at least one of its conditions."""


def shortened(text: str, limit: int = 300) -> Note:
    """The text or note; where it is too long for a message, its text with the middle left out.

    Examples
    --------
    >>> shortened("one two three", 6)
    'one ... ree'
    """
    return Note(text if len(text) <= limit else f"{text[: limit // 2]} ... {text[-limit // 2 :]}")
