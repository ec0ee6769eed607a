"""The geometric mechanism's formulas against partial sums of its mass function, and its plain words."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.mechanisms.geometric import (
    GeometricNoise,
    moment_series,
    normalisation,
    probability_mass,
    standard_deviation,
    tail_probability,
    variance,
)
from symbolic_eps.theory.symbols import DECAY as X

UNPROVED_ZERO = sp.sqrt(3 + 2 * sp.sqrt(2)) - 1 - sp.sqrt(2)
"""Exactly 0, by a nested root that expansion leaves alone."""

ratios = st.fractions(min_value=Fraction(1, 50), max_value=Fraction(49, 50), max_denominator=50)


def at(formula: sp.Expr, x: Fraction) -> Fraction:
    value = formula.subs(X, sp.Rational(x.numerator, x.denominator))
    return Fraction(int(value.p), int(value.q))


def test_each_series_satisfies_the_identity_that_determines_it() -> None:
    m = sp.Symbol("m", integer=True, positive=True)
    for power in range(3):
        # S(m) - S(m+1) is the m-th term; with S(m) -> 0 for |x| < 1 this fixes S.
        difference = moment_series(m, power) - moment_series(m + 1, power) - m**power * X**m
        assert sp.simplify(difference) == 0
    assert sp.limit(moment_series(m, 2).subs(X, sp.Rational(9, 10)), m, sp.oo) == 0


def test_formulas_are_the_ones_printed() -> None:
    assert sp.simplify(normalisation() - (1 - X) / (1 + X)) == 0
    assert sp.simplify(variance() - 2 * X / (1 - X) ** 2) == 0
    assert sp.simplify(standard_deviation() - sp.sqrt(2 * X) / (1 - X)) == 0
    assert sp.simplify(tail_probability(4) - X**4 / (1 + X)) == 0
    m = sp.Symbol("m", integer=True, positive=True)
    assert sp.simplify(tail_probability(m) - X**m / (1 + X)) == 0


@pytest.mark.slow
@settings(deadline=None)
@given(ratios, st.integers(1, 8))
def test_partial_sums_of_the_mass_function_approach_the_formulas(x: Fraction, steps: int) -> None:
    terms = 2000  # x^2000 < 10^-17 even for x = 49/50
    head = (1 - x) / (1 + x)
    with mpmath.workdps(40):
        base = mpmath.mpf(x.numerator) / x.denominator
        mass = [mpmath.mpf(head.numerator) / head.denominator * base**k for k in range(terms)]
        total = mass[0] + 2 * sum(mass[1:])
        square = 2 * sum(k * k * weight for k, weight in enumerate(mass))
        tail = sum(mass[steps:])
        assert abs(total - 1) < mpmath.mpf(10) ** -15
        for formula, value in ((variance(), square), (tail_probability(steps), tail)):
            expected = at(formula, x)
            reference = mpmath.mpf(expected.numerator) / expected.denominator
            assert abs(value - reference) < mpmath.mpf(10) ** -9 * (1 + reference)


@settings(deadline=None)
@given(ratios, st.integers(-6, 6))
def test_tail_loses_exactly_one_mass_per_step(x: Fraction, steps: int) -> None:
    noise = GeometricNoise.for_budget(-sp.log(sp.Rational(x.numerator, x.denominator)))
    assert noise.tail(steps) - noise.tail(steps + 1) == probability_mass(steps).subs(X, noise.decay)


def test_budget_log_nine_by_hand() -> None:
    noise = GeometricNoise.for_budget(sp.log(9))
    # x = 1/9: 2x/(1-x)^2 = (2/9)(81/64) = 9/32, (1-x)/(1+x) = 8/10, x/(1+x) = 1/10, x^2/(1+x) = 1/90.
    assert noise.variance == sp.Rational(9, 32)
    assert noise.standard_deviation**2 == sp.Rational(9, 32)
    assert noise.probability_exact == sp.Rational(4, 5)
    assert (noise.tail(1), noise.tail(2)) == (sp.Rational(1, 10), sp.Rational(1, 90))


def test_infinite_budget_adds_no_noise() -> None:
    noise = GeometricNoise.for_budget(sp.oo)
    assert (noise.standard_deviation, noise.probability_exact, noise.tail(1)) == (0, 1, 0)


def test_budget_may_be_an_integer_a_fraction_or_an_algebraic_logarithm() -> None:
    assert GeometricNoise.for_budget(1).decay == sp.exp(-1)
    assert GeometricNoise.for_budget(Fraction(1, 2)).epsilon == sp.Rational(1, 2)
    root = sp.log(1 + sp.sqrt(2))
    assert sp.simplify(GeometricNoise.for_budget(root).decay - (sp.sqrt(2) - 1)) == 0


@pytest.mark.parametrize(
    ("epsilon", "message"),
    [
        (0, "no finite noise"),
        (sp.log(1), "no finite noise"),
        (-1, "negative"),
        (sp.log(sp.Rational(1, 2)), "negative"),
        (0.5, "is a float"),
        (sp.Float("0.5"), "is a float"),
        (sp.Symbol("a"), "exact"),
        (sp.nan, "not a finite number"),
        (-sp.oo, "exact"),
        (sp.log(1 - sp.sqrt(2)), "real"),
    ],
)
def test_budgets_outside_the_domain_are_refused_with_a_reason(epsilon: sp.Expr, message: str) -> None:
    with pytest.raises(InputError, match=message):
        GeometricNoise.for_budget(epsilon)


def test_a_budget_that_cannot_be_told_from_zero_is_undecided() -> None:
    with pytest.raises(UndecidedError, match="positive"):
        GeometricNoise.for_budget(UNPROVED_ZERO)


def test_importing_the_packages_loads_nothing_heavy() -> None:
    code = (
        "import sys, derivations, derivations.kazan_reiter_2024, verify;"
        "import symbolic_eps, symbolic_eps.papers, symbolic_eps.cli;"
        "print(sorted({'sympy', 'numpy', 'z3', 'flint', 'matplotlib'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
