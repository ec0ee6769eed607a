"""Coq theorems on the audit's page: which are about a claim, and what they state."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

Statements = Mapping[str, Mapping[str, str]]
"""Of a paper: by place (`eq:15`), the statements of the theorems by name."""


def theorem_links(locator: str, statements: Statements) -> str:
    """Links to the theorems about the place of a claim; empty for none.

    Examples
    --------
    >>> theorem_links("eq:15.2", {"eq:15": {"row_15_1": "..."}})
    '<a href="#theorem/row_15_1">row_15_1</a>'
    >>> theorem_links("eq:150", {"eq:15": {"row_15_1": "..."}})
    ''
    """
    place = re.match(r"\w+:\w+", locator)
    names = statements.get(place[0], {}) if place else {}
    return ", ".join(f'<a href="#theorem/{escape(name)}">{escape(name)}</a>' for name in names)


def theorem_section(statements: Mapping[str, Statements]) -> str:
    """All theorems, as they stand in their files; empty for none.

    Examples
    --------
    >>> theorem_section({}), "forall r" in theorem_section({"a": {"eq:1": {"row_1": " forall r, r = r."}}})
    ('', True)
    """
    named = {
        name: text for places in statements.values() for own in places.values() for name, text in own.items()
    }
    if not named:
        return ""
    shown = "".join(
        f'<details id="theorem/{escape(name)}"><summary>{escape(name)}</summary>'
        f"<pre><code>Theorem {escape(name)} :{escape(text)}</code></pre></details>"
        for name, text in named.items()
    )
    return (
        '<section aria-label="Theorems of Coq"><h2>Theorems of Coq</h2>'
        "<p>On mechanisms, adversaries and budgets, by the definitions in docs/theorem.md. "
        "<code>symbolic-eps table --coq FOLDER</code> writes them with their proofs, for Coq to check.</p>"
        f"{shown}</section>"
    )
