"""Lines of Rust: signatures, closures, and Markdown in comments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from symbolic_eps.export.layout.target import wrapped

CLOSURE = "inside"
"""Whether squares, products and quotients of numbers neither overflow nor underflow."""
_LET = (
    f"    let {CLOSURE} = |numbers: &[f64]| numbers.iter().all(|&x| x >= two_to(-960) && x <= two_to(960));"
)


def with_closures(lines: Iterable[str]) -> Iterator[str]:
    """Functions, each of which has the closure that it calls.

    Examples
    --------
    >>> [*with_closures(["fn f(x: f64) -> bool {", "    inside(&[x])", "}"])][1]
    '    let inside = |numbers: &[f64]| numbers.iter().all(|&x| x >= two_to(-960) && x <= two_to(960));'
    """
    waiting = list[str]()
    for line in lines:
        waiting.append(line)
        if line == "}":
            if any(f"{CLOSURE}(" in said for said in waiting):
                place = next(
                    i for i, said in enumerate(waiting) if re.match(r"(pub )?fn .*\{$|\) .*\{$", said)
                )
                waiting.insert(place + 1, _LET)
            yield from waiting
            waiting.clear()
    yield from waiting


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
