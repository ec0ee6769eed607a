"""Simulation of the mechanism: Laplace noise, its loss for the worst pair, and the distance from the law."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symbolic_eps.profiles.exact_numbers import whole

BLOCK = 1_000_000
"""Draws at once."""

MOST_DRAWS = 10**9

SEED, MOST_SEED = 0, 2**64 - 1


@dataclass(frozen=True)
class Simulation:
    """Losses drawn.

    Parameters
    ----------
    draws, seed : int
    within, at_most : int
        How often abs(C) <= eps, and C <= eps.
    mean : float
        Of the losses.
    deviations : tuple of float
        How far these three are from what is expected, in their standard deviations; 0 where none is possible.
    """

    draws: int
    seed: int
    within: int
    at_most: int
    mean: float
    deviations: tuple[float, float, float]


def simulate(
    eps0: float,
    eps: float,
    probabilities: tuple[float, float],
    moments: tuple[float, float],
    draws: int,
    seed: int = SEED,
) -> Simulation:
    """Release a number with noise for eps0, in units of its scale, and look at the loss each time.

    Parameters
    ----------
    eps0, eps : float
    probabilities : tuple of float
        Of abs(C) <= eps and of C <= eps, by the law.
    moments : tuple of float
        Mean and variance of C, by the law.
    draws, seed : int
        The same seed draws the same noise.

    Raises
    ------
    symbolic_eps.errors.DomainError
        No draws, or more than `MOST_DRAWS`; a seed below 0 or above `MOST_SEED`.

    Examples
    --------
    >>> drawn = simulate(1.0, 0.5, (0.1532, 0.3894), (0.3679, 0.6574), 1000)
    >>> max(map(abs, drawn.deviations)) < 5
    True
    """
    draws = whole("draws in the simulation", draws, 1, MOST_DRAWS, 100_000)
    random = np.random.default_rng(whole("seed", seed, 0, MOST_SEED, 1))
    within, at_most, total = 0, 0, 0.0
    for start in range(0, draws, BLOCK):
        noise = random.laplace(size=min(BLOCK, draws - start))
        loss = eps0 - 2 * np.clip(noise, 0, eps0)  # |z - eps0| - |z| without its rounding error at the ends
        within += int((np.abs(loss) <= eps).sum())
        at_most += int((loss <= eps).sum())
        total += float(loss.sum())
    mean = total / draws
    inside, below = probabilities
    deviations = (
        _deviation(within / draws, inside, inside * (1 - inside), draws),
        _deviation(at_most / draws, below, below * (1 - below), draws),
        _deviation(mean, *moments, draws),
    )
    return Simulation(draws, seed, within, at_most, mean, deviations)


@dataclass(frozen=True)
class SumSimulation:
    """Sums of losses drawn.

    Parameters
    ----------
    draws, seed : int
    delta : float
        Mean of (1 - e^(eps-S))^+ over the sums S, of which delta is the expectation.
    deviations : float
        How far that is from delta, in its standard deviations; 0 where none is possible.
    """

    draws: int
    seed: int
    delta: float
    deviations: float


def simulate_sum(
    eps0: float, n: int, eps: float, delta: float, draws: int, seed: int = SEED
) -> SumSimulation:
    """Release n numbers with noise for eps0, in units of its scale, and add up their losses each time.

    Parameters
    ----------
    eps0, eps, delta : float
        Of each release; of all of them together, delta by the law.
    n, draws, seed : int

    Raises
    ------
    symbolic_eps.errors.DomainError
        No draws, or more than `MOST_DRAWS` numbers; a seed below 0 or above `MOST_SEED`.

    Examples
    --------
    >>> abs(simulate_sum(1.0, 2, 0.5, 0.350496, 1000).deviations) < 5
    True
    """
    draws = whole("draws in the simulation", draws, 1, MOST_DRAWS // n, min(100_000, MOST_DRAWS // n))
    random = np.random.default_rng(whole("seed", seed, 0, MOST_SEED, 1))
    block = max(1, BLOCK // n)
    total, squares = 0.0, 0.0
    for start in range(0, draws, block):
        noise = random.laplace(size=(min(block, draws - start), n))
        loss = n * eps0 - 2 * np.clip(noise, 0, eps0).sum(axis=1)
        ahead = -np.expm1(np.minimum(eps - loss, 0))
        total += float(ahead.sum())
        squares += float((ahead**2).sum())
    mean = total / draws
    variance = squares / draws - mean**2 if total else delta * (1 - delta)  # 0 <= ahead <= 1
    return SumSimulation(draws, seed, mean, _deviation(mean, delta, variance, draws))


def _deviation(seen: float, expected: float, variance: float, draws: int) -> float:
    return (seen - expected) / (variance / draws) ** 0.5 if variance > 0 else 0.0
