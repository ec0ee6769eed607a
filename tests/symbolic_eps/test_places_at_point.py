"""Of formulas for one point of the priors the shortest is taken.

By hand: on max(a/p, 1 + 2/25 p/q) with a small a, eps is least at q = 1, p = a x/(1 - a + a x)
(`tests/symbolic_eps/test_beside_end.py`). X's polynomial is of degree 2, so other quotients say the same.
"""

from __future__ import annotations

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.minimum.candidates import Candidate
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.places_at_point import PlacesAtPoint
from symbolic_eps.profiles.profile import PRIORS, RiskProfile, conditions_from
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.solvers.smt import Solver


def test_one_point_has_one_formula() -> None:
    (p, q), a = PRIORS, parameter("a")
    profile = RiskProfile("max(a/p, 1 + 2/25*p/q)", conditions_from(["0<a<1/5"]))
    piece = constrained(profile.pieces[0], profile)
    above = 1 - a + a * x
    polynomial = sp.expand(2 * a * x**2 + 25 * x * above - 25 * above**2)
    leading, slope, level = sp.Poly(polynomial, x).all_coeffs()
    branch = Branch((), polynomial, (leading, slope, -level))
    places = PlacesAtPoint(branch, {a: sp.Rational(1, 10)}, profile.parameter_region, Solver())
    short, elsewhere = {p: a * x / above, q: sp.S.One}, {p: sp.S.One, q: sp.S.One}
    same = {p: 25 * (a - 1) * (x - 1) / (2 * x), q: sp.S.One}  # b p^2 + p = a, divided by p = a x/above
    found = [Candidate(polynomial, place, (), piece) for place in (same, short, elsewhere, short)]
    assert [one.place for one in places.shortest(found)] == [short, elsewhere, short]
