"""Simulation of the mechanism: people with their truths, their answers, and the estimate."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import sympy as sp

from symbolic_eps.profiles.exact_numbers import whole
from symbolic_eps.randomized_response.pair import Pair

BLOCK = 1_000_000
"""People drawn at once."""

MOST_PEOPLE = 10**9

SEED, MOST_SEED = 0, 2**64 - 1


@dataclass(frozen=True)
class Simulation:
    """Answers drawn from a mechanism.

    Parameters
    ----------
    people, seed : int
    counts : tuple of int
        How often each answer came.
    deviations : tuple of float
        How far each count is from what is expected, in its standard deviations; 0 where none is possible.
    """

    people: int
    seed: int
    counts: tuple[int, ...]
    deviations: tuple[float, ...]


def simulate(pair: Pair, theta: sp.Rational, people: int, seed: int = SEED) -> Simulation:
    """Ask people whose truths are 1 with probability theta, each answering by the pair.

    Parameters
    ----------
    pair : Pair
        Of exact numbers.
    theta : sympy.Rational
        In [0, 1].
    people, seed : int
        The same seed draws the same answers.

    Raises
    ------
    symbolic_eps.errors.DomainError
        No people, or more than `MOST_PEOPLE`; a seed below 0 or above `MOST_SEED`.

    Examples
    --------
    >>> from symbolic_eps.randomized_response.optimal import optimal_pair
    >>> drawn = simulate(optimal_pair(sp.Rational(1, 4), sp.Rational(1, 2)), sp.Rational(3, 10), 1000)
    >>> sum(drawn.counts), max(map(abs, drawn.deviations)) < 5
    (1000, True)
    """
    people = whole("people in the simulation", people, 1, MOST_PEOPLE, 100_000)
    seed = whole("seed", seed, 0, MOST_SEED, 1)
    random = np.random.default_rng(seed)
    laws = np.array([[float(p) for p in law] for law in (pair.p0, pair.p1)]).cumsum(axis=1)
    counts = np.zeros(pair.outcomes, dtype=np.int64)
    for start in range(0, people, BLOCK):
        size = min(BLOCK, people - start)
        truths = (random.random(size) < float(theta)).astype(np.intp)
        answers = (random.random(size)[:, None] >= laws[truths, :-1]).sum(axis=1)
        counts += np.bincount(answers, minlength=pair.outcomes)
    return Simulation(people, seed, tuple(map(int, counts)), _deviations(pair, theta, counts, people))


def _deviations(pair: Pair, theta: sp.Rational, counts: np.ndarray, people: int) -> tuple[float, ...]:
    law = np.array([float(p) for p in pair.at(theta)])
    spread = np.sqrt(people * law * (1 - law))
    away = counts - people * law
    return tuple(float(a / s) if s > 0 else 0.0 for a, s in zip(away, spread, strict=True))
