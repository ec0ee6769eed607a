"""Line numbers of the keys in a TOML text, which its parser gives only for syntax errors."""

from __future__ import annotations

import re
from collections.abc import Mapping

Path = tuple[str | int, ...]
"""Keys from the top; the number of an entry of an array of tables, from 0, after its name."""

_KEY = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_DOTTED = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_ENTRY = re.compile(rf"\s*\[\[\s*({_DOTTED})\s*\]\]")
_TABLE = re.compile(rf"\s*\[\s*({_DOTTED})\s*\]")
_VALUE = re.compile(rf"\s*({_DOTTED})\s*=")
_LONG = re.compile(r'"{3}|\'{3}')


def lines_of(text: str) -> dict[Path, int]:
    r"""The line of each table and each key, from 1.

    Parameters
    ----------
    text : str
        A text that is TOML.

    Examples
    --------
    >>> lines_of('name = "x"\n[[release]]\nweight = 2\n')
    {('name',): 1, ('release', 0): 2, ('release', 0, 'weight'): 3}
    """
    lines: dict[Path, int] = {}
    entries: dict[Path, int] = {}
    table: Path = ()
    quotes = ""
    for number, line in enumerate(text.split("\n"), 1):
        if quotes:
            quotes = "" if quotes in line else quotes
            continue
        if entry := _ENTRY.match(line):
            name = _keys(entry[1])
            entries[name] = entries.get(name, -1) + 1
            table = (*name, entries[name])
            lines.setdefault(table, number)
        elif header := _TABLE.match(line):
            table = _keys(header[1])
            lines.setdefault(table, number)
        elif value := _VALUE.match(line):
            lines.setdefault((*table, *_keys(value[1])), number)
        long = _LONG.findall(line)
        quotes = long[0] if len(long) % 2 else ""
    return lines


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """The line of a key, or of the nearest that stands around it.

    Examples
    --------
    >>> line_of({("release", 0): 2}, ("release", 0, "weight"))
    2
    """
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return 1


def _keys(dotted: str) -> tuple[str, ...]:
    return tuple(key.strip("\"'") for key in re.findall(_KEY, dotted))
