"""Ridges across which bounds bend downward: P + mu Q - K P Q bends upward; Coq judges the theorems."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
import sympy as sp

from symbolic_eps.coq.own_roots.box_points import ends_of
from symbolic_eps.coq.own_roots.ridge import MU, Ridge, bends, ridge_at, rises_along
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.at_numbers.bracket import Bracket, Near
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import DECAY
from verify.solvers.smt import Solver

p, q = PRIORS
PLACES = {
    "max(1/(4*p) + 8/5*q, 29/20 + 5/4*p/q)": ("0.485778066893", "0.176920850946", "0.383501236436"),
    "max(1/2/(p*q), 19/10 + 49/20*p/q + 6/5*q)": ("0.179559257267", "0.213270982581", "0.672916502731"),
}
"""Minima by hand: zeros of both bounds and of the determinant of their slopes, by Newton's steps."""

DOWNWARD, NEARLY_FLAT = PLACES
P_RANGE, Q_RANGE = (Fraction(43, 256), Fraction(95, 512)), (Fraction(3, 8), Fraction(201, 512))


def near(text: str) -> Near:
    x, at_p, at_q = map(Fraction, PLACES[text])
    return Near((at_p, at_p), (at_q, at_q), (x, x))


@cache
def polynomials(text: str) -> tuple[sp.Expr, ...]:
    profile = RiskProfile(text)
    return tuple(constrained(piece, profile).polynomial for piece in profile.checked_pieces(Solver()))


def ridge_of(text: str) -> Ridge:
    return ridge_at(*polynomials(text), near(text))


def bracket(low: str) -> Bracket:
    return Bracket((Fraction(low), Fraction(7959, 16384)), P_RANGE, Q_RANGE)


def form_at(ridge: Ridge, text: str) -> tuple[float, float]:
    """f_pp and f_pp f_qq - f_pq^2 at the place."""
    at = dict(zip((DECAY, p, q), map(float, near(text).centre), strict=True))
    a, b = (float(value.subs(at)) for value in ridge.ratio)
    f = ridge.whole.subs(MU, a / b)
    pp, pq, qq = (float(sp.diff(f, *pair).subs(at)) for pair in ((p, p), (p, q), (q, q)))
    return pp, pp * qq - pq**2


@pytest.mark.parametrize("text", PLACES)
def test_the_sum_bends_upward_at_the_minimum(text: str) -> None:
    ridge = ridge_of(text)
    assert ridge.weight > 0
    assert min(form_at(ridge, text)) > 0


def test_without_the_product_it_does_not_bend_upward() -> None:
    assert min(form_at(replace(ridge_of(DOWNWARD), weight=Fraction(0)), DOWNWARD)) < 0


def test_the_second_slopes_are_sums_of_products_of_parts() -> None:
    ridge = ridge_of(DOWNWARD)
    parts, slant = {**ridge.parts, "mu": MU}, sp.Rational(str(ridge.slant))
    v, w = ridge.prior, ridge.other

    def along(f: sp.Expr) -> sp.Expr:
        return sp.diff(f, w) - slant * sp.diff(f, v)

    def across(f: sp.Expr) -> sp.Expr:
        return sp.diff(f, v)

    for slope, value in (
        ("11", across(across(ridge.whole))),
        ("12", along(across(ridge.whole))),
        ("22", along(along(ridge.whole))),
    ):
        terms = (n * parts[one] * parts[other] for (one, other), n in ridge.products(slope).items())
        assert sp.expand(value - ridge.scale * parts[f"P{slope}"] - sum(terms)) == 0


def test_ranges_hold_in_the_box_and_give_the_bounds() -> None:
    ridge, box = ridge_of(DOWNWARD), bracket("127343/262144")
    found = bends(ridge, box)
    assert found is not None
    assert found.most_b**2 < found.least_a * found.least_c
    for x, at_p, at_q in product(box.decay, box.p, box.q):
        at = {DECAY: sp.Rational(str(x)), p: sp.Rational(str(at_p)), q: sp.Rational(str(at_q))}
        for name, value in ridge.parts.items():
            low, high = found.ranges[name]
            assert low <= Fraction(str(value.subs(at))) <= high


def test_a_wide_box_has_no_such_ranges() -> None:
    ridge = ridge_of(DOWNWARD)
    wide = Bracket(bracket("1/4").decay, (Fraction(1, 64), Fraction(1, 2)), (Fraction(1, 8), Fraction(3, 4)))
    assert bends(ridge, wide) is None


def test_a_ridge_along_which_the_bound_falls_below_x_outside_of_the_box_is_seen() -> None:
    """At X = 3979/8192 eps is smaller on the ridge just outside, where no grid on the border looks."""
    ridge = ridge_of(DOWNWARD)
    assert rises_along(ridge, near(DOWNWARD), bracket("127343/262144"))
    assert not rises_along(ridge, near(DOWNWARD), bracket("3979/8192"))


def test_bounds_that_fall_in_one_direction_are_no_ridge() -> None:
    first, _ = polynomials(DOWNWARD)
    with pytest.raises(UndecidedError, match="fall in one direction"):
        ridge_at(first, 2 * first, near(DOWNWARD))


def test_ends_are_on_both_sides() -> None:
    for values in ([0.3, 0.4], [-7.25, 1e-9], [0.0, 0.0], [1 / 3, 1 / 3]):
        low, high = ends_of(values)
        assert low <= min(values) and max(values) <= high
