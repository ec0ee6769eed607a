"""r* = max(a/p, 1 + b p/q): on the ridge q (a - p) = b p^2, at one of its ends or inside.

By hand, for a = 4, b = 1/4: N = 4 + 3/4 + 1 + 4 - 16 - 1/16 < 0, and at p = 1, q = 1/12 r* = 4 and
F = 11/12 x^2 + 1/12 - 1/4: x^2 = 2/11. For a = 1/4, b = 3: V = -5/4, W = -117/256, and at p = 1/6, q = 1
r* = 3/2 and F = 5/6 x + 1/6 - 2/3: x = 3/5.
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
from symbolic_eps.minimum.stationary.ridge_of_quotient import (
    AT_FIRST,
    AT_SECOND,
    ON_RIDGE,
    RIDGE_OF_QUOTIENT,
    Quotient,
    polynomials,
    quotient_of,
    whatever,
)
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from tests.symbolic_eps import problems
from verify.language.condition import positive
from verify.recheck import check
from verify.solvers.smt import Solver

BOUND, POSITIVE = "max(a/p, 1 + b*p/q)", ("a>0", "b>0")
a, b = parameter("a"), parameter("b")


def problem_of(bound: str = BOUND, *assumptions: str, box: tuple[str, ...] = ()) -> Problem:
    return problems.problem_of(bound, *(assumptions or POSITIVE), box=box)


@cache
def cases() -> tuple[Branch, ...]:
    problem = problem_of()
    return RIDGE_OF_QUOTIENT.cases(problem, problem.region, exact_judge())


@cache
def derived() -> Derivation:
    return derive(BOUND, list(POSITIVE))


def test_all_cases_have_certificates() -> None:
    found = derived()
    assert found.complete and str(found.grade) == "exact"
    assert all(map(RIDGE_OF_QUOTIENT.gives, found.derived.branches))
    for certificate in found.certificates.values():
        check(certificate, {})


@pytest.mark.slow
def test_values_by_hand() -> None:
    for values, expected in (
        ((4, "1/4"), sp.log(sp.Rational(11, 2)) / 2),
        (("1/4", 3), sp.log(sp.Rational(5, 3))),
    ):
        at = dict(zip("ab", map(sp.Rational, values), strict=True))
        assert exact_epsilon(derived().derived, at) == expected


def searched(of_a: float, of_b: float) -> float:
    """e^-eps: the greatest root on a grid of priors, and on the ridge, made finer there; shares no code."""

    def level(p: np.ndarray, q: np.ndarray) -> np.ndarray:
        two, one = p * (1 - q), 1 - p
        none = p * q - np.minimum(p / of_a, q / (q + of_b * p))
        below = one + np.sqrt(np.maximum(one**2 - 4 * two * none, 0))
        return np.where(none >= 0, 0.0, -2 * none / np.where(below > 0, below, 1))

    def on_curve(ps: np.ndarray) -> np.ndarray:
        return level(ps, np.minimum(1, of_b * ps**2 / (of_a - ps)))

    end = min(1.0, 2 * of_a / (1 + math.sqrt(1 + 4 * of_a * of_b)))
    ps, width, on_ridge = np.geomspace(1e-6, 1, 2000) * end, 0.02, 0.0
    for _ in range(60):
        levels = on_curve(ps)
        on_ridge, middle = max(on_ridge, levels.max()), ps[levels.argmax()]
        ps, width = np.minimum(end, middle * np.exp(np.linspace(-width, width, 9))), width * 0.75
    sides = np.geomspace(1e-5, 1, 400)
    everywhere = level(sides[:, None], sides[None, :]).max()
    assert everywhere <= on_ridge + 1e-12
    return on_ridge


@pytest.mark.family(2)
@pytest.mark.parametrize("seed", range(3))
def test_a_search_agrees_at_random_parameters(seed: int) -> None:
    random, kinds = Random(f"ridge of a quotient {seed}"), set[str]()
    for _ in range(20):
        values = {v: sp.Rational(int(10 ** random.uniform(0, 4)), 300) for v in (a, b)}
        (case,) = [one for one in cases() if all(holds_at(c, values) for c in one.conditions)]
        assert case.polynomial is not None
        polynomial = sp.Poly(case.polynomial.subs(values), x)
        roots = [float(r) for r in polynomial.nroots(n=40) if abs(sp.im(r)) < 1e-25 and 0 < sp.re(r) < 1]
        assert min(roots) == pytest.approx(searched(*map(float, values.values())), rel=1e-7)
        kinds.add(case.steps[0].words)
    assert kinds == {AT_FIRST, AT_SECOND, ON_RIDGE}


@pytest.mark.parametrize(
    ("bound", "assumptions", "box"),
    [
        ("max(a/p, 2 + b*p/q)", POSITIVE, ()),
        ("max(a/q, 1 + b*q/p)", POSITIVE, ()),
        ("max(a/p, 1 + b/q)", POSITIVE, ()),
        ("max(a/p, 1 + b*p/q, 1 + a)", POSITIVE, ()),
        ("piecewise((a/p, a*q >= 2*b*p**2 + p*q), 1 + b*p/q)", ("a>1", "b>0"), ()),
        ("max(a/p, 1 + 2/25*p/q)", ("0<a", "a<1/5"), ()),
        (BOUND, POSITIVE, ("p<=5/8",)),
    ],
)
def test_another_form_is_left_alone(bound: str, assumptions: tuple[str, ...], box: tuple[str, ...]) -> None:
    assert quotient_of(problem_of(bound, *assumptions, box=box)) is None


@pytest.mark.parametrize("assumptions", [("a>0", "b>-1"), ("a>-1", "b>0")])
def test_each_sign_is_asked_for(assumptions: tuple[str, ...]) -> None:
    problem = problem_of()
    told = RiskProfile(BOUND, [*assumptions]).parameter_region
    assert RIDGE_OF_QUOTIENT.cases(replace(problem, region=told), told, exact_judge()) == ()


def test_the_premises_need_their_conditions() -> None:
    """Without N <= 0, V < 0 or U >= 0 what they exclude has a point."""
    for k, (region, _) in enumerate(whatever()):
        assert not exact_judge().satisfiable(region, "the premise")
        dropped = region[:-2] + region[-1:]
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
    assert len(found) == 5
    for one, other in ((found[0], found[1]), (found[1], found[2]), (found[2], found[0])):
        RIDGE_OF_QUOTIENT.prove(problem, one, judge)
        with pytest.raises(UndecidedError):
            RIDGE_OF_QUOTIENT.prove(problem, PLANTED[said](one, other), judge)


@pytest.mark.parametrize("case", range(3))
def test_the_place_is_on_the_ridge_and_f_is_zero_there(case: int) -> None:
    """Of each case, at numbers for which it holds: by the profile itself."""
    values = [{a: 4, b: sp.Rational(1, 4)}, {a: sp.Rational(1, 4), b: 3}, {a: 1, b: 2}][case]
    branch = cases()[case]
    assert all(holds_at(c, values) for c in branch.conditions) and branch.polynomial is not None
    roots = sp.Poly(branch.polynomial.subs(values), x).nroots(n=40)
    decay = min(sp.re(r) for r in roots if abs(sp.im(r)) < 1e-25 and 0 < sp.re(r) < 1)
    p, q = (float(branch.attained[0].place[v].subs({**values, x: decay})) for v in PRIORS)
    first, second = float(values[a]) / p, 1 + float(values[b]) * p / q
    assert math.isclose(first, second, rel_tol=1e-9) and 0 < p <= 1 + 1e-12 and 0 < q <= 1 + 1e-12
    level = p * (1 - q) * decay**2 + (1 - p) * decay + p * q - 1 / first
    assert abs(level) < 1e-12


def test_terms_in_either_order() -> None:
    assert quotient_of(problem_of("max(1 + b*p/q, 2*a/p)")) == Quotient(2 * a, b)


def test_the_conditions_of_the_ends_are_those_of_the_slope_there() -> None:
    """N, V and W, by elimination: the sign of H' at the end of the ridge, where H = 0."""
    n, v, w, u = polynomials(a, b)
    end, p = sp.Symbol("T"), sp.Symbol("p")
    ridge = (a - p) * (a * x - (1 + a * x * (1 - x)) * p) + a * b * (1 - x**2) * p**3
    slope = sp.Poly(sp.expand(sp.diff(ridge, p).subs(p, 1)), x)
    y = (a - 1 - a * b) / (a * (a - 1 - b))
    even, odd = slope.coeff_monomial(x**2) * y + slope.coeff_monomial(1), slope.coeff_monomial(x)
    assert sp.cancel(odd**2 * y - even**2 + (a - 1) ** 3 * n / (a - 1 - b) ** 2) == 0
    of_end = {b: (a - end) / end**2}
    level = end * (1 - a) / (a * (1 - end))
    at_end = sp.diff(ridge, p).subs(p, end).subs(x, level) * a * (1 - end) ** 2 / (a - end)
    assert sp.cancel((b * at_end - (a * v - u * end)).subs(of_end)) == 0
    z = a * v / u
    assert sp.cancel((b * z**2 + z - a) * u**2 + a * b * w) == 0
