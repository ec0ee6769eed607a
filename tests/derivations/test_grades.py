"""No answer rests on the word of solvers: neither in an example nor in a pinned audit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAID = re.compile(r'(?:proof +|"grade": *"|\| *|>)((?:one-)?solver)\b(?:"|,| *\||<|$)', re.MULTILINE)
"""An answer's grade in text, in JSON, in a table and on a page."""


def by_solvers(document: Any) -> Iterator[str]:
    """The names in a JSON document under which a solver's grade stands."""
    if isinstance(document, dict):
        for name, part in document.items():
            if isinstance(part, dict) and part.get("grade") in ("solver", "one-solver"):
                yield name
            yield from by_solvers(part)


def shown() -> list[Path]:
    """What the documentation shows and what exports look like."""
    folders = (ROOT / "docs", ROOT / "tests" / "symbolic_eps" / "export" / "golden")
    files = [p for folder in folders for p in folder.rglob("*") if p.is_file() and p.suffix != ".svg"]
    return sorted([*files, ROOT / "README.md", ROOT / "CONTRIBUTING.md"])


def test_no_pinned_claim_rests_on_solvers() -> None:
    pins = sorted(ROOT.glob("derivations/*/expected_verdicts.json"))
    assert len(pins) == 4
    found = {(p.parent.name, name) for p in pins for name in by_solvers(json.loads(p.read_text("utf-8")))}
    assert found == set()


def test_no_example_rests_on_solvers() -> None:
    files = shown()
    assert len(files) > 100
    said = {str(p.relative_to(ROOT)): SAID.findall(p.read_text("utf-8", "replace")) for p in files}
    assert {name: grades for name, grades in said.items() if grades} == {}


@pytest.mark.parametrize(
    "text",
    [
        "  proof       solver, 3 questions decided",
        '"grade": "one-solver"',
        "| a | solver |",
        "<td>solver</td>",
    ],
)
def test_a_planted_answer_of_a_solver_is_seen(text: str) -> None:
    assert SAID.search(text)


def test_a_planted_pin_is_seen() -> None:
    assert list(by_solvers({"claims": {"eq:1": {"grade": "solver"}, "eq:2": {"grade": "exact"}}})) == ["eq:1"]
