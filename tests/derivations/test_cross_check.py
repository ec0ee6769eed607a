"""The numerical check finds minima known by hand, agrees with the engine, and catches slips."""

from dataclasses import replace

import mpmath
import pytest
import sympy as sp

from derivations.kazan_reiter_2024.table3 import ROWS
from symbolic_eps.closed_form_table.cross_check import PointCheck, cross_check
from symbolic_eps.closed_form_table.numerical_minimum import DIGITS, Problem
from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch, PiecewiseInfimum, Proof
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from tests.numerical_minimum import minimum
from verify.evidence import Grade
from verify.language.condition import conditions_of, non_negative, positive

a, b, r = (parameter(name) for name in "abr")
R = sp.Rational
ROW = {row.identifier: row for row in ROWS}


def box(*relationals):
    return tuple(c for relational in relationals for c in conditions_of(relational))


def by_hand(profile, value, values=None):
    with mpmath.workdps(60):
        found = minimum(profile, values or {})
        expected = mpmath.mpf(sp.N(value, 60))
        assert found >= expected * (1 - mpmath.mpf("1e-30"))
        assert found <= expected * (1 + mpmath.mpf("1e-15"))


# --- the search alone ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("profile", "value"),
    [
        (RiskProfile(sp.Integer(4)), sp.log(4) / 2),
        (RiskProfile(sp.Integer(4), fixed={p: sp.Integer(1), q: R(1, 5)}), sp.log(16) / 2),
        (RiskProfile(sp.Integer(4), fixed={q: R(1, 5)}), sp.log(4)),
        (RiskProfile(sp.Integer(4), fixed={q: R(1, 10)}), sp.log(6) / 2),
        (RiskProfile(sp.Integer(4), box=box(p >= R(1, 10), q >= 1)), sp.log(6)),
        (RiskProfile(sp.Integer(4), box=box(p >= R(1, 10), p <= R(1, 10), q >= 1, q <= 1)), sp.log(6)),
        (RiskProfile(sp.Max(1 / (4 * p * q), 3)), sp.log(R(11, 3)) / 2),
        (RiskProfile(1 + 1 / (3 * p * q)), sp.log(2)),
        (RiskProfile(sp.Min(3, 1 + 1 / (2 * p * q))), sp.log(3) / 2),
        (RiskProfile(sp.Piecewise((sp.Integer(2), q < R(1, 10)), (sp.Integer(9), True))), sp.log(2) / 2),
        (RiskProfile(sp.Piecewise((sp.Integer(9), q < R(1, 10)), (sp.Integer(4), True))), sp.log(6) / 2),
        (RiskProfile(sp.Piecewise((sp.oo, q < R(1, 10)), (sp.Integer(4), True))), sp.log(6) / 2),
    ],
)
def test_minimum_known_by_hand_is_found(profile, value):
    by_hand(profile, value)


def test_minimum_in_the_limit_of_vanishing_inclusion_is_found():
    """For q above 1/(r + 1) eps falls to log r as p -> 0, which no point of the domain attains."""
    by_hand(RiskProfile(sp.Integer(4), box=box(q >= R(1, 2))), sp.log(4))


def test_minimum_on_an_oblique_border_is_found():
    """On p = q the greatest x solves a cubic: x^2 (p - p^2) + x (1 - p) + p^2 = 1/3, stationary in p."""
    oblique, slack = RiskProfile(sp.Integer(3), box=box(p <= q)), RiskProfile(sp.Integer(3), box=box(q <= p))
    with mpmath.workdps(60):
        cubic = mpmath.findroot(lambda t: 3 * t**3 + 9 * t**2 + 8 * t - 4, 0.35)
        assert abs(minimum(oblique, {}) + mpmath.log(cubic)) < mpmath.mpf("1e-30")
    by_hand(slack, sp.log(3) / 2)


def test_infinite_where_every_budget_is_admissible():
    assert minimum(RiskProfile(2 / (p * q)), {}) == mpmath.inf
    assert minimum(RiskProfile(sp.oo), {}) == mpmath.inf
    assert minimum(RiskProfile(sp.Integer(4), box=box(p >= R(1, 2), q >= R(1, 2))), {}) == mpmath.inf
    assert minimum(RiskProfile(sp.Integer(4), box=box(p >= R(1, 2), q >= R(49, 100))), {}) < 5


# --- the engine's results --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] * (n == "box")) for n in ROW])
def test_every_row_agrees_in_every_branch(name, derived):
    checks = cross_check(name, derived[name], points=1 if name == "box" else 3)
    assert [check for check in checks if not check.agrees] == []
    assert {check.branch for check in checks} == set(range(len(derived[name].branches)))


@pytest.fixture
def only_drawn(monkeypatch):
    """The parameters of each check stand for it: nothing is minimised."""
    monkeypatch.setattr("symbolic_eps.closed_form_table.cross_check._checked", lambda *given: given[2])


@pytest.mark.usefixtures("only_drawn")
def test_borders_of_conditions_are_among_the_parameters(derived):
    drawn = cross_check("fixed-q", derived["fixed-q"], points=1)
    for border in (q * (r + 1) - 1, q * r - a):
        at = [border.subs(parameters) for parameters in drawn]
        assert 0 in at
        assert any(0 < value < R(1, 10**7) for value in at)
        assert any(-R(1, 10**7) < value < 0 for value in at)


@pytest.mark.usefixtures("only_drawn")
def test_parameters_depend_on_the_name_alone(derived):
    def drawn(name):
        return cross_check(name, derived["fixed-p"], points=2)

    assert drawn("fixed-p") == drawn("fixed-p")
    assert drawn("fixed-p") != drawn("another name")


def test_root_of_a_higher_polynomial_is_compared(monkeypatch):
    """With one search for all three."""
    profile = RiskProfile(sp.Integer(3), box=box(p <= q))
    result = infimum(profile)
    with mpmath.workdps(DIGITS):
        least = Problem(profile).minimum({})
    monkeypatch.setattr(Problem, "minimum", lambda *_: least)
    assert result.branches[0].epsilon is None
    (check,) = cross_check("oblique", result)
    assert check.agrees, check
    wrong = replace(result.branches[0], polynomial=result.branches[0].polynomial + x / 1000)
    (check,) = cross_check("oblique", replace(result, branches=(wrong,)))
    assert not check.agrees
    outside = replace(result.branches[0], between=(R(1, 2), R(3, 4)))
    (check,) = cross_check("oblique", replace(result, branches=(outside,)))
    assert not check.agrees
    assert "0 roots" in check.detail


def test_progress_names_the_parameters(derived):
    seen = []
    checks = cross_check("constant", derived["constant"], points=2, progress=seen.append)
    assert len(seen) == len(checks)
    assert all(text.startswith("r = ") for text in seen)


# --- planted errors --------------------------------------------------------------------------------------


def with_branch(result: PiecewiseInfimum, index: int, **changes: object) -> PiecewiseInfimum:
    branches = list(result.branches)
    branches[index] = replace(branches[index], **changes)
    return replace(result, branches=tuple(branches))


def complaints(result: PiecewiseInfimum, name: str = "planted") -> list[PointCheck]:
    return [check for check in cross_check(name, result, points=2) if not check.agrees]


def constant(epsilon_squared, kind=AttainmentKind.LIMIT, place=None):
    """The constant profile's row with a given e^(2 eps) and place."""
    profile = ROW["constant"].profile
    place = place or {q: sp.Integer(0), p: sp.Integer(1)}
    coefficients = (sp.sympify(epsilon_squared), sp.Integer(0), sp.Integer(1))
    polynomial = coefficients[0] * x**2 - 1
    branch = Branch((), polynomial, coefficients, (Attainment((), place, kind),))
    return PiecewiseInfimum(profile, (branch,), Proof(Grade.ONE_SOLVER), (Proof(Grade.ONE_SOLVER),))


def test_unplanted_result_raises_no_complaint():
    assert complaints(constant(r)) == []


@pytest.mark.parametrize("factor", [1 + R(1, 10**12), 1 - R(1, 10**12)])
def test_closed_form_off_in_the_twelfth_digit_is_caught(factor):
    found = complaints(constant(r * factor))
    assert len(found) == 2
    wanted = "a smaller eps was found" if factor > 1 else "no eps as small as this was found"
    assert all(wanted in check.detail for check in found)


def test_wrong_place_is_caught():
    found = complaints(constant(r, place={q: sp.Integer(1), p: sp.Integer(1)}))
    assert found
    assert all("does not tend to it" in check.detail for check in found)
    # A neighbouring limit: eps is larger at p = 1/2, q -> 0.
    assert complaints(constant(r, place={q: sp.Integer(0), p: R(1, 2)}))


def test_limit_announced_as_a_point_is_caught():
    found = complaints(constant(r, AttainmentKind.POINT))
    assert found
    assert all("outside the domain" in check.detail for check in found)


def test_point_at_which_eps_is_larger_is_caught(derived):
    place = Attainment((), {p: R(1), q: a / r / 2}, AttainmentKind.POINT)
    found = complaints(with_branch(derived["two-dimensional"], 0, attained=(place,)))
    assert found
    assert all("eps is" in check.detail for check in found)


def test_missing_place_is_caught(derived):
    found = complaints(with_branch(derived["two-dimensional"], 0, attained=()))
    assert found
    assert all("no attained place" in check.detail for check in found)


def test_segment_that_is_none_is_caught(derived):
    place = Attainment((), {p: R(1), q: a / r}, AttainmentKind.SEGMENT, {p: R(1, 2) + a / r / 2, q: a / r})
    assert complaints(with_branch(derived["two-dimensional"], 0, attained=(place,)))
    endless = replace(place, segment_end=None)
    assert complaints(with_branch(derived["two-dimensional"], 0, attained=(endless,)))


def test_infinity_in_place_of_a_number_is_caught(derived):
    found = complaints(with_branch(derived["constant"], 0, polynomial=None))
    assert found
    assert all("only one of the two is infinite" in check.detail for check in found)


def test_number_in_place_of_infinity_is_caught():
    result = infimum(RiskProfile(r, conditions_of(r > 1), {p: p, q: q}))
    index = next(i for i, branch in enumerate(result.branches) if branch.epsilon is sp.oo)
    assert complaints(result) == []
    finite = {"polynomial": r * x - 1, "coefficients": (sp.Integer(0), r, sp.Integer(1))}
    found = complaints(with_branch(result, index, **finite))
    assert any("only one of the two is infinite" in check.detail for check in found)


def test_gap_between_branches_is_caught(derived):
    result = derived["fixed-p"]
    narrowed = with_branch(result, 0, conditions=(*result.branches[0].conditions, non_negative(p - R(1, 2))))
    found = [check for check in complaints(narrowed) if check.branch is None]
    assert found
    assert "0 branches hold" in found[0].detail


def test_overlap_of_branches_is_caught(derived):
    result = derived["fixed-p"]
    found = complaints(with_branch(result, 0, conditions=()))
    assert any(check.branch is None and "2 branches hold" in check.detail for check in found)


def test_branch_without_parameters_is_an_error(derived):
    with pytest.raises(ValueError, match="no parameters found for branch 0"):
        cross_check("planted", with_branch(derived["constant"], 0, conditions=(positive(-r),)))


def test_equation_among_the_conditions_is_solved():
    """Random parameters never meet an equation; one that is linear in a parameter is solved for it."""
    result = infimum(
        RiskProfile(sp.Max(a / (p * q), r), conditions_of((a > 0) & (a <= 1) & (r > 1)), {p: p, q: q})
    )
    index, branch = next((i, one) for i, one in enumerate(result.branches) if one.epsilon is not sp.oo)
    split = [replace(branch, conditions=(*branch.conditions, c)) for c in conditions_of(sp.Eq(a, p * q * r))]
    split += [replace(branch, conditions=(*branch.conditions, c)) for c in conditions_of(sp.Ne(a, p * q * r))]
    others = [one for i, one in enumerate(result.branches) if i != index]
    checks = cross_check("equation", replace(result, branches=(*split, *others)), points=2)
    assert sum(check.branch == 0 for check in checks) >= 2
    assert all((a - p * q * r).subs(check.parameters) == 0 for check in checks if check.branch == 0)
    assert all(check.agrees for check in checks)


def swapped_priors(_variant):
    return p * q + q * x**2 * (1 - p) - parameter("s") + x * (1 - q)


def lost_square(_variant):
    return p * q + p * x * (1 - q) - parameter("s") + x * (1 - p)


def flipped_sign(_variant):
    return p * q + p * x**2 * (1 - q) - parameter("s") - x * (1 - p)


@pytest.mark.family(24)
@pytest.mark.parametrize(
    ("wrong", "name"),
    [(swapped_priors, name) for name in ("constant", "fixed-q", "fixed-p", "difference", "two-dimensional")]
    + [(lost_square, name) for name in ("constant", "fixed-q", "fixed-p")],
)
def test_error_planted_in_theorem_1_is_caught(monkeypatch, name, wrong):
    """The engine derives something else from it, which the direct minimisation contradicts."""
    monkeypatch.setattr("symbolic_eps.minimum.constrained_piece.variant_polynomial", wrong)
    fresh = replace(ROW[name].profile)  # the row's own profile remembers its pieces
    assert complaints(infimum(fresh))


@pytest.mark.family(18)
@pytest.mark.parametrize("name", ["constant", "fixed-q", "difference"])
def test_engine_refuses_a_polynomial_that_does_not_rise(monkeypatch, name):
    monkeypatch.setattr("symbolic_eps.minimum.constrained_piece.variant_polynomial", flipped_sign)
    with pytest.raises(UndecidedError):
        infimum(replace(ROW[name].profile))
