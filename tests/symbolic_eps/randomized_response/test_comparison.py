"""Older designs: each keeps the bound and is the best of its kind; their order is proved; planted errors."""

from __future__ import annotations

import random

import pytest
import sympy as sp

from symbolic_eps.randomized_response import comparison
from symbolic_eps.randomized_response.comparison import ETA, HALF
from symbolic_eps.randomized_response.feasible import is_feasible, norm
from symbolic_eps.randomized_response.fisher import best_with_two, fisher_information
from symbolic_eps.randomized_response.pair import Pair
from symbolic_eps.randomized_response.symbols import DELTA, THETA, WEIGHT
from symbolic_eps.randomized_response.theorems import RANDOMIZED_RESPONSE
from verify.language.implication import Implication
from verify.prover.prover import Prover

R = sp.Rational


def drawn(size: int) -> list[tuple[sp.Rational, sp.Rational, sp.Rational, sp.Rational]]:
    """Delta, weight, theta, eta; the weight at an end now and then."""
    chosen = random.Random(15)
    found = []
    for _ in range(size):
        delta = R(chosen.randint(1, 39), 40)
        weight = HALF + chosen.choice([-1, 1, R(chosen.randint(-99, 99), 100)]) * delta / 2
        found.append((delta, weight, R(chosen.randint(1, 39), 40), R(chosen.randint(1, 39), 40)))
    return found


def mixed(direct: sp.Expr, eta: sp.Expr) -> Pair:
    """The question itself with `direct`, else an unrelated one: written down anew."""
    no, yes = (1 - direct) * (1 - eta), (1 - direct) * eta
    return Pair((direct + no, yes), (no, direct + yes))


def test_designs_keep_the_bound_and_nothing_is_left_of_it() -> None:
    for delta, weight, theta, eta in drawn(100):
        for design in comparison.designs(delta, weight, theta):
            assert is_feasible(design.pair, delta, weight) and norm(design.pair, weight) == delta, design
        direct = comparison.direct_share(delta, weight, eta)
        assert comparison.unrelated_question(delta, weight, eta) == mixed(direct, eta)
        assert norm(mixed(direct, eta), weight) == delta
        more = direct + R(1, 1000)
        assert more > 1 or norm(mixed(more, eta), weight) > delta
        assert norm(comparison.warner(delta + R(1, 1000)), weight) > delta


def test_designs_are_in_order_and_the_best_of_two_is_forced_response() -> None:
    for delta, weight, theta, _ in drawn(100):
        found = comparison.designs(delta, weight, theta)
        information = [design.information(theta) for design in found]
        assert information == sorted(information, reverse=True)
        assert information[1] == fisher_information(best_with_two(delta, weight, theta), theta)
        assert found[3].pair == found[4].pair


def test_differences_are_those_of_the_numbers() -> None:
    table = comparison.differences()
    for delta, weight, theta, eta in drawn(8):
        given = {DELTA: delta, WEIGHT: weight, THETA: theta, ETA: eta}
        by_name = {d.name.partition(",")[0]: d for d in comparison.designs(delta, weight, theta)}
        asked = comparison.unrelated_question(delta, weight, eta)
        for difference in table:
            if all(condition.subs(given) == sp.true for condition in difference.conditions):
                pairs = [
                    asked if name == "unrelated question" else by_name[name].pair
                    for name in (difference.better, difference.worse)
                ]
                better, worse = (fisher_information(pair, theta) for pair in pairs)
                assert sp.cancel(difference.value.subs(given) - (better - worse)) == 0
                assert sp.cancel(difference.at(given).value - (better - worse)) == 0


def test_all_pairs_of_designs_are_compared() -> None:
    found = comparison.differences()
    assert {difference.claim for difference in found} <= set(RANDOMIZED_RESPONSE.theorems.values())
    assert {(one.better, one.worse) for one in found} == {
        ("three answers", "two answers"),
        ("three answers", "unrelated question"),
        ("three answers", "Warner"),
        ("two answers", "unrelated question"),
        ("two answers", "Warner"),
    }


@pytest.mark.family(18)
@pytest.mark.parametrize("index", range(8))
def test_planted_differences_are_refuted(index: int) -> None:
    """Turned round, or with more taken away than there is, none is proved."""
    difference = comparison.differences()[index]
    for value in (-difference.value, difference.value - 1):
        wrong = Implication.of(difference.claim.domain, value >= 0)
        assert Prover().decide(wrong).refuted
