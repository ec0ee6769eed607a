"""The law of one loss against integrals of the density, values by hand, and draws of the mechanism."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import mpmath as mp
import numpy as np
import pytest
import sympy as sp

from symbolic_eps.answers.privacy_loss import PrivacyLoss, release_loss
from symbolic_eps.errors import InputError
from symbolic_eps.privacy_loss import law
from symbolic_eps.report.quantity import Quantity

SEED = 20261123


def rational(number: mp.mpf) -> Fraction:
    numerator, denominator = mp.libmp.to_rational(number._mpf_)
    return Fraction(int(numerator), int(denominator))


def is_enclosed(number: Quantity, value: mp.mpf, digits: int = 20) -> bool:
    """Whether the decimal texts contain the value, which is known to some 38 digits, and are narrow."""
    shown = number.json()
    low, high, exact = Fraction(shown["lower"]), Fraction(shown["upper"]), rational(value)
    slack = abs(exact) / 10**36
    return low - slack <= exact <= high + slack and high - low <= abs(exact) / 10 ** (digits - 1)


class Integrated:
    """The law by 40-digit integrals over the density of the noise; the loss is what its definition says."""

    def __init__(self, eps0: Fraction, eps: Fraction) -> None:
        self.noise, self.bound = (
            mp.mpf(eps0.numerator) / eps0.denominator,
            mp.mpf(eps.numerator) / eps.denominator,
        )

    def density(self, z: mp.mpf) -> mp.mpf:
        return mp.exp(-abs(z)) / 2

    def loss(self, z: mp.mpf) -> mp.mpf:
        return abs(z - self.noise) - abs(z)

    def over(self, value, *, keep=lambda _: True) -> mp.mpf:
        """The integral of value(z) density(z) over the z with keep(loss), piece by piece between kinks."""
        kinks = {mp.mpf(0), self.noise, (self.noise - self.bound) / 2, (self.noise + self.bound) / 2}
        ends = [-mp.inf, *sorted(kinks), mp.inf]
        total = mp.mpf(0)
        for low, high in pairwise(ends):
            middle = (low + high) / 2 if mp.isfinite(low + high) else (high - 1 if mp.isinf(low) else low + 1)
            if low < high and keep(self.loss(middle)):
                total += mp.quad(lambda z: value(z) * self.density(z), [low, high])
        return total

    def numbers(self) -> dict[str, mp.mpf]:
        one = mp.mpf(1)
        mean = self.over(self.loss)
        return {
            "probability": self.over(lambda _: one, keep=lambda c: abs(c) <= self.bound),
            "one_sided": self.over(lambda _: one, keep=lambda c: c <= self.bound),
            "delta": self.over(
                lambda z: 1 - mp.exp(self.bound - self.loss(z)), keep=lambda c: c > self.bound
            ),
            "mean": mean,
            "variance": self.over(lambda z: (self.loss(z) - mean) ** 2),
        }


def points() -> list[tuple[Fraction, Fraction]]:
    drawn = random.Random(SEED)
    found = []
    for _ in range(12):
        eps0 = Fraction(10 ** drawn.uniform(-2, 1.3)).limit_denominator(1000) + Fraction(1, 1000)
        found.append((eps0, eps0 * Fraction(drawn.randrange(0, 1000), 1000)))
    edges = [(Fraction(1), Fraction(0)), (Fraction(1, 100), Fraction(1, 200)), (Fraction(50), Fraction(49))]
    return [*found, *edges, (Fraction(1), 1 - Fraction(1, 10**9)), (Fraction(50), Fraction(1, 10**6))]


@pytest.mark.parametrize(("eps0", "eps"), points())
def test_numbers_are_integrals_of_the_density(eps0: Fraction, eps: Fraction) -> None:
    found = release_loss(eps0, eps)
    with mp.workdps(60):
        for name, value in Integrated(eps0, eps).numbers().items():
            if value > mp.mpf(10) ** -12:  # below, 36 digits of the integral are no longer certain
                assert is_enclosed(getattr(found, name), value), name


def test_smallest_noise_is_still_enclosed() -> None:
    """E0 = 1e-8: by the first terms of the power series; the next are below 1e-15 of them."""
    small = sp.Rational(1, 10**8)
    found = release_loss(str(small), str(small / 2))
    x = small / 4
    series = {
        "delta": x - x**2 / 2 + x**3 / 6 - x**4 / 24,
        "mean": small**2 / 2 - small**3 / 6 + small**4 / 24 - small**5 / 120,
        "variance": small**2 - small**3 / 3 - small**4 / 12,
    }
    for name, value in series.items():
        number = getattr(found, name)
        middle = (Fraction(number.lower) + Fraction(number.upper)) / 2
        assert abs(middle / Fraction(int(value.p), int(value.q)) - 1) < Fraction(1, 10**15), name


def test_values_by_hand() -> None:
    """E0 = 2, eps = 1: the events are z <= 1/2, 1/2 <= z <= 3/2 and z >= 3/2."""
    found = release_loss(2, 1)
    by_hand = (sp.exp(sp.Rational(-1, 2)) - sp.exp(sp.Rational(-3, 2))) / 2
    assert sp.expand(found.probability.closed_form.rewrite(sp.exp)) == sp.expand(by_hand)
    assert found.one_sided.closed_form == sp.exp(sp.Rational(-1, 2)) / 2
    assert found.delta.closed_form == 1 - sp.exp(sp.Rational(-1, 2))
    assert found.mean.closed_form == 1 + sp.exp(-2)
    assert found.variance.closed_form == 3 - 10 * sp.exp(-2) - sp.exp(-4)


@pytest.mark.parametrize("eps", ["1", "2", "50"])
def test_from_eps0_on_the_loss_is_certain(eps: str) -> None:
    found = release_loss("1", eps)
    assert [n.closed_form for n in (found.probability, found.one_sided, found.delta)] == [1, 1, 0]
    assert found.certain


def test_at_zero_nothing_but_one_point_has_no_loss() -> None:
    found = release_loss("1", "0")
    assert found.probability.closed_form == 0
    assert found.one_sided.closed_form == sp.exp(sp.Rational(-1, 2)) / 2
    assert found.delta.closed_form == 1 - sp.exp(sp.Rational(-1, 2))


# Inverses.


@pytest.mark.parametrize("seed", range(20))
def test_inverses_lead_back(seed: int) -> None:
    drawn = random.Random(SEED + seed)
    eps0 = Fraction(drawn.randrange(1, 5000), 1000)
    eps = eps0 * Fraction(drawn.randrange(1, 999), 1000)
    there = release_loss(eps0, eps)
    for name in ("probability", "delta"):
        wanted = Fraction(getattr(there, name).json()["lower"])
        for known in ({"eps0": eps0}, {"eps": eps}):
            back = release_loss(**known, **{name: wanted})
            other = "eps" if "eps0" in known else "eps0"
            value = eps if other == "eps" else eps0
            assert abs(Fraction(getattr(back, other).lower) / value - 1) < Fraction(1, 10**16)
            assert getattr(back, name).closed_form == sp.Rational(wanted.numerator, wanted.denominator)


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        ({"eps0": "1", "probability": "1"}, "eps", 1),
        ({"eps0": "1", "probability": "0"}, "eps", 0),
        ({"eps0": "1", "delta": "0"}, "eps", 1),
        ({"eps": "1", "probability": "1"}, "eps0", 1),
        ({"eps": "1", "delta": "0"}, "eps0", 1),
    ],
)
def test_wishes_at_the_ends(given: dict[str, str], name: str, value: int) -> None:
    found = release_loss(**given)
    assert getattr(found, name).closed_form == value


def test_next_to_the_jump() -> None:
    """(1 - e^-1)/2 = 0.31606027941427883927...: below it there is an eps, from it on there is none."""
    found = release_loss("1", probability="0.31606027941427883")
    assert 1 - Fraction(1, 10**15) < found.eps.lower < 1
    for wanted in ("0.31606027941427884", "0.4", "0.5", "0.999999999"):
        with pytest.raises(InputError, match=r"less than 0\.31606"):
            release_loss("1", probability=wanted)
    with pytest.raises(InputError, match=r"less than 0\.31606"):
        release_loss(eps="1", probability="1/2")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"eps0": "1", "delta": "1/2"}, r"at eps = 0, is 0\.393469"),
        ({"eps0": "1", "delta": "1"}, r"at eps = 0"),
        ({"eps": "1", "delta": "1"}, "give a delta < 1"),
        ({"eps": "0", "delta": "0"}, "delta = 0 at eps = 0"),
        ({"eps": "0", "probability": "1/10"}, "give eps > 0"),
        ({"eps": "1", "probability": "0"}, "probability > 0"),
        ({"eps0": "1"}, "give two"),
        ({"eps0": "1", "eps": "1", "delta": "0"}, "give two"),
        ({"probability": "1/2", "delta": "1/2"}, "give two"),
        ({"eps0": "0", "eps": "1"}, "positive number"),
        ({"eps0": "-1", "eps": "1"}, "positive number"),
        ({"eps0": "nan", "eps": "1"}, "eps0 = nan"),
        ({"eps0": "oo", "eps": "1"}, "eps0 = oo"),
        ({"eps0": "1", "eps": "-1/2"}, "negative"),
        ({"eps0": "1", "eps": "1e9"}, "far too large"),
        ({"eps0": "1", "probability": "2"}, "above 1"),
        ({"eps0": "1", "eps": "1", "dimensions": 0}, "k = 0"),
        ({"eps0": "1", "eps": "1", "sensitivity": "0"}, "sensitivity = 0"),
        ({"eps0": "1", "eps": "1", "draws": 0}, "draws"),
    ],
)
def test_what_has_no_answer_is_refused(given: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        release_loss(**given)


# The mechanism itself.


def drawn_losses(draws: int, shifts: tuple[float, ...], seed: int) -> np.ndarray:
    """Losses of the mechanism with these shifts, by the definition of the density alone."""
    noise = np.random.default_rng(seed).laplace(size=(draws, len(shifts)))
    return (np.abs(noise - np.array(shifts)) - np.abs(noise)).sum(axis=1)


def away(seen: np.ndarray, expected: Quantity) -> float:
    return abs(seen.mean() - float(expected.lower)) / (seen.std() / len(seen) ** 0.5)


@pytest.mark.parametrize(("eps0", "eps"), [("1", "1/2"), ("1/10", "1/20"), ("3", "2"), ("8", "1")])
def test_draws_agree(eps0: str, eps: str) -> None:
    found: PrivacyLoss = release_loss(eps0, eps, draws=10**6, seed=7)
    bound, losses = float(Fraction(eps)), drawn_losses(10**6, (float(Fraction(eps0)),), 11)
    assert away(np.abs(losses) <= bound, found.probability) < 5
    assert away(losses <= bound, found.one_sided) < 5
    assert away(np.maximum(0, 1 - np.exp(bound - losses)), found.delta) < 5
    assert away(losses, found.mean) < 5
    assert away((losses - losses.mean()) ** 2, found.variance) < 5
    assert found.simulation is not None and max(map(abs, found.simulation.deviations)) < 5


def test_planted_errors_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong sign or factor in a formula is not within what the integral says."""
    eps0, eps = Fraction(1), Fraction(1, 2)
    with mp.workdps(60):
        integrals = Integrated(eps0, eps).numbers()
    planted = {
        "probability": lambda e0, e: sp.exp(-e0 / 2) * sp.cosh(e / 2),
        "one_sided": lambda e0, e: sp.exp(-(e0 + e) / 2) / 2,
        "delta": lambda e0, e: 1 - sp.exp(-(e0 - e)),
    }
    for name, wrong in planted.items():
        with monkeypatch.context() as patch:
            patch.setattr(law, name, wrong)
            assert not is_enclosed(getattr(release_loss(eps0, eps), name), integrals[name]), name
        assert is_enclosed(getattr(release_loss(eps0, eps), name), integrals[name]), name
