"""Exponents and Renyi divergences against their definitions in mpmath, with 50 digits."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction

import mpmath
import pytest
import sympy as sp

from benchmarks.randomized_response.definitions import real
from symbolic_eps.errors import DomainError
from symbolic_eps.randomized_response.divergences import largest_renyi_divergence, laws
from symbolic_eps.randomized_response.exponents import chernoff, hoeffding, renyi, stein, strong_converse
from symbolic_eps.randomized_response.optimal import optimal_pair
from symbolic_eps.report.quantity import Quantity, quantity

R = sp.Rational
SETTINGS = [
    ("1/4", "1/2", "3/10", "7/10"),
    ("1/4", "2/5", "3/10", "7/10"),
    ("1/4", "2/5", "7/10", "3/10"),
    ("1/3", "1/2", "1/5", "9/10"),
    ("1/4", "3/8", "3/10", "6/10"),
    ("1/4", "5/8", "6/10", "1/10"),
    ("1", "1/3", "1/10", "1/1000"),
    ("1/1000", "1/2", "1/3", "1/2"),
    ("999/1000", "2/7", "1/100", "98/100"),
]
Law = list[tuple[mpmath.mpf, mpmath.mpf]]


def law_of(setting: tuple[str, ...]) -> Law:
    delta, weight, theta, against = map(R, setting)
    found = laws(optimal_pair(delta, weight), theta, against)
    return [(real(p), real(q)) for p, q in found]


def golden(function: Callable[[mpmath.mpf], mpmath.mpf], low: mpmath.mpf, high: mpmath.mpf) -> mpmath.mpf:
    """The largest value of a concave-like function by golden sections, to 40 digits of its value."""
    ratio = (mpmath.sqrt(5) - 1) / 2
    for _ in range(260):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if function(left) < function(right):
            low = left
        else:
            high = right
    return function((low + high) / 2)


def assert_encloses(found: Quantity, value: mpmath.mpf) -> None:
    lower, upper = (
        mpmath.mpf(e.numerator) / e.denominator for e in map(Fraction, (found.lower, found.upper))
    )
    slack = abs(value) * mpmath.mpf(10) ** -38  # of the reference
    assert lower - slack <= value <= upper + slack
    assert upper - lower <= abs(value) * mpmath.mpf(10) ** -20


def log_sum(law: Law, k: mpmath.mpf) -> mpmath.mpf:
    return mpmath.log(mpmath.fsum(q**k * p ** (1 - k) for p, q in law))


@pytest.mark.parametrize("setting", SETTINGS, ids=" ".join)
def test_chernoff_exponent_is_the_largest_over_all_orders(setting: tuple[str, ...]) -> None:
    with mpmath.workdps(100):
        law = law_of(setting)
        assert_encloses(chernoff(*map(R, setting)).rate, golden(lambda k: -log_sum(law, k), 0, 1))


@pytest.mark.parametrize("setting", SETTINGS, ids=" ".join)
def test_stein_exponent_is_the_relative_entropy(setting: tuple[str, ...]) -> None:
    with mpmath.workdps(60):
        wanted = mpmath.fsum(p * mpmath.log(p / q) for p, q in law_of(setting))
        assert_encloses(quantity(stein(*map(R, setting))), wanted)


@pytest.mark.parametrize("part", ["1/100", "1/2", "99/100"])
@pytest.mark.parametrize("setting", SETTINGS, ids=" ".join)
def test_hoeffding_exponent_is_the_supremum(setting: tuple[str, ...], part: str) -> None:
    with mpmath.workdps(100):
        law = law_of(setting)
        limit = mpmath.fsum(q * mpmath.log(q / p) for p, q in law)
        rate = R(part) * R(str(mpmath.nstr(limit, 8)))
        r = mpmath.mpf(int(rate.p)) / int(rate.q)
        wanted = golden(lambda k: (-log_sum(law, k) - (1 - k) * r) / k, mpmath.mpf("1e-30"), 1)
        assert_encloses(hoeffding(*map(R, setting), rate).rate, wanted)


@pytest.mark.parametrize("factor", ["11/10", "2", "1000"])
@pytest.mark.parametrize("setting", SETTINGS, ids=" ".join)
def test_strong_converse_exponent_is_the_supremum(setting: tuple[str, ...], factor: str) -> None:
    with mpmath.workdps(100):
        law = law_of(setting)
        limit = mpmath.fsum(q * mpmath.log(q / p) for p, q in law)
        rate = R(factor) * R(str(mpmath.nstr(limit, 8)))
        r = mpmath.mpf(int(rate.p)) / int(rate.q)
        found = strong_converse(*map(R, setting), rate)
        if found.order is None:  # the supremum is the limit
            steepest = max(q / p for p, q in law)
            assert_encloses(found.rate, r - mpmath.log(steepest))
            shares = [(1 - 1 / k) * r - log_sum(law, k) / k for k in map(mpmath.mpf, (2, 10, 100, 1000))]
            assert sorted(shares) == shares
        else:
            # In u = 1/k the function is concave: u -> (1-u) r - u L(1/u).
            wanted = golden(
                lambda u: (1 - u) * r - u * log_sum(law, 1 / u), mpmath.mpf(10) ** -5, mpmath.mpf(1)
            )
            assert_encloses(found.rate, wanted)


def test_strong_converse_and_hoeffding_meet_at_the_relative_entropy() -> None:
    setting = tuple(map(R, SETTINGS[1]))
    delta, weight, theta, against = setting
    limit = quantity(stein(delta, weight, against, theta))
    below, above = (R(str(Fraction(end))) for end in (limit.lower - Fraction(1, 100), limit.upper + 1))
    assert hoeffding(*setting, below).rate.lower > 0
    assert strong_converse(*setting, below).rate.upper == 0
    assert hoeffding(*setting, above).rate.upper == 0
    assert strong_converse(*setting, above).rate.lower > 0


@pytest.mark.parametrize("order", ["0", "1/7", "1/2", "1", "2", "7/3", "100"])
@pytest.mark.parametrize("setting", SETTINGS, ids=" ".join)
def test_renyi_divergence_follows_its_definition(setting: tuple[str, ...], order: str) -> None:
    k = R(order)
    found = renyi(k, *map(R, setting))
    with mpmath.workdps(80):
        law = law_of(setting)
        number = mpmath.mpf(int(k.p)) / int(k.q)
        if order == "1":
            wanted = mpmath.fsum(p * mpmath.log(p / q) for p, q in law)
        else:
            wanted = mpmath.log(mpmath.fsum(p**number * q ** (1 - number) for p, q in law)) / (number - 1)
        if order == "0":
            assert found.lower == found.upper == 0
        else:
            assert_encloses(found, wanted)


@pytest.mark.parametrize(
    "order", ["1/997", "12345/6789", "123456", "1/1000000", "1000000001/1000000000", "1" + "0" * 30]
)
@pytest.mark.parametrize(
    "setting", [("12347/100003", "48123/99991", "31231/99999", "7/10"), SETTINGS[0]], ids=" ".join
)
def test_orders_and_numbers_with_many_digits_take_no_time(setting: tuple[str, ...], order: str) -> None:
    k = R(order)
    began = time.process_time()
    form = largest_renyi_divergence(k, *map(R, setting))
    found = quantity(form)
    assert time.process_time() - began < 5 and found.closed_form == form
    assert renyi(k, *map(R, setting)) == found
    with mpmath.workdps(120):
        number = real(k)
        terms = (q * (p / q) ** number for p, q in law_of(setting))
        assert_encloses(found, mpmath.log(mpmath.fsum(terms)) / (number - 1))


def test_renyi_divergence_of_a_symbolic_order_is_that_of_each_number() -> None:
    order, numbers = sp.Symbol("k", real=True), tuple(map(R, SETTINGS[1]))
    form = largest_renyi_divergence(order, *numbers)
    for k in (R(1, 3), sp.Integer(3)):
        other = largest_renyi_divergence(k, *numbers)
        assert abs((form.subs(order, k) - other).evalf(40)) < 1e-35
        assert quantity(other).upper > 0


@pytest.mark.parametrize(("theta", "share"), [("3/10", "21/100"), ("1/5", "4/25")])
def test_chernoff_exponent_has_a_closed_form_for_shares_that_add_up_to_one(theta: str, share: str) -> None:
    delta, t = R(1, 4), R(theta)
    found = chernoff(delta, R(1, 2), t, 1 - t)
    assert found.order is not None
    assert found.order.closed_form == R(1, 2)
    wanted = -sp.log(1 - delta + 2 * delta * sp.sqrt(R(share)))
    assert sp.simplify(found.rate.closed_form - wanted) == 0


def test_nothing_decreases_where_nothing_is_learnt() -> None:
    numbers = (sp.S.Zero, R(1, 2), R(1, 3), R(2, 3))
    assert chernoff(*numbers).rate.upper == hoeffding(*numbers, R(1, 9)).rate.upper == 0
    assert strong_converse(*numbers, R(1, 9)).rate.closed_form == R(1, 9)


@pytest.mark.parametrize("rate", ["0", "-1"])
def test_a_rate_that_is_not_positive_is_refused(rate: str) -> None:
    for exponent in (hoeffding, strong_converse):
        with pytest.raises(DomainError, match=f"rate = {rate} is not positive"):
            exponent(*map(R, SETTINGS[0]), R(rate))
