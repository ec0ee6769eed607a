"""Arithmetic of the search on boxes: binary64 pairs, balls, jets and levels against exact values."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_eps.enclosed.arithmetic import Arithmetic
from symbolic_eps.enclosed.balls import Balls
from symbolic_eps.enclosed.binary64 import Binary64
from symbolic_eps.enclosed.jet import arguments
from symbolic_eps.enclosed.level import Level, LinearLevel
from symbolic_eps.enclosed.translation import jet_function
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as P
from symbolic_eps.theory.symbols import PRIOR_VALUE as Q
from symbolic_eps.theory.variants import Variant


class Inward(Binary64):
    """The planted error: ends rounded the wrong way."""

    def down(self, value: float) -> float:
        return math.nextafter(value, math.inf)

    def up(self, value: float) -> float:
        return math.nextafter(value, -math.inf)

    def _low(self, a: float, b: float) -> float:
        return math.nextafter(a * b, math.inf)

    def _high(self, a: float, b: float) -> float:
        return math.nextafter(a * b, -math.inf)


RATIONAL = (P - Q / 3) ** 3 / (P * Q + 1) - sp.Max(P * Q, 1 - P) + 1 / (P + Q) ** 2


def misses(arithmetic: Arithmetic, p: Fraction, q: Fraction) -> bool:
    """Whether the enclosure at a point fails to contain the exact rational value."""
    values = jet_function(RATIONAL)(
        *arguments(arithmetic, (arithmetic.enclose(p), arithmetic.enclose(q)), False)
    )
    exact = RATIONAL.subs({P: sp.Rational(p), Q: sp.Rational(q)})
    low, high = map(arithmetic.fraction, values.value)
    return not low <= Fraction(int(exact.p), int(exact.q)) <= high


shares = st.fractions(min_value=Fraction(1, 1000), max_value=1, max_denominator=1000)


@settings(max_examples=60, deadline=None)
@given(shares, shares)
def test_enclosures_contain_exact_values(p: Fraction, q: Fraction) -> None:
    assert not misses(Binary64(), p, q)
    assert not misses(Balls(), p, q)


numbers = st.one_of(
    st.sampled_from([0.0, 1.0, -1.0, 5e-324, 1e-300, -1e-300, 1e308, -1e308, math.nextafter(1, 2)]),
    st.floats(allow_nan=False, allow_infinity=False),
)
intervals = st.tuples(numbers, numbers).map(lambda ends: (min(ends), max(ends)))


@settings(max_examples=150, deadline=None)
@given(intervals, intervals)
def test_operations_contain_exact_results_at_all_ends(x: tuple[float, float], y: tuple[float, float]) -> None:
    """Sums, products and quotients of the ends, however large or small, are inside."""

    def escapes(arithmetic: Arithmetic) -> bool:
        first, second = (tuple(arithmetic.enclose(Fraction(end))[0] for end in ends) for ends in (x, y))
        results = [
            (arithmetic.add(first, second), [Fraction(a) + Fraction(b) for a in x for b in y]),
            (arithmetic.multiply(first, second), [Fraction(a) * Fraction(b) for a in x for b in y]),
        ]
        if y[0] > 0 or y[1] < 0:
            results.append((arithmetic.reciprocal(second), [1 / Fraction(b) for b in y]))
        return any(
            not (low == -arithmetic.infinity or arithmetic.fraction(low) <= exact)
            or not (high == arithmetic.infinity or exact <= arithmetic.fraction(high))
            for (low, high), values in results
            for exact in values
        )

    assert not escapes(Binary64()) and not escapes(Balls())


def test_centre_lies_in_its_side_whatever_the_slopes() -> None:
    assert Binary64().centre(0.75, 1.0, -1.5e308, 1.5e308) == 0.875  # infinity over infinity
    assert 0.25 <= Binary64().centre(0.25, 0.5, -1e308, 1e308) <= 0.5
    assert Binary64().centre(0.25, 0.5, -1.0, 1.0) == 0.375


@settings(max_examples=60, deadline=None)
@given(shares, shares, shares)
def test_y_log_y_contains_its_values_and_slopes(low: Fraction, width: Fraction, share: Fraction) -> None:
    for arithmetic in (Binary64(), Balls()):
        side = arithmetic.enclose(low - Fraction(1, 1000))[0], arithmetic.enclose(low + width)[1]
        one = (arithmetic.one, arithmetic.one)
        (p, _) = arguments(arithmetic, (side, one), True)
        found, x = p.times_log(), arithmetic.fraction(side[0]) + share * width
        assert found.gradient is not None
        exact = Fraction(str(sp.N(x * sp.log(sp.Rational(x)), 40)))
        slope = Fraction(str(sp.N(1 + sp.log(sp.Rational(x)), 40)))
        assert arithmetic.fraction(found.value[0]) <= exact <= arithmetic.fraction(found.value[1])
        below, above = found.gradient[0]
        assert below == -arithmetic.infinity or arithmetic.fraction(below) <= slope
        assert slope <= arithmetic.fraction(above)


def test_planted_inward_rounding_is_caught() -> None:
    points = [(Fraction(i, 7), Fraction(j, 11)) for i in range(1, 8) for j in range(1, 12)]
    assert sum(misses(Inward(), p, q) for p, q in points) > len(points) // 2


@settings(max_examples=40, deadline=None)
@given(shares, shares, shares, shares, shares, shares)
def test_jets_contain_values_and_slopes_on_a_box(
    p: Fraction, q: Fraction, width: Fraction, height: Fraction, u: Fraction, v: Fraction
) -> None:
    arithmetic = Binary64()
    box = (
        (arithmetic.enclose(p)[0], arithmetic.enclose(p + width)[1]),
        (arithmetic.enclose(q)[0], arithmetic.enclose(q + height)[1]),
    )
    smooth = sp.exp(-P * Q) / P ** sp.Rational(3, 10) + sp.log(1 + Q) * sp.sqrt(P) - Q**3
    jet = jet_function(smooth)(*arguments(arithmetic, box, True))
    at = {P: sp.Rational(p + u * width), Q: sp.Rational(q + v * height)}
    for interval, derivative in zip(
        (jet.value, *jet.gradient), (smooth, smooth.diff(P), smooth.diff(Q)), strict=True
    ):
        exact = Fraction(str(sp.N(derivative.subs(at), 40)))
        low, high = map(Fraction, interval)
        assert low - Fraction(1, 10**30) <= exact <= high + Fraction(1, 10**30)


@pytest.mark.parametrize("kind", [Level, LinearLevel])
def test_level_is_the_bound_and_its_slopes(kind: type[Level]) -> None:
    from symbolic_eps.theory.symbols import DECAY as X
    from symbolic_eps.theory.symbols import INVERSE_RISK
    from symbolic_eps.theory.variants import variant_polynomial

    variant = Variant.UNBOUNDED if kind is Level else Variant.INVARIANT
    polynomial = variant_polynomial(variant).subs(INVERSE_RISK, 0)
    arithmetic = Binary64()
    level = kind(arithmetic, 0.375)
    box = ((0.25, 0.75), (0.125, 0.5))
    top = 0.625
    for p in (0.25, 0.5, 0.75):
        for q in (0.125, 0.25, 0.5):
            at = {P: sp.Rational(p), Q: sp.Rational(q)}
            here = {**at, X: sp.Rational(0.375)}
            for interval, exact in [
                (level.value(box), polynomial.subs(here)),
                (level.rise(box), polynomial.diff(X).subs(here)),
                *zip(level.gradient(box), (polynomial.diff(v).subs(here) for v in (P, Q)), strict=True),
                *(
                    (interval, polynomial.diff(v).subs({**at, X: sp.Rational(x)}))
                    for x in (0.375, 0.5, 0.625)
                    for interval, v in zip(level.gradient_between((0.375, top), box), (P, Q), strict=True)
                ),
            ]:
                assert interval[0] <= exact <= interval[1]
