"""No other pair is worse, as far as that is proved: by laws of the loss for other shifts, and by draws."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest
import sympy as sp

from symbolic_eps.answers.privacy_loss import release_loss
from symbolic_eps.privacy_loss import worst_pair
from symbolic_eps.privacy_loss.language import claim
from symbolic_eps.privacy_loss.theorems import PRIVACY_LOSS
from verify.claims.claim import Verdict, judge
from verify.prover.prover import Prover

SEED = 20261124


def power(degree: int, x: float) -> float:
    """The integral of y^degree e^(y/2)/degree! over (0, x), by its series."""
    term, total, j = x ** (degree + 1) / math.factorial(degree), 0.0, 0
    while True:
        added = term / (degree + 1 + j)
        total += added
        if added < 1e-18 * total:
            return total
        j += 1
        term *= x / (2 * j)


def below(c: float, shifts: tuple[float, ...], strictly: bool) -> float:
    """P(C <= c), or P(C < c): the convolution of each coordinate's atoms and density, term by term."""
    total = 0.0
    for signs in itertools.product((1, -1), repeat=len(shifts)):
        at = sum(s * d for s, d in zip(signs, shifts, strict=True))
        weights = np.array([1.0])
        for s in signs:
            weights = np.convolve(weights, [0.5, -0.25 * s])
        x = c - at
        if x > 1e-12 or (abs(x) <= 1e-12 and not strictly):
            total += weights[0] * math.exp(at / 2)
        if x > 0:
            total += sum(w * math.exp(at / 2) * power(j, x) for j, w in enumerate(weights[1:]))
    return total * math.exp(-sum(shifts) / 2)


def pairs() -> list[tuple[tuple[float, ...], float]]:
    drawn = random.Random(SEED)
    found = []
    for k in (1, 2, 3, 4, 5):
        for _ in range(25):
            eps0 = 10 ** drawn.uniform(-1.5, 0.9)
            parts = [drawn.expovariate(1) ** drawn.choice((0.3, 1, 3)) for _ in range(k)]
            shifts = tuple(eps0 * part / sum(parts) for part in parts)
            corner = abs(sum(drawn.choice((1, -1)) * d for d in shifts))
            near = drawn.choice((drawn.random() * eps0, corner * (1 - 1e-6), corner, eps0 * (1 - 1e-5)))
            found.append((shifts, min(near, eps0 * (1 - 1e-9))))
    return found


@pytest.mark.parametrize(("shifts", "eps"), pairs())
def test_no_pair_is_worse(shifts: tuple[float, ...], eps: float) -> None:
    eps0 = sum(shifts)
    within = below(eps, shifts, False) - below(-eps, shifts, True)
    assert within >= math.exp(-eps0 / 2) * math.sinh(eps / 2) - 1e-9
    assert below(eps, shifts, False) >= math.exp(-(eps0 - eps) / 2) / 2 - 1e-9
    for bound in worst_pair.least_probability(sp.Float(eps0), sp.Float(eps)):
        assert within >= min(float(bound), math.exp(-eps0 / 2) * math.sinh(eps / 2)) - 1e-9


def test_the_law_of_several_coordinates_is_that_of_draws() -> None:
    shifts, eps = (0.7, 0.4, 0.3), 0.5
    noise = np.random.default_rng(3).laplace(size=(10**6, 3))
    losses = (np.abs(noise - np.array(shifts)) - np.abs(noise)).sum(axis=1)
    seen, expected = (losses <= eps).mean(), below(eps, shifts, False)
    assert abs(seen - expected) < 5 * math.sqrt(expected * (1 - expected) / 10**6)


def test_below_zero_another_pair_is_worse() -> None:
    """Why the statement on P(C <= eps) stops at eps = 0."""
    assert below(-0.5, (0.5, 0.5), False) < below(-0.5, (1.0,), False)


@pytest.mark.parametrize("k", [1, 2, 3, 5])
@pytest.mark.parametrize("eps", ["1/2", "1.762747", "1.762748", "3", "7/2"])
def test_ends_of_what_is_printed_for_several_coordinates(k: int, eps: str) -> None:
    """2 ln(1 + sqrt(2)) = 1.7627471740...: up to there it is exact for every k."""
    one, several = release_loss("4", eps), release_loss("4", eps, dimensions=k)
    assert several.delta == one.delta and several.one_sided == one.one_sided
    assert several.proved == (k <= 3 or eps in ("1/2", "1.762747"))
    if several.proved:
        assert several.probability == one.probability
    else:
        assert math.exp(-2) - 1e-12 < several.probability.lower < one.probability.lower
        assert several.probability.upper == one.probability.upper


@pytest.mark.parametrize(
    ("given", "name", "wanted"),
    [
        ({"eps0": "4"}, "eps", "1/5"),
        ({"eps0": "4"}, "eps", "2/5"),
        ({"eps": "3"}, "eps0", "1/100"),
        ({"eps": "3"}, "eps0", "2/5"),
    ],
)
def test_a_wish_is_fulfilled_for_any_pair(given: dict[str, str], name: str, wanted: str) -> None:
    """The safe end of what is found keeps the bound that is proved for every pair."""
    one = release_loss(**given, probability=wanted)
    found = release_loss(**given, probability=wanted, dimensions=5)
    number = getattr(found, name)
    assert number.lower <= getattr(one, name).upper and getattr(one, name).lower <= number.upper
    safe = number.upper if name == "eps" else number.lower
    at = {**given, name: sp.Rational(*safe.as_integer_ratio())}
    bounds = worst_pair.least_probability(sp.Rational(at["eps0"]), sp.Rational(at["eps"]))
    assert not found.proved and max(map(float, bounds)) >= float(sp.Rational(wanted)) - 1e-12


def test_a_wish_with_a_small_eps_is_fulfilled_exactly() -> None:
    for given in ({"eps0": "1"}, {"eps": "1/2"}):
        found = release_loss(**given, probability="1/10", dimensions=5)
        assert found.proved and found.eps0.closed_form is not None and found.eps.closed_form is not None


@pytest.mark.parametrize("name", [claim.locator.place for room in (worst_pair,) for claim in room.claims()])
def test_steps_hold_with_certificates(name: str) -> None:
    judged = PRIVACY_LOSS.judgements([name])[name]
    assert (judged.verdict, str(judged.grade)) == (Verdict.HOLDS, "exact"), judged.note


def test_planted_steps_are_refuted() -> None:
    at_x, between, at_y, s, factor = sp.symbols("P_0 P_t P_y s factor", real=True)
    path = (s > 0, s <= 1, factor > 0, 1 - at_x >= s * (1 - between), factor * at_y >= s * between)
    a, b, g = sp.symbols("a b g", real=True)
    planted = (
        claim("planted/bound", at_x - factor * at_y <= 1 - 2 * s, path),
        claim("planted/sign", at_x + factor * at_y <= 1 - s, path),
        claim("planted/half", at_x >= s, (s > 0, at_x >= s * between, between >= sp.Rational(1, 2))),
        claim(
            "planted/density",
            sp.Ge(sp.Rational(1, 4) + (g - a) / 16, sp.Rational(1, 4)),
            (a >= b, b > 0, g >= a - b, g < a + b),
        ),
    )
    for wrong in planted:
        assert judge(wrong, Prover()).verdict is Verdict.REFUTED, wrong.locator
