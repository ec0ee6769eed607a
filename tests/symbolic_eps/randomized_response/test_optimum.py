"""The optima against random feasible pairs, a grid of all pairs with two answers, and exact channels."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
import sympy as sp

from symbolic_eps.errors import DomainError
from symbolic_eps.randomized_response import divergences, fisher
from symbolic_eps.randomized_response.feasible import is_feasible, norm
from symbolic_eps.randomized_response.optimal import optimal_pair
from symbolic_eps.randomized_response.pair import Pair
from symbolic_eps.randomized_response.symbols import DELTA, THETA, WEIGHT
from symbolic_eps.randomized_response.two_outcomes import telling_0, telling_1

Array = np.ndarray
R = sp.Rational
SETTINGS = [  # delta, weight, theta, against: the middle and the edges
    ("1/4", "1/2", "3/10", "7/10"),
    ("1/4", "2/5", "1/10", "1/2"),
    ("1/4", "3/8", "1/2", "1/4"),
    ("1/4", "5/8", "2/3", "1/4"),
    ("99/100", "1/3", "1/100", "99/100"),
    ("1/100", "1/2", "999/1000", "1/1000"),
    ("1", "1/5", "1/3", "1/2"),
]


def random_feasible(delta: float, weight: float, answers: int, count: int, seed: int) -> Iterator[Array]:
    """Random pairs, mixed with a pair of equal laws until the bound holds: half of them on its border."""
    generator = np.random.default_rng(seed)
    for _ in range(count):
        sharpness = generator.choice([0.1, 0.3, 1.0])
        laws, same = generator.dirichlet([sharpness] * answers, 2), generator.dirichlet([1.0] * answers)
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            mixed = middle * laws + (1 - middle) * same
            size = np.abs((1 - weight) * mixed[0] - weight * mixed[1]).sum()
            low, high = (middle, high) if size <= delta else (low, middle)
        share = low if generator.random() < 0.5 else low * generator.random()
        yield share * laws + (1 - share) * same


def information(laws: Array, theta: float) -> float:
    mean = (1 - theta) * laws[0] + theta * laws[1]
    used = mean > 0
    return float((((laws[1] - laws[0]) ** 2)[used] / mean[used]).sum())


def objectives(theta: float, against: float) -> dict[str, Callable[[Array], float]]:
    """Divergences of two laws of answers by their definitions."""

    def of(term: Callable[[Array, Array], Array]) -> Callable[[Array], float]:
        def total(laws: Array) -> float:
            p, q = ((1 - s) * laws[0] + s * laws[1] for s in (theta, against))
            used = q > 0
            return float(term(p[used], q[used]).sum())

        return total

    return {
        "relative_entropy": of(lambda p, q: p * np.log(p / q)),
        "reverse_relative_entropy": of(lambda p, q: q * np.log(q / p)),
        "total_variation": of(lambda p, q: abs(p - q) / 2),
        "chi_squared": of(lambda p, q: (p - q) ** 2 / q),
        "squared_hellinger": of(lambda p, q: (np.sqrt(p) - np.sqrt(q)) ** 2 / 2),
        "triangular": of(lambda p, q: (p - q) ** 2 / (p + q)),
    }


@pytest.mark.parametrize("setting", SETTINGS, ids=" ".join)
@pytest.mark.parametrize("answers", [2, 3, 5])
def test_no_random_feasible_pair_is_above_the_maxima(setting: tuple[str, ...], answers: int) -> None:
    delta, weight, theta, against = map(R, setting)
    best = float(fisher.largest_information(delta, weight, theta))
    two = float(fisher.largest_with_two(delta, weight, theta))
    assert two <= best
    largest = {
        name: float(divergences.largest_f_divergence(divergences.CONVEX[name], delta, weight, theta, against))
        for name in objectives(0.5, 0.25)
    }
    orders = [R(1, 3), R(5, 2)]
    renyi = [float(divergences.largest_renyi_divergence(k, delta, weight, theta, against)) for k in orders]
    measured = objectives(float(theta), float(against))
    for laws in random_feasible(float(delta), float(weight), answers, 300, seed=15):
        assert information(laws, float(theta)) <= (two if answers == 2 else best) * (1 + 1e-9)
        for name, divergence in measured.items():
            assert divergence(laws) <= largest[name] * (1 + 1e-9) + 1e-15, name
        p, q = ((1 - float(s)) * laws[0] + float(s) * laws[1] for s in (theta, against))
        used = (p > 0) & (q > 0)
        for order, bound in zip(orders, renyi, strict=True):
            k = float(order)
            found = np.log((p[used] ** k * q[used] ** (1 - k)).sum()) / (k - 1)
            assert found <= bound * (1 + 1e-9) + 1e-13


@pytest.mark.parametrize("setting", SETTINGS, ids=" ".join)
def test_a_grid_of_all_pairs_with_two_answers_comes_close_to_their_maximum(setting: tuple[str, ...]) -> None:
    delta, weight, theta = (float(R(number)) for number in setting[:3])
    x, y = np.meshgrid(np.linspace(0, 1, 1601), np.linspace(0, 1, 1601))
    size = abs((1 - weight) * x - weight * y) + abs((1 - weight) * (1 - x) - weight * (1 - y))
    mean = (1 - theta) * x + theta * y
    allowed = (size <= delta + 1e-12) & (mean > 0) & (mean < 1)
    values = (y - x)[allowed] ** 2 / (mean * (1 - mean))[allowed]
    largest = float(fisher.largest_with_two(*map(R, setting[:3])))
    assert values.max() <= largest * (1 + 1e-9)
    assert values.max() >= largest * 0.97


@pytest.mark.parametrize("setting", SETTINGS, ids=" ".join)
def test_optimal_pairs_are_feasible_with_the_bound_attained(setting: tuple[str, ...]) -> None:
    delta, weight, theta = map(R, setting[:3])
    for pair in (optimal_pair(delta, weight), telling_0(delta, weight), telling_1(delta, weight)):
        assert is_feasible(pair, delta, weight)
    assert norm(optimal_pair(delta, weight), weight) == delta
    assert norm(fisher.best_with_two(delta, weight, theta), weight) == delta


@pytest.mark.parametrize("setting", SETTINGS, ids=" ".join)
def test_is_optimal_tells_the_pairs_with_the_largest_information(setting: tuple[str, ...]) -> None:
    delta, weight, theta = map(R, setting[:3])
    best = fisher.largest_information(delta, weight, theta)
    (s0, t0, _), (s1, _, t1) = (optimal_pair(delta, weight).p0, optimal_pair(delta, weight).p1)
    zero, third = sp.S.Zero, R(1, 3)
    split = Pair((s0 * third, s0 * 2 * third, t0, zero), (s1 * third, s1 * 2 * third, zero, t1))
    shaken = Pair((s0 * third, s0 * 2 * third, t0, zero), (s1 * 2 * third, s1 * third, zero, t1))
    for pair in (split, shaken, fisher.best_with_two(delta, weight, theta)):
        attains = is_feasible(pair, delta, weight) and fisher.fisher_information(pair, theta) == best
        assert fisher.is_optimal(pair, delta, weight) is attains
    assert fisher.is_optimal(split, delta, weight)


def test_every_feasible_pair_is_the_optimal_one_passed_through_a_channel() -> None:
    generator = np.random.default_rng(3)
    delta, weight = R(1, 4), R(2, 5)
    a, best = (1 - delta) / 2, optimal_pair(delta, weight)
    for _ in range(20):
        cuts = generator.integers(1, 40, (2, 4))
        p0, p1 = ([R(int(n), int(row.sum())) for n in row] for row in cuts)
        common = [min((1 - weight) * x, weight * y) for x, y in zip(p0, p1, strict=True)]
        m = sum(common)
        if m < a:
            continue
        rows = [
            [c / m for c in common],
            [(x - a / m * c / (1 - weight)) / best.p0[1] for x, c in zip(p0, common, strict=True)],
            [(y - a / m * c / weight) / best.p1[2] for y, c in zip(p1, common, strict=True)],
        ]
        assert all(entry >= 0 for row in rows for entry in row)
        assert all(sum(row) == 1 for row in rows)
        for law, wanted in ((best.p0, p0), (best.p1, p1)):
            assert [sum(s * row[y] for s, row in zip(law, rows, strict=True)) for y in range(4)] == wanted


def test_closed_forms_in_symbols_are_those_of_numbers() -> None:
    for setting in SETTINGS:
        delta, weight, theta = map(R, setting[:3])
        at = {DELTA: delta, WEIGHT: weight, THETA: theta}
        for form in (fisher.largest_information, fisher.largest_with_two, fisher.advantage):
            assert form().subs(at, simultaneous=True) == form(delta, weight, theta)
        assert fisher.threshold().subs(at) == fisher.threshold(delta, weight)


def test_nothing_is_learnt_where_delta_is_zero() -> None:
    none, half, theta = sp.S.Zero, R(1, 2), R(1, 3)
    assert fisher.largest_information(none, half, theta) == 0
    assert fisher.largest_with_two(none, half, theta) == 0
    assert fisher.threshold(none, half) is None
    assert optimal_pair(none, half) == Pair((sp.S.One, none, none), (sp.S.One, none, none))


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        (("5/4", "1/2", "1/2"), "delta = 5/4 is outside"),
        (("-1/4", "1/2", "1/2"), "delta = -1/4 is outside"),
        (("1/4", "0", "1/2"), "weight = 0 is outside"),
        (("1/4", "1/4", "1/2"), "no mechanism satisfies delta = 1/4"),
        (("0", "2/5", "1/2"), "no mechanism satisfies delta = 0"),
        (("1/4", "1/2", "0"), "theta = 0 is outside"),
        (("1/4", "1/2", "1"), "theta = 1 is outside"),
    ],
)
def test_bad_numbers_are_one_line(numbers: tuple[str, ...], message: str) -> None:
    with pytest.raises(DomainError, match=message) as error:
        fisher.largest_information(*map(R, numbers))
    assert "\n" not in str(error.value)


def test_two_equal_shares_are_refused() -> None:
    with pytest.raises(DomainError, match="theta and against are both 1/3"):
        divergences.largest_renyi_divergence(sp.Integer(2), R(1, 4), R(1, 2), R(1, 3), R(1, 3))
