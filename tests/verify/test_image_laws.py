"""Laws of images of a random variable under piecewise-linear maps, as integrals cut from the inside outwards.

Each value was found by hand; each false claim differs from a true one in a sign, an end or a factor.
"""

from __future__ import annotations

import pytest
import sympy as sp
from sympy.abc import a, b, d, t, x

from verify.calculus.branches import factor_and_exponent
from verify.calculus.integral import DefiniteIntegral
from verify.prover.prover import Prover

LAPLACE = sp.exp(-sp.Abs(x)) / 2
LOSS = sp.Abs(x - d) - sp.Abs(x)


def _within(event: sp.Basic, density: sp.Expr) -> sp.Expr:
    return sp.Piecewise((density, event), (0, True))


def _integral(integrand: sp.Expr, value: sp.Expr, lower: sp.Expr = -sp.oo) -> DefiniteIntegral:
    return DefiniteIntegral(integrand, x, lower, sp.oo, sp.sympify(value, strict=True))


ONE_STEP = (t > 0, t < d)

TRUE = {
    "loss at most t": (_integral(_within(t >= LOSS, LAPLACE), sp.exp(-(d - t) / 2) / 2), ONE_STEP),
    "loss within t": (
        _integral(_within(sp.Abs(LOSS) <= t, LAPLACE), (sp.exp(-(d - t) / 2) - sp.exp(-(d + t) / 2)) / 2),
        ONE_STEP,
    ),
    "mean loss": (_integral(LOSS * LAPLACE, d - 1 + sp.exp(-d)), (d > 0,)),
    "mean square of the loss": (
        _integral(LOSS**2 * LAPLACE, d**2 - 2 * d + 4 - (2 * d + 4) * sp.exp(-d)),
        (d > 0,),
    ),
    "hockey stick": (
        _integral(sp.Max(LAPLACE - sp.exp(t) * LAPLACE.subs(x, x - d), 0), 1 - sp.exp((t - d) / 2)),
        ONE_STEP,
    ),
    "hockey stick beyond": (
        _integral(sp.Max(LAPLACE - sp.exp(t) * LAPLACE.subs(x, x - d), 0), 0),
        (d > 0, t >= d),
    ),
    "hockey stick of two exponential laws": (
        _integral(sp.Max(sp.exp(-x) - sp.exp(t) * 2 * sp.exp(-2 * x), 0), sp.exp(-t) / 4, sp.S.Zero),
        (t >= 0,),
    ),
    "distance from a point": (
        _integral(sp.Abs(x - a) * sp.exp(-x), a - 1 + 2 * sp.exp(-a), sp.S.Zero),
        (a > 0,),
    ),
    "a clamped variable": (
        _integral(sp.Min(sp.Max(x, a), b) * sp.exp(-x), a + sp.exp(-a) - sp.exp(-b), sp.S.Zero),
        (a > 0, b > a),
    ),
    "two distances": (
        _integral(_within(sp.Abs(x - a) + sp.Abs(x + a) <= 2 * b, LAPLACE), 1 - sp.exp(-b)),
        (a > 0, b > a),
    ),
    "two distances too near": (
        _integral(_within(sp.Abs(x - a) + sp.Abs(x + a) <= 2 * b, LAPLACE), 0),
        (a > 0, b < a),
    ),
}  # fmt: skip

FALSE = {
    "loss at most t: not halved": (
        _integral(_within(t >= LOSS, LAPLACE), sp.exp(-(d - t) / 2)),
        ONE_STEP,
    ),
    "loss within t: plus": (
        _integral(_within(sp.Abs(LOSS) <= t, LAPLACE), (sp.exp(-(d - t) / 2) + sp.exp(-(d + t) / 2)) / 2),
        ONE_STEP,
    ),
    "loss within t, also beyond": (
        _integral(_within(sp.Abs(LOSS) <= t, LAPLACE), (sp.exp(-(d - t) / 2) - sp.exp(-(d + t) / 2)) / 2),
        (t > 0, d > 0),
    ),
    "mean loss: sign": (_integral(LOSS * LAPLACE, d - 1 - sp.exp(-d)), (d > 0,)),
    "hockey stick: not halved": (
        _integral(sp.Max(LAPLACE - sp.exp(t) * LAPLACE.subs(x, x - d), 0), 1 - sp.exp(t - d)),
        ONE_STEP,
    ),
    "hockey stick below 0 as well": (
        _integral(sp.Max(LAPLACE - sp.exp(t) * LAPLACE.subs(x, x - d), 0), 1 - sp.exp((t - d) / 2)),
        (d > 0, t < d),
    ),
    "a clamped variable: ends exchanged": (
        _integral(sp.Min(sp.Max(x, a), b) * sp.exp(-x), b + sp.exp(-b) - sp.exp(-a), sp.S.Zero),
        (a > 0, b > a),
    ),
    "two distances: once": (
        _integral(_within(sp.Abs(x - a) + sp.Abs(x + a) <= 2 * b, LAPLACE), 1 - sp.exp(-2 * b)),
        (a > 0, b > a),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_law_is_proved(name: str) -> None:
    """Exactly, for all parameters."""
    claim, domain = TRUE[name]
    evidence = claim.examine(domain, Prover())
    assert evidence.proved, evidence.note
    assert str(evidence.grade) == "exact"


@pytest.mark.family(18)
@pytest.mark.parametrize("name", FALSE)
def test_false_law_is_refuted_at_a_point(name: str) -> None:
    """And an independent quadrature at this point gives another value."""
    claim, domain = FALSE[name]
    evidence = claim.examine(domain, Prover())
    assert evidence.refuted, evidence.note
    at = evidence.witness or {}
    assert all(condition.subs(at) == sp.true for condition in domain)
    assert abs(_quadrature(claim, at) - claim.value.subs(at).evalf(20)) > 1e-6


def _quadrature(claim: DefiniteIntegral, at: dict[sp.Symbol, sp.Expr]) -> float:
    """Simpson's rule with as many points as make the kinks harmless."""
    integrand = sp.lambdify(claim.variable, claim.integrand.subs(at), "math")
    lower = 0.0 if claim.lower == 0 else -60.0
    steps, upper = 200_000, 60.0
    width = (upper - lower) / steps
    return sum(integrand(lower + (i + 0.5) * width) for i in range(steps)) * width


def test_sign_of_a_difference_of_exponentials_is_that_of_its_exponents() -> None:
    """Two terms of one factor; other forms stay."""
    assert factor_and_exponent(2 * sp.exp(x) - 6 * sp.exp(-x)) == (6, 2 * x - sp.log(3))
    assert factor_and_exponent(sp.exp(x) + sp.exp(-x)) == (1, sp.exp(x) + sp.exp(-x))
    assert factor_and_exponent(x * sp.exp(a) - x * sp.exp(b)) in ((x, a - b), (-x, b - a))
    assert factor_and_exponent(x - a) == (1, x - a)
