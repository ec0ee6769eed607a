"""All numbers of an answer by their definitions, in mpmath: nothing here is shared with the derivation.

A wanted eps, or eps0, is the root of a monotone function, by bisection; a covering probability is a sum over
the ranks below, and its mean over all laws an integral over the share that is covered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import mpmath

from benchmarks.at_risk.composed import delta_of_sum
from benchmarks.at_risk.cost import Cost
from benchmarks.at_risk.definitions import (
    Real,
    hockey_stick,
    increasing_root,
    moments,
    one_coordinate,
    real,
    two_coordinates,
    within,
)
from benchmarks.at_risk.points import Question

DIGITS = 45
"""Of a composed delta."""

SPLITS = (0.5, 0.125)
"""Shares of the shift in the second of two coordinates."""


@dataclass(frozen=True)
class Known:
    """A number of an answer, known independently.

    Parameters
    ----------
    name : str
        Where it is in the JSON document, keys joined by dots.
    value : mpf
    relation : {"is", "at least the lower end"}
        What it has to do with the enclosure.
    safe : {"", "up", "down"}
        On which side of the value the double in `safe` of the same name has to be.
    """

    name: str
    value: Real
    relation: str = "is"
    safe: str = ""


def values(question: Question) -> Iterator[Known]:
    """The numbers of the answer to a question."""
    given = {name: real(value) for name, value in question.given.items()}
    kinds = {"loss": _loss, "compose": _compose, "sensitivity": _sensitivity, "cost": _cost}
    yield from kinds[question.command](question, given)


def _loss(question: Question, given: dict[str, Real]) -> Iterator[Known]:
    eps0, eps = _sought(given)
    inside, at_most, delta = one_coordinate(eps0, eps)
    mean, variance = moments(eps0)
    yield Known("eps0", eps0, safe="down")
    yield Known("eps", eps, safe="up")
    yield Known("probability", inside, safe="down")
    if question.whole["k"] > 1 and question.wanted == "probability" and eps < eps0:
        for share in SPLITS:
            pair = two_coordinates(eps0 * (1 - share), eps0 * share, eps)
            yield Known("probability", pair, "at least the lower end")
    yield Known("one_sided", at_most, safe="down")
    yield Known("delta", delta, safe="up")
    yield Known("mean", mean)
    yield Known("variance", variance)


def _sought(given: dict[str, Real]) -> tuple[Real, Real]:
    """eps0 and eps, one of which may have to be found."""
    if {"eps0", "eps"} <= given.keys():
        return given["eps0"], given["eps"]

    def excess(eps0: Real, eps: Real) -> Real:
        """Increases with eps and falls with eps0; 0 where the wish is fulfilled."""
        if "delta" in given:
            return given["delta"] - hockey_stick(eps0, eps)
        return within(eps0, eps) - given["probability"]

    if "eps0" in given:
        eps0 = given["eps0"]
        return eps0, increasing_root(partial(excess, eps0), mpmath.mpf(0), eps0)
    eps = given["eps"]
    high = eps - 2 * mpmath.log(given.get("probability", 1) * (1 - given.get("delta", 0)) / 4)
    return increasing_root(lambda eps0: -excess(eps0, eps), eps, high), eps


def _compose(question: Question, given: dict[str, Real]) -> Iterator[Known]:
    n, eps0 = question.whole["n"], given["eps0"]
    yield Known("basic", n * eps0)
    if question.wanted == "delta":
        delta = delta_of_sum(n, eps0, given["eps"], DIGITS)
        yield Known("delta", delta, safe="up")
    else:
        delta = given["delta"]
        yield Known("eps", _eps_of_sum(n, eps0, delta), safe="up")
    if delta > 0:
        by_theorem = eps0 * mpmath.sqrt(2 * n * -mpmath.log(delta)) + n * eps0 * mpmath.expm1(eps0)
        yield Known("advanced", by_theorem)
    each = mpmath.mpf(1) if given["each"] >= eps0 else within(eps0, given["each"])
    yield Known("known.probability", each)
    yield Known("known.all", each**n)
    if question.wanted == "delta":
        yield Known("known.delta", _known_only(n, given["each"], each, given["eps"]))


def _eps_of_sum(n: int, eps0: Real, delta: Real) -> Real:
    """By regula falsi in (eps, log delta), with the Illinois rule; delta falls to 0 at n eps0."""

    def excess(eps: Real) -> Real:
        return mpmath.log(delta_of_sum(n, eps0, eps, DIGITS) / delta)

    low, high = mpmath.mpf(0), n * eps0 / 2
    at_low, at_high = excess(low), excess(high)
    while at_high > 0:  # at n eps0 itself delta is 0
        low, at_low = high, at_high
        high = (high + n * eps0) / 2
        at_high = excess(high)
    side = 0
    while True:
        eps = (low * at_high - high * at_low) / (at_high - at_low)
        at_eps = excess(eps)
        if abs(at_eps) < mpmath.mpf(10) ** -30:
            return eps
        if at_eps > 0:
            low, at_low = eps, at_eps
            at_high /= 2 if side == 1 else 1
            side = 1
        else:
            high, at_high = eps, at_eps
            at_low /= 2 if side == -1 else 1
            side = -1


def _known_only(n: int, each: Real, probability: Real, eps: Real) -> Real:
    """Everything is betrayed with 1 - p, else a bit is told with the odds e^each: over all 2^n outcomes."""
    true = 1 / (1 + mpmath.exp(-each))
    total = mpmath.mpf(0)
    for lies in range(n + 1):
        x = true ** (n - lies) * (1 - true) ** lies
        y = true**lies * (1 - true) ** (n - lies)
        total += mpmath.binomial(n, lies) * max(x - mpmath.exp(eps) * y, 0)
    return 1 - probability**n + probability**n * total


def _sensitivity(question: Question, given: dict[str, Real]) -> Iterator[Known]:
    n, m = question.whole["n"], question.whole["m"]
    share = given["level"]

    def covers(at: Real) -> Real:
        """The m-th smallest of n is above a share if fewer than m are below it."""
        return mpmath.fsum(mpmath.binomial(n, j) * at**j * (1 - at) ** (n - j) for j in range(m))

    covered = mpmath.quad(covers, [0, 1], method="gauss-legendre") if n <= 50 else _mean_rank(n, m)
    small = within(given["eps0"], given["eps"])
    yield Known("probability", covered, safe="down")
    yield Known("level", covers(share), safe="down")
    yield Known("mechanism", small, safe="down")
    yield Known("combined", covered * small, safe="down")
    yield Known("share_combined", share * small, safe="down")


def _mean_rank(n: int, m: int) -> Real:
    """The same integral by Beta functions."""
    return mpmath.fsum(mpmath.binomial(n, j) * mpmath.beta(j + 1, n - j + 1) for j in range(m))


def _cost(question: Question, given: dict[str, Real]) -> Iterator[Known]:
    cost = Cost(given["eps0"], given["c"], given["scale"])
    yield Known("eps", cost.eps(cost.best), safe="up")
    yield Known("probability", cost.probability(cost.best), safe="down")
    yield Known("cost", cost.cost(cost.best), safe="up")
    yield Known("cost_at_eps0", cost.scale * mpmath.exp(-cost.c / cost.eps0))
    yield Known("absolute_error", 1 / cost.eps0)
    for index, w in enumerate(reversed(cost.stationary)):
        yield Known(f"stationary.{index}", cost.eps(w))
    if len(cost.stationary) == 1 and "budget" in given:
        gain = given["budget"] / cost.cost(mpmath.mpf(0)) - 1
        near, far = cost.crossings(gain)
        yield Known("permitted.0.from", cost.eps(far))
        yield Known("permitted.0.to", cost.eps(near))
