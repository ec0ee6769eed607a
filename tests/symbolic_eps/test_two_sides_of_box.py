"""r* = 1 + (a + b p)/(p q) where q <= c: at p = 1, or at q = c, by signs of polynomials in the parameters.

By hand, for c = 5/8, a = b = 1/4: g = 1/2, so that at p = 1 x = 1/3 and q = 1/4. There w = 1/2, A = 7/24,
B = 1/4 and D = 1/16 - 7/72 < 0: eps = log(3). For c = 1/4 and g = 1/2 = 1 - 2 c, p = 1 and q = 1/4 likewise.
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
from symbolic_eps.minimum.stationary.two_sides_of_box import (
    AT_CORNER,
    TWO_SIDES_OF_BOX,
    BoxSides,
    sides_of_box,
)
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from tests.symbolic_eps import problems
from verify.language.condition import positive
from verify.recheck import check

BOUND, POSITIVE = "1 + (a + b*p)/(p*q)", ("a>0", "b>0")
a, b, c = parameter("a"), parameter("b"), parameter("c")


def problem_of(bound: str = BOUND, *assumptions: str, box: tuple[str, ...] = ("q<=5/8",)) -> Problem:
    return problems.problem_of(bound, *(assumptions or POSITIVE), box=box)


@cache
def derived() -> Derivation:
    return derive(BOUND, list(POSITIVE), box=["q<=5/8"])


def test_all_cases_have_certificates() -> None:
    found = derived()
    assert found.complete and str(found.grade) == "exact"
    assert [TWO_SIDES_OF_BOX.gives(one) for one in found.derived.branches] == [False, *[True] * 4]
    for certificate in found.certificates.values():
        check(certificate, {})


@pytest.mark.slow
def test_a_narrow_box() -> None:
    """Where the discriminant has two roots before w = 0."""
    found = derive(BOUND, list(POSITIVE), box=["q<=7/30"])
    assert found.complete and str(found.grade) == "exact"
    tenth, x_two = sp.Rational(1, 10), sp.Rational(7, 30) * (1 - sp.Rational(7, 30) - sp.Rational(1, 5))
    x_two /= (1 - sp.Rational(7, 30)) * (sp.Rational(7, 30) + sp.Rational(1, 5))
    assert sp.exp(2 * exact_epsilon(found.derived, {"a": tenth, "b": tenth})) == 1 / x_two


def test_a_value_by_hand() -> None:
    quarter = sp.Rational(1, 4)
    assert exact_epsilon(derived().derived, {"a": quarter, "b": quarter}) == sp.log(3)


def searched(of_a: float, of_b: float, end: float) -> float:
    """The least eps on a grid of priors that is made finer around its least value; shares no code."""

    def level(p: np.ndarray, q: np.ndarray) -> np.ndarray:
        two, one = p * (1 - q), 1 - p
        none = p * q - p * q / (p * q + of_a + of_b * p)
        below = one + np.sqrt(np.maximum(one**2 - 4 * two * none, 0))
        return np.where(none >= 0, 0.0, -2 * none / np.where(below > 0, below, 1))

    ps, qs = np.geomspace(1e-6, 1, 500), np.geomspace(1e-6, end, 500)
    width = 0.05
    for _ in range(60):
        levels = level(ps[:, None], qs[None, :])
        i, j = np.unravel_index(levels.argmax(), levels.shape)
        steps = np.exp(np.linspace(-width, width, 9))
        ps, qs = np.minimum(1, ps[i] * steps), np.minimum(end, qs[j] * steps)
        width *= 0.75
    return -math.log(levels.max())


@pytest.mark.family(2)
@pytest.mark.parametrize("end", ["1/20", "7/30", "1/2", "5/8", "9/10"])
def test_a_search_agrees_at_random_parameters(end: str) -> None:
    """By the cases that the theorem gives, each at parameters for which its conditions hold."""
    problem = problem_of(box=(f"q<={end}",))
    cases = TWO_SIDES_OF_BOX.cases(problem, problem.region, exact_judge())
    random, kinds = Random(f"two sides of a box {end}"), set[str]()
    for _ in range(40):
        of_a = sp.Rational(int(10 ** random.uniform(0, 2) * 10), 1000)
        of_b = sp.Rational(int(10 ** random.uniform(0, 4)), 3000)
        values = {a: of_a, b: of_b}
        (case,) = [one for one in cases if all(holds_at(condition, values) for condition in one.conditions)]
        assert case.polynomial is not None
        polynomial = sp.Poly(case.polynomial.subs(values), x)
        roots = [float(r) for r in polynomial.nroots(n=40) if abs(sp.im(r)) < 1e-25 and 0 < sp.re(r) < 1]
        told, near = -math.log(min(roots)), searched(float(of_a), float(of_b), float(sp.Rational(end)))
        if told < 9:
            assert told == pytest.approx(near, rel=1e-7)
            kinds.add(case.steps[0].words)
    assert len(kinds) == (3 if sp.Rational(end) < sp.Rational(1, 2) else 2)


@pytest.mark.slow
def test_an_end_that_is_a_parameter() -> None:
    for assumptions, number in ((("1/2<=c", "c<1"), 5), (("0<c", "c<1"), 6)):
        problem = problem_of(BOUND, *POSITIVE, *assumptions, box=("q<=c",))
        assert sides_of_box(problem) == BoxSides(a, b, c)
        assert len(TWO_SIDES_OF_BOX.cases(problem, problem.region, exact_judge())) == number


@pytest.mark.parametrize(
    ("bound", "assumptions", "box"),
    [
        ("2 + (a + b*p)/(p*q)", POSITIVE, ("q<=5/8",)),
        ("1 + (a + b*q)/(p*q)", POSITIVE, ("q<=5/8",)),
        (BOUND, POSITIVE, ("p<=5/8",)),
        (BOUND, POSITIVE, ("q>=1/8", "q<=5/8")),
        (BOUND, POSITIVE, ("q<=5/8", "p*q<=1/2")),
        (BOUND, POSITIVE, ()),
        ("1 + a/(p*q)", ("a>0",), ("q<=5/8",)),
    ],
)
def test_another_form_is_left_alone(bound: str, assumptions: tuple[str, ...], box: tuple[str, ...]) -> None:
    assert sides_of_box(problem_of(bound, *assumptions, box=box)) is None


@pytest.mark.parametrize(
    ("assumptions", "box"),
    [
        (("a>0", "b>-1"), "q<=5/8"),
        (("a>-1", "b>0"), "q<=5/8"),
        ((*POSITIVE, "0<c", "c<=1"), "q<=c"),
    ],
)
def test_each_premise_refuses(assumptions: tuple[str, ...], box: str) -> None:
    problem = problem_of(BOUND, *assumptions, box=(box,))
    assert sides_of_box(problem) is not None
    assert TWO_SIDES_OF_BOX.cases(problem, problem.region, exact_judge()) == ()


PLANTED: dict[str, Callable[[Branch, Branch], Branch]] = {
    "the conditions of the other side": lambda one, other: replace(one, conditions=other.conditions),
    "no conditions": lambda one, _: replace(one, conditions=()),
    "another condition": lambda one, _: replace(one, conditions=(positive(1 - a),)),
    "the words of the other side": lambda one, other: replace(one, steps=other.steps),
    "the place of the other side": lambda one, other: replace(one, attained=other.attained),
    "another polynomial": lambda one, _: replace(one, polynomial=sp.expand(one.polynomial + x)),
    "another root": lambda one, _: replace(one, number=one.number + 1),
}


@pytest.mark.parametrize("said", PLANTED)
def test_a_wrong_branch_is_not_proved(said: str) -> None:
    problem, judge = problem_of(box=("q<=7/30",)), exact_judge()
    cases = TWO_SIDES_OF_BOX.cases(problem, problem.region, judge)
    assert len(cases) == 6
    for one, other in ((cases[2], cases[-1]), (cases[-1], cases[2]), (cases[1], cases[2])):
        TWO_SIDES_OF_BOX.prove(problem, one, judge)
        with pytest.raises(UndecidedError):
            TWO_SIDES_OF_BOX.prove(problem, PLANTED[said](one, other), judge)


@pytest.mark.parametrize("wrong", [sp.Rational(1, 2), sp.Rational(3, 4)])
def test_the_cases_of_another_box_are_refused(wrong: sp.Rational) -> None:
    """Planted: c is another number than that of the box."""
    other = problem_of(box=(f"q<={wrong}",))
    case = TWO_SIDES_OF_BOX.cases(other, other.region, exact_judge())[-1]
    with pytest.raises(UndecidedError):
        TWO_SIDES_OF_BOX.prove(problem_of(), case, exact_judge())


def test_the_conditions_are_those_of_the_parabola() -> None:
    """At the X1 of p = 1, by elimination: a discriminant and a slope; and the root at the corner."""
    p, q = PRIORS
    along = sp.expand((p * (1 - q) * x**2 + (1 - p) * x + p * q) * (p * q + a + b * p) - p * q)
    on_end, g = along.subs(q, c), a + b
    first = {x: (1 - g) / (1 + g)}
    *_, (_, (bounded, below, wide, deep, left)) = BoxSides(a, b, c).parts()
    assert [one.polynomial for one in (bounded, below, wide)] == [1 - a, 1 - a - b, a + b + 2 * c - 1]
    for condition, value in (
        (deep, sp.discriminant(on_end, p).subs(first) * (1 + g) ** 4),
        (left, sp.diff(on_end, p).subs(p, 1).subs(first) * (1 + g) ** 2),
    ):
        ratio = sp.cancel(value / condition.polynomial)
        assert ratio.is_number and ratio > 0
    assert sp.cancel(sp.diff(along.subs(p, 1), q).subs({q: (1 - g) / 2})) == 0
    corner = BoxSides(a, b, c).branch(AT_CORNER, ()).polynomial
    assert sp.cancel(along.subs({p: 1, q: c}) / corner).is_number
