"""Derivatives: hand-derived forms are proved; wrong signs, powers and domains are refuted at a point."""

import pytest
import sympy as sp
from sympy.abc import a, p, q, s, x

from verify.calculus.derivative import DerivativeSign, ImplicitDerivative, PartialDerivative
from verify.evidence import Outcome
from verify.prover.methods import METHODS
from verify.prover.prover import Prover

ONE = sp.Integer(1)


@pytest.fixture(scope="module")
def prover() -> Prover:
    return Prover()


UNIT_SQUARE = (p > 0, p < 1, q > 0, q < 1)
F = p * (1 - q) * x**2 + (1 - p) * x + p * q - s
F_X = 2 * p * (1 - q) * x + 1 - p
F_P = (1 - q) * x**2 - x + q


@pytest.mark.parametrize(
    ("function", "variable", "printed", "domain"),
    [
        (x**3 / (a + x), x, x**2 * (3 * a + 2 * x) / (a + x) ** 2, [a + x > 0]),
        (x**2 * sp.exp(a * x), x, (2 * x + a * x**2) * sp.exp(a * x), []),
        (sp.log((1 - p) / p), p, -1 / (p * (1 - p)), [p > 0, p < 1]),
        (sp.sqrt(1 - x**2), x, -x / sp.sqrt(1 - x**2), [x > -1, x < 1]),
        (x * sp.log(x), x, sp.log(x) + 1, [x > 0]),
        (x**a, x, a * x ** (a - 1), [x > 0]),
        (sp.Abs(x - a), x, -ONE, [x < a]),
        (sp.Piecewise((x**2, x > 1), (x, True)), x, 2 * x, [x > 1]),
    ],
)
def test_true_derivatives_are_proved(prover, function, variable, printed, domain) -> None:
    evidence = PartialDerivative(function, variable, printed).examine(tuple(domain), prover)
    assert evidence.proved, evidence.note


@pytest.mark.parametrize(
    ("function", "variable", "printed", "domain"),
    [
        (x**3 / (a + x), x, x**2 * (3 * a - 2 * x) / (a + x) ** 2, [a + x > 0]),
        (x**2 * sp.exp(a * x), x, (2 * x + x**2) * sp.exp(a * x), []),
        (sp.log((1 - p) / p), p, 1 / (p * (1 - p)), [p > 0, p < 1]),
        (sp.sqrt(1 - x**2), x, x / sp.sqrt(1 - x**2), [x > -1, x < 1]),
        (x * sp.log(x), x, sp.log(x), [x > 0]),
        (sp.Abs(x - a), x, ONE, []),
    ],
)
def test_false_derivatives_are_refuted_at_a_point(prover, function, variable, printed, domain) -> None:
    evidence = PartialDerivative(function, variable, printed).examine(tuple(domain), prover)
    assert evidence.refuted, evidence.note
    point = evidence.witness
    assert all(h.subs(point) == sp.true for h in domain)
    # A second look, by a difference quotient with exact points: the printed value is far off.
    step = sp.Rational(1, 10**6)
    centre = {**point, a: point.get(a, 0)}
    ahead = function.subs({**centre, variable: centre[variable] + step})
    behind = function.subs({**centre, variable: centre[variable] - step})
    slope = sp.N((ahead - behind) / (2 * step), 30)
    assert abs(slope - sp.N(printed.subs(centre), 30)) > sp.Rational(1, 1000)


def test_function_must_be_defined_around_the_points_of_the_domain(prover: Prover) -> None:
    root = PartialDerivative(sp.sqrt(x) ** 3, x, sp.Rational(3, 2) * sp.sqrt(x))
    assert root.examine((x > 0,), prover).proved
    assert root.examine((x >= 0,), prover).witness == {x: 0}
    logarithm = PartialDerivative(sp.log((1 - p) / p), p, -1 / (p * (1 - p)))
    assert logarithm.examine((p > 0, p <= 1), prover).witness == {p: 1}


def test_kink_is_never_proved(prover: Prover) -> None:
    assert not PartialDerivative(sp.Abs(x), x, ONE).examine((x >= 0,), prover).proved
    assert not PartialDerivative(sp.Max(x, 0), x, sp.Integer(0)).examine((sp.Eq(x, 0),), prover).proved


def test_empty_domain_proves_nothing(prover: Prover) -> None:
    evidence = PartialDerivative(x, x, ONE).examine((x > 0, x < 0), prover)
    assert evidence.outcome is Outcome.OPEN
    nowhere = ImplicitDerivative(x**2 + p**2 + 1, x, p, -p / x)
    assert nowhere.examine((), prover).outcome is Outcome.OPEN


def test_implicit_derivative_of_a_quadratic(prover: Prover) -> None:
    domain = (*UNIT_SQUARE, x > 0)
    assert ImplicitDerivative(F, x, p, -F_P / F_X).examine(domain, prover).proved
    flipped = ImplicitDerivative(F, x, p, F_P / F_X).examine(domain, prover)
    assert flipped.refuted
    point = flipped.witness
    assert F.subs(point) == 0
    assert F_P.subs(point) != 0


def test_implicit_derivative_needs_a_derivative_by_the_unknown(prover: Prover) -> None:
    closed_square = (p > 0, p <= 1, q > 0, q <= 1, x > 0)
    evidence = ImplicitDerivative(F, x, p, -F_P / F_X).examine(closed_square, prover)
    assert evidence.refuted
    assert evidence.witness[p] == evidence.witness[q] == 1


def test_implicit_derivative_of_a_transcendental_equation(prover: Prover) -> None:
    equation = sp.exp(x) + x - p
    assert ImplicitDerivative(equation, x, p, 1 / (1 + sp.exp(x))).examine((), prover).proved
    assert not ImplicitDerivative(equation, x, p, 1 / sp.exp(x)).examine((), prover).proved


def test_functions_with_poles_are_not_taken_for_granted(prover: Prover) -> None:
    assert not PartialDerivative(sp.tan(x), x, 1 + sp.tan(x) ** 2).examine((x > 0,), prover).proved
    hyperbolic = PartialDerivative(sp.coth(x), x, -1 / sp.sinh(x) ** 2)
    assert hyperbolic.examine((x > 0,), prover).proved
    assert not hyperbolic.examine((x >= 0,), prover).proved


def test_unknown_and_variable_must_differ() -> None:
    with pytest.raises(ValueError, match="both"):
        ImplicitDerivative(x, x, x, ONE)


def test_the_sign_of_a_derivative_holds_or_has_a_counterexample(prover: Prover) -> None:
    # d/dx (x^2 - 2 x) = 2 (x - 1): negative below 1, zero at 1.
    parabola = x**2 - 2 * x
    assert DerivativeSign(parabola, x, "<").examine((x < 1,), prover).proved
    touched = DerivativeSign(parabola, x, "<").examine((x <= 1, x >= 1), prover)
    assert touched.refuted and touched.witness == {x: 1}
    assert DerivativeSign(parabola, x, "=").examine((x <= 1, x >= 1), prover).proved
    assert DerivativeSign(parabola, x, ">").examine((x > 0, x < 1), prover).refuted


def test_the_sign_of_a_derivative_that_does_not_exist_is_refuted(prover: Prover) -> None:
    assert DerivativeSign(sp.sqrt(x), x, ">").examine((x >= 0,), prover).witness == {x: 0}


def test_the_formula_of_a_derivatives_sign_is_not_carried_out() -> None:
    statement = DerivativeSign(x**2, x, ">=")
    assert statement.formula == sp.Ge(sp.Derivative(x**2, x, evaluate=False), 0, evaluate=False)
    assert statement.formula.lhs.has(sp.Derivative)
    with pytest.raises(ValueError, match="the relation is one of"):
        DerivativeSign(x**2, x, "!=")


def test_a_sign_in_low_powers_of_a_root_needs_no_solver() -> None:
    """In Theorem 2's root for r* = a/(p q); in powers of the root as they come, no certificate was found."""
    root = sp.sqrt((1 - p) ** 2 + 4 * p * (1 - q) * (p * q / a - p * q))
    budget = sp.log(2 * p * (1 - q) / (root - (1 - p)))
    domain = (p > 0, p <= 1, q > 0, q < 1, a > 0, a < 1)
    certain = Prover(methods=tuple(m for m in METHODS if m.name != "solvers"))
    assert str(DerivativeSign(budget, q, "<").examine(domain, certain).grade) == "exact"
    assert not DerivativeSign(budget, q, ">").examine(domain, certain).proved
