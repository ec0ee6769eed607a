"""Priors along which F is concave: both ends decide; ridges with a parameter in closed form.

By hand, on p = q = t for max(q/p, p/q) + c: F = x - s + t (x^2 - x) + t^2 (1 - x^2), s = 1/(1+c), is least at
t = x/(2 (1 + x)), where 4 (1+x) F = 4 (1+x) (x - s) - x^2 (1-x); so (1+c) (x^3 + 3 x^2 + 4 x) = 4 (1 + x).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
import sympy as sp
from mpmath import mpf

from symbolic_eps import derive
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision
from symbolic_eps.minimum import by_concavity
from symbolic_eps.minimum.by_concavity import reduced_by_concavity
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece, constrained
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
    assert ends == [[{q: 0}, {q: 1}, {q: p}], [{p: 0}, {p: 1}, {p: q}]]


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
