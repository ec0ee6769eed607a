r"""The exact bias and mean squared error of the maximum likelihood estimate from n answers.

Both are conditional on the estimate being defined. With b_0 = b_1 = b it is n_3/K, where K = n_2 + n_3 is
binomial (n, b) and, given K = k > 0, n_3 is binomial (k, theta). So the bias is 0, the estimate is
undefined with probability q^n, q = 1 - b, and

    mean squared error = theta (1 - theta) S_n/(1 - q^n),     S_n = E[1/K; K > 0].

As C(n, k)/k = C(n-1, k)/k + C(n, k)/n, S_n = q S_{n-1} + (1 - q^n)/n, hence

    S_n = sum_{i=0}^{n-1} q^i/(n-i) - q^n H_n,     H_n = 1 + 1/2 + ... + 1/n.

The terms fall geometrically. A sum that stops before i = m lacks between 0 and q^m H_n, so that few terms
do for every n. With b_0 != b_1 the estimate is defined everywhere, and both are sums over the counts (n_2,
n_3). Counts of small probability are left out: what they would add lies between 0 (for the bias -1) and 1
times the probability that the counts summed over lack of 1. So the enclosure rests on no estimate of tails.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp
from flint import arb, ctx

from symbolic_eps.randomized_response.estimator import Candour
from symbolic_eps.randomized_response.intervals import BITS, ball, enclosed, is_narrow
from symbolic_eps.randomized_response.quantity import Quantity, quantity
from verify.ball import middle_and_radius
from verify.deadline import check_time

MOST_TERMS = 4_000_000
"""Of the sum S_n; some seconds."""

MOST_COUNTS = 1_000_000
"""Of the sum over the counts; about ten seconds, for n near 10^4."""

LARGEST_EXACT = 40
"""Answers up to which moments that are rational are given as fractions."""


@dataclass(frozen=True)
class Moments:
    """Bias and mean squared error, given that the estimate is defined.

    Parameters
    ----------
    bias, mean_squared_error : Quantity or None
        None where the estimate is never defined, or where the sum is too long.
    undefined : Quantity
        The probability that the estimate is undefined.
    reason : str
        Why they are None; empty if they are not.
    """

    bias: Quantity | None
    mean_squared_error: Quantity | None
    undefined: Quantity
    reason: str = ""


def moments(candour: Candour, theta: sp.Expr, n: int) -> Moments:
    """Bias and mean squared error of the maximum likelihood estimate from n answers.

    Parameters
    ----------
    candour : Candour
        Of exact numbers.
    theta : sympy.Expr
        The true share, an exact number in [0, 1].
    n : int
        Number of answers, > 0.

    Examples
    --------
    >>> quarter, half = sp.Rational(1, 4), sp.Rational(1, 2)
    >>> exact = moments(Candour(quarter, quarter), half, 2)
    >>> exact.mean_squared_error.closed_form, exact.undefined.closed_form, exact.bias.closed_form
    (13/56, 9/16, 0)
    >>> moments(Candour(half, quarter), half, 2).bias.json()["lower"]
    '0.0937499999999999999999'
    """
    if candour.slope == 0:
        return _unbiased(1 - candour.zero, theta, n)
    undefined = quantity(sp.S.Zero)
    if n <= LARGEST_EXACT and 0 in (candour.zero, candour.one):
        first, second = _binomial_moments(candour, theta, n)
        return Moments(quantity(first), quantity(second), undefined)
    try:
        bias, error = _enclosed(candour, theta, n, BITS[0])
        for bits in BITS[1:3]:
            if not (is_narrow(bias) and is_narrow(error)):
                bias, error = _enclosed(candour, theta, n, bits)
    except _TooLongError:
        return Moments(None, None, undefined, f"the sum over the counts has more than {MOST_COUNTS} terms")
    return Moments(bias, error, undefined)


def inverse_count_sum(keep: sp.Expr, n: int | sp.Expr) -> sp.Expr:
    """S_n = E[1/K; K > 0] for K binomial (n, 1-q), as a sum over i of `keep` = q.

    Examples
    --------
    >>> inverse_count_sum(sp.Rational(3, 4), 2).doit()
    13/32
    """
    i = sp.Symbol("i", integer=True)
    return sp.Sum((keep**i - keep**n) / (n - i), (i, 0, n - 1))


def undefined_probability(candour: Candour, n: int | sp.Expr) -> sp.Expr:
    """The probability of a sample from which there is no estimate.

    Examples
    --------
    >>> undefined_probability(Candour(sp.Rational(1, 4), sp.Rational(1, 4)), 2)
    9/16
    """
    return (1 - candour.zero) ** n if candour.slope == 0 else sp.S.Zero


class _TooLongError(Exception):
    """A sum has too many terms."""


def _unbiased(keep: sp.Expr, theta: sp.Expr, n: int) -> Moments:
    """b_0 = b_1 = 1 - keep."""
    undefined = _power(keep, n)
    if keep == 1:
        return Moments(None, None, undefined, "no answer tells anything: the estimate is never defined")
    zero = quantity(sp.S.Zero)
    spread = theta * (1 - theta)
    if spread == 0:
        return Moments(zero, zero, undefined)
    if n <= LARGEST_EXACT:
        return Moments(zero, quantity(spread * inverse_count_sum(keep, n).doit() / (1 - keep**n)), undefined)
    try:
        error = enclosed(lambda: ball(spread) * _conditional_inverse(ball(keep), n))
    except _TooLongError:
        return Moments(zero, None, undefined, f"the sum has more than {MOST_TERMS} terms")
    return Moments(zero, error, undefined)


def _power(keep: sp.Expr, n: int) -> Quantity:
    """q^n, written out where it is short."""
    if n <= LARGEST_EXACT or keep in (0, 1):
        return quantity(keep**n)
    closed = sp.Pow(keep, n, evaluate=False)
    try:
        return enclosed(lambda: ball(keep) ** n, closed)
    except OverflowError:  # too small to be written as a fraction
        return Quantity(Fraction(0), Fraction(1, 1 << 10_000), closed)


def _conditional_inverse(keep: arb, n: int) -> arb:
    """E[1/K | K > 0] for K binomial (n, 1-q), at the working precision."""
    # For small n b the two parts nearly cancel: n terms are summed then, and again with more bits.
    last = 1
    if keep > 0:
        last = min(n, math.ceil((ctx.prec * math.log(2) + math.log(n + 1)) / float((-keep.log()).mid())) + 1)
    if last > MOST_TERMS:
        raise _TooLongError
    total, power = arb(0), arb(1)
    for i in range(last):
        if i % 100_000 == 0:
            check_time()
        total += power / (n - i)
        power *= keep
    harmonic = arb(n + 1).digamma() + arb.const_euler()
    if last < n:
        total += _between(0, power * harmonic)
    nothing = (keep.log() * n).exp() if keep > 0 else arb(0)
    return (total - nothing * harmonic) / (1 - nothing)


def _enclosed(candour: Candour, theta: sp.Expr, n: int, bits: int) -> tuple[Quantity, Quantity]:
    """Bias and mean squared error as a sum over the counts, b_0 != b_1."""
    with ctx.workprec(bits):
        # The radicand is an exact integer: a ball around 0 has no root.
        scale = sp.ilcm(candour.slope.q, candour.silent.q)
        slope, level = int(candour.slope * scale), int(candour.silent * scale)
        _, says_zero, says_one = (ball(p) for p in candour.at(theta))
        truth = ball(theta)
        one_after_zero = says_one / (1 - says_zero)
        small = arb(2) ** (-bits * 2 // 3)
        first = second = mass = arb(0)
        terms, double = 0, 2 * slope * n  # an int as well
        for zeros, weight in _likely(n, says_zero, small):
            check_time()
            row = n - zeros
            for ones, given in _likely(row, one_after_zero, small / weight):
                terms += 1
                linear = slope * (n - zeros) - level * (zeros + ones)
                root = arb(linear * linear + 2 * double * level * ones).sqrt()
                error = (root + linear) / double - truth
                part = weight * given
                mass += part
                part *= error
                first += part
                second += part * error
            if terms > MOST_COUNTS:
                raise _TooLongError
        lacking = (1 - mass).abs_upper()
        return (
            _quantity(first + _between(-lacking, lacking)),
            _quantity(second + _between(0, lacking)),
        )


def _likely(n: int, chance: arb, small: arb) -> Iterator[tuple[int, arb]]:
    """The values of a binomial (n, chance) with their probabilities, from the mode until these are small.

    Which values are left out is a matter of chance and speed only: who sums knows how much mass is missing.
    """
    if not chance > 0:
        yield 0, arb(1)
        return
    if not chance < 1:
        yield n, arb(1)
        return
    mode = min(n, int(float(chance.mid()) * (n + 1)))
    odds = chance / (1 - chance)
    log = arb(n + 1).lgamma() - arb(mode + 1).lgamma() - arb(n - mode + 1).lgamma()
    top = (log + mode * chance.log() + (n - mode) * (1 - chance).log()).exp()
    weight = top
    for k in range(mode, n + 1):
        yield k, weight
        if weight < small:
            break
        weight = weight * odds * (n - k) / (k + 1)
    weight = top
    for k in range(mode, 0, -1):
        weight = weight * k / (odds * (n - k + 1))
        yield k - 1, weight
        if weight < small:
            break


def _binomial_moments(candour: Candour, theta: sp.Expr, n: int) -> tuple[sp.Expr, sp.Expr]:
    """Where only one truth is ever told: the estimate of its share is min(1, k/(n b)) from k tellings."""
    told, share = (candour.one, theta) if candour.zero == 0 else (candour.zero, 1 - theta)
    chance = told * share
    first = second = sp.S.Zero
    for k in range(n + 1):
        weight = sp.binomial(n, k) * chance**k * (1 - chance) ** (n - k)
        error = sp.Min(1, sp.Rational(k, n) / told) - share
        first, second = first + weight * error, second + weight * error**2
    return (first if candour.zero == 0 else -first), second


def _between(low: arb | int, high: arb) -> arb:
    """A ball that contains all from low to high."""
    return arb(low).union(high)


def _quantity(sum_: arb) -> Quantity:
    middle, radius = middle_and_radius(sum_)
    return Quantity(middle - radius, middle + radius)
