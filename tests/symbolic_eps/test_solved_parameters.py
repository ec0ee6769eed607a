"""Parameters that an equation gives: what has a point must have one still, or a proof would be none."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import sympy as sp

from symbolic_eps import derive
from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision
from symbolic_eps.minimum.bounds import solved_parameters
from symbolic_eps.minimum.bounds.solved_parameters import without_given
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.profiles.profile import PRIORS, RiskProfile, conditions_from
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from tests.numerical_minimum import minimum
from verify.language.condition import Condition, non_negative, positive, zero
from verify.recheck import check

p, q = PRIORS
a, b, r, t = (parameter(name) for name in "abrt")
UNIT = [positive(x), positive(1 - x)]


def holds(condition: Condition, point: dict[sp.Symbol, sp.Expr]) -> bool:
    return condition.relation.holds(int(sp.sign(condition.polynomial.subs(point))))


def drawn_points(equation: sp.Expr, v: sp.Symbol, count: int) -> list[dict[sp.Symbol, sp.Expr]]:
    """Of all symbols, on the equation."""
    stream, points = random.Random("solved parameters"), list[dict[sp.Symbol, sp.Expr]]()
    while len(points) < count:
        others = {s: sp.Rational(stream.randint(-20, 20), stream.randint(1, 9)) for s in (a, b, r, t, p, q)}
        others[x] = sp.Rational(stream.randint(1, 19), 20)
        del others[v]
        slope, offset = sp.Poly(equation.subs(others), v).all_coeffs()
        points.append({**others, v: -offset / slope})
    return points


EQUATIONS = (
    (sp.expand((1 + a + b) * x**2 - 1), b),
    (sp.expand((x - 1) * b + a * x - t), b),
    (sp.expand(a * x * (1 - x) - r * x**2 + 1), a),
)


def assert_points_stay() -> None:
    """Every point of drawn conditions, with their equation, satisfies what is left of them."""
    stream, met = random.Random("conditions"), 0
    for equation, v in EQUATIONS:
        for point in drawn_points(equation, v, 5):
            powers = [sp.Mul(*stream.choices([a, b, r, t, p, q, x], k=3)) for _ in range(4)]
            polynomials = [sp.expand(v * m + stream.randint(-3, 3) * x - r) for m in powers]
            signed = [f * (1 if f.subs(point) >= 0 else -1) for f in polynomials]
            conditions = [*UNIT, zero(equation), *map(non_negative, signed)]
            left = without_given(conditions, exact_judge())
            assert left is not None
            met += len(left)
            assert all(holds(c, point) for c in left)
    assert met > 50


@pytest.mark.slow
def test_every_point_stays() -> None:
    assert_points_stay()


def test_a_slope_of_the_wrong_sign_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solved_parameters, "_sign", lambda *_: 1)
    with pytest.raises(AssertionError):
        assert_points_stay()


def test_another_value_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    put = solved_parameters._put
    monkeypatch.setattr(solved_parameters, "_put", lambda c, v, slope, value: put(c, v, slope, value + slope))
    with pytest.raises(AssertionError):
        assert_points_stay()


def test_without_a_sign_nothing_is_solved() -> None:
    """Where b = 1, a (b - 1) = 0 says nothing of a."""
    given = [*UNIT, zero(sp.expand(a * (b - 1))), positive(a - 1 + r)]
    assert without_given(given, exact_judge()) is None
    left = without_given([*given, positive(b - 1)], exact_judge())
    assert left == (*UNIT, positive(r - 1), positive(b - 1))


def test_two_equations_give_two_parameters() -> None:
    """a + b x = 1 and b x = 1/2, so that a = 1/2, and a > x says that x < 1/2."""
    given = [*UNIT, zero(a + b * x - 1), zero(2 * b * x - 1), positive(a - x)]
    left = without_given(given, exact_judge()) or ()
    assert {v for c in left for v in c.symbols} == {x}
    at_half = [c for c in left if not holds(c, {x: sp.Rational(1, 2)})]
    assert at_half and all(holds(c, {x: sp.Rational(49, 100)}) for c in left)


CORNERS, WHERE = "1 + (a + b*p)/(p + q)", ["0<a<1", "0<b<1"]


@pytest.fixture(scope="module")
def corners() -> Derivation:
    return derive(CORNERS, WHERE)


@pytest.mark.slow
def test_which_of_two_corners_decides_has_certificates(corners: Derivation) -> None:
    """Of p = 1, q = 0 and p = 0, q = 1; both values are less than log(1 + a + b)."""
    assert corners.complete and str(corners.grade) == "exact"
    assert {branch.epsilon for branch in corners.derived.branches} == {sp.log(1 + a + b) / 2, sp.log(1 + a)}
    for certificate in corners.certificates.values():
        check(certificate, {})


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_corners_agree_at_random_parameters(seed: int, corners: Derivation) -> None:
    stream = random.Random(f"two corners {seed}")
    values = {v: Fraction(stream.randint(1, 99), 100) for v in (a, b)}
    exact = epsilon_at_precision(corners.derived, values, 25)
    numbers = {v: sp.Rational(value.numerator, value.denominator) for v, value in values.items()}
    assert abs(float(minimum(RiskProfile(CORNERS, conditions_from(WHERE)), numbers)) - float(exact)) < 1e-9
