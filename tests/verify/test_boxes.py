"""Claims on compact sets whose truth is known by hand, and enclosures compared with 50-digit arithmetic."""

from __future__ import annotations

import itertools
import time
from fractions import Fraction

import pytest
import sympy as sp
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.boxes.best_first import Budget, Stop
from verify.boxes.bounding_box import bounding_box
from verify.boxes.branch_and_bound import Decision, Outcome, prove_positive_on
from verify.boxes.compact_set import compact_set
from verify.boxes.interval import (
    UndefinedError,
)
from verify.boxes.interval_function import compiled
from verify.enclosure import enclose, sign
from verify.language.condition import (
    Condition,
    Relation,
    conditions_of,
    non_negative,
    non_zero,
    positive,
    zero,
)

X, Y, Z = sp.symbols("x y z")
MILLIONTH = sp.Rational(1, 10**6)
MILLIONTH_WIDTH = Fraction(1, 10**6)
ROSENBROCK = (1 - X) ** 2 + 100 * (Y - X**2) ** 2


def between(lower: str | int, symbol: sp.Symbol, upper: str | int) -> list[Condition]:
    return [non_negative(symbol - sp.Rational(lower)), non_negative(sp.Rational(upper) - symbol)]


UNIT = between(0, X, 1)
SQUARE = [*UNIT, *between(0, Y, 1)]
CUBE = [*SQUARE, *between(0, Z, 1)]
TRIANGLE = [*SQUARE, non_negative(1 - X - Y)]
EDGE = [*SQUARE, zero(1 - X - Y)]


def exact_sign(expression: sp.Expr, point: dict[sp.Symbol, sp.Rational]) -> int:
    return sign(expression.subs(point))


def assert_refutes(decision: Decision, expression: sp.Expr, domain: list[Condition]) -> None:
    """The witness is a point of the set at which `expression > 0` fails, by SymPy's own substitution."""
    assert decision.outcome is Outcome.REFUTED
    assert decision.witness is not None
    assert all(c.relation.holds(exact_sign(c.polynomial, decision.witness)) for c in domain)
    assert exact_sign(expression, decision.witness) <= 0
    assert decision.failed == (positive(expression),)


# -- strict claims ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "domain"),
    [
        (X - X**2 + sp.Rational(1, 10), UNIT),
        (sp.exp(X) - 1 - X + sp.Rational(1, 100), between(-1, X, 1)),
        (X - sp.log(1 + X), between("1/10", X, 2)),
        (X**2 + Y**2 - 2 * X * Y + sp.Rational(1, 1000), SQUARE),
        (sp.Rational(101, 100) - X - Y, TRIANGLE),
        (sp.Rational(1415, 1000) - X - Y, [*SQUARE, zero(X**2 + Y**2 - 1)]),
        (sp.sin(X) - X + X**3 / 6 + sp.Rational(1, 1000), between(0, X, 3)),
        (X + 2**X - 1, between("1/100", X, 1)),
        (sp.pi - 3 * X, UNIT),
        (sp.CRootOf(X**5 - X - 1, 0) - Y, between(0, Y, 1)),
        (sp.log(2) - sp.Rational(69, 100), []),
    ],
)
def test_proves_strict_claims_that_are_true(expression: sp.Expr, domain: list[Condition]) -> None:
    decision = prove_positive_on(expression, domain)
    assert decision.outcome is Outcome.PROVED
    assert decision.stop is Stop.EXHAUSTED
    assert decision.smallest_bound is not None
    assert decision.smallest_bound > 0
    assert decision.witness is None
    assert decision.worst is None


MINIMA = [
    (X - X**2, UNIT, 0),
    (sp.exp(X) - 1 - X, between(-1, X, 1), 0),
    (sp.cos(X) - 1 + X**2 / 2, between(-1, X, 1), 0),
    (sp.log(1 + X) - X / (1 + X), between(0, X, 2), 0),
    (sp.sqrt(X) + sp.sqrt(1 - X), UNIT, 1),
    (1 / (1 + X**2), between(-1, X, 2), "1/5"),
    (sp.Max(X, 1 - X), UNIT, "1/2"),
    (sp.Abs(X - sp.Rational(1, 3)) + sp.Abs(Y - sp.Rational(2, 3)), SQUARE, 0),
    (X**2 + Y**2 - X * Y, SQUARE, 0),
    (ROSENBROCK, [*between(-2, X, 2), *between("-3/2", Y, 2)], 0),
    (-X * Y, TRIANGLE, "-1/4"),
    (X + Y, TRIANGLE, 0),  # the hypothesis does not help, whatever multiple of it is added
    (X**2 + Y**2, EDGE, "1/2"),
    (-X * Y * Z, [*CUBE, non_negative(1 - X - Y - Z)], "-1/27"),
    (X * (1 - Y) * Z**2 + (1 - X) * Z + X * Y, CUBE, 0),
]


@pytest.mark.parametrize(("expression", "domain", "minimum"), MINIMA)
def test_a_constant_moved_by_a_millionth_flips_the_answer(
    expression: sp.Expr, domain: list[Condition], minimum: str | int
) -> None:
    """The minimum is attained at a rational point, so that both directions have to be decided."""
    true_claim = expression - sp.Rational(minimum) + MILLIONTH
    assert prove_positive_on(true_claim, domain).outcome is Outcome.PROVED
    false_claim = expression - sp.Rational(minimum) - MILLIONTH
    assert_refutes(prove_positive_on(false_claim, domain), false_claim, domain)


@pytest.mark.parametrize(
    ("expression", "domain", "witness"),
    [
        (X**2, between(-1, X, 1), {X: 0}),
        (X, UNIT, {X: 0}),  # false at one border point only, which belongs to the set
        ((X - sp.Rational(1, 3)) ** 2, UNIT, {X: sp.Rational(1, 3)}),
        (1 - X - Y, EDGE, None),
        (X * Y - sp.Rational(26, 100), EDGE, None),
    ],
)
def test_refutes_with_a_point_that_can_be_checked_by_hand(
    expression: sp.Expr, domain: list[Condition], witness: dict[sp.Symbol, sp.Rational] | None
) -> None:
    decision = prove_positive_on(expression, domain)
    assert_refutes(decision, expression, domain)
    assert witness is None or decision.witness == witness


@pytest.mark.parametrize(
    ("expression", "domain"),
    [
        ((X**2 - sp.Rational(1, 2)) ** 2, UNIT),  # 0 at 1/sqrt(2)
        ((sp.exp(X) - 2) ** 2, UNIT),
        (X, [positive(X), positive(1 - X)]),  # true, but tight at the border of the closure
        (1 / X - sp.Rational(1, 2), [positive(X), positive(1 - X)]),  # true, undefined on the closure
        (sp.Rational(1414, 1000) - X - Y, [*SQUARE, zero(X**2 + Y**2 - 1)]),  # false; no rational line
        (sp.sqrt(2) - X - Y, [*SQUARE, non_negative(1 - X**2 - Y**2)]),  # 0 at an irrational point
    ],
)
def test_a_tight_claim_is_undecided_and_never_proved(expression: sp.Expr, domain: list[Condition]) -> None:
    decision = prove_positive_on(expression, domain, Budget(boxes=3000))
    assert decision.outcome is Outcome.UNDECIDED
    assert decision.stop in {Stop.RESOLUTION, Stop.BOXES}
    assert decision.smallest_bound is None
    assert decision.worst is not None


def test_the_worst_box_closes_in_on_the_point_where_the_claim_is_tight() -> None:
    decision = prove_positive_on((X**2 - sp.Rational(1, 2)) ** 2, UNIT)
    assert decision.worst is not None
    lower, upper = decision.worst[X]
    assert 2 * lower**2 <= 1 <= 2 * upper**2
    assert upper - lower == Fraction(1, 2**48)


def test_a_value_that_is_undefined_counts_as_a_failure() -> None:
    decision = prove_positive_on(sp.log(X), between(-1, X, 3))
    assert decision.outcome is Outcome.REFUTED
    assert decision.witness is not None
    assert decision.witness[X] <= 0
    assert prove_positive_on(1 / X**2, between(-1, X, 1)).witness == {X: 0}


def test_the_negative_of_a_goal_is_undefined_where_the_goal_is() -> None:
    # SymPy's own negative of -1 + 1/x - 1/x is the number 1, defined at 0 too.
    goal = sp.Add(-1, 1 / X, -1 / X, evaluate=False)
    for relation in (Relation.NON_ZERO, Relation.POSITIVE):
        around_zero = prove_positive_on([[Condition(goal, relation)]], between(-1, X, 1))
        assert around_zero.outcome is Outcome.REFUTED
    decision = prove_positive_on([[non_zero(goal)]], between(-1, X, 1))
    assert decision.witness == {X: 0}
    beyond_zero = prove_positive_on([[non_zero(goal)]], between(1, X, 2))
    assert beyond_zero.outcome is Outcome.PROVED


def test_a_box_where_a_hypothesis_is_undefined_is_no_part_of_the_set() -> None:
    real_logarithm = [*between(-2, X, 2), positive(sp.log(X) + 3)]
    assert prove_positive_on(X + sp.Rational(1, 10), real_logarithm).outcome is Outcome.PROVED
    assert prove_positive_on(X - sp.Rational(1, 10), real_logarithm).outcome is Outcome.REFUTED


def test_clauses_are_a_conjunction_of_disjunctions() -> None:
    left, right = positive(X - sp.Rational(1, 3)), positive(sp.Rational(1, 2) - X)
    assert prove_positive_on([[left, right]], UNIT).outcome is Outcome.PROVED
    assert prove_positive_on([[left], [right]], UNIT).outcome is Outcome.REFUTED
    gap = positive(sp.Rational(3, 10) - X)
    decision = prove_positive_on([[positive(X + 1)], [left, gap]], UNIT)
    assert decision.failed == (left, gap)
    assert decision.witness is not None
    assert sp.Rational(3, 10) <= decision.witness[X] <= sp.Rational(1, 3)


def test_goals_that_are_not_strict_or_exclude_a_value() -> None:
    assert prove_positive_on([[non_negative(X * (1 - X))]], UNIT).outcome is Outcome.PROVED
    assert prove_positive_on([[non_negative(X * (1 - X) - MILLIONTH)]], UNIT).outcome is Outcome.REFUTED
    assert prove_positive_on([[non_zero(X**2 - 2)]], UNIT).outcome is Outcome.PROVED
    decision = prove_positive_on([[non_zero(3 * X - 1)]], UNIT)
    assert decision.witness == {X: sp.Rational(1, 3)}
    with pytest.raises(ValueError, match="cannot prove an equality"):
        prove_positive_on([[zero(X)]], UNIT)


def test_an_empty_clause_is_false_and_no_clause_is_true() -> None:
    assert prove_positive_on([[]], UNIT).outcome is Outcome.REFUTED
    assert prove_positive_on([], UNIT).outcome is Outcome.PROVED


@pytest.mark.parametrize(
    "contradiction",
    [
        [zero(X**2 + 1)],
        [non_negative(X - 2)],
        [positive(X * Y - 1), positive(1 - X - Y)],
        list(conditions_of(sp.false)),
        [positive(sp.log(X - 2))],
    ],
)
def test_an_empty_set_is_reported_as_empty_not_as_a_proof(contradiction: list[Condition]) -> None:
    decision = prove_positive_on(X - 5, [*SQUARE, *contradiction])
    assert decision.outcome is Outcome.EMPTY


@pytest.mark.parametrize("tight", [non_negative(-X * Y), zero(X * Y), non_negative(-((X - Y) ** 2))])
def test_points_at_which_a_hypothesis_is_tight_belong_to_the_set(tight: Condition) -> None:
    """Only on the border of the hypothesis are there points, and all of them count."""
    assert_refutes(prove_positive_on(X + Y - 3, [*SQUARE, tight]), X + Y - 3, [*SQUARE, tight])


def test_no_point_is_left_where_a_tight_hypothesis_is_strict() -> None:
    assert prove_positive_on(X + Y - 3, [*SQUARE, positive(-X * Y)]).outcome is Outcome.EMPTY


def test_a_strict_hypothesis_keeps_its_border_points_from_being_witnesses() -> None:
    half_open = [non_negative(X), positive(1 - X)]
    assert prove_positive_on(1 - X, half_open).outcome is Outcome.UNDECIDED
    assert prove_positive_on(1 - X, UNIT).outcome is Outcome.REFUTED


def test_names_what_it_cannot_use() -> None:
    with pytest.raises(ValueError, match="y has no upper bound"):
        prove_positive_on(X + Y, [*UNIT, non_negative(Y)])
    with pytest.raises(ValueError, match="y has no lower bound"):
        prove_positive_on(X + Y, [*UNIT, non_negative(1 - X - Y), non_zero(Y)])
    with pytest.raises(TypeError, match=r"gamma\(x\)"):
        prove_positive_on(sp.gamma(X), UNIT)
    with pytest.raises(TypeError, match="Float"):
        prove_positive_on(X + sp.Float("0.5"), UNIT)
    with pytest.raises(TypeError, match="y occurs"):
        compiled(X + Y, [X])


def test_the_budget_is_a_number_of_boxes_and_the_answer_does_not_vary() -> None:
    claim = X**2 + Y**2 - 2 * X * Y + MILLIONTH
    first, second = (prove_positive_on(claim, SQUARE, Budget(boxes=1001)) for _ in range(2))
    assert first == second
    assert first.outcome is Outcome.UNDECIDED
    assert (first.stop, first.boxes) == (Stop.BOXES, 1001)
    late = prove_positive_on(claim, SQUARE, Budget(deadline=time.thread_time() - 1))
    assert (late.outcome, late.stop, late.boxes) == (Outcome.UNDECIDED, Stop.DEADLINE, 1)
    assert prove_positive_on(claim, SQUARE).outcome is Outcome.PROVED


POLYNOMIALS = st.lists(st.integers(-4, 4), min_size=6, max_size=6).map(
    lambda c: sp.Add(*(k * m for k, m in zip(c, [sp.Integer(1), X, Y, X * Y, X**2, Y**2], strict=True)))
)


@settings(deadline=None, max_examples=60)
@given(POLYNOMIALS, POLYNOMIALS)
def test_a_decision_agrees_with_exact_values_on_a_grid(goal: sp.Expr, cut: sp.Expr) -> None:
    domain = [*SQUARE, non_negative(cut)]
    decision = prove_positive_on(goal, domain, Budget(boxes=400))
    points = [dict(zip((X, Y), c, strict=True)) for c in itertools.product(sp.Range(7), repeat=2)]
    points = [{v: c / sp.Integer(6) for v, c in p.items()} for p in points]
    values = [goal.subs(p) for p in points if cut.subs(p) >= 0] if goal != 0 else []
    if decision.outcome is Outcome.PROVED:
        assert decision.smallest_bound is not None
        assert all(Fraction(int(v.p), int(v.q)) >= decision.smallest_bound > 0 for v in values)
    elif decision.outcome is Outcome.REFUTED:
        assert_refutes(decision, goal, domain)
    elif decision.outcome is Outcome.EMPTY:
        assert not values


@pytest.mark.parametrize(
    ("expression", "domain", "minimum"),
    [
        (2 / X + X, between("1/2", X, 3), 2 * sp.sqrt(2)),
        (X * sp.log(X), between("1/100", X, 1), -sp.exp(-1)),
        (sp.exp(X) - 2 * X, between(-1, X, 1), 2 - 2 * sp.log(2)),
    ],
)
def test_irrational_minima_are_told_to_a_millionth(
    expression: sp.Expr, domain: list[Condition], minimum: sp.Expr
) -> None:
    value = enclose(minimum)
    below, above = sp.Rational(value.lower) - MILLIONTH, sp.Rational(value.upper) + MILLIONTH
    decision = prove_positive_on(expression - below, domain)
    assert decision.outcome is Outcome.PROVED
    assert decision.boxes < 300
    assert_refutes(prove_positive_on(expression - above, domain), expression - above, domain)


def test_hypotheses_that_are_active_everywhere_cost_few_boxes() -> None:
    assert prove_positive_on(sp.Rational(101, 100) - X - Y, TRIANGLE).boxes == 1


# -- the set ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hypotheses", "sides"),
    [
        ([positive(X), positive(Y - X), non_negative(2 - 3 * Y)], {X: ("0", "2/3"), Y: ("0", "2/3")}),
        (
            [zero(3 * X - 1), non_negative(Y + X), non_negative(X - Y)],
            {X: ("1/3", "1/3"), Y: ("-1/3", "1/3")},
        ),
        ([*between(1, X, 2), non_negative(Y), non_negative(1 - X * Y)], {X: ("1", "2"), Y: ("0", "1")}),
        ([*between(1, X, 2), non_negative(X**2 - X * Y), non_negative(Y)], {X: ("1", "2"), Y: ("0", "4")}),
        ([*between(0, X, 1), *between("1/2", X, 3)], {X: ("1/2", "1")}),
    ],
)
def test_the_bounding_box_follows_from_linear_bounds(
    hypotheses: list[Condition], sides: dict[sp.Symbol, tuple[str, str]]
) -> None:
    box = bounding_box(hypotheses, sorted(sides, key=str))
    assert box == {v: (Fraction(a), Fraction(b)) for v, (a, b) in sides.items()}


def test_bounds_that_lean_on_each_other_bound_nothing() -> None:
    with pytest.raises(ValueError, match="has no upper bound"):
        bounding_box([non_negative(X), non_negative(Y), non_negative(X - Y), non_negative(2 * Y - X)], [X, Y])
    with pytest.raises(ValueError, match="x has no"):
        bounding_box([non_negative(1 - sp.sqrt(X)), non_negative(1 - sp.exp(X) - X)], [X])


def test_membership_is_exact_and_unknown_is_not_membership() -> None:
    region = compact_set([*UNIT, non_negative(X - sp.sqrt(X**2))])
    assert region.contains([fmpq(1, 3)])
    assert not compact_set([*UNIT, positive(X - sp.sqrt(X**2))]).contains([fmpq(1, 3)])
    hidden_zero = sp.sqrt(X + 2 + 2 * sp.sqrt(X + 1)) - 1 - sp.sqrt(X + 1)
    assert not compact_set([*UNIT, non_negative(hidden_zero)]).contains([fmpq(1)])


def test_signs_at_points_are_exact_or_by_ball_or_unknown() -> None:
    third = [fmpq(1, 3)]
    assert compiled(3 * X - 1, [X]).sign_at(third) == 0
    assert compiled(sp.sqrt(X + sp.Rational(1, 9)) - sp.Rational(2, 3), [X]).sign_at(third) == 0
    assert compiled(sp.exp(X) - 1 - X - X**2 / 2, [X]).sign_at([fmpq(1, 10**40)]) == 1
    assert compiled(sp.exp(X) - 1 - X, [X]).sign_at([fmpq(0)]) == 0
    assert compiled(sp.log(X) + sp.log(1 / X), [X]).sign_at(third) is None
    with pytest.raises(UndefinedError):
        compiled(1 / (3 * X - 1), [X]).sign_at(third)
    with pytest.raises(UndefinedError):
        compiled(sp.log(sp.sin(X) - 1), [X]).sign_at(third)


def test_relations_with_unknown_sign_never_fail() -> None:
    """A goal that cannot be settled at a point (it is 0 >= 0 everywhere) is not refuted by it."""
    goal = Condition(sp.log(X + 1) + sp.log(1 / (X + 1)), Relation.NON_NEGATIVE)
    decision = prove_positive_on([[goal]], between(1, X, 3), Budget(60))
    assert decision.outcome is Outcome.UNDECIDED


def test_relations_with_unknown_sign_never_hold() -> None:
    """A hypothesis that cannot be settled at a point keeps the point from being a witness."""
    undecidable = Condition(sp.log(X + 1) + sp.log(1 / (X + 1)), Relation.NON_NEGATIVE)
    decision = prove_positive_on(X - 2, [non_negative(X - 1), non_negative(3 - X), undecidable], Budget(300))
    assert decision.outcome is Outcome.UNDECIDED
