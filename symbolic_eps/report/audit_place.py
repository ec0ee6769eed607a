"""Locators in words: `eq:91` is display (91), `lem:3.4@B.1` is part 4 of Lemma 3 in Appendix B.1."""

from __future__ import annotations

import re

_STATEMENTS = {"thm": "Theorem", "lem": "Lemma", "cor": "Corollary", "def": "Definition", "fig": "Figure"}
_COLUMNS = {"eps": "epsilon", "std": "standard deviation", "exact": "probability of no noise"}


def in_words(place: str) -> str:
    """A locator as a reader of the paper would say it.

    Parameters
    ----------
    place : str
        Such as `eq:12.2`, `lem:3.4@B.1`, `tab:3/(15).2`, `text:E/theorem-3-edges`.

    Examples
    --------
    >>> in_words("eq:12.2"), in_words("lem:3.4@B.1"), in_words("tab:3/(15).2")
    ('(12), line 2', 'Lemma 3, part 4, in Appendix B.1', 'Table 3, row (15), entry 2')
    >>> in_words("text:E/theorem-3-edges")
    'Appendix E, text: theorem 3 edges'
    """
    own, _, printing = place.partition("@")
    where = f", in {_section(printing)}" if printing else ""
    kind, _, rest = own.partition(":")
    head, _, slug = rest.partition("/")
    number, _, part = head.partition(".")
    match kind:
        case "eq":
            return f"({number})" + (f", line {part}" if part else "") + _told(slug) + where
        case "text":
            return f"{_section(head)}, text{_told(slug)}" + where
        case "tab":
            row, _, column = slug.rpartition(".")
            cell = _COLUMNS.get(column, f"entry {column}")
            return f"Table {head}, row {row}, {cell}" + where
    if kind not in _STATEMENTS:
        return place
    return f"{_STATEMENTS[kind]} {number}" + (f", part {part}" if part else "") + _told(slug) + where


def _section(name: str) -> str:
    return f"{'Section' if name[:1].isdigit() else 'Appendix'} {name}"


def _told(slug: str) -> str:
    """The words of a slug, and which part of it is meant."""
    if not slug:
        return ""
    numbered = re.fullmatch(r"(.+)\.(\d+)", slug)
    words, part = (numbered[1], f", part {numbered[2]}") if numbered else (slug, "")
    return f": {words.replace('-', ' ')}{part}"
