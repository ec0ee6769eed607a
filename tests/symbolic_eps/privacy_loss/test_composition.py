"""The delta of n releases against formulas by hand, convolution on a grid, draws, and cruder theorems."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
import sympy as sp

from symbolic_eps.answers.loss_composition import compose_losses
from symbolic_eps.errors import InputError
from symbolic_eps.privacy_loss import composition
from symbolic_eps.privacy_loss.composed_epsilon import eps_of_sum
from symbolic_eps.privacy_loss.composition import delta_of_sum, factor
from symbolic_eps.privacy_loss.known_bound import delta_from_bound

SEED = 20261125
NARROW = Fraction(1, 10**22)


def one(t: mp.mpf, eps0: mp.mpf) -> mp.mpf:
    """delta of one release at any real t."""
    if t >= eps0:
        return mp.mpf(0)
    return 1 - mp.exp((t - eps0) / 2) if t >= -eps0 else 1 - mp.exp(t)


def two(t: mp.mpf, eps0: mp.mpf) -> mp.mpf:
    """delta of two: the mean of the second's delta over the first's loss, its atoms and its density apart."""
    kinks = sorted({-eps0, eps0, *(c for c in (t - eps0, t + eps0) if -eps0 < c < eps0)})
    inner = mp.quad(lambda c: mp.exp((c - eps0) / 2) / 4 * one(t - c, eps0), kinks)
    return one(t - eps0, eps0) / 2 + mp.exp(-eps0) / 2 * one(t + eps0, eps0) + inner


def three(t: mp.mpf, eps0: mp.mpf) -> mp.mpf:
    places = (t - 2 * eps0, t, t + 2 * eps0)
    kinks = sorted({-eps0, eps0, *(c for c in places if -eps0 < c < eps0)})
    inner = mp.quad(lambda c: mp.exp((c - eps0) / 2) / 4 * two(t - c, eps0), kinks)
    return two(t - eps0, eps0) / 2 + mp.exp(-eps0) / 2 * two(t + eps0, eps0) + inner


def points(n: int, count: int) -> list[tuple[Fraction, Fraction]]:
    drawn = random.Random(SEED + n)
    found = []
    for _ in range(count):
        eps0 = Fraction(10 ** drawn.uniform(-1, 1)).limit_denominator(100) + Fraction(1, 100)
        found.append((eps0, n * eps0 * Fraction(drawn.randrange(0, 100), 100)))
    return found


def differs_by(n: int, eps0: Fraction, eps: Fraction, value: mp.mpf) -> float:
    found = delta_of_sum(n, eps0, eps, NARROW)
    assert found.width <= NARROW * Fraction(found.lower)
    middle = (Fraction(found.lower) + Fraction(found.upper)) / 2
    return abs(float(mp.mpf(middle.numerator) / middle.denominator / value - 1))


@pytest.mark.parametrize(("eps0", "eps"), points(2, 10))
def test_two_releases_by_hand(eps0: Fraction, eps: Fraction) -> None:
    """For n = 2 Q = 1 + (2 E0 - eps)/4, the density of the sum's atoms and pieces added up on paper."""
    expected = 1 + (2 * eps0 - eps) / 4 if eps > 0 else 1 + eps0 / 2
    assert factor(2, eps0, eps) == expected
    with mp.workdps(40):
        value = two(mp.mpf(eps.numerator) / eps.denominator, mp.mpf(eps0.numerator) / eps0.denominator)
        assert differs_by(2, eps0, eps, value) < 1e-20


@pytest.mark.parametrize(("eps0", "eps"), points(3, 3))
def test_three_releases_by_a_double_integral(eps0: Fraction, eps: Fraction) -> None:
    with mp.workdps(20):
        value = three(mp.mpf(eps.numerator) / eps.denominator, mp.mpf(eps0.numerator) / eps0.denominator)
        assert differs_by(3, eps0, eps, value) < 1e-14


def bracket(n: int, eps0: float, eps: float, cells: int = 4000) -> tuple[float, float]:
    """delta of n from below and above: the loss rounded down and up to a grid, and convolved there."""
    step = 2 * eps0 / cells
    ends = -eps0 + step * np.arange(cells + 1)
    masses = np.diff(np.exp((ends - eps0) / 2) / 2)  # of the density between neighbours on the grid
    found = []
    for shift in (0, 1):
        law = np.zeros(cells + 1)
        law[shift : cells + shift] += masses
        law[-1] += 0.5
        law[0] += math.exp(-eps0) / 2
        length = n * cells + 1
        summed = np.fft.irfft(np.fft.rfft(law, 2 * length) ** n, 2 * length)[:length]
        losses = -n * eps0 + step * np.arange(length)
        found.append(float((summed * np.maximum(0, 1 - np.exp(eps - losses))).sum()))
    return found[0], found[1]


@pytest.mark.parametrize(
    ("n", "eps0", "eps"),
    [
        (1, "1", "1/2"),
        (10, "1", "3"),
        (10, "1/10", "1/5"),
        (10, "4", "30"),
        (100, "1/10", "2"),
        (300, "1/20", "1"),
    ],
)
def test_convolution_on_a_grid_encloses_it(n: int, eps0: str, eps: str) -> None:
    low, high = bracket(n, float(Fraction(eps0)), float(Fraction(eps)))
    found = delta_of_sum(n, Fraction(eps0), Fraction(eps), NARROW)
    assert low - 1e-11 <= found.lower and found.upper <= high + 1e-11
    assert high - low < 0.05 * high + 1e-9


def test_draws_agree() -> None:
    noise = np.random.default_rng(5).laplace(size=(10**5, 10))
    losses = (np.abs(noise - 1) - np.abs(noise)).sum(axis=1)
    exceeding = np.maximum(0, 1 - np.exp(3 - losses))
    expected = float(delta_of_sum(10, Fraction(1), Fraction(3), NARROW).lower)
    assert abs(exceeding.mean() - expected) < 5 * exceeding.std() / 10**2.5


def test_a_planted_error_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """An eps that is off by a thousandth."""
    right = composition._factor

    def wrong(n: int, eps0: Fraction, eps: Fraction, series: object, number: object) -> object:
        return right(n, eps0, eps + Fraction(1, 1000), series, number)

    monkeypatch.setattr(composition, "_factor", wrong)
    assert factor(2, Fraction(1), Fraction(1, 2)) != Fraction(11, 8)
    low, high = bracket(10, 1.0, 3.0, 40000)
    found = delta_of_sum(10, Fraction(1), Fraction(3), NARROW)
    assert not low - 1e-11 <= found.lower <= high + 1e-11


@pytest.mark.parametrize("n", [2, 7, 30])
def test_exact_and_enclosed_factor_agree(n: int) -> None:
    eps0, eps = Fraction(3, 4), Fraction(n, 3)
    rational = sp.Rational(*factor(n, eps0, eps).as_integer_ratio())
    value = 1 - rational * sp.exp(-(n * sp.Rational(3, 4) - sp.Rational(n, 3)) / 2)
    found = delta_of_sum(n, eps0, eps, NARROW)
    middle = (Fraction(found.lower) + Fraction(found.upper)) / 2
    assert abs(sp.N(value, 40) / sp.Rational(*middle.as_integer_ratio()) - 1) < 1e-20


@pytest.mark.parametrize(
    ("n", "eps0", "delta"),
    [
        (1, "1", "1/100"),
        (2, "1", "1/100"),
        (10, "1", "1e-6"),
        (100, "1/10", "1e-9"),
        (50, "1", "1e-30"),
        (3, "50", "1/2"),
    ],
)
def test_eps_is_where_delta_crosses(n: int, eps0: str, delta: str) -> None:
    noise, wanted = Fraction(eps0), Fraction(delta)
    found = eps_of_sum(n, noise, wanted, Fraction(1, 10**14))
    assert found.width <= Fraction(found.lower) / 10**14
    assert delta_of_sum(n, noise, Fraction(found.lower), NARROW).lower >= wanted
    assert delta_of_sum(n, noise, Fraction(found.upper), NARROW).upper <= wanted


def test_edges() -> None:
    assert compose_losses("1", 10, eps="10").delta.closed_form == 0
    assert compose_losses("1", 10, eps="11").delta.closed_form == 0
    assert compose_losses("1", 10, delta="0").eps.closed_form == 10
    assert compose_losses("1", 1, eps="1/2").delta.closed_form == 1 - sp.exp(sp.Rational(-1, 4))
    assert compose_losses("1", 1, delta="1/100").eps.closed_form == 1 + 2 * sp.log(sp.Rational(99, 100))
    near = compose_losses("1", 300, eps="299.999999").delta
    assert 0 < near.lower < near.upper < Fraction(1, 10**90)
    assert compose_losses("1e-8", 300, eps="0").delta.upper < Fraction(1, 10**6)
    assert compose_losses("50", 100, eps="0").delta.upper <= 1
    assert compose_losses("1", 10, eps="10").advanced.closed_form is sp.oo


def test_theorems_that_know_less_promise_less() -> None:
    for n, eps0 in ((10, "1/10"), (100, "1/10"), (100, "1")):
        found = compose_losses(eps0, n, delta="1e-6")
        assert found.eps.upper < found.basic.upper and found.eps.upper < found.advanced.lower


def test_advanced_composition_by_its_formula() -> None:
    found = compose_losses("1/10", 100, delta="1e-6").advanced
    expected = 0.1 * math.sqrt(200 * math.log(1e6)) + 10 * math.expm1(0.1)
    assert abs(float(found.lower) - expected) < 1e-12


def test_known_bound_by_its_formula_and_never_better_than_the_law() -> None:
    """p = 9/10, n = 2, eps1 = eps = 1: 1 - p^2 (1 - (e^2 - e)/(1+e)^2)."""
    expected = 1 - 0.81 * (1 - (math.e**2 - math.e) / (1 + math.e) ** 2)
    found = delta_from_bound(2, Fraction(1), sp.Rational(9, 10), Fraction(1))
    assert abs(float(found.lower) - expected) < 1e-14
    for each in ("1/2", "9/10", "1"):
        answer = compose_losses("1", 10, eps="3", each=each)
        assert answer.known is not None and answer.known.delta.lower > answer.delta.upper
    assert compose_losses("1", 10, eps="10", each="1").known.delta.closed_form is None


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"eps0": "1", "n": 0, "eps": "1"}, "n = 0"),
        ({"eps0": "1", "n": 1001, "eps": "1"}, "n = 1001"),
        ({"eps0": "1", "n": 2}, "one of eps and delta"),
        ({"eps0": "1", "n": 2, "eps": "1", "delta": "0"}, "one of eps and delta"),
        ({"eps0": "0", "n": 2, "eps": "1"}, "positive number"),
        ({"eps0": "nan", "n": 2, "eps": "1"}, "eps0 = nan"),
        ({"eps0": "1", "n": 2, "eps": "-1"}, "negative"),
        ({"eps0": "1", "n": 2, "delta": "2"}, "above 1"),
        ({"eps0": "1", "n": 2, "delta": "9/10"}, r"at eps = 0, is 0\.44"),
    ],
)
def test_what_has_no_answer_is_refused(given: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        compose_losses(**given)
