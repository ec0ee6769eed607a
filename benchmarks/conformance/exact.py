"""Exact values, twice: from the definition (mpmath, 60 digits) and in closed form (balls of python-flint).

A quantity is a pair of functions of the same arguments; `at` compares them, and gives the ball.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import mpmath as mp
from flint import arb, ctx

DIGITS, BITS, AGREE = 60, 400, 1e-25
TAILS = (0, 1, 4, 12, 30)


@dataclass(frozen=True)
class Quantity:
    """What is computed, by its definition and in closed form, both of floats."""

    name: str
    defined: Callable[..., mp.mpf]
    closed: Callable[..., arb]

    def at(self, *point: float) -> arb:
        """A ball around the value.

        Raises
        ------
        ArithmeticError
            The two computations differ, or the ball is wide.
        """
        with ctx.workprec(BITS), mp.workdps(DIGITS):
            ball = self.closed(*map(arb, point))
            defined = arb(mp.nstr(self.defined(*map(mp.mpf, point)), 40))
            slack = abs(ball) * AGREE
            if not abs(ball - defined) <= slack or not ball.rad() <= slack:
                raise ArithmeticError(
                    f"{self.name} at {point}: {defined} by definition, {ball} in closed form"
                )
        return ball


def _phi(x: arb) -> arb:
    """The normal distribution function."""
    return (-x / arb(2).sqrt()).erfc() / 2


def _normal(x: mp.mpf) -> mp.mpf:
    return mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi)


def _gaussian_delta_defined(sigma: mp.mpf, eps: mp.mpf, times: mp.mpf | None = None) -> mp.mpf:
    """The integral of the positive part of p - e^eps q, for `times` releases of sensitivity 1."""
    mu = mp.sqrt(1 if times is None else times) / sigma
    start = eps / mu - mu / 2
    ends = [start + k for k in TAILS]
    return mp.quad(lambda x: _normal(x) * (1 - mp.exp(eps - mu * x - mu * mu / 2)), ends)


def _gaussian_delta_closed(sigma: arb, eps: arb, times: arb | None = None) -> arb:
    mu = (arb(1) if times is None else times).sqrt() / sigma
    return _phi(mu / 2 - eps / mu) - eps.exp() * _phi(-mu / 2 - eps / mu)


def _two_sided_defined(accuracy: mp.mpf, scale: mp.mpf) -> mp.mpf:
    return 2 * mp.quad(_normal, [accuracy / scale + k for k in TAILS])


def _laplace_renyi_defined(b: mp.mpf, order: mp.mpf) -> mp.mpf:
    """Of noise of the scale b around 0 and 1."""

    def integrand(x: mp.mpf) -> mp.mpf:
        return mp.exp(-(order * abs(x) + (1 - order) * abs(x - 1)) / b) / (2 * b)

    steps = [k * b for k in (1, 4, 16, 64, 200)]
    below, above = [-s for s in reversed(steps)], [1 + s for s in steps]
    return mp.log(mp.quad(integrand, [*below, 0, 1, *above])) / (order - 1)


def _laplace_renyi_closed(b: arb, order: arb) -> arb:
    both = order * ((order - 1) / b).exp() + (order - 1) * (-order / b).exp()
    return (both / (2 * order - 1)).log() / (order - 1)


def _response_renyi_defined(p: mp.mpf, order: mp.mpf) -> mp.mpf:
    pairs = ((p, 1 - p), (1 - p, p))
    return mp.log(sum(x**order * y ** (1 - order) for x, y in pairs)) / (order - 1)


def _response_renyi_closed(p: arb, order: arb) -> arb:
    odds = p / (1 - p)
    return ((1 - p) * odds**order + p * odds ** (-order)).log() / (order - 1)


def _bayes_defined(mu: mp.mpf, prior: mp.mpf) -> mp.mpf:
    """The integral of the smaller of both weighted densities."""
    if mu == 0:
        return mp.quad(lambda x: min(prior, 1 - prior) * _normal(x), [-30, -4, 0, 4, 30])
    cut = [mp.log((1 - prior) / prior) / mu + mu / 2] if 0 < prior < 1 else []
    ends = sorted({mp.mpf(-40), mp.mpf(-4), mp.mpf(0), *cut, mu + 4, mu + 40})
    return mp.quad(lambda x: min(prior * _normal(x - mu), (1 - prior) * _normal(x)), ends)


def _bayes_closed(mu: arb, prior: arb) -> arb:
    if mu == 0 or prior * (1 - prior) == 0:
        return prior.min(1 - prior)
    ratio = (prior / (1 - prior)).log()
    return (1 - prior) * _phi(ratio / mu - mu / 2) + prior * _phi(-ratio / mu - mu / 2)


def _discrete_delta_defined(sigma: mp.mpf, eps: mp.mpf) -> mp.mpf:
    """The sum of the positive parts."""
    reach = int(20 * sigma * mp.sqrt(eps + 50)) + 20
    weights = {n: mp.exp(-(mp.mpf(n) ** 2) / (2 * sigma**2)) for n in range(-reach, reach + 2)}
    e = mp.exp(eps)
    parts = (max(mp.mpf(0), weights[n] - e * weights[n + 1]) for n in range(-reach, reach + 1))
    return sum(parts) / sum(weights.values())


def _discrete_delta_closed(sigma: arb, eps: arb) -> arb:
    """Two tails: of all n above eps sigma^2 - 1/2, and of all above eps sigma^2 + 1/2."""
    reach = int(float(20 * sigma * (eps + 50).sqrt())) + 20
    weights = {n: (-(arb(n) ** 2) / (2 * sigma**2)).exp() for n in range(reach + 1)}
    first = int((eps * sigma**2 - arb("0.5")).floor().unique_fmpz()) + 1
    tails = [sum((weights[n] for n in range(k, reach)), arb(0)) for k in (first, first + 1)]
    whole = weights[0] + 2 * sum((weights[n] for n in range(1, reach)), arb(0))
    return (tails[0] - eps.exp() * tails[1]) / whole


def least_eps(sigma: float, delta: float) -> arb:
    """The eps at which Gaussian noise keeps to delta: between two numbers on both sides of it."""
    with ctx.workprec(BITS):
        return _between(sigma, delta)


def _between(sigma: float, delta: float) -> arb:
    low, high = arb(0), arb(1)
    while _gaussian_delta_closed(arb(sigma), high) > delta:
        high *= 2
    for _ in range(150):
        middle = ((low + high) / 2).mid()
        above = _gaussian_delta_closed(arb(sigma), middle) > delta
        low, high = (middle, high) if above else (low, middle)
    return low.union(high)


GAUSSIAN_DELTA = Quantity("delta of Gaussian noise", _gaussian_delta_defined, _gaussian_delta_closed)
DISCRETE_DELTA = Quantity("delta of discrete Gaussian noise", _discrete_delta_defined, _discrete_delta_closed)
BEYOND = Quantity("P[abs(noise) > accuracy]", _two_sided_defined, lambda a, s: (a / s / arb(2).sqrt()).erfc())
LAPLACE_RENYI = Quantity("Renyi divergence of Laplace noise", _laplace_renyi_defined, _laplace_renyi_closed)
RESPONSE_RENYI = Quantity("Renyi divergence of two answers", _response_renyi_defined, _response_renyi_closed)
BAYES = Quantity("Bayes risk", _bayes_defined, _bayes_closed)
ADVANTAGE = Quantity(
    "advantage", lambda e: (mp.exp(e) - 1) / (mp.exp(e) + 1), lambda e: 1 - 2 / (1 + e.exp())
)
RESPONSE_EPS = Quantity(
    "eps of two answers", lambda p: mp.log((1 - p) / p), lambda p: (1 - p).log() - p.log()
)
AMPLIFIED = Quantity(
    "amplified eps",
    lambda e, q: mp.log(1 + q * (mp.exp(e) - 1)),
    lambda e, q: e + (q + (1 - q) * (-e).exp()).log(),
)
GEOMETRIC_VARIANCE = Quantity(
    "variance of geometric noise",
    lambda e: 2 * mp.exp(-e) / mp.expm1(-e) ** 2,
    lambda e: 1 / (2 * (e / 2).sinh() ** 2),
)
SUM = Quantity("sum", lambda *x: mp.fsum(x), lambda *x: sum(x, arb(0)))
LAPLACE_ACCURACY = Quantity(
    "accuracy of Laplace noise", lambda s, a: s * mp.log(1 / a), lambda s, a: -s * a.log()
)
