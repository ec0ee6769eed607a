"""Every number of an answer at random points and edges: the enclosure contains an independent value.

The independent values are sums over the answers at 90 digits, written down from the definitions: the pair
from the bound, informations and divergences from the laws, the best of two answers by trying both.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import mpmath
import pytest
import sympy as sp

from symbolic_eps.answers.randomized_response import randomized_survey
from symbolic_eps.report.randomized_response import structured

R = sp.Rational
Law = list[mpmath.mpf]
Values = dict[str, mpmath.mpf]
POINTS = 12
"""Random points in the gate; all 200 are slow."""

NEAR = [R(1, 10**6), R(1, 1000), R(999, 1000), 1 - R(1, 10**6)]


def drawn(seed: int, size: int) -> list[tuple[sp.Rational, ...]]:
    """Delta, weight, theta, against, level, n."""
    chosen = random.Random(seed)

    def share() -> sp.Rational:
        return chosen.choice(NEAR) if chosen.random() < 0.25 else R(chosen.randint(1, 999), 1000)

    found = []
    while len(found) < size:
        delta, theta, against = share(), share(), share()
        end = chosen.choice([-1, 1, 0, R(chosen.randint(-99, 99), 100), R(chosen.randint(-99, 99), 100)])
        weight = R(1, 2) + end * delta / 2
        if 0 < weight < 1 and theta != against:
            found.append((delta, weight, theta, against, share(), sp.Integer(chosen.randint(1, 12))))
    return found


def m(number: sp.Rational) -> mpmath.mpf:
    return mpmath.mpf(int(number.p)) / int(number.q)


def at(p0: Law, p1: Law, share: mpmath.mpf) -> Law:
    return [(1 - share) * x + share * y for x, y in zip(p0, p1, strict=True)]


def information(p0: Law, p1: Law, theta: mpmath.mpf) -> mpmath.mpf:
    mixed = at(p0, p1, theta)
    return mpmath.fsum((y - x) ** 2 / p for x, y, p in zip(p0, p1, mixed, strict=True) if p)


def chernoff(both: list[tuple[mpmath.mpf, mpmath.mpf]]) -> mpmath.mpf:
    """The least log sum of q^k p^(1-k), by bisection on its slope."""
    logs = [(p, mpmath.log(q / p)) for p, q in both]
    low, high = mpmath.mpf(0), mpmath.mpf(1)
    for _ in range(260):
        k = (low + high) / 2
        rising = mpmath.fsum(p * mpmath.exp(k * log) * log for p, log in logs) > 0
        low, high = (low, k) if rising else (k, high)
    return -mpmath.log(mpmath.fsum(p * mpmath.exp(low * log) for p, log in logs))


def independent(point: tuple[sp.Rational, ...]) -> Values:
    delta, w, theta, against, level, n = map(m, point)
    a = (1 - delta) / 2
    p0, p1 = [a / (1 - w), 1 - a / (1 - w), mpmath.mpf(0)], [a / w, mpmath.mpf(0), 1 - a / w]
    best = information(p0, p1, theta)
    one, zero = mpmath.mpf(1), mpmath.mpf(0)
    two = max(
        information([one, zero], [a / w, 1 - a / w], theta),
        information([a / (1 - w), 1 - a / (1 - w)], [one, zero], theta),
    )
    both = [(p, q) for p, q in zip(at(p0, p1, theta), at(p0, p1, against), strict=True) if p > 0 and q > 0]
    deviation = 1 / mpmath.sqrt(n * best)
    return {
        "fisher_information": best,
        "two_outcomes": two,
        "threshold": (w - a) / delta,
        "standard_deviation": deviation,
        "half_width": mpmath.sqrt(2) * mpmath.erfinv(level) * deviation,
        "asymptotic": 1 / (n * best),
        "stein": mpmath.fsum(p * mpmath.log(p / q) for p, q in both),
        "chernoff": chernoff(both),
        "chi_squared": mpmath.fsum((p - q) ** 2 / q for p, q in both),
        "total_variation": mpmath.fsum(abs(p - q) for p, q in both) / 2,
        "squared_hellinger": 1 - mpmath.fsum(mpmath.sqrt(p * q) for p, q in both),
    }


def answered(point: tuple[sp.Rational, ...]) -> dict[str, Any]:
    delta, weight, theta, against, level, n = point
    found = structured(randomized_survey(delta, weight, theta, n, against=against, level=level))
    return {
        **{
            name: found[name]
            for name in ("fisher_information", "two_outcomes", "threshold", "standard_deviation")
        },
        "half_width": found["half_width"],
        "asymptotic": found["mean_squared_error"]["asymptotic"],
        "stein": found["against"]["stein"],
        "chernoff": found["against"]["chernoff"],
        **found["against"]["f_divergences"],
    }


def contains(number: dict[str, str], value: mpmath.mpf) -> bool:
    """Ends exact; the value is known to 1e-40 of the largest term, which is at most 1e9 here."""
    low, high = Fraction(number["lower"]), Fraction(number["upper"])
    near = Fraction(mpmath.nstr(value, 60))
    slack = abs(near) * Fraction(1, 10**38) + Fraction(1, 10**60)
    return low - slack <= near <= high + slack and high - low <= abs(near) / 10**19 + Fraction(1, 10**60)


def check(points: list[tuple[sp.Rational, ...]]) -> None:
    with mpmath.workdps(90):
        for point in points:
            numbers = answered(point)
            for name, value in independent(point).items():
                assert contains(numbers[name], value), (name, point, numbers[name], value)


def test_enclosures_contain_the_independent_values() -> None:
    check(drawn(1, POINTS))


@pytest.mark.slow
def test_enclosures_contain_the_independent_values_at_200_points() -> None:
    check(drawn(2, 200))


@pytest.mark.parametrize("name", ["fisher_information", "half_width", "stein", "squared_hellinger"])
def test_a_planted_last_digit_is_seen(name: str) -> None:
    point = drawn(1, 1)[0]
    with mpmath.workdps(90):
        number, value = dict(answered(point)[name]), independent(point)[name]
        wrong = {
            end: str(sp.Float(sp.Rational(number[end]) * (1 + R(2, 10**19)), 30))
            for end in ("lower", "upper")
        }
        assert contains(number, value) and not contains(wrong, value)
