"""r* = 1 + a/(p q) + b/q: eps at p = 1, at q = 1, or oo.

By hand, at q = 1 with s = 1/r*: s = x + p (1-x), a s^2 = p^2 (1-x), 1 + b + a/p = 1/s. For x = 1/2, p = 1/4:
s = 5/8, a = 2/25, b = 7/25. At p = 1, x = (1-a-b)/(1+a+b).
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest
import sympy as sp

from symbolic_eps import derive
from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.closed_forms.evaluate import branch_at, epsilon_at_precision
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.stationary.two_sides import (
    TWO_SIDES,
    Sides,
    sides_of,
)
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import parameter
from tests.symbolic_eps.problems import problem_of
from verify.recheck import check

p, q = PRIORS
a = parameter("a")
BOUND = "1 + a/(p*q) + b/q"


@cache
def derived() -> Derivation:
    return derive(BOUND, ["a>0", "b>0"])


def test_all_cases_have_certificates() -> None:
    found = derived()
    assert found.complete and str(found.grade) == "exact"
    assert [TWO_SIDES.gives(branch) for branch in found.derived.branches] == [False, True, True]
    for certificate in found.certificates.values():
        check(certificate, {})


@pytest.mark.parametrize(
    ("of_a", "of_b", "level", "place"),
    [("2/25", "7/25", "1/2", (sp.Rational(1, 4), 1)), ("1/4", "1/20", "7/13", (1, sp.Rational(7, 20)))],
)
def test_values_by_hand(of_a: str, of_b: str, level: str, place: tuple[sp.Expr, sp.Expr]) -> None:
    values = {"a": sp.Rational(of_a), "b": sp.Rational(of_b)}
    told = epsilon_at_precision(derived().derived, values, 25)
    assert abs(float(told) + math.log(sp.Rational(level))) < 1e-14
    (attained,) = branch_at(derived().derived, values).attained
    at = {parameter("a"): values["a"], parameter("b"): values["b"], parameter("x"): sp.Rational(level)}
    assert tuple(attained.place[v].subs(at) for v in (p, q)) == place


def searched(of_a: float, of_b: float) -> float:
    """The least eps on a grid of priors that is made finer around its least value; shares no code."""

    def level(p: np.ndarray, q: np.ndarray) -> np.ndarray:
        two, one, none = p * (1 - q), 1 - p, p * q - 1 / (1 + of_a / (p * q) + of_b / q)
        below = one + np.sqrt(np.maximum(one**2 - 4 * two * none, 0))
        return np.where(none >= 0, 0.0, -2 * none / np.where(below > 0, below, 1))

    ps = qs = np.geomspace(1e-5, 1, 500)
    width = 0.03
    for _ in range(50):
        levels = level(ps[:, None], qs[None, :])
        i, j = np.unravel_index(levels.argmax(), levels.shape)
        ps, qs = (np.minimum(1, v * np.exp(np.linspace(-width, width, 9))) for v in (ps[i], qs[j]))
        width *= 0.7
    return math.inf if levels.max() == 0 else -math.log(levels.max())


@pytest.mark.parametrize("seed", range(20))
def test_a_search_agrees_at_random_parameters(seed: int) -> None:
    random = Random(f"two sides {seed}")
    of_a, of_b = sp.Rational(random.randint(1, 110), 100), sp.Rational(int(10 ** random.uniform(0, 4)), 4000)
    told = epsilon_at_precision(derived().derived, {"a": of_a, "b": of_b}, 25)
    if told == sp.oo:
        assert of_a >= 1 and searched(float(of_a), float(of_b)) > 8
    elif told < 8:
        assert float(told) == pytest.approx(searched(float(of_a), float(of_b)), rel=1e-9)


@pytest.mark.parametrize(
    "bound", ["2 + a/(p*q) + b/q", "1 + a/(p*q) + b/p", "1 + a/(p*q)", "1 + a/(p*q) + b/q + 1/p"]
)
def test_another_form_is_left_alone(bound: str) -> None:
    assert sides_of(problem_of(bound, "a>0", *(["b>0"] if "b" in bound else []))) is None


def test_a_term_without_a_sign_is_left_alone() -> None:
    problem = problem_of(BOUND, "a>1/2", "b>-1/4")
    assert TWO_SIDES.cases(problem, problem.region, exact_judge()) == ()


def test_a_wrong_branch_is_not_proved() -> None:
    problem, judge = problem_of(BOUND, "a>0", "b>0"), exact_judge()
    _, second, first = derived().derived.branches
    for one, other in ((second, first), (first, second)):
        TWO_SIDES.prove(problem, one, judge)
        for wrong in (
            replace(one, conditions=other.conditions),
            replace(one, conditions=one.conditions[:1]),
            replace(one, polynomial=other.polynomial),
            replace(one, steps=other.steps),
            replace(one, attained=other.attained),
        ):
            with pytest.raises(UndecidedError):
                TWO_SIDES.prove(problem, wrong, judge)

    with pytest.raises(UndecidedError):
        TWO_SIDES.prove(
            problem, replace(second, conditions=second.conditions[1:]), judge
        )  # K > 0 needs a < 1


def test_what_holds_for_other_parameters_is_not_proved() -> None:
    """With b > -1 alone a premise of the theorem fails, whatever a branch says."""
    known, judge = problem_of(BOUND, "a>0", "b>0"), exact_judge()
    for branch in TWO_SIDES.cases(known, known.region, judge)[1:]:
        with pytest.raises(UndecidedError, match="a premise fails"):
            TWO_SIDES.prove(problem_of(BOUND, "a>0", "b>-1"), branch, judge)


def test_another_comparison_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: K with another term, which is not negative for all a < 1 <= a + b."""
    problem, judge = problem_of(BOUND, "a>0", "b>0"), exact_judge()
    assert TWO_SIDES.cases(problem, problem.region, judge)
    right = Sides.comparison.fget
    monkeypatch.setattr(
        Sides, "comparison", property(lambda sides: sp.expand(right(sides) + sides.a * sides.b))
    )
    assert TWO_SIDES.cases(problem, problem.region, judge) == ()


def test_the_comparison_is_that_of_the_two_levels() -> None:
    """D at X1 is -K/(1 + g), with D by elimination: the discriminant in p of n F at q = 1."""
    sides = Sides(a, parameter("b"))
    x, b = parameter("x"), parameter("b")
    along = ((1 + b) * p + a) * (p + (1 - p) * x) - p
    level = (1 - a - b) / (1 + a + b)
    assert sp.simplify(sp.discriminant(along, p).subs(x, level) + sides.comparison / (1 + a + b)) == 0
