"""Points of a system: a system with a point has no refutation, so the search need not begin.

The points are small rationals from a fixed sequence; equations are solved for a variable in which they are
linear. Finding none means nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

from flint import fmpq

from verify.search.ideal import Ideal
from verify.search.ring import Polynomial, keep, text

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
    places = _places(modulo)
    if places.solved is None:
        return
    conditions = sorted(
        [
            (len(p), k, not strict, p)
            for strict, ps in ((True, system.gt), (False, system.ge))
            for k, p in enumerate(ps)
        ],
        key=lambda c: c[:3],
    )
    looked_at = [(p, places.signs_of(p), 0 if weak or closed else 1) for *_, weak, p in conditions]
    for number, drawn in enumerate(_drawn(len(system.ring.gens), tries)):
        values = places.at(number, drawn)
        if values is None:
            continue
        for p, signs, least in looked_at:
            sign = signs.get(number)
            if sign is None:
                value = p(*values)
                signs[number] = sign = (value > 0) - (value < 0)
            if sign < least:
                break
        else:
            yield values


@dataclass
class _Places:
    """Where systems with the same equations are looked at, and the signs of polynomials there.

    Parameters
    ----------
    modulo : Ideal
        Of the equations.
    """

    modulo: Ideal
    values: list[tuple[Any, ...] | None] = field(default_factory=list)
    signs: dict[str, dict[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.solved = _solvable([m.polynomial for m in self.modulo.basis])

    def signs_of(self, polynomial: Polynomial) -> dict[int, int]:
        """The signs of a polynomial that are known, by the number of the place."""
        name = text(polynomial)
        if name not in self.signs:
            keep(self.signs, name, {}, MOST_POLYNOMIALS)
        return self.signs[name]

    def at(self, number: int, drawn: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """What was drawn, with the variables that equations settle; None where they cannot hold."""
        if number == len(self.values):  # they are asked for in turn
            self.values.append(self._settled(list(drawn)))
        return self.values[number]

    def _settled(self, values: list[Any]) -> tuple[Any, ...] | None:
        if not _solve_in_turn(values, self.solved or []):
            return None
        for e in reversed(self.modulo.eliminations):
            values[e.variable] = e.replacement(*values)
        return None if any(p(*values) != 0 for p in self.modulo.system.eq) else tuple(values)


MOST_POLYNOMIALS, MOST_PLACES = 1 << 10, 1 << 6

_PLACES: dict[tuple[str, ...], _Places] = {}
"""By variables and equations: most systems of a search differ in their inequalities alone."""


def _places(modulo: Ideal) -> _Places:
    system = modulo.system
    key = (*system.ring.variables, "", *map(text, system.eq))
    if key not in _PLACES:
        keep(_PLACES, key, _Places(modulo), MOST_PLACES)
    return _PLACES[key]


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
