"""What docs/export.md says of the targets is what they say of themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export.package import build
from symbolic_eps.export.targets import NAMES, environment_table, support_table, target_named

DOCUMENT = Path(__file__).parents[3] / "docs" / "export.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")


def test_support_tables_are_what_targets_say_of_themselves() -> None:
    for table in (support_table(), environment_table()):
        assert f"\n\n{table}\n" in TEXT
        assert table.count("\n| `") == len(NAMES)


SHOWN = {"c": "symbolic_eps.c", "rust": "src/lib.rs", "python": "symbolic_eps_formulas.py"}


@pytest.mark.parametrize("target", SHOWN)
def test_exports_of_theorem_2_stand_there_in_full(target: str, request: pytest.FixtureRequest) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    made = build(target_named(target), [root()])[SHOWN[target]]
    before, fence, after = text.partition(f"\n```{target}\n")
    shown, end, rest = after.partition("\n```\n")
    assert fence and end
    if request.config.getoption("--update-golden"):
        DOCUMENT.write_text(f"{before}{fence}{made.rstrip()}{end}{rest}", encoding="utf-8")
        shown = made.rstrip()
    assert f"{shown}\n" == made


def test_bound_is_the_one_that_is_explained() -> None:
    assert f"| {float(root().error):.4f} ulps |" in TEXT
