"""Exact bias and mean squared error: brute force, an independent calculation, planted errors."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from flint import arb

from symbolic_eps.randomized_response import moments as module
from symbolic_eps.randomized_response.estimator import Candour, candour_of, maximum_likelihood
from symbolic_eps.randomized_response.moments import Moments, moments
from symbolic_eps.randomized_response.optimal import optimal_pair
from symbolic_eps.report.quantity import Quantity

R = sp.Rational
POINTS = 40
"""Random points in the gate; all 200 are slow."""


def brute_force(candour: Candour, theta: sp.Rational, n: int) -> tuple[mpmath.mpf, mpmath.mpf, sp.Expr]:
    """Bias and error over all samples, from the definition: each answer's law, each sample's estimate."""
    silent, zero, one = candour.at(theta)
    first = second = mpmath.mpf(0)
    undefined = sp.S.Zero
    with mpmath.workdps(50):
        for zeros in range(n + 1):
            for ones in range(n + 1 - zeros):
                rest = n - zeros - ones
                chance = sp.multinomial_coefficients(3, n)[rest, zeros, ones]
                weight = chance * silent**rest * zero**zeros * one**ones
                if weight == 0:
                    continue
                estimate = maximum_likelihood(candour, (rest, zeros, ones))
                if estimate is None:
                    undefined += weight
                    continue
                error = mpmath.mpf(sp.N(estimate - theta, 50))
                mass = mpmath.mpf(weight.p) / weight.q
                first, second = first + mass * error, second + mass * error**2
        given = 1 - mpmath.mpf(undefined.p) / undefined.q
        return first / given, second / given, undefined


def log_likelihood_maximiser(candour: Candour, silent: int, zeros: int, ones: int) -> mpmath.mpf:
    """By bisection on the score, without the closed form."""
    c, s = (mpmath.mpf(x.p) / x.q for x in (candour.silent, candour.slope))

    def score(theta: mpmath.mpf) -> mpmath.mpf:
        return silent * s / (c + s * theta) - zeros / (1 - theta) + ones / theta

    low, high = mpmath.mpf(10) ** -60, 1 - mpmath.mpf(10) ** -45
    if score(low) <= 0:
        return mpmath.mpf(0)
    if score(high) >= 0:
        return mpmath.mpf(1)
    for _ in range(170):
        middle = (low + high) / 2
        low, high = (middle, high) if score(middle) > 0 else (low, middle)
    return low


def independent(candour: Candour, theta: sp.Rational, n: int) -> tuple[mpmath.mpf, mpmath.mpf]:
    """Floating point at 50 digits, over all samples, estimates by bisection."""
    with mpmath.workdps(50):
        law = [mpmath.mpf(p.p) / p.q for p in candour.at(theta)]
        truth = mpmath.mpf(theta.p) / theta.q
        first = second = mpmath.mpf(0)
        for zeros in range(n + 1):
            for ones in range(n + 1 - zeros):
                rest = n - zeros - ones
                weight = mpmath.binomial(n, zeros) * mpmath.binomial(n - zeros, ones)
                weight *= law[0] ** rest * law[1] ** zeros * law[2] ** ones
                error = log_likelihood_maximiser(candour, rest, zeros, ones) - truth
                first, second = first + weight * error, second + weight * error**2
        return first, second


def independent_unbiased(b: sp.Rational, theta: sp.Rational, n: int) -> mpmath.mpf:
    """theta (1-theta) E[1/K | K > 0], by the binomial law itself."""
    with mpmath.workdps(60):
        p, t = mpmath.mpf(b.p) / b.q, mpmath.mpf(theta.p) / theta.q
        total = mpmath.fsum(mpmath.binomial(n, k) * p**k * (1 - p) ** (n - k) / k for k in range(1, n + 1))
        return t * (1 - t) * total / (1 - (1 - p) ** n)


def contains(number: Quantity | None, value: mpmath.mpf, digits: int = 40, places: int = 10_000) -> bool:
    """Whether the enclosure is narrow and contains a value that is known to so many digits or places."""
    assert number is not None
    slack = max(abs(value) * mpmath.mpf(10) ** -digits, mpmath.mpf(10) ** -places)
    low, high = (
        mpmath.mpf(Fraction(end).numerator) / Fraction(end).denominator
        for end in (number.lower, number.upper)
    )
    narrow = high - low <= abs(value) * mpmath.mpf(10) ** -20 or high - low <= mpmath.mpf(10) ** -30
    return bool(low - slack <= value <= high + slack and narrow)


@pytest.mark.parametrize(
    "candour", [(1, 4, 1, 4), (1, 2, 1, 3), (1, 5, 2, 3), (0, 1, 1, 3), (2, 5, 0, 1)], ids=str
)
@pytest.mark.parametrize("n", [1, 2, 5])
def test_moments_are_those_of_all_samples(candour: tuple[int, int, int, int], n: int) -> None:
    told = Candour(R(*candour[:2]), R(*candour[2:]))
    with mpmath.workdps(50):
        for theta in (R(3, 10), R(9, 10)):
            exact = moments(told, theta, n)
            bias, error, undefined = brute_force(told, theta, n)
            assert contains(exact.bias, bias, places=45) and contains(exact.mean_squared_error, error)
            assert exact.undefined.closed_form == undefined


@pytest.mark.parametrize("n", [10, 30])
def test_moments_agree_with_bisection_on_the_score(n: int) -> None:
    candour = candour_of(optimal_pair(R(2, 5), R(2, 5)))
    exact = moments(candour, R(3, 10), n)
    with mpmath.workdps(50):
        bias, error = independent(candour, R(3, 10), n)
        assert contains(exact.bias, bias, 35) and contains(exact.mean_squared_error, error, 35)


def drawn(seed: int, size: int) -> list[tuple[sp.Rational, sp.Rational, int]]:
    """Delta, theta and n at weight 1/2: inside and next to the ends."""
    chosen = random.Random(seed)
    ends = [R(1, 10**6), 1 - R(1, 10**6), R(1, 1000), R(999, 1000)]
    found = []
    for _ in range(size):
        delta, theta = (
            chosen.choice(ends) if chosen.random() < 0.3 else R(chosen.randint(1, 999), 1000)
            for _ in range(2)
        )
        found.append((delta, theta, chosen.choice([1, 2, 3, 41, 57, 200, 600])))
    return found


def check(points: list[tuple[sp.Rational, sp.Rational, int]]) -> None:
    for delta, theta, n in points:
        exact = moments(Candour(delta, delta), theta, n)
        with mpmath.workdps(60):
            value = independent_unbiased(delta, theta, n)
            assert contains(exact.mean_squared_error, value), (delta, theta, n)
            undefined = (1 - mpmath.mpf(delta.p) / delta.q) ** n
            assert contains(exact.undefined, undefined), (delta, theta, n)
        assert exact.bias is not None and exact.bias.closed_form == 0


def test_enclosures_contain_the_independent_value() -> None:
    check(drawn(20260, POINTS))


@pytest.mark.slow
def test_enclosures_contain_the_independent_value_at_200_points() -> None:
    check(drawn(4, 200))


def test_edges_of_delta() -> None:
    never = moments(Candour(sp.S.Zero, sp.S.Zero), R(1, 3), 10)
    assert never.mean_squared_error is None and never.undefined.closed_form == 1 and never.reason
    plain = moments(Candour(sp.S.One, sp.S.One), R(1, 3), 1000).mean_squared_error
    assert plain is not None and plain.enclosure.contains(Fraction(2, 9000))


def test_large_n_costs_little_and_stays_enclosed() -> None:
    for n in (10**6, 10**12):
        exact = moments(Candour(R(1, 4), R(1, 4)), R(3, 10), n).mean_squared_error
        assert exact is not None
        # E[1/K] is above 1/E[K], and within 2 q/(n b) of it here.
        asymptotic = Fraction(21, 25) / n
        assert asymptotic < exact.lower and exact.upper < asymptotic * (1 + Fraction(6, n) * 2)
        assert exact.upper - exact.lower <= exact.lower * Fraction(1, 10**20)


def test_sums_that_are_too_long_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_COUNTS", 100)
    found = moments(Candour(R(1, 2), R(1, 3)), R(1, 3), 2000)
    assert found.mean_squared_error is None and "more than 100 terms" in found.reason


def near_the_mode(b: sp.Rational, theta: sp.Rational, n: int) -> mpmath.mpf:
    """theta (1-theta) E[1/K | K > 0], summed over 60 standard deviations to both sides, at 80 digits."""
    with mpmath.workdps(80):
        p, t = mpmath.mpf(b.p) / b.q, mpmath.mpf(theta.p) / theta.q
        away = int(60 * mpmath.sqrt(n * p * (1 - p)))
        first, last = max(1, int(n * p) - away - 60), min(n, int(n * p) + away + 400)
        log = mpmath.loggamma(n + 1) - mpmath.loggamma(first + 1) - mpmath.loggamma(n - first + 1)
        chance = mpmath.exp(log + first * mpmath.log(p) + (n - first) * mpmath.log1p(-p))
        total = mpmath.mpf(0)
        for k in range(first, last + 1):
            total += chance / k
            chance *= (n - k) * p / ((k + 1) * (1 - p))
        return t * (1 - t) * total / -mpmath.expm1(n * mpmath.log1p(-p))


@pytest.mark.parametrize(
    ("b", "n"),
    [
        *(("1/1000000", 10**6), ("1/1000000", 4 * 10**8 - 1), ("1/1000000", 4 * 10**8)),
        *(("1/1000000000000", 10**6), ("1/100000000000", 10**15), ("1/4", 1599), ("1/4", 1600)),
        *(("999999/1000000", 300), ("999999/1000000", 500)),
    ],
)
def test_few_or_many_tellings_cost_little_and_are_enclosed(b: str, n: int) -> None:
    """Tellings are rare, or many; and on both sides of where the sum becomes a series."""
    began = time.process_time()
    exact = moments(Candour(R(b), R(b)), R(3, 10), n)
    assert time.process_time() - began < 2
    with mpmath.workdps(80):
        assert contains(exact.mean_squared_error, near_the_mode(R(b), R(3, 10), n), 50), exact


@pytest.mark.parametrize("n", [500, 10**6, 10**15])
def test_a_series_that_is_too_short_is_wider_and_not_wrong(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    candour = Candour(R(9, 10), R(9, 10))
    narrow = moments(candour, R(3, 10), n).mean_squared_error
    monkeypatch.setattr(module, "SERIES_TERMS", 2)
    wide = moments(candour, R(3, 10), n).mean_squared_error
    assert narrow is not None and wide is not None
    assert wide.lower <= narrow.lower and narrow.upper <= wide.upper
    assert wide.upper - wide.lower > 10**6 * (narrow.upper - narrow.lower)


@pytest.mark.parametrize("n", [50, 400])
def test_enclosures_do_not_rest_on_which_counts_are_summed(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer counts give a wider enclosure, never a wrong one."""
    candour, theta = Candour(R(1, 2), R(1, 3)), R(3, 10)
    narrow = moments(candour, theta, n)
    whole = module._likely

    def few(n: int, chance: arb, small: arb) -> Iterator[tuple[int, arb]]:
        return (pair for k, pair in enumerate(whole(n, chance, small)) if k % 7)

    monkeypatch.setattr(module, "_likely", few)
    wide = moments(candour, theta, n)
    for one, other in ((narrow.bias, wide.bias), (narrow.mean_squared_error, wide.mean_squared_error)):
        assert one is not None and other is not None
        assert other.lower <= one.lower and one.upper <= other.upper
        assert other.upper - other.lower > Fraction(1, 1000)


PLANTED = {
    "conditioning forgotten": lambda b, t, n: (
        independent_unbiased(b, t, n) * (1 - (1 - mpmath.mpf(b.p) / b.q) ** n)
    ),
    "asymptotic for exact": lambda b, t, n: mpmath.mpf((t * (1 - t) / (n * b)).p) / (t * (1 - t) / (n * b)).q,
    "one answer more": lambda b, t, n: independent_unbiased(b, t, n + 1),
    "theta for its spread": lambda b, t, n: independent_unbiased(b, t, n) / (1 - mpmath.mpf(t.p) / t.q),
}


@pytest.mark.parametrize("slip", PLANTED)
def test_planted_errors_are_outside_the_enclosure(slip: str) -> None:
    with mpmath.workdps(60):
        for n in (2, 20, 200):
            exact: Moments = moments(Candour(R(1, 10), R(1, 10)), R(3, 10), n)
            assert not contains(exact.mean_squared_error, PLANTED[slip](R(1, 10), R(3, 10), n)), n
