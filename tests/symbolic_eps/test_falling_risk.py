"""r* that does not rise with p while p q is held fixed: the largest p decides.

By hand, r* = 1 + a/p^2 + b/(p q) at p = 1, with c = 1 + a and y = x^2: (c q + b)(q + (1 - q) y) - q =
c (1 - y) q^2 - (1 - b - (c - b) y) q + b y has a double root where (b + c)^2 y^2 - 2 (c + b c - b + b^2) y +
(1 - b)^2 = 0, that is (b + c) x = sqrt(c) - sqrt(b (b + c - 1)). So
1/x = (sqrt(1 + a) + sqrt(b (a + b)))/(1 - b) for b < 1, and eps = oo for b >= 1. For a = 3 and b = 1/8 it is
(2 + 5/8)/(7/8) = 3, at q = 1/16.
"""

from __future__ import annotations

import math
from functools import cache

import pytest
import sympy as sp

from symbolic_eps import RiskProfile, derive, infimum
from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece, constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.reductions import by_product
from symbolic_eps.minimum.reductions.by_product import AT_FALLING_RISK, reduced_by_product
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import parameter
from tests.numerical_minimum import minimum
from verify.solvers.smt import Solver

p, q = PRIORS
a, b = parameter("a"), parameter("b")
SUM = "1 + a/p**2 + b/(p*q)"


def faces_of(
    profile: RiskProfile, judge: Solver | None = None
) -> list[list[dict[sp.Symbol, sp.Expr]] | None]:
    pieces = [constrained(piece, profile) for piece in profile.checked_pieces(Solver())]
    region = profile.parameter_region
    reduced = [reduced_by_product(piece, PRIORS, region, judge or Solver()) for piece in pieces]
    return [None if faces is None else [dict(face.priors) for face in faces] for faces in reduced]


@cache
def with_parameters() -> Derivation:
    return derive(SUM, ["a>0", "b>0"])


@pytest.mark.parametrize(
    "bound",
    [
        "1 + 1/p",
        "1 + 2/p + 1/(p*q)",
        "1 + 3/p**2 + 1/(8*p*q)",
        "1 + 1/(p**3*q**2) + 1/p",
        "2 + q/p",
        "1 + 1/(p*(q + 1/3))",
        "2 + (1 - p)/(p*q)",
    ],
)
def test_the_largest_p_decides(bound: str) -> None:
    assert faces_of(RiskProfile(bound), exact_judge()) == [[{p: sp.S.One}]]


@pytest.mark.parametrize(
    "bound", ["1 + 1/q", "1 + 1/p + 1/q", "2 + p/q", "1 + 1/(p*q) + 1/q", "1 + 1/(p*q**2)", "2 - (1 - p)*q"]
)
def test_risk_that_may_rise_is_refused(bound: str) -> None:
    assert faces_of(RiskProfile(bound)) == [None]


def test_piece_that_the_curve_may_leave_is_refused() -> None:
    """Both bounds fall; but which of them is larger does not depend on p q alone."""
    assert None in faces_of(RiskProfile("max(2/p, 1 + (1 + q)/p)"))


def test_in_a_box_the_largest_p_and_the_least_q_decide() -> None:
    ends = ["0<p0<p1<=1", "0<q0<q1<=1", "a>0"]
    profile = RiskProfile("1 + a/p**2", ends, {}, ["p0<=p<=p1", "q0<=q<=q1"])
    assert faces_of(profile) == [[{p: parameter("p1")}, {q: parameter("q0")}]]


def test_value_by_hand() -> None:
    (branch,) = infimum(RiskProfile("1 + 3/p**2 + 1/(8*p*q)")).branches
    assert branch.epsilon == sp.log(3)
    assert [dict(attained.place) for attained in branch.attained] == [{p: 1, q: sp.Rational(1, 16)}]
    assert AT_FALLING_RISK in [step.words for step in branch.steps]


def test_two_cases_with_parameters() -> None:
    found = with_parameters()
    assert found.complete and str(found.grade) == "exact"
    assert {
        (str(c), branch.polynomial is None) for branch in found.derived.branches for c in branch.conditions
    } == {
        ("b >= 1", True),
        ("b < 1", False),
    }


@pytest.mark.parametrize(
    ("of_a", "of_b"), [("3", "1/8"), ("1/50", "2/5"), ("1/3", "99/100"), ("7", "1/1000")]
)
def test_with_parameters_it_is_the_least_eps(of_a: str, of_b: str) -> None:
    values = {a: sp.Rational(of_a), b: sp.Rational(of_b)}
    told = float(epsilon_at_precision(with_parameters().derived, values, 25))
    at_a, at_b = (float(value) for value in values.values())
    by_hand = math.log((math.sqrt(1 + at_a) + math.sqrt(at_b * (at_a + at_b))) / (1 - at_b))
    seen = float(minimum(RiskProfile(SUM, ["a>0", "b>0"]), values))
    assert told == pytest.approx(by_hand, rel=1e-12) and told == pytest.approx(seen, rel=1e-9)


@pytest.mark.parametrize("bound", ["3/2 + q/p", "1 + 1/(9*p*q) + 1/(7*p)", "1 + 1/(3*p*(q + 1/3))"])
def test_other_profiles_have_the_least_eps(bound: str) -> None:
    profile = RiskProfile(bound)
    found = infimum(profile)
    assert float(epsilon_at_precision(found, {}, 25)) == pytest.approx(float(minimum(profile, {})), rel=1e-9)


@pytest.mark.slow
def test_premise_that_is_left_out_gives_too_large_an_eps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: every bound is taken to fall. r* = 1 + 1/(90 p) + 1/(5 q) is hardest inside both ranges."""
    profile = RiskProfile("1 + 1/(90*p) + 1/(5*q)")
    seen = float(minimum(profile, {}))
    assert float(epsilon_at_precision(infimum(profile), {}, 25)) == pytest.approx(seen, rel=1e-9)

    def untrue(*_: object) -> bool:
        return True

    monkeypatch.setattr(by_product, "risk_falls", untrue)
    assert float(epsilon_at_precision(infimum(profile), {}, 25)) > seen + 1e-6


def test_only_the_piece_matters() -> None:
    """For r* = 2 - p (q - 1/2)^2, p r*_p - q r*_q = p (q - 1/2) (q + 1/2): it falls where q < 1/2."""
    bound = "2 - p*(q - 1/2)**2"
    assert faces_of(RiskProfile(bound)) == [None]
    assert faces_of(RiskProfile(bound, [], {}, ["q<=1/2"])) == [[{p: sp.S.One}]]


def test_piece_is_not_changed() -> None:
    profile = RiskProfile("1 + 1/p")
    piece: ConstrainedPiece = constrained(profile.pieces[0], profile)
    (face,) = reduced_by_product(piece, PRIORS, (), Solver()) or ()
    assert face.origin == piece and face.reductions == (AT_FALLING_RISK,)
