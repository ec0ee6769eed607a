"""Priors along which F is concave: both ends decide; ridges with a parameter in closed form.

By hand, on p = q = t for max(q/p, p/q) + c: F = x - s + t (x^2 - x) + t^2 (1 - x^2), s = 1/(1+c), is least at
t = x/(2 (1 + x)), where 4 (1+x) F = 4 (1+x) (x - s) - x^2 (1-x); so (1+c) (x^3 + 3 x^2 + 4 x) = 4 (1 + x).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from mpmath import mpf

from symbolic_eps import derive
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece, constrained
from symbolic_eps.minimum.reductions import by_concavity
from symbolic_eps.minimum.reductions.border import shortest_faces
from symbolic_eps.minimum.reductions.by_concavity import reduced_by_concavity
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from tests.grid_minimum import grid_minimum
from verify.recheck import check
from verify.solvers.smt import Solver

c = parameter("c")


def reduced(profile: RiskProfile) -> list[tuple[ConstrainedPiece, ...] | None]:
    solver = Solver()
    pieces = [constrained(piece, profile) for piece in profile.checked_pieces(solver)]
    region = profile.parameter_region
    return [reduced_by_concavity(piece, profile.free_priors, region, solver, solver) for piece in pieces]


def test_a_ridge_is_reduced_to_the_ridge_and_the_sides() -> None:
    faces = reduced(RiskProfile("max(q/p, p/q) + c", ("c>0",)))
    ends = [[face.priors for face in group or ()] for group in faces]
    assert ends == [[{q: 1}, {q: p}], [{p: 1}, {p: q}]]


def test_the_end_at_0_is_empty_where_the_other_prior_is_less() -> None:
    """At q = 0, p <= q leaves no p > 0, and p <= 2 q + 1/4 leaves some."""
    (group,) = reduced(RiskProfile("q/p + 1/2", (), {}, ("q>=p",)))
    assert [(face.priors, face.numerator, face.denominator) for face in group or ()] == [
        ({q: 1}, p + 2, 2 * p),
        ({q: p}, 3, 2),
    ]
    (group,) = reduced(RiskProfile("q/p + 3/2", (), {}, ("p <= 2*q + 1/4",)))
    assert {q: 0} in [face.priors for face in group or ()]


def test_a_factor_that_may_be_0_is_not_divided_out() -> None:
    """Of n = (1 - p) p (p + 2) and d = (1 - p) p q only p > 0 is a condition: 1 - p is 0 at p = 1."""
    profile = RiskProfile("q/p + 1/2")
    piece = constrained(profile.pieces[0], profile)
    face = replace(piece, numerator=(1 - p) * p * (p + 2), denominator=(1 - p) * p * q)
    (shortest,) = shortest_faces([face])
    assert sp.expand(shortest.numerator - (1 - p) * (p + 2)) == 0
    assert sp.expand(shortest.denominator - (1 - p) * q) == 0
    assert shortest.conditions == face.conditions


def test_a_factor_that_is_only_known_not_to_be_negative_is_not_divided_out() -> None:
    """p - q >= 0 is a condition, but p - q is 0 on the ridge."""
    profile = RiskProfile("p/q + 1/2", (), {}, ("p>=q",))
    piece = constrained(profile.pieces[0], profile)
    assert any(condition.polynomial == p - q for condition in piece.conditions)
    face = replace(piece, numerator=(p - q) * (p + 2), denominator=(p - q) * (q + 1))
    assert shortest_faces([face])[0].polynomial == face.polynomial


RIDGES_OF_A_BOX: dict[str, tuple[str, ...]] = {"q/p + 1/2": (), "q/p + c": ("c>0",)}


@pytest.mark.slow
@pytest.mark.parametrize("text", RIDGES_OF_A_BOX)
def test_the_side_of_a_box_on_which_the_bound_is_constant_is_a_closed_form(text: str) -> None:
    """On p = q the bound is 1 + c, as on the ridge of max(q/p, p/q) + c, and q > p only loosens it."""
    found = derive(text, RIDGES_OF_A_BOX[text], box=["q>=p"])
    (branch,) = found.derived.branches
    by_hand = (1 + c) * (x**3 + 3 * x**2 + 4 * x) - 4 * (1 + x)
    if not RIDGES_OF_A_BOX[text]:
        by_hand = 2 * by_hand.subs(c, sp.Rational(1, 2))
    assert found.complete and str(found.grade) == "exact"
    assert sp.expand(branch.polynomial - by_hand) == 0
    assert all(sp.cancel(value - x / (2 * x + 2)) == 0 for value in branch.attained[0].place.values())
    for certificate in found.certificates.values():
        check(certificate, {})
    least = grid_minimum(lambda p, q: q / p + mpf(1) / 2 if q >= p else mpf(10) ** 9)
    exact = epsilon_at_precision(found.derived, {c: Fraction(1, 2)} if branch.polynomial.has(c) else {}, 25)
    assert -1e-9 < least - exact < 1e-3


@pytest.mark.parametrize(
    ("profile", "why"),
    [
        (RiskProfile("1 + a/p + b/q", ("a>0", "b>0")), "1/r* = p q/(p q + a q + b p) is concave along both"),
        (RiskProfile("max(q/p, p/q) + 1/2", (), {}, ("p == q",)), "an equation is no end"),
        (RiskProfile("4 - p**2 - q**2", (), {}, ("p**2 + q**2 <= 1/2",)), "an end that is not linear"),
    ],
)
def test_what_the_theorem_does_not_say_is_not_reduced(profile: RiskProfile, why: str) -> None:
    assert all(faces is None for faces in reduced(profile)), why


def test_the_curvature_is_that_of_the_reciprocal() -> None:
    """Of 1/(2 + p^2): (6 p^2 - 4)/(2 + p^2)^3."""
    profile = RiskProfile("2 + p**2")
    piece = constrained(profile.pieces[0], profile)
    assert sp.expand(by_concavity.curvature(piece.numerator, piece.denominator, p) - (6 * p**2 - 4)) == 0


CLOSED: dict[str, tuple[sp.Expr, Callable[[mpf, mpf], Callable[[mpf], mpf]]]] = {
    "max(q/p, p/q) + c": (
        (1 + c) * (x**3 + 3 * x**2 + 4 * x) - 4 * (1 + x),
        lambda p, q: lambda c: max(q / p, p / q) + c,
    ),
    "(1 + c)*max(p, q)/q": (
        (1 + c) * (x**3 + 3 * x**2 + 4 * x) - 4 * (1 + x),
        lambda p, q: lambda c: (1 + c) * max(p, q) / q,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("text", CLOSED)
def test_ridges_with_a_parameter_are_closed_forms(text: str) -> None:
    found = derive(text, ["c>0"])
    (branch,) = found.derived.branches
    by_hand, risk = CLOSED[text]
    assert found.complete and str(found.grade) == "exact"
    assert sp.expand(branch.polynomial - by_hand) == 0
    at = x / (2 * x + 2)
    assert all(sp.cancel(value - at) == 0 for value in branch.attained[0].place.values())
    for certificate in found.certificates.values():
        check(certificate, {})
    for value in (Fraction(1, 3), Fraction(7, 2)):
        number = mpf(value.numerator) / value.denominator
        exact = epsilon_at_precision(found.derived, {c: value}, 25)
        assert abs(grid_minimum(lambda p, q, at=number: risk(p, q)(at)) - exact) < mpf(10) ** -9


def test_a_wrong_curvature_reduces_what_it_must_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the sign. The minimum of 1 + 1/p + 1/q is inside, so that no end decides."""
    right = by_concavity.curvature
    profile = RiskProfile("1 + 1/p + 1/q")
    assert reduced(profile) == [None]
    monkeypatch.setattr(by_concavity, "curvature", lambda n, d, v: -right(n, d, v))
    assert reduced(profile) != [None]
