"""Draws from releases that attain the bounds: how often an attack says yes, beside what is proved."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import sympy as sp

from symbolic_eps.notions.notion import Notion
from symbolic_eps.notions.success import Allowance

RELEASES = 3


def deviations(draws: int, seed: int) -> Iterator[tuple[str, float]]:
    """What was simulated, and how many standard deviations it is from what is expected."""
    generator = np.random.default_rng(seed)
    for notion, budget, delta in (
        (Notion.APPROXIMATE, sp.Integer(1), sp.Rational(1, 50)),
        (Notion.RENYI_2, sp.Rational(1, 2), sp.Integer(0)),
    ):
        allowed = Allowance(notion, budget, delta)
        for k in (sp.Rational(1, 20), allowed.corner, sp.Rational(4, 5)):
            for name, exact in (("baseline", k), ("success", allowed.success(k))):
                chance = float(exact)
                seen = generator.binomial(draws, chance) / draws
                label = f"{notion}: {name} {chance:.4f} of the release that publishes the attack's answer"
                yield label, _apart(seen, chance, draws)
    yield from _composed(generator, draws)


def _composed(generator: np.random.Generator, draws: int) -> Iterator[tuple[str, float]]:
    """Releases that tell with probability delta, else answer with odds e^eps: the excess at the sum of eps.

    The attack says yes where the ratio of the outputs' probabilities is over e^(sum of eps): where one tells.
    """
    delta = 0.02
    tells = generator.random((draws, RELEASES)) < delta
    expected = 1 - (1 - delta) ** RELEASES
    label = f"approximate: delta {expected:.4f} of {RELEASES} releases at the sum of their eps"
    yield label, _apart(float(tells.any(axis=1).mean()), expected, draws)


def _apart(seen: float, chance: float, draws: int) -> float:
    return abs(seen - chance) / math.sqrt(chance * (1 - chance) / draws)
