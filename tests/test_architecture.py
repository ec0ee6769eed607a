"""The page on the layout of the code names every room, and every module that is in none."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def unnamed(page: str) -> list[str]:
    """Folders and modules of the packages that a page does not name."""
    named = set(re.findall(r"[\w/]+/|\w+\.py\b", page))
    found = [p for package in ("verify", "symbolic_eps") for p in sorted((ROOT / package).iterdir())]
    folders = [f"{p.name}/" for p in found if p.is_dir() and not p.name.startswith("__")]
    modules = [p.name for p in found if p.suffix == ".py" and not p.name.startswith("__")]
    return [name for name in (*folders, *modules) if name not in named]


def test_every_room_is_named() -> None:
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    assert unnamed(page) == []
    assert unnamed(page.replace("schemas/", "").replace("spelling.py", "")) == ["schemas/", "spelling.py"]
