"""What docs/export.md says of the targets is what they say of themselves."""

from __future__ import annotations

from pathlib import Path

from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export.targets import NAMES, environment_table, support_table

TEXT = (Path(__file__).parents[3] / "docs" / "export.md").read_text(encoding="utf-8")


def test_support_tables_are_what_targets_say_of_themselves() -> None:
    for table in (support_table(), environment_table()):
        assert f"\n\n{table}\n" in TEXT
        assert table.count("\n| `") == len(NAMES)


def test_bound_is_the_one_that_is_explained() -> None:
    assert f"| {float(root().error):.4f} ulps |" in TEXT
