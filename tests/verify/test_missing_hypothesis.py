"""What a false claim lacks: derived by hand, checked on grids; too weak or vacuous ones are refused."""

import itertools
from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from verify.claims.missing_hypothesis import MissingHypothesis, find_missing_hypothesis
from verify.language.condition import Condition, Relation, conditions_of, non_negative, positive, zero
from verify.solvers.smt import Solver

A, B, C, P, Q, R, S, X, Y = sp.symbols("a b c p q r s x y", real=True)

ROOT = R * (P * (1 - Q) * X**2 + (1 - P) * X + P * Q) - 1
"""The equation of the root x = exp(-eps) for a relative risk of at most r, where s = 1/r."""

PRIORS = (
    positive(P),
    positive(1 - P),
    positive(Q),
    positive(1 - Q),
    positive(X),
    positive(1 - X),
    positive(R - 1),
)
CLOSED_PRIORS = (
    non_negative(P), non_negative(1 - P), non_negative(Q), positive(1 - Q), positive(X), positive(1 - X),
    positive(R - 1),
)  # fmt: skip


def _holds(conditions, values):
    """Truth at a point of Fractions, by arithmetic of this file."""
    for condition in conditions:
        polynomial = sp.Poly(condition.polynomial, *values, domain="QQ")
        value = Fraction(0)
        for exponents, coefficient in polynomial.terms():
            term = Fraction(int(coefficient.p), int(coefficient.q))
            for exponent, number in zip(exponents, values.values(), strict=True):
                term *= number**exponent
            value += term
        holds = {
            Relation.POSITIVE: value > 0,
            Relation.NON_NEGATIVE: value >= 0,
            Relation.ZERO: value == 0,
            Relation.NON_ZERO: value != 0,
        }
        if not holds[condition.relation]:
            return False
    return True


def _fractions_of(witness):
    return {symbol: Fraction(int(v.p), int(v.q)) for symbol, v in witness.point.items()}


def _assert_sound(found, hypotheses, goals):
    """The witness refutes the claim, the example shows consistency, both in Fractions."""
    assert isinstance(found, MissingHypothesis)
    without, example = _fractions_of(found.witness), _fractions_of(found.consistent)
    assert _holds(hypotheses, without)
    assert not _holds(goals, without)
    assert not _holds(found.hypothesis, without)
    assert _holds([*hypotheses, *found.hypothesis, *goals], example)


SIXTHS = [Fraction(k, 6) for k in range(-18, 19) if k % 6 in (0, 2, 3)]

BY_HAND = {
    # Multiply x^2 >= x by 1/x.
    "square": ([positive(X)], [non_negative(X**2 - X)], [], [non_negative(X - 1)]),
    "reciprocal": ([positive(A)], conditions_of(sp.Le(1 / A, 1)), [], [non_negative(A - 1)]),
    "reciprocal, not cleared": ([], conditions_of(sp.Lt(1 / A, 1)), [], [positive(A**2 - A)]),
    # The least value of a x^2 + b x + c for a > 0 is c - b^2/(4 a).
    "definite": ([positive(A)], [positive(A * X**2 + B * X + C)], [X], [positive(4 * A * C - B**2)]),
    "semidefinite": (
        [positive(A)], [non_negative(A * X**2 + B * X + C)], [X], [non_negative(4 * A * C - B**2)],
    ),
    # r takes every value above 1/p, so all are above 1 exactly where 1/p >= 1.
    "product": ([positive(P * R - 1), positive(P)], [positive(R - 1)], [R], [non_negative(1 - P)]),
    # x + 1 takes every value above 1.
    "infimum not attained": ([positive(X)], [non_negative(X + 1 - A)], [X], [non_negative(1 - A)]),
    "infimum not attained, strict": ([positive(X)], [positive(X + 1 - A)], [X], [non_negative(1 - A)]),
    # x + 1/x >= 2 with equality at 1.
    "two eliminated": (
        [positive(X), positive(Y), zero(X * Y - 1)], [non_negative(X + Y - A)], [X, Y], [non_negative(2 - A)],
    ),
    "conjunction": ([], [positive(X - A), positive(B - X)], [], [positive(X - A), positive(B - X)]),
}  # fmt: skip


@pytest.mark.parametrize("name", BY_HAND)
def test_missing_hypothesis_is_the_one_derived_by_hand(name):
    hypotheses, goals, eliminated, expected = BY_HAND[name]
    found = find_missing_hypothesis(hypotheses, goals, Solver(), eliminated)
    _assert_sound(found, hypotheses, goals)
    assert found.necessary
    assert not {*eliminated} & frozenset().union(*(c.symbols for c in found.hypothesis))
    symbols = sorted(frozenset().union(*(c.symbols for c in (*expected, *found.hypothesis))), key=str)
    domain = [c for c in hypotheses if c.symbols <= {*symbols}]
    grid = SIXTHS[::3] if len(symbols) > 2 else SIXTHS
    inside = 0
    for numbers in itertools.product(grid, repeat=len(symbols)):
        values = dict(zip(symbols, numbers, strict=True))
        if _holds(domain, values):
            assert _holds(found.hypothesis, values) == _holds(expected, values), values
            inside += 1
    assert inside > 5


@pytest.mark.parametrize("domain", [PRIORS, CLOSED_PRIORS], ids=["open", "closed"])
@pytest.mark.parametrize("relation", [Relation.POSITIVE, Relation.NON_NEGATIVE])
def test_sign_of_an_implicit_derivative_hangs_on_a_factor_of_the_resultant(domain, relation):
    # F_p = (1-x)(q - (1-q)x) has the sign of q/(1-q) - x; F increases in x and is q/(1-q) - 1/r there.
    hypotheses = (*domain, zero(ROOT))
    goal = Condition((1 - X) * (Q - (1 - Q) * X), relation)
    found = find_missing_hypothesis(hypotheses, goal, Solver(), [X])
    _assert_sound(found, hypotheses, [goal])
    (condition,) = found.hypothesis
    assert found.necessary
    assert condition.relation is relation
    assert sp.expand(condition.polynomial - (Q * (R + 1) - 1)) == 0


def test_without_a_sign_of_the_leading_coefficient_two_conditions_are_needed():
    goal = positive(A * X**2 + B * X + C)
    found = find_missing_hypothesis([], goal, Solver(), [X])
    assert set(found.hypothesis) == {positive(A), positive(4 * A * C - B**2)}
    # a = b = 0 < c makes the goal true as well.
    assert not found.necessary


# Planted errors


STRICT = positive(A * X**2 + B * X + C)


@pytest.mark.parametrize(
    "too_weak",
    [
        # At b^2 = 4 a c the parabola touches zero.
        non_negative(4 * A * C - B**2),
        positive(C),
        positive(A * C),
        positive(5 * A * C - B**2),
        positive(4 * A * C - B**2 + sp.Rational(1, 10**6)),
        Condition(4 * A * C - B**2, Relation.NON_ZERO),
    ],
    ids=str,
)
def test_planted_hypothesis_that_is_too_weak_is_not_returned(too_weak):
    found = find_missing_hypothesis([positive(A)], STRICT, Solver(), [X], [too_weak])
    assert too_weak not in found.hypothesis
    assert found.hypothesis == (positive(4 * A * C - B**2),)


@pytest.mark.parametrize(
    "vacuous", [positive(-A), [positive(C), positive(-C)], positive(-(X**2)), zero(A**2 + C**2)], ids=str
)
def test_planted_hypothesis_that_contradicts_the_others_is_not_returned(vacuous):
    found = find_missing_hypothesis([positive(A)], STRICT, Solver(), [X], [vacuous])
    assert found.hypothesis == (positive(4 * A * C - B**2),)


def test_given_hypothesis_that_suffices_comes_first_and_is_not_called_necessary_if_it_is_not():
    found = find_missing_hypothesis([positive(A)], STRICT, Solver(), [X], [positive(A * C - B**2)])
    assert found.hypothesis == (positive(A * C - B**2),)
    assert not found.necessary


def test_of_two_given_hypotheses_the_weaker_one_wins_in_either_order():
    strong, weak = positive(X - 2), non_negative(X - 1)
    for order in ([strong, weak], [weak, strong]):
        found = find_missing_hypothesis([positive(X)], non_negative(X**2 - X), Solver(), (), order)
        assert found.hypothesis == (weak,)
        assert found.necessary


def test_weaker_hypothesis_wins_although_no_sample_lies_between_the_two():
    strong, weak = non_negative(100 * X - 1), non_negative(1000 * X - 1)
    found = find_missing_hypothesis(
        [positive(X)], non_negative(1000 * X**2 - X), Solver(), (), [strong, weak]
    )
    assert found.hypothesis == (weak,)


def test_given_conjunction_is_shortened_to_what_it_needs():
    given_parts = (positive(A + 1), non_negative(A * X - A), positive(X))
    found = find_missing_hypothesis(
        [positive(X), positive(A)], non_negative(X**2 - X), Solver(), (), [given_parts]
    )
    assert found.hypothesis == (non_negative(X - 1),)


def test_necessity_is_not_claimed_for_a_hypothesis_that_the_goal_does_not_imply():
    for bound in (sp.Rational(1000001, 1000000), 2, 1000):
        found = find_missing_hypothesis(
            [positive(X)], non_negative(X + 1 - A), Solver(), [X], [non_negative(2 - bound - A)]
        )
        assert found.hypothesis != (non_negative(1 - A),)
        assert not found.necessary


def test_hypothesis_on_an_eliminated_symbol_is_not_called_necessary_because_the_goal_fails_elsewhere():
    found = find_missing_hypothesis([], positive(X), Solver(), [X], [positive(X - 1)])
    assert found.hypothesis == (positive(X - 1),)
    assert not found.necessary


def test_goal_that_contradicts_the_hypotheses_has_no_missing_hypothesis():
    assert find_missing_hypothesis([positive(X)], positive(-X), Solver()) is None
    assert find_missing_hypothesis([positive(X)], positive(-X), Solver(), [X]) is None


@pytest.mark.parametrize(
    "hypotheses",
    [[positive(X)], [positive(X), positive(-X)], [zero(X**2 + 1)]],
    ids=["true", "empty", "empty too"],
)
def test_claim_that_is_true_lacks_nothing(hypotheses):
    with pytest.raises(ValueError, match="true as it stands"):
        find_missing_hypothesis(hypotheses, positive(X), Solver())


def test_undecided_sufficiency_does_not_count():
    # With a single step the solver proves nothing, although the counterexample is found without it.
    goal = positive(A * X**4 + B * X**3 + C * X**2 + A * B * X + 1)
    assert find_missing_hypothesis([positive(A)], goal, Solver(steps=1), [X]) is None


@given(
    st.tuples(st.integers(-4, 4), st.integers(-4, 4), st.integers(-4, 4)),
    st.sampled_from([Relation.POSITIVE, Relation.NON_NEGATIVE]),
    st.booleans(),
)
@settings(max_examples=12, deadline=None, derandomize=True)
def test_random_claim_gets_a_hypothesis_that_suffices_on_a_grid(coefficients, relation, eliminate):
    u, v, w = coefficients
    goal = Condition(u * X**2 + v * A * X + w * A + 1, relation)
    domain = [non_negative(X), non_negative(1 - X)]
    try:
        found = find_missing_hypothesis(domain, goal, Solver(), [X] if eliminate else [])
    except ValueError:
        found = None
    assume(found is not None)
    _assert_sound(found, domain, [goal])
    for a, x in itertools.product(SIXTHS, [Fraction(k, 8) for k in range(9)]):
        values = {A: a, X: x}
        if _holds(found.hypothesis, values):
            assert _holds([goal], values)
        elif found.necessary and not eliminate:
            assert not _holds([goal], values)
