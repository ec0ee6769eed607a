"""Simulation of the worst case of sampled sensitivities: samples, fresh pairs and noise.

The sensitivities differ, but by so little that only their order counts: numbers uniform on (0, 1) give the
order, and whoever is covered has a shift of E0 in units of the noise's scale. A number u has the share u of
all pairs below it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
import sympy as sp

from symbolic_eps.errors import DomainError
from symbolic_eps.privacy_loss import law
from symbolic_eps.privacy_loss.order_statistics import covering_level
from symbolic_eps.privacy_loss.simulation import MOST_SEED, SEED
from symbolic_eps.profiles.exact_numbers import whole

MOST_NUMBERS = 10**10
"""Drawn in all; a thousand million take about 20 seconds."""

BLOCK = 4_000_000
"""Numbers drawn at once."""


@dataclass(frozen=True)
class Frequency:
    """How often something came about.

    Parameters
    ----------
    count : int
    deviations : float
        From what is expected, in standard deviations; 0 where none is possible.
    """

    count: int
    deviations: float


@dataclass(frozen=True)
class Drawn:
    """A simulation.

    Parameters
    ----------
    draws, seed : int
    covered : Frequency
        Fresh pairs at most S_(m).
    share : Frequency or None
        Samples whose S_(m) covers the share.
    combined : Frequency or None
        Fresh pairs that are covered and have abs(C) <= eps.
    """

    draws: int
    seed: int
    covered: Frequency
    share: Frequency | None
    combined: Frequency | None


def draw(
    n: int,
    m: int,
    share: sp.Rational | None,
    eps0: sp.Rational | None,
    eps: sp.Rational | None,
    draws: int,
    seed: int = SEED,
) -> Drawn:
    """So many samples of n, each with a fresh pair and noise.

    Raises
    ------
    symbolic_eps.errors.DomainError
        No draws, more than `MOST_NUMBERS` numbers, or a seed outside its range.

    Examples
    --------
    >>> drawn = draw(10, 9, sp.Rational(3, 4), sp.Integer(1), sp.Rational(1, 2), 1000)
    >>> all(abs(one.deviations) < 5 for one in (drawn.covered, drawn.share, drawn.combined))
    True
    """
    most = MOST_NUMBERS // n
    if most < 1:
        raise DomainError(f"a simulation with n = {n} takes too long: give n up to {MOST_NUMBERS}")
    draws = whole("draws in the simulation", draws, 1, most, min(100_000, most))
    seed = whole("seed", seed, 0, MOST_SEED, 1)
    random = np.random.default_rng(seed)
    counts = np.zeros(3, dtype=np.int64)
    for start in range(0, draws, max(1, BLOCK // n)):
        size = min(max(1, BLOCK // n), draws - start)
        ranked = np.partition(random.random((size, n)), m - 1, axis=1)[:, m - 1]
        covered = random.random(size) <= ranked
        small = _small(eps0, eps, size, random)
        counts += [
            covered.sum(),
            0 if share is None else (ranked >= float(share)).sum(),
            (covered & small).sum(),
        ]
    return _beside_what_is_expected(n, m, share, eps0, eps, draws, seed, counts)


def _small(
    eps0: sp.Rational | None, eps: sp.Rational | None, size: int, random: np.random.Generator
) -> np.ndarray:
    """Whether abs(C) <= eps at a draw of noise, for a shift of eps0."""
    if eps0 is None or eps is None or eps >= eps0:
        return np.ones(size, dtype=bool)
    noise = random.laplace(size=size)
    loss = float(eps0) - 2 * np.clip(noise, 0, float(eps0))  # |z - eps0| - |z|, without its rounding errors
    return np.asarray(np.abs(loss) <= float(eps))


def _beside_what_is_expected(
    n: int,
    m: int,
    share: sp.Rational | None,
    eps0: sp.Rational | None,
    eps: sp.Rational | None,
    draws: int,
    seed: int,
    counts: np.ndarray,
) -> Drawn:
    covered = m / (n + 1)
    level = None if share is None else float(covering_level(n, m, share).lower)
    small = None
    if eps0 is not None and eps is not None:
        small = 1.0 if eps >= eps0 else float(law.probability(eps0, eps).evalf(20))
    return Drawn(
        draws,
        seed,
        _frequency(counts[0], covered, draws),
        None if level is None else _frequency(counts[1], level, draws),
        None if small is None else _frequency(counts[2], covered * small, draws),
    )


def _frequency(count: np.int64, probability: float, draws: int) -> Frequency:
    spread = sqrt(draws * probability * (1 - probability))
    away = int(count) - draws * probability
    return Frequency(int(count), float(away / spread) if spread > 0 else 0.0)
