"""Exports stay the same, byte for byte. `make golden` writes these files anew: read what has changed.

Of a small formula all files are kept, of larger ones the manifest, which holds the SHA-256 of each file.
"""

from __future__ import annotations

import difflib
from functools import cache
from pathlib import Path

import pytest

from symbolic_eps.errors import InputError
from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.package import MANIFEST, build
from symbolic_eps.export.targets import NAMES, target_named

GOLDEN = Path(__file__).parent / "golden"
WHOLE, HASHED = "constant", ("root", "bound", "fixed-q", "tail", "at-risk-delta", "at-risk-eps0")


@cache
def formula(name: str) -> Formula:
    return exportable()[name].make()


def golden_texts(target: str) -> dict[str, str]:
    """The files that are kept, by their path within the golden folder."""
    chosen = target_named(target)
    texts = {f"{target}/{path}": text for path, text in build(chosen, [formula(WHOLE)]).items()}
    kept = {path: text for path, text in texts.items() if "/vectors/" not in path}
    for name in HASHED:
        try:
            kept[f"{target}/{name}.{MANIFEST}"] = build(chosen, [formula(name)])[MANIFEST]
        except InputError as refusal:
            kept[f"{target}/{name}.refused"] = f"{refusal}\n"
    return kept


def kept_texts(target: str) -> dict[str, str]:
    folder = GOLDEN / target
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(GOLDEN).as_posix(): path.read_text(encoding="utf-8") for path in found}


@pytest.mark.parametrize("target", NAMES)
def test_export_is_what_it_was(target: str, request: pytest.FixtureRequest) -> None:
    texts = golden_texts(target)
    if request.config.getoption("--update-golden"):
        for path in kept_texts(target).keys() - texts.keys():
            (GOLDEN / path).unlink()
        for path, text in texts.items():
            (GOLDEN / path).parent.mkdir(parents=True, exist_ok=True)
            (GOLDEN / path).write_text(text, encoding="utf-8")
    before = kept_texts(target)
    for path in sorted(before.keys() | texts.keys()):
        lines = (before.get(path, "").splitlines(), texts.get(path, "").splitlines())
        difference = "\n".join(difflib.unified_diff(*lines, "golden", "now", lineterm="", n=1))
        assert before.get(path) == texts.get(path), f"{path} (`make golden` if this is meant):\n{difference}"


def test_every_golden_folder_belongs_to_a_target() -> None:
    assert sorted(p.name for p in GOLDEN.iterdir()) == sorted(NAMES)
