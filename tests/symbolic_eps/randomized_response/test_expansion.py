"""Moments for many answers: the series against the sum over counts, its remainder against wider ones."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from flint import arb, ctx

from symbolic_eps.randomized_response import expansion as module
from symbolic_eps.randomized_response.estimator import Candour, candour_of, maximum_likelihood_formula
from symbolic_eps.randomized_response.expansion import expanded
from symbolic_eps.randomized_response.fisher import largest_information
from symbolic_eps.randomized_response.moments import _enclosed, _quantity, moments
from symbolic_eps.randomized_response.optimal import optimal_pair
from symbolic_eps.randomized_response.symbols import DELTA, THETA, WEIGHT

R = sp.Rational
FRIENDLY = (R(9, 10), R(11, 20), R(2, 5))
"""Delta, weight and theta for which both ways do at a few thousand answers."""

SURVEYS = (
    (R(1, 4), R(2, 5), R(3, 10)),
    (R(1, 2), R(1, 3), R(1, 10)),
    (R(3, 4), R(499, 1000), R(1, 2)),
    (R(1, 2), R(3, 5), R(9, 10)),
)


def _candour(delta: sp.Rational, weight: sp.Rational) -> Candour:
    return candour_of(optimal_pair(delta, weight))


@pytest.mark.slow
@pytest.mark.parametrize("n", [4000])
def test_the_series_agrees_with_the_sum_over_counts(n: int) -> None:
    delta, weight, theta = FRIENDLY
    candour = _candour(delta, weight)
    series = [_quantity(part) for part in next(expanded(candour, theta, n))]
    other = [_quantity(part) for part in next(expanded(candour, theta, n + 1))]
    for one, wrong, summed in zip(series, other, _enclosed(candour, theta, n, 160), strict=True):
        assert max(one.lower, summed.lower) <= min(one.upper, summed.upper)
        assert wrong.upper < summed.lower or wrong.lower > summed.upper
        assert summed.upper - summed.lower < abs(summed.lower) / 10**15


@pytest.mark.parametrize("survey", SURVEYS)
def test_a_million_answers_have_exact_moments(survey: tuple[sp.Rational, ...]) -> None:
    """Narrow; the error is 1/(n J) but for a share of the order 1/n."""
    delta, weight, theta = survey
    found = moments(_candour(delta, weight), theta, 10**6)
    assert found.mean_squared_error is not None and found.bias is not None
    for number in (found.mean_squared_error, found.bias):
        assert number.upper - number.lower <= abs(number.lower) / 10**20
    information = largest_information().subs({DELTA: delta, WEIGHT: weight, THETA: theta})
    share = found.mean_squared_error.lower * 10**6 * Fraction(str(information)) - 1
    assert 0 < abs(share) < Fraction(1, 10**4)


def test_wider_remainders_contain_the_narrow_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    delta, weight, theta = SURVEYS[0]
    candour = _candour(delta, weight)
    narrow = list(expanded(candour, theta, 10**6))[-1]
    monkeypatch.setattr(module, "DEGREES", (5, 8, 12))
    monkeypatch.setattr(module, "REMAINDERS", (2, 3, 4))
    wide = list(expanded(candour, theta, 10**6))
    assert wide
    for bias, error in wide:
        assert bias.contains(narrow[0]) and error.contains(narrow[1])
        assert error.rad() > narrow[1].rad() * 10**10


@pytest.mark.parametrize("survey", SURVEYS)
def test_the_series_is_the_estimate_within_its_remainder(survey: tuple[sp.Rational, ...]) -> None:
    """At distances within half the radius, along both variables and the diagonals."""
    delta, weight, theta = survey
    candour = _candour(delta, weight)
    with ctx.workprec(400):
        law = module._law(candour, theta)
        radius = next(r for r in module.RADII if module._largest(law, arb(r)) is not None)
        most = module._largest(law, arb(radius))
        assert most is not None
        for degree in (4, 24):
            series, square = module._series(law, degree)
            for one, other in ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1)):
                steps = [sp.Rational(int(2**20 * float(d) * radius / 2), 2**20) for d in law.spreads]
                h = (one * steps[0], other * steps[1])
                _, zero, says_one = candour.at(theta)
                x, y = zero + h[0], says_one + h[1]
                exact = maximum_likelihood_formula(candour, (1 - x - y, x, y)) - theta
                for coefficients, value, size in ((series, exact, most), (square, exact**2, most**2)):
                    total = sum(
                        (c * module.ball(h[0] ** a * h[1] ** b) for (a, b), c in coefficients.items()),
                        arb(0),
                    )
                    left = abs(total - module.ball(value))
                    assert left <= size * arb(0.5) ** degree * 2


def test_a_wrong_coefficient_is_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the series, by a millionth of a millionth."""
    delta, weight, theta = FRIENDLY
    candour = _candour(delta, weight)
    plain = module._series

    def wrong(law: module._Law, degree: int) -> tuple[module.Series, module.Series]:
        first, second = plain(law, degree)
        second[2, 0] *= 1 + arb(10) ** -12
        return first, second

    monkeypatch.setattr(module, "_series", wrong)
    found = _quantity(next(expanded(candour, theta, 4000))[1])
    summed = _enclosed(candour, theta, 4000, 160)[1]
    assert found.upper < summed.lower or found.lower > summed.upper


def test_where_no_remainder_is_small_there_is_no_series() -> None:
    delta, weight, theta = SURVEYS[0]
    assert list(expanded(_candour(delta, weight), theta, 1000)) == []
