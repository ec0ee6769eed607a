r"""Guarantees of n releases if only P(|C| <= eps1) >= p is known for each, and the converse.

Then each release is (eps1, 1-p)-differentially private, and the optimal composition of such mechanisms
(Kairouz, Oh & Viswanath 2015, Theorem 3.3) gives, at eps,

    delta = 1 - p^n (1 - sum_i C(n,i) (e^((n-i) eps1) - e^(eps + i eps1))_+/(1 + e^eps1)^n).

It cannot be better: the mechanism that attains it, which betrays everything with probability 1-p and is
randomized response with eps1 otherwise, has P(|C| <= eps1) = p. In particular all n losses are at most eps1
with probability p^n, and nothing is promised about the rest.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import sympy as sp
from flint import arb, ctx, fmpq

from symbolic_eps.privacy_loss.composition import narrow
from verify.ball import ball_of
from verify.calculus.monotone_root import ball
from verify.enclosure import Enclosure

RELATIVE_WIDTH = Fraction(1, 10**24)


def delta_from_bound(n: int, each: Fraction, probability: sp.Expr, eps: Fraction) -> Enclosure:
    """The least delta at eps that is guaranteed.

    Parameters
    ----------
    n : int
        Number of releases.
    each : Fraction
        eps1, >= 0.
    probability : sympy.Expr
        p of one release, in [0, 1].
    eps : Fraction
        At least 0.

    Examples
    --------
    >>> delta_from_bound(2, Fraction(1), sp.Rational(9, 10), Fraction(1)).text(6)
    '[0.463646, 0.463647]'
    """
    if probability == 1 and eps >= n * each:
        return Enclosure(Fraction(0), Fraction(0))

    def delta(bits: int) -> arb:
        with ctx.workprec(bits):
            hidden: arb = 1 - _randomized_response(n, each, eps)
            return 1 - ball_of(probability, {}) ** n * hidden

    return narrow(delta, 128 + 8 * n, RELATIVE_WIDTH)


def _randomized_response(n: int, each: Fraction, eps: Fraction) -> arb:
    """delta at eps of n times randomized response with eps1."""
    up = ball(each).exp()
    total = arb(0)
    for i in range(n + 1):
        if (n - 2 * i) * each <= eps:
            break
        gain = ball((n - i) * each).exp() - ball(eps + i * each).exp()
        total += arb(fmpq(comb(n, i))) * gain
    return total / (1 + up) ** n
