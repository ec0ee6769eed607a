"""Functions with a closure in their second line that they call: where few do, no function is needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

CLOSURE = "inside"
"""Whether squares, products and quotients of numbers neither overflow nor underflow."""


def called_in_place(name: str) -> str:
    """The name of a function, or of the closure that stands for it.

    Examples
    --------
    >>> called_in_place("within"), called_in_place("beside")
    ('inside', 'beside')
    """
    return CLOSURE if name == "within" else name


def with_closures(lines: Iterable[str], closure: str) -> Iterator[str]:
    """The lines of functions, each of which begins and ends without an indent.

    Examples
    --------
    >>> list(with_closures(["", "fn f(x: f64) -> bool {", "  inside(x)", "}"], "  let inside = |x| x < 1.0;"))
    ['', 'fn f(x: f64) -> bool {', '  let inside = |x| x < 1.0;', '  inside(x)', '}']
    """
    waiting = list[str]()
    for line in lines:
        waiting.append(line)
        if line == "}":
            if any(f"{CLOSURE}(" in said for said in waiting):
                place = next(
                    i for i, said in enumerate(waiting) if said.endswith("{") and said[0] not in " \t/"
                )
                waiting.insert(place + 1, closure)
            yield from waiting
            waiting.clear()
    yield from waiting
