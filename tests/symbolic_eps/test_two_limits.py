"""r* = k + b (1 - q)/p: by hand, eps is the lesser one of log k and log(k + b)/2, both as limits."""

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
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.stationary.two_limits import (
    TWO_LIMITS,
    Limits,
    limits_of,
)
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from tests.symbolic_eps.problems import problem_of
from verify.recheck import check

BOUND, KNOWN = "c + b*(1-q)/p + a", ("a>0", "b>0", "c>=1")


@cache
def derived() -> Derivation:
    return derive(BOUND, list(KNOWN))


def test_all_cases_have_certificates() -> None:
    found = derived()
    assert found.complete and str(found.grade) == "exact"
    assert all(map(TWO_LIMITS.gives, found.derived.branches)) and len(found.derived.branches) == 2
    for certificate in found.certificates.values():
        check(certificate, {})


@pytest.mark.parametrize("seed", range(10))
def test_a_grid_that_tends_to_the_corners_agrees(seed: int) -> None:
    """Shares no code: the largest root of F on a grid with priors near 0 and near 1."""
    random = Random(f"two limits {seed}")
    a, b, c = (sp.Rational(random.randint(1, 400), 100) for _ in range(3))
    c += 1
    k = float(a + c)
    told = float(epsilon_at_precision(derived().derived, {"a": a, "b": b, "c": c}, 25))
    near = np.geomspace(1e-9, 1, 400)
    p = np.concatenate([near, 1 - near[:-1]])[:, None]
    q = np.concatenate([near, 1 - near[:-1]])[None, :]
    two, one, none = p * (1 - q), 1 - p, p * q - 1 / (k + float(b) * (1 - q) / p)
    below = one + np.sqrt(np.maximum(one**2 - 4 * two * none, 0))
    level = np.where(none >= 0, 0.0, -2 * none / np.where(below > 0, below, 1)).max()
    assert told == pytest.approx(-math.log(level), rel=1e-6) and told <= -math.log(level) + 1e-12


def test_the_condition_is_the_resultant_of_both_levels() -> None:
    """Near p = 0, q = 1, and at p = 1 for small q, where n F is 0 but for a factor p."""
    (p, q), (k, b) = PRIORS, map(parameter, "kb")
    whole = (k * p + b * (1 - q)) * (p * q + p * (1 - q) * x**2 + (1 - p) * x) - p
    near_0 = sp.cancel(whole.subs(q, 1) / p).subs(p, 0)
    near_1 = sp.expand(whole.subs({p: 1, q: 0}))
    (_, (low,)), (_, (high,)) = Limits(k, b).parts()
    assert sp.expand(sp.resultant(near_0, near_1, x) - low.polynomial) == 0
    assert high == low.negation
    levels = [
        branch.polynomial for branch in (Limits(k, b).branch(words, ()) for words, _ in Limits(k, b).parts())
    ]
    assert [sp.expand(level) for level in levels] == [sp.expand(near_0), near_1]


@pytest.mark.parametrize("bound", ["2 + b*(1-q)/p + a*q", "2 + b*(1-p)/q + a", "2 + b*(1-q)/p**2 + a"])
def test_another_form_is_left_alone(bound: str) -> None:
    assert limits_of(problem_of(bound, "a>0", "b>0")) is None


@pytest.mark.parametrize("known", [("a>0", "b>-1", "c>1"), ("a>0", "b>0", "c>0")])
def test_terms_without_their_signs_are_left_alone(known: tuple[str, ...]) -> None:
    problem = problem_of(BOUND, *known)
    assert TWO_LIMITS.cases(problem, problem.region, exact_judge()) == ()


def test_what_holds_for_other_parameters_is_not_proved() -> None:
    """With b > -1 alone a premise fails in the second case; in the first one b >= k^2 - k > 0."""
    known, judge = problem_of(BOUND, *KNOWN), exact_judge()
    _, second = TWO_LIMITS.cases(known, known.region, judge)
    with pytest.raises(UndecidedError, match="a premise fails"):
        TWO_LIMITS.prove(problem_of(BOUND, "a>0", "b>-1", "c>1"), second, judge)


def test_a_wrong_branch_is_not_proved() -> None:
    problem, judge = problem_of(BOUND, *KNOWN), exact_judge()
    first, second = derived().derived.branches
    for one, other in ((first, second), (second, first)):
        TWO_LIMITS.prove(problem, one, judge)
        for wrong in (
            replace(one, conditions=other.conditions),
            replace(one, conditions=()),
            replace(one, polynomial=other.polynomial),
            replace(one, steps=other.steps),
            replace(one, attained=other.attained),
        ):
            with pytest.raises(UndecidedError):
                TWO_LIMITS.prove(problem, wrong, judge)
