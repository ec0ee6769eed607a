"""The mechanism, drawn: answers with Laplace noise, and ln of the ratio of both densities at each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from symbolic_eps.answers.loss_composition import compose_losses
from symbolic_eps.answers.privacy_cost import privacy_cost
from symbolic_eps.answers.privacy_loss import release_loss
from symbolic_eps.answers.sampled_sensitivity import sampled_sensitivity
from symbolic_eps.report.quantity import Quantity

BLOCK = 500_000
"""Draws at once."""

PAIRS: Mapping[int, tuple[tuple[float, ...], ...]] = {
    1: ((1.0,),),
    2: ((0.5, 0.5), (0.9, 0.1)),
    3: ((0.4, 0.3, 0.3),),
    5: ((0.2,) * 5, (0.6, 0.1, 0.1, 0.1, 0.1)),
}
"""How a sensitivity is shared out among so many coordinates."""


@dataclass(frozen=True)
class Seen:
    """A mean of what was drawn.

    Parameters
    ----------
    name : str
    draws : int
    deviations : float
        From what is expected, in standard deviations.
    side : {"", "above", "below"}
        On which side of a bound it has to be; nothing for a number that it has to equal.
    """

    name: str
    draws: int
    deviations: float
    side: str = ""

    @property
    def told(self) -> str:
        return f"{self.deviations:+.2f}" + (f" ({self.side} 0 is right)" if self.side else "")

    def wrong(self, most: float) -> bool:
        """Whether it is too far from what is expected."""
        if self.side == "above":
            return self.deviations < -most
        return self.deviations > most if self.side == "below" else abs(self.deviations) > most


class Mean:
    """The mean of numbers, block by block."""

    def __init__(self) -> None:
        self.count, self.total, self.squares = 0, 0.0, 0.0

    def add(self, numbers: np.ndarray) -> None:
        self.count += numbers.size
        self.total += float(numbers.sum(dtype=np.float64))
        self.squares += float((numbers.astype(np.float64) ** 2).sum())

    def seen(self, name: str, expected: Quantity, side: str = "") -> Seen:
        mean = self.total / self.count
        spread = sqrt(max(self.squares / self.count - mean**2, 1e-300) / self.count)
        bound = float(expected.upper if side == "below" else expected.lower)
        return Seen(name, self.count, (mean - bound) / spread, side)


def losses(random: np.random.Generator, shares: tuple[float, ...], eps0: float, size: int) -> np.ndarray:
    """The privacy loss at so many releases of x, y being the neighbour: sensitivity 3, scale 3/eps0."""
    scale, x = 3 / eps0, np.zeros(len(shares))
    y = x + 3 * np.asarray(shares)
    released = x + random.laplace(scale=scale, size=(size, len(shares)))
    return ((np.abs(released - y) - np.abs(released - x)) / scale).sum(axis=1)


def blocks(draws: int, size: int = BLOCK) -> Iterator[int]:
    """Sizes that add up to so many draws."""
    for start in range(0, draws, size):
        yield min(size, draws - start)


def simulations(draws: int, seed: int) -> Iterator[Seen]:
    """All of them, each with so many draws."""
    random = np.random.default_rng(seed)
    for k, pairs in PAIRS.items():
        for eps0, eps in (("1", "1/2"), ("3", "29/10"), ("6", "5/2")):
            for shares in pairs:
                yield from _release(random, draws, k, shares, eps0, eps)
    yield from _several(random, draws)
    yield from _sampled(random, draws)
    yield from _costs(random, draws)


def _release(
    random: np.random.Generator, draws: int, k: int, shares: tuple[float, ...], eps0: str, eps: str
) -> Iterator[Seen]:
    answer = release_loss(eps0, eps, dimensions=k)
    bound = float(answer.eps.lower)
    within, at_most, ahead, mean = Mean(), Mean(), Mean(), Mean()
    for size in blocks(draws):
        loss = losses(random, shares, float(answer.eps0.lower), size)
        near = 1e-12  # of the rounding of sums, where the loss has atoms
        within.add(np.abs(loss) <= bound + near)
        at_most.add(loss <= bound + near)
        ahead.add(np.clip(-np.expm1(bound - loss), 0, None))
        mean.add(loss)
    above, below = ("", "") if k == 1 else ("above", "below")
    about = f"loss, eps0 = {eps0}, eps = {eps}, shifts {', '.join(map(str, shares))}: "
    yield within.seen(about + "abs(C) <= eps", answer.probability, above)
    yield at_most.seen(about + "C <= eps", answer.one_sided, above)
    yield ahead.seen(about + "delta", answer.delta, below)
    yield mean.seen(about + "mean", answer.mean, below)


def _several(random: np.random.Generator, draws: int) -> Iterator[Seen]:
    for n, eps0, eps in ((2, "1", "1/2"), (10, "1/2", "3/2")):
        answer = compose_losses(eps0, n, eps)
        ahead = Mean()
        for size in blocks(draws):
            total = sum(losses(random, (1.0,), float(answer.eps0.lower), size) for _ in range(n))
            ahead.add(np.clip(-np.expm1(float(answer.eps.lower) - total), 0, None))
        yield ahead.seen(f"compose, n = {n}, eps0 = {eps0}, eps = {eps}: delta", answer.delta)


def _sampled(random: np.random.Generator, draws: int) -> Iterator[Seen]:
    """Sensitivities with the law of an exponential number, of which the law of the ranks knows nothing."""
    asked: dict[str, Any] = {"n": 12, "m": 10, "level": "7/10", "eps0": "1", "eps": "1/2"}
    answer = sampled_sensitivity(**asked)
    covers, level, both = Mean(), Mean(), Mean()
    for size in blocks(draws, BLOCK // 5):
        ranked = np.sort(random.exponential(size=(size, 12)), axis=1)[:, 9]
        fresh = random.exponential(size=size)
        covered = fresh <= ranked
        # The loss of a pair with this sensitivity under noise of scale S_(m)/eps0.
        noise = random.laplace(size=size) * ranked
        loss = np.abs(noise - fresh) - np.abs(noise)
        covers.add(covered)
        level.add(-np.expm1(-ranked) >= 0.7)
        both.add(covered & (np.abs(loss) <= 0.5 * ranked))
    about = "sensitivity, n = 12, m = 10: "
    assert answer.level is not None and answer.combined is not None
    yield covers.seen(about + "a fresh pair is covered", answer.probability)
    yield level.seen(about + "7/10 of all pairs are covered", answer.level)
    yield both.seen(about + "covered and abs(C) <= eps", answer.combined, "above")


def _costs(random: np.random.Generator, draws: int) -> Iterator[Seen]:
    answer = privacy_cost("1/2", 1, 550000)
    eps, at = float(answer.minimum.eps.lower), Mean()
    cheap, dear = 550000 * np.exp(-1 / eps), 550000 * np.exp(-2)
    for size in blocks(draws):
        loss = losses(random, (1.0,), 0.5, size)
        at.add(np.where(np.abs(loss) <= eps, cheap, dear))
    yield at.seen("cost, eps0 = 1/2, c = 1, S = 550000", answer.minimum.cost)
