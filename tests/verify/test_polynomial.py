"""The kernel's polynomials are SymPy's, in any order of operations; degrees that do not fit are refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.polynomial import Polynomial, Rejected, Ring

NAMES = ["x", "y", "z"]
SYMBOLS = sp.symbols(NAMES)
EXPONENTS = st.tuples(*[st.integers(0, 5)] * 3)
SPARSE = st.dictionaries(EXPONENTS, st.fractions(-9, 9, max_denominator=12), max_size=5)


def poly(terms: Any) -> sp.Poly:
    rationals = {e: sp.Rational(c.numerator, c.denominator) for e, c in dict(terms).items()}
    return sp.Poly(rationals or {(0, 0, 0): 0}, *SYMBOLS, domain="QQ")


def same(one: Polynomial, other: sp.Poly) -> bool:
    known = {e: Fraction(int(c.p), int(c.q)) for e, c in other.terms() if c}
    return dict(one.items()) == known and set(one) == set(known) and len(one) == len(known)


@settings(max_examples=200, deadline=None)
@given(SPARSE, SPARSE, SPARSE)
def test_sums_and_products_are_those_of_another_algebra_system(a: Any, b: Any, c: Any) -> None:
    ring = Ring(NAMES)
    f, g, h = (ring.collected(terms.items()) for terms in (a, b, c))
    assert same(f, poly(a))
    assert same(ring.add(f, g, h), poly(a) + poly(b) + poly(c))
    assert same(ring.multiply(f, g, h), poly(a) * poly(b) * poly(c))
    assert ring.add(ring.multiply(f, g), ring.multiply(f, h)) == ring.multiply(ring.add(g, h), f)
    assert not ring.add(f, g, ring.scaled(g, -1), ring.scaled(f, -1))


@given(SPARSE)
def test_the_same_polynomial_is_equal_however_it_was_made(a: Any) -> None:
    ring = Ring(NAMES)
    f = ring.collected(a.items())
    halves = [(e, c / 2) for e, c in a.items()]
    assert ring.collected([*halves, *reversed(halves)]) == f
    assert hash(ring.multiply(ring.atom("2/3")[0], f, ring.atom("3/2")[0])) == hash(f)
    other = ring.add(f, ring.collected([((0, 0, 6), Fraction(1, 7))]))
    assert other != f and len(other) == len(f) + 1


def test_degrees_up_to_the_last_that_fits_stay_apart_and_the_next_is_refused() -> None:
    """Sixteen bits hold an exponent of 65535; one more would be carried into the next variable's."""
    ring = Ring(NAMES)
    largest = ring.collected([((65535, 0, 0), 1)])
    assert [*largest] == [(65535, 0, 0)] and largest != ring.collected([((0, 1, 0), 1)])
    for one_more in "xyz":
        with pytest.raises(Rejected, match="more work"):
            ring.multiply(largest, ring.atom(one_more)[0])
    with pytest.raises(Rejected, match="more work"):
        ring.collected([((65535, 1, 0), 1)])
    with pytest.raises(Rejected, match="more work"):
        ring.fraction(["*", *[["^", "x", 64]] * 1024])
    assert ring.polynomial(["*", *[["^", "x", 64]] * 1023, ["^", "x", 63]]) == largest


def test_lengths_bound_the_numbers() -> None:
    ring = Ring(NAMES)
    f = ring.polynomial(["+", ["*", "7/3", "x"], "-1000001", ["*", "1/99", "y"]])
    for g in (f, ring.multiply(f, f), ring.add(ring.multiply(f, f, f), f), ring.multiply(*[f] * 6)):
        numbers = [*g.terms.values(), g.denominator]
        assert max(map(int.bit_length, numbers)) <= g.length
