"""Informations, divergences, estimates and privacy by their definitions, in mpmath.

Nothing here is shared with the derivation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import mpmath
import sympy as sp

Real = mpmath.mpf
Law = Sequence[Real]

SEARCH_STEPS = 280
"""Halvings, or golden sections, of an interval."""


def real(number: sp.Rational) -> Real:
    """An exact number at the working precision."""
    return mpmath.mpf(int(number.p)) / int(number.q)


def solved(columns: Sequence[Sequence[Real]], right: Sequence[Real]) -> tuple[Real, ...] | None:
    """Three linear equations by Cramer's rule; None where they have no single solution."""

    def determinant(a: Sequence[Real], b: Sequence[Real], c: Sequence[Real]) -> Real:
        return (
            a[0] * (b[1] * c[2] - b[2] * c[1])
            - b[0] * (a[1] * c[2] - a[2] * c[1])
            + c[0] * (a[1] * b[2] - a[2] * b[1])
        )

    whole = determinant(*columns)
    if abs(whole) < mpmath.mpf(10) ** -100:
        return None
    return tuple(
        determinant(*(right if k == replaced else column for k, column in enumerate(columns))) / whole
        for replaced in range(3)
    )


def deviate_of(level: Real) -> Real:
    """A standard normal number is at most so far from 0 with this probability."""
    return mpmath.sqrt(2) * mpmath.erfinv(level)


def at(p0: Law, p1: Law, share: Real) -> list[Real]:
    """The law of an answer in the population."""
    return [(1 - share) * x + share * y for x, y in zip(p0, p1, strict=True)]


def information(p0: Law, p1: Law, theta: Real) -> Real:
    """The Fisher information of an answer."""
    mixed = at(p0, p1, theta)
    return mpmath.fsum((y - x) ** 2 / p for x, y, p in zip(p0, p1, mixed, strict=True) if p > 0)


DIVERGENCES: dict[str, Callable[[Real, Real], Real]] = {
    "relative_entropy": lambda p, q: p * mpmath.log(p / q),
    "reverse_relative_entropy": lambda p, q: q * mpmath.log(q / p),
    "total_variation": lambda p, q: abs(p - q) / 2,
    "chi_squared": lambda p, q: (p - q) ** 2 / q,
    "squared_hellinger": lambda p, q: (mpmath.sqrt(p) - mpmath.sqrt(q)) ** 2 / 2,
    "triangular": lambda p, q: (p - q) ** 2 / (p + q),
    "jensen_shannon": lambda p, q: (p * mpmath.log(2 * p / (p + q)) + q * mpmath.log(2 * q / (p + q))) / 2,
}
"""What an answer adds to each divergence of p from q."""


def divergence(term: Callable[[Real, Real], Real], theta: Real, against: Real, p0: Law, p1: Law) -> Real:
    """The sum over the answers that occur."""
    both = zip(at(p0, p1, theta), at(p0, p1, against), strict=True)
    return mpmath.fsum(term(p, q) for p, q in both if p > 0 and q > 0)


def most_likely(p0: Law, p1: Law, counts: Sequence[int]) -> Real | None:
    """The share with the largest likelihood, by bisection on the score; None where all are as likely."""

    def score(theta: Real) -> Real:
        seen = [(k, x, y) for k, x, y in zip(counts, p0, p1, strict=True) if k]
        return mpmath.fsum(k * (y - x) / ((1 - theta) * x + theta * y) for k, x, y in seen)

    low, high = mpmath.mpf(10) ** -100, 1 - mpmath.mpf(10) ** -100
    at_low, at_high = score(low), score(high)
    tiny = mpmath.mpf(10) ** -70
    if abs(at_low) < tiny and abs(at_high) < tiny:
        return None
    if at_low <= 0:
        return mpmath.mpf(0)
    if at_high >= 0:
        return mpmath.mpf(1)
    for _ in range(SEARCH_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if score(middle) > 0 else (low, middle)
    return (low + high) / 2


def highest(function: Callable[[Real], Real], low: Real, high: Real) -> Real:
    """The largest value of a function that rises, then falls, by golden sections."""
    ratio = (mpmath.sqrt(5) - 1) / 2
    left, right = high - ratio * (high - low), low + ratio * (high - low)
    at_left, at_right = function(left), function(right)
    for _ in range(SEARCH_STEPS):
        if at_left < at_right:
            low, left, at_left = left, right, at_right
            right = low + ratio * (high - low)
            at_right = function(right)
        else:
            high, right, at_right = right, left, at_left
            left = high - ratio * (high - low)
            at_left = function(left)
    return max(at_left, at_right)


def excess(answers: Sequence[tuple[Real, Real]], factor: Real) -> Real:
    """The least d for (log factor, d)-differential privacy: the set of answers that exceeds the most."""
    return max(
        mpmath.fsum(max(x - factor * y, 0) for x, y in answers),
        mpmath.fsum(max(y - factor * x, 0) for x, y in answers),
    )


def repeated(one: Sequence[tuple[Real, Real]], times: int) -> Iterator[tuple[Real, Real]]:
    """The laws of several answers of one person, by how often each came."""
    for zeros in range(times + 1):
        for ones in range(times + 1 - zeros):
            ways = mpmath.binomial(times, zeros) * mpmath.binomial(times - zeros, ones)
            counts = (times - zeros - ones, zeros, ones)
            x, y = (
                ways * mpmath.fprod(law[k] ** c for law, c in zip(one, counts, strict=True)) for k in (0, 1)
            )
            yield x, y
