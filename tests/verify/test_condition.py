"""Sign conditions: exact truth, negation and closure, substitution with denominators, texts."""

import itertools
import random

import pytest
import sympy as sp

from verify.language.condition import (
    Condition,
    Relation,
    conditions_of,
    conjunction,
    non_negative,
    non_zero,
    positive,
    rational_condition,
    zero,
)

A, B, T = sp.symbols("a b t", real=True)
RATIONALS = [sp.Rational(n, d) for n in range(-4, 5) for d in (1, 2, 3)]


def truth(condition, values):
    return condition.relation.holds(int(sp.sign(condition.polynomial.subs(values))))


def truth_of_all(conditions, values):
    return all(truth(c, values) for c in conditions)


def relational_truth(relational, values):
    """SymPy's own evaluation of the text; None where it is undefined."""
    try:
        return bool(relational.subs(values))
    except TypeError:
        return None


@pytest.mark.parametrize(
    ("relation", "holds"),
    [
        (Relation.POSITIVE, {-1: False, 0: False, 1: True}),
        (Relation.NON_NEGATIVE, {-1: False, 0: True, 1: True}),
        (Relation.ZERO, {-1: False, 0: True, 1: False}),
        (Relation.NON_ZERO, {-1: True, 0: False, 1: True}),
    ],
)
def test_each_relation_holds_for_its_signs_only(relation, holds):
    assert {sign: relation.holds(sign) for sign in (-1, 0, 1)} == holds


@pytest.mark.parametrize("make", [positive, non_negative, zero, non_zero])
def test_negation_holds_exactly_where_the_condition_does_not(make):
    condition = make(A**2 - B)
    for a, b in itertools.product(RATIONALS, repeat=2):
        values = {A: a, B: b}
        assert truth(condition.negation, values) is not truth(condition, values)
    assert condition.negation.negation == condition


@pytest.mark.parametrize(
    ("condition", "closure"),
    [
        (positive(A), non_negative(A)),
        (non_negative(A), non_negative(A)),
        (zero(A), zero(A)),
        (non_zero(A), non_zero(A)),
    ],
)
def test_closure_relaxes_strict_inequalities_only(condition, closure):
    assert condition.closure == closure


@pytest.mark.parametrize(
    ("condition", "truth_value"),
    [
        (positive(sp.Integer(1)), True),
        (positive(sp.Integer(0)), False),
        (non_negative(sp.Integer(0)), True),
        (zero((A + 1) ** 2 - A**2 - 2 * A - 1), True),
        (non_zero((A + 1) ** 2 - A**2 - 2 * A - 1), False),
        (positive(A - A + sp.Rational(-1, 7)), False),
        (positive(A), None),
        (non_negative(A**2), None),
    ],
)
def test_constant_truth_is_known_only_where_no_symbol_remains(condition, truth_value):
    assert condition.constant_truth is truth_value


def test_symbols_are_those_of_the_polynomial():
    assert positive(A * B - 1).symbols == {A, B}
    assert positive(sp.Integer(1)).symbols == frozenset()


@pytest.mark.parametrize("relation", list(Relation))
def test_substituted_denominator_keeps_the_sign_and_counts_undefined_as_false(relation):
    condition = Condition(A - 1, relation)
    moved = condition.substituted({A: B / (T - 1)})
    for b, t in itertools.product(RATIONALS, repeat=2):
        values = {B: b, T: t}
        expected = t != 1 and relation.holds(int(sp.sign(b / (t - 1) - 1))) if t != 1 else False
        assert truth_of_all(moved, values) is expected, values
    assert all(c.polynomial.is_polynomial(B, T) for c in moved)


def test_substitution_without_denominator_adds_no_condition():
    assert positive(A).substituted({A: B + 1}) == (positive(B + 1),)
    assert positive(A).substituted({A: (B + 1) / 2})[0].relation is Relation.POSITIVE
    assert len(positive(A).substituted({A: (B + 1) / 2})) == 1


def test_substitution_is_simultaneous():
    (moved,) = positive(A - 2 * B).substituted({A: B, B: A})
    assert sp.expand(moved.polynomial - (B - 2 * A)) == 0


def test_substitution_by_a_number_decides_the_condition():
    assert positive(A - 1).substituted({A: sp.Integer(1)})[0].constant_truth is False


def test_cleared_denominator_may_not_be_dropped():
    """A planted slip: without the second condition, 1/t = 0 for `t/t**2` would be asked at t = 0 too."""
    vanishing = rational_condition(B / T, Relation.ZERO)
    assert truth_of_all(vanishing, {B: 0, T: 1})
    assert not truth_of_all(vanishing, {B: 0, T: 0})
    assert truth(vanishing[0], {B: 0, T: 0})


def test_numeric_denominator_of_negative_sign_is_absorbed():
    (condition,) = rational_condition((A - 1) / -3, Relation.POSITIVE)
    assert truth(condition, {A: 0})
    assert not truth(condition, {A: 2})


@pytest.mark.parametrize(
    ("relational", "expected"),
    [
        (A > B, (positive(A - B),)),
        (A >= B, (non_negative(A - B),)),
        (A < B, (positive(B - A),)),
        (A <= B, (non_negative(B - A),)),
        (sp.Eq(A, B), (zero(A - B),)),
        (sp.Ne(A, B), (non_zero(A - B),)),
        (sp.true, ()),
        (True, ()),
    ],
)
def test_relational_becomes_its_condition(relational, expected):
    found = conditions_of(relational)
    assert [c.relation for c in found] == [c.relation for c in expected]
    assert all(sp.expand(f.polynomial - e.polynomial) == 0 for f, e in zip(found, expected, strict=True))


@pytest.mark.parametrize("relational", [sp.false, False])
def test_false_becomes_a_condition_that_nothing_meets(relational):
    (condition,) = conditions_of(relational)
    assert condition.constant_truth is False


def test_conjunction_of_relationals_is_the_union_of_their_conditions():
    found = conditions_of(sp.And(A > 0, A <= 1 / B, sp.Ne(B, 2)))
    for a, b in itertools.product(RATIONALS, repeat=2):
        expected = bool(a > 0 and b not in {0, 2} and (a * b <= 1 if b > 0 else a * b >= 1))
        assert truth_of_all(found, {A: a, B: b}) is expected, (a, b)


@pytest.mark.parametrize("relational", [sp.Or(A > 0, B > 0), sp.Not(sp.And(A > 0, B > 0)), A, sp.Symbol("c")])
def test_anything_but_a_conjunction_is_refused(relational):
    with pytest.raises(TypeError, match="not a conjunction"):
        conditions_of(relational)


def test_text_round_trip_gives_an_equivalent_condition():
    stream = random.Random("conditions")
    symbols = {"a": A, "b": B}
    for _ in range(60):
        coefficients = [sp.Rational(stream.randint(-3, 3), stream.randint(1, 3)) for _ in range(5)]
        polynomial = sum(
            (c * m for c, m in zip(coefficients, (1, A, B, A * B, A**2), strict=True)), sp.Integer(0)
        )
        if not polynomial.free_symbols:
            continue
        condition = Condition(polynomial, stream.choice(list(Relation)))
        # SymPy evaluates this text, which is that of the condition made just above.
        (back,) = conditions_of(sp.sympify(str(condition), locals=symbols))
        assert back.relation is condition.relation
        for _ in range(10):
            values = {A: stream.choice(RATIONALS), B: stream.choice(RATIONALS)}
            assert truth(back, values) is truth(condition, values), (condition, values)


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (positive(A - B), "b < a"),
        (non_negative(1 - A), "a <= 1"),
        (positive(A), "a > 0"),
        (non_negative(-A), "a <= 0"),
        (positive(2 * A * B - T), "t < 2*a*b"),
        (zero(A - 1), "Eq(a, 1)"),
        (non_zero(A - 1), "Ne(a, 1)"),
        (non_negative(A * (B + 1) - 1), "a*b + a >= 1"),
    ],
)
def test_text_puts_positive_terms_on_either_side(condition, text):
    assert str(condition) == text


def test_conjunction_text_keeps_the_order_and_is_true_for_none():
    assert conjunction([]) is sp.true
    assert conjunction([positive(A)]) == (A > 0)
    both = conjunction([positive(B), positive(A)])
    assert isinstance(both, sp.And)
    assert set(both.args) == {A > 0, B > 0}
    assert all(relational_truth(both, {A: x, B: y}) is (x > 0 and y > 0) for x in (-1, 1) for y in (-1, 1))
