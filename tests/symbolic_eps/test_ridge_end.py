"""Where a ridge meets the end of a prior: a slant along which both bounds fall; Coq judges the theorems."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
import sympy as sp

from symbolic_eps.coq.own_roots.ridge_end import RidgeEnd, is_end, ridge_end_at
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.at_numbers.bracket import Bracket, Near, around
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import DECAY
from verify.solvers.smt import Solver

p, q = PRIORS
PLACES = {
    "max(19/20/(p**2*q), 29/20 + 2/5*p + 19/10*q)": (p, ("0.176438389", "1", "0.371653809")),
    "max(1/2/(p*q**2), 29/20 + 2/5*q + 19/10*p)": (q, ("0.282672857", "0.220377973", "1")),
}
"""The prior at its end and the place, by hand: both bounds are equal there."""

AT_P, AT_Q = PLACES
ONE = sp.Integer(1)


@cache
def polynomials(text: str) -> tuple[sp.Expr, sp.Expr]:
    profile = RiskProfile(text)
    first, second = (constrained(piece, profile).polynomial for piece in profile.checked_pieces(Solver()))
    return first, second


def near(text: str) -> Near:
    x, at_p, at_q = map(Fraction, PLACES[text][1])
    return Near((at_p, at_p), (at_q, at_q), (x, x))


def ridge_of(text: str, side: int = 1) -> RidgeEnd:
    return ridge_end_at(polynomials(text), PLACES[text][0], ONE, side, near(text))


def box(text: str, bits: int) -> Bracket:
    x, at_p, at_q = near(text).centre
    return Bracket(around(x, bits + 4), around(at_p, bits), around(at_q, bits))


@pytest.mark.parametrize("text", PLACES)
def test_both_bounds_fall_on_the_way_to_the_end(text: str) -> None:
    """The slope of each along (1, s), taken from the polynomial itself, is negative at the place."""
    ridge = ridge_of(text)
    at = dict(zip((DECAY, p, q), map(float, near(text).centre), strict=True))
    slant = sp.Rational(str(ridge.slant))
    for f in ridge.polynomials:
        assert (sp.diff(f, ridge.prior) + slant * sp.diff(f, ridge.other)).subs(at) < 0


@pytest.mark.parametrize("text", PLACES)
def test_the_values_say_how_far_a_polynomial_is_from_its_level(text: str) -> None:
    """P(w, v) = P(e, v') + (e - w) R(w, v') and P(e, v') = P(e, y) + (v' - y) S(v', y), at drawn numbers."""
    ridge = ridge_of(text)
    w, v = ridge.prior, ridge.other
    x0, w0, v0, y0 = map(sp.Rational, ("1/7", "4/5", "3/11", "2/9"))
    reached = v0 + sp.Rational(str(ridge.slant)) * (1 - w0)
    for k, sign in enumerate((ridge.sign, -ridge.sign)):
        f = ridge.polynomials[k].subs(DECAY, x0)
        fall = ridge.falls[k].subs({DECAY: x0, w: w0, v: reached})
        climb = sign * ridge.climbs[k].subs({DECAY: x0, w: y0, v: reached})
        at_end = f.subs({w: 1, v: reached})
        assert f.subs({w: w0, v: v0}) == at_end + (1 - w0) * fall
        assert at_end == f.subs({w: 1, v: y0}) + (reached - y0) * climb


@pytest.mark.parametrize("text", PLACES)
def test_a_small_box_does_and_a_wide_one_does_not(text: str) -> None:
    does = is_end(ridge_of(text))
    assert does(box(text, 10))
    assert not does(Bracket((Fraction(1, 64), Fraction(63, 64)), *2 * [(Fraction(1, 64), Fraction(5, 4))]))


def test_what_is_no_minimum_is_no_end_of_a_ridge() -> None:
    """With the domain on the other side of p = 1 both bounds fall into it."""
    with pytest.raises(UndecidedError, match="fall in one direction"):
        ridge_of(AT_P, side=-1)


def test_bounds_that_rise_with_the_other_prior_are_no_ridge() -> None:
    first, _ = polynomials(AT_P)
    with pytest.raises(UndecidedError, match="rise with the other prior"):
        ridge_end_at((first, 2 * first), p, ONE, 1, near(AT_P))
