"""The cost of a stated eps by its definition: stationary points by a search, in mpmath.

With w = c/eps - c/eps0 the cost is S e^(-c/eps0) (1 + g(w)), g(w) = P(|C| <= eps) (e^-w - 1). Signs of the
slope of g, which is differentiated numerically, are looked at on a fine grid; a change is bisected.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import mpmath

from benchmarks.at_risk.definitions import Real, increasing_root, within

STEPS = 300
"""Of the grid, by factors."""


@dataclass(frozen=True)
class Cost:
    """The cost for noise for eps0; c and scale as in the command."""

    eps0: Real
    c: Real
    scale: Real

    def eps(self, w: Real) -> Real:
        return self.c / (w + self.c / self.eps0)

    def probability(self, w: Real) -> Real:
        return within(self.eps0, self.eps(w))

    def gain(self, w: Real) -> Real:
        """g: how much less the cost is, as a share of what it is at eps0; negative."""
        return self.probability(w) * mpmath.expm1(-w)

    def slope(self, w: Real) -> Real:
        return mpmath.diff(self.gain, w)

    def cost(self, w: Real) -> Real:
        return self.scale * mpmath.exp(-self.c / self.eps0) * (1 + self.gain(w))

    @cached_property
    def stationary(self) -> list[Real]:
        """The places of minima and maxima, increasing in w."""
        low, high = mpmath.mpf(10) ** -5, max(mpmath.mpf(10) ** 3, 10 * self.c / self.eps0)
        grid = [low * (high / low) ** (mpmath.mpf(i) / STEPS) for i in range(STEPS + 1)]
        signs = [mpmath.sign(self.slope(w)) for w in grid]
        found = []
        for (left, before), (right, after) in pairwise(zip(grid, signs, strict=True)):
            if before != after:
                found.append(increasing_root(lambda w, up=after: up * self.slope(w), left, right))
        return found

    @cached_property
    def best(self) -> Real:
        """Where the cost is least."""
        return min(self.stationary, key=self.gain)

    def crossings(self, gain: Real) -> tuple[Real, Real]:
        """The ends in w of where g is at most so much; for a cost with one minimum."""
        low = mpmath.mpf(0)
        high = self.best * 2
        while self.gain(high) < gain:
            high *= 2
        first = increasing_root(lambda w: gain - self.gain(w), low, self.best)
        return first, increasing_root(lambda w: self.gain(w) - gain, self.best, high)
