"""r* = max(1 + a/p, 1 + b/q): on the ridge a q = b p, at one of its ends or inside.

By hand, for a = 1, b = 1/3: b (a + 2) = a, and at p = 1, q = 1/3 r* = 2 and F = 2/3 x^2 + 1/3 - 1/2, so that
x = 1/2: eps = log(4)/2. For a = 1/8, b = 1: b > 1/4 and 3/64 + 1/16 - 1/4 - 5/8 + 1 > 0, and at
p = 1/8, q = 1 r* = 2 and F = 7/8 x + 1/8 - 1/2: eps = log(7/3).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest
import sympy as sp

from symbolic_eps import derive
from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.closed_forms.evaluate import exact_epsilon, holds_at
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.minimum.stationary.ridge_of_two_terms import (
    AT_FIRST,
    AT_SECOND,
    ON_RIDGE,
    RIDGE_OF_TWO_TERMS,
    TwoTerms,
    on_ridge,
    terms_of,
    whatever,
)
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from tests.symbolic_eps import problems
from verify.language.condition import positive
from verify.recheck import check
from verify.solvers.smt import Solver

BOUND, POSITIVE = "max(1 + a/p, 1 + b/q)", ("a>0", "b>0")
a, b = parameter("a"), parameter("b")


def problem_of(bound: str = BOUND, *assumptions: str, box: tuple[str, ...] = ()) -> Problem:
    return problems.problem_of(bound, *(assumptions or POSITIVE), box=box)


@cache
def cases() -> tuple[Branch, ...]:
    problem = problem_of()
    return RIDGE_OF_TWO_TERMS.cases(problem, problem.region, exact_judge())


@cache
def derived() -> Derivation:
    return derive(BOUND, list(POSITIVE))


def test_all_cases_have_certificates() -> None:
    found = derived()
    assert found.complete and str(found.grade) == "exact"
    assert all(map(RIDGE_OF_TWO_TERMS.gives, found.derived.branches))
    for certificate in found.certificates.values():
        check(certificate, {})


@pytest.mark.slow
def test_values_by_hand() -> None:
    for values, expected in (((1, "1/3"), sp.log(4) / 2), (("1/8", 1), sp.log(sp.Rational(7, 3)))):
        at = dict(zip("ab", map(sp.Rational, values), strict=True))
        assert exact_epsilon(derived().derived, at) == expected


def searched(of_a: float, of_b: float) -> float:
    """e^-eps: the greatest root on a grid of priors, made finer where it is greatest; shares no code."""

    def level(p: np.ndarray, q: np.ndarray) -> np.ndarray:
        two, one = p * (1 - q), 1 - p
        none = p * q - np.minimum(p / (p + of_a), q / (q + of_b))
        below = one + np.sqrt(np.maximum(one**2 - 4 * two * none, 0))
        return np.where(none >= 0, 0.0, -2 * none / np.where(below > 0, below, 1))

    def finest(ps: np.ndarray, width: float) -> float:
        """Along the ridge and at each side of it."""
        best = 0.0
        for _ in range(60):
            qs = np.minimum(1, ps * of_b / of_a)
            on_ridge = level(np.minimum(1, qs * of_a / of_b), qs)
            best, middle = max(best, on_ridge.max()), ps[on_ridge.argmax()]
            ps, width = np.minimum(1, middle * np.exp(np.linspace(-width, width, 9))), width * 0.75
        return best

    sides = np.geomspace(1e-5, 1, 400)
    everywhere = level(sides[:, None], sides[None, :]).max()
    on_ridge = finest(np.geomspace(1e-6, 1, 2000), 0.02)
    assert everywhere <= on_ridge + 1e-12
    return on_ridge


@pytest.mark.family(2)
@pytest.mark.parametrize("seed", range(3))
def test_a_search_agrees_at_random_parameters(seed: int) -> None:
    random, kinds = Random(f"ridge of two terms {seed}"), set[str]()
    for _ in range(20):
        values = {v: sp.Rational(int(10 ** random.uniform(0, 4)), 300) for v in (a, b)}
        (case,) = [one for one in cases() if all(holds_at(c, values) for c in one.conditions)]
        assert case.polynomial is not None
        polynomial = sp.Poly(case.polynomial.subs(values), x)
        roots = [float(r) for r in polynomial.nroots(n=40) if abs(sp.im(r)) < 1e-25 and 0 < sp.re(r) < 1]
        assert min(roots) == pytest.approx(searched(*map(float, values.values())), rel=1e-7)
        kinds.add(case.steps[0].words)
    assert kinds == {AT_FIRST, AT_SECOND, ON_RIDGE}


def test_the_least_root_is_meant_where_there_are_three() -> None:
    values = {a: sp.Rational(19), b: sp.Rational(11, 10)}
    real = [r for r in sp.Poly(on_ridge(a, b)[0].subs(values), x).nroots(n=30) if abs(sp.im(r)) < 1e-20]
    inside = sorted(float(sp.re(r)) for r in real if 0 < sp.re(r) < 1)
    assert len(inside) == 3
    assert inside[0] == pytest.approx(searched(19.0, 1.1), rel=1e-8)


@pytest.mark.parametrize(
    ("bound", "assumptions", "box"),
    [
        ("max(2 + a/p, 2 + b/q)", POSITIVE, ()),
        ("max(a/p, b/q)", ("a>1", "b>1"), ()),
        ("max(1 + a/p, 1 + b/q, 1 + a)", POSITIVE, ()),
        ("piecewise((1 + a/p, p <= q), 1 + b/q)", POSITIVE, ()),
        ("piecewise((1 + a/p, a*q <= b*p), 1 + b/q)", POSITIVE, ()),
        ("max(1 + a/p, 1 + b/q**2)", POSITIVE, ()),
        (BOUND, POSITIVE, ("p<=5/8",)),
    ],
)
def test_another_form_is_left_alone(bound: str, assumptions: tuple[str, ...], box: tuple[str, ...]) -> None:
    """Among them the minimum of both bounds, which has the same two pieces the other way round."""
    assert terms_of(problem_of(bound, *assumptions, box=box)) is None


@pytest.mark.parametrize("assumptions", [("a>0", "b>-1"), ("a>-1", "b>0")])
def test_each_sign_is_asked_for(assumptions: tuple[str, ...]) -> None:
    problem = problem_of()
    told = RiskProfile(BOUND, [*assumptions]).parameter_region
    assert RIDGE_OF_TWO_TERMS.cases(replace(problem, region=told), told, exact_judge()) == ()


def test_the_premises_need_their_conditions() -> None:
    """Without a > b + a b, or without a >= b (a + 2), what they exclude has a point."""
    for k, (region, _) in enumerate(whatever()):
        assert not exact_judge().satisfiable(region, "the premise")
        dropped = region[:2] + region[3:]
        assert Solver().satisfiable(dropped, f"premise {k} without its condition")


PLANTED: dict[str, Callable[[Branch, Branch], Branch]] = {
    "the conditions of another case": lambda one, other: replace(one, conditions=other.conditions),
    "no conditions": lambda one, _: replace(one, conditions=()),
    "another condition": lambda one, _: replace(one, conditions=(positive(1 - a),)),
    "the words of another case": lambda one, other: replace(one, steps=other.steps),
    "the place of another case": lambda one, other: replace(one, attained=other.attained),
    "another polynomial": lambda one, _: replace(one, polynomial=sp.expand(one.polynomial + x)),
    "another root": lambda one, _: replace(one, number=one.number + 1),
}


@pytest.mark.parametrize("said", PLANTED)
def test_a_wrong_branch_is_not_proved(said: str) -> None:
    problem, judge, found = problem_of(), exact_judge(), cases()
    assert len(found) == 4
    for one, other in ((found[0], found[1]), (found[1], found[2]), (found[2], found[0])):
        RIDGE_OF_TWO_TERMS.prove(problem, one, judge)
        with pytest.raises(UndecidedError):
            RIDGE_OF_TWO_TERMS.prove(problem, PLANTED[said](one, other), judge)


@pytest.mark.parametrize("case", range(3))
def test_the_place_is_on_the_ridge_and_f_is_zero_there(case: int) -> None:
    """Of each case, at numbers for which it holds: by the profile itself."""
    values = [{a: 1, b: sp.Rational(1, 3)}, {a: sp.Rational(1, 8), b: 1}, {a: 2, b: 3}][case]
    branch = cases()[case]
    assert all(holds_at(c, values) for c in branch.conditions) and branch.polynomial is not None
    roots = sp.Poly(branch.polynomial.subs(values), x).nroots(n=40)
    decay = min(sp.re(r) for r in roots if abs(sp.im(r)) < 1e-25 and 0 < sp.re(r) < 1)
    p, q = (float(branch.attained[0].place[v].subs({**values, x: decay})) for v in PRIORS)
    first, second = 1 + float(values[a]) / p, 1 + float(values[b]) / q
    assert math.isclose(first, second, rel_tol=1e-9) and 0 < p <= 1 + 1e-12 and 0 < q <= 1 + 1e-12
    level = p * (1 - q) * decay**2 + (1 - p) * decay + p * q - 1 / first
    assert abs(level) < 1e-12


def test_terms_in_either_order() -> None:
    assert terms_of(problem_of("max(1 + b/q, 1 + 2*a/p)")) == TwoTerms(2 * a, b)


def test_the_conditions_of_the_ends_are_those_of_the_slope_there() -> None:
    """N and a >= b (a + 2), by elimination: the sign of H' at the end of the ridge, where H = 0."""
    first, _, falls = (c.polynomial for c in TwoTerms(a, b).ends)
    t = sp.Symbol("t")
    ridge = (1 + t) * (x - a * x * (1 - x) * t + a * b * (1 - x**2) * t**2) - t
    level = (b - a - a * b) / ((1 + b) * (b - a))
    slope = sp.diff(ridge, t).subs(t, 1 / b).subs(x, level)
    assert sp.cancel(slope * (a - b) ** 2 * (1 + b) / b + falls) == 0
    square = sp.Poly(sp.expand(a * sp.diff(ridge, t).subs(t, 1 / a)), x)
    y = (a - b - a * b) / ((1 + a) * (a - b))
    even, odd = square.coeff_monomial(x**2) * y + square.coeff_monomial(1), square.coeff_monomial(x)
    steep, last = (sp.expand(-region[-1].polynomial) for region, _ in whatever()[:2])
    assert sp.cancel((1 + a) * (a - b) * even - a * steep) == 0
    assert sp.cancel(odd**2 * y - even**2 - a**3 * first * last / ((1 + a) * (a - b)) ** 2) == 0
