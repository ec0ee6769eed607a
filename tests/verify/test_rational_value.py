"""Values by fractions are those of SymPy, and none where there is none."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
import sympy as sp
from sympy.abc import a, b

from verify.language.condition import positive
from verify.language.rational_value import rational_point, rational_value
from verify.language.truth import holds_at
from verify.prover.witness import UnconfirmedPointError, confirmed

HALF = rational_point({a: sp.Rational(1, 2), b: sp.Integer(-3)})


def test_values_are_those_of_sympy() -> None:
    random = Random(20)
    for _ in range(60):
        expression: sp.Expr = random.choice([a, b])
        for _ in range(6):
            other = random.choice([a, b, sp.Rational(random.randint(-5, 5), random.randint(1, 4))])
            expression = random.choice(
                [
                    expression + other,
                    expression * other,
                    expression**2,
                    other / (expression**2 + 1),
                    -expression,
                ]
            )
        value = expression.subs({a: sp.Rational(1, 2), b: -3}, simultaneous=True)
        assert rational_value(expression, HALF) == Fraction(int(value.p), int(value.q)), expression


@pytest.mark.parametrize(
    "expression",
    [1 / (2 * a - 1), sp.sqrt(a), sp.exp(a), a**b, sp.Symbol("c"), sp.pi * a, sp.oo, sp.Max(a, b)],
    ids=str,
)
def test_there_is_no_value_beyond_fractions(expression: sp.Expr) -> None:
    assert rational_value(expression, HALF) is None


def test_a_part_without_a_value_makes_a_comparison_false() -> None:
    hidden = sp.Mul(0, sp.Pow(2 * a - 1, -1, evaluate=False), evaluate=False)
    assert holds_at(sp.Eq(hidden, 0, evaluate=False), {a: sp.Rational(1, 2)}) is False


def test_a_false_condition_is_not_confirmed_and_what_is_no_polynomial_is_refused() -> None:
    with pytest.raises(UnconfirmedPointError, match="the difference is -1/2"):
        confirmed({a: sp.Rational(1, 2)}, [positive(a - 1)])
    with pytest.raises(TypeError, match="not a polynomial"):
        confirmed({a: sp.Rational(1, 2)}, [positive(1 / a)])
