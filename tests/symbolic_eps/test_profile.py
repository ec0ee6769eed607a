"""Risk profiles taken apart: the pieces mean the same as the expression, and bad profiles are named."""

import random

import pytest
import sympy as sp
from sympy import Max, Min, Piecewise, Rational

from symbolic_eps.errors import DomainError, InfeasibleProfileError, InputError
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.profiles.profile import Piece, RiskProfile, prior_range
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from verify.language.condition import conditions_of, non_negative, positive
from verify.solvers.smt import Solver

a, b, r, t = (parameter(name) for name in "abrt")
HALF = Rational(1, 2)


@pytest.fixture
def solver():
    return Solver()


def assume(*relationals):
    return tuple(c for relational in relationals for c in conditions_of(relational))


def holds(conditions, values):
    return all(c.relation.holds(int(sp.sign(c.polynomial.subs(values)))) for c in conditions)


# --- pieces ----------------------------------------------------------------------------------------------

EXPRESSIONS = [
    sp.Integer(3),
    r,
    1 + b / (p * q),
    Max(a / (p * q), r),
    Max(a / (p * q), r, 2),
    Min(r, 1 + b / (p * q)),
    Min(Max(a / (p * q), r), 5),
    Max(Min(a / (p * q), r), 2),
    1 + Max(a / (p * q), r),
    2 * Max(a, r) + Min(p, q),
    Max(r, Piecewise((a / p, p < HALF), (2 / q, True))),
    Piecewise((r, p < t), (1 + r, True)),
    Piecewise((sp.Integer(2), sp.Or(p < HALF, q < HALF)), (sp.Integer(3), True)),
    Piecewise((sp.Integer(2), sp.And(p < HALF, q < HALF)), (sp.Integer(3), p >= q), (sp.oo, True)),
    Piecewise((sp.oo, p > HALF), (Max(r, 1 / q), True)),
    Piecewise((sp.Integer(2), sp.Eq(p, HALF)), (sp.Integer(3), sp.Ne(q, HALF)), (sp.Integer(4), True)),
    Min(sp.oo, r, 1 / p),
]


@pytest.mark.family(18)
@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_least_bound_among_the_pieces_is_the_profile(expression):
    profile = RiskProfile(expression)
    stream = random.Random(str(expression))
    numbers = [Rational(n, d) for d in (2, 3, 5) for n in range(1, d + 1)]
    for _ in range(40):
        values = {v: stream.choice(numbers) for v in (p, q)}
        values |= {v: stream.choice(numbers) * stream.choice((1, 3, 9)) for v in (a, b, r, t)}
        bounds = [piece.bound.subs(values) for piece in profile.pieces if holds(piece.conditions, values)]
        assert min(bounds, default=sp.oo) == expression.subs(values), values


def test_pieces_include_the_domain_and_the_box():
    profile = RiskProfile(r, box=assume(p >= t, q <= HALF))
    (piece,) = profile.pieces
    outside = [{p: 0, q: HALF, t: 0}, {p: HALF, q: 0, t: 0}, {p: HALF, q: 1, t: 0}, {p: HALF, q: HALF, t: 1}]
    assert not any(holds(piece.conditions, values) for values in outside)
    assert holds(piece.conditions, {p: HALF, q: HALF, t: HALF})


def test_polynomial_of_a_piece_is_the_cleared_bound_of_theorem_1():
    profile = RiskProfile(1 + b / (p * q))
    (piece,) = profile.pieces
    values = {p: Rational(1, 3), q: Rational(2, 5), b: Rational(1, 7), x: Rational(3, 4)}
    risk = (1 + b / (p * q)).subs(values)
    slack = (p * q + x**2 * (1 - q) * p + x * (1 - p)).subs(values) - 1 / risk
    assert constrained(piece, profile).polynomial.subs(values) == piece.numerator.subs(values) * slack


def test_fixed_number_is_put_into_bound_domain_and_polynomial():
    profile = RiskProfile(1 + b / (p * q), fixed={q: HALF}, box=assume(p * q <= Rational(1, 4)))
    (piece,) = profile.pieces
    assert profile.free_priors == (p,)
    assert q not in constrained(piece, profile).polynomial.free_symbols | piece.bound.free_symbols
    assert holds(piece.conditions, {p: HALF})
    assert not holds(piece.conditions, {p: Rational(3, 4)})


def test_prior_held_fixed_without_a_value_is_a_parameter():
    profile = RiskProfile(Max(a / (p * q), r), assume(a > 0, r > 1), {q: q})
    assert profile.free_priors == (p,)
    assert profile.parameters == (a, q, r)
    assert set(prior_range(q)) <= set(profile.parameter_region)


def test_parameters_come_from_bound_assumptions_and_box():
    profile = RiskProfile(r, assume(r > a), box=assume(p >= t))
    assert profile.parameters == (a, r, t)
    assert RiskProfile(Max(a / (p * q), r), fixed={p: sp.Integer(1)}).parameters == (a, r)


def test_prior_held_fixed_is_a_parameter_though_the_bound_does_not_name_it():
    assert RiskProfile(r, assume(r > 1), {q: q}).parameters == (q, r)


def test_prior_with_a_number_is_no_parameter_though_the_box_names_it():
    assert RiskProfile(r, assume(r > 1), {p: HALF}, assume(p <= t)).parameters == (r, t)


def test_unbounded_profile_has_no_pieces():
    assert RiskProfile(sp.oo).pieces == ()


# --- checks ----------------------------------------------------------------------------------------------


def test_checked_piece_is_positive_where_numerator_and_denominator_change_sign(solver):
    """(2 - 4 p)/(1 - 2 p) = 2 with a sign change of both; SymPy keeps no such quotient, a parameter does."""
    assumptions = assume(a > 2, sp.Ne(t, HALF))
    profile = RiskProfile((1 - 2 * t) * a / ((1 - 2 * t) * (1 + p) - (1 - 2 * t) * p), assumptions)
    for piece in profile.checked_pieces(solver):
        region = [*profile.parameter_region, *piece.conditions]
        assert solver.implies(region, positive(piece.numerator), "the numerator is positive")
        assert solver.implies(region, positive(piece.denominator), "the denominator is positive")


def test_negative_over_negative_is_turned_round(solver):
    profile = RiskProfile(a / b, assume(a < -1, b > a, b < 0))
    (piece,) = profile.checked_pieces(solver)
    region = [*profile.parameter_region, *piece.conditions]
    assert solver.implies(region, positive(piece.numerator), "the numerator is positive")
    assert solver.implies(region, positive(piece.denominator), "the denominator is positive")
    assert sp.cancel(piece.bound - a / b) == 0


def test_checked_pieces_describe_the_same_sets(solver):
    profile = RiskProfile(Max(a / (p * q), r), assume(a > 0, a < 1, r > 1))
    known = [*profile.parameter_region, *prior_range(p), *prior_range(q)]
    for before, after in zip(profile.pieces, profile.checked_pieces(solver), strict=True):
        for one, other in ((before, after), (after, before)):
            assert all(solver.implies([*known, *one.conditions], c, "the same set") for c in other.conditions)


def test_empty_pieces_are_left_out(solver):
    pieces = RiskProfile(Max(r, HALF), assume(r > 1)).checked_pieces(solver)
    assert [piece.bound for piece in pieces] == [r]
    assert isinstance(pieces[0], Piece)


@pytest.mark.parametrize(
    ("profile", "message"),
    [
        (RiskProfile(r, assume(r > 1, r < 1)), "no parameters satisfy the assumptions"),
        (RiskProfile(r, assume(r > 1), {q: q}, assume(q > 2)), "the box is empty"),
        (RiskProfile(r, assume(r > 1), {}, assume(p > 1)), "the box is empty"),
        (RiskProfile(r, assume(r > 1, t > 1), {}, assume(p >= t)), "the box is empty"),
        (RiskProfile(r, assume(r > 1), {p: HALF}, assume(p > HALF)), "the box is empty"),
        (RiskProfile(r, assume(r > 1), {p: sp.Integer(2)}), r"p is fixed at 2, but a prior lies in \(0, 1\]"),
        (RiskProfile(r, assume(r > 1), {q: sp.Integer(0)}), r"q is fixed at 0, but a prior lies in \(0, 1\]"),
        (RiskProfile(3 + 1 / (2 * p - 1) ** 2), r"undefined \(division by 0\) at p = 1/2"),
        (RiskProfile(-1 / p), "not positive at"),
        (RiskProfile(sp.Integer(0)), "not positive at"),
        (RiskProfile(2 - 2 * p), "not positive at p = 1"),
    ],
)
def test_ill_posed_profile_is_named(profile, message, solver):
    with pytest.raises(DomainError, match=message):
        profile.checked_pieces(solver)


@pytest.mark.parametrize(
    "bound",
    [
        Max(1 / (2 * p - 1), 3),
        Piecewise((sp.Integer(2), p < HALF)),
        Piecewise((sp.Integer(2), 1 / (2 * p - 1) > 0), (sp.Integer(3), True)),
    ],
    ids=["max", "no default", "condition"],
)
def test_profile_that_is_undefined_outside_its_pieces_is_named(bound, solver):
    with pytest.raises(DomainError, match="undefined"):
        RiskProfile(bound).checked_pieces(solver)


@pytest.mark.parametrize("bound", [1 + sp.sqrt(2), sp.pi, sp.Float("2.5")])
def test_irrational_number_is_refused(bound, solver):
    with pytest.raises(InputError):
        RiskProfile(bound).checked_pieces(solver)


def test_prior_fixed_at_another_parameter_is_refused(solver):
    with pytest.raises(InputError):
        RiskProfile(sp.Integer(3), fixed={p: t}).checked_pieces(solver)


@pytest.mark.parametrize(
    "profile",
    [
        RiskProfile(HALF + p),
        RiskProfile(1 - p * q / 1000),
        RiskProfile(a / (p * q), assume(a > 0, a < 1)),
        RiskProfile(r, assume(r > 0)),
        RiskProfile(Min(3, HALF / (p * q))),
        RiskProfile(Piecewise((sp.Integer(3), p < HALF), (Rational(9, 10), True))),
        RiskProfile(Rational(9, 10), box=assume(p <= q, q <= Rational(1, 1000))),
    ],
)
def test_infeasible_profile_names_a_point_where_it_is_below_one(profile, solver):
    with pytest.raises(InfeasibleProfileError, match="below 1 at") as caught:
        profile.checked_pieces(solver)
    text = str(caught.value).partition("below 1 at ")[2].rpartition(", and no eps")[0]
    values = {
        parameter(name): Rational(number) for name, number in (part.split(" = ") for part in text.split(", "))
    }
    assert holds(profile.assumptions + profile.box, values)
    assert 0 < values[p] <= 1
    assert 0 < values[q] <= 1
    assert profile.bound.subs(values) < 1


def test_bound_of_exactly_one_is_feasible(solver):
    assert len(RiskProfile(sp.Integer(1)).checked_pieces(solver)) == 1
    assert RiskProfile(r, assume(r >= 1)).checked_pieces(solver)
    assert RiskProfile(2 - p * q).checked_pieces(solver)


def test_values_below_one_outside_the_box_do_not_matter(solver):
    assert RiskProfile(HALF / (p * q), box=assume(p * q < HALF)).checked_pieces(solver)


@pytest.mark.parametrize(
    "bound", [sp.sqrt(p) + 1, sp.exp(p), 2 + sp.Abs(p - HALF), Max(sp.sqrt(q), 2), sp.log(3 + p), 2**p + 1]
)
def test_non_rational_profile_is_refused(bound):
    with pytest.raises(InputError, match="not a rational function"):
        _ = RiskProfile(bound).pieces


def test_disjunction_in_a_case_is_cut_into_conjunctions():
    profile = RiskProfile(Piecewise((sp.Integer(2), sp.Or(p < HALF, q < HALF)), (sp.Integer(3), True)))
    for values, bound in (
        ({p: HALF / 2, q: sp.Integer(1)}, 2),
        ({p: sp.Integer(1), q: HALF / 2}, 2),
        ({p: sp.Integer(1), q: sp.Integer(1)}, 3),
    ):
        assert {piece.bound for piece in profile.pieces if holds(piece.conditions, values)} == {bound}


def test_box_condition_on_a_symbolic_prior_restricts_the_parameters(solver):
    profile = RiskProfile(r, assume(r > 1), {q: q}, assume(q <= HALF))
    (piece,) = profile.checked_pieces(solver)
    assert solver.implies(piece.conditions, non_negative(HALF - q), "q is at most one half")
