"""Sums with a given antidifference T, and integrals whose ends are both infinite: what has to be checked."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy.abc import k, x

from verify.calculus import series
from verify.calculus.integral import DefiniteIntegral
from verify.calculus.series import Series
from verify.evidence import Evidence, Outcome
from verify.prover.prover import Prover

ONE = sp.Integer(1)
TERM = 1 / (k * (k + 1))  # 1/k - 1/(k + 1): the sum from 1 is 1


def summed(value: int, antidifference: sp.Expr) -> Evidence:
    return Series(TERM, k, ONE, sp.oo, sp.Integer(value), antidifference).examine((), Prover())


@pytest.mark.parametrize("constant", [-2, 0, 1])
def test_the_limit_of_the_antidifference_counts(constant: int) -> None:
    assert summed(1, constant - 1 / k).proved
    assert summed(1 - constant - 3, constant - 1 / k).refuted


def test_a_wrong_antidifference_shows_nothing() -> None:
    assert summed(2, -2 / k).outcome is Outcome.OPEN
    assert summed(1, 1 / k).outcome is Outcome.OPEN


def test_an_antidifference_that_is_not_proved_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = Evidence("T(k + 1) - T(k)", Outcome.OPEN, None, "not found", note="too hard")
    monkeypatch.setattr(series, "establish", lambda *_: unknown)
    found = summed(1, -1 / k)
    assert found.outcome is Outcome.OPEN and "too hard" in found.note


def test_the_first_step_of_the_antidifference_counts() -> None:
    """The first term is added alone; T jumps behind 2, so that T(3) - T(2) is wrong and all others right."""
    jump = sp.Piecewise((5, k <= 2), (0, True))
    assert not summed(-4, jump - 1 / k).proved


@pytest.mark.parametrize("value", [sp.Integer(0), sp.oo, -sp.oo])
def test_infinity_less_infinity_is_no_value(value: sp.Expr) -> None:
    found = DefiniteIntegral(x, x, -sp.oo, sp.oo, value).examine((), Prover())
    assert found.refuted and "diverges" in found.note


@pytest.mark.parametrize("rest", [x, -1 / x, k * x, x * 2**k])
@pytest.mark.parametrize("lower", [sp.Integer(0), -sp.oo])
def test_a_part_that_does_not_tend_to_0_is_not_made_up_for_by_one_that_does(
    rest: sp.Expr, lower: sp.Expr
) -> None:
    found = Series(k * x ** sp.Abs(k) + rest, k, lower, sp.oo, sp.Integer(0)).examine(
        (x > 0, x < 1), Prover()
    )
    assert found.refuted and "do not tend to 0" in found.note


def test_two_parts_that_do_not_tend_to_0_may_do_so_together() -> None:
    halves = Series(2**k * x**k - (2 * x) ** k, k, sp.Integer(0), sp.oo, sp.Integer(0))
    assert not halves.examine((x > 1,), Prover()).refuted
