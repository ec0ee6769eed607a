"""Certificates damaged in every place, one change at a time."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from verify import kernel, polynomial

WORDS = {">": ">=", ">=": ">", "=": "!=", "!=": "=", "and": "or", "or": "and", "+": "*", "*": "+", "/": "*"}


def places(tree: Any, path: tuple = ()) -> Iterator[tuple[tuple, Any]]:
    yield path, tree
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, inner in items:
        yield from places(inner, (*path, key))


def replaced(tree: Any, path: tuple, new: Any) -> Any:
    if not path:
        return new
    copy = dict(tree) if isinstance(tree, dict) else list(tree)
    copy[path[0]] = replaced(tree[path[0]], path[1:], new)
    return copy


def damaged_values(value: Any) -> Iterator[Any]:
    """Changes of a coefficient, exponent, index, sign, name, relation; terms dropped, doubled, exchanged."""
    match value:
        case int():
            yield from (value + 1, value - 1)
        case str() if polynomial.NUMBER.fullmatch(value):
            number = Fraction(value)
            yield from map(str, {number + 1, -number, 2 * number, Fraction(0)} - {number})
        case str() if value in WORDS:
            yield WORDS[value]
        case str() if polynomial.NAME.fullmatch(value):
            yield from {*"xyp"} - {value}
        case list() | dict() if value:
            if isinstance(value, dict):
                yield from ({k: v for k, v in value.items() if k != key} for key in value)
                return
            yield from (value[:i] + value[i + 1 :] for i in range(len(value)))
            yield from ([*value[: i + 1], *value[i:]] for i in range(len(value)))
            yield from (
                [*value[:i], value[i + 1], value[i], *value[i + 2 :]]
                for i in range(len(value) - 1)
                if value[i] != value[i + 1]
            )


def mutants(given: dict) -> Iterator[dict]:
    for path, value in places(given):
        if path[:1] == ("fingerprint",):
            continue
        for new in damaged_values(value):
            yield replaced(given, path, new)


def with_its_own_fingerprint(given: dict) -> dict:
    return given | {"fingerprint": kernel.fingerprint(given.get("claim"))}


GARBAGE = [None, True, False, 1.5, "", [], {}, 10**9, 10**5000, -1, 64, "1e5", "1/0", "NaN", [[]], "\ud800"]
