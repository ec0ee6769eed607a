"""r* = 2 + b + a (p - q)^2/(p q): inside the ranges of both priors, at p = 1, or at one of these places.

By hand, for x = 1/2, t = 1/12 < y = 1/6: s = 5/16, a = (1/144) (3/4)/((143/144) (25/256)) = 192/3575 and
b = 16/5 + a (2 - 12 - 1/12) - 2. D = 0 is double there: eps = log(2) at p = 1, q = 1/12.
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
from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.closed_forms.evaluate import holds_at, value_on
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.minimum.stationary.equal_quotients import (
    AT_SIDE,
    BEFORE_ANOTHER,
    EQUAL_QUOTIENTS,
    INSIDE,
    ON_EITHER,
    EqualQuotients,
    border,
    inside_cubic,
    quotients_of,
    side_cubic,
    whatever,
)
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from tests.symbolic_eps import problems
from verify.language.condition import positive
from verify.recheck import check
from verify.solvers.smt import Solver

BOUND, POSITIVE = "2 + a*(p - q)**2/(p*q) + b", ("a>0", "b>0")
a, b, t, c, d = (parameter(name) for name in "abtcd")
SMALL, TURN = x**2 * (1 - x) / (4 * (1 + x)), x / (2 * (1 + x))


def problem_of(bound: str = BOUND, *assumptions: str, box: tuple[str, ...] = ()) -> Problem:
    return problems.problem_of(bound, *(assumptions or POSITIVE), box=box)


@cache
def cases() -> tuple[Branch, ...]:
    problem = problem_of()
    return EQUAL_QUOTIENTS.cases(problem, problem.region, exact_judge())


def case_at(values: dict[sp.Symbol, sp.Rational]) -> Branch:
    (case,) = [one for one in cases() if all(holds_at(condition, values) for condition in one.conditions)]
    return case


@pytest.mark.slow
def test_all_cases_have_certificates() -> None:
    found = derive(BOUND, list(POSITIVE))
    assert found.complete and str(found.grade) == "exact"
    assert all(map(EQUAL_QUOTIENTS.gives, found.derived.branches))
    for certificate in found.certificates.values():
        check(certificate, {})


def test_a_value_by_hand() -> None:
    of_a = sp.Rational(192, 3575)
    of_b = sp.Rational(6, 5) + of_a * (2 - 12 - sp.Rational(1, 12))
    values = {a: of_a, b: of_b}
    case = case_at(values)
    assert case.steps[0].words == AT_SIDE
    assert sp.exp(value_on(case, values)) == 2
    assert {v.subs(values).subs(x, sp.Rational(1, 2)) for v in case.attained[0].place.values()} == {
        sp.S.One,
        sp.Rational(1, 12),
    }


def searched(of_a: float, of_b: float) -> float:
    """The least eps on a grid of priors that is made finer around its least value; shares no code."""

    def level(p: np.ndarray, q: np.ndarray) -> np.ndarray:
        two, one = p * (1 - q), 1 - p
        none = p * q - 1 / (2 + of_a * (p - q) ** 2 / (p * q) + of_b)
        below = one + np.sqrt(np.maximum(one**2 - 4 * two * none, 0))
        return np.where(none >= 0, 0.0, -2 * none / np.where(below > 0, below, 1))

    ps = qs = np.geomspace(1e-5, 1, 700)
    width = 0.05
    for _ in range(70):
        levels = level(ps[:, None], qs[None, :])
        i, j = np.unravel_index(levels.argmax(), levels.shape)
        steps = np.exp(np.linspace(-width, width, 9))
        ps, qs = np.minimum(1, ps[i] * steps), np.minimum(1, qs[j] * steps)
        width *= 0.8
    return -math.log(levels.max())


WHERE = {
    INSIDE: ((0.4, 4), (0.01, 8)),
    BEFORE_ANOTHER: ((0.3, 6), (0.01, 99)),
    AT_SIDE: ((0.02, 0.4), (0.05, 99)),
    ON_EITHER: ((0.15, 0.9), (0.1, 200)),
}


@pytest.mark.family(4)
@pytest.mark.parametrize("kind", range(4))
def test_a_search_agrees_at_random_parameters(kind: int) -> None:
    """At parameters for which each case holds."""
    words, ranges = [*WHERE.items()][kind]
    random, seen = Random(f"equal quotients {kind}"), 0
    while seen < 8:
        of_a, of_b = (math.exp(random.uniform(*map(math.log, ends))) for ends in ranges)
        values = {a: sp.Rational(int(of_a * 1000), 1000), b: sp.Rational(int(of_b * 1000), 1000)}
        case = case_at(values)
        if case.steps[0].words == words:
            told = float(sp.N(value_on(case, values), 20))
            assert told == pytest.approx(searched(*map(float, values.values())), rel=1e-7)
            seen += 1


def places(cubic: tuple[sp.Expr, ...], of_a: sp.Expr, of_k: sp.Expr) -> list[sp.Expr]:
    """A cubic and its derivative at t, for these a and k."""
    polynomial = sum(coefficient * t ** (3 - i) for i, coefficient in enumerate(cubic))
    at = {a: of_a, parameter("k"): of_k}
    return [sp.cancel(sp.together(f.subs(at))) for f in (polynomial, sp.diff(polynomial, t))]


def test_the_parameters_where_a_cubic_has_a_double_root() -> None:
    """By the formulas from which the proof starts."""
    w, s, k = x * t - SMALL, x**2 + t * (1 - x**2), parameter("k")
    for cubic, of_a, of_r in (
        (inside_cubic, t**2 * SMALL / ((1 - t**2) * w**2), t / w),
        (side_cubic, t**2 * (1 - x**2) / ((1 - t**2) * s**2), 1 / s),
    ):
        assert places(cubic(a, k), of_a, of_r - of_a * (t + 1 / t)) == [0, 0]


def test_the_border_is_negative_where_the_side_is_stationary() -> None:
    """Step (i), multiplied out."""
    s = x**2 + t * (1 - x**2)
    of_a = t**2 * (1 - x**2) / ((1 - t**2) * s**2)
    of_b = 1 / s - of_a * (t + 1 / t) + 2 * of_a - 2
    known = (x - 1) * (x + 1) * (2 * t * x - 2 * t - x) * (2 * t * x + 2 * t - x)
    known /= (1 - t) ** 2 * (1 + t) ** 3 * s**8
    rest = sp.cancel(sp.together(border(of_a, of_b) / known))
    assert rest.is_polynomial(x, t)
    moved = sp.numer(sp.together(rest.subs(t, TURN / (1 + d)).subs(x, 1 / (1 + c))))
    assert all(coefficient > 0 for coefficient in sp.Poly(moved, c, d).coeffs())


def test_steps_two_to_five_multiplied_out() -> None:
    k, n, w = parameter("k"), parameter("n"), x * t - SMALL
    of_a = t**2 * SMALL / ((1 - t**2) * w**2)
    of_k = t / w - of_a * (t + 1 / t)
    beyond = sp.cancel(sp.together(w**2 * (1 - t**2) * (of_k * x - 1) / SMALL))
    assert sp.cancel(sp.together(beyond + 2 * x * t**3 + SMALL * (1 - t**2))) == 0
    two, one, none = (inside_cubic(a, k)[i].subs(x, 1) for i in (1, 2, 3))
    assert (sp.expand(two - 8 * (k - 1)), sp.expand(one - 8 * a), none) == (0, 0, 0)
    at_end = [e.subs(x, 1 / k) for e in side_cubic(a, k)]
    assert sp.cancel(at_end[2] - (1 - 1 / k) * (a * (1 + k) - k) / k) == 0
    quarter = sum(e * (x / 4) ** (3 - i) for i, e in enumerate(side_cubic(a, 1 / x)))
    value = sp.cancel(quarter.subs(a, (1 - x) / (4 * (1 + x))) / (x / 4) * 64 * (1 + x) / (1 - x))
    assert sp.expand(value - (32 * (x - 1) + 4 * x**3 + x**2 * (1 - x**2))) == 0
    level = sum(e * (-n) ** (3 - i) for i, e in enumerate(inside_cubic(a, k))) / (4 * (1 + x))
    at_level = -a * (x * n + SMALL) * (n**2 + 1) + k * SMALL * n
    assert sp.cancel(sp.together((level - at_level).subs(k, 1 / x))) == 0


@pytest.mark.parametrize(
    ("bound", "assumptions", "box"),
    [
        ("2 + b + a*p/q + 2*a*q/p", POSITIVE, ()),
        ("2 + b + a*p/q", POSITIVE, ()),
        ("2 + b + a*(p/q + q/p) + p", POSITIVE, ()),
        (BOUND, POSITIVE, ("p<=5/8",)),
        ("2 + b + a/(p*q)", POSITIVE, ()),
    ],
)
def test_another_form_is_left_alone(bound: str, assumptions: tuple[str, ...], box: tuple[str, ...]) -> None:
    assert quotients_of(problem_of(bound, *assumptions, box=box)) is None


@pytest.mark.parametrize("bound", ["1 + b + a*(p - q)**2/(p*q)", "2 - b + a*(p - q)**2/(p*q)"])
def test_a_bound_below_two_is_refused(bound: str) -> None:
    problem = problem_of(bound, "a>0", "0<b", "b<1")
    assert quotients_of(problem) is not None
    assert EQUAL_QUOTIENTS.cases(problem, problem.region, exact_judge()) == ()


def test_the_premises_multiplied_out() -> None:
    """Where D = D' = 0, a - 1; where C = C' = 0 at t = -n, k + 2 a - 2 and n + K'; their signs are asked."""
    side, inside, _ = ([c.polynomial for c in region] for region, _ in whatever())
    s, w, n = x**2 + t * (1 - x**2), x * t - SMALL, parameter("n")
    at_side = t**2 * (1 - x**2) / ((1 - t**2) * s**2)
    assert sp.cancel((at_side - 1) * (1 - t**2) * s**2 - side[-1]) == 0
    assert sp.cancel(2 * (1 + x) * (TURN - t) - side[-2]) == 0
    of_a = t**2 * SMALL / ((1 - t**2) * w**2)
    more = (t / w - of_a * (t + 1 / t) + 2 * of_a - 2).subs(t, -n)
    scale = 16 * (1 + x) ** 2 * (1 - n) * (x * n + SMALL) ** 2
    assert sp.cancel(sp.together(more * scale - inside[-2])) == 0
    assert sp.cancel(2 * (1 + x) ** 2 * (n + sp.diff(SMALL, x)) + inside[-1]) == 0


def test_the_premises_need_their_conditions() -> None:
    """Without the condition before the last what they exclude has a point."""
    for k, (region, _) in enumerate(whatever()):
        assert not exact_judge().satisfiable(region, "the premise")
        assert Solver().satisfiable(region[:-2] + region[-1:], f"premise {k} without a condition")


PLANTED: dict[str, Callable[[Branch, Branch], Branch]] = {
    "the conditions of another case": lambda one, other: replace(one, conditions=other.conditions),
    "no conditions": lambda one, _: replace(one, conditions=()),
    "another condition": lambda one, _: replace(one, conditions=(positive(1 - a),)),
    "the words of another case": lambda one, other: replace(one, steps=other.steps),
    "the place of another case": lambda one, other: replace(one, attained=other.attained),
    "another polynomial": lambda one, _: replace(one, polynomial=sp.expand(one.polynomial + x)),
    "another root": lambda one, _: replace(one, number=one.number + 1),
    "the next root": lambda one, _: replace(one, number=one.number - 1),
    "another interval": lambda one, _: replace(one, between=(sp.S.Zero, sp.Rational(1, 2))),
}


@pytest.mark.parametrize("said", PLANTED)
def test_a_wrong_branch_is_not_proved(said: str) -> None:
    problem, judge, found = problem_of(), exact_judge(), cases()
    kinds = {one.steps[0].words: one for one in found}
    assert {*kinds} == {*WHERE}
    for words, others in ((INSIDE, AT_SIDE), (AT_SIDE, BEFORE_ANOTHER), (ON_EITHER, AT_SIDE)):
        one = kinds[words]
        EQUAL_QUOTIENTS.prove(problem, one, judge)
        with pytest.raises(UndecidedError):
            EQUAL_QUOTIENTS.prove(problem, PLANTED[said](one, kinds[others]), judge)


def test_terms_of_another_writing() -> None:
    assert quotients_of(problem_of("b + 3 + a*p/q + a*q/p")) == EqualQuotients(a, b + 3)
