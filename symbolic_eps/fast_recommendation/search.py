"""Where x = e^-eps may be largest: a search with floats over the square of the priors.

It proves nothing. A border on which a prior tends to 0 is looked at where that prior is `NEAR_ZERO`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import NamedTuple

from symbolic_eps.decision.text_tree import Tree

Number = Callable[[float, float], float]

NEAR_ZERO = 1e-9
CELLS, ROUNDS, PEAKS = 24, 10, 3
WIDE_CELLS, NARROW_CELLS, WIDE_ROUNDS = 24, 8, 16


class Spot(NamedTuple):
    """x at a pair of priors."""

    x: float
    p: float
    q: float


def value_of(tree: Tree) -> Number:
    """The value of a rational tree as a function of p and q; it may raise ZeroDivisionError.

    Examples
    --------
    >>> value_of(("max", ("/", Fraction(1, 4), "p"), "q"))(0.5, 1.0)
    1.0
    """
    match tree:
        case "p":
            return lambda p, q: p
        case "q":
            return lambda p, q: q
        case Fraction():
            constant = float(tree)
            return lambda p, q: constant
        case ("^", base, int(exponent)):
            inner = value_of(base)
            return lambda p, q: inner(p, q) ** exponent
    parts = [value_of(part) for part in tree[1:]]
    if tree[0] == "/":
        above, below = parts
        return lambda p, q: above(p, q) / below(p, q)
    if tree[0] in ("max", "min"):
        choose: Callable[..., float] = max if tree[0] == "max" else min
        return lambda p, q: choose([part(p, q) for part in parts])
    return reduce(_sum if tree[0] == "+" else _product, parts)


def _sum(one: Number, other: Number) -> Number:
    return lambda p, q: one(p, q) + other(p, q)


def _product(one: Number, other: Number) -> Number:
    return lambda p, q: one(p, q) * other(p, q)


def decay_of(profile: Tree, variant: str) -> Number:
    """The least x = e^-eps that the profile allows at a pair of priors, 0 where it allows every eps.

    Above 1 where it allows none: r* < 1.

    Examples
    --------
    >>> decay_of(Fraction(4), "unbounded")(1.0, 1e-12) < 0.5
    True
    """
    risk = value_of(profile)

    def decay(p: float, q: float) -> float:
        try:
            rest = 1 / risk(p, q) - p * q
        except (ZeroDivisionError, OverflowError):
            return math.nan
        square, slope = (p * (1 - q), 1 - p) if variant == "unbounded" else (0.0, 1 - p * q)
        if rest <= 0:
            return 0.0
        below = slope + math.sqrt(slope * slope + 4 * square * rest)
        return 2 * rest / below if below > 0 else 0.0

    return decay


def spots(decay: Number, fixed: Mapping[str, Fraction]) -> list[Spot]:
    """The largest x on each border and inside, the largest first; nothing if x has no value somewhere.

    Examples
    --------
    >>> best = spots(decay_of(Fraction(4), "unbounded"), {})[0]
    >>> round(best.x, 6), best.p, best.q == NEAR_ZERO
    (0.5, 1.0, True)
    """
    at = {v: float(c) for v, c in fixed.items()}
    if "p" in at:
        found = [_on_p(decay, at["p"])]
    elif "q" in at:
        found = [_on_q(decay, at["q"])]
    else:
        found = [_inside(decay)]
        for end in (NEAR_ZERO, 1.0):
            found += [_on_p(decay, end), _on_q(decay, end)]
    return [] if any(math.isnan(spot.x) for spot in found) else sorted(found, reverse=True)


def _on_p(decay: Number, p: float) -> Spot:
    x, q = _along(lambda q: decay(p, q))
    return Spot(x, p, q)


def _on_q(decay: Number, q: float) -> Spot:
    x, p = _along(lambda p: decay(p, q))
    return Spot(x, p, q)


def _along(function: Callable[[float], float]) -> tuple[float, float]:
    """The largest value along a line, and where: finer and finer rows about each peak of the first."""
    row = _row(function, NEAR_ZERO, 1.0)
    if any(math.isnan(x) for x, _ in row):
        return math.nan, 1.0
    ends = [row[0], *row, row[-1]]
    triples = zip(ends, row, ends[2:], strict=False)
    peaks = [here for before, here, after in triples if here[0] >= max(before[0], after[0])]
    return max(_closer(function, peak) for peak in sorted(peaks)[-PEAKS:])


def _closer(function: Callable[[float], float], best: tuple[float, float]) -> tuple[float, float]:
    step = (1.0 - NEAR_ZERO) / CELLS
    for _ in range(ROUNDS - 1):
        low, high = max(NEAR_ZERO, best[1] - step), min(1.0, best[1] + step)
        best, step = max(best, *_row(function, low, high)), (high - low) / CELLS
    return best


def _row(function: Callable[[float], float], low: float, high: float) -> list[tuple[float, float]]:
    points = [min(high, low + k * (high - low) / CELLS) for k in range(CELLS)] + [high]
    return [(function(v), v) for v in points]


def _inside(decay: Number) -> Spot:
    """The largest value on finer and finer grids about the best point."""
    sides, best, cells = ((NEAR_ZERO, 1.0), (NEAR_ZERO, 1.0)), Spot(-1.0, 1.0, 1.0), WIDE_CELLS
    for _ in range(WIDE_ROUNDS):
        steps = [(high - low) / cells for low, high in sides]
        rows = [
            [min(high, low + k * step) for k in range(cells)] + [high]
            for (low, high), step in zip(sides, steps, strict=True)
        ]
        found = [Spot(decay(p, q), p, q) for p, q in product(*rows)]
        if any(math.isnan(spot.x) for spot in found):
            return Spot(math.nan, 1.0, 1.0)
        best, cells = max(best, *found), NARROW_CELLS
        about = zip(best[1:], steps, strict=True)
        one, other = ((max(NEAR_ZERO, v - step), min(1.0, v + step)) for v, step in about)
        sides = one, other
    return best
