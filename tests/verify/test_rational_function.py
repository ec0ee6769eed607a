"""Rational functions that are 0: FLINT's answer beside SymPy's, and what is none."""

import pytest
import sympy as sp
from sympy.abc import p, q, r, x

from verify.calculus import elementary, rational_function
from verify.calculus.rational_function import vanishes

ZERO = (
    (x**2 - 1) / (x - 1) - x - 1,
    1 / (p * q) - 1 / (p * (p + q)) - 1 / (q * (p + q)),
    (p / q + r) ** -2 - q**2 / (p + q * r) ** 2,
    sp.Rational(1, 3) / x - 1 / (3 * x),
    x * 0,
)

OTHER = (1 / x - 1 / (x + 1), p / q - q / p, (p + q) ** 3 - p**3 - q**3, sp.Rational(1, 10**30), x**-3)


@pytest.mark.parametrize("expression", ZERO)
def test_what_is_zero_vanishes(expression: sp.Expr) -> None:
    assert vanishes(expression) is True
    assert sp.cancel(sp.together(expression)) == 0


@pytest.mark.parametrize("expression", OTHER)
def test_what_is_not_zero_does_not_vanish(expression: sp.Expr) -> None:
    assert vanishes(expression) is False
    assert sp.cancel(sp.together(expression)) != 0


@pytest.mark.parametrize(
    "expression",
    [
        sp.sqrt(x) - x,
        sp.exp(x),
        sp.zoo,
        sp.nan,
        sp.pi * x,
        x**100,
        x**p,
        1 / ((x + 1) ** 2 - x**2 - 2 * x - 1),
    ],
)
def test_nothing_is_said_of_what_is_no_quotient_of_polynomials(expression: sp.Expr) -> None:
    assert vanishes(expression) is None


def test_an_identity_is_told_from_what_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    true, false = sp.Eq(p / (p * q + p), 1 / (q + 1)), sp.Eq(p / (p * q + q), 1 / (q + 1))
    assert elementary._is_identity(true) and not elementary._is_identity(false)
    monkeypatch.setattr(elementary, "vanishes", lambda difference: None)
    assert elementary._is_identity(true) and not elementary._is_identity(false)


def test_a_wrong_common_denominator_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rational_function, "_without_common", lambda one, other: (one, one))
    assert vanishes(ZERO[1]) is False
