"""Sides along which F is least nowhere between their ends: the ridge of max(q/p, p/q) + c where p <= p1.

By hand, on the side p = p1 with n = p1 + c q: F_q = 0 is n^2 (1 - x^2) = 1, so that there n^2 F_p is
n^2 (1 - x) - 1 + 2 q. On the ridge p = q = t, F = x - s + t (x^2 - x) + t^2 (1 - x^2) with s = 1/(1 + c) is
least at t = x/(2 (1 + x)), if that is at most p1, and else at t = p1.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
import sympy as sp
from mpmath import mp, mpf

from symbolic_eps import derive
from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.reductions import by_inward_slope
from symbolic_eps.minimum.reductions.border import face_at
from symbolic_eps.minimum.reductions.by_inward_slope import ends_without_minima, with_named
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from tests.grid_minimum import epsilon_at
from verify.language.condition import positive
from verify.recheck import check
from verify.solvers.smt import Solver

c, p1 = parameter("c"), parameter("p1")


@pytest.fixture(scope="module")
def ridge() -> Derivation:
    return derive("max(q/p, p/q) + c", ["c>0"], box=["p<=p1"])


@pytest.mark.slow
def test_the_ridge_in_a_box_is_the_cubic_by_hand_or_its_end(ridge: Derivation) -> None:
    assert ridge.complete and str(ridge.grade) == "exact"
    cubic = (1 + c) * (x**3 + 3 * x**2 + 4 * x) - 4 * (1 + x)
    at_end = (1 + c) * (p1 * (1 - p1) * x**2 + (1 - p1) * x + p1**2) - 1
    found = [branch.polynomial for branch in ridge.derived.branches]
    assert [sp.expand(one - other) for one, other in zip(found, (cubic, at_end), strict=True)] == [0, 0]
    for certificate in ridge.certificates.values():
        check(certificate, {})


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_no_prior_needs_less_and_one_needs_as_much(seed: int, ridge: Derivation) -> None:
    random = Random(f"ridge in a box {seed}")
    values = {c: Fraction(random.randint(1, 99), 10), p1: Fraction(random.randint(1, 60), 100)}
    exact = epsilon_at_precision(ridge.derived, values, 25)
    with mp.workdps(30):
        slack, most = (mpf(v.numerator) / v.denominator for v in values.values())
        decay = mp.exp(-exact)
        t = min(decay / (2 + 2 * decay), most)
        assert abs(epsilon_at(1 + slack, t, t) - exact) < mpf(10) ** -18
        priors = [(most * mpf(random.random()), mpf(random.random())) for _ in range(300)]
        side = [(most, most * k / 60) for k in range(1, 60)]
        assert min(epsilon_at(max(u / v, v / u) + slack, v, u) for v, u in (*priors, *side)) > exact


def _ends(profile: RiskProfile, number: int, end: sp.Expr, upper: bool = True) -> list[dict] | None:
    piece = constrained(profile.checked_pieces(Solver())[number], profile)
    side, region = face_at(piece, p, end, ""), profile.parameter_region
    found = ends_without_minima(piece, p, side, upper, region, Solver(), exact_judge())
    return None if found is None else [dict(face.priors) for face in found]


RIDGE = RiskProfile("max(q/p, p/q) + c", ["c>0"], box=["p<=p1"])
INNER = RiskProfile("11/10 + 5*(1 - p) + (q - 1/2)**2")


def test_the_side_comes_down_to_its_ends() -> None:
    assert _ends(RIDGE, 1, p1) == [{p: p1, q: 0}, {p: p1, q: 1}, {p: p1, q: p1}]


def test_a_side_with_a_minimum_stays() -> None:
    """At p = 1, x = 12/13: F is least between q = 0 and q = 1, and rises with a smaller p."""
    assert _ends(INNER, 0, sp.Integer(1)) is None


def test_a_side_that_is_taken_for_the_other_stays() -> None:
    assert _ends(RIDGE, 1, p1, upper=False) is None


def test_planted_slope_outwards_reduces_a_side_with_a_minimum(monkeypatch: pytest.MonkeyPatch) -> None:
    right = by_inward_slope.slope_on_root

    def wrong(f: sp.Expr, n: sp.Expr, d: sp.Expr, v: sp.Symbol) -> sp.Expr:
        return -right(f, n, d, v) if v == p else right(f, n, d, v)

    monkeypatch.setattr(by_inward_slope, "slope_on_root", wrong)
    assert _ends(RIDGE, 1, p1) is None
    assert _ends(INNER, 0, sp.Integer(1)) is not None


def test_r_equal_to_1_at_the_corner_keeps_the_side() -> None:
    """There F says nothing at p = q = 1, where it may begin to be 0 for all x."""
    assert _ends(RiskProfile("p/q + 1 - p*q"), 0, sp.Integer(1)) is None


def test_a_named_numerator_keeps_every_point() -> None:
    conditions = [positive(c), positive(q), positive((p1 + c * q) ** 2 * x - q), positive(c - x)]
    named = with_named(p1 + c * q, conditions, Solver())
    name = parameter("n")
    for values in ({c: 2, q: 1, p1: 3, x: 1}, {c: 5, q: 4, p1: sp.Rational(1, 3), x: 2}):
        assert all(condition.polynomial.subs(values) > 0 for condition in conditions)
        at = {**values, name: (p1 + c * q).subs(values)}
        assert all(k.relation.holds(int(sp.sign(k.polynomial.subs(at)))) for k in named)
    assert any(name in condition.symbols for condition in named) and all(c not in k.symbols for k in named)
