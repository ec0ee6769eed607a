"""What order statistics cover: exact sums, other arithmetic, every small law, and laws that are drawn."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from math import comb, prod

import mpmath
import numpy as np
import pytest
import sympy as sp
from flint import arb, ctx

from symbolic_eps.answers.sampled_sensitivity import sampled_sensitivity
from symbolic_eps.errors import DomainError
from symbolic_eps.privacy_loss import order_statistics
from symbolic_eps.privacy_loss.binomial_tail import at_most
from symbolic_eps.privacy_loss.order_statistics import (
    covering_level,
    covering_probability,
    least_rank,
    least_rank_for_level,
    least_sample,
    least_sample_for_level,
)
from symbolic_eps.privacy_loss.sampling import draw
from verify.enclosure import Enclosure

R = sp.Rational
SHARES = [Fraction(1, 2), Fraction(9, 10), Fraction(1, 3), Fraction(1, 1000), Fraction(999, 1000)]
WIDTH = Fraction(1, 10**20)


def exact_tail(k: int, n: int, p: Fraction) -> Fraction:
    """P(Binomial(n, p) <= k), term by term."""
    return sum((comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(k + 1)), Fraction(0))


def assert_encloses(found: Enclosure, value: Fraction) -> None:
    assert found.lower <= value <= found.upper
    assert found.width <= WIDTH * value


@pytest.mark.parametrize("n", range(1, 31))
def test_level_is_the_exact_binomial_sum(n: int) -> None:
    for m, share in product(range(1, n + 1), SHARES):
        found = covering_level(n, m, R(share.numerator, share.denominator))
        assert_encloses(found.enclosure, exact_tail(m - 1, n, share))


def test_values_by_hand() -> None:
    assert covering_probability(1, 1) == R(1, 2)
    assert_encloses(covering_level(1, 1, R(1, 3)).enclosure, Fraction(2, 3))  # one pair is above q
    assert_encloses(covering_level(2, 2, R(1, 2)).enclosure, Fraction(3, 4))  # not both below it
    assert_encloses(covering_level(2, 1, R(1, 2)).enclosure, Fraction(1, 4))  # both above it


def test_level_agrees_with_the_incomplete_beta_function() -> None:
    drawn = random.Random(26)
    with mpmath.workdps(60):
        for _ in range(40):
            n = drawn.choice([1, 2, 17, 150, 300])
            m = drawn.randint(max(1, n // 2), n)
            near = min(0.999, max(0.001, m / n + drawn.uniform(-2, 2) / n**0.5))
            share = R(round(near * 1000), 1000)
            value = mpmath.betainc(m, n - m + 1, mpmath.mpf(share.p) / share.q, 1, regularized=True)
            found = covering_level(n, m, share).enclosure
            ends = Fraction(found.lower), Fraction(found.upper)
            lower, upper = (mpmath.mpf(end.numerator) / end.denominator for end in ends)
            assert lower * (1 - mpmath.mpf(10) ** -40) <= value <= upper * (1 + mpmath.mpf(10) ** -40)
            assert upper - lower <= mpmath.mpf(10) ** -20 * value


def test_a_million_pairs_are_quick_and_agree_with_the_library() -> None:
    started = time.process_time()
    found = covering_level(10**6, 900_000, R(9, 10)).enclosure
    assert time.process_time() - started < 2
    with ctx.workprec(128):
        other = (arb(1) / 10).beta_lower(100_001, 900_000, regularized=True)
        assert other.overlaps(arb(found.decimal_lower(21)).union(arb(found.decimal_upper(21))))
        assert other.rad() < 1e-20


def test_a_probability_too_small_to_be_written_is_refused() -> None:
    with pytest.raises(DomainError, match="too small to be written out"):
        covering_level(10**6, 1, R(9, 10))


def all_laws() -> list[tuple[Fraction, ...]]:
    """Probabilities of three sensitivities, in steps of 1/6; atoms of every size, and none."""
    return [(Fraction(a, 6), Fraction(b, 6), Fraction(6 - a - b, 6)) for a in range(7) for b in range(7 - a)]


def probabilities_for(
    law: tuple[Fraction, ...], n: int, m: int, share: Fraction
) -> tuple[Fraction, Fraction]:
    """That a fresh pair is covered, and that S_(m) covers the share, by going through all samples."""
    covered = level = Fraction(0)
    cumulated = [sum(law[: value + 1]) for value in range(3)]
    for sample in product(range(3), repeat=n):
        weight = prod((law[value] for value in sample), start=Fraction(1))
        ranked = sorted(sample)[m - 1]
        covered += weight * cumulated[ranked]
        level += weight * (cumulated[ranked] >= share)
    return covered, level


@pytest.mark.parametrize("n, m", [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 3)])
def test_no_law_with_atoms_is_below_the_least_probabilities(n: int, m: int) -> None:
    for law in all_laws():
        for share in (Fraction(1, 6), Fraction(1, 3), Fraction(1, 2), Fraction(5, 6), Fraction(17, 20)):
            covered, level = probabilities_for(law, n, m, share)
            assert covered >= Fraction(m, n + 1)
            assert level >= exact_tail(m - 1, n, share)


def test_atoms_at_the_share_itself_count_as_covering_it() -> None:
    """G(S_(m)) = L covers the share L: with all mass 1/2 + 1/2 and L = 1/2 the smaller value does."""
    law = (Fraction(1, 2), Fraction(1, 2), Fraction(0))
    assert probabilities_for(law, 1, 1, Fraction(1, 2))[1] == 1
    assert probabilities_for(law, 1, 1, Fraction(51, 100))[1] == Fraction(1, 2)


Law = Callable[[np.random.Generator, tuple[int, ...]], np.ndarray]
CONTINUOUS: dict[str, Law] = {
    "exponential": lambda random, shape: random.exponential(size=shape),
    "heavy-tailed": lambda random, shape: random.pareto(0.7, size=shape),
    "nearly one value": lambda random, shape: 1 - 1e-9 * random.random(shape),
}
WITH_ATOMS: dict[str, Law] = {
    "whole numbers": lambda random, shape: random.geometric(0.3, size=shape).astype(float),
    "zero or one": lambda random, shape: (random.random(shape) < 0.4).astype(float),
    "an atom at the end": lambda random, shape: np.minimum(random.random(shape), 0.85),
}
DRAWS, PAIRS, RANK = 200_000, 10, 9


def frequencies(law: Law) -> tuple[float, float]:
    """Of a covered fresh pair, and of that with abs(C) <= 1/2 at eps0 = 1, from the mechanism itself."""
    generator = np.random.default_rng(7)
    sample, fresh = law(generator, (DRAWS, PAIRS)), law(generator, (DRAWS,))
    scale = np.sort(sample, axis=1)[:, RANK - 1]  # of the noise, as eps0 = 1
    noise = generator.laplace(size=DRAWS) * scale
    with np.errstate(invalid="ignore", divide="ignore"):
        loss = np.nan_to_num((np.abs(noise - fresh) - np.abs(noise)) / scale)  # 0/0: both outputs are equal
    covered = fresh <= scale
    return covered.mean(), (covered & (np.abs(loss) <= 0.5)).mean()


def spread(probability: float) -> float:
    return 5 * float(np.sqrt(probability * (1 - probability) / DRAWS))


@pytest.mark.parametrize("name", [*CONTINUOUS, *WITH_ATOMS])
def test_drawn_laws_keep_the_guarantee(name: str) -> None:
    answer = sampled_sensitivity(PAIRS, RANK, eps0=1, eps="1/2")
    assert answer.combined is not None
    least, both = float(answer.probability.lower), float(answer.combined.lower)
    covered, small = frequencies({**CONTINUOUS, **WITH_ATOMS}[name])
    assert covered >= least - spread(least) and small >= both - spread(both)
    if name in CONTINUOUS:
        assert abs(covered - least) <= spread(least)
    if name == "nearly one value":  # the worst case
        assert abs(small - both) <= spread(both)
    if name in WITH_ATOMS:
        assert covered > least + spread(least)


def test_worst_case_is_drawn_as_it_is_computed() -> None:
    drawn = draw(50, 45, R(17, 20), R(2), R(3, 2), 300_000, seed=3)
    assert drawn.share is not None and drawn.combined is not None
    assert max(abs(one.deviations) for one in (drawn.covered, drawn.share, drawn.combined)) < 5


def test_from_eps0_on_whoever_is_covered_is_protected() -> None:
    answer = sampled_sensitivity(9, 9, "1/2", "1", "1")
    assert answer.mechanism is not None and answer.mechanism.closed_form == 1
    assert answer.combined is not None and answer.combined.closed_form == R(9, 10)
    assert answer.share_combined is not None and answer.share_combined.closed_form == R(1, 2)


def test_combined_is_the_product_and_not_more() -> None:
    answer = sampled_sensitivity(1000, 900, "9/10", "1", "1/2")
    with mpmath.workdps(40):
        small = mpmath.exp(-mpmath.mpf(1) / 2) * mpmath.sinh(mpmath.mpf(1) / 4)
        for found, value in ((answer.combined, small * 900 / 1001), (answer.share_combined, small * 9 / 10)):
            assert found is not None
            lower = Fraction(found.lower)
            assert abs(mpmath.mpf(lower.numerator) / lower.denominator - value) < value * 1e-23


@pytest.mark.parametrize("n", [1, 2, 7, 20, 60])
@pytest.mark.parametrize("share, wish", [("1/2", "1/2"), ("1/2", "7/8"), ("9/10", "1/100"), ("3/4", "19/20")])
def test_rank_for_a_wish_is_the_least(n: int, share: str, wish: str) -> None:
    wanted, level = Fraction(wish), Fraction(share)
    if wanted <= Fraction(n, n + 1):
        rank = least_rank(n, R(wish))
        assert Fraction(rank, n + 1) >= wanted and (rank == 1 or Fraction(rank - 1, n + 1) < wanted)
    if wanted <= 1 - level**n:
        rank = least_rank_for_level(n, R(share), R(wish))
        assert exact_tail(rank - 1, n, level) >= wanted
        assert rank == 1 or exact_tail(rank - 2, n, level) < wanted
    else:
        with pytest.raises(DomainError, match=f"n = {least_sample_for_level(R(share), R(wish))}$"):
            least_rank_for_level(n, R(share), R(wish))


@pytest.mark.parametrize("wish", ["1/2", "9/10", "999/1000", "1/1000000"])
def test_sample_for_a_wish_is_the_least(wish: str) -> None:
    wanted = Fraction(wish)
    n = least_sample(R(wish))
    assert Fraction(n, n + 1) >= wanted and (n == 1 or Fraction(n - 1, n) < wanted)
    for share in SHARES:
        n = least_sample_for_level(R(share.numerator, share.denominator), R(wish))
        assert 1 - share**n >= wanted and (n == 1 or 1 - share ** (n - 1) < wanted)


@pytest.mark.parametrize("n, m", [(1, 1), (2, 1), (3, 2), (4, 4)])
def test_least_probability_is_attained_without_ties(n: int, m: int) -> None:
    """Without ties each order of n+1 sensitivities is as probable: the least probability is attained."""
    orders = list(permutations(range(n + 1)))
    covered = Fraction(sum(fresh < sorted(sample)[m - 1] for fresh, *sample in orders), len(orders))
    least = order_statistics.covering_probability(n, m)
    assert Fraction(int(least.p), int(least.q)) == covered


def share_of_the_sample(n: int, m: int) -> sp.Rational:
    return R(m, n)


def one_rank_too_high(k: int, n: int, p: Fraction) -> Enclosure:
    return at_most(k + 1, n, p)


def at_least(k: int, n: int, p: Fraction) -> Enclosure:
    return at_most(n - k - 1, n, p)


@pytest.mark.parametrize(
    "name, planted, check",
    [
        (
            "covering_probability",
            share_of_the_sample,
            lambda: test_least_probability_is_attained_without_ties(2, 1),
        ),
        ("at_most", one_rank_too_high, test_values_by_hand),
        ("at_most", at_least, test_values_by_hand),
    ],
)
def test_planted_error_turns_a_test_red(
    name: str, planted: Callable[..., object], check: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    check()
    monkeypatch.setattr(order_statistics, name, planted)
    with pytest.raises(AssertionError):
        check()
