"""F along a prior between quotients of the parameters: nothing false is shown, nor a level that is too high.

By hand, for r* = max(1/24/p, b/q, r) with p q <= 7/50: where r > b (r + 1) and 50 b >= 7 r, X is attained at
q = b/r, p = 7/(50 q). On the curve p q = 7/50 where r* = b/q,
50 b q F = -50 q^2 + b q (7 + 50 x - 7 x^2) + 7 b x (x - 1), concave along q, and 7/50 <= q <= b/r.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

import pytest
import sympy as sp

from symbolic_eps.minimum.admissibility import is_bound
from symbolic_eps.minimum.bounds.parametric_ends import nowhere_negative_between
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece, constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.minimum.reductions.by_curved_ends import reduced_to_curves
from symbolic_eps.profiles.profile import RiskProfile, conditions_from
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from verify.evidence import Evidence, Grade
from verify.language.condition import Condition, non_negative, positive, zero
from verify.recheck import check
from verify.solvers.smt import Solver, UndecidedQueryError

a, b, r = parameter("a"), parameter("b"), parameter("r")
Region = tuple[Condition, ...]


def empty_given(*known: Condition) -> Callable[[Region], bool]:
    def empty(region: Region) -> bool:
        return not Solver().satisfiable([*known, *region], "a point")

    return empty


SIGNS = (positive(a), positive(b - 1))
RANGE = (non_negative(a * q - 1), non_negative(b - a * q))
"""1/a <= q <= b/a."""


@pytest.mark.parametrize(
    "polynomial", [(a * q - 1) * (b - a * q), b - a * q, b**3 - a**3 * q**3, (b - a * q) * q], ids=str
)
def test_what_is_concave_and_not_negative_at_the_ends_is_shown(polynomial: sp.Expr) -> None:
    assert nowhere_negative_between(sp.expand(polynomial), RANGE, [q], empty_given(*SIGNS))


FALSE = {
    "beyond the upper end": (2 * a * q - 1) * (b - 2 * a * q),
    "below the lower end": a * q - 1 - (b - 1) / 100,
    "of the wrong sign": (a * q - 1) * (a * q - b),
    "at one end alone": b - a * q - sp.Rational(1, 1000),
    "between the ends alone": (2 * a * q - b - 1) ** 2 - (b - 1) ** 2 / 4,
}


@pytest.mark.parametrize("polynomial", FALSE.values(), ids=FALSE)
def test_no_proof_of_what_is_false(polynomial: sp.Expr) -> None:
    assert not nowhere_negative_between(sp.expand(polynomial), RANGE, [q], empty_given(*SIGNS))


def test_the_sign_of_a_denominator_is_needed() -> None:
    """For a < 0 the same two conditions say that b/a <= q <= 1/a < 0."""
    rising = a * q - 1 + q
    assert nowhere_negative_between(sp.expand(rising), RANGE, [q], empty_given(*SIGNS))
    for known in ((), (positive(-a),)):
        given = empty_given(positive(b - 1), *known)
        assert not nowhere_negative_between(sp.expand(rising), RANGE, [q], given)


def test_an_upper_end_needs_its_sign_too() -> None:
    """For a = -1, b = 2 the condition b - a q >= 0 says nothing of q > 0, and P = -5 at q = 3."""
    below, falling = (positive(q), non_negative(b - a * q)), b**2 - a**2 * q**2
    assert nowhere_negative_between(falling, below, [q], empty_given(*SIGNS))
    assert not nowhere_negative_between(falling, below, [q], empty_given(positive(b - 1)))


def test_the_planted_error_without_the_question_about_the_bend_a_false_claim_would_pass() -> None:
    dip = sp.expand((2 * a * q - b - 1) ** 2 - (b - 1) ** 2 / 4)

    def blind(region: Region) -> bool:
        return any(q in c.symbols for c in region) or empty_given(*SIGNS)(region)

    assert nowhere_negative_between(dip, RANGE, [q], blind)


@pytest.mark.parametrize("seed", range(12))
def test_a_proof_is_borne_out_on_a_grid(seed: int) -> None:
    stream = random.Random(f"between quotients {seed}")
    powers = [(i, j) for i in range(3) for j in range(3)]
    polynomial = sp.Add(*(stream.randint(-4, 9) * q**i * a**j for i, j in powers)) - 6 * a**2 * q**2
    value = sp.lambdify((q, a), polynomial, "math")
    known = SIGNS[0], non_negative(a - 1), non_negative(2 - a), zero(b - 2)
    grid = [(Fraction(8 + k, 8), Fraction(16 + j, 16)) for k in range(9) for j in range(17)]
    if any(value(share / scale, scale) < 0 for share, scale in grid):
        assert not nowhere_negative_between(polynomial, RANGE, [q], empty_given(*known))


PROFILE = RiskProfile(
    "max(1/24/p, b/q, r)", conditions_from(["0<b<1", "r>1"]), box=conditions_from(["p*q<=7/50"])
)
VALUE = sp.expand(7 * r * (r - b) * x**2 + r * (50 * b - 7 * r) * x - b * (50 - 7 * r))
"""50 b r F at p = 7 r/(50 b), q = b/r."""
CASE = (positive(r - b * (r + 1)), non_negative(50 * b - 7 * r))


@cache
def on_the_curve() -> ConstrainedPiece:
    """The part of the box's border where r* = b/q."""
    judge, region = exact_judge(), PROFILE.parameter_region
    last = next(one for one in PROFILE.checked_pieces(judge) if sp.simplify(one.bound - b / q) == 0)
    parts = reduced_to_curves(constrained(last, PROFILE), PROFILE.free_priors, region, judge)
    assert parts is not None
    return next(part for part in parts if part.priors == {p: sp.Rational(7, 50) / q})


def bound_for(value: sp.Expr, case: Region = CASE) -> tuple[bool, Sequence[Evidence]]:
    """Whether F(X) >= 0 on the curve at the root X of a polynomial that rises there, and what shows it."""
    value, region = sp.expand(value), PROFILE.parameter_region
    root = zero(value), positive(x), non_negative(1 - x), positive(sp.diff(value, x))
    judge = exact_judge()
    problem = Problem((on_the_curve(),), PROFILE.free_priors, (), region, judge, PROFILE.domain, along=True)
    with judge.recorded() as evidence:
        try:
            return is_bound(problem, (*region, *case), root), evidence
        except UndecidedQueryError:
            return False, evidence


def test_the_curve_is_as_by_hand() -> None:
    by_hand = sp.expand(-50 * q**2 + b * q * (7 + 50 * x - 7 * x**2) + 7 * b * x * (x - 1))
    assert sp.expand(on_the_curve().polynomial - by_hand) == 0
    at_place = sp.expand(by_hand.subs(q, b / r) * r**2 / b)
    assert sp.expand(at_place - VALUE) == 0


def test_a_level_between_ends_with_parameters_is_shown_with_certificates() -> None:
    shown, evidence = bound_for(VALUE)
    certificates = [one.certificate for one in evidence if one.certificate is not None]
    assert shown and certificates
    assert {one.grade for one in evidence} == {Grade.EXACT}
    for certificate in certificates:
        check(certificate, {})


def test_a_value_a_little_too_small_is_refused() -> None:
    """The planted error: F < 0 at the place itself."""
    assert not bound_for(VALUE + b / 1000)[0]
