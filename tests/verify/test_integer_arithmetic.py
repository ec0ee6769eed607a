"""Terms by names: with the values of the names put in, each is the term again."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy.abc import n

from verify.integers.arithmetic import named
from verify.integers.terms import terms_of

HALF = sp.Rational(1, 2)

TERMS = (
    2**n * 4 ** (n + HALF),  # 4^(1/2) is 2, whose power occurs besides
    4 ** (n + HALF) * 2**n,
    8 ** (n + HALF) * 2 ** (n - HALF),
    9 ** (n - HALF) * 3 ** (2 * n) * sp.Rational(1, 3) ** n,
    (-1) ** (3 * n + 2) * 2 ** (n + HALF),
    sp.Rational(4, 9) ** (n + 3 * HALF) * sp.Rational(2, 3) ** n,
)


@pytest.mark.parametrize("term", TERMS, ids=str)
@pytest.mark.parametrize("value", [1, 2, 5])
def test_named_term_is_the_term(term: sp.Expr, value: int) -> None:
    found = named(terms_of(term, frozenset((n,))))
    names = {name: (base**exponent).subs(n, value) for name, base, exponent in found.powers}
    (one,) = found.terms
    assert sp.radsimp(one.subs(names) / term.subs(n, value)) == 1
