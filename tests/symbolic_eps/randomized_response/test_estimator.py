"""The maximum likelihood estimate: it is the only maximiser, at every sample; what has none says so."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
import sympy as sp

from symbolic_eps.errors import DomainError
from symbolic_eps.randomized_response.estimator import Candour, candour_of, maximum_likelihood
from symbolic_eps.randomized_response.optimal import optimal_pair
from symbolic_eps.randomized_response.pair import Pair
from verify.enclosure import sign

R = sp.Rational
CANDOURS = [
    Candour(R(1, 4), R(1, 4)),
    Candour(R(1, 2), R(1, 3)),
    Candour(R(1, 5), R(2, 3)),
    Candour(R(9, 10), R(1, 10)),
    Candour(sp.S.Zero, R(1, 3)),
    Candour(R(2, 5), sp.S.Zero),
    Candour(sp.S.One, sp.S.One),
    Candour(sp.S.Zero, sp.S.Zero),
]


def possible(candour: Candour, counts: tuple[int, ...]) -> bool:
    silent, zeros, ones = counts
    never_silent = candour.silent == 0 and candour.slope == 0
    return (
        not ((zeros and candour.zero == 0) or (ones and candour.one == 0) or (silent and never_silent))
        and sum(counts) > 0
    )


SAMPLES = [
    (candour, counts)
    for candour in CANDOURS
    for counts in product(range(5), repeat=3)
    if sum(counts) <= 5 and possible(candour, counts)
]


def score(candour: Candour, counts: tuple[int, ...], theta: sp.Expr) -> sp.Expr:
    """The derivative of the log-likelihood; counts of 0 add nothing."""
    silent, zeros, ones = counts
    terms = [
        (silent, candour.slope, candour.silent + candour.slope * theta),
        (zeros, sp.Integer(-1), 1 - theta),
        (ones, sp.Integer(1), theta),
    ]
    return sp.Add(*(count * slope / p for count, slope, p in terms if count and slope))


def is_maximiser(candour: Candour, counts: tuple[int, ...], estimate: sp.Expr) -> bool:
    """By concavity: the score is 0 there, or points out of [0, 1] at an end; it is no constant 0.

    At an end where an answer that was given has probability 0 the likelihood is 0: no maximiser.
    """
    silent, zeros, ones = counts
    m = candour.silent + candour.slope * estimate
    if any(count and p == 0 for count, p in ((silent, m), (zeros, 1 - estimate), (ones, estimate))):
        return False
    slope = sign(sp.radsimp(score(candour, counts, estimate)))
    if estimate == 0:
        return slope <= 0
    if estimate == 1:
        return slope >= 0
    return 0 < estimate < 1 and slope == 0


@pytest.mark.parametrize("candour", CANDOURS, ids=str)
def test_estimate_is_the_maximiser(candour: Candour) -> None:
    for other, counts in SAMPLES:
        if other != candour:
            continue
        estimate = maximum_likelihood(candour, counts)
        if estimate is None:
            assert candour.slope == 0 and counts[1] == counts[2] == 0
        else:
            assert is_maximiser(candour, counts, estimate), (counts, estimate)


def test_planted_estimates_are_no_maximisers() -> None:
    for candour, counts in SAMPLES[::7]:
        estimate = maximum_likelihood(candour, counts)
        if estimate is not None and candour.slope != 0:
            for wrong in (estimate + R(1, 100), estimate - R(1, 100)):
                if 0 <= wrong <= 1:
                    assert not is_maximiser(candour, counts, wrong), (candour, counts)


@pytest.mark.parametrize(("weight", "expected"), [("1/2", None), ("2/5", sp.S.One), ("3/5", sp.S.Zero)])
def test_nothing_told_decides_only_where_silence_does(weight: str, expected: sp.Expr | None) -> None:
    # With w < 1/2 silence speaks for the truth 1, which is silent more often.
    candour = candour_of(optimal_pair(R(1, 4), R(weight)))
    assert maximum_likelihood(candour, (9, 0, 0)) == expected


@pytest.mark.parametrize("counts", [(0, 0, 0), (-1, 2, 3)])
def test_impossible_counts_are_refused(counts: tuple[int, ...]) -> None:
    with pytest.raises(DomainError, match="give how often each answer came"):
        maximum_likelihood(CANDOURS[0], counts)


@pytest.mark.parametrize(
    ("candour", "counts"),
    [
        (Candour(sp.S.Zero, R(1, 3)), (3, 1, 1)),
        (Candour(R(1, 3), sp.S.Zero), (3, 1, 1)),
        (Candour(sp.S.One, sp.S.One), (1, 1, 1)),
    ],
)
def test_answers_that_are_never_given_are_refused(candour: Candour, counts: tuple[int, ...]) -> None:
    with pytest.raises(DomainError, match="never gives the answer"):
        maximum_likelihood(candour, counts)


def test_a_pair_of_another_form_has_no_candour() -> None:
    with pytest.raises(ValueError, match="both truths give"):
        candour_of(Pair((R(5, 8), R(3, 8)), (R(3, 8), R(5, 8))))


def test_every_sample_of_a_large_survey_is_an_estimate_between_0_and_1() -> None:
    candour = Candour(R(1, 2), R(1, 3))
    for ones in range(0, 1001, 100):
        estimate = maximum_likelihood(candour, (1000 - ones, 0, ones))
        assert estimate is not None and Fraction(0) <= Fraction(float(estimate)) <= 1
