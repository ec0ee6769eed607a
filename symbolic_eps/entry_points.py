"""Names that installed packages register in a group of entry points, faster than `importlib.metadata`.

That module takes as long to load as `symbolic-eps check` to judge four hundred certificates. Packages that
are unpacked in folders keep their entry points in `*.dist-info/entry_points.txt`; where there may be others
(archives, eggs, other finders), it is asked.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.machinery import PathFinder
from typing import Any, NamedTuple

METADATA = ".dist-info"

OTHERS = (".egg", ".egg-info")


class EntryPoint(NamedTuple):
    """A name, and the object that it stands for, as `package.module:object`.

    Examples
    --------
    >>> EntryPoint("square root", "math:sqrt").load()(4)
    2.0
    """

    name: str
    value: str

    def load(self) -> Any:
        """The object; what importing its module raises is raised."""
        module, _, name = self.value.partition(":")
        found: Any = import_module(module.strip())
        for part in filter(None, name.partition("[")[0].strip().split(".")):
            found = getattr(found, part)
        return found


def entry_points(group: str) -> list[EntryPoint]:
    """The entry points of a group; of two copies of a package the one that Python finds first.

    Examples
    --------
    >>> [point.value for point in entry_points("console_scripts") if point.name == "symbolic-eps"]
    ['symbolic_eps.command:entry_point']
    """
    texts: dict[str, str] = {}
    for path in sys.path:
        try:
            names = os.listdir(path or ".")
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            names = []
            if os.path.isfile(path):
                return _asked(group)
        if any(name.lower().endswith(OTHERS) for name in names):
            return _asked(group)
        for name in names:
            if name.lower().endswith(METADATA):
                package = re.sub(r"[_.]+", "_", name.partition("-")[0]).lower()
                if package not in texts:
                    texts[package] = _text(os.path.join(path, name, "entry_points.txt"))
    if any(finder is not PathFinder and hasattr(finder, "find_distributions") for finder in sys.meta_path):
        return _asked(group)
    return [point for text in texts.values() if group in text for point in in_text(text, group)]


def in_text(text: str, group: str) -> Iterator[EntryPoint]:
    r"""The entry points of a group in a file.

    Examples
    --------
    >>> list(in_text("[a]\nx = m:f\n# a remark\n[b]\nx = m:g [extra]\n", "b"))
    [EntryPoint(name='x', value='m:g [extra]')]
    """
    section = None
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            section = line.strip("[]")
        elif section == group and line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield EntryPoint(name.strip(), value.strip())


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return ""


def _asked(group: str) -> list[EntryPoint]:
    from importlib import metadata

    return [EntryPoint(point.name, point.value) for point in metadata.entry_points(group=group)]
