"""F along one prior: nothing false is shown, and what is shown there decides profiles."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import sympy as sp

from symbolic_eps.minimum.bounds import along_prior
from symbolic_eps.minimum.bounds.along_prior import nowhere_negative
from symbolic_eps.profiles.profile import PRIORS, prior_range
from verify.language.condition import Condition, non_negative, zero
from verify.solvers.smt import Solver

P, Q = PRIORS
SQUARE = (*prior_range(P), *prior_range(Q))
SOLVER = Solver()


def empty(region: tuple[Condition, ...]) -> bool:
    return not SOLVER.satisfiable(region, "a point")


FALSE = [
    # Negative inside alone, at an end alone, next to an open end alone, along a curve alone.
    (P - sp.Rational(1, 2)) ** 2 - sp.Rational(1, 100),
    (P - Q) ** 2 + P * (1 - P) - sp.Rational(1, 50),
    1 - P - Q / 1000,
    P - sp.Rational(1, 1000),
    P**2 * Q - P * Q**2 + sp.Rational(1, 20),
    (P * Q - sp.Rational(1, 4)) ** 2 * 4 - sp.Rational(1, 500),
    -((P - sp.Rational(1, 3)) ** 2) + sp.Rational(4, 9) - sp.Rational(1, 1000) * Q,
]


@pytest.mark.parametrize("polynomial", FALSE, ids=str)
def test_no_proof_of_what_is_false(polynomial: sp.Expr) -> None:
    assert not nowhere_negative(sp.expand(polynomial), SQUARE, PRIORS, empty)


TRUE = [
    (P - sp.Rational(1, 2)) ** 2,
    (P - Q) ** 2,
    P * (1 - P),
    1 - P * Q,
    (P + 1) ** 2 - 4 * P * Q,
    (2 * Q - P - 1) ** 2 + P * (1 - P),
]


@pytest.mark.parametrize("polynomial", TRUE, ids=str)
def test_tight_ones_are_proved(polynomial: sp.Expr) -> None:
    assert nowhere_negative(sp.expand(polynomial), SQUARE, PRIORS, empty)


def _drawn(seed: int) -> sp.Expr:
    stream = random.Random(f"along a prior {seed}")
    powers = [(i, j) for i in range(3) for j in range(3)]
    return sp.Add(*(stream.randint(-6, 9) * P**i * Q**j for i, j in powers))


@pytest.mark.parametrize("seed", range(25))
def test_a_proof_is_borne_out_on_a_grid(seed: int) -> None:
    polynomial = _drawn(seed)
    value = sp.lambdify((P, Q), polynomial, "math")
    grid = [Fraction(k, 24) for k in range(25)]
    if any(value(p, q) < 0 for p in grid[1:] for q in grid[1:]):
        assert not nowhere_negative(polynomial, SQUARE, PRIORS, empty)


def test_a_condition_on_both_priors_gives_ends() -> None:
    above, below = (*SQUARE, non_negative(Q - P)), (*SQUARE, non_negative(P - Q))
    assert nowhere_negative(Q**2 - P * Q, above, PRIORS, empty)
    assert not nowhere_negative(Q**2 - P * Q, below, PRIORS, empty)
    assert not nowhere_negative(Q**2 - P * Q, SQUARE, PRIORS, empty)


def test_an_equation_takes_the_place_of_a_prior() -> None:
    diagonal = (*SQUARE, zero(P - Q))
    assert nowhere_negative(P * Q - P + sp.Rational(1, 4), diagonal, PRIORS, empty)
    assert not nowhere_negative(P * Q - P + sp.Rational(1, 5), diagonal, PRIORS, empty)
    assert not nowhere_negative(P * Q - P + sp.Rational(1, 4), SQUARE, PRIORS, empty)


@pytest.mark.parametrize("seed", range(25))
def test_a_proof_on_a_triangle_is_borne_out_on_a_grid(seed: int) -> None:
    polynomial = _drawn(seed + 100)
    value = sp.lambdify((P, Q), polynomial, "math")
    grid = [Fraction(k, 24) for k in range(1, 25)]
    for sign in (1, -1):
        triangle = (*SQUARE, non_negative(sign * (2 * Q - P - sp.Rational(1, 3))))
        held = [(p, q) for p in grid for q in grid if sign * (2 * q - p - Fraction(1, 3)) >= 0]
        if any(value(p, q) < 0 for p, q in held):
            assert not nowhere_negative(polynomial, triangle, PRIORS, empty)


def test_without_the_question_about_the_least_value_a_false_claim_would_pass() -> None:
    """The planted error: ends alone, for a polynomial that dips between them."""
    dip = sp.expand((P - sp.Rational(1, 2)) ** 2 - sp.Rational(1, 100))
    assert not nowhere_negative(dip, SQUARE, PRIORS, empty)

    def blind(region: tuple[Condition, ...]) -> bool:
        return len(region) > len(prior_range(Q)) + 2 or empty(region)

    assert nowhere_negative(dip, SQUARE, PRIORS, blind)


def test_no_range_no_ends() -> None:
    joint = non_negative(2 * Q - P)
    assert list(along_prior.ranges_of((prior_range(P)[0],), P)) == []
    assert list(along_prior.ranges_of(SQUARE, P)) == [(0, 1)]
    assert list(along_prior.ranges_of((*SQUARE, joint), P)) == [(0, 1), (0, 2 * Q)]
    assert list(along_prior.ranges_of((*SQUARE, joint), Q)) == [(0, 1), (P / 2, 1)]
