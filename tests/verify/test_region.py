"""Shorter descriptions of a set: the set stays the same, and what cannot be dropped is not."""

import itertools

import pytest
import sympy as sp

from verify.claims.region import (
    all_tidied,
    primitive,
    sign_condition,
    tidied,
    with_positive_factors,
    without_redundant,
)
from verify.language.condition import Relation, non_negative, non_zero, positive, zero
from verify.solvers.smt import Solver

A, B, R = sp.symbols("a b r", real=True)
UNIT = [positive(A), positive(1 - A)]


@pytest.fixture
def solver():
    return Solver()


def same_set(one, other, known, solver):
    """Mutual implication, asked of a solver that has tidied nothing."""
    return all(
        solver.implies([*known, *left], goal, "the sets agree")
        for left, right in ((one, other), (other, one))
        for goal in right
    )


@pytest.mark.parametrize(
    ("polynomial", "expected"),
    [
        (6 * A - 4 * B, 3 * A - 2 * B),
        (-6 * A + 4 * B, -3 * A + 2 * B),
        (A / 6 - B / 4, 2 * A - 3 * B),
        ((A + 1) ** 2 - A**2, 2 * A + 1),
        (sp.Rational(-7, 3), -1),
        (sp.Integer(0), 0),
        (A - A, 0),
    ],
)
def test_primitive_divides_by_a_positive_number_only(polynomial, expected):
    assert sp.expand(primitive(polynomial) - expected) == 0


def test_tidied_drops_factors_of_known_sign(solver):
    assert tidied(positive(A**2 - A * B), [positive(A)], solver) == positive(A - B)


def test_tidied_turns_round_at_a_negative_factor(solver):
    assert str(tidied(positive((A - 1) * (B - 2)), UNIT, solver)) == "b < 2"
    assert str(tidied(non_negative((A - 1) ** 2 * (B - 2)), UNIT, solver)) == "b >= 2"
    assert str(tidied(non_negative((A - 1) ** 3 * (B - 2)), UNIT, solver)) == "b <= 2"


def test_tidied_keeps_factors_of_unknown_sign(solver):
    kept = tidied(positive((A - sp.Rational(1, 2)) * (B - 2)), UNIT, solver)
    assert same_set([kept], [positive((2 * A - 1) * (B - 2))], UNIT, solver)
    assert not same_set([kept], [positive(B - 2)], UNIT, solver)


def test_tidied_does_not_drop_a_factor_that_may_vanish(solver):
    """a^2 >= 0 is no reason to drop a^2 from a^2 b > 0: at a = 0 the condition fails."""
    kept = tidied(positive(A**2 * B), [], solver)
    assert not solver.implies([positive(B)], kept, "a may be 0")
    assert same_set([kept], [positive(A**2 * B)], [], solver)


def test_tidied_is_none_for_what_is_implied(solver):
    assert tidied(positive(2 - A), UNIT, solver) is None
    assert tidied(positive(sp.Integer(3)), [], solver) is None


def test_tidied_keeps_a_contradiction(solver):
    assert tidied(positive(sp.Integer(-3)), UNIT, solver).constant_truth is False
    kept = tidied(positive(A - 2), UNIT, solver)
    assert kept is not None
    assert not solver.satisfiable([*UNIT, kept], "a in (0, 1) and above 2")


@pytest.mark.parametrize("relation", list(Relation))
def test_tidied_is_equivalent_for_every_relation(relation, solver):
    from verify.language.condition import Condition

    for sign, power in itertools.product((1, -1), (1, 2)):
        condition = Condition(sign * (A - 1) ** power * (B - A) * 6, relation)
        kept = tidied(condition, UNIT, solver)
        assert same_set([] if kept is None else [kept], [condition], UNIT, solver)


def test_all_tidied_removes_repetitions_and_keeps_the_order(solver):
    found = all_tidied([positive(A * B), positive(2 * B), positive(B - A), positive(A)], UNIT, solver)
    assert found == (positive(B), positive(B - A))


def test_redundant_conditions_go_the_complicated_ones_first(solver):
    conditions = [positive(A - B), positive(B), positive(A), positive(A**2 + B)]
    kept = without_redundant(conditions, [], solver)
    assert set(kept) == {positive(A - B), positive(B)}


def test_of_two_equivalent_conditions_one_stays(solver):
    kept = without_redundant([positive(B), positive(A * B)], [positive(A)], solver)
    assert kept == (positive(B),)


def test_conditions_that_need_each_other_stay(solver):
    corners = [positive(A + B - 1), positive(1 - A), positive(1 - B)]
    assert set(without_redundant(corners, [], solver)) == set(corners)


def test_planted_contradiction_is_still_one_after_shortening(solver):
    planted = [positive(A - B), positive(B - R), positive(R - A), positive(A)]
    kept = without_redundant(planted, [], solver)
    assert not solver.satisfiable(kept, "a > b > r > a")


@pytest.mark.parametrize(
    ("polynomial", "region", "expected"),
    [
        (A, UNIT, positive(A)),
        (A - 1, UNIT, positive(1 - A)),
        (A - A, UNIT, zero(sp.Integer(0))),
        (A - B, [zero(A - B)], zero(A - B)),
        (A**2, [], non_negative(A**2)),
        (-(A**2), [], non_negative(A**2)),
        (A, [non_zero(A)], non_zero(A)),
        (A, [], None),
        (2 * A - 1, UNIT, None),
    ],
)
def test_sign_condition_is_the_strongest_that_holds(polynomial, region, expected, solver):
    assert sign_condition(polynomial, region, solver) == expected


def test_factors_are_written_as_they_are_positive(solver):
    product = with_positive_factors(A**2 - A, UNIT, solver)
    assert sp.expand(product - (A**2 - A)) == 0
    assert str(product) == "-a*(1 - a)"


@pytest.mark.parametrize(
    "expression",
    [
        (A - 1) * (A - 2) ** 3 * B,
        6 * (1 - A) * (2 * A - 1),
        -A * (A - 1) ** 2,
        sp.Integer(5),
        sp.Integer(0),
        sp.Rational(-1, 3) * (A - 1),
        A * B + 1,
    ],
)
def test_product_of_positive_factors_has_the_same_value(expression, solver):
    product = with_positive_factors(expression, UNIT, solver)
    assert sp.expand(sp.sympify(product, strict=True).doit() - expression) == 0
    for factor in sp.Mul.make_args(product):
        base = factor.base if factor.is_Pow else factor
        if base.free_symbols == {A}:
            assert solver.implies(UNIT, non_negative(base), f"{base} >= 0") or base == 2 * A - 1


def test_a_factor_that_is_a_number_in_disguise() -> None:
    # 11 (a - 1) (a + 1) times a sum that is -1 when it is multiplied out
    disguised = 10 - 11 * A**2 + 11 * (A - 1) * (A + 1)
    condition = positive(11 * (A - 1) * (A + 1) * (disguised))
    assert tidied(condition, [positive(A)], Solver()) == positive(1 - A)
