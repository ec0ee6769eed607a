"""Factors by FLINT are those of SymPy; what is remembered about a polynomial is not about another one."""

from __future__ import annotations

from random import Random

import pytest
import sympy as sp
from sympy.abc import a, p, q

from verify.claims.projection import _coefficients, factors, projection, simplest_of, total_degree


def drawn(random: Random) -> sp.Expr:
    """A product of small polynomials with rational coefficients, some of them more than once."""
    parts = (
        sp.Rational(random.randint(-6, 6), random.randint(1, 5)) * p ** random.randint(0, 2)
        + random.randint(-3, 3) * q ** random.randint(0, 2) * a ** random.randint(0, 1)
        + random.randint(-2, 2)
        for _ in range(3)
    )
    return sp.Mul(*(part ** random.randint(1, 2) for part in parts))


@pytest.mark.parametrize("seed", range(4))
def test_factors_are_those_of_sympy(seed: int) -> None:
    random = Random(seed)
    for polynomial in (drawn(random) for _ in range(15)):
        expected = [factor for factor, _ in sp.factor_list(sp.expand(polynomial))[1]]
        found = factors(polynomial)
        assert len(found) == len(expected)
        assert {*found} == {f if f in found else sp.expand(-f) for f in expected}


def test_other_coefficients_are_left_to_sympy() -> None:
    assert {*factors(p * (p - sp.sqrt(2)))} == {p, p - sp.sqrt(2)}


def test_a_projection_depends_on_the_symbol_that_goes() -> None:
    pair = [p * q - a, q - p]
    assert projection(pair, q) == simplest_of([p, a, p**2 - a])
    assert projection(pair, p) == simplest_of([q, a, q**2 - a])
    assert projection([p * q**2 + a * q + 1], q) == simplest_of([p, a, a**2 - 4 * p])


def test_what_cancels_is_no_polynomial_in_it() -> None:
    p, q = sp.symbols("p q")
    assert factors((p + q) ** 2 - p**2 - 2 * p * q - q**2) == ()
    assert factors((p + q) ** 2 - p**2 - 2 * p * q) == (q,)
    assert simplest_of([sp.Integer(0), sp.sqrt(2), p / 2 - q, 4 * q - 2 * p]) == [p - 2 * q]
    assert factors(sp.sqrt(2) * p * q) == (p, q)


@pytest.mark.parametrize("seed", range(3))
def test_degrees_and_coefficients_are_those_of_sympy(seed: int) -> None:
    random = Random(seed)
    for polynomial in (sp.expand(drawn(random)) for _ in range(12)):
        if not polynomial.free_symbols:
            continue
        assert total_degree(polynomial) == sp.Poly(polynomial).total_degree()
        for symbol in polynomial.free_symbols:
            expected = sp.Poly(polynomial, symbol).all_coeffs()
            assert [sp.expand(c) for c in _coefficients(polynomial, symbol)] == expected


def test_of_other_coefficients_sympy_tells_the_degree() -> None:
    polynomial = sp.sqrt(2) * p**2 * q - p
    assert total_degree(polynomial) == sp.Poly(polynomial).total_degree()
    assert _coefficients(polynomial, p) == (sp.sqrt(2) * q, -1, 0)
