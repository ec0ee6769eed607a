"""No code outside the papers' packages knows a paper: neither its id, its authors, nor the ids of its rows.

Docstrings and comments may say where a formula comes from; names, and texts that the program uses, may not.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from symbolic_eps.closed_form_table.row import all_rows
from symbolic_eps.papers import papers

ROOT = Path(__file__).resolve().parent.parent
OUTSIDE = ("symbolic_eps", "verify")
AUTHORS = {part for identifier in papers() for part in identifier.split("-") if not part.isdigit()}
IDS = {*papers(), *(row.identifier for row in all_rows() if not row.identifier.isalpha())}
"""Row ids that are words of the language (`box`) are met everywhere, and tell nothing."""
WORDS = re.compile("|".join(map(re.escape, sorted(AUTHORS | IDS))), re.IGNORECASE)
NAME_FIELDS = ("id", "attr", "name", "arg", "module")


def known(text: str) -> Iterator[str]:
    """What a module's names and texts say of papers."""
    tree = ast.parse(text)
    said = {id(part.value) for part in ast.walk(tree) if isinstance(part, ast.Expr)}
    for node in ast.walk(tree):
        words = [getattr(node, field, None) for field in NAME_FIELDS]
        if isinstance(node, ast.Constant) and id(node) not in said:
            words.append(node.value)
        yield from (word for word in words if isinstance(word, str) and WORDS.search(word))


FILES = [file for package in OUTSIDE for file in sorted((ROOT / package).rglob("*.py"))]


def test_no_code_outside_knows_a_paper() -> None:
    found = {f.relative_to(ROOT).as_posix(): list(known(f.read_text(encoding="utf-8"))) for f in FILES}
    assert {name: words for name, words in found.items() if words} == {}


def test_no_file_outside_has_a_name_of_a_paper() -> None:
    names = (file.relative_to(ROOT).as_posix() for package in OUTSIDE for file in (ROOT / package).rglob("*"))
    assert [name for name in names if WORDS.search(name)] == []


@pytest.mark.parametrize(
    "planted",
    [
        "import derivations.kazan_reiter",
        "ROWS = ('fixed-q',)",
        "def kazan() -> None: ...",
        "if paper == 'kazan-reiter-2024': pass",
        "text = f'{n} claims of Reiter'",
        "def f(*, kazan: int) -> int: return kazan",
    ],
)
def test_planted_knowledge_is_found(planted: str) -> None:
    assert list(known(f'"""A module."""\n{planted}\n'))


def test_a_source_in_a_docstring_is_no_knowledge() -> None:
    assert (
        list(known('"""Kazan & Reiter 2024, (11)."""\ndef f():\n    """(12) of Kazan & Reiter."""\n')) == []
    )
