"""Bessel K and gamma of symbolic order: identities by recurrence, and points at which false ones fail."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.abc import n, t, v

from verify.calculus.derivative import PartialDerivative
from verify.calculus.elementary import establish
from verify.calculus.integral import DefiniteIntegral
from verify.evidence import Evidence
from verify.independent_check.arithmetic import UndefinedAtPointError, value
from verify.language.special_functions import by_recurrences
from verify.language.truth import holds_at
from verify.prover.prover import Prover

K = sp.besselk
HALF = sp.Rational(1, 2)


def beta(one: sp.Expr, other: sp.Expr) -> sp.Expr:
    """The beta function, by gammas."""
    return sp.gamma(one) * sp.gamma(other) / sp.gamma(one + other)


def _power(order: sp.Expr) -> sp.Expr:
    return t**order * K(order, t)


def _gamma_difference(shape: sp.Expr) -> sp.Expr:
    """The density of a difference of two equal Gamma variables, but for a factor."""
    return _power(shape - HALF)


TRUE = {
    "order lowered": PartialDerivative(_power(v), t, -(t**v) * K(v - 1, t)),
    "order raised": PartialDerivative(t ** (-v) * K(v, t), t, -(t ** (-v)) * K(v + 1, t)),
    "logarithmic derivative": PartialDerivative(sp.log(K(v, t)), t, v / t - K(v + 1, t) / K(v, t)),
    "three terms": sp.Eq(K(v + 1, t) - K(v - 1, t), 2 * v / t * K(v, t), evaluate=False),
    "five orders": sp.Eq(
        K(v + 2, t) - K(v - 2, t),
        2 * (v + 1) / t * K(v + 1, t) + 2 * (v - 1) / t * K(v - 1, t),
        evaluate=False,
    ),
    "differential equation": sp.Eq(
        t**2 * sp.diff(K(v, t), t, 2) + t * sp.diff(K(v, t), t), (t**2 + v**2) * K(v, t), evaluate=False
    ),
    "difference of Gamma variables": sp.Eq(
        _gamma_difference(n) - sp.diff(_gamma_difference(n), t, 2),
        (2 * n - 2) * _gamma_difference(n - 1),
        evaluate=False,
    ),
    "density by convolution": PartialDerivative(
        t**n * sp.exp(-v) / sp.gamma(n + 1), t, t ** (n - 1) * sp.exp(-v) / sp.gamma(n)
    ),
    "gammas two apart": sp.Eq(sp.gamma(v + 2) / sp.gamma(v), v * (v + 1), evaluate=False),
    "beta function": sp.Eq(beta(v + 1, n) + beta(v, n + 1), beta(v, n), evaluate=False),
    "gamma is positive": sp.Gt(sp.gamma(v) + sp.gamma(v + 1), 0, evaluate=False),
    "integral of a density": DefiniteIntegral(
        t ** (n - 1) / sp.gamma(n), t, sp.S.Zero, v, v**n / sp.gamma(n + 1)
    ),
}

FALSE = {
    "order lowered: sign": PartialDerivative(_power(v), t, t**v * K(v - 1, t)),
    "order lowered: raised": PartialDerivative(_power(v), t, -(t**v) * K(v + 1, t)),
    "three terms: plus": sp.Eq(K(v + 1, t) + K(v - 1, t), 2 * v / t * K(v, t), evaluate=False),
    "three terms: next order": sp.Eq(K(v + 1, t) - K(v - 1, t), 2 * (v + 1) / t * K(v, t), evaluate=False),
    "differential equation: sign": sp.Eq(
        t**2 * sp.diff(K(v, t), t, 2) + t * sp.diff(K(v, t), t), (t**2 - v**2) * K(v, t), evaluate=False
    ),
    "difference of Gamma variables: factor": sp.Eq(
        _gamma_difference(n) - sp.diff(_gamma_difference(n), t, 2),
        (2 * n - 1) * _gamma_difference(n - 1),
        evaluate=False,
    ),
    "density by convolution: same order": PartialDerivative(
        t**n * sp.exp(-v) / sp.gamma(n + 1), t, t ** (n - 1) * sp.exp(-v) / sp.gamma(n + 1)
    ),
    "gammas two apart: v + 1 squared": sp.Eq(sp.gamma(v + 2) / sp.gamma(v), (v + 1) ** 2, evaluate=False),
    "beta function: minus": sp.Eq(beta(v + 1, n) - beta(v, n + 1), beta(v, n), evaluate=False),
    "gamma is large": sp.Gt(sp.gamma(v), sp.Rational(9, 10), evaluate=False),
    "integral of a density: same order": DefiniteIntegral(
        t ** (n - 1) / sp.gamma(n), t, sp.S.Zero, v, v**n / sp.gamma(n)
    ),
}


def _examined(claim: PartialDerivative | DefiniteIntegral | sp.Basic) -> Evidence:
    if isinstance(claim, DefiniteIntegral):
        return claim.examine((v > 0, n > 2), Prover())
    domain = (t > 0, v > 0, n > 2)
    if isinstance(claim, PartialDerivative):
        return claim.examine(domain, Prover())
    return establish(domain, claim, Prover())


@pytest.mark.parametrize("name", TRUE)
def test_identity_of_symbolic_order_is_exact(name: str) -> None:
    """By what the recurrence makes of it."""
    evidence = _examined(TRUE[name])
    assert evidence.proved, evidence.note
    assert str(evidence.grade) == "exact"


@pytest.mark.parametrize("name", FALSE)
def test_false_identity_is_refuted_at_a_point(name: str) -> None:
    """Its witness has an order and an argument."""
    evidence = _examined(FALSE[name])
    assert evidence.refuted, evidence.note
    assert v in (evidence.witness or {})


def test_gamma_at_poles_and_between_them() -> None:
    """At 0, -1, ... it has no value; between them it has one, of either sign."""
    shifted = sp.Eq(sp.gamma(v + 1), v * sp.gamma(v), evaluate=False)
    assert establish((v > 0,), shifted, Prover()).proved
    everywhere = establish((v > -2,), shifted, Prover())
    assert not everywhere.proved
    assert holds_at(shifted, {v: sp.Integer(0)}) is False
    assert holds_at(shifted, {v: -HALF}) is True
    assert holds_at(sp.gamma(v) < -3, {v: -HALF}) is True  # -2 sqrt(pi)
    assert not establish((v > -1, v < 0), sp.gamma(v) > 0, Prover()).proved
    assert not establish((sp.Eq(v, 0),), sp.Eq(sp.gamma(v + 1), 0, evaluate=False), Prover()).proved


@pytest.mark.parametrize(
    "claim",
    [
        sp.Eq(sp.gamma(v + 2) / sp.gamma(v), v * (v + 1), evaluate=False),
        PartialDerivative(t * sp.gamma(v + 2) / sp.gamma(v), t, v * (v + 1)),
        DefiniteIntegral(t * sp.gamma(v + 2) / sp.gamma(v), t, sp.S.Zero, sp.S.One, v * (v + 1) / 2),
    ],
)
def test_a_pole_that_the_recurrence_cancels_stays_one(claim: PartialDerivative | sp.Basic) -> None:
    """gamma(v) has no value at v = 0, although v (v + 1) has."""
    by_prover = isinstance(claim, sp.Basic)
    for domain, proved in (((v > 0,), True), ((v >= 0,), False)):
        found = establish(domain, claim, Prover()) if by_prover else claim.examine(domain, Prover())
        assert found.proved is proved


def test_between_its_poles_gamma_is_neither_proved_nor_refuted() -> None:
    """Below 0 it has values, which nothing here shows."""
    found = establish((v > -1, v < 0), sp.Eq(sp.gamma(v + 1), v * sp.gamma(v), evaluate=False), Prover())
    assert not found.proved
    assert not found.refuted


def test_gamma_of_gamma() -> None:
    """Its argument is positive because it is a gamma of something positive."""
    nested = sp.gamma(sp.gamma(v))
    assert establish((v > 0,), sp.Gt(nested, 0, evaluate=False), Prover()).proved
    assert not establish((v > 0,), sp.Lt(nested, 0, evaluate=False), Prover()).proved


def test_argument_0_has_no_value() -> None:
    """So that nothing is said there."""
    identity = sp.Eq(K(v + 1, t) - K(v - 1, t), 2 * v / t * K(v, t), evaluate=False)
    assert not establish((t >= 0,), identity, Prover()).proved
    assert holds_at(K(HALF, t) > 0, {t: sp.Integer(0)}) is False
    assert holds_at(K(sp.Rational(1, 3), t) > 0, {t: sp.Integer(-1)}) is False


@settings(deadline=None, max_examples=20)
@given(
    order=st.fractions(-3, 3, max_denominator=7),
    argument=st.fractions("1/50", 20, max_denominator=50),
    steps=st.tuples(st.integers(-3, 3), st.integers(-3, 3)),
)
def test_rewriting_keeps_the_value(order: object, argument: object, steps: tuple[int, int]) -> None:
    """Against the integral of exp(-z cosh u) cosh(v u) over u >= 0, which is K_v(z)."""
    at = {v: sp.Rational(order), t: sp.Rational(argument)}
    rewritten = by_recurrences(2 * K(v + steps[0], t) - 3 * K(v + steps[1], t)).subs(at)
    one, other = (_by_integral(mpmath.mpf(float(at[v] + step)), mpmath.mpf(float(at[t]))) for step in steps)
    difference = mpmath.mpf(str(rewritten.evalf(25))) - (2 * one - 3 * other)
    assert abs(difference) < 1e-8 * (1 + abs(one) + abs(other))


def _by_integral(order: mpmath.mpf, argument: mpmath.mpf) -> mpmath.mpf:
    def integrand(u: mpmath.mpf) -> mpmath.mpf:
        return mpmath.exp(-argument * mpmath.cosh(u)) * mpmath.cosh(order * u)

    return mpmath.quad(integrand, [0, 2, 4, 6, 8, 12])


@pytest.mark.parametrize("call", [K(HALF, t), K(HALF + 1, t - 1), sp.gamma(t - 1), sp.gamma(t - 2)])
def test_independent_check_finds_no_value_where_there_is_none(call: sp.Expr) -> None:
    """Nor does the evaluation that the search for a witness uses."""
    at = {t: sp.Integer(1 if call.has(t - 1) or call.has(t - 2) else 0)}
    assert holds_at(sp.Eq(call, call, evaluate=False), at) is False
    with pytest.raises(UndefinedAtPointError):
        value(call, {t: Fraction(int(at[t]))})


def test_independent_check_between_poles() -> None:
    """gamma(-1/2) = -2 sqrt(pi)."""
    with mpmath.workdps(30):
        assert abs(value(sp.gamma(t), {t: Fraction(-1, 2)}) + 2 * mpmath.sqrt(mpmath.pi)) < 1e-25
