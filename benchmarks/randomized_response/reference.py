"""All numbers of a survey at a point, from the definitions.

A pair is a set of answers, each a mass times a direction (1-u, u); the bound is linear in the masses, and so
is every objective. So its largest value over all answers on a list of directions is at a vertex, with three
answers at most, and all vertices are tried. The list holds more directions than an optimum needs. From the
pair that is found every other number follows by its definition: exponents by a search over the order, the
exact error as a sum over all samples, each with an estimate by bisection on the score, privacy over all sets
of answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations

import mpmath
import sympy as sp

from benchmarks.randomized_response.definitions import (
    DIVERGENCES,
    SEARCH_STEPS,
    Law,
    Real,
    at,
    deviate_of,
    divergence,
    excess,
    highest,
    information,
    most_likely,
    real,
    repeated,
    solved,
)

Pair = tuple[Law, Law]


@dataclass(frozen=True)
class Point:
    """Parameters of a survey, exact."""

    delta: sp.Rational
    weight: sp.Rational
    theta: sp.Rational
    against: sp.Rational
    level: sp.Rational
    rate: sp.Rational
    n: int
    counts: tuple[int, int, int]


@dataclass(frozen=True)
class Reference:
    """The numbers of a point."""

    point: Point

    @cached_property
    def numbers(self) -> tuple[Real, Real, Real, Real]:
        """Delta, the weight, theta and the second share."""
        asked = self.point
        return real(asked.delta), real(asked.weight), real(asked.theta), real(asked.against)

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The vertices: all pairs with three answers or fewer that no mixture of others gives."""
        delta, w, _, _ = self.numbers
        bend = 1 - w  # where (1-w) x = w y
        shares = {bend, bend / 2, (1 + bend) / 2, *(mpmath.mpf(k) / 4 for k in range(5))}
        columns = [(1 - u, u, abs((1 - w) * (1 - u) - w * u)) for u in shares]
        unused, tiny = (mpmath.mpf(0), mpmath.mpf(0), mpmath.mpf(1)), mpmath.mpf(10) ** -90
        right = (mpmath.mpf(1), mpmath.mpf(1), delta)
        found = []
        for three in combinations([*columns, unused], 3):
            masses = solved(three, right)
            if masses is not None and min(masses) >= -tiny:
                # A mass that is 0 but for rounding is none: its logarithm would be a number.
                used = [
                    (m, x, y) for m, (x, y, _) in zip(masses, three, strict=True) if m > tiny and (x or y)
                ]
                answers = [(m * x, m * y) for m, x, y in used]
                found.append((tuple(x for x, _ in answers), tuple(y for _, y in answers)))
        return tuple(found)

    def largest(self, objective: Callable[[Law, Law], Real]) -> Real:
        """Over all pairs on the directions."""
        return max(objective(*pair) for pair in self.pairs)

    @cached_property
    def best(self) -> Pair:
        """The pair with the largest information; its answers are silent, 0 and 1."""
        found = max(self.pairs, key=lambda pair: information(*pair, self.numbers[2]))
        nothing, tiny = mpmath.mpf(0), mpmath.mpf(10) ** -80
        zero, one, silent = nothing, nothing, (nothing, nothing)
        for x, y in zip(*found, strict=True):
            if y <= x * tiny:
                zero += x
            elif x <= y * tiny:
                one += y
            else:
                silent = (silent[0] + x, silent[1] + y)
        return (silent[0], zero, nothing), (silent[1], nothing, one)

    @cached_property
    def with_two(self) -> tuple[Pair, ...]:
        """The corners of all pairs (x, 1-x), (y, 1-y) under the bound, where their sides meet."""
        delta, w, _, _ = self.numbers
        nothing, one, slack = mpmath.mpf(0), mpmath.mpf(1), mpmath.mpf(10) ** -90
        sides = [(one, nothing, nothing), (one, nothing, one), (nothing, one, nothing), (nothing, one, one)]
        for s in (1, -1):  # the norm is |u + v| or |u - v|, and u + v = 1 - 2w
            sides.append((2 * (1 - w), -2 * w, 1 - 2 * w + s * delta))
        found = []
        for (a, b, e), (c, d, f) in combinations(sides, 2):
            determinant = a * d - b * c
            if not determinant:
                continue
            x, y = (e * d - b * f) / determinant, (a * f - e * c) / determinant
            norm = abs((1 - w) * x - w * y) + abs((1 - w) * (1 - x) - w * (1 - y))
            if -slack <= min(x, y) and max(x, y) <= 1 + slack and norm <= delta + slack:
                found.append(((x, 1 - x), (y, 1 - y)))
        return tuple(found)

    @cached_property
    def threshold(self) -> Real:
        """By bisection: below it an answer of the best pair with two is never given where the truth is 0."""
        low, high = mpmath.mpf(0), mpmath.mpf(1)
        for _ in range(SEARCH_STEPS):
            theta = (low + high) / 2
            p0, _ = max(self.with_two, key=lambda pair: information(*pair, theta))
            low, high = (theta, high) if min(p0) < mpmath.mpf(10) ** -80 else (low, theta)
        return (low + high) / 2

    @cached_property
    def both(self) -> tuple[tuple[Real, Real], ...]:
        """The laws of an answer of the best pair, at theta and at the second share."""
        _, _, theta, against = self.numbers
        laws = zip(at(*self.best, theta), at(*self.best, against), strict=True)
        return tuple((p, q) for p, q in laws if p > 0)

    def values(self) -> Iterator[tuple[str, Real]]:
        """All numbers, by name."""
        _, _, theta, against = self.numbers
        n, deviate = self.point.n, deviate_of(real(self.point.level))
        best = self.largest(partial(information, theta=theta))
        yield "fisher_information", best
        yield "two_outcomes", max(information(*pair, theta) for pair in self.with_two)
        if self.point.delta != 1:  # else both tell all, everywhere
            yield "threshold", self.threshold
        yield "standard_deviation", 1 / mpmath.sqrt(n * best)
        yield "half_width", deviate / mpmath.sqrt(n * best)
        yield "mean_squared_error.asymptotic", 1 / (n * best)
        bias, error, undefined = self.errors()
        yield "mean_squared_error.bias", bias
        yield "mean_squared_error.exact", error
        yield "mean_squared_error.undefined", undefined
        for name, term in DIVERGENCES.items():
            yield f"against.f_divergences.{name}", self.largest(partial(divergence, term, theta, against))
        yield "against.stein", mpmath.fsum(p * mpmath.log(p / q) for p, q in self.both)
        yield from self.exponents()
        yield from self.privacy()
        yield from self.survey(deviate)
        yield from self.designs(best)

    def errors(self) -> tuple[Real, Real, Real]:
        """Bias and mean squared error over all samples with an estimate; the probability of the others."""
        p0, p1 = self.best
        theta, n = self.numbers[2], self.point.n
        law = at(p0, p1, theta)
        first = second = undefined = mpmath.mpf(0)
        for zeros in range(n + 1):
            for ones in range(n + 1 - zeros):
                counts = (n - zeros - ones, zeros, ones)
                chance = mpmath.binomial(n, zeros) * mpmath.binomial(n - zeros, ones)
                chance *= mpmath.fprod(p**k for p, k in zip(law, counts, strict=True))
                estimate = most_likely(p0, p1, counts) if chance else theta
                if estimate is None:
                    undefined += chance
                    continue
                error = estimate - theta
                first, second = first + chance * error, second + chance * error**2
        return first / (1 - undefined), second / (1 - undefined), undefined

    def exponents(self) -> Iterator[tuple[str, Real]]:
        """Chernoff's, Hoeffding's and that of the strong converse, by their variational formulas."""
        rate, both = real(self.point.rate), self.both

        def log_sum(k: Real) -> Real:
            return mpmath.log(mpmath.fsum(p * (q / p) ** k for p, q in both))

        zero, one = mpmath.mpf(0), mpmath.mpf(1)
        yield "against.chernoff", highest(lambda k: -log_sum(k), zero, one)
        border = mpmath.fsum(q * mpmath.log(q / p) for p, q in both)
        before = highest(lambda k: (-log_sum(k) - (1 - k) * rate) / k, mpmath.mpf(10) ** -60, one)
        yield "against.hoeffding", before if rate < border else zero
        # In u = 1/k it is concave, up to the limit u = 0.
        inner = highest(lambda u: (1 - u) * rate - u * log_sum(1 / u), mpmath.mpf(10) ** -12, one)
        limit = rate - mpmath.log(max(q / p for p, q in both))
        yield "against.strong_converse", max(limit, inner) if rate > border else zero

    def privacy(self) -> Iterator[tuple[str, Real]]:
        """Of one answer, and of several of one person, over all sets of answers."""
        weight = self.numbers[1]
        one = list(zip(*self.best, strict=True))
        for factor in (1, 3, 1000):  # the same at every eps
            yield "privacy.delta_at_every_epsilon", excess(one, mpmath.mpf(factor))
        yield "privacy.least_error", mpmath.fsum(min((1 - weight) * x, weight * y) for x, y in one)
        for index, times in enumerate((2, 5, 10)):
            joint = list(repeated(one, times))
            name = f"privacy.repeated.{index}."
            yield name + "betrayed_0", mpmath.fsum(x for x, y in joint if not y)
            yield name + "betrayed_1", mpmath.fsum(y for x, y in joint if not x)
            yield name + "least_error", mpmath.fsum(min((1 - weight) * x, weight * y) for x, y in joint)
            yield name + "norm", mpmath.fsum(abs((1 - weight) * x - weight * y) for x, y in joint)
            yield name + "delta_at_every_epsilon", excess(joint, mpmath.mpf(2))

    def survey(self, deviate: Real) -> Iterator[tuple[str, Real]]:
        """The estimate from counts, and the ends of its interval."""
        counts = possible(self.best, self.point.counts)
        estimate = most_likely(*self.best, counts)
        if estimate is None:
            return
        yield "counts.estimate", estimate
        if 0 < estimate < 1:
            half = deviate / mpmath.sqrt(sum(counts) * information(*self.best, estimate))
            yield "counts.interval.0", max(mpmath.mpf(0), estimate - half)
            yield "counts.interval.1", min(mpmath.mpf(1), estimate + half)

    def designs(self, best: Real) -> Iterator[tuple[str, Real]]:
        """Each older design with the largest share of people asked that the bound allows."""
        theta = self.numbers[2]
        two = max(information(*pair, theta) for pair in self.with_two)
        forced = max(self.asked(mpmath.mpf(k) / 4) for k in range(5))
        warner = self.widest(lambda pi: ((pi, 1 - pi), (1 - pi, pi)), mpmath.mpf(1) / 2)
        for index, value in enumerate((best, two, forced, self.asked(mpmath.mpf(1) / 2), warner)):
            yield f"comparison.{index}.fisher_information", value

    def asked(self, eta: Real) -> Real:
        """The unrelated question, answered "yes" by a share eta."""

        def pair(pi: Real) -> Pair:
            no, yes = (1 - pi) * (1 - eta), (1 - pi) * eta
            return (pi + no, yes), (no, pi + yes)

        return self.widest(pair, mpmath.mpf(0))

    def widest(self, pair: Callable[[Real], Pair], low: Real) -> Real:
        """The information at the largest share that the bound allows, by bisection."""
        delta, w, theta, _ = self.numbers
        high = mpmath.mpf(1)
        for _ in range(SEARCH_STEPS):
            share = (low + high) / 2
            norm = mpmath.fsum(abs((1 - w) * x - w * y) for x, y in zip(*pair(share), strict=True))
            low, high = (share, high) if norm <= delta + mpmath.mpf(10) ** -100 else (low, share)
        return information(*pair(low), theta)


def possible(best: Pair, counts: Sequence[int]) -> tuple[int, ...]:
    """The counts without answers that are never given."""
    tiny = mpmath.mpf(10) ** -80
    return tuple(k if max(x, y) > tiny else 0 for k, x, y in zip(counts, *best, strict=True))
