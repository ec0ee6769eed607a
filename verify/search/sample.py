"""Points of a system: a system with a point has no refutation, so the search need not begin.

The points are small rationals from a fixed sequence; equations are solved for a variable in which they are
linear. Finding none means nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

from flint import fmpq

from verify.search.ideal import Ideal
from verify.search.ring import Polynomial

VALUES = tuple(
    fmpq(a, b)
    for a, b in ((0, 1), (1, 1), (1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (1, 10), (9, 10), (1, 100))
) + tuple(fmpq(a, b) for a, b in ((2, 1), (3, 1), (3, 2), (10, 1), (-1, 1), (-2, 1), (-1, 2), (99, 100)))


def point(modulo: Ideal, tries: int) -> tuple[Any, ...] | None:
    """A rational point at which all conditions of a system hold, confirmed exactly.

    Parameters
    ----------
    modulo : Ideal
        The system and its equations.
    tries : int
        How many candidates are looked at.

    Returns
    -------
    tuple of flint.fmpq, or None
        Values of the variables, or None if no candidate was a point of the system.

    Examples
    --------
    >>> from verify.search.ideal import ideal
    >>> from verify.search.ring import system
    >>> point(ideal(system(["x", "y"], [], [{(1, 0): 1}], [{(2, 1): 1, (0, 0): -2}])), 50) is not None
    True
    """
    return next(_points(modulo, tries, closed=False), None)


def points(modulo: Ideal, tries: int, most: int) -> tuple[tuple[Any, ...], ...]:
    """Some rational points at which all conditions of a system hold; see `point`.

    Parameters
    ----------
    modulo : Ideal
        The system and its equations.
    tries : int
        How many candidates are looked at.
    most : int
        Largest number of points.

    Examples
    --------
    >>> from verify.search.ideal import ideal
    >>> from verify.search.ring import system
    >>> found = points(ideal(system(["x"], [], [{(1,): 1, (0,): -2}], [])), 100, 2)
    >>> all(x > 2 for (x,) in found), len(found)
    (True, 2)
    """
    return tuple(islice(_points(modulo, tries, closed=False), most))


def tight_points(modulo: Ideal, tries: int, most: int) -> tuple[tuple[Any, ...], ...]:
    """Rational points at which all conditions hold with > relaxed to >=.

    Every term of a refutation vanishes at these: it is >= 0 there, and the sum is 0.

    Parameters
    ----------
    modulo : Ideal
        The system and its equations.
    tries : int
        How many candidates are looked at.
    most : int
        Largest number of points.

    Returns
    -------
    tuple of tuple of flint.fmpq
        Different points, in the order in which they are met.

    Examples
    --------
    >>> from verify.search.ideal import ideal
    >>> from verify.search.ring import system
    >>> tight_points(ideal(system(["x"], [], [{(2,): -1, (1,): 2, (0,): -1}], [])), 100, 5)
    ((1,),)
    """
    different: dict[tuple[Any, ...], None] = {}
    for values in _points(modulo, tries, closed=True):
        different.setdefault(values)
        if len(different) == most:
            break
    return tuple(different)


def _points(modulo: Ideal, tries: int, closed: bool) -> Iterator[tuple[Any, ...]]:
    """Points of the system (or of the system with > relaxed to >=), perhaps repeated."""
    system = modulo.system
    width = len(system.ring.gens)
    conditions = sorted(
        [
            (len(p), k, p, strict)
            for strict, ps in ((True, system.gt), (False, system.ge))
            for k, p in enumerate(ps)
        ],
        key=lambda c: (c[0], c[1], not c[3]),
    )
    solved = _solvable([m.polynomial for m in modulo.basis])
    if solved is None:
        return
    for drawn in _drawn(width, tries):
        values = list(drawn)
        if not _solve_in_turn(values, solved):
            continue
        for e in reversed(modulo.eliminations):
            values[e.variable] = e.replacement(*values)
        if any(p(*values) != 0 for p in system.eq):
            continue
        if all(
            p(*values) > 0 if strict and not closed else p(*values) >= 0 for _, _, p, strict in conditions
        ):
            yield tuple(values)


@lru_cache(maxsize=64)
def _drawn(width: int, tries: int) -> tuple[tuple[Any, ...], ...]:
    """Values for all variables, the same for each system with so many."""
    random = Random(width)
    some = VALUES[:10]
    draw = (random.choice(some if random.random() < 0.7 else VALUES) for _ in range(tries * width))
    return tuple(zip(*[draw] * width, strict=True)) if width else ((),) * tries


def _solvable(equations: list[Polynomial]) -> list[tuple[int, Polynomial, Polynomial]] | None:
    """For each equation `(variable, slope, rest)`, linear in the variable; None if that is not possible."""
    solved: list[tuple[int, Polynomial, Polynomial]] = []
    for p in equations:
        taken = {v for v, _, _ in solved}
        linear = [v for v, d in enumerate(p.degrees()) if d == 1 and v not in taken]
        if not linear:
            return None
        v = linear[-1]
        slope = p.derivative(v)
        solved.append((v, slope, p - slope * p.context().gens()[v]))
    return solved


def _solve_in_turn(values: list[Any], solved: list[tuple[int, Polynomial, Polynomial]]) -> bool:
    for v, slope, rest in solved:
        divisor = slope(*values)
        if divisor == 0:
            return False
        values[v] = -rest(*values) / divisor
    return True
