"""r* = 1 + a p/q + b q/p: one parameter decides whether eps is least inside the ranges of both priors.

By hand, for b = 1/3: at p = 1 F = F_p = F_q = 0 needs 2 (1+x) q = x, and with it 3 (4 - (1+x)^2) = x (1+x),
4 a (1+x)^3 = 4 - x (1+x)^2. Without x, 6912 a^2 + 4180 a = 175.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
import sympy as sp
from mpmath import mpf

from symbolic_eps import derive
from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision
from symbolic_eps.closed_forms.storage import restored, stored
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.minimum.stationary.along_rays import Rays, border_of, discriminant, inside_cubic, side_cubic
from symbolic_eps.minimum.stationary.cases_along_rays import cases_along_rays, prove_along_rays, rays_of
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from tests.grid_minimum import grid_minimum
from verify.language.condition import Condition, non_negative, positive
from verify.recheck import check
from verify.solvers.smt import Solver

a, b = parameter("a"), parameter("b")
THIRD = sp.Rational(1, 3)
BORDER = 6912 * a**2 + 4180 * a - 175


def at_turn(value: sp.Rational, m: sp.Rational) -> tuple[sp.Expr, sp.Expr]:
    """a and b for which C = C' = 0 at x = value and t = k/(m x), by hand."""
    square = (1 - m) ** 2
    first = (1 - value) * (1 - value * square) / (8 * (1 + value) * m * square)
    second = 2 * (1 + value) * m * (1 - 2 * m - value * square) / (value**2 * (1 - value) * square)
    return first, second


def at_side(value: sp.Rational, ray: sp.Rational) -> tuple[sp.Expr, sp.Expr]:
    """a and b for which D = D' = 0 at x = value and t = ray, by hand."""
    s = value**2 + ray * (1 - value**2)
    return ray * (2 * s - value**2 - s**2) / (2 * s**2), (value**2 - s**2) / (2 * ray * s**2)


@pytest.fixture(scope="module")
def third() -> Derivation:
    return derive("1 + a*p/q + 1/3*q/p", ["0<a<1"])


def task_of(text: str, *assumptions: str) -> Problem:
    profile = RiskProfile(text, assumptions)
    piece, region = constrained(profile.pieces[0], profile), profile.parameter_region
    return Problem((piece,), PRIORS, (), region, Solver(), profile.domain, whole=(piece,))


def test_one_parameter_has_two_cases_and_all_of_them_have_certificates(third: Derivation) -> None:
    assert third.complete and str(third.grade) == "exact"
    inside, side = third.derived.branches
    assert (inside.conditions, side.conditions) == ((positive(BORDER),), (non_negative(-BORDER),))
    assert (inside.which, side.which) == ("greatest", "")
    for certificate in third.certificates.values():
        check(certificate, {})


def test_the_border_is_where_the_place_inside_reaches_its_end() -> None:
    """p = 1 and q = x/(2 (1+x)), from F = F_p = F_q = 0 by hand."""
    ends = {a: (4 - x * (1 + x) ** 2) / (4 * (1 + x) ** 3), b: (4 - (1 + x) ** 2) / (x * (1 + x))}
    assert sp.cancel(border_of(a, b).subs(ends)) == 0
    risk = 1 + a * p / q + b * q / p
    f = p * (1 - q) * x**2 + (1 - p) * x + p * q - 1 / risk
    place = {p: 1, q: x / (2 * (1 + x))}
    for expression in (f, sp.diff(f, p), sp.diff(f, q)):
        assert sp.cancel(expression.subs(place).subs(ends)) == 0


@pytest.mark.parametrize(("at_x", "t"), [("1/3", "1/2"), ("1/2", "2/3"), ("2/3", "1/4"), ("1/5", "3")])
def test_where_all_derivatives_vanish_the_discriminant_does(at_x: str, t: str) -> None:
    """a and b solve two linear equations: F_p = F_q = 0 for p = q/t, q = x/(2 (1+x)), with F = 0."""
    value, ray = sp.Rational(at_x), sp.Rational(t)
    turn = value / (2 * (1 + value))
    place = {p: turn / ray, q: turn, x: value}
    risk = 1 + a * p / q + b * q / p
    f = p * (1 - q) * x**2 + (1 - p) * x + p * q
    level = f.subs(place)
    # F = 0 says that r* = 1/f, and then F_q = f_q + (d r*/dq)/r*^2.
    equations = [risk.subs(place) - 1 / level, (sp.diff(f, q) + level**2 * sp.diff(risk, q)).subs(place)]
    (solution,) = sp.linsolve(equations, [a, b])
    at = dict(zip((a, b), solution, strict=True))
    assert (sp.diff(f, p) + level**2 * sp.diff(risk, p)).subs(place).subs(at) == 0
    assert discriminant(inside_cubic(*solution)).subs(x, value) == 0
    (attained,) = Rays(*solution).branch(True, ()).attained
    assert {v: attained.place[v].subs(x, value) for v in PRIORS} == {v: place[v] for v in PRIORS}


@pytest.mark.parametrize("terms", [(a, THIRD), (sp.Rational(2, 5), b), (a, 2 * a), (a, sp.Integer(2))])
def test_the_polynomials_rise_to_x_equal_to_1(terms: tuple[sp.Expr, sp.Expr]) -> None:
    """By hand -E and -H are 4 a^3 b and 4 a b^3 there, but for positive factors."""
    for inside in (True, False):
        at_one = Rays(*terms).branch(inside, ()).polynomial.subs(x, 1)
        assert sp.Poly(at_one).LC() > 0 and len(sp.Add.make_args(at_one)) == 1


PROFILES: dict[str, tuple[str, Callable[[float, float, float], float]]] = {
    "a third": ("1 + a*p/q + 1/3*q/p", lambda v, s, t: 1 + v * s / t + t / s / 3),
    "exchanged": ("1 + 1/3*p/q + a*q/p", lambda v, s, t: 1 + s / t / 3 + v * t / s),
    "beyond 1": ("1 + a*p/q + 2*q/p", lambda v, s, t: 1 + v * s / t + 2 * t / s),
    "both": ("1 + a*(p/q + q/p)/20", lambda v, s, t: 1 + v * (s / t + t / s) / 20),
}


def least_along_rays(risk: Callable[[float, float], float]) -> float:
    """eps by bisection: F at the best prior of each ray, as a parabola in p, over a grid of rays."""

    def least(x: float, t: float) -> float:
        start, slope, square = x, x * x - x, t * (1 - x * x)
        p = min(-slope / (2 * square), 1, 1 / t)
        return start + slope * p + square * p * p - 1 / risk(1, t)

    low, high = 0.0, 1.0
    for _ in range(50):
        x = (low + high) / 2
        center, width = 0.0, math.log(1e6)
        for _ in range(8):
            logarithms = [center + width * k / 40 for k in range(-40, 41)]
            center = min(logarithms, key=lambda u: least(x, math.exp(u)))
            width /= 10
        low, high = (x, high) if least(x, math.exp(center)) < 0 else (low, x)
    return -math.log(low)


@pytest.mark.family(6)
@pytest.mark.parametrize("name", PROFILES)
def test_a_grid_of_rays_agrees(name: str) -> None:
    text, risk = PROFILES[name]
    derivation, random = derive(text, ["0<a<1"]), Random(f"rays {name}")
    assert derivation.complete and str(derivation.grade) == "exact"
    near = Fraction(str(sp.Poly(BORDER, a).nroots(n=30)[1]))
    for value in (Fraction(random.randint(1, 99), 2500), Fraction(random.randint(1, 99), 100), near):
        exact = float(epsilon_at_precision(derivation.derived, {a: value}, 25))
        seen = least_along_rays(lambda s, t, number=float(value): risk(number, s, t))
        assert abs(seen - exact) < 1e-9


def test_a_grid_of_priors_sees_nothing_less(third: Derivation) -> None:
    for value in (Fraction(1, 50), Fraction(1, 2)):
        exact = epsilon_at_precision(third.derived, {a: value}, 25)
        number = mpf(value.numerator) / value.denominator
        seen = grid_minimum(lambda s, t, number=number: 1 + number * s / t + t / s / 3)
        assert seen - exact > -(mpf(10) ** -14)


SLIPS: dict[str, Callable[[Branch], Branch]] = {
    "another polynomial": lambda one: replace(one, polynomial=one.polynomial + x**2),
    "the other sign": lambda one: replace(one, polynomial=sp.expand(-one.polynomial)),
    "the second root": lambda one: replace(one, number=-2),
    "the least root": lambda one: replace(one, number=1),
    "the only root": lambda one: replace(one, number=0),
    "a shorter interval": lambda one: replace(one, between=(sp.S.Zero, sp.S.Half)),
    "priors exchanged": lambda one: replace(
        one,
        attained=(
            Attainment((), {p: one.attained[0].place[q], q: one.attained[0].place[p]}, AttainmentKind.POINT),
        ),
    ),
    "too far": lambda one: replace(one, conditions=(positive(a - sp.Rational(1, 30)),)),
    "everywhere": lambda one: replace(one, conditions=()),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_wrong_branch_is_refused(slip: str, third: Derivation) -> None:
    problem, inside, judge = task_of("1 + a*p/q + 1/3*q/p", "0<a<1"), third.derived.branches[0], exact_judge()
    prove_along_rays(problem, inside, judge)
    with pytest.raises(UndecidedError):
        prove_along_rays(problem, SLIPS[slip](inside), judge)


def test_one_case_does_not_take_the_place_of_the_other(third: Derivation) -> None:
    problem, judge = task_of("1 + a*p/q + 1/3*q/p", "0<a<1"), exact_judge()
    inside, side = third.derived.branches
    prove_along_rays(problem, side, judge)
    for one, other in ((inside, side), (side, inside)):
        with pytest.raises(UndecidedError):
            prove_along_rays(problem, replace(one, conditions=other.conditions), judge)
    with pytest.raises(UndecidedError):
        prove_along_rays(task_of("1 + a*p/q + 1/2*q/p", "0<a<1"), inside, judge)


def test_what_was_kept_is_proved_again(third: Derivation) -> None:
    kept = restored(stored(third.derived.branches))
    again = infimum(third.profile, branches=kept)
    assert again.branches == third.derived.branches and not again.open
    wrong = (replace(kept[0], polynomial=kept[0].polynomial + 1), kept[1])
    with pytest.raises(UndecidedError):
        infimum(third.profile, branches=wrong)


def test_each_premise_can_fail() -> None:
    judge, rays = exact_judge(), Rays(a, b)

    def failing(inside: bool, at: dict[sp.Symbol, sp.Expr]) -> list[str]:
        """Of the premises with numbers for a and b, but for what says which case it is."""
        numbers = tuple(c for v in (a, b) for c in (non_negative(v - at[v]), non_negative(at[v] - v)))
        return [said for one, said in rays.premises(inside, numbers) if judge.satisfiable(one, said)]

    assert failing(True, {a: sp.Integer(-1), b: sp.Integer(1)})[0].startswith("a = a")
    assert failing(True, {a: sp.Integer(1), b: sp.Integer(-1)})[0].startswith("b = b")
    assert failing(True, {a: sp.Rational(1, 40), b: THIRD})[0].startswith("not")
    assert failing(False, {a: sp.Rational(1, 4), b: THIRD})[0].startswith("not")


class Anywhere(Rays):
    """Without the condition that tells the cases apart."""

    def where(self, inside: bool) -> Condition:
        return non_negative(self.a)


T, M = parameter("t"), parameter("m")

FAILING = {
    "t < y at p = 1": (True, 3, at_side, {x: sp.Rational(9, 10), T: sp.Rational(1, 10)}),
    "C(y) >= 0 for t < 0": (True, 4, at_turn, {x: sp.Rational(9, 10), M: sp.Integer(-1)}),
    "C(y) >= 0 for t > 0": (True, 5, at_turn, {x: sp.Rational(9, 10), M: sp.Rational(3, 50)}),
    "inside": (False, 4, at_turn, {x: sp.Rational(1, 2), M: sp.Rational(1, 10)}),
}


@pytest.mark.parametrize("name", FAILING)
def test_beyond_its_case_each_premise_fails(name: str) -> None:
    """At a point with rational a and b, at which the other case holds or none does."""
    inside, number, terms, point = FAILING[name]
    claims = [*Anywhere(*terms(*point.values())).premises(inside, ())]
    assert len(claims) == (6 if inside else 5)
    assert all(Condition(c.polynomial.subs(point), c.relation).constant_truth for c in claims[number][0])


def test_where_two_places_compete_there_is_a_third_case() -> None:
    """With 149/50 q/p eps may be stationary inside and on the side at once: T does not say which decides."""
    problem = task_of("1 + a*p/q + 149/50*q/p", "0<a<1")
    cases = cases_along_rays(problem, problem.region, rays_of(problem), exact_judge())
    assert [len(case.attained) for case in cases] == [1, 1, 0]


@pytest.mark.parametrize("text", ["2 + a*p/q + q/p", "1 + a*p/q", "1 + a*p/q + q/p**2", "1 + a/p + 1/q"])
def test_another_form_is_left_alone(text: str) -> None:
    assert rays_of(task_of(text, "0<a<1")) is None


OTHER_QUESTIONS = {
    "a box": RiskProfile("1 + a*p/q + q/p", ["0<a<1"], box=["p<=1/2"]),
    "a prior is known": RiskProfile("1 + a*p/q + q/p", ["0<a<1"], fixed={"q": "1"}),
    "another guarantee": RiskProfile("1 + a*p/q + q/p", ["0<a<1"], variant="bounded"),
    "two bounds": RiskProfile("min(1 + a*p/q + q/p, 3)", ["0<a<1"]),
}


@pytest.mark.parametrize("why", OTHER_QUESTIONS)
def test_another_question_is_left_alone(why: str) -> None:
    profile = OTHER_QUESTIONS[why]
    whole, known = [constrained(piece, profile) for piece in profile.pieces], profile.parameter_region
    for pieces in (tuple(whole), tuple(reversed(whole))):
        problem = Problem(pieces, profile.free_priors, (), known, Solver(), profile.domain, whole=pieces)
        assert rays_of(problem) is None


@pytest.mark.parametrize("name", ["t", "m"])
def test_a_parameter_may_have_the_name_of_a_ray(name: str) -> None:
    """The premises are the same, but for the names."""
    own, other = Rays(parameter(name), THIRD), Rays(a, THIRD)
    for inside in (True, False):
        for (one, _), (same, _) in zip(own.premises(inside, ()), other.premises(inside, ()), strict=True):
            assert len({s for c in one for s in c.symbols}) == len({s for c in same for s in c.symbols})


def test_the_cubics_are_what_their_names_say() -> None:
    """At numbers: C and D from r* on a ray, by the definition of the theorem."""
    t, numbers = sp.Rational(3, 7), {x: sp.Rational(2, 5), a: sp.Rational(1, 2), b: sp.Rational(3, 4)}
    bound = (1 + a / t + b * t).subs(numbers)
    k = (x**2 * (1 - x) / (4 * (1 + x))).subs(numbers)
    expected = {
        inside_cubic: 4 * (1 + numbers[x]) * t**2 * (bound * (numbers[x] - k / t) - 1),
        side_cubic: t * (bound * (x**2 + t * (1 - x**2)).subs(numbers) - 1),
    }
    for cubic, value in expected.items():
        assert sum(c.subs(numbers) * t ** (3 - n) for n, c in enumerate(cubic(a, b))) == value
