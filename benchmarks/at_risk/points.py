"""Questions to `at-risk`, drawn by a seed: inside of the ranges, next to their ends, and at them.

eps0 goes from 1e-8 to 50, eps up to eps0 and beyond, probabilities next to the ends of their range, n is up
to 300, k is 1, 2, 3 or 5.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import mpmath

from benchmarks.at_risk.definitions import Real, real

NEAR = tuple(Fraction(1, 10**k) for k in (18, 12, 6, 3))
"""Distances from an end of a range, as shares of it."""

DIMENSIONS = (1, 2, 3, 5)

RELEASES, MOST = (1, 2, 2, 3, 3, 5, 5, 8, 13, 30), 300
"""How many there are; of most of them less often, as the reference takes half a minute."""

REACH = 40
"""Of n eps0 for several releases, above which the reference takes long."""


@dataclass(frozen=True)
class Question:
    """What is asked: the command, what is wanted of it, and the numbers that are given."""

    command: str
    wanted: str
    given: dict[str, Fraction]
    whole: dict[str, int]


def rounded(value: Real) -> Fraction:
    """A short fraction next to a number."""
    return Fraction(mpmath.nstr(value, 25))


class Chance:
    """Numbers drawn by a seed."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def share(self) -> Fraction:
        """Of a range; next to one of its ends as often as not."""
        if self.random.random() < 0.5:
            near = self.random.choice(NEAR)
            return near if self.random.random() < 0.5 else 1 - near
        return Fraction(self.random.randint(1, 999), 1000)

    def size(self, low: str = "1e-8", high: str = "50") -> Fraction:
        """A number of any order of magnitude between two, and each of them now and then."""
        if self.random.random() < 0.15:
            return Fraction(self.random.choice([low, high]))
        ends = mpmath.log(real(Fraction(low))), mpmath.log(real(Fraction(high)))
        at = ends[0] + (ends[1] - ends[0]) * self.random.randint(1, 9999) / 10000
        return Fraction(mpmath.nstr(mpmath.exp(at), 4))

    def eps_below(self, eps0: Fraction) -> Fraction:
        """Mostly below eps0; 0, eps0 and what is above it now and then."""
        if self.random.random() < 0.1:
            return self.random.choice([Fraction(0), eps0, eps0 * 2])
        return eps0 * self.share()


def _part(share: Fraction, largest: Callable[[Real], Real], number: Fraction) -> Fraction:
    """So large a share of a number that depends on another one."""
    with mpmath.workdps(60):
        return rounded(largest(real(number)) * real(share))


def losses(seed: int, size: int) -> Iterator[Question]:
    """Of `loss`, for each of what it finds."""
    chance = Chance(f"{seed} loss")
    for sought, wish in product(("", "eps", "eps0"), ("probability", "delta")):
        for _ in range(size if sought or wish == "probability" else 0):
            k = {"k": chance.random.choice(DIMENSIONS)}
            one, share = chance.size(), chance.share()
            if not sought:
                yield Question("loss", wish, {"eps0": one, "eps": chance.eps_below(one)}, k)
                continue
            if wish == "probability":
                share = _part(share, lambda number: -mpmath.expm1(-number) / 2, one)  # below the atom of C
            elif sought == "eps":
                share = _part(share, lambda number: -mpmath.expm1(-number / 2), one)
            given = "eps0" if sought == "eps" else "eps"
            yield Question("loss", f"{sought} of {wish}", {given: one, wish: share}, k)


def compositions(seed: int, size: int) -> Iterator[Question]:
    """Of `compose`; `share` is one of the largest delta, that at eps = 0."""
    chance = Chance(f"{seed} compose")
    for wanted in ("delta", "eps"):
        for index in range(size):
            n = {0: MOST, 10: 1}.get(index % 70, chance.random.choice(RELEASES))
            eps0 = chance.size(high="1/100" if n == MOST else str(Fraction(REACH, n)) if n > 1 else "50")
            given = {"eps0": eps0, "each": eps0 * chance.share()}
            if wanted == "delta":
                given["eps"] = n * eps0 * chance.share()
            else:
                given["share"] = chance.share()
            yield Question("compose", wanted, given, {"n": n})


def samples(seed: int, size: int) -> Iterator[Question]:
    """Of `sensitivity`."""
    chance = Chance(f"{seed} sensitivity")
    for index in range(size):
        n = chance.random.choice([1, 2, 3, 10, 50]) if index % 20 else MOST
        m = chance.random.choice([1, n, chance.random.randint(1, n)])
        eps0 = chance.size()
        given = {"level": chance.share(), "eps0": eps0, "eps": chance.eps_below(eps0)}
        yield Question("sensitivity", "probability", given, {"n": n, "m": m})


def costs(seed: int, size: int) -> Iterator[Question]:
    """Of `cost`; `budget` is a share of what can be saved."""
    chance = Chance(f"{seed} cost")
    for _ in range(size):
        eps0 = chance.size()
        c = eps0 * chance.size("1/1000", "1000")
        given = {"eps0": eps0, "c": c, "scale": chance.size("1/100", "1e6"), "error": 2 / eps0}
        yield Question("cost", "eps", {**given, "saved": Fraction(chance.random.randint(1, 999), 1000)}, {})


def questions(seed: int, size: int) -> Iterator[Question]:
    """All of them, `size` for each quantity."""
    for kind in (losses, compositions, samples, costs):
        yield from kind(seed, size)
