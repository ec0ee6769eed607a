"""Integrals and series: textbook values are proved; wrong constants, divergence and wrong helpers are not."""

import mpmath
import pytest
import sympy as sp
from sympy.abc import a, b, k, m, p, q, x

from verify.calculus.integral import DefiniteIntegral, Normalised
from verify.calculus.series import Series
from verify.evidence import Outcome
from verify.language.special_functions import half_integer_bessel
from verify.prover.prover import Prover

ZERO, ONE, HALF = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)
LAPLACE = sp.exp(-sp.Abs(x - m) / b) / (2 * b)


@pytest.fixture(scope="module")
def prover() -> Prover:
    return Prover()


def bessel_density(order: sp.Expr, norm: sp.Expr) -> sp.Expr:
    return sp.Abs(x) ** order * sp.besselk(order, sp.Abs(x)) / norm


TRUE = [
    (Normalised(LAPLACE, x, -sp.oo, sp.oo), [b > 0]),
    (DefiniteIntegral(sp.Abs(x - m) * LAPLACE, x, -sp.oo, sp.oo, b), [b > 0]),
    (DefiniteIntegral(x**3 * sp.exp(-a * x), x, ZERO, sp.oo, 6 / a**4), [a > 0]),
    (DefiniteIntegral(sp.Abs(x - a), x, ZERO, ONE, a**2 - a + HALF), [a > 0, a < 1]),
    (DefiniteIntegral(sp.Abs(x - a), x, ZERO, ONE, sp.Abs(HALF - a)), [sp.Or(a < 0, a > 1)]),
    (DefiniteIntegral(1 / x, x, ONE, a, sp.log(a)), [a > 0]),
    (DefiniteIntegral(1 / x, x, -a, -ONE, -sp.log(a)), [a > 1]),
    (DefiniteIntegral(sp.log(x), x, ZERO, ONE, -ONE), []),
    (DefiniteIntegral(1 / sp.sqrt(x), x, ZERO, a, 2 * sp.sqrt(a)), [a > 0]),
    (DefiniteIntegral(x ** (a - 1), x, ZERO, ONE, 1 / a), [a > 0]),
    (DefiniteIntegral(1 / (1 + x) ** 2, x, ZERO, sp.oo, ONE, -1 / (1 + x)), []),
    (DefiniteIntegral(1 / x**2, x, ZERO, ONE, sp.oo), []),
    (DefiniteIntegral(sp.exp(x), x, a, b, sp.exp(b) - sp.exp(a)), []),
    (
        Normalised(sp.Piecewise((p / q, x < q), ((1 - p) / (1 - q), True)), x, ZERO, ONE),
        [p > 0, p < 1, q > 0, q < 1],
    ),
    (Normalised(bessel_density(HALF, sp.sqrt(2 * sp.pi)), x, -sp.oo, sp.oo), []),
    (Normalised(bessel_density(3 * HALF, 2 * sp.sqrt(2 * sp.pi)), x, -sp.oo, sp.oo), []),
    (Series((1 - q) / (1 + q) * q ** sp.Abs(k), k, -sp.oo, sp.oo, ONE), [q >= 0, q < 1]),
    (Series(sp.exp(-a * sp.Abs(k)), k, -sp.oo, sp.oo, (1 + sp.exp(-a)) / (1 - sp.exp(-a))), [a > 0]),
    (Series(q**k, k, ONE, sp.oo, q / (1 - q)), [q > -1, q < 1]),
    (Series(k**2 * q**k, k, ZERO, sp.oo, q * (1 + q) / (1 - q) ** 3), [q > 0, q < 1]),
    (Series(1 / (k * (k + 1)), k, ONE, sp.oo, ONE, -1 / k), []),
]

FALSE = [
    (Normalised(2 * LAPLACE, x, -sp.oo, sp.oo), [b > 0]),
    (Normalised(LAPLACE, x, -sp.oo, sp.oo), [b >= 0]),
    (Normalised(4 * x - 1, x, ZERO, ONE), []),  # integral 1, but negative near 0
    (DefiniteIntegral(x**3 * sp.exp(-a * x), x, ZERO, sp.oo, 3 / a**4), [a > 0]),
    (DefiniteIntegral(x**3 * sp.exp(-a * x), x, ZERO, sp.oo, 6 / a**4), [a >= 0]),
    (DefiniteIntegral(sp.Abs(x - a), x, ZERO, ONE, a**2 - a + HALF), []),
    (DefiniteIntegral(1 / x, x, -ONE, ONE, ZERO), []),
    (DefiniteIntegral(sp.sign(x) / sp.Abs(x), x, -ONE, ONE, ZERO), []),  # oo - oo
    (DefiniteIntegral(1 / x, x, ONE, sp.oo, ONE), []),
    (DefiniteIntegral(1 / x, x, ZERO, a, sp.log(a)), [a > 0]),
    (DefiniteIntegral(ONE, x, a, b, sp.Abs(b - a)), []),  # the sign of reversed ends
    (Normalised(bessel_density(3 * HALF, 2 * sp.sqrt(sp.pi)), x, -sp.oo, sp.oo), []),
    (Series((1 - q) / (1 + q) * q ** sp.Abs(k), k, -sp.oo, sp.oo, ONE), [q >= 0, q <= 1]),
    (Series(q ** sp.Abs(k), k, -sp.oo, sp.oo, 1 / (1 - q)), [q > 0, q < 1]),
    (Series(sp.exp(-a * k), k, ZERO, sp.oo, 1 / (1 - sp.exp(-a))), [a >= 0]),
    (Series((-ONE) ** k, k, ZERO, sp.oo, HALF), []),
    (Series(1 / (k * (k + 1)), k, ONE, sp.oo, sp.Integer(2), -1 / k), []),
]


@pytest.mark.parametrize(("claim", "domain"), TRUE, ids=[c.text[:60] for c, _ in TRUE])
def test_true_values_are_proved(prover, claim, domain) -> None:
    evidence = claim.examine(tuple(domain), prover)
    assert evidence.proved, evidence.note


@pytest.mark.parametrize(("claim", "domain"), FALSE, ids=[c.text[:60] for c, _ in FALSE])
def test_false_values_are_refuted(prover, claim, domain) -> None:
    evidence = claim.examine(tuple(domain), prover)
    assert evidence.refuted, evidence.note
    assert evidence.witness is not None


def test_wrong_antiderivative_proves_nothing(prover: Prover) -> None:
    right = DefiniteIntegral(1 / (1 + x) ** 2, x, ZERO, sp.oo, ONE, -1 / (1 + x))
    assert right.examine((), prover).proved
    wrong = DefiniteIntegral(1 / (1 + x) ** 2, x, ZERO, sp.oo, -ONE, 1 / (1 + x))
    assert not wrong.examine((), prover).proved
    # Differentiates to the integrand, but jumps at a pole inside the interval.
    jumping = DefiniteIntegral(1 / x**2, x, -ONE, ONE, -sp.Integer(2), -1 / x)
    assert jumping.examine((), prover).refuted


def test_wrong_antidifference_proves_nothing(prover: Prover) -> None:
    term = 1 / (k * (k + 1))
    for value in (-ONE, ZERO, ONE):  # 0 is what the wrong one gives
        assert not Series(term, k, ONE, sp.oo, value, 1 / k).examine((), prover).proved


def test_jump_of_a_given_antiderivative_at_a_break_does_no_harm(prover: Prover) -> None:
    by_cases = sp.Piecewise((-x, x < 0), (x + 5, True))
    claim = DefiniteIntegral(sp.sign(x), x, -ONE, ONE, ZERO, sp.Piecewise((-x, x < 0), (x + 5, True)))
    assert claim.examine((), prover).proved
    assert DefiniteIntegral(sp.sign(x), x, -ONE, ONE, sp.Integer(5), by_cases).examine((), prover).refuted


def test_quadrature_supports_and_never_proves(prover: Prover) -> None:
    gauss = DefiniteIntegral(sp.exp(-(x**2)), x, -sp.oo, sp.oo, sp.sqrt(sp.pi))
    evidence = gauss.examine((), prover)
    assert evidence.outcome is Outcome.OPEN
    assert evidence.grade is None
    assert "sampled: 1.772453851" in evidence.note


def test_empty_domain_proves_nothing(prover: Prover) -> None:
    assert Normalised(LAPLACE, x, -sp.oo, sp.oo).examine((b > 0, b < 0), prover).outcome is Outcome.OPEN


@pytest.mark.parametrize("order", [HALF, -HALF, 3 * HALF, 5 * HALF, -7 * HALF])
def test_bessel_forms_agree_with_an_independent_evaluation(order: sp.Expr) -> None:
    form = half_integer_bessel(order, x)
    for point in (sp.Rational(1, 3), sp.Integer(2)):
        with mpmath.workdps(30):
            reference = mpmath.besselk(mpmath.mpf(order.p) / order.q, mpmath.mpf(point.p) / point.q)
            assert abs(sp.N(form.subs(x, point), 30) - sp.Float(reference, 30)) < sp.Float("1e-25")


def test_other_orders_have_no_elementary_form(prover: Prover) -> None:
    with pytest.raises(ValueError, match="half-integer"):
        half_integer_bessel(ONE, x)
    evidence = DefiniteIntegral(sp.besselk(1, x), x, ONE, sp.oo, ONE).examine((), prover)
    assert evidence.outcome is Outcome.OPEN


def test_bad_input_is_refused(prover: Prover) -> None:
    with pytest.raises(ValueError, match="variable of integration"):
        DefiniteIntegral(x, x, ZERO, x, ONE)
    with pytest.raises(ValueError, match="the ends give its range"):
        DefiniteIntegral(x, x, ZERO, ONE, HALF).examine((x > 0,), prover)
    with pytest.raises(ValueError, match="integer"):
        Series(q**k, k, HALF, sp.oo, ONE)
    with pytest.raises(ValueError, match="index"):
        Series(q**k, k, ZERO, sp.oo, q**k)


def test_improper_between_the_ends_is_cut_there(prover: Prover) -> None:
    root = DefiniteIntegral(1 / sp.sqrt(sp.Abs(x - 1)), x, sp.Integer(0), sp.Integer(2), sp.Integer(4))
    assert root.examine((), prover).proved
    twice = DefiniteIntegral(root.integrand, x, sp.Integer(0), sp.Integer(2), sp.Integer(8))
    assert twice.examine((), prover).refuted
    diverging = DefiniteIntegral(1 / (x - 1), x, sp.Integer(0), sp.Integer(2), sp.Integer(0))
    assert diverging.examine((), prover).note.startswith("the integral diverges on (0, 1)")


@pytest.mark.slow
@pytest.mark.parametrize("integrand", [sp.log((x - 1) ** 2), 1 / (x**2 - 2)])
def test_what_may_converge_across_a_point_without_value_stays_open(
    prover: Prover, integrand: sp.Expr
) -> None:
    claim = DefiniteIntegral(integrand, x, sp.Integer(0), sp.Integer(2), sp.Integer(-4))
    assert claim.examine((), prover).outcome is Outcome.OPEN
