"""Questions about points: conditions that all hold, and clauses of each of which one condition holds."""

from __future__ import annotations

from verify.language.condition import Condition

Clauses = tuple[tuple[Condition, ...], ...]
"""Disjunctions: each inner tuple asks for at least one of its conditions."""


def shortened(text: str, limit: int = 300) -> str:
    """The text, its middle left out where it is too long for a message.

    Examples
    --------
    >>> shortened("one two three", 6)
    'one ... ree'
    """
    return text if len(text) <= limit else f"{text[: limit // 2]} ... {text[-limit // 2 :]}"
