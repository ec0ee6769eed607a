"""Random points of a domain: lines that are read off by coefficients are those that three values show."""

from collections.abc import Iterator
from fractions import Fraction
from math import prod
from random import Random

import pytest
import sympy as sp
from sympy.abc import a, p, q, r, x

from verify.independent_check import arithmetic, sampling

DOMAINS = (
    (p > 0, p <= 1, q >= p, q < 1),
    (a < 1, r > 1, a / p < r, p > 0, p <= 1, sp.Eq(r * (a / r + p * x), 1)),
    (x > 0, x < 1, sp.Eq(r * (p * q + p * x**2 * (1 - q) + x * (1 - p)), 1), p > 0, p < 1, q > 0, q < 1),
    (p >= 0, sp.exp(-x) >= p, x > 0, p <= sp.log(a), a > 1, sp.sqrt(2) * a < 5 - p),
)


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    caches = (sampling._bound_alone, sampling._line_alone, sampling._coefficients)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        getattr(cache, "cache_clear", lambda: None)()


def drawn(domain: tuple[sp.Basic, ...]) -> list[dict[sp.Symbol, object]]:
    return list(sampling.points(domain, (), 12, "seed"))


@pytest.mark.parametrize("domain", DOMAINS)
def test_coefficients_tell_the_line_that_three_values_show(
    domain: tuple[sp.Basic, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    by_coefficients = drawn(domain)
    sampling._bound_alone.cache_clear()
    monkeypatch.setattr(sampling, "_coefficients", lambda condition, symbol: None)
    assert by_coefficients and drawn(domain) == by_coefficients


def test_a_wrong_slope_draws_other_points(monkeypatch: pytest.MonkeyPatch) -> None:
    right, domain, less = sampling._coefficients, DOMAINS[0], (Fraction(-1, 2), ())
    before = drawn(domain)
    sampling._bound_alone.cache_clear()
    monkeypatch.setattr(
        sampling, "_coefficients", lambda c, s: (line := right(c, s)) and (2 * line[0], (*line[1], less))
    )
    assert drawn(domain) != before


def test_what_is_no_polynomial_as_it_stands_has_no_coefficients() -> None:
    assert sampling._coefficients(sp.Eq(r * (a / r + p * x), 1), p) is None  # undefined where r = 0
    assert sampling._coefficients(p * q < 2 * q + 1, q) == (((1, ((p, 1),)), (-2, ())), ((-1, ()),))
    assert sampling._coefficients(q**2 < p, q) is None


@pytest.mark.parametrize("domain", DOMAINS)
def test_parts_without_the_symbol_need_not_be_evaluated_again(
    domain: tuple[sp.Basic, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    once = drawn(domain)
    sampling._bound_alone.cache_clear()
    monkeypatch.setattr(sampling, "_parts_without", lambda expression, symbol: ())
    assert drawn(domain) == once


def test_parts_without_a_symbol_leave_cases_alone() -> None:
    cases = sp.Piecewise((1 / p, p > 0), (x, True))
    assert sampling._parts_without(sp.Gt(q * cases + sp.sqrt(p), x * p), x) == (sp.sqrt(p),)


def test_sums_and_products_of_fractions_are_exact() -> None:
    random = Random(3)
    for length in range(6):
        numbers = [Fraction(random.randint(-30, 30), random.randint(1, 24)) for _ in range(length)]
        assert arithmetic.total(numbers) == sum(numbers, Fraction(0))
        assert arithmetic.times(numbers) == prod(numbers, start=Fraction(1))


@pytest.mark.parametrize(
    ("comparison", "wanted"),
    [
        *((sp.Gt, (False, False, True)), (sp.Ge, (False, True, True)), (sp.Eq, (False, True, False))),
        *((sp.Lt, (True, False, False)), (sp.Le, (True, True, False)), (sp.Ne, (True, False, True))),
    ],
)
def test_fractions_compare_as_numbers_do(comparison: type, wanted: tuple[bool, ...]) -> None:
    third, half = Fraction(1, 3), Fraction(1, 2)
    pairs = ((third, half), (half, half), (half, third))
    assert tuple(arithmetic.compared(comparison, *pair) for pair in pairs) == wanted
