"""Zones: derivatives near a zero, leaves in the middle, a tower far out; for what no tower alone shows.

Found here, judged by the tower kernel; its proofs with leaves are of the format `leaves/1`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.polynomial import Polynomial, Rejected

if TYPE_CHECKING:
    from verify.tower_kernel import Interval
    from verify.towers.search import Search

Node = Any

ORDER = 3
"""Of Taylor's formula on a leaf."""

MOST_LEAVES = 256
HALVINGS = 40
"""A leaf is not halved more often."""

MOST_FLAT = 8
"""Derivatives that are looked at near a zero."""


def by_zones(search: Search, f: Polynomial, interval: Interval, strict: bool) -> Node | None:
    """A proof of the sign by zones, cut at zeros and before infinite ends."""
    return _far_below(search, f, interval, strict)


def _far_below(search: Search, f: Polynomial, interval: Interval, strict: bool) -> Node | None:
    start, _, stop, left = interval
    if start is not None:
        return _far_above(search, f, interval, strict)
    for at in _far(stop, -1):
        tail = _tower(search, f, (None, True, at, False), strict)
        if tail is not None:
            rest = _far_above(search, f, (at, False, stop, left), strict)
            return rest and ["cut", str(at), tail, rest]
    return None


def _far_above(search: Search, f: Polynomial, interval: Interval, strict: bool) -> Node | None:
    start, out, stop, _ = interval
    assert start is not None
    if stop is not None:
        return _bounded(search, f, interval, strict)
    for at in _far(start, 1):
        tail = _tower(search, f, (at, False, None, True), strict)
        if tail is not None:
            rest = _bounded(search, f, (start, out, at, False), strict)
            return rest and ["cut", str(at), rest, tail]
    return None


def _far(end: Fraction | None, way: int) -> list[Fraction]:
    """Points ever farther from an end."""
    return [(end or Fraction(0)) + way * 2**k for k in range(8)]


def _tower(search: Search, f: Polynomial, interval: Interval, strict: bool) -> Node | None:
    """A proof without leaves."""
    search.leaves = False
    try:
        return search.node(f, interval, strict)
    finally:
        search.leaves = True


def _bounded(search: Search, f: Polynomial, interval: Interval, strict: bool) -> Node | None:
    """A proof between two numbers: cut at the zeros inside, then near those at the ends."""
    start, out, stop, left = interval
    assert start is not None and stop is not None
    for at in search.zeros(f, interval):
        below = _bounded(search, f, (start, out, at, False), strict)
        above = below and _bounded(search, f, (at, False, stop, left), strict)
        return above and ["cut", str(at), below, above]
    middle = (start + stop) / 2
    if _is_zero(search, f, start) and _is_zero(search, f, stop):
        below = _bounded(search, f, (start, out, middle, False), strict)
        above = below and _bounded(search, f, (middle, False, stop, left), strict)
        return above and ["cut", str(middle), below, above]
    if _is_zero(search, f, start):
        return _near_zero(search, f, interval, strict, "lower")
    if _is_zero(search, f, stop):
        return _near_zero(search, f, interval, strict, "upper")
    return leaves(search, f, start, stop)


def _near_zero(search: Search, f: Polynomial, interval: Interval, strict: bool, end: str) -> Node | None:
    start, out, stop, left = interval
    assert start is not None and stop is not None
    aside = out if end == "lower" else left
    if strict and not aside:
        return None
    for k in range(HALVINGS):
        width = (stop - start) / 2**k
        a, b = (start, start + width) if end == "lower" else (stop - width, stop)
        near = _flat(search, f, a, b, end, MOST_FLAT)
        if near is None:
            continue
        if k == 0:
            return near
        rest = leaves(search, f, *((b, stop) if end == "lower" else (start, a)))
        parts = [near, rest] if end == "lower" else [rest, near]
        return rest and ["cut", str(b if end == "lower" else a), *parts]
    return None


def _flat(search: Search, f: Polynomial, a: Fraction, b: Fraction, end: str, depth: int) -> Node | None:
    """By derivatives that are 0 at the end, up to one that is not."""
    if not _is_zero(search, f, a if end == "lower" else b):
        node = ["leaves", ORDER]
        return node if search.accepted(f, (a, False, b, False), True, node) else None
    if depth == 0:
        return None
    change = search.proof.ring.scaled(search.proof.slope(f, []), 1 if end == "lower" else -1)
    inner = _flat(search, change, a, b, end, depth - 1)
    return inner and ["slope", "1", ["terms", "lower"], end, inner]


def _is_zero(search: Search, f: Polynomial, at: Fraction) -> bool:
    try:
        return not any(search.proof.near(g, at, 1) for g in (f, search.proof.ring.scaled(f, -1)))
    except Rejected:
        return False


def leaves(search: Search, f: Polynomial, a: Fraction, b: Fraction) -> Node | None:
    """Cuts between which Taylor's formula shows f > 0."""
    proof = search.proof
    slopes = [f]
    for _ in range(ORDER):
        slopes.append(proof.slope(slopes[-1], []))
    cuts: list[str] = []
    waiting = [(a, b)]
    looked_at = 0
    while waiting:
        low, high = waiting.pop()
        proof.ring.work = 0
        looked_at += 1
        search.steps -= looked_at % 16 == 0
        if looked_at > 2 * MOST_LEAVES or search.steps < 0:
            return None
        if proof.least(slopes, low, high) > 0:
            cuts += [str(high)] if high != b else []
        elif (high - low) * 2**HALVINGS < b - a:
            return None
        else:
            middle = (low + high) / 2
            waiting += [(middle, high), (low, middle)]
    return ["leaves", ORDER, *cuts]
