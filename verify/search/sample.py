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
from verify.search.ring import Polynomial, System, constant_term

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


def mostly_negative(system: System, polynomial: Polynomial) -> bool:
    """Whether a polynomial is more often negative than positive where its variables are within their bounds.

    A guide to which sign is to be proved; the system may have no point at all.

    Parameters
    ----------
    system : System
        The system; its conditions on one variable alone that are linear are the bounds.
    polynomial : flint.fmpq_mpoly
        In its variables.

    Examples
    --------
    >>> from verify.search.ring import system
    >>> given = system(["x", "y"], [{(0, 1): 1}], [{(1, 0): 1}, {(0, 0): 1, (1, 0): -1}], [])
    >>> x, y = given.ring.gens
    >>> mostly_negative(given, x - y - 1), mostly_negative(given, x + y)
    (True, False)
    """
    linear = [p for p in (*system.gt, *system.ge) if p.total_degree() == 1 and sum(p.degrees()) == 1]
    bounds = tuple((p.degrees().index(1), p.leading_coefficient(), constant_term(p)) for p in linear)
    values = [polynomial(*place) for place in _within(bounds, len(system.ring.gens))]
    return sum(bool(v < 0) for v in values) > sum(bool(v > 0) for v in values)


@lru_cache(maxsize=64)
def _within(bounds: tuple[tuple[int, Any, Any], ...], width: int) -> tuple[tuple[Any, ...], ...]:
    """The first few of the drawn values within all bounds, `slope * variable + constant >= 0`."""
    drawn = _drawn(width, PLACES_DRAWN)
    inside = (v for v in drawn if all(slope * v[k] + constant >= 0 for k, slope, constant in bounds))
    return tuple(islice(inside, PLACES))


PLACES, PLACES_DRAWN = 9, 60
"""At how many places within the bounds a sign is looked at, and how many values are drawn for them."""


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
