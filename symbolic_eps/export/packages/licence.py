"""The licence of what is exported: its text, and the two SPDX lines in the comments of each language."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from symbolic_eps.export.template import filled

IDENTIFIER = "MIT"
YEAR, HOLDER = "2026", "The symbolic-eps authors"
COPYRIGHT = f"Copyright (c) {YEAR} {HOLDER}"

_HASH, _SLASHES, _PERCENT = "# {}", "// {}", "% {}"
COMMENTS: Mapping[str, str] = {
    ".c": "/* {} */",
    ".h": "/* {} */",
    ".v": "(* {} *)",
    ".g": _HASH,
    ".sql": "-- {}",
    ".fpcore": "; {}",
    ".fods": "<!-- {} -->",
    ".java": _SLASHES,
    ".hpp": _SLASHES,
    ".cpp": _SLASHES,
    ".clang-format": _HASH,
    ".go": _SLASHES,
    ".mod": _SLASHES,
    ".js": _SLASHES,
    ".ts": _SLASHES,
    ".rs": _SLASHES,
    ".jl": _HASH,
    ".py": _HASH,
    ".R": _HASH,
    ".sh": _HASH,
    ".toml": _HASH,
    ".txt": _HASH,
    ".in": _HASH,
    "NAMESPACE": _HASH,
    ".Rd": _PERCENT,
    ".tex": _PERCENT,
}
"""A comment in a line, by the ending of a file, or its name."""

WITHOUT = frozenset({".csv", ".json", "LICENSE", "LICENSE.md", "DESCRIPTION", ".Rbuildignore"})
"""Files that can hold no comment, or state the licence in a field of their own."""

_FIRST = ("#!", "<?xml")
"""What has to stand in the first line."""


def licensed(texts: Mapping[str, str]) -> dict[str, str]:
    r"""The files of an export with the SPDX lines, and with the licence.

    Parameters
    ----------
    texts : mapping of str to str
        By their path. One that is called LICENSE stays; the licence's text is LICENSE.md then.

    Examples
    --------
    >>> found = licensed({"src/lib.rs": "fn f() {}\n"})
    >>> print(found["src/lib.rs"], end="")
    // SPDX-FileCopyrightText: 2026 The symbolic-eps authors
    // SPDX-License-Identifier: MIT
    fn f() {}
    >>> sorted(found)
    ['LICENSE', 'src/lib.rs']
    """
    name = "LICENSE.md" if "LICENSE" in texts else "LICENSE"
    return {path: _marked(path, text) for path, text in texts.items()} | {
        name: filled("LICENSE", copyright=COPYRIGHT)
    }


def _marked(path: str, text: str) -> str:
    name = PurePosixPath(path)
    if {name.suffix, name.name} & WITHOUT:
        return text
    comment = COMMENTS.get(name.suffix) or COMMENTS[name.name]
    said = (f"SPDX-FileCopyrightText: {YEAR} {HOLDER}", f"SPDX-License-Identifier: {IDENTIFIER}")
    lines = "".join(f"{comment.format(line)}\n" for line in said)
    first, end, rest = text.partition("\n")
    return f"{first}{end}{lines}{rest}" if first.startswith(_FIRST) else lines + text
