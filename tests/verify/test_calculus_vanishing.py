"""Identities of rational functions with roots: what is seen to be 0, and what must not be."""

import pytest
import sympy as sp
from sympy.abc import a, p, q, r, x

from verify.calculus.vanishing import vanishes

ROOT = sp.sqrt(4 * p * (1 - q) * (1 / r - p * q) + (1 - p) ** 2)
SAME = sp.sqrt((4 * p * (1 - q) * (1 - p * q * r) + r * (1 - p) ** 2) / r)
CUBE = sp.Pow(x / 2 + 1, sp.Rational(1, 3), evaluate=False)

ZERO = [
    1 / (1 - 1 / x) - x / (x - 1),
    ROOT - SAME,  # written in two ways
    ROOT * SAME * (1 - q) - ((1 - p) ** 2 + 4 * p * (1 - q) * (1 / r - p * q)) * (1 - q),  # root times root
    (ROOT - a) * (SAME + a) / (x + 1) - (ROOT**2 - a**2) / (x + 1),
    CUBE * ((x + 2) / 2) ** sp.Rational(2, 3) * 2 - x - 2,
    (2 * x * a) ** 1000 / x**999 - 2**1000 * x * a**1000,
    sp.sqrt(1 + sp.sqrt(x)) * sp.sqrt(1 + sp.sqrt(2 * x) / sp.sqrt(2)) - 1 - sp.sqrt(x),  # a root in a root
]


@pytest.mark.parametrize("expression", ZERO, ids=range(len(ZERO)))
def test_what_is_zero_is_seen(expression: sp.Expr) -> None:
    assert vanishes(expression)
    assert not vanishes(expression + sp.Rational(1, 10**30))
    assert not vanishes(expression + x)


NOT_ZERO = [
    ROOT + SAME,  # the other branch
    sp.sqrt(x**2) - x,  # |x| is not x
    sp.sqrt(x) * sp.sqrt(a) - x,
    x ** sp.Rational(1, 3) - sp.sqrt(x),
    x / x - 1 + sp.Symbol("x", positive=True) - x,  # a namesake is another symbol
    sp.Mul(0, 1 / (x - x), evaluate=False),
    1 / sp.Add(x, -x, evaluate=False),
    ((1 + x + a + p + q + r) ** 1000 - 1) / x - sp.expand((x - 1) ** 2),  # too long to be expanded
]


@pytest.mark.parametrize("expression", NOT_ZERO, ids=range(len(NOT_ZERO)))
def test_what_is_not_zero_is_not_called_so(expression: sp.Expr) -> None:
    assert not vanishes(expression)
