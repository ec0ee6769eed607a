"""How a paper names its places: `eq:91` is (91), `lem:3.4@B.1` is part 4 of Lemma 3 in Appendix B.1."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

STATEMENTS = {
    "thm": "Theorem",
    "lem": "Lemma",
    "cor": "Corollary",
    "prop": "Proposition",
    "def": "Definition",
    "rem": "Remark",
    "ex": "Example",
    "fig": "Figure",
    "alg": "Algorithm",
    "fn": "Footnote",
}


NONE: Mapping[str, str] = {}
ABSTRACT: Mapping[str, str] = {"0": "Abstract"}


class Grammar(NamedTuple):
    """What the parts of a paper's locators are called.

    Parameters
    ----------
    statements : mapping of str to str
        What is called by a number, by its kind in a locator. Part k of an algorithm is its line.
    columns : mapping of str to str
        The columns of tables that have names.
    sections : tuple of (str, str)
        Patterns for the names of sections, each with the word before the name; the first that fits decides.
    unnumbered : mapping of str to str
        What a part is called that has no number, by its name in a locator.
    steps : str
        A pattern for the places that are steps of proofs; what stands elsewhere is a result. None by default.

    Examples
    --------
    >>> roman = Grammar(sections=(("[IVX]+", "Section"), ("", "Appendix")))
    >>> roman.in_words("prop:2@IV"), roman.in_words("alg:1.3"), roman.in_words("text:A/scope")
    ('Proposition 2, in Section IV', 'Algorithm 1, line 3', 'Appendix A, text: scope')
    """

    statements: Mapping[str, str] = STATEMENTS
    columns: Mapping[str, str] = NONE
    sections: tuple[tuple[str, str], ...] = (("[A-Z]", "Appendix"), ("", "Section"))
    unnumbered: Mapping[str, str] = ABSTRACT
    steps: str = r"(?!)"

    def in_words(self, place: str, near: str = "") -> str:
        """A place as a reader of the paper would say it.

        Parameters
        ----------
        place : str
            Such as `eq:12.2`, `lem:3.4@B.1`, `tab:3/(15).2`, `text:E/theorem-3-edges`; one of another form is
            left as it is.
        near : str
            Where in its section a sentence stands, such as `after (14)`.

        Examples
        --------
        >>> grammar = Grammar()
        >>> grammar.in_words("eq:12.2"), grammar.in_words("lem:3.4@B.1"), grammar.in_words("tab:3/(15).2")
        ('(12), line 2', 'Lemma 3, part 4, in Appendix B.1', 'Table 3, row (15), entry 2')
        >>> grammar.in_words("text:E/theorem-3-edges")
        'Appendix E, text: theorem 3 edges'
        >>> grammar.in_words("text:E/theorem-3-edges", "after (157)"), grammar.in_words("text:0/scope")
        ('Appendix E, after (157): theorem 3 edges', 'Abstract, text: scope')
        """
        own, _, printing = place.partition("@")
        where = f", in {self._section(printing)}" if printing else ""
        kind, _, rest = own.partition(":")
        head, _, slug = rest.partition("/")
        number, _, part = head.partition(".")
        match kind:
            case "eq":
                return f"({number})" + (f", line {part}" if part else "") + _told(slug) + where
            case "text":
                return f"{self._section(head)}, {near or 'text'}{_told(slug)}" + where
            case "tab":
                row, _, column = slug.rpartition(".")
                cell = self.columns.get(column, f"entry {column}")
                return f"Table {head}, row {row}, {cell}" + where
        if kind not in self.statements:
            return place
        unit = "line" if kind == "alg" else "part"
        return (
            f"{self.statements[kind]} {number}" + (f", {unit} {part}" if part else "") + _told(slug) + where
        )

    def _section(self, name: str) -> str:
        if name in self.unnumbered:
            return self.unnumbered[name]
        return next(f"{word} {name}" for pattern, word in self.sections if re.match(pattern, name))


def _told(slug: str) -> str:
    """The words of a slug, and which part of it is meant."""
    if not slug:
        return ""
    numbered = re.fullmatch(r"(.+)\.(\d+)", slug)
    words, part = (numbered[1], f", part {numbered[2]}") if numbered else (slug, "")
    return f": {words.replace('-', ' ')}{part}"
