"""A bound of a maximum that is enough, by hand: r* = max(1/p, 1 + 2 (1-p)/q, 1 + (1 - p q)/(2 p q)).

Let x^2 = 1/2 and t = p q. For the last bound F = p (1 - q)/2 + (1 - p) x + t - 2 t/(1 + t), which falls as p
grows with t held fixed, for x > 1/2: it is at least its value for p = 1, (1 - t)^2/(2 (1 + t)) >= 0. On p = 1
the last bound is r*, and F = (1 - q)(x^2 - q/(1 + q)): X^2 is at least q/(1 + q), that is 1/2 as q -> 1.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
import sympy as sp

from symbolic_eps.answers.derivation import derive
from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.minimum import infimum, one_bound
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.continuity_in_risk import Risk
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.one_bound import shown_by_one_bound
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from verify.enclosure import Enclosure
from verify.recheck import check
from verify.solvers.smt import Solver

pytestmark = pytest.mark.usefixtures("without_certificates")

BOUNDS = "max(1/p, 1 + 2*(1-p)/q, 1 + 1/2*(1-p*q)/(p*q))"
THREE = RiskProfile(BOUNDS)


def problem_of(profile: RiskProfile) -> Problem:
    known = profile.parameter_region
    whole = tuple(constrained(piece, profile) for piece in profile.checked_pieces(Solver()))
    return Problem(
        whole, profile.free_priors, (), known, Solver(), profile.domain, whole=whole, risk=Risk.of(profile)
    )


def branch_at(square: sp.Rational) -> Branch:
    """X^2 is this, in the limit of priors near 1."""
    attained = (Attainment((), dict.fromkeys(PRIORS, sp.S.One), AttainmentKind.LIMIT),)
    coefficients = (sp.Integer(square.q), sp.S.Zero, sp.Integer(square.p))
    return Branch((), square.q * x**2 - square.p, coefficients, attained)


def test_the_least_eps_of_three_bounds_is_that_of_one() -> None:
    eps = sp.log(2) / 2
    near = Enclosure(*(Fraction(str(eps.n(12))) + k * Fraction(1, 10**10) for k in (-1, 1)))
    result = infimum(THREE, bracket=near)
    assert not result.open and str(result.grade) == "exact"
    assert [branch.epsilon for branch in result.branches] == [eps]
    for certificate in result.certificates.values():
        check(certificate, {})


def test_it_is_what_a_grid_of_priors_says() -> None:
    def decay(p: float, q: float) -> float:
        s = 1 / max(1 / p, 1 + 2 * (1 - p) / q, 1 + (1 - p * q) / (2 * p * q))
        root = math.sqrt((1 - p) ** 2 + 4 * p * (1 - q) * (s - p * q))
        return 2 * (s - p * q) / (1 - p + root)

    near = [1 - 2.0**-k for k in range(1, 20)] + [k / 40 for k in range(1, 40)]
    greatest = max(decay(p, q) for p, q in product((*near, 1.0), near))
    assert math.sqrt(1 / 2) - 1e-5 < greatest < math.sqrt(1 / 2)


@pytest.mark.parametrize(("square", "is_shown"), [("1/2", True), ("3/5", True), ("49/100", False)])
def test_a_greater_eps_is_not_shown(square: str, is_shown: bool) -> None:
    judge = exact_judge()
    assert bool(shown_by_one_bound(problem_of(THREE), branch_at(sp.Rational(square)), judge)) == is_shown


def test_that_the_bound_is_at_least_1_is_proved_and_not_only_looked_for() -> None:
    """n/d = (1 + p q)/(2 p q) is at least 1 unless 2 p q <= 0, or p q > 1."""
    evidence = shown_by_one_bound(problem_of(THREE), branch_at(sp.Rational(1, 2)), exact_judge())
    said = [str(e.statement) for e in evidence if str(e.grade) == "exact"]
    for failure in ("2*p*q <= 0", "p*q > 1"):
        assert any(f"({failure}) imply False" in one for one in said), failure


def test_where_two_bounds_are_equal_none_is_enough() -> None:
    """For max(1/(4 p q), 3) the least eps is log(11/3)/2 at p = 1, q = 1/12: F = (1 - q) x^2 + q - 1/3."""
    profile = RiskProfile("max(1/(4*p*q), 3)")
    (branch,) = derive("max(1/(4*p*q), 3)").derived.branches
    assert branch.epsilon == sp.log(sp.Rational(11, 3)) / 2
    assert shown_by_one_bound(problem_of(profile), branch, exact_judge()) == ()


def test_a_bound_below_1_somewhere_is_not_taken() -> None:
    """4 - 8 p is negative for p > 1/2, where its reciprocal bounds nothing."""
    low = RiskProfile("max(2, 4 - 8*p)", fixed={"q": "1"})
    (at,) = (piece for piece in one_bound._bounds(problem_of(low)) if piece.bound != 2)
    assert not one_bound._is_at_least_one(at, (), exact_judge())
    assert one_bound._is_at_least_one(replace(at, numerator=sp.Integer(2)), (), exact_judge())
