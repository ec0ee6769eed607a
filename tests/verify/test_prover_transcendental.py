"""Claims with exponentials, logarithms and other functions, and points against them."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy.abc import a, b, x, y

from verify.evidence import Grade, Outcome
from verify.language.encoding import NotAlgebraicError
from verify.language.implication import Implication
from verify.prover.by_enclosure import failing_point, fails_near_an_end
from verify.prover.prover import Prover

TRANSCENDENTAL_TRUE = [
    ((x >= 1, x <= 2), sp.exp(x) > x + 1),
    ((x >= 1, x <= 2), sp.log(x) < x),
    ((x >= 1, x <= 2), sp.Ne(sp.log(x), x)),
    ((x >= 0, x <= 1, y >= 0, y <= 1), sp.exp(x - y) + x * y > sp.Rational(1, 3)),
    ((sp.Or(sp.And(x >= 1, x <= 2), sp.And(x >= 3, x <= 4)),), sp.And(sp.exp(x) > x, sp.log(x) < x)),
    ((x >= 1, x <= 2, sp.log(x) > 1), x < 0),  # no point satisfies the hypotheses
]


@pytest.mark.parametrize(("hypotheses", "goal"), TRANSCENDENTAL_TRUE)
def test_what_is_not_algebraic_is_proved_by_enclosures(
    hypotheses: tuple[sp.Basic, ...], goal: sp.Basic
) -> None:
    implication = Implication(hypotheses, goal)
    found = Prover().decide(implication)
    assert found.proved, found.note
    assert found.grade in (Grade.ENCLOSED, Grade.EXACT)


BY_NAMES = [
    ((), sp.exp(x) >= x + 1),
    ((x > 0,), sp.log(x) <= x - 1),
    ((), sp.Eq(sp.cosh(x) ** 2 - sp.sinh(x) ** 2, 1, evaluate=False)),
    ((), sp.Eq(x * sp.exp(x + y), x * sp.Mul(sp.exp(x), sp.exp(y), evaluate=False), evaluate=False)),
    ((x > 0,), sp.And(x * sp.exp(x) > x, sp.log(1 + x) <= x)),
    ((sp.log(x) > x - 1,), x < 0),  # no point satisfies the hypothesis
    ((x > 0,), sp.pi * x > 3 * x),
    ((x > 0,), sp.Piecewise((1, x > 2), (2, True)) * x * sp.exp(x) > x),
]


@pytest.mark.parametrize(("hypotheses", "goal"), BY_NAMES)
def test_what_holds_for_all_values_of_the_names_is_exact(
    hypotheses: tuple[sp.Basic, ...], goal: sp.Basic
) -> None:
    found = Prover().decide(Implication(hypotheses, goal))
    assert found.proved and found.grade is Grade.EXACT, found.note
    assert list(found.certificates)


NOT_TRUE_FOR_WANT_OF_A_VALUE = [
    # log(-1) has no value: its square is not >= 0, though that of its name is.
    ((), sp.Piecewise((sp.log(x) ** 2, x < 0), (1, True)) >= 0),
    # Nor is the condition met, so that the second case applies.
    ((x < 0,), sp.Piecewise((1, sp.log(x) ** 2 * x <= 0), (-1, True)) * sp.exp(x) * x < 0),
    ((x < 0, sp.Eq(y, 0)), sp.Piecewise((1, sp.coth(y) > 0), (-1, True)) * sp.exp(x) * x < 0),
    ((x < 0,), sp.Not(sp.Gt(x * sp.log(x), 0, evaluate=False), evaluate=False) & (x * sp.exp(x) > 0)),
    # True at -e^10, where log(x) > 5 has no value; log|x| = 10 there.
    ((sp.Implies(sp.log(x) > x + 5, x > 7, evaluate=False), x < -1), x * sp.exp(x) > 0),
    ((x > 0,), x * sp.exp(1 / y) > 0),
    ((), sp.Eq(x * sp.log(x**2), 2 * x * sp.log(x), evaluate=False)),
]


@pytest.mark.parametrize(("hypotheses", "goal"), NOT_TRUE_FOR_WANT_OF_A_VALUE)
def test_what_has_no_value_is_not_named_into_truth(hypotheses: tuple[sp.Basic, ...], goal: sp.Basic) -> None:
    assert not Prover().decide(Implication(hypotheses, goal)).proved


TRANSCENDENTAL_FALSE = [
    ((x >= 0, x <= 1), sp.exp(x) > x + 1),  # equality at 0
    ((), sp.exp(x) > x + 2),
    ((x >= 0, x <= 1), sp.Gt(sp.log(x) * x, -9, evaluate=False)),  # undefined at 0
    ((x > 0,), sp.log(x) < x / 3),
    ((x >= -1, x <= 1), sp.Ne(sp.log(x) + x, sp.log(x) + x + 1, evaluate=False)),  # undefined for x <= 0
    ((x > 0, y > 0), sp.Or(sp.exp(x) < y, sp.exp(y) < x)),
    ((sp.Or(x > 5, x < -5),), sp.exp(x) > x + 100),
]


@pytest.mark.parametrize(("hypotheses", "goal"), TRANSCENDENTAL_FALSE)
def test_what_is_not_algebraic_is_refuted_by_a_point(
    hypotheses: tuple[sp.Basic, ...], goal: sp.Basic
) -> None:
    found = Prover().decide(Implication(hypotheses, goal))
    assert found.refuted, found.note
    assert found.witness is not None and all(value.is_Rational for value in found.witness.values())


@pytest.mark.parametrize(
    ("hypotheses", "goal", "reason"),
    [
        ((), sp.exp(x**2) > sp.Rational(27, 10) * x**2, "x"),  # true, but not on a compact set
        # True, with equality at 0; the tangent does not suffice.
        ((x >= -1, x <= 1), sp.exp(x**2) >= 1 + x**2 + x**4 / 3, "tight"),
        ((x >= 0, x <= 1), sp.Gt(sp.airyai(x), 0, evaluate=False), "airyai"),
        ((x >= 0, x <= 1), sp.Eq(sp.sin(x) ** 2 + sp.cos(x) ** 2, 1, evaluate=False), "equality"),
    ],
)
def test_what_is_not_decided_says_why(hypotheses: tuple[sp.Basic, ...], goal: sp.Basic, reason: str) -> None:
    found = Prover().decide(Implication(hypotheses, goal))
    assert found.outcome is Outcome.OPEN
    assert reason in found.note


def test_prove_refuses_what_is_not_algebraic() -> None:
    with pytest.raises(NotAlgebraicError):
        Prover().prove(Implication((), sp.exp(x) > x))


def test_function_values_leave_the_sample_without_an_error() -> None:
    f = sp.Function("f")
    assert failing_point(Implication((f(2) > 0, x > 0), x > 1)) is None  # nothing is known of f(2)


def test_pi_in_a_hypothesis_is_no_obstacle_to_a_point() -> None:
    assert failing_point(Implication((x > sp.pi,), sp.exp(x) > 100)) == {x: 4}
    assert Prover().decide(Implication((x > sp.pi,), sp.exp(x) > 100)).witness == {x: 4}


def test_a_bound_that_is_only_approached_fails_near_an_end() -> None:
    hypotheses, below = (x > 0, x < 1), sp.Rational(1, 1000)
    assert fails_near_an_end(Implication(hypotheses, x >= below), [x])
    assert fails_near_an_end(Implication(hypotheses, 1 - x >= below), [x])
    assert fails_near_an_end(Implication((x > 0,), sp.exp(1 / x) >= 1 + below), [x])
    assert not fails_near_an_end(Implication(hypotheses, x >= 0), [x])
    assert not fails_near_an_end(Implication((x >= below,), x >= below), [x])
    negative = sp.Symbol("n", negative=True)
    assert not fails_near_an_end(Implication((), sp.Lt(negative, 0, evaluate=False)), [negative])


@pytest.mark.family(3)
@pytest.mark.parametrize("digits", [300, 400])
@pytest.mark.parametrize(
    "goal",
    [
        lambda n: sp.Ge(n * a**2 + b**2, 2 * a * b),
        lambda n: sp.Gt(n * a, n - 1),
        lambda n: sp.Ge((n * a - b) ** 2 + a**2 * b**2, 0),
        lambda n: sp.Lt(a * (n - a) * 4, n**2),  # false at a = n/2
    ],
)
def test_numbers_beyond_floats_end_no_search_in_an_error(goal, digits):
    found = Prover(seconds=20).decide(Implication((a > 1, b > 0), goal(10**digits)))
    assert not (found.refuted if goal(1).func is not sp.StrictLessThan else found.proved)
