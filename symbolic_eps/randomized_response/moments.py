r"""The exact bias and mean squared error of the maximum likelihood estimate from n answers.

Both are conditional on the estimate being defined. With b_0 = b_1 = b it is n_3/K, where K = n_2 + n_3 is
binomial (n, b) and, given K = k > 0, n_3 is binomial (k, theta). So the bias is 0, the estimate is
undefined with probability q^n, q = 1 - b, and

    mean squared error = theta (1 - theta) S_n/(1 - q^n),     S_n = E[1/K; K > 0].

As C(n, k)/k = C(n-1, k)/k + C(n, k)/n, S_n = q S_{n-1} + (1 - q^n)/n, hence

    S_n = sum_{i=0}^{n-1} q^i/(n-i) - q^n H_n,     H_n = 1 + 1/2 + ... + 1/n.

Where n b is small, E[1/K | K > 0] is summed over the k up to where little is left. Where it is large, q^n is
tiny, and x(x+1)...(x+m-1) = (x)_m gives, by induction on M from 1/(x-y) = 1/x + (y/x)/((x+1) - (y+1)),

    1/(n-i) = sum_{m<M} (i+1)_m/(n+1)_{m+1} + (i+1)_M/((n+1)_M (n-i)),
    sum_{i>=0} (i+1)_m q^i = m!/b^{m+1}.

So the sum over i < n is that of m!/(b^{m+1} (n+1)_{m+1}) over m < M, plus at most M!/(b^{M+1} (n+1)_M), less
at most M q^n/((n+1)(1-r)), r = q e^{M/(n+1)} < 1: the parts with i = n+j >= n, which were added, are q^{n+j}
times (i+1)_m/(n+1)_{m+1} <= e^{jm/(n+1)}/(n+1). Either way few terms do for every n and every b.

With b_0 != b_1 the estimate is defined everywhere, and both are sums over the counts (n_2,
n_3). Counts of small probability are left out: what they would add lies between 0 (for the bias -1) and 1
times the probability that the counts summed over lack of 1. So the enclosure rests on no estimate of tails.
Of many answers that sum is long, and `expansion` gives both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp
from flint import arb, ctx

from symbolic_eps.randomized_response.estimator import Candour
from symbolic_eps.randomized_response.expansion import expanded
from symbolic_eps.randomized_response.intervals import BITS, ball, enclosed, is_narrow
from symbolic_eps.report.quantity import Quantity, quantity
from verify.ball import middle_and_radius
from verify.deadline import check_time

FEW_TOLD = 400
"""Up to so many tellings, on average, their number is summed over; from there on a series is used."""

SERIES_TERMS = 150
"""M: 150!/400^150 is below 1e-127."""

MOST_COUNTS = 1_000_000
"""Of the sum over the counts; about ten seconds, for n near 10^4."""

TOO_LONG = (
    "the sum over the counts has more than {} terms, and the series for many answers has no small remainder "
    "yet: give a smaller n, such as 10000, or a larger one"
)

MANY = 8000
"""Answers from which on the series for many is tried first."""

MOST_PLACES = 1 << 17
"""Binary places of a probability; below 2^-131072 it is enclosed from 0 on, as decimals would take long."""

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
    of_many = _of_many(candour, theta, n)
    if of_many is not None and all(map(is_narrow, of_many)):
        return Moments(*of_many, undefined)
    try:
        bias, error = _enclosed(candour, theta, n, BITS[0])
        for bits in BITS[1:3]:
            if not (is_narrow(bias) and is_narrow(error)):
                bias, error = _enclosed(candour, theta, n, bits)
    except _TooLongError:
        if of_many is not None:
            return Moments(*of_many, undefined)
        return Moments(None, None, undefined, TOO_LONG.format(MOST_COUNTS))
    return Moments(bias, error, undefined)


def _of_many(candour: Candour, theta: sp.Expr, n: int) -> tuple[Quantity, Quantity] | None:
    """By a series, as narrow as it gets; where one truth is never told a sum over the counts is short."""
    found = None
    if n >= MANY and 0 not in (candour.zero, candour.one, theta, 1 - theta):
        for bias, error in expanded(candour, theta, n):
            found = _quantity(bias), _quantity(error)
            if all(map(is_narrow, found)):
                break
    return found


def inverse_count_sum(keep: sp.Expr, n: int | sp.Expr) -> sp.Expr:
    """S_n = E[1/K; K > 0] for K binomial (n, 1-q), as a sum over i of `keep` = q.

    Parameters
    ----------
    keep : sympy.Expr
        q, the probability of "silent", in [0, 1].
    n : int or sympy.Expr
        How many people answer, > 0.

    Examples
    --------
    >>> inverse_count_sum(sp.Rational(3, 4), 2).doit()
    13/32
    """
    i = sp.Symbol("i", integer=True)
    return sp.Sum((keep**i - keep**n) / (n - i), (i, 0, n - 1))


def undefined_probability(candour: Candour, n: int | sp.Expr) -> sp.Expr:
    """The probability of a sample from which there is no estimate.

    Parameters
    ----------
    candour : Candour
        With which probabilities truths are told.
    n : int or sympy.Expr
        How many people answer, > 0.

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
    return Moments(
        zero, enclosed(lambda: ball(spread) * _conditional_inverse(ball(1 - keep), ball(keep), n)), undefined
    )


def _power(keep: sp.Expr, n: int) -> Quantity:
    """q^n, written out where it is short."""
    if n <= LARGEST_EXACT or keep in (0, 1):
        return quantity(keep**n)
    closed = sp.Pow(keep, n, evaluate=False)
    with ctx.workprec(BITS[0]):
        tiny = n * ball(keep).log() < -MOST_PLACES * arb.const_log2()
    if tiny:
        return Quantity(Fraction(0), Fraction(1, 1 << MOST_PLACES), closed)
    return enclosed(lambda: ball(keep) ** n, closed)


def _conditional_inverse(told: arb, keep: arb, n: int) -> arb:
    """E[1/K | K > 0] for K binomial (n, b), at the working precision; both b and q, as 1 - q loses digits."""
    if not keep > 0:
        return arb(1) / n
    log = n * ((-told).log1p() if told < 0.5 else keep.log())
    some = -log.expm1()
    if told * n < FEW_TOLD:
        return _over_the_told(told / keep, log.exp(), n) / some
    harmonic = arb(n + 1).digamma() + arb.const_euler()
    return (_series(told, keep, n) - log.exp() * harmonic) / some


def _over_the_told(odds: arb, nothing: arb, n: int) -> arb:
    """S_n, summed over k until the chances fall by half or more each time, and are tiny."""
    chance = n * odds * nothing
    total = chance
    for k in range(1, n):
        ratio = odds * (n - k) / (k + 1)
        chance *= ratio
        total += chance / (k + 1)
        if ratio < 0.5 and chance < total * arb(2) ** -ctx.prec:
            return total + _between(0, chance)
    return total


def _series(told: arb, keep: arb, n: int) -> arb:
    """The sum of q^i/(n-i) over i < n, for n b of `FEW_TOLD` or more."""
    term, total = 1 / (told * (n + 1)), arb(0)
    for m in range(SERIES_TERMS):
        total += term
        term *= (m + 1) / (told * (n + m + 2))
    left_out = term * (n + SERIES_TERMS + 1)
    falls = keep * (arb(SERIES_TERMS) / (n + 1)).exp()
    too_much = SERIES_TERMS * keep**n / ((n + 1) * (1 - falls))
    return total + _between(-too_much, left_out)


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
