"""Where a theorem on profiles of one form says that eps is attained, F is 0 at e^-eps, whatever the form."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
import sympy as sp

from symbolic_eps.closed_forms.closed_form import AttainmentKind, Branch
from symbolic_eps.closed_forms.evaluate import holds_at, value_on
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.minimum.stationary.corner_or_inside import CORNER_OR_INSIDE
from symbolic_eps.minimum.stationary.equal_quotients import EQUAL_QUOTIENTS
from symbolic_eps.minimum.stationary.known_form import KnownForm
from symbolic_eps.minimum.stationary.parabola_or_cubic import PARABOLA_OR_CUBIC
from symbolic_eps.minimum.stationary.quartic_on_side import QUARTIC_ON_SIDE
from symbolic_eps.minimum.stationary.ridge_of_quotient import RIDGE_OF_QUOTIENT
from symbolic_eps.minimum.stationary.ridge_of_two_terms import RIDGE_OF_TWO_TERMS
from symbolic_eps.minimum.stationary.theorems import FORMS
from symbolic_eps.minimum.stationary.two_limits import TWO_LIMITS
from symbolic_eps.minimum.stationary.two_sides import TWO_SIDES
from symbolic_eps.minimum.stationary.two_sides_of_box import TWO_SIDES_OF_BOX
from symbolic_eps.theory.symbols import DECAY, parameter
from tests.symbolic_eps.problems import problem_of

A, B = parameter("a"), parameter("b")
POSITIVE = "a>0", "b>0"
QUESTIONS: dict[str, tuple[KnownForm, Problem]] = {
    "two sides": (TWO_SIDES, problem_of("1 + a/(p*q) + b/q", *POSITIVE)),
    "two sides of a box": (TWO_SIDES_OF_BOX, problem_of("1 + a/(p*q) + b/q", *POSITIVE, box=["q<=5/8"])),
    "two sides of a narrow box": (
        TWO_SIDES_OF_BOX,
        problem_of("1 + a/(p*q) + b/q", *POSITIVE, box=["q<=7/30"]),
    ),
    "parabola or cubic": (PARABOLA_OR_CUBIC, problem_of("1 + a/(p*q) + b*p", *POSITIVE)),
    "corner or inside": (CORNER_OR_INSIDE, problem_of("1 + a*(1-p)/p + b*(1-q)/q", *POSITIVE)),
    "equal quotients": (EQUAL_QUOTIENTS, problem_of("2 + b + a*(p-q)**2/(p*q)", *POSITIVE)),
    "ridge of two terms": (RIDGE_OF_TWO_TERMS, problem_of("max(1 + a/p, 1 + b/q)", *POSITIVE)),
    "ridge of a quotient": (RIDGE_OF_QUOTIENT, problem_of("max(a/p, 1 + b*p/q)", *POSITIVE)),
    "quartic along one prior": (QUARTIC_ON_SIDE, problem_of("1 + a*q + b/q**2", *POSITIVE, p="1/3")),
}
DIGITS = 40


@cache
def cases(name: str) -> tuple[Branch, ...]:
    form, problem = QUESTIONS[name]
    return form.cases(problem, problem.region, exact_judge())


def test_each_form_is_asked() -> None:
    """Of two limits nothing is attained at a point."""
    assert {form for form, _ in QUESTIONS.values()} == {*FORMS, QUARTIC_ON_SIDE} - {TWO_LIMITS}


@pytest.mark.parametrize("name", QUESTIONS)
def test_f_is_zero_at_the_place(name: str) -> None:
    """At parameters for each kind of place."""
    _, problem = QUESTIONS[name]
    random, kinds = Random(name), {_kind(case) for case in cases(name) if _places(case)}
    for _ in range(400):
        values = {v: random.choice((_any, _below_1))(random) for v in (A, B)}
        (case,) = [one for one in cases(name) if all(holds_at(c, values) for c in one.conditions)]
        if _kind(case) in kinds:
            _check(problem, case, values)
            kinds.remove(_kind(case))
        if not kinds:
            return
    raise AssertionError(f"no parameters are met for {kinds}")


def _any(random: Random) -> sp.Rational:
    return sp.Rational(int(10 ** random.uniform(0, 4)), 500)


def _below_1(random: Random) -> sp.Rational:
    """Some cases are narrow."""
    return sp.Rational(random.randint(450, 500), 500)


def _kind(case: Branch) -> str:
    return case.steps[0].words if case.steps else ""


def _places(case: Branch) -> list[dict[sp.Symbol, sp.Expr]]:
    return [dict(one.place) for one in case.attained if one.kind is AttainmentKind.POINT]


def _check(problem: Problem, case: Branch, values: dict[sp.Symbol, sp.Rational]) -> None:
    level = sp.exp(-value_on(case, values)).n(DIGITS)
    for place in _places(case):
        here = {v: sp.sympify(value).subs(values).subs(DECAY, level).n(DIGITS) for v, value in place.items()}
        assert all(0 < value <= 1 for value in here.values()), here
        known = {**values, **here, DECAY: level}
        at = [piece.polynomial.subs(known).n(DIGITS) for piece in problem.whole]
        assert all(abs(value) < sp.Rational(1, 10**20) for value in at), (values, here, at)
