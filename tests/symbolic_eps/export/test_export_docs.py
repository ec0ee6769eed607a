"""What docs/export.md says of the targets is what they say of themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from symbolic_eps.export.targets import NAMES, target_named
from symbolic_eps.export.theorems import root

TEXT = (Path(__file__).parents[3] / "docs" / "export.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_support_table_has_the_target(name: str) -> None:
    target = target_named(name)
    assert f"\n| `{name}` | {target.title} | {target.outside} |\n" in TEXT


def test_no_other_target_is_in_the_table() -> None:
    table = TEXT.split("| outside the domain |")[1].split("\n\n")[0]
    assert table.count("\n| `") == len(NAMES)


def test_bound_is_the_one_that_is_explained() -> None:
    assert f"| {float(root().error):.4f} ulps |" in TEXT
