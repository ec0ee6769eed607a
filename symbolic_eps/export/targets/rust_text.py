"""Lines of Rust: signatures, and Markdown in comments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symbolic_eps.export.layout.target import wrapped


def opened(line: str) -> Iterator[str]:
    """The first line of a function, in several where it is too long."""
    if len(line) <= 100:
        yield line
        return
    start, _, rest = line.partition("(")
    parameters, _, end = rest.rpartition(")")
    yield from (f"{start}(", *(f"    {p}," for p in parameters.split(", ")), f"){end}")


def wrapped_lines(text: str) -> Iterator[str]:
    """The lines, none of which starts a list but the first."""
    first, *others = wrapped(text, 96)
    yield from (first, *(re.sub(r"^( *)([-+>])", r"\1\\\2", line) for line in others))


def escaped(text: str) -> str:
    """As Markdown shows it; a name in brackets at the start stays a link.

    Examples
    --------
    >>> escaped("[`f_lower`] is below a*b") == "[`f_lower`] is below a" + chr(92) + "*b"
    True
    """
    link = text[: text.index("]") + 1] if text.startswith("[`") else ""
    return link + re.sub(r"([\\`*_\[\]]|<(?=\w))", r"\\\1", text.removeprefix(link))
