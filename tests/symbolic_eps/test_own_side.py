"""A minimum at an end of a prior: in a box P falls towards the end and bends upward along it."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

from symbolic_eps.coq.own_roots.side import Side
from symbolic_eps.minimum.at_numbers.bracket import Bracket, around
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import DECAY

p, q = PRIORS
END = sp.Rational(2, 3)
PLACE = "0.7962419", "0.6666667", "0.3501557"
"""Of the minimum, where eps of the sum on p < 2/3 is least, in decimals."""


def side_of(text: str, prior: sp.Symbol = p, side: int = 1) -> Side:
    profile = RiskProfile(text)
    (piece,) = profile.pieces
    return Side(constrained(piece, profile).polynomial, prior, END, side)


def box(bits: int, prior: sp.Symbol = p) -> Bracket:
    x, end, along = map(Fraction, PLACE)
    sides = around(end, bits), around(along, bits)
    return Bracket(around(x, bits + 4), *(sides if prior == p else sides[::-1]))


@pytest.mark.parametrize(("text", "prior"), [("1 + 1/(10*p) + 1/(20*q)", p), ("1 + 1/(20*p) + q/10", q)])
def test_fall_and_bend_say_how_far_a_polynomial_is_from_its_tangent(text: str, prior: sp.Symbol) -> None:
    """P(w, v) = P(e, y) + (v - y) P_v(e, y) + (v - y)^2 B(v, y) + (e - w) R(w, v), at drawn numbers."""
    side = side_of(text, prior)
    w, v = prior, side.other
    x0, w0, v0, y0 = map(sp.Rational, ("1/7", "4/7", "3/11", "2/9"))
    f = side.polynomial.subs(DECAY, x0)
    tangent = f.subs({w: END, v: y0}) + (v0 - y0) * sp.diff(f, v).subs({w: END, v: y0})
    bend = side.bend.subs({DECAY: x0, w: y0, v: v0})
    fall = side.fall.subs({DECAY: x0, w: w0, v: v0})
    assert f.subs({w: w0, v: v0}) == tangent + (v0 - y0) ** 2 * bend + (END - w0) * fall


def test_on_a_sloping_side_the_tangent_is_along_it() -> None:
    """P(1 - v - u, v) = A(y) + (v - y) A'(y) + (v - y)^2 B(v, y) + u R(1 - v - u, v), at drawn numbers."""
    profile = RiskProfile("1 + 1/(7*p*q)", box=["p+q<=1"])
    side = Side(constrained(profile.pieces[0], profile).polynomial, p, 1 - q, 1)
    x0, u0, v0, y0 = map(sp.Rational, ("2/7", "1/9", "3/11", "2/5"))
    f = side.polynomial.subs(DECAY, x0)
    slope = side.slope_along.subs({DECAY: x0, p: 1 - y0, q: y0})
    tangent = f.subs({p: 1 - y0, q: y0}) + (v0 - y0) * slope
    bend, fall = side.bend.subs({DECAY: x0, p: y0, q: v0}), side.fall.subs({DECAY: x0, p: 1 - v0 - u0, q: v0})
    assert f.subs({p: 1 - v0 - u0, q: v0}) == tangent + (v0 - y0) ** 2 * bend + u0 * fall


def test_a_small_box_does() -> None:
    assert side_of("1 + 1/(10*p) + 1/(20*q)").fits()(box(4))


def test_where_the_bound_rises_towards_the_end_no_box_does() -> None:
    assert not side_of("1 + 1/(10*p) + 1/(20*q)", side=-1).fits()(box(10))


def test_where_the_bound_bends_downward_along_the_side_no_box_does() -> None:
    """F(w, v) of the negated polynomial falls on the other side, and has a maximum there."""
    side = side_of("1 + 1/(10*p) + 1/(20*q)", side=-1)
    assert not Side(-side.polynomial, p, END, -1).fits()(box(10))
