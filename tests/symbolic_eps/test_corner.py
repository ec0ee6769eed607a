"""Limits at corners: exact, proved, agreed with by a refined grid; a wrong one is not proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
import sympy as sp
from mpmath import log as mp_log
from mpmath import mpf

from symbolic_eps import Cap, derive, recommend
from symbolic_eps.closed_forms.closed_form import AttainmentKind, Branch
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.corner import corner_limits
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import DECAY, parameter
from tests.grid_minimum import grid_minimum
from verify.prover.certifying_solver import CertifyingSolver
from verify.solvers.smt import UndecidedQueryError

A, B = parameter("a"), parameter("b")
CORNER = dict.fromkeys(PRIORS, sp.S.One)
NONE = dict.fromkeys(PRIORS, sp.S.Zero)
BENT = RiskProfile("2/(1+p*q)", box=["q>=p**2"])
FALLS_THEN_RISES = RiskProfile("1 + 18/25*q/p + b*p", ["b>0"])


@pytest.mark.family(9)
@pytest.mark.parametrize(
    ("text", "assumption", "epsilon"),
    [
        ("1 + b*(1-p*q)/(p*q)", "0<b<1", sp.log(1 / (1 - B)) / 2),
        ("(p*q + b*(1-p*q))/(p*q)", "0<b<1", sp.log(1 / (1 - B)) / 2),
        ("1 + a*(1-p*q)**2", "a>0", sp.S.Zero),
        # Neither side is a border of a piece there, but p = q is, and a q (1 - p) = p (1 - q).
        ("max(1/p, 1/q)", "", sp.log((1 + sp.sqrt(5)) / 2)),
        ("max(1 + 1/3*(1-p)/p, 1 + (1-q)/q)", "", sp.log((3 + sp.sqrt(21)) / 6)),
    ],
)
def test_the_limit_at_the_corner_is_derived_and_proved(text: str, assumption: str, epsilon: sp.Expr) -> None:
    found = derive(text, [assumption] if assumption else [])
    (branch,) = found.derived.branches
    assert found.complete
    assert str(found.grade) == "exact"
    assert sp.simplify(branch.epsilon - epsilon) == 0
    assert [(a.kind, a.place) for a in branch.attained] == [(AttainmentKind.LIMIT, CORNER)]


@pytest.mark.parametrize(
    ("bound", "expected"),
    [
        (lambda p, q: 1 + (1 - p * q) / (p * q) / 4, mp_log(mpf(4) / 3) / 2),
        (lambda p, q: 1 + 3 * (1 - p * q) ** 2, mpf(0)),
        (lambda p, q: 1 / min(p, q), mp_log((1 + mpf(5) ** 0.5) / 2)),
    ],
)
def test_a_refined_grid_agrees(bound: Callable[[mpf, mpf], mpf], expected: mpf) -> None:
    assert abs(grid_minimum(bound) - expected) < 1e-9


@pytest.mark.parametrize("wrong", [DECAY**2 - 1 + B / 2, DECAY - 1 + B / 2])
def test_a_wrong_limit_is_not_proved(wrong: sp.Expr) -> None:
    profile = RiskProfile("1 + b*(1-p*q)/(p*q)", ["0<b<1"])
    (right,) = infimum(profile).branches
    terms = sp.Poly(wrong, DECAY)
    coefficients = *(terms.coeff_monomial(DECAY**k) for k in (2, 1)), -terms.coeff_monomial(1)
    planted = replace(right, polynomial=wrong, coefficients=coefficients)
    judge = CertifyingSolver()
    assert infimum(profile, judge=judge, branches=[right]).branches == (right,)
    with pytest.raises(UndecidedError, match="is reached"):
        infimum(profile, branches=[planted])


def test_the_corner_does_not_count_where_the_sides_are_outside_the_box() -> None:
    """On p <= 3/4 the limit at the corner is no limit of enforced priors: eps is larger."""
    found = derive("1 + (1-p*q)**2", box=["p<=3/4"], patience=60)
    assert all(a.place != CORNER for branch in found.derived.branches for a in branch.attained)


def test_a_side_of_the_corner_outside_the_piece_gives_no_limit() -> None:
    """On p <= q the bound is 1/p**2, and the side p = 1 > q is not there: r* p q >= 1, and eps = oo."""
    profile = RiskProfile("max(1/p**2, 1/q**2)")
    assert [branch.polynomial for branch in infimum(profile).branches] == [None]


def test_along_a_border_through_the_corner_the_limit_is_derived_and_proved() -> None:
    """By hand: on p <= q with p = q = 1 - t, F = t (x^2 + x - 2/k) + o(t), which asks for more than q = 1."""
    found = derive([Cap("odds-ratio", "k")], ["k>1"], box=["p<=q"])
    (branch,) = found.derived.branches
    assert found.complete and str(found.grade) == "exact"
    k = parameter("k")
    assert sp.expand(branch.polynomial - (k * DECAY**2 + k * DECAY - 2)) == 0
    assert [(a.kind, a.place) for a in branch.attained] == [(AttainmentKind.LIMIT, CORNER)]


@pytest.mark.family(12)
@pytest.mark.parametrize(
    ("box", "coefficients"),
    [("p<=q", (1, 1, 2)), ("p+1<=2*q", (1, 2, 3)), ("q<=p", (1, 1, 2)), ("2*p<=q+1", (2, 1, 3))],
)
def test_the_slope_of_the_border_counts(box: str, coefficients: tuple[int, int, int]) -> None:
    """By hand: along p = 1 - a t, q = 1 - b t, F/t tends to b x^2 + a x - (a + b)/k, here with k = 2.

    The side of the piece, where a or b is 0, asks for x = 1/2 or x^2 = 1/2, and may be what decides.
    """
    b, a, both = coefficients
    found = recommend("2/(1 + p*q)", box=[box], patience=300)
    assert str(found.grade) == "exact"
    slanting = (-a + sp.sqrt(a**2 + 2 * b * both)) / (2 * b)
    side = sp.sqrt(2) / 2 if box == "q<=p" else sp.Rational(1, 2)
    assert sp.simplify(sp.exp(-found.epsilon) - sp.Max(slanting, side)) == 0


def test_beyond_a_border_that_bends_away_there_is_no_such_limit() -> None:
    """On q >= p**2 the tangent p = 1 - t, q = 1 - 2 t lies outside; F is 0 at no prior of it."""
    pieces = [constrained(piece, profile) for profile in [BENT] for piece in profile.pieces]
    tangent = 4 * DECAY**2 + 2 * DECAY - 3
    found = [c for piece in pieces for c in corner_limits(piece, PRIORS)]
    assert [c for c in found if sp.expand(c.polynomial - tangent) == 0] == []
    straight = RiskProfile("2/(1+p*q)", box=["q>=2*p-1"])
    found = [c for piece in straight.pieces for c in corner_limits(constrained(piece, straight), PRIORS)]
    assert any(sp.expand(c.polynomial - tangent) == 0 for c in found)


@pytest.mark.parametrize("domain", ["p+q<1", "p+2*q<1", "p**2+q<1"])
def test_a_limit_beside_a_border_that_is_no_side_is_proved(domain: str) -> None:
    """By hand: eps = log(3)/2 towards p = 1, q = 0; below a sloping border p = 1 - t, q = t^2 goes there."""
    found = infimum(RiskProfile("3", box=[domain]))
    (branch,) = found.branches
    assert branch.epsilon == sp.log(3) / 2 and str(found.grade) == "exact"
    assert [(a.kind, a.place) for a in branch.attained] == [
        (AttainmentKind.LIMIT, {PRIORS[0]: sp.S.One, PRIORS[1]: sp.S.Zero})
    ]
    with pytest.raises(UndecidedError, match="is reached"):
        infimum(RiskProfile("3", box=["p+q<9/10"]), branches=[branch])


def test_where_the_profile_is_0_over_0_the_limit_is_proved() -> None:
    """By hand: along p = t, q = t^2 both q/p and p vanish, so that r* -> 1, and eps = 0."""
    found = infimum(FALLS_THEN_RISES)
    (branch,) = found.branches
    assert str(found.grade) == "exact" and branch.epsilon == 0
    assert [(a.kind, a.place) for a in branch.attained] == [(AttainmentKind.LIMIT, NONE)]


@pytest.mark.parametrize(
    ("planted", "message"),
    [
        (3 * DECAY - 2, "is reached"),  # no way into the corner has this value
        (3 * DECAY - 1, "is a lower bound"),  # the diagonal has, but the side has a smaller eps
    ],
)
def test_another_value_is_not_proved_where_the_profile_is_0_over_0(planted: sp.Expr, message: str) -> None:
    """By hand: r* -> 2 along the side, and eps = log 2."""
    profile = RiskProfile("2 + q/p + 3*p")
    (right,) = infimum(profile).branches
    assert right.epsilon == sp.log(2)
    wrong = with_value(right, planted)
    assert infimum(profile, branches=[right]).branches == (right,)
    with pytest.raises((UndecidedError, UndecidedQueryError), match=message):
        infimum(profile, branches=[wrong])


def with_value(branch: Branch, polynomial: sp.Expr) -> Branch:
    """The branch with the root of a polynomial of degree 1 in place of its own."""
    slope, offset = sp.Poly(polynomial, DECAY).all_coeffs()
    return replace(branch, polynomial=polynomial, coefficients=(sp.S.Zero, slope, -offset))


def test_the_way_along_a_side_counts_only_in_the_piece() -> None:
    """By hand: for q >= p the least of q/p is on the diagonal, r* -> 2 at p = q = 0, and eps = log 2."""
    profile = RiskProfile("piecewise((1 + q/p + 3*p, q >= p), 9)")
    found = infimum(profile)
    (branch,) = found.branches
    assert branch.epsilon == sp.log(2) and str(found.grade) == "exact"
    assert [(a.kind, a.place) for a in branch.attained] == [(AttainmentKind.LIMIT, NONE)]
    with pytest.raises(UndecidedError, match="is reached"):
        infimum(profile, branches=[with_value(branch, DECAY - 1)])
