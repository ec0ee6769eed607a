"""Factors, quotients and linear subresultants by FLINT: against SymPy, and for common roots made by hand."""

from __future__ import annotations

from random import Random

import pytest
import sympy as sp
from flint import fmpq_mpoly_ctx

from symbolic_eps.minimum import polynomials
from symbolic_eps.minimum.polynomials import (
    factor_list,
    factored,
    inside,
    linear_subresultant,
    outside,
    quotient,
    resultant,
)

a, b, v = SYMBOLS = sp.symbols("a b v")
RING = fmpq_mpoly_ctx.get(["a", "b", "v"], "lex")


def drawn(random: Random, degree: int) -> sp.Expr:
    return sp.Add(*(sp.Rational(random.randint(-3, 3), 2) * a ** (k % 3) * v**k for k in range(degree))) + (
        b * v**degree
    )


def solved(f: sp.Expr, g: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    leading, rest = linear_subresultant(*(inside(e, SYMBOLS, RING) for e in (f, g)), 2)
    return outside(leading, SYMBOLS), outside(rest, SYMBOLS)


@pytest.mark.parametrize("degrees", [(2, 1), (3, 2), (4, 3), (4, 2), (3, 4)])
def test_the_only_common_root_is_found(degrees: tuple[int, int]) -> None:
    random = Random(f"common root {degrees}")
    root = (a - 2 * b) / (b + 3)
    f, g = (sp.expand((v * (b + 3) - a + 2 * b) * drawn(random, n - 1)) for n in degrees)
    leading, rest = solved(f, g)
    assert leading != 0 and sp.cancel(-rest / leading - root) == 0


@pytest.mark.parametrize("degrees", [(3, 2), (4, 3)])
def test_it_is_the_subresultant_but_for_a_factor(degrees: tuple[int, int]) -> None:
    random = Random(f"subresultant {degrees}")
    f, g = (drawn(random, n) for n in degrees)
    (known,) = (s for s in sp.subresultants(f, g, v) if sp.degree(s, v) == 1)
    leading, rest = solved(f, g)
    assert sp.cancel((leading * v + rest) / known).is_Rational


def test_two_common_roots_leave_no_linear_subresultant() -> None:
    """Its coefficients vanish: a place must not be read off it."""
    both = (v - a) * (v - b)
    assert solved(sp.expand(both * (v - 1)), sp.expand(both * (v + 2))) == (0, 0)


def test_an_exchanged_column_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    minors = polynomials._last_minors
    monkeypatch.setattr(polynomials, "_last_minors", lambda rows: minors([row[::-1] for row in rows]))
    with pytest.raises(AssertionError):
        test_the_only_common_root_is_found((4, 3))


@pytest.mark.parametrize("seed", range(3))
def test_factors_and_quotients_are_those_of_sympy(seed: int) -> None:
    random = Random(f"factors {seed}")
    f, g, h = (drawn(random, n) for n in (1, 2, 2))
    product = sp.expand(-f * g**2 / 6)
    assert factored(inside(product, SYMBOLS, RING), SYMBOLS) == dict(sp.factor_list(product, *SYMBOLS)[1])
    above, below = (sp.expand(e) for e in (-f * h / 3, f * g))
    whole = quotient(inside(above, SYMBOLS, RING), inside(below, SYMBOLS, RING), SYMBOLS)
    assert sp.cancel(whole - above / below) == 0
    assert sp.degree(sp.fraction(whole)[1], v) == sp.degree(g, v), "the common factor is left out"


@pytest.mark.parametrize("seed", range(6))
def test_resultants_and_their_factors_are_those_of_sympy(seed: int) -> None:
    random = Random(f"resultant {seed}")
    x = sp.Symbol("x")
    f, g = (sp.expand(drawn(random, 2) * x - random.randint(1, 3) * a * v) for _ in range(2))
    f = sp.expand(f * (a - v * x) ** (seed % 2))
    known, found = sp.resultant(f, g, v), resultant(f, g, v)
    assert known != 0 and sp.expand(found - known) * sp.expand(found + known) == 0
    assert factor_list(found) == sp.factor_list(known)[1]


def test_a_resultant_by_hand() -> None:
    """Of v^2 - a and v - b: b^2 - a; of a polynomial without v, a power; of two with a common root, 0."""
    assert resultant(v**2 - a, v - b, v) == b**2 - a
    assert sp.expand(resultant(a - b, v**2 + 1, v)) == sp.expand((a - b) ** 2)
    assert resultant((v - a) * v, sp.expand((v - a) * (v - b)), v) == 0 and factor_list(sp.S.Zero) == []


def test_a_wrong_number_of_times_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The powers order the factors."""
    monkeypatch.setattr(polynomials, "_times", lambda *_: 1)
    square = sp.expand(a**2 * b * (a - b))
    assert factor_list(square) != sp.factor_list(square)[1]
