"""A ridge on which eps is least at the end q = 1: its place as an unknown at which a condition is tight.

By hand, for r* = max(a/p, 1 + b p/q) with b = 2/25: the ridge q = b p^2/(a - p) ends where b p^2 + p = a, and
there F = x (1 - p) + p - p/a vanishes at p = a x/(1 - a + a x). Both together say
b a x^2 + x (1 - a + a x) = (1 - a + a x)^2.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import sympy as sp

from symbolic_eps.minimum.bounds.beside_end import EndRoot, end_roots
from symbolic_eps.minimum.bounds.beside_place import (
    Region,
    conditions_at,
    double_roots,
    is_bound_beside,
    known_at_ends,
)
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece, constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.reductions.by_curved_ends import reduced_to_curves, shortest_curves
from symbolic_eps.profiles.profile import PRIORS, RiskProfile, conditions_from
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from verify.language.condition import positive, zero
from verify.solvers.smt import Solver

a, t = parameter("a"), parameter("t")

LOW = RiskProfile("max(a/p, 1 + 2/25*p/q)", conditions_from(["0<a<1/5"]))

ABOVE = 1 - a + a * x

PLACE = {p: a * x / ABOVE, q: sp.S.One}

ROOT = (
    zero(sp.expand(2 * a * x**2 + 25 * x * ABOVE - 25 * ABOVE**2)),
    positive(x),
    positive(1 - x),
)
"""That it rises at X is not needed."""


def pieces() -> tuple[ConstrainedPiece, ...]:
    return tuple(constrained(piece, LOW) for piece in LOW.checked_pieces(exact_judge()))


@cache
def parts() -> tuple[ConstrainedPiece, ...]:
    found = list[ConstrainedPiece]()
    for piece in pieces():
        faces = reduced_to_curves(piece, PRIORS, LOW.parameter_region, exact_judge())
        assert faces is not None
        found += faces
    return shortest_curves(found)


def the_root(place: dict[sp.Symbol, sp.Expr] = PLACE) -> EndRoot:
    (found,) = end_roots(parts(), place, LOW.parameter_region, ROOT, exact_judge())
    return found


def is_bound(found: EndRoot, judge: Solver, region: Region = LOW.parameter_region) -> bool:
    return is_bound_beside(found, parts(), PRIORS, region, judge)


def test_the_two_bounds_share_one_ridge() -> None:
    ridges = [part for part in parts() if q in part.priors]
    (ridge,) = ridges
    assert set(ridge.conditions) == {
        positive(p),
        positive(25 * a - 25 * p),
        positive(1 - p).closure,
        positive(25 * a - 25 * p - 2 * p**2).closure,
    }


def test_n_f_stays_a_polynomial_on_a_ridge() -> None:
    """Both r* are a/p there, with the factor a - p > 0 above and below, which n F needs."""
    profile = RiskProfile("max(a/p, 1 + 10*p/q)", conditions_from(["0<a<1/5"]))
    faces = list[ConstrainedPiece]()
    for piece in profile.checked_pieces(exact_judge()):
        faces += (
            reduced_to_curves(constrained(piece, profile), PRIORS, profile.parameter_region, exact_judge())
            or ()
        )
    (ridge,) = (face for face in shortest_curves(faces) if face.priors.get(q) not in (None, 0, 1))
    end = 10 * p**2 / (a - p)
    expected = (a - p) * (a * (p * (1 - end) * x**2 + (1 - p) * x + p * end) - p)
    assert sp.cancel(ridge.polynomial / expected).is_Rational
    assert ridge.polynomial.is_polynomial() and positive(a - p) in ridge.conditions


def test_the_end_is_known_by_two_equations() -> None:
    found = the_root()
    assert zero(2 * t**2 + 25 * t - 25 * a).polynomial in {
        sign * fact.polynomial for fact in found.facts for sign in (1, -1)
    }
    assert sp.expand(found.factor - found.factor.subs(p, t) - found.quotient * (p - t)) == 0
    assert not list(double_roots(parts(), PLACE, LOW.parameter_region, ROOT, exact_judge()))


def test_f_is_nowhere_negative_beside_the_end() -> None:
    assert is_bound(the_root(), exact_judge())


def test_nothing_is_shown_of_an_f_that_is_negative_beside_the_end() -> None:
    """Of -R, of an R that is less by 50 (t - p) before the end, and where the end is not known as one."""
    found = the_root()
    less = sp.expand(found.factor - 50 * (t - p))
    level = tuple(fact for fact in found.facts if x in fact.symbols)
    for wrong in ({"factor": -found.factor}, {"factor": less}, {"facts": level}):
        assert not is_bound(replace(found, **wrong), Solver())


def test_where_eps_is_least_inside_the_ridge_its_end_proves_nothing() -> None:
    """At a = 1/2 F is stationary inside: there X is less than the root at the end."""
    assert not is_bound(the_root(), Solver(), conditions_from(["2/5<a<3/5"]))


def test_another_place_is_not_taken_for_the_end() -> None:
    moved = {**PLACE, p: PLACE[p] + sp.Rational(1, 100)}
    assert not list(end_roots(parts(), moved, LOW.parameter_region, ROOT, exact_judge()))


def test_the_place_is_in_the_domain_by_its_own_equations() -> None:
    judge = exact_judge()
    found = conditions_at(the_root(), PLACE, LOW.parameter_region, ROOT, judge)
    assert set(found) == set(pieces()[0].conditions)
    elsewhere = {**PLACE, q: sp.Rational(1, 2)}
    assert conditions_at(the_root(), elsewhere, LOW.parameter_region, ROOT, judge) == ()


def test_an_end_at_which_f_is_not_0_is_not_taken() -> None:
    """At p = a x with 2 a x^2 + 25 x = 25 the ridge ends, but F is not 0."""
    at_end, judge = {p: a * x, q: sp.S.One}, exact_judge()
    root = zero(2 * a * x**2 + 25 * x - 25), positive(x), positive(1 - x)
    assert not list(end_roots(parts(), at_end, LOW.parameter_region, root, judge))


def test_r_is_known_at_numbers_that_belong_to_the_ridge_alone() -> None:
    """p = 1 does where a >= 27/25, for q = 2/(25 (a - 1)) <= 1; p = 0 never."""
    found, judge = the_root(), exact_judge()
    assert not list(known_at_ends(found, LOW.parameter_region, judge))
    (known,) = known_at_ends(found, (positive(25 * a - 27),), judge)
    assert known == positive(found.factor.subs(p, 1)).closure
