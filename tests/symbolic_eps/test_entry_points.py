"""Entry points are those that `importlib.metadata` finds, in folders and elsewhere."""

from __future__ import annotations

import sys
import zipfile
from importlib import metadata
from importlib.machinery import PathFinder
from pathlib import Path

import pytest

from symbolic_eps.entry_points import EntryPoint, entry_points

GROUP = "example.group"


def both(group: str = GROUP) -> list[EntryPoint]:
    """What is found, once it is seen to be what the standard library finds."""
    found = entry_points(group)
    assert found == [EntryPoint(point.name, point.value) for point in metadata.entry_points(group=group)]
    return found


def install(folder: Path, name: str, text: str, suffix: str = ".dist-info") -> None:
    (folder / f"{name}{suffix}").mkdir(parents=True)
    (folder / f"{name}{suffix}" / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name.partition('-')[0]}\n"
    )
    (folder / f"{name}{suffix}" / "entry_points.txt").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("group", ["console_scripts", "symbolic_eps.papers", "pytest11", "no.such.group"])
def test_what_is_installed_here_is_found(group: str) -> None:
    assert sorted(both(group)) == sorted(entry_points(group))


def test_the_copy_that_python_finds_first_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(
        tmp_path / "first",
        "my_package-2.0",
        f"[other]\nx = y\n[{GROUP}]\n# a = b\n name = math : sqrt [more]\n",
    )
    install(tmp_path / "second", "My.Package-1.0", f"[{GROUP}]\nold = math:sin\n")
    install(tmp_path / "second", "another-1.0", f"[{GROUP}]\nmodule = math\n")
    for folder in ("second", "first", "none"):
        monkeypatch.syspath_prepend(tmp_path / folder)
    assert both() == [("name", "math : sqrt [more]"), ("module", "math")]
    root, module = (point.load() for point in both())
    assert root(9) == 3 and module is sys.modules["math"]


def test_a_copy_without_entry_points_hides_later_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "first" / "one-2.dist-info").mkdir(parents=True)
    install(tmp_path / "second", "one-1", f"[{GROUP}]\na = math:sin\n")
    for folder in ("second", "first"):
        monkeypatch.syspath_prepend(tmp_path / folder)
    assert both() == []


def test_eggs_archives_and_other_finders_are_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path / "eggs", "old-1", f"[{GROUP}]\nold = math:sin\n", ".egg-info")
    monkeypatch.syspath_prepend(tmp_path / "eggs")
    assert [point.name for point in both()] == ["old"]
    with zipfile.ZipFile(tmp_path / "new.zip", "w") as archive:
        archive.writestr("new-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: new\n")
        archive.writestr("new-1.dist-info/entry_points.txt", f"[{GROUP}]\nnew = math:sin\n")
    monkeypatch.syspath_prepend(tmp_path / "new.zip")
    assert [point.name for point in both()] == ["new", "old"]
    monkeypatch.undo()

    class Finder(PathFinder):
        """Knows of a package in a folder that is not on the path."""

        @classmethod
        def find_distributions(cls, context: object = None) -> list[metadata.Distribution]:
            return [metadata.PathDistribution(tmp_path / "eggs" / "old-1.egg-info")]

    monkeypatch.setattr(sys, "meta_path", [Finder, *sys.meta_path])
    assert [point.name for point in both()] == ["old"]
