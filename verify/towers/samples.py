"""Sums with exponentials and logarithms at points, in ball arithmetic: guides for searches, no proofs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from flint import arb, fmpq

from verify.polynomial import Polynomial
from verify.tower_kernel import Interval, Proof

POINTS = 24
"""So many points of an interval are looked at, closer to each other near its ends."""

FAR = 40
"""Points of an unbounded interval are up to 2^(this/4) away."""


def points(interval: Interval) -> list[Fraction]:
    """Inner points of an interval, in increasing order."""
    low, _, high, _ = interval
    even = (Fraction(2) ** (k // 4) * (1 + Fraction(k % 4, 4)) for k in range(-FAR // 2, FAR + 1))
    steps = [*(Fraction(1, 2**k) for k in range(60, FAR // 8, -6)), *even]
    if low is not None and high is not None:
        near = [(high - low) * min(s, Fraction(1, 2)) for s in (Fraction(1, 2**k) for k in range(1, 12))]
        spread = [low + (high - low) * Fraction(k, POINTS) for k in range(1, POINTS)]
        return sorted({*spread, *(low + s for s in near), *(high - s for s in near)})
    if low is not None:
        return [low + s for s in steps]
    if high is not None:
        return [high - s for s in reversed(steps)]
    return [*(-s for s in reversed(steps)), Fraction(0), *steps]


class Sampler:
    """Values at points, for one proof's atoms; parameters are 1."""

    def __init__(self, proof: Proof) -> None:
        self.proof = proof

    def value(self, f: Polynomial, at: Fraction) -> arb:
        """The ball of f at a point; not finite where a logarithm has no value."""
        x = arb(fmpq(at.numerator, at.denominator))
        total = arb(0)
        for key, c in f.items():
            a, b = (Fraction(rate) for rate in self.proof.rates(key))
            exponent = arb(fmpq(a.numerator, a.denominator)) * x + arb(fmpq(b.numerator, b.denominator))
            term = arb(fmpq(c.numerator, c.denominator)) * x ** key[0] * exponent.exp()
            for i, argument in self.proof.logs.items():
                if key[i]:
                    term *= self.value(argument, at).log() ** key[i]
            total += term
        return total

    def negative_at(self, f: Polynomial, interval: Interval) -> Fraction | None:
        """A point of the interval at which f is surely negative."""
        return next((at for at in points(interval) if self.value(f, at) < 0), None)

    def changes(self, f: Polynomial, interval: Interval) -> Iterator[tuple[Fraction, Fraction]]:
        """Short intervals at whose ends f has different signs."""
        known = [(at, self.value(f, at)) for at in points(interval)]
        signs = [(at, value > 0) for at, value in known if value > 0 or value < 0]
        for (start, positive), (stop, other) in pairwise(signs):
            if positive != other:
                low, high = start, stop
                for _ in range(60):
                    middle = (low + high) / 2
                    as_below = bool(self.value(f, middle) > 0) == positive
                    low, high = (middle, high) if as_below else (low, middle)
                yield low, high

    def lowest(self, f: Polynomial, interval: Interval) -> Iterator[Fraction]:
        """Points near the local minima of f inside the interval, by halving around low points."""
        known = [(at, self.value(f, at)) for at in points(interval)]
        for (a, left), (b, middle), (c, right) in zip(known, known[1:], known[2:], strict=False):
            if not (middle > left or middle > right):
                yield self._descended(f, a, b, c)

    def _descended(self, f: Polynomial, low: Fraction, middle: Fraction, high: Fraction) -> Fraction:
        best = self.value(f, middle)
        for _ in range(120):
            left, right = (low + middle) / 2, (middle + high) / 2
            at_left, at_right = self.value(f, left), self.value(f, right)
            if at_left < best:
                high, middle, best = middle, left, at_left
            elif at_right < best:
                low, middle, best = middle, right, at_right
            elif at_left > best and at_right > best:
                low, high = left, right
            else:
                break
        return middle
