from __future__ import annotations

import mpmath
import numpy as np
import pytest
import sympy as sp

from symbolic_eps.closed_forms.arrays import epsilon_array
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import branch_at, epsilon_at_precision, exact_epsilon
from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.minimum import infimum
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import parameter

a, r, q = parameter("a"), parameter("r"), sp.Symbol("q", real=True)
p0, p1, q0, q1 = (parameter(name) for name in ("p0", "p1", "q0", "q1"))


def test_exact_values_at_rational_parameters(derived: dict[str, PiecewiseInfimum]) -> None:
    quarter = sp.Rational(1, 4)
    assert exact_epsilon(derived["fixed-q"], {a: quarter, r: 3, q: 1}).equals(sp.log(sp.Rational(11, 3)))
    corner = {r: 3, p0: sp.Rational(1, 2), p1: 1, q0: sp.Rational(3, 4), q1: 1}
    assert exact_epsilon(derived["box"], corner) is sp.oo
    # r p0 q0 = 1 exactly, and one step below it
    corner = {r: 4, p0: sp.Rational(1, 2), p1: 1, q0: sp.Rational(1, 2), q1: 1}
    assert exact_epsilon(derived["box"], corner) is sp.oo
    corner[p0] -= sp.Rational(1, 10**30)
    assert exact_epsilon(derived["box"], corner).is_finite


def test_any_precision_agrees_with_a_logarithm_by_hand(derived: dict[str, PiecewiseInfimum]) -> None:
    value = epsilon_at_precision(derived["two-dimensional"], {a: sp.Rational(1, 4), r: sp.Integer(3)}, 80)
    with mpmath.workdps(80):
        assert abs(value - mpmath.log(mpmath.mpf(11) / 3) / 2) < mpmath.mpf(10) ** -78
    corner = {r: 3, p0: 1, p1: 1, q0: 1, q1: 1}
    assert epsilon_at_precision(derived["box"], corner, 20) == mpmath.inf


@pytest.mark.family(18)
@pytest.mark.parametrize("name", ["constant", "fixed-q", "fixed-p", "box", "difference", "two-dimensional"])
def test_arrays_agree_with_exact_values(name: str, derived: dict[str, PiecewiseInfimum]) -> None:
    row = derived[name]
    generator = np.random.default_rng(sum(map(ord, name)))
    drawn: dict[str, list[float]] = {s.name: [] for s in row.profile.parameters}
    exact: list[float] = []
    while len(exact) < 40:
        point = {s: sp.Rational(int(generator.integers(1, 64)), 64) for s in row.profile.parameters}
        if r in point:
            point[r] = 1 + 8 * point[r]
        try:
            value = exact_epsilon(row, point)
        except DomainError:
            continue
        exact.append(float(value))
        for symbol, number in point.items():
            drawn[symbol.name].append(float(number))
    found = epsilon_array(row, drawn)
    assert found.dtype == np.float64 and found.shape == (40,)
    np.testing.assert_allclose(found, exact, rtol=1e-13)


def test_small_budgets_keep_their_digits(derived: dict[str, PiecewiseInfimum]) -> None:
    # log((r - a)/(1 - a))/2 with a = 1/2, r = 1 + 2^-30: the plain formula would lose half of the digits.
    found = epsilon_array(derived["two-dimensional"], {"a": 0.5, "r": 1 + 2.0**-30})
    with mpmath.workdps(40):
        exact = mpmath.log(1 + mpmath.mpf(2) ** -29) / 2
        assert abs(found / exact - 1) < 1e-15


def test_arrays_broadcast(derived: dict[str, PiecewiseInfimum]) -> None:
    found = epsilon_array(derived["two-dimensional"], {"a": [[0.25], [0.5]], "r": [2.0, 3.0, 4.0]})
    assert found.shape == (2, 3)
    assert epsilon_array(derived["constant"], {"r": 3.0}).shape == ()


def test_wrong_parameters_are_refused(derived: dict[str, PiecewiseInfimum]) -> None:
    with pytest.raises(DomainError, match=r"a = 3/2.*a < 1"):
        exact_epsilon(derived["two-dimensional"], {a: sp.Rational(3, 2), r: sp.Integer(3)})
    with pytest.raises(InputError, match="no value for r"):
        exact_epsilon(derived["two-dimensional"], {a: sp.Rational(1, 2)})
    with pytest.raises(InputError, match="unknown parameter q1"):
        exact_epsilon(derived["constant"], {r: sp.Integer(3), q1: sp.Integer(1)})
    with pytest.raises(InputError, match="is a float"):
        exact_epsilon(derived["constant"], {r: sp.Float(3)})
    with pytest.raises(DomainError, match="a < 1"):
        epsilon_array(derived["two-dimensional"], {"a": [0.5, 2.0], "r": 3.0})
    with pytest.raises(DomainError, match="not finite"):
        epsilon_array(derived["constant"], {"r": [2.0, float("nan")]})
    with pytest.raises(InputError, match="no value for r"):
        epsilon_array(derived["constant"], {})


def test_root_of_a_cubic_is_the_numerical_minimum() -> None:
    # 1 + 1/(2 p q) at p = 1/2: q is stationary, eps is the root of a cubic; minimised here on a fine grid.
    p, q_ = sp.Symbol("p", real=True), sp.Symbol("q", real=True)
    derived = infimum(RiskProfile(1 + 1 / (2 * p * q_), fixed={p: sp.Rational(1, 2)}))
    (branch,) = derived.branches
    assert branch.epsilon is None and branch.between is not None
    exact = float(exact_epsilon(derived, {}))
    grid = np.linspace(1e-6, 1 - 1e-9, 2_000_001)
    s = 0.5 * grid / (0.5 * grid + 0.5)
    slope, free = 0.5 * (1 - grid), s - 0.5 * grid
    free = np.maximum(free, 1e-300)
    values = np.log((0.5 + np.sqrt(0.25 + 4 * slope * free)) / (2 * free))
    assert exact <= values.min() + 1e-12 and values.min() - exact < 1e-10
    assert branch_at(derived, {}) is branch


def test_a_mask_is_refused_not_lost() -> None:
    derived = infimum(RiskProfile("r", ["r>1"]))
    with pytest.raises(InputError, match=r"^r has a mask"):
        epsilon_array(derived, {"r": np.ma.array([3.0, 4.0], mask=[False, True])})
