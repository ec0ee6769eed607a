"""Goals are met and barely; counts give the estimate and its interval; simulations agree with the theory."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp

from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.randomized_response import simulation
from symbolic_eps.randomized_response.counts import counts_of, survey
from symbolic_eps.randomized_response.design import (
    Goal,
    exact_least_delta,
    exact_sample_size,
    goal_of,
    least_delta,
    rounded_up,
    sample_size,
)
from symbolic_eps.randomized_response.estimator import Candour
from symbolic_eps.randomized_response.fisher import best_with_two, fisher_information, largest_information
from symbolic_eps.randomized_response.intervals import LEVEL, deviate, number
from symbolic_eps.randomized_response.moments import moments
from symbolic_eps.randomized_response.optimal import optimal_pair
from symbolic_eps.randomized_response.pair import Pair
from symbolic_eps.randomized_response.simulation import simulate

R = sp.Rational
THETA = R(3, 10)


@pytest.mark.parametrize("level", ["1/2", "19/20", "999999/1000000", "1/1000000"])
def test_normal_deviate_is_enclosed(level: str) -> None:
    found = number(deviate(R(level)))
    with mpmath.workdps(90):
        value = mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf(R(level).p) / R(level).q)
        assert found.lower <= Fraction(str(mpmath.nstr(value, 80))) <= found.upper


@pytest.mark.parametrize("goal", ["half-width 1/20", "standard-deviation 1/40", "mean-squared-error 1/1600"])
@pytest.mark.parametrize("weight", ["1/2", "2/5"])
def test_sample_size_meets_the_goal_and_one_less_does_not(goal: str, weight: str) -> None:
    wanted = goal_of(goal, LEVEL)
    information = largest_information(R(1, 4), R(weight), THETA)
    n = sample_size(wanted, information)
    reached = number(wanted.information)
    assert n * Fraction(int(information.p), int(information.q)) >= reached.upper
    assert (n - 1) * Fraction(int(information.p), int(information.q)) < reached.lower


@pytest.mark.parametrize("goal", ["half-width 1/20", "mean-squared-error 1/1600"])
@pytest.mark.parametrize("weight", ["1/2", "2/5", "7/10"])
def test_least_delta_meets_the_goal_and_less_does_not(goal: str, weight: str) -> None:
    wanted, w = goal_of(goal, LEVEL), R(weight)
    delta = rounded_up(least_delta(wanted, 1000, w, THETA))
    asked = number(wanted.information)
    assert 1000 * largest_information(delta, w, THETA) >= R(asked.upper.numerator, asked.upper.denominator)
    less = delta - R(1, 10**5)
    if less >= abs(1 - 2 * w):
        below = 1000 * largest_information(less, w, THETA)
        assert below < R(asked.lower.numerator, asked.lower.denominator)
    else:
        assert delta == abs(1 - 2 * w)


def exact_error(delta: sp.Rational, n: int) -> Fraction:
    """Theta (1-theta) E[1/K | K > 0] in fractions, by the binomial law."""
    d, t = Fraction(int(delta.p), int(delta.q)), Fraction(3, 10)
    weight, total = (1 - d) ** n, Fraction(0)
    for k in range(1, n + 1):
        weight = weight * (n - k + 1) * d / (k * (1 - d))
        total += weight / k
    return t * (1 - t) * total / (1 - (1 - d) ** n)


@pytest.mark.parametrize(("digits", "upwards"), [(57, True), (57, False), (300, True)])
def test_next_to_a_whole_number_the_sample_size_is_decided(digits: int, upwards: bool) -> None:
    """A half-width of so many digits of z/sqrt(1000 J) takes 1000 answers, or 1001 if it is rounded down."""
    bound = _almost(digits, upwards)
    goal = goal_of(f"half-width {bound}", LEVEL) if digits < 60 else Goal("half-width", bound, LEVEL)
    assert sample_size(goal, R(25, 21)) == (1000 if upwards else 1001)


def test_where_no_precision_decides_the_sample_size_a_line_says_so() -> None:
    with pytest.raises(DomainError, match="1000 or 1001 answers"):
        sample_size(Goal("half-width", _almost(900, True), LEVEL), R(25, 21))


def _almost(digits: int, upwards: bool) -> sp.Rational:
    with mpmath.workdps(digits + 20):
        exact = mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf(19) / 20) / mpmath.sqrt(mpmath.mpf(25000) / 21)
        return R(int(mpmath.floor(exact * mpmath.mpf(10) ** digits)) + upwards, 10**digits)


def test_exact_sample_size_meets_the_goal_and_one_less_does_not() -> None:
    n = exact_sample_size(goal_of("mean-squared-error 1/400", LEVEL), R(1, 4), THETA)
    assert exact_error(R(1, 4), n) <= Fraction(1, 400) < exact_error(R(1, 4), n - 1)
    assert n > sample_size(goal_of("mean-squared-error 1/400", LEVEL), R(25, 21))


def test_exact_least_delta_meets_the_goal_and_less_does_not() -> None:
    goal = goal_of("mean-squared-error 1/100", LEVEL)
    found = exact_least_delta(goal, 60, THETA)
    assert found is not None
    low, high = (
        R(found.lower.numerator, found.lower.denominator),
        R(found.upper.numerator, found.upper.denominator),
    )
    assert exact_error(high, 60) <= Fraction(1, 100) < exact_error(low, 60)
    assert exact_least_delta(goal, 20, THETA) is None  # 20 plain answers are not enough
    assert exact_least_delta(goal_of("mean-squared-error 1/4", LEVEL), 60, THETA) is None  # every delta is


def test_the_error_falls_with_delta_and_with_n() -> None:
    errors = [exact_error(R(k, 20), 30) for k in range(1, 20)]
    assert errors == sorted(errors, reverse=True)
    errors = [exact_error(R(1, 5), n) for n in range(1, 40)]
    assert errors == sorted(errors, reverse=True)


@pytest.mark.parametrize(
    "goal", ["", "half-width", "width 1/20", "half-width x", "half-width 0", "half-width -1"]
)
def test_goals_that_are_none(goal: str) -> None:
    with pytest.raises(InputError):
        goal_of(goal, LEVEL)


def test_goals_beyond_reach() -> None:
    with pytest.raises(DomainError, match="such as n = 323"):
        least_delta(goal_of("half-width 1/20", LEVEL), 10, R(1, 2), THETA)
    with pytest.raises(DomainError, match="tells nothing"):
        sample_size(goal_of("half-width 1/20", LEVEL), sp.S.Zero)
    with pytest.raises(DomainError, match="more than"):
        sample_size(goal_of("half-width 1e-30", LEVEL), sp.S.One)


# Counts.


def test_interval_is_the_normal_one_at_the_estimate() -> None:
    seen = survey(optimal_pair(R(1, 4), R(2, 5)), (600, 300, 100), LEVEL)
    assert seen.estimate is not None and seen.interval is not None
    with mpmath.workdps(40):
        estimate = mpmath.mpf(sp.N(seen.estimate.closed_form, 40))
        pair = optimal_pair(R(1, 4), R(2, 5))
        laws = [(mpmath.mpf(x.p) / x.q, mpmath.mpf(y.p) / y.q) for x, y in zip(pair.p0, pair.p1, strict=True)]
        information = mpmath.fsum((y - x) ** 2 / ((1 - estimate) * x + estimate * y) for x, y in laws)
        half = mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf("0.95")) / mpmath.sqrt(1000 * information)
        for end, value in zip(seen.interval, (estimate - half, estimate + half), strict=True):
            assert (
                abs(mpmath.mpf(end.lower.numerator) / end.lower.denominator - value) < mpmath.mpf(10) ** -22
            )


@pytest.mark.parametrize(
    ("counts", "estimate", "said"),
    [
        ((10, 0, 0), None, "every share"),
        ((10, 3, 0), 0, "no normal interval"),
        ((10, 0, 3), 1, "no normal interval"),
    ],
)
def test_counts_without_an_interval_say_why(counts: tuple[int, ...], estimate: int | None, said: str) -> None:
    seen = survey(optimal_pair(R(1, 4), R(1, 2)), counts, LEVEL)
    assert seen.interval is None and said in seen.reason.replace("where no normal interval exists", said)
    assert (seen.estimate is None) if estimate is None else (seen.estimate.closed_form == estimate)


def test_intervals_are_cut_at_the_ends() -> None:
    seen = survey(optimal_pair(R(1, 4), R(1, 2)), (10, 9, 1), LEVEL)
    assert seen.interval is not None and seen.interval[0].upper == 0
    seen = survey(optimal_pair(R(1, 4), R(1, 2)), (10, 1, 9), LEVEL)
    assert seen.interval is not None and seen.interval[1].lower == 1


def test_two_answers_are_read_by_what_they_tell() -> None:
    low, high = (
        survey(best_with_two(R(1, 4), R(1, 2), theta), (900, 100), LEVEL) for theta in (R(1, 5), R(4, 5))
    )
    assert low.estimate is not None and low.estimate.closed_form == R(2, 5)
    assert high.estimate is not None and high.estimate.closed_form == R(3, 5)


@pytest.mark.parametrize(
    "text", ["1,2", "1,2,3,4", "a,b,c", "1,2,-3", "1.5,2,3", "", "1,,3", "١,2,3", "9" * 30 + ",1,1"]
)
def test_counts_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match="whole numbers"):
        counts_of(text, 3)


# Simulation.

PAIRS = {
    "three answers": optimal_pair(R(1, 4), R(1, 2)),
    "another weight": optimal_pair(R(1, 4), R(2, 5)),
    "two answers": best_with_two(R(1, 4), R(1, 2), THETA),
    "an end of the weight": optimal_pair(R(1, 4), R(3, 8)),
}


def agree(pair: Pair, people: int, seed: int) -> None:
    drawn = simulate(pair, THETA, people, seed)
    assert sum(drawn.counts) == people and max(map(abs, drawn.deviations)) < 5
    seen = survey(pair, drawn.counts, LEVEL).estimate
    assert seen is not None
    estimate = float((seen.lower + seen.upper) / 2)
    assert abs(estimate - 0.3) < 5 / np.sqrt(people * float(fisher_information(pair, THETA)))


@pytest.mark.parametrize("name", PAIRS)
def test_a_simulation_agrees_with_the_theory(name: str) -> None:
    agree(PAIRS[name], 100_000, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRS)
def test_a_simulation_of_ten_million_agrees_with_the_theory(name: str) -> None:
    agree(PAIRS[name], 10_000_000, 2)


@pytest.mark.slow
def test_many_small_surveys_have_the_exact_bias_and_error() -> None:
    candour, n, surveys = Candour(R(3, 8), R(1, 16)), 8, 200_000
    exact = moments(candour, THETA, n)
    law = np.array([float(p) for p in candour.at(THETA)])
    counts, times = np.unique(
        np.random.default_rng(3).multinomial(n, law, surveys), axis=0, return_counts=True
    )
    pair = Pair((R(5, 8), R(3, 8), sp.S.Zero), (R(15, 16), sp.S.Zero, R(1, 16)))
    errors = np.array(
        [float(survey(pair, tuple(map(int, c)), LEVEL).estimate.closed_form) - 0.3 for c in counts]
    )
    for power, value in ((1, exact.bias), (2, exact.mean_squared_error)):
        mean = np.average(errors**power, weights=times)
        spread = np.sqrt(np.average((errors**power - mean) ** 2, weights=times) / surveys)
        assert abs(mean - float(value.lower)) < 5 * spread


def test_the_same_seed_draws_the_same_answers_in_blocks_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    first = simulate(PAIRS["three answers"], THETA, 5000, 7)
    assert first == simulate(PAIRS["three answers"], THETA, 5000, 7)
    assert first != simulate(PAIRS["three answers"], THETA, 5000, 8)
    monkeypatch.setattr(simulation, "BLOCK", 700)
    assert sum(simulate(PAIRS["three answers"], THETA, 5000, 7).counts) == 5000


@pytest.mark.parametrize("wrong", ["law", "theta"])
def test_a_planted_mechanism_is_seen_in_a_simulation(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pair, theta = PAIRS["three answers"], THETA
    drawn = simulate(
        optimal_pair(R(24, 100), R(1, 2)) if wrong == "law" else pair,
        R(32, 100) if wrong == "theta" else theta,
        100_000,
        1,
    )
    away = simulation._deviations(pair, theta, np.array(drawn.counts), 100_000)
    assert max(map(abs, away)) > 5


@pytest.mark.parametrize(("people", "seed"), [(0, 0), (-5, 0), (10**10, 0), (10, -1)])
def test_simulations_that_cannot_be_drawn(people: int, seed: int) -> None:
    with pytest.raises(DomainError):
        simulate(PAIRS["three answers"], THETA, people, seed)
