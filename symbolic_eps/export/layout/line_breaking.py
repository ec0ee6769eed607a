"""Lines that are too long, broken between the arguments of a call, in the way that formatters keep."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

_COMMENTS = ("//", "#", "/*", "*", '"""')
_SHORT = 10
_NAME = re.compile(r"\w+")


class Style(Enum):
    """How arguments stand in several lines."""

    PACKED = "as many to a line as there is room for"
    VERTICAL = "all in one line, else one to a line with a comma behind each"
    RUST = "one to a line with a comma behind each; short names and elements as many as there is room for"


@dataclass(frozen=True)
class _Call:
    """A line, taken apart."""

    before: str
    arguments: tuple[str, ...]
    after: str


def broken(line: str, longest: int, step: str, style: Style = Style.PACKED) -> Iterator[str]:
    """The line, in several where it is too long and ends with a call of several arguments.

    Parameters
    ----------
    line : str
    longest : int
        How many characters a line may have.
    step : str
        By which arguments are indented.
    style : Style

    Examples
    --------
    >>> list(broken("y = f(first, g(2, 3), 4);", 18, "  "))
    ['y = f(first,', '  g(2, 3), 4);']
    >>> list(broken("y = f(first, g(2, 3))", 18, "  ", Style.VERTICAL))
    ['y = f(', '  first, g(2, 3)', ')']
    >>> list(broken("in_range(f(weight, theta))", 18, "  ", Style.RUST))
    ['in_range(f(', '  weight, theta,', '))']
    >>> list(broken("y = f(1 - g(2, 3))", 16, "  ", Style.VERTICAL))
    ['y = f(', '  1 - g(2, 3)', ')']
    """
    outer = line[: len(line) - len(line.lstrip())]
    if len(line.expandtabs(4)) <= longest or line.lstrip().startswith(_COMMENTS):
        yield line
        return
    call = _call(line, whole=style is Style.VERTICAL)
    if call is None or re.search(r" [-+*/] ", call.after):
        yield from _between_operators(line, longest, outer + step, style)
        return
    if style is Style.RUST and re.search(r" [-+*/] ", call.before):
        yield from line.replace(" = ", f" =\n{outer}{step}", 1).split("\n")
        return
    words = [f"{argument}," for argument in call.arguments]
    together = f"{outer}{step}{', '.join(call.arguments)}"
    array = style is Style.RUST and call.before.endswith("[")
    name, _, value = line.partition(" = ")
    if array and value and len(f"{outer}{step}{value}") <= longest:
        yield from (f"{name} =", f"{outer}{step}{value}")
        return
    if style is Style.PACKED:
        lines = [*packed(call.before, [*words[:-1], call.arguments[-1] + call.after], outer + step, longest)]
        for part in lines:
            yield from (part,) if len(lines) == 1 else broken(part, longest, step, style)
        return
    yield call.before
    short = max(map(len, call.arguments)) <= _SHORT
    if short and (array or (style is Style.RUST and all(map(_NAME.fullmatch, call.arguments)))):
        yield from packed("", words, outer + step, longest)
    elif style is Style.VERTICAL and len(together) <= longest:
        yield together
    else:
        for word in words:
            yield from broken(f"{outer}{step}{word}", longest, step, style)
    yield f"{outer}{call.after}"


def _between_operators(line: str, longest: int, indent: str, style: Style) -> Iterator[str]:
    """A sum, broken behind an operator that stands in no parentheses."""
    *_, cut = [0, *(m.end() for m in re.finditer(r" [+-] ", line[: longest - 4 * line.count("\t")]))]
    first, rest = line[: cut - 1], line[cut:]
    plain = cut and style is Style.PACKED and '"' not in line and first.count("(") == first.count(")")
    yield from (first, f"{indent}{rest}") if plain else (line,)


def packed(start: str, words: Sequence[str], indent: str, longest: int) -> Iterator[str]:
    """Words in lines, the first of which has this start."""
    line = start
    for word in words:
        joined = f"{line} {word}" if line not in (start, indent, "") else f"{line or indent}{word}"
        if line not in ("", indent) and len(joined.expandtabs(4)) > longest:
            yield line
            joined = f"{indent}{word}"
        line = joined
    yield line


def _call(line: str, whole: bool) -> _Call | None:
    """The last call in a line, without calls around it that have no other argument, but for a `whole` one."""
    opened: list[list[int]] = []
    found: tuple[int, list[int], int] | None = None
    for match in re.finditer(r'"(?:\\.|[^"\\])*"|[()\[\],]', line):
        match match[0]:
            case "(" | "[":
                opened.append([match.start()])
            case "," if opened:
                opened[-1].append(match.start())
            case ")" | "]" if opened:
                start, *commas = opened.pop()
                within = found is not None and start < found[0] and not commas
                if not within or (whole and match.end() == len(line)):
                    found = (start, commas, match.start())
    if found is None or not (found[1] or (whole and line[found[0]] == "(" and found[2] == len(line) - 1)):
        return None
    start, commas, end = found
    places = [start, *commas, end]
    arguments = tuple(line[a + 1 : b].strip() for a, b in pairwise(places))
    return _Call(line[: start + 1], arguments, line[end:])
