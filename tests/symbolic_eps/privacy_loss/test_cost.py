"""The cost against its definition in mpmath, with 40 digits; one minimum and several; budgets."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from flint import arb

from symbolic_eps.answers.privacy_cost import privacy_cost
from symbolic_eps.errors import DomainError
from symbolic_eps.privacy_loss import stationary
from symbolic_eps.privacy_loss.cost import Cost, minimum, permitted
from symbolic_eps.privacy_loss.cost_shape import has_one_minimum
from symbolic_eps.privacy_loss.stationary import stationary_points
from symbolic_eps.report.quantity import Quantity
from verify.calculus.monotone_root import ball
from verify.enclosure import UncertifiedError

F = Fraction
SCALE = F(550000)
SINGLE = [
    (F(1, 2), F(1)),
    (F(1, 100), F(1)),
    (F(7), F(1, 10**6)),
    (F(50), F(3, 10)),
    (F(50), F(100)),
    (F(1, 10**8), F(1, 10**9)),
    (F(6), F(1, 50)),
]
SEVERAL = [(F(10), F(1, 50)), (F(8), F(1, 50)), (F(50), F(1, 10**6)), (F(33, 4), F(264, 10000))]


def real(number: Fraction | float) -> mpmath.mpf:
    exact = Fraction(number)
    return mpmath.mpf(exact.numerator) / exact.denominator


def defined(eps: mpmath.mpf, eps0: Fraction, c: Fraction) -> mpmath.mpf:
    """The cost as a share of S, as it is defined; the probability by integrating the density."""
    lower, upper = ((real(eps0) + sign * eps) / 2 for sign in (-1, 1))
    probability = (mpmath.exp(-lower) - mpmath.exp(-upper)) / 2
    return probability * mpmath.exp(-real(c) / eps) + (1 - probability) * mpmath.exp(-real(c) / real(eps0))


def assert_encloses(found: Quantity, value: mpmath.mpf) -> None:
    slack = abs(value) * mpmath.mpf(10) ** -36  # of the reference
    assert real(found.lower) - slack <= value <= real(found.upper) + slack
    assert real(found.upper) - real(found.lower) <= abs(value) * mpmath.mpf(10) ** -20


def grid(eps0: Fraction, points: int = 20_001) -> np.ndarray:
    low = np.geomspace(float(eps0) * 1e-7, float(eps0) * 0.9, points)
    return np.concatenate([low, float(eps0) * (1 - np.geomspace(1e-1, 1e-9, points)[1:])])


def gains(eps: np.ndarray, eps0: Fraction, c: Fraction) -> np.ndarray:
    """By how much the cost is below that at eps0, up to a factor, in floats."""
    e0, rate = float(eps0), float(c)
    return np.asarray(np.exp((eps - e0) / 2) * np.expm1(-eps) * np.expm1(-(rate / eps - rate / e0)))


@pytest.mark.parametrize("eps0, c", [*SINGLE, *SEVERAL])
def test_minimum_is_that_of_the_definition(eps0: Fraction, c: Fraction) -> None:
    found = minimum(Cost(eps0, c, SCALE))
    with mpmath.workdps(100):
        eps = real(found.eps.lower)
        slope = mpmath.diff(lambda at: mpmath.log(defined(at, eps0, c)), eps, h=eps * mpmath.mpf(10) ** -40)
        bend = mpmath.diff(lambda at: defined(at, eps0, c), eps, 2, h=eps * mpmath.mpf(10) ** -30)
        assert bend > 0 and abs(slope / bend * defined(eps, eps0, c)) < eps * mpmath.mpf(10) ** -20
        assert_encloses(found.cost, real(SCALE) * defined(eps, eps0, c))
        assert_encloses(found.probability, mpmath.exp(-real(eps0) / 2) * mpmath.sinh(eps / 2))
    best = gains(np.array([float(found.eps.lower)]), eps0, c)[0]
    assert (gains(grid(eps0), eps0, c) <= best * (1 + 1e-9)).all()


@pytest.mark.parametrize("eps0, c", [*SINGLE, *SEVERAL])
def test_stationary_points_are_those_that_a_grid_shows(eps0: Fraction, c: Fraction) -> None:
    points, seen = grid(eps0), gains(grid(eps0), eps0, c)
    shown = [(a < b) and (b > d) for a, b, d in zip(seen, seen[1:], seen[2:], strict=False)]
    found = minimum(Cost(eps0, c, SCALE))
    minima = found.stationary[::2]
    assert sum(shown) == len(minima) == (1 if (eps0, c) in SINGLE else 2)
    assert found.unique == ((eps0, c) in SINGLE)
    for place, point in zip(np.flatnonzero(shown), minima, strict=True):
        assert points[place] <= float(point.lower) <= points[place + 2]


def test_what_is_proved_of_all_parameters_is_also_isolated() -> None:
    drawn = random.Random(3)
    for _ in range(60):
        eps0 = F(drawn.randint(1, 10**6), 10 ** drawn.randint(2, 8))
        c = F(drawn.randint(1, 10**4), 10 ** drawn.randint(1, 7))
        points = stationary_points(eps0, c, single=False)
        assert [point.is_minimum for point in points] in ([True], [True, False, True])
        if has_one_minimum(eps0, c):
            (known,) = stationary_points(eps0, c, single=True)
            assert len(points) == 1 and points[0].w.overlaps(known.w)


@pytest.mark.parametrize("z, w", [(1.0, 0.01), (1.2, 0.03), (0.5, 0.02)])
def test_a_zero_of_the_equation_that_turns_down_is_a_local_maximum(z: float, w: float) -> None:
    """Any z and w > 0 are those of one c and eps0; where e^w z coth z + 2z/sinh 2z < 2 a maximum is there."""
    q, s = z / np.tanh(z), np.expm1(w)
    v = s * q - w
    c = 2 * z * (w + v)
    turns_down = (1 + s) * q + 2 * z / np.sinh(2 * z) < 2
    points = stationary_points(F(c / v), F(c), single=False)
    near = [point.is_minimum for point in points if abs(float(point.w.mid()) / w - 1) < 1e-6]
    assert near == [not turns_down] and len(points) == (3 if turns_down else 1)


def test_cost_does_not_jump_at_eps0_where_the_probability_does() -> None:
    cost = Cost(F(1, 2), F(1), SCALE)
    found = privacy_cost("1/2", 1, 550000)
    with mpmath.workdps(40):
        ends = [mpmath.mpf(10) ** -30, real(cost.eps0) * (1 - mpmath.mpf(10) ** -30)]
        at_eps0 = real(SCALE) * mpmath.exp(-2)
        assert_encloses(found.at_eps0, at_eps0)
        assert all(0 < 1 - real(SCALE) * defined(e, F(1, 2), F(1)) / at_eps0 < 1e-28 for e in ends)


@pytest.mark.parametrize("eps0, c", [*SINGLE, *SEVERAL])
@pytest.mark.parametrize("share", [F(1, 1000), F(1, 2), F(999, 1000)])
def test_budget_permits_the_interval_at_whose_ends_it_is_spent(
    eps0: Fraction, c: Fraction, share: Fraction
) -> None:
    cost = Cost(eps0, c, SCALE)
    least = minimum(cost)
    with mpmath.workdps(60):
        top = real(SCALE) * mpmath.exp(-real(c) / real(eps0))
        low = real(least.cost.upper)
        budget = Fraction(str(mpmath.nstr(low + (top - low) * real(share), 50)))
        intervals = permitted(cost, budget)
        assert any(a.upper <= least.eps.lower and least.eps.upper <= b.lower for a, b in intervals)
        inside = [real(end) for a, b in intervals for end in (a.upper, b.lower)]
        outside = [real(end) for a, b in intervals for end in (a.lower, b.upper)]
        for eps, sign in ((inside, 1), (outside, -1)):
            for end in eps:
                spent = real(SCALE) * defined(end, eps0, c)
                assert sign * (real(budget) - spent) >= -top * mpmath.mpf(10) ** -50
                assert abs(real(budget) - spent) < top * mpmath.mpf(10) ** -20


def test_two_local_minima_can_permit_two_intervals() -> None:
    found = minimum(Cost(F(10), F(1, 50), F(1)))
    values = [defined(real(point.lower), F(10), F(1, 50)) for point in found.stationary]
    budget = Fraction(float((max(values[0], values[2]) + values[1]) / 2))
    first, second = permitted(Cost(F(10), F(1, 50), F(1)), budget)
    assert first[0].upper < found.stationary[0].lower < first[1].lower < found.stationary[1].lower
    assert found.stationary[1].upper < second[0].lower < found.stationary[2].lower < second[1].upper


def test_budget_of_the_cost_at_eps0_permits_every_eps() -> None:
    ((low, high),) = permitted(Cost(F(1, 2), F(1), SCALE), F(75000))
    assert low.upper == 0 and high.lower == high.upper == F(1, 2)


def test_budget_below_the_least_cost_names_it() -> None:
    cost = Cost(F(1, 2), F(1), SCALE)
    with pytest.raises(DomainError, match=r"the least cost is 67978\.954"):
        permitted(cost, F(67978))
    assert permitted(cost, F("67978.954"))


def test_error_is_that_of_the_noise_whatever_eps_is_stated() -> None:
    noise = np.random.default_rng(1).laplace(scale=3 / 0.5, size=10**6)
    found = privacy_cost("1/2", 1, 1, error=6, sensitivity=3)
    assert found.absolute_error.lower == 6 and abs(np.abs(noise).mean() / 6 - 1) < 5 / 10**3
    assert found.permitted == ((Quantity(F(0), F(0), 0), Quantity(F(1, 2), F(1, 2), F(1, 2))),)
    with pytest.raises(DomainError, match="give eps0 of at least 1/2"):
        privacy_cost("2/5", 1, 1, error=6, sensitivity=3)


def test_too_small_a_cost_is_refused() -> None:
    with pytest.raises(DomainError, match="too small to be written out"):
        Cost(F(1, 10**8), F(1), SCALE)


def one_sided(self: Cost, w: arb) -> arb:
    """P(C <= eps) in place of P(|C| <= eps)."""
    return (-(ball(self.eps0) - self.eps(w)) / 2).exp() / 2


@pytest.mark.parametrize(
    "owner, name, planted, check",
    [
        (Cost, "probability", one_sided, test_minimum_is_that_of_the_definition),
        (stationary, "_q", lambda z: z.coth(), test_minimum_is_that_of_the_definition),
        (stationary, "_q", lambda z: z / z.tanh() + 1, test_stationary_points_are_those_that_a_grid_shows),
    ],
)
def test_planted_error_turns_a_test_red(
    owner: object, name: str, planted: object, check: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, planted)
    with pytest.raises((AssertionError, ValueError, UncertifiedError)):
        check(F(1, 2), F(1))
