"""What is guaranteed, against all sets of answers, and against all tests on several answers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, combinations, product
from math import prod

import pytest
import sympy as sp

from symbolic_eps.errors import DomainError
from symbolic_eps.randomized_response.optimal import optimal_pair
from symbolic_eps.randomized_response.pair import Pair
from symbolic_eps.randomized_response.privacy import (
    guaranteed_delta,
    guaranteed_with_two,
    privacy_delta,
    revealed,
)
from symbolic_eps.randomized_response.symbols import DELTA, WEIGHT
from symbolic_eps.randomized_response.two_outcomes import telling_0, telling_1

R = sp.Rational
SETTINGS = [("1/4", "1/2"), ("1/4", "2/5"), ("1/4", "3/8"), ("1/4", "5/8"), ("9/10", "1/3"), ("1", "1/5")]


def several(pair: Pair, answers: int) -> Pair:
    """The laws of several answers, drawn apart."""
    laws = ([sp.Integer(1) * prod(row) for row in product(law, repeat=answers)] for law in (pair.p0, pair.p1))
    return Pair(*map(tuple, laws))


def over_all_sets(pair: Pair, factor: sp.Rational) -> sp.Rational:
    """The least d of (log(factor), d)-differential privacy by its definition."""
    places = range(pair.outcomes)
    sets = chain.from_iterable(combinations(places, size) for size in range(pair.outcomes + 1))
    return max(
        sum((p[y] - factor * q[y] for y in chosen), sp.S.Zero)
        for chosen in sets
        for p, q in ((pair.p0, pair.p1), (pair.p1, pair.p0))
    )


@pytest.mark.parametrize("setting", SETTINGS, ids=" ".join)
@pytest.mark.parametrize("factor", ["1", "3/2", "10", "1000000"])
def test_the_guarantee_is_the_same_at_every_epsilon(setting: tuple[str, str], factor: str) -> None:
    delta, weight = map(R, setting)
    for answers in (1, 2):
        pair = several(optimal_pair(delta, weight), answers)
        found = over_all_sets(pair, R(factor))
        assert found == privacy_delta(pair, R(factor))
        assert found == revealed(sp.Integer(answers), delta, weight).delta
    assert guaranteed_delta(delta, weight) == revealed(sp.S.One, delta, weight).delta


@pytest.mark.parametrize("setting", SETTINGS, ids=" ".join)
@pytest.mark.parametrize("factor", ["1", "3/2", "1000000"])
def test_two_answers_guarantee_the_same_at_every_epsilon(setting: tuple[str, str], factor: str) -> None:
    for pair in (telling_0(*map(R, setting)), telling_1(*map(R, setting))):
        assert guaranteed_with_two(pair) == over_all_sets(pair, R(factor)) == privacy_delta(pair, R(factor))


@pytest.mark.parametrize("setting", SETTINGS, ids=" ".join)
@pytest.mark.parametrize("answers", [1, 2, 3])
def test_several_answers_leave_the_least_error_of_all_tests(setting: tuple[str, str], answers: int) -> None:
    delta, weight = map(R, setting)
    joint = several(optimal_pair(delta, weight), answers)
    least = sum(min((1 - weight) * x, weight * y) for x, y in zip(joint.p0, joint.p1, strict=True))
    found = revealed(sp.Integer(answers), delta, weight)
    assert found.error == least
    assert found.norm == 1 - 2 * least
    assert found.betrayed_0 == sum(x for x, y in zip(joint.p0, joint.p1, strict=True) if y == 0)
    assert found.betrayed_1 == sum(y for x, y in zip(joint.p0, joint.p1, strict=True) if x == 0)
    a, larger = (1 - delta) / 2, max(weight, 1 - weight)
    assert found.error == a**answers / larger ** (answers - 1)
    assert found.delta == 1 - (a / larger) ** answers
    if answers == 1:
        assert found.norm == delta


@pytest.mark.parametrize("setting", SETTINGS, ids=" ".join)
@pytest.mark.parametrize("other", [telling_0, telling_1])
def test_no_other_pair_reveals_more_with_several_answers(
    setting: tuple[str, str], other: Callable[[sp.Expr, sp.Expr], Pair]
) -> None:
    delta, weight = map(R, setting)
    for answers in (1, 2, 3):
        joint = several(other(delta, weight), answers)
        least = sum(min((1 - weight) * x, weight * y) for x, y in zip(joint.p0, joint.p1, strict=True))
        most = revealed(sp.Integer(answers), delta, weight)
        assert least >= most.error
        for factor in (R(1), R(3, 2), R(10)):
            assert privacy_delta(joint, factor) <= most.delta


def test_symbols_give_the_closed_form() -> None:
    n = sp.Symbol("n", integer=True, positive=True)
    form = revealed(n)
    at = {n: 3, DELTA: R(1, 4), WEIGHT: R(2, 5)}
    assert form.error.subs(at) == revealed(sp.Integer(3), R(1, 4), R(2, 5)).error


@pytest.mark.parametrize("answers", ["0", "-1", "3/2"])
def test_no_number_of_answers_is_refused(answers: str) -> None:
    with pytest.raises(DomainError, match=f"n = {answers} is no number of answers"):
        revealed(R(answers), R(1, 4), R(1, 2))


def test_a_negative_epsilon_is_refused() -> None:
    with pytest.raises(DomainError, match="e\\^eps = 1/2 is below 1"):
        privacy_delta(optimal_pair(R(1, 4), R(1, 2)), R(1, 2))
