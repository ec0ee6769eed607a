"""Witnesses: nothing unconfirmed gets out, what gets out is simple, and None needs a proof."""

import math
import os
import subprocess
import sys
from fractions import Fraction
from itertools import islice

import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from verify.language.condition import (
    Condition,
    Relation,
    conditions_of,
    non_negative,
    non_zero,
    positive,
    zero,
)
from verify.points import rational_search
from verify.points.rational_search import SHORT_HEIGHT, System, simple_points
from verify.points.simple_rationals import simplest_between
from verify.prover import witness as witness_module
from verify.prover.witness import Confirmation, UnconfirmedPointError, Wanted, confirmed, find_witness
from verify.solvers.smt import Solver, UndecidedQueryError

A, B, C, X, Y, Z = sp.symbols("a b c x y z", real=True)
SQRT2, SQRT3 = sp.sqrt(2), sp.sqrt(3)
ONE_ROOT = sp.CRootOf(X**3 - X - 1, 0)


class SolverThatSays(Solver):
    """A planted solver: it gives the points in a list, one after another."""

    def __init__(self, *answers):
        super().__init__()
        self.said = list(answers)

    def find_point(self, conditions, question, clauses=()):
        self.questions += 1
        return self.said.pop(0)


# Confirmation


@pytest.mark.parametrize(
    ("point", "condition"),
    [
        ({X: sp.Rational(7, 5)}, zero(X**2 - 2)),
        ({X: sp.Rational(1393, 985)}, zero(X**2 - 2)),
        ({X: sp.Integer(0)}, positive(X)),
        ({X: sp.Integer(0)}, non_zero(X)),
        ({X: -sp.Rational(1, 10**50)}, non_negative(X)),
        ({X: SQRT2}, zero(X - sp.Rational(1393, 985))),
        ({X: SQRT2}, positive(1 - X)),
        ({X: -SQRT2}, positive(X)),
        ({X: SQRT2}, non_zero(X**4 - 4)),
        ({X: SQRT2, Y: SQRT3}, zero(X**2 + Y**2 - 6)),
        ({X: SQRT2, Y: SQRT3, Z: -sp.sqrt(6)}, zero(X * Y - Z)),
        ({X: SQRT2, Y: SQRT3, Z: sp.sqrt(5 + 2 * sp.sqrt(6))}, positive(X + Y - Z)),
        ({X: SQRT2, Y: SQRT3, Z: sp.sqrt(5 + 2 * sp.sqrt(6))}, non_zero(X + Y - Z)),
        # (sqrt(2) - 1)^60 is about 1e-23, and no zero.
        ({X: SQRT2}, zero((X - 1) ** 60)),
        ({X: ONE_ROOT}, zero(X**3 - X - 2)),
        ({X: ONE_ROOT, Y: ONE_ROOT}, positive(X - Y)),
        ({}, positive(sp.Integer(0))),
    ],
)
def test_planted_wrong_point_is_rejected(point, condition):
    with pytest.raises(UnconfirmedPointError, match="is false at"):
        confirmed(point, [condition])
    assert confirmed(point, [condition.negation]).checks[0].condition == condition.negation


@pytest.mark.parametrize(
    ("point", "condition", "confirmation"),
    [
        ({X: SQRT2}, zero(X**2 - 2), Confirmation.EXACT),
        ({X: SQRT2, Y: -SQRT2}, zero(X + Y), Confirmation.EXACT),
        ({X: SQRT2, Y: SQRT3, Z: sp.sqrt(6)}, zero(X * Y - Z), Confirmation.EXACT),
        ({X: SQRT2, Y: SQRT3, Z: sp.sqrt(5 + 2 * sp.sqrt(6))}, zero(X + Y - Z), Confirmation.EXACT),
        ({X: SQRT2, Y: SQRT3, Z: sp.sqrt(5 + 2 * sp.sqrt(6))}, non_negative(X + Y - Z), Confirmation.EXACT),
        ({X: SQRT2}, positive((X - 1) ** 60), Confirmation.BALL),
        ({X: ONE_ROOT}, zero(X**5 - X**4 - 1), Confirmation.EXACT),
        ({X: sp.Rational(1, 3)}, positive(X), Confirmation.EXACT),
    ],
)
def test_true_condition_is_confirmed_with_its_evidence(point, condition, confirmation):
    (check,) = confirmed(point, [condition]).checks
    assert check.confirmation is confirmation
    assert (check.value == 0) is (condition.relation is not Relation.POSITIVE)


def test_point_is_sorted_by_name_and_a_clause_needs_one_member_that_holds():
    alternatives = (positive(-X), positive(Y - 1), positive(X))
    found = confirmed({Y: sp.Integer(1), X: sp.Integer(2)}, [zero(Y - 1)], (alternatives,))
    assert list(found.point) == [X, Y]
    assert [check.condition for check in found.checks] == [zero(Y - 1), positive(X)]
    assert str(found) == "x = 2, y = 1"
    with pytest.raises(UnconfirmedPointError, match=r"x < 0 or y > 1 is false at x = 2, y = 1"):
        confirmed({Y: sp.Integer(1), X: sp.Integer(2)}, [], (alternatives[:2],))
    with pytest.raises(UnconfirmedPointError, match="empty clause"):
        confirmed({X: sp.Integer(2)}, [], ((),))


@pytest.mark.parametrize("value", [sp.pi, sp.I, sp.oo, sp.nan, A, sp.Float("0.5"), sp.exp(1)], ids=str)
def test_coordinate_that_is_no_real_algebraic_number_is_refused(value):
    with pytest.raises(TypeError, match=r"x = .* is not known to be a real algebraic number"):
        confirmed({X: value}, [non_negative(X**2 + 1)])


def test_missing_coordinate_and_non_polynomial_condition_are_refused():
    with pytest.raises(ValueError, match="no value given for b, x"):
        confirmed({A: sp.Integer(1)}, [positive(A + B + X)])
    for odd in (sp.log(X), 1 / X, sp.sqrt(X), SQRT2 * X, X**A, sp.Float("0.5") * X):
        with pytest.raises(TypeError, match="not a polynomial over the rationals"):
            confirmed({X: sp.Integer(2), A: sp.Integer(1)}, [positive(odd)])
        with pytest.raises(TypeError, match="not a polynomial over the rationals"):
            find_witness([positive(odd)], (), Solver(), "odd")


def test_zero_at_too_many_conjugate_points_is_refused_rather_than_guessed():
    roots = {s: sp.CRootOf(X**5 - X - k, 0) for k, s in enumerate((A, B, C), start=1)}
    assert confirmed(roots, [positive(A + B + C)])
    hidden = {**roots, Y: sp.CRootOf((X - 1) ** 5 - X, 0)}
    assert confirmed({s: hidden[s] for s in (A, Y)}, [zero(A + 1 - Y)])
    with pytest.raises(UnconfirmedPointError, match="625 conjugate points"):
        confirmed(hidden, [zero((A + 1 - Y) * (B * C + 1))])


# The search


@pytest.mark.parametrize("wrong", [sp.Rational(7, 5), -SQRT2, SQRT3], ids=str)
def test_wrong_point_of_the_solver_does_not_get_out(wrong):
    for wanted in Wanted:
        with pytest.raises(UnconfirmedPointError):
            find_witness([zero(X**2 - 2), positive(X)], (), SolverThatSays({X: wrong}), "root of two", wanted)


@pytest.mark.parametrize("wrong", [{X: sp.Integer(1), Y: sp.Integer(1)}, {X: SQRT2, Y: SQRT3}], ids=str)
def test_wrong_point_of_the_solver_is_replaced_by_a_confirmed_one(monkeypatch, wrong):
    monkeypatch.setattr(witness_module, "QUICK_NODES", 0)
    conditions = [zero(X**2 + Y**2 - 1), positive(X), positive(Y)]
    found = find_witness(conditions, (), SolverThatSays(wrong), "circle")
    assert sorted(found.point.values()) == [sp.Rational(3, 5), sp.Rational(4, 5)]


def test_solver_is_asked_only_where_simple_numbers_do_not_do():
    solver = Solver()
    found = find_witness([positive(X * Y - 6), positive(3 - X), positive(4 - Y)], (), solver, "product")
    assert found is not None
    assert solver.questions == 0
    assert find_witness([positive(X * Y), positive(-X), positive(Y)], (), solver, "nothing") is None
    assert solver.questions == 1
    assert str(find_witness([zero(X**2 - 2), positive(X)], (), solver, "root of two")) == "x = sqrt(2)"


def test_unknown_is_not_none():
    hard = [
        zero(A**3 + B**3 - C**3 - 1),
        positive(A - 2),
        positive(B - 3),
        zero(A * B * C - 1000),
        zero(C - A**2 - B),
    ]
    with pytest.raises(UndecidedQueryError):
        find_witness(hard, (), Solver(steps=1), "hard")


@pytest.mark.parametrize(
    ("conditions", "largest"),
    [
        # A triple other than (3, 4, 5) needs larger numbers.
        ([zero(X**2 + Y**2 - 1), positive(X), positive(Y)], 5),
        # Between 3.14159 and 3.14160: the convergent 355/113 is the simplest.
        ([positive(X - sp.Rational(314159, 10**5)), positive(sp.Rational(314160, 10**5) - X)], 355),
        # Pell: 17^2 - 2 12^2 = 1 is the next solution in integers after (3, 2).
        ([zero(X**2 - 2 * Y**2 - 1), positive(X - 3), positive(Y)], 17),
        ([positive(A), positive(B - A), positive(C - B), positive(1 - C)], 4),
    ],
)
def test_rational_witness_with_small_numbers(conditions, largest):
    found = find_witness(conditions, (), Solver(), "small")
    numbers = [n for value in found.point.values() for n in (abs(value.p), value.q)]
    assert max(numbers) <= largest


def test_rational_coordinates_are_preferred_even_where_the_solver_gives_irrational_ones(monkeypatch):
    conditions = [zero(X**2 + Y**2 - 1), positive(X), positive(Y)]
    ugly = {X: SQRT2 / 2, Y: SQRT2 / 2}
    monkeypatch.setattr(witness_module, "QUICK_NODES", 0)
    found = find_witness(conditions, (), SolverThatSays(ugly), "circle")
    assert sorted(found.point.values()) == [sp.Rational(3, 5), sp.Rational(4, 5)]
    large = {X: sp.Rational(20, 29), Y: sp.Rational(21, 29)}
    for point, kept in ((ugly, (Wanted.ANY,)), (large, (Wanted.ANY, Wanted.RATIONAL))):
        for wanted in Wanted:
            other = find_witness(conditions, (), SolverThatSays(point), "circle", wanted)
            assert (other.point == point) is (wanted in kept)


def test_large_numbers_of_the_solver_are_made_small_by_questions_alone(monkeypatch):
    conditions = (positive(X * Y - 1), positive(2 - X), positive(X), positive(Y))
    ugly = {X: sp.Rational(1234567, 999983), Y: sp.Rational(7654321, 1000003)}
    assert confirmed(ugly, conditions)
    system = System.of(conditions, ())
    monkeypatch.setattr(witness_module, "THOROUGH_NODES", 0)
    simpler = witness_module._simplified(dict(ugly), conditions, (), Solver(), system)
    assert confirmed(simpler, conditions)
    assert max(max(abs(v.p), v.q) for v in simpler.values()) <= SHORT_HEIGHT


def test_each_coordinate_is_made_as_simple_as_the_others_allow():
    conditions = (positive(X * Y - 1), positive(2 - X), positive(X), positive(Y))
    ugly = {X: sp.Rational(1234567, 999983), Y: sp.Rational(7654321, 1000003)}
    polished = System.of(conditions, ()).polished(ugly)
    # With y about 7.65 any x above 0.131 will do, and with x = 1 any y above 1.
    assert polished == {X: 1, Y: 2}


def test_unavoidable_irrational_coordinate_is_given_exactly():
    found = find_witness([zero(X**3 - X - 1), positive(Y - X)], (), Solver(), "cubic")
    assert found.point[X] == ONE_ROOT
    assert found.point[Y].is_Rational
    assert [check.confirmation for check in found.checks] == [Confirmation.EXACT, Confirmation.BALL]


def test_a_long_root_that_sympy_does_not_round_is_no_error():
    assert 1 in rational_search._simpler_values(sp.sqrt(sp.Integer(10) ** 401))


def test_symbols_that_share_a_name_are_different_unknowns():
    other = sp.Dummy("x")
    found = find_witness([positive(X - 1), positive(other - X)], (), Solver(), "namesakes")
    assert len(found.point) == 2
    assert 1 < found.point[X] < found.point[other]


def test_points_of_the_search_are_different_rational_and_satisfy_everything():
    conditions = [positive(A), positive(1 - A), zero(A * B + X - 1)]
    points = list(islice(simple_points(conditions, ((positive(-X), positive(B - 2)),)), 40))
    assert len({tuple(p.items()) for p in points}) == len(points) > 10
    for point in points:
        a, b, x = (Fraction(v.p, v.q) for v in (point[A], point[B], point[X]))
        assert 0 < a < 1
        assert a * b + x == 1
        assert x < 0 or b > 2
    assert not list(simple_points([zero(X**2 - 2)]))


def _polynomials(terms=4):
    exponents = st.tuples(st.integers(0, 3), st.integers(0, 3))
    return st.dictionaries(exponents, st.integers(-6, 6), min_size=1, max_size=terms)


def _expression(polynomial):
    return sp.Add(*(c * X**i * Y**j for (i, j), c in polynomial.items()))


def _value(polynomial, x, y):
    return sum((c * x**i * y**j for (i, j), c in polynomial.items()), Fraction(0))


_PARTS = st.fractions(0, 1, max_denominator=9)


@given(_polynomials(), _polynomials(2), _PARTS, _PARTS)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_random_false_rational_claim_gets_a_witness_that_fractions_confirm(top, bottom, x0, y0):
    assume(_value(bottom, x0, y0) != 0)
    bound = _value(top, x0, y0) / _value(bottom, x0, y0)
    # The claim "top/bottom > bound on the unit square" fails at (x0, y0).
    goal_fails = conditions_of(sp.Le(_expression(top) / _expression(bottom), sp.Rational(bound)))
    square = [non_negative(X), non_negative(1 - X), non_negative(Y), non_negative(1 - Y)]
    found = find_witness([*square, *goal_fails], (), Solver(), "a planted failure")
    assert found is not None
    assert all(v.is_Rational for v in found.point.values()), "a rational point exists"
    x, y = (Fraction(v.p, v.q) for v in (found.point[X], found.point[Y]))
    assert 0 <= x <= 1
    assert 0 <= y <= 1
    # SymPy may cancel a common factor when it builds the quotient; the quotient that was asked is the claim.
    numerator, denominator = sp.fraction(sp.together(_expression(top) / _expression(bottom)))
    parts = [
        {e: Fraction(c.p, c.q) for e, c in sp.Poly(part, X, Y).terms()} for part in (numerator, denominator)
    ]
    assert _value(parts[1], x, y) != 0
    assert _value(parts[0], x, y) / _value(parts[1], x, y) <= bound


@given(_polynomials(), st.integers(1, 5))
@settings(max_examples=25, deadline=None, derandomize=True)
def test_random_true_claim_gets_none(polynomial, gap):
    expression = _expression(polynomial)
    assert find_witness([positive(-(expression**2) - gap)], (), Solver(), "a square below zero") is None


@given(st.fractions(-3, 3, max_denominator=40), st.fractions(Fraction(1, 60), 1, max_denominator=60))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_simplest_rational_of_an_interval_has_the_smallest_denominator(lower, width):
    upper = lower + width
    found = simplest_between(lower, upper)
    assert lower < found < upper
    for q in range(1, found.denominator + 1):
        inside = [
            p
            for p in range(math.floor(lower * q), math.ceil(upper * q) + 1)
            if lower < Fraction(p, q) < upper
        ]
        if q < found.denominator:
            assert not inside
        else:
            assert abs(found.numerator) == min(abs(p) for p in inside)


def test_simplest_rational_of_unbounded_and_empty_intervals():
    assert simplest_between(None, None) == 0
    assert simplest_between(Fraction(7, 2), None) == 4
    assert simplest_between(None, Fraction(-7, 2)) == -4
    assert simplest_between(Fraction(0), Fraction(1, 7)) == Fraction(1, 8)
    with pytest.raises(ValueError, match="no number lies strictly between"):
        simplest_between(Fraction(1), Fraction(1))


_SAME_IN_EVERY_PROCESS = """
import sympy as sp
from verify.language.condition import positive, zero
from verify.claims.missing_hypothesis import find_missing_hypothesis
from verify.solvers.smt import Solver
from verify.prover.witness import find_witness
a, b, c, x, y = sp.symbols("a b c x y")
print(find_witness([positive(y - a * x), zero(x**2 + y**2 - 3), positive(a - 1)], (), Solver(), "w"))
print(find_missing_hypothesis([], positive(a * x**2 + b * x + c), Solver(), [x]))
"""


def test_same_answers_in_every_process():
    answers = {
        subprocess.run(
            [sys.executable, "-c", _SAME_IN_EVERY_PROCESS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
    assert "a > 0" in answers.pop()


def test_a_condition_without_symbols_is_decided_too():
    assert find_witness([positive(sp.Integer(1))], (), Solver(), "true").point == {}
    assert find_witness([Condition(sp.Integer(0), Relation.POSITIVE)], (), Solver(), "false") is None
