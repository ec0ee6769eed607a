"""r* = 1 + a/p + b/q with b < 1: the end of a prior, or the inside, decides.

By hand: at p = 1 the least eps is log((sqrt(1 + a) + sqrt(b (a + b)))/(1 - b)), at q = 1 it is
2 log((sqrt(1 + b) + sqrt(a (a + b)))/(1 - a)).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
import sympy as sp
from flint import fmpq
from mpmath import mp, mpf

from symbolic_eps import derive
from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision, holds_at
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.minimum.stationary import sum_of_two_terms
from symbolic_eps.minimum.stationary.cases_of_two_priors import orders, prove_of_two_priors
from symbolic_eps.minimum.stationary.inside_of_two_terms import premises_inside
from symbolic_eps.minimum.stationary.one_stationary_value import TwoPriors
from symbolic_eps.minimum.stationary.sum_of_two_terms import (
    border_of,
    branch_at_first,
    ends,
    premises,
    stationary,
    terms_of,
)
from symbolic_eps.minimum.stationary.two_ends import expected_at_ends
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import DECAY, parameter
from tests.grid_minimum import grid_minimum
from verify.language.condition import Condition, non_negative, positive
from verify.recheck import check
from verify.solvers.smt import Solver

a = parameter("a")
HALF = mpf(1) / 2


@pytest.fixture(scope="module")
def half() -> Derivation:
    return derive("1 + a/p + 1/(2*q)", ["a>0"])


@pytest.fixture(scope="module")
def problem(half: Derivation) -> Problem:
    piece = constrained(half.profile.pieces[0], half.profile)
    region = half.profile.parameter_region
    return Problem((piece,), PRIORS, (), region, Solver(), half.profile.domain, whole=(piece,))


@pytest.fixture(scope="module")
def algebra(problem: Problem) -> tuple[TwoPriors, ...]:
    return orders(problem)


def at_first(value: mpf) -> mpf:
    return mp.log((mp.sqrt(1 + value) + mp.sqrt(HALF * (value + HALF))) / (1 - HALF))


def at_second(value: mpf) -> mpf:
    return 2 * mp.log((mp.sqrt(1 + HALF) + mp.sqrt(value * (value + HALF))) / (1 - value))


@pytest.mark.slow
def test_a_grid_of_priors_and_the_forms_by_hand_agree(half: Derivation) -> None:
    random = Random("two ends")
    for value in (Fraction(random.randint(1, 60), 1000) for _ in range(3)):
        assert_agrees(half, value, at_second(as_float(value)))
    for value in (Fraction(random.randint(400, 9000), 1000) for _ in range(3)):
        assert_agrees(half, value, at_first(as_float(value)))
    for value in (Fraction(random.randint(80, 190), 1000) for _ in range(2)):
        exact = assert_agrees(half, value, None)
        assert exact < min(at_first(as_float(value)), at_second(as_float(value))) - mpf(10) ** -6


def as_float(value: Fraction) -> mpf:
    return mpf(value.numerator) / value.denominator


def assert_agrees(derivation: Derivation, value: Fraction, by_hand: mpf | None) -> mpf:
    exact = epsilon_at_precision(derivation.derived, {a: value}, 25)
    assert by_hand is None or abs(exact - by_hand) < mpf(10) ** -12
    with mp.workdps(30):
        number = as_float(value)
        seen = grid_minimum(lambda p, q: 1 + number / p + 1 / (2 * q))
        assert -(mpf(10) ** -14) < seen - exact < mpf(10) ** -6
    return exact


@pytest.mark.slow
def test_all_is_exact_and_checked_again(half: Derivation) -> None:
    assert half.complete and str(half.grade) == "exact"
    for certificate in half.certificates.values():
        check(certificate, {})


def test_a_wrong_branch_is_refused(
    half: Derivation, problem: Problem, algebra: tuple[TwoPriors, ...]
) -> None:
    judge = exact_judge()
    for branch in half.derived.branches:
        prove_of_two_priors(problem, branch, algebra, judge)
        slips = (
            replace(branch, conditions=()),
            replace(branch, conditions=(positive(a - 1),)),
            replace(branch, polynomial=sp.expand(2 * (branch.polynomial or sp.S.One) - 1)),
            replace(branch, attained=()),
        )
        for slip in slips:
            with pytest.raises(UndecidedError):
                prove_of_two_priors(problem, slip, algebra, judge)
    one, other = half.derived.branches[:2]
    with pytest.raises(UndecidedError):
        prove_of_two_priors(problem, replace(other, conditions=one.conditions), algebra, judge)


def test_a_slip_in_the_algebra_makes_a_premise_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = exact_judge()
    assert not any(judge.satisfiable(*claim) for claim in (*premises(), *premises_inside()))
    e = stationary()
    x = e.context().gens()[0]
    for slip in (e - x**3 * (1 - x), e * (1 + x) - 1):
        monkeypatch.setattr(sum_of_two_terms, "stationary", lambda slip=slip: slip)
        with pytest.raises(UndecidedError):
            list(premises())


def test_bounds_of_another_form_are_left_alone() -> None:
    for text in ("2 + a/p + 1/q", "1 + a/p + 1/q**2", "1 + a/(p*q) + 1/q"):
        profile = RiskProfile(text, ("a>0",))
        assert terms_of(constrained(profile.pieces[0], profile)) is None


def test_terms_whose_signs_are_not_known_are_left_open(
    problem: Problem, algebra: tuple[TwoPriors, ...]
) -> None:
    branch = next(iter(expected_at_ends(algebra[0], (*problem.region, *half_conditions()), ())))[1]
    judge = exact_judge()
    assert not any(judge.satisfiable(*claim) for claim in branch)
    without = next(iter(expected_at_ends(algebra[0], half_conditions(), ())))[1]
    assert any(judge.satisfiable(*claim) for claim in without), "a may be negative"


def half_conditions() -> tuple[Condition, ...]:
    return (non_negative(-border_of(a, sp.Rational(1, 2))),)


@pytest.mark.slow
def test_the_cells_tell_the_sign_at_the_end_and_all_six_occur() -> None:
    """Exactly, at points where X1, a and b are rational."""
    random, e, seen = Random("cells"), stationary(), set()
    b = parameter("b")
    cells = (*((cell, True) for cell in ends().cells(a, b)), *((cell, False) for cell in ends().beyond(a, b)))
    points = [
        [random.randint(1, 9) * sp.Integer(10) ** random.randint(-2, 3) for _ in range(2)] for _ in range(60)
    ]
    for h, w in (*points, (sp.Integer(4780), sp.Integer(559)), (sp.Integer(100), sp.Integer(5))):
        at = {a: h * (h + 2 * w + 2) / (1 + w) ** 2, b: h * w**2 / ((h + 2) * (1 + w) ** 2)}
        value = e(*(fmpq(int(v.p), int(v.q)) for v in (1 / (1 + h), at[a], at[b])))
        (index,) = [k for k, (cell, _) in enumerate(cells) if all(holds_at(c, at) for c in cell)]
        assert cells[index][1] == (value >= 0)
        seen.add(index)
    assert len(seen) == 6


def test_the_end_of_the_first_prior_multiplied_out() -> None:
    """At p = 1 P is a quadratic in q: its double root is the place, X the lesser root of its discriminant.

    In x^2 the discriminant is quadratic; the side is 0 at the geometric mean of its roots.
    """
    (_, q), b, x = PRIORS, parameter("b"), DECAY
    y = sp.Symbol("y", positive=True)
    along = sp.Poly(((1 + a) * q + b) * (q + (1 - q) * x**2) - q, q)
    branch = branch_at_first((), a, b)
    discriminant = sp.discriminant(along)
    assert sp.cancel(discriminant / branch.polynomial) == -1
    two, one, _ = along.all_coeffs()
    apart = sp.numer(sp.together(branch.attained[0].place[q] + one / (2 * two)))
    assert sp.rem(sp.expand(apart), discriminant, x) == 0
    (side,) = branch.sides
    of_levels, of_side = (sp.Poly(e.subs(x, sp.sqrt(y)), y) for e in (discriminant, side.polynomial))
    (highest, _, last), (falling, start) = of_levels.all_coeffs(), of_side.all_coeffs()
    assert sp.expand(start**2 * highest - falling**2 * last) == 0
    assert side.relation.holds(int(sp.sign(side.polynomial.subs({a: 1, b: sp.Rational(1, 2), x: 0}))))
