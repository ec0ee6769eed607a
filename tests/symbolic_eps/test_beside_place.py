"""A ridge on which eps is least at a double root: reduced to curves, and proved beside the place.

By hand, for r* = max(a/p, 1 + b p/q): the bounds are equal on the ridge q = b p^2/(a - p), 0 < p < a, where
F = b p^3 (1 - x^2)/(a - p) + p x^2 + x (1 - p) - p/a. It is convex along p: a stationary point
decides.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from unittest.mock import patch

import pytest
import sympy as sp

from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.minimum import certified_cells, infimum_by_cells
from symbolic_eps.minimum.bounds.beside_place import DoubleRoot, conditions_at, double_roots, is_bound_beside
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece, constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.proof import root_of
from symbolic_eps.minimum.reductions.by_curved_ends import reduced_to_curves
from symbolic_eps.profiles.profile import PRIORS, RiskProfile, conditions_from
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from tests.numerical_minimum import minimum
from verify.evidence import Grade
from verify.language.condition import Condition, non_negative, positive, zero
from verify.recheck import check

b, t = parameter("b"), parameter("t")

RIDGE = RiskProfile("max(31/50/p, 1 + b*p/q)", conditions_from(["b>0"]))
SHARE = sp.Rational(31, 50)

ON_RIDGE = sp.expand(SHARE * b * p**3 * (1 - x**2) + (SHARE - p) * (SHARE * (p * x**2 + x * (1 - p)) - p))
"""a (a - p) F on the ridge."""


def pieces_of(profile: RiskProfile) -> tuple[ConstrainedPiece, ...]:
    return tuple(constrained(piece, profile) for piece in profile.checked_pieces(exact_judge()))


def reduced(profile: RiskProfile) -> tuple[ConstrainedPiece, ...]:
    parts = list[ConstrainedPiece]()
    for piece in pieces_of(profile):
        faces = reduced_to_curves(piece, profile.free_priors, profile.parameter_region, exact_judge())
        assert faces is not None
        parts += faces
    return tuple(parts)


@cache
def parts_of_ridge() -> tuple[ConstrainedPiece, ...]:
    return reduced(RIDGE)


@cache
def least_on_ridge() -> PiecewiseInfimum:
    """However busy the machine is."""
    with patch.object(certified_cells, "LONGEST", 600.0):
        return infimum_by_cells(RIDGE)


def double(facts: tuple[sp.Expr, sp.Expr], factor: sp.Expr = ON_RIDGE) -> DoubleRoot:
    ranges = positive(t), positive(SHARE - t)
    piece = next(part for part in parts_of_ridge() if q in part.priors)
    return DoubleRoot(piece, p, t, factor, (*map(zero, facts), *ranges))


STATIONARY = (sp.expand(ON_RIDGE.subs(p, t)), sp.expand(sp.diff(ON_RIDGE, p).subs(p, t)))


def test_both_pieces_come_down_to_the_ridge_and_to_ends_of_p() -> None:
    ends = [sorted(part.priors.items(), key=str) for part in reduced(RIDGE)]
    curve = sp.Rational(50) * b * p**2 / (31 - 50 * p)
    assert ends == [[(p, 0)], [(p, 1)], [(q, curve)]] * 2
    for part in reduced(RIDGE):
        if q in part.priors:
            quotient = sp.cancel(part.polynomial / ON_RIDGE)
            assert not quotient.has(x) and positive(31 - 50 * p) in part.conditions


def test_a_prior_along_which_1_over_r_is_not_convex_is_not_reduced() -> None:
    """1/r* = t/(t + b), t = p q, is concave along both."""
    for text in ("1 + b/(p*q)",):
        profile = RiskProfile(text, conditions_from(["b>0"]))
        (piece,) = pieces_of(profile)
        assert reduced_to_curves(piece, PRIORS, profile.parameter_region, exact_judge()) is None


def test_a_condition_that_is_linear_in_no_prior_is_not_reduced() -> None:
    profile = RiskProfile("piecewise((2, p**2 + q**2 <= 1), 3)")
    piece = pieces_of(profile)[0]
    assert reduced_to_curves(piece, PRIORS, (), exact_judge()) is None


def test_the_quotient_is_that_of_taylors_formula() -> None:
    """Of b p^3 + ..., by hand: b (p + 2 t) and the coefficient of p^2."""
    known = double(STATIONARY)
    r, slope = known.factor.subs(p, t), sp.diff(known.factor, p).subs(p, t)
    assert sp.expand(known.factor - r - slope * (p - t) - known.quotient * (p - t) ** 2) == 0
    cubic, square = (sp.Poly(ON_RIDGE, p).coeff_monomial(p**k) for k in (3, 2))
    assert sp.expand(known.quotient - cubic * (p + 2 * t) - square) == 0


def test_f_is_nowhere_negative_beside_a_double_root() -> None:
    region = RIDGE.parameter_region
    assert is_bound_beside(double(STATIONARY), parts_of_ridge(), PRIORS, region, exact_judge())


@pytest.mark.parametrize("wrong", ["shifted", "level only", "concave"])
def test_what_is_no_double_root_proves_nothing(wrong: str) -> None:
    """F = -1/100 at the place, a zero at which F crosses, and a maximum instead of a minimum."""
    level, slope = STATIONARY
    facts, factor = (level, slope), ON_RIDGE
    if wrong == "shifted":
        factor = ON_RIDGE - (p - t) ** 2 * 5
    elif wrong == "level only":
        facts = (level, level)
        factor = sp.expand(ON_RIDGE - level - slope * (p - t) - (p - t) ** 2)
    else:
        factor = -ON_RIDGE
    region = RIDGE.parameter_region
    assert not is_bound_beside(double(facts, factor), parts_of_ridge(), PRIORS, region, exact_judge())


@pytest.mark.slow
def test_the_least_eps_on_a_ridge_is_proved_with_certificates() -> None:
    """X is a root of degree 7; the least eps at numbers is that of the direct search."""
    result = least_on_ridge()
    (branch,) = result.branches
    assert result.grade is Grade.EXACT and not result.open
    assert branch.polynomial is not None and sp.degree(branch.polynomial, x) == 7
    for certificate in result.certificates.values():
        check(certificate, {})
    for number in (sp.Rational(1, 7), sp.Rational(19, 3)):
        least = sp.exp(-sp.Float(str(minimum(RIDGE, {b: number})), 40))
        roots = sp.Poly(branch.polynomial.subs(b, number), x).nroots(n=30)
        assert min(abs(root - least) for root in roots) < 1e-12


@pytest.mark.slow
def test_no_place_is_taken_for_stationary_that_is_none() -> None:
    """Of X's polynomial with another place on the ridge, p + 1/100, R is not 0."""
    (branch,) = least_on_ridge().branches
    (attained,) = branch.attained
    moved = {**attained.place, p: attained.place[p] + sp.Rational(1, 100)}
    region, root, judge = RIDGE.parameter_region, root_of(branch), exact_judge()
    assert list(double_roots(parts_of_ridge(), attained.place, region, root, judge))
    assert not list(double_roots(parts_of_ridge(), moved, region, root, judge))


def test_what_the_place_satisfies_is_shown_by_its_own_equations() -> None:
    """All of 0 < p <= 1, 0 < q <= 1 and that the bounds are equal; not what another ridge would say."""
    (branch,) = least_on_ridge().branches
    place, region, root = branch.attained[0].place, RIDGE.parameter_region, root_of(branch)
    judge = exact_judge()
    first = next(double_roots(parts_of_ridge(), place, region, root, judge))
    whole = pieces_of(RIDGE)[0]
    assert set(conditions_at(first, place, region, root, judge)) == set(whole.conditions)
    farther = {**place, q: place[q] + sp.Rational(1, 100)}
    assert conditions_at(first, farther, region, root, judge) == ()
    stricter = replace(whole, conditions=(positive(p - q), *whole.conditions))
    elsewhere = replace(first, piece=replace(first.piece, origin=stricter))
    assert positive(p - q) not in conditions_at(elsewhere, place, region, root, judge)


def test_where_a_quotient_is_not_defined_at_the_place_what_it_stays_in_is_not_shown() -> None:
    """At X = p = a, q = 1/2, where c = a b: there both b p - c and a - p are 0."""
    a, c, judge, half = parameter("a"), parameter("c"), exact_judge(), sp.Rational(1, 2)
    region, root = (positive(a), positive(1 - a), zero(a * b - c)), (zero(x - a),)
    whole, part = pieces_of(RIDGE)[0], double((x, x)).piece

    def shown(quotient: sp.Expr, at: sp.Expr, *conditions: Condition) -> tuple[Condition, ...]:
        piece = replace(part, priors={q: quotient}, origin=replace(whole, conditions=conditions))
        beside = DoubleRoot(piece, p, t, ON_RIDGE, (zero(t - a),))
        return conditions_at(beside, {p: x, q: at}, region, root, judge)

    false, true = non_negative(q - 1), non_negative(q * (a - p) + p - a)
    assert shown((b * p - c) / (a - p), half, false, true) == (true,)
    assert shown((b * p - c) / (a - p + 1), half, true) == (), "another curve"
    assert shown((a**2 - p**2) / (a - p), half, positive(p)) == (), "a - p is a common factor"


def test_the_equations_of_the_place_say_nothing_where_x_is_1() -> None:
    """They are asked for x < 1 alone."""
    (branch,) = least_on_ridge().branches
    place, region, judge = branch.attained[0].place, RIDGE.parameter_region, exact_judge()
    first = next(double_roots(parts_of_ridge(), place, region, root_of(branch), judge))
    on_ridge = {**place, q: first.piece.priors[q].subs(p, place[p])}
    assert conditions_at(first, on_ridge, region, root_of(branch), judge)
    assert conditions_at(first, on_ridge, region, (zero(1 - x),), judge) == ()
