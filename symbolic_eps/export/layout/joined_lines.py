"""Lines of functions that are fewer: what is done to two numbers alike, a result asked for where it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence


def in_pairs(lines: Iterable[str], let: str, both: str) -> Iterator[str]:
    """The lines; those that give names to what is done to a, and then to b, as lines for both.

    Parameters
    ----------
    lines : iterable of str
    let : str
        How `{name}` is given to a `{value}`.
    both : str
        How `{name}` is given to a `{value}`, and `{other}` to a `{second}` one.

    Examples
    --------
    >>> lines = ["a_2 = 2*a", "a_3 = a - a_2", "b_2 = 2*b", "b_3 = b - b_2", "return a_3*b_3"]
    >>> list(in_pairs(lines, "{name} = {value}", "{name}, {other} = {value}, {second}"))
    ['a_2, b_2 = 2*a, 2*b', 'a_3, b_3 = a - a_2, b - b_2', 'return a_3*b_3']
    """
    pattern = re.escape(let).replace(r"\{name\}", r"(a\w*)").replace(r"\{value\}", "(.+)")
    waiting = [*lines]
    while waiting:
        first = list[tuple[str, str]]()
        for line in waiting:
            if not (found := re.fullmatch(pattern, line.strip())):
                break
            first.append((found[1], found[2]))
        same = [_of_b(line) for line in waiting[: len(first)]]
        if not first or waiting[len(first) : 2 * len(first)] != same:
            yield waiting.pop(0)
            continue
        for line, (name, value) in zip(waiting, first, strict=False):
            said = both.format(name=name, value=value, other=_of_b(name), second=_of_b(value))
            yield line.replace(line.strip(), said)
        del waiting[: 2 * len(first)]


def _of_b(text: str) -> str:
    """What is said of a, of b: of `aHigh` and `a_high`, too."""
    return re.sub(r"\ba(?![a-z])", "b", text)


def with_result_in_place(
    lines: Sequence[str], result: str, in_place: Sequence[str], longest: int
) -> Sequence[str]:
    """The lines; the end of a function with a result, if it is the only one, in lines without a function.

    Parameters
    ----------
    lines : sequence of str
    result : str
        The end with a `{value}`.
    in_place : sequence of str
        The same in several lines, which name it `value`; none where nothing is to change.
    longest : int
        How long a line may get.

    Examples
    --------
    >>> lines = ["  return asked(x);"]
    >>> with_result_in_place(lines, "return asked({value});", ("v = {value};", "ask(v);", "return v;"), 99)
    ['  v = x;', '  ask(v);', '  return v;']
    >>> with_result_in_place(lines * 2, "return asked({value});", ("v = {value};",), 99) == lines * 2
    True
    """
    start, _, end = result.partition("{value}")
    found = [place for place, line in enumerate(lines) if start and start in line]
    if not in_place or len(found) != 1 or any(re.search(r"\bvalue\b *(:?=|;)", line) for line in lines):
        return lines
    (place,) = found
    indent, _, value = lines[place].partition(start)
    said = [f"{indent}{line.format(value=value.removesuffix(end))}" for line in in_place]
    if indent.strip() or not value.endswith(end) or max(map(len, said)) > longest:
        return lines
    return [*lines[:place], *said, *lines[place + 1 :]]
