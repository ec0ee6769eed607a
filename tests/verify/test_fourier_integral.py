"""Integrals of a polynomial times an exponential with cosine and sine, and slips that must be seen."""

from __future__ import annotations

import mpmath
import pytest
import sympy as sp
from sympy.abc import a, t, w

from verify.calculus.fourier_integral import FourierIntegral
from verify.prover.prover import Prover

DENSITY = t * sp.exp(-a * t)
REAL, IMAGINARY = (a**2 - w**2) / (a**2 + w**2) ** 2, 2 * a * w / (a**2 + w**2) ** 2


def integral(real: sp.Expr | None, imaginary: sp.Expr | None = None) -> FourierIntegral:
    return FourierIntegral(DENSITY, a, t, w, real, imaginary)


def test_both_parts_are_proved_where_the_integral_exists() -> None:
    assert integral(REAL, IMAGINARY).examine((a > 0,), Prover()).proved
    assert not integral(REAL, IMAGINARY).examine((a >= 0,), Prover()).proved


def test_where_the_integral_diverges_the_statement_is_false() -> None:
    scaled = FourierIntegral(sp.exp(-t / a) / a, 1 / a, t, w, 1 / (1 + (a * w) ** 2))
    assert scaled.examine((a > 0,), Prover()).proved
    assert scaled.examine((), Prover()).refuted
    assert integral(REAL).examine((a < 0,), Prover()).refuted
    nothing = FourierIntegral(sp.S.Zero, a, t, w, sp.S.Zero)
    assert not nothing.examine((a < 0,), Prover()).refuted


def test_values_are_those_of_quadrature() -> None:
    at = {a: sp.Rational(3, 2), w: sp.Rational(5, 4)}
    for wave, part in ((mpmath.cos, REAL), (mpmath.sin, IMAGINARY)):
        found = mpmath.quad(lambda x, wave=wave: x * mpmath.exp(-1.5 * x) * wave(1.25 * x), [0, 1, 4, 16, 64])
        assert abs(found - mpmath.mpf(part.subs(at).p) / part.subs(at).q) < 1e-12


@pytest.mark.parametrize(
    "planted", [(IMAGINARY, None), (-REAL, None), (2 * REAL, IMAGINARY), (REAL, -IMAGINARY), (REAL, REAL)]
)
def test_a_slip_in_a_part_is_refuted(planted: tuple[sp.Expr, sp.Expr | None]) -> None:
    found = integral(*planted).examine((a > 0,), Prover())
    assert found.refuted and found.witness[a] > 0


def test_what_is_no_polynomial_times_the_exponential_is_open() -> None:
    for density in (sp.exp(-a * t) / (1 + t), sp.exp(-2 * a * t), sp.sqrt(t) * sp.exp(-a * t)):
        found = FourierIntegral(density, a, t, w, REAL).examine((a > 0,), Prover())
        assert not found.proved and not found.refuted


def test_the_variable_of_integration_stays_inside() -> None:
    with pytest.raises(ValueError, match="variable of integration"):
        FourierIntegral(DENSITY, a, t, t, REAL)


def test_no_density_and_parameters_that_are_not_algebraic() -> None:
    nothing = FourierIntegral(sp.S.Zero, a, t, w, sp.S.Zero, sp.S.Zero)
    assert nothing.examine((a > 0,), Prover()).proved
    rate = sp.exp(a)
    half = FourierIntegral(sp.exp(-rate * t), rate, t, w, rate / (rate**2 + w**2))
    assert half.examine((a > 0,), Prover()).proved
