"""Minima inside the ranges of both priors, with parameters: r* = 1 + a/p + b/q.

By hand, with s = 1/r* and x = e^-eps: F = F_p = F_q = 0 where p x (1 - x) = 2 x - s - s^2,
q (1 + x) (2 x - s - s^2) = x (x - s^2), a s^2 = p (s - x), b s^2 = q (x - s^2). So a and b are rational for
rational x and s, and these are points of which nothing in the engine knows. At q = 1, where
p^2 (1 - x) (1 + b) = a x, ((1 + a + b) x + 1 - a)^2 = 4 (1 + b) x.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
import sympy as sp
from mpmath import mp, mpf

from symbolic_eps import derive
from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.closed_forms.closed_form import Attainment, Branch
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision
from symbolic_eps.closed_forms.storage import restored, stored
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.minimum.stationary.cases_of_two_priors import (
    cases_of_two_priors,
    orders,
    prove_of_two_priors,
)
from symbolic_eps.minimum.stationary.one_stationary_value import TwoPriors
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
BORDER = 17 * a**3 + 23 * a**2 + 34 * a - 4
"""Where the stationary value reaches q = 1, for b = 1: from F = F_p = F_q = 0 at q = 1 by hand."""


@pytest.fixture(scope="module")
def one() -> Derivation:
    return derive("1 + a/p + 1/q", ["a>0"])


@pytest.fixture(scope="module")
def inside(one: Derivation) -> Branch:
    return one.derived.branches[0]


@pytest.fixture(scope="module")
def problem(one: Derivation) -> Problem:
    piece = constrained(one.profile.pieces[0], one.profile)
    region = one.profile.parameter_region
    return Problem((piece,), PRIORS, (), region, Solver(), one.profile.domain, whole=(piece,))


@pytest.fixture(scope="module")
def algebra(problem: Problem) -> tuple[TwoPriors, ...]:
    return orders(problem)


def test_one_parameter_has_two_cases_and_nothing_is_open(one: Derivation) -> None:
    assert one.complete and str(one.grade) == "exact"
    conditions = [branch.conditions for branch in one.derived.branches]
    assert conditions == [(positive(BORDER),), (non_negative(-BORDER),)]
    at_end = one.derived.branches[1]
    by_hand = ((2 + a) * x + 1 - a) ** 2 - 8 * x
    assert sp.expand(at_end.polynomial + by_hand) == 0 and at_end.epsilon is not None
    for certificate in one.certificates.values():
        check(certificate, {})


def test_the_border_is_where_all_derivatives_vanish_at_the_end() -> None:
    """In the end's own unknowns, m = F(x; p, 1, 0): a = (m - x)^2/((1 - x) m^2), b = x/m^2 - 1."""
    m = sp.Symbol("m")
    at = {a: (m - x) ** 2 / ((1 - x) * m**2), q: 1, p: (m - x) / (1 - x)}
    f = p * (1 - q) * x**2 + (1 - p) * x + p * q
    weighted = (p * q + a * q + b * p) * f - p * q
    slope = sp.numer(sp.together(sp.diff(weighted, q).subs(at).subs(b, x / m**2 - 1)))
    for expression in (weighted, sp.diff(weighted, p)):
        assert sp.simplify(expression.subs(at).subs(b, x / m**2 - 1)) == 0
    border = sp.numer(sp.together(BORDER.subs(at).subs(x, 2 * m**2)))  # b = 1
    there = sp.expand(slope.subs(x, 2 * m**2))
    common = sp.gcd(sp.Poly(border, m), sp.Poly(there, m))
    assert common.degree() > 0 and any(0 < root < sp.Rational(1, 2) for root in common.real_roots())


def test_the_root_and_the_priors_are_those_by_hand(inside: Branch) -> None:
    """Points of the curve b = 1 by the formulas for x and s."""
    s = sp.Symbol("s")
    for value in (sp.Rational(1, 20), sp.Rational(1, 15), sp.Rational(1, 10)):
        relation = value * (value - s**2) ** 2 - s**2 * (1 + value) * (2 * value - s - s**2)
        found = 0
        for root in sp.Poly(relation, s).nroots(n=40):
            if root.is_real and max(value, 0) < root < sp.sqrt(value) and root + root**2 < 2 * value:
                pivot = 2 * value - root - root**2
                by_hand = {
                    p: pivot / (value * (1 - value)),
                    q: value * (value - root**2) / ((1 + value) * pivot),
                }
                at = {a: by_hand[p] * (root - value) / root**2, x: value}
                if by_hand[q] >= 1:
                    continue
                assert abs(inside.polynomial.subs(at)) < sp.Float("1e-25")
                (attained,) = inside.attained
                assert all(abs(attained.place[v].subs(at) - by_hand[v]) < 1e-20 for v in PRIORS)
                found += 1
        assert found == 1


@pytest.mark.family(12)
@pytest.mark.parametrize("seed", range(4))
def test_a_grid_of_priors_agrees(seed: int, one: Derivation) -> None:
    random = Random(f"two priors {seed}")
    near = Fraction(str(sp.Poly(BORDER, a).nroots(n=30)[0]))  # the only real root
    for value in (Fraction(random.randint(1, 99), 900), Fraction(random.randint(1, 400), 100), near):
        for off in (Fraction(0), Fraction(1, 10**7)):
            assert_grid_agrees(one, {a: value + off})


def assert_grid_agrees(derivation: Derivation, values: dict[sp.Symbol, Fraction]) -> None:
    exact = epsilon_at_precision(derivation.derived, values, 25)
    with mp.workdps(30):
        first, second = (mpf(v.numerator) / v.denominator for v in (values[a], values.get(b, Fraction(1))))
        seen = grid_minimum(lambda p, q: 1 + first / p + second / q)
        assert -(mpf(10) ** -14) < seen - exact < mpf(10) ** -6


SELDOM = [
    (Fraction(400), Fraction(1, 20)),
    (Fraction(400), Fraction(4, 5)),
    (Fraction(90), Fraction(249, 250)),
    (Fraction(1, 1000), Fraction(1, 200)),
    (Fraction(1, 1000), Fraction(13, 2000)),
]
"""Where the signs of the polynomials that tell the cases apart are seldom as they are."""

SLIPS: dict[str, Callable[[Branch], Branch]] = {
    "another polynomial": lambda one: replace(one, polynomial=one.polynomial + x**2),
    "the other sign": lambda one: replace(one, polynomial=sp.expand(-one.polynomial)),
    "a wider interval": lambda one: replace(one, between=(sp.S.Zero, sp.S.One)),
    "priors exchanged": lambda one: replace(
        one, attained=(Attainment((), {p: one.attained[0].place[q], q: one.attained[0].place[p]}, "point"),)
    ),
    "too far": lambda one: replace(one, conditions=(positive(a - sp.Rational(1, 20)),)),
    "everywhere": lambda one: replace(one, conditions=()),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_wrong_branch_is_refused(
    slip: str, inside: Branch, problem: Problem, algebra: tuple[TwoPriors, ...]
) -> None:
    prove_of_two_priors(problem, inside, algebra, exact_judge())
    with pytest.raises(UndecidedError):
        prove_of_two_priors(problem, SLIPS[slip](inside), algebra, exact_judge())


def test_the_end_does_not_decide_where_the_inside_does(
    one: Derivation, problem: Problem, algebra: tuple[TwoPriors, ...]
) -> None:
    inside, at_end = one.derived.branches
    judge = exact_judge()
    prove_of_two_priors(problem, at_end, algebra, judge)
    with pytest.raises(UndecidedError):
        prove_of_two_priors(problem, replace(at_end, conditions=inside.conditions), algebra, judge)


def test_what_was_kept_is_proved_again(one: Derivation) -> None:
    kept = restored(stored(one.derived.branches))
    again = infimum(one.profile, branches=kept)
    assert again.branches == one.derived.branches and not again.open
    wrong = (replace(kept[0], polynomial=kept[0].polynomial + 1), kept[1])
    with pytest.raises(UndecidedError):
        infimum(one.profile, branches=wrong)


def fails(both: TwoPriors, region: tuple[Condition, ...]) -> bool:
    judge = exact_judge()
    return any(judge.satisfiable(*claim) for claim in both.shared(region))


def test_each_premise_is_needed(problem: Problem, algebra: tuple[TwoPriors, ...]) -> None:
    both = algebra[0]
    assert not fails(both, problem.region)
    two_roots = sp.expand((3 * x - 1) * (3 * x - 2) * (x + 1))
    assert fails(replace(both, inside=replace(both.inside, eliminant=two_roots)), problem.region)
    assert fails(replace(both, inside=replace(both.inside, others=(2 * x - 1,))), problem.region)
    assert fails(both, ()), "a may be negative"
    end = next(iter(both.at_end(problem.region)))
    assert exact_judge().satisfiable(*end), "eps need not fall to the end q = 1"


def test_where_the_end_of_the_first_prior_may_decide_nothing_is_said() -> None:
    """r* = 1 + a/p + 1/(2 q) and a little more: for small a, p = 1 may decide; the inside is not compared."""
    profile = RiskProfile("101/100 + a/p + 1/(2*q)", ["a>0"])
    piece, region = constrained(profile.pieces[0], profile), profile.parameter_region
    problem = Problem((piece,), PRIORS, (), region, Solver(), profile.domain, whole=(piece,))
    both, judge = orders(problem), exact_judge()
    assert "F <= 0 at p = 1" in {claim[1] for claim in both[0].shared(region) if judge.satisfiable(*claim)}
    assert cases_of_two_priors(problem, region, both, judge) == ()


@pytest.mark.slow
def test_two_parameters_are_decided_for_all_terms() -> None:
    found = derive("1 + a/p + b/q", ["a>0", "b>0"])
    border = 9 * a**3 * b + 8 * a**3 + 12 * a**2 * b**2 + 11 * a**2 * b + 4 * a * b**3 + 9 * a * b**2
    border += 13 * a * b + 8 * a - b**3 - 2 * b**2 - b
    assert [branch.conditions for branch in found.derived.branches[:3]] == [
        (non_negative(b - 1), positive(border)),
        (non_negative(b - 1), non_negative(-border)),
        (positive(1 - b), non_negative(-border)),
    ]
    assert all(
        branch.conditions[:2] == (positive(1 - b), positive(border)) for branch in found.derived.branches[3:]
    )
    assert len(found.derived.branches) == 9 and found.complete and str(found.grade) == "exact"
    for certificate in found.certificates.values():
        check(certificate, {})
    inside = found.derived.branches[0]
    s = sp.Symbol("s")
    pivot = 2 * x - s - s**2
    by_hand = {p: pivot / (x * (1 - x)), q: x * (x - s**2) / ((1 + x) * pivot)}
    curve = {a: by_hand[p] * (s - x) / s**2, b: by_hand[q] * (x - s**2) / s**2}
    assert sp.numer(sp.together(inside.polynomial.subs(curve))).expand() == 0
    for at in ({x: sp.Rational(1, 10), s: sp.Rational(1, 8)}, {x: sp.Rational(1, 50), s: sp.Rational(1, 30)}):
        values = {v: e.subs(at) for v, e in curve.items()}
        for v in PRIORS:
            assert inside.attained[0].place[v].subs(values).subs(at) == by_hand[v].subs(at)
    random = Random("two parameters")
    for _ in range(6):
        for low in (Fraction(0), Fraction(1)):
            pair = Fraction(random.randint(1, 300), 100), low + Fraction(random.randint(1, 99), 100)
            assert_grid_agrees(found, dict(zip((a, b), pair, strict=True)))
    for pair in SELDOM:
        assert_grid_agrees(found, dict(zip((a, b), pair, strict=True)))


def test_numbers_alone_are_left_to_boxes() -> None:
    profile = RiskProfile("1 + 1/p + 1/q")
    piece = constrained(profile.pieces[0], profile)
    assert orders(Problem((piece,), PRIORS, (), (), Solver(), profile.domain, whole=(piece,))) == ()
