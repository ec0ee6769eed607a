"""P(Binomial(n, p) <= k), enclosed for n up to 10^9: a sum of falling terms, and what is left of it.

The term of j is b(j) = C(n, j) p^j (1-p)^(n-j), and b(j-1)/b(j) = j (1-p) / ((n-j+1) p), which decreases with
j -> j-1 and is below 1 where j < (n+1) p. So the terms after b(j) add up to at most b(j) r/(1-r), r the ratio
there (a geometric series). Where k is not below (n+1) p, the terms above k are summed likewise, and the sum
taken from 1.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, ctx, fmpq

from symbolic_eps.errors import DomainError
from symbolic_eps.report.quantity import RELATIVE_WIDTH
from verify.ball import middle_and_radius
from verify.deadline import check_time
from verify.enclosure import Enclosure, UncertifiedError

START_BITS, MOST_BITS = 256, 4096
"""Precision of the first attempt, and that at which an enclosure is given up."""

SMALLEST = 1 << 16
"""Probabilities below 2^-this are refused: nobody needs their digits, and writing them takes long."""

STEPS = 10_000
"""Terms between two looks at the clock."""


def at_most(k: int, n: int, p: Fraction) -> Enclosure:
    """P(Binomial(n, p) <= k), to 24 digits.

    Parameters
    ----------
    k : int
        From 0 to n.
    n : int
        Trials, from 1.
    p : Fraction
        Probability of success in each, in (0, 1).

    Raises
    ------
    symbolic_eps.errors.DomainError
        The probability is too small to be written out.

    Examples
    --------
    >>> at_most(1, 3, Fraction(1, 3)).text(6)
    '[0.740740, 0.740741]'
    >>> at_most(899_999, 10**6, Fraction(9, 10)).text(12)
    '[0.499157789594, 0.499157789595]'
    """
    if k >= n:
        return Enclosure(Fraction(1), Fraction(1))
    bits = START_BITS
    while bits <= MOST_BITS:
        with ctx.workprec(bits):
            ball = lower_tail(k, n, p)
            if ball < arb(2) ** -SMALLEST:
                raise DomainError(
                    f"the probability is below 2^-{SMALLEST}, too small to be written out: "
                    "give a smaller level, or a larger m"
                )
        middle, radius = middle_and_radius(ball)
        if 2 * radius <= RELATIVE_WIDTH * (middle - radius):
            return Enclosure(max(middle - radius, Fraction(0)), min(middle + radius, Fraction(1)))
        bits *= 2
    raise UncertifiedError(f"P(Binomial({n}, {p}) <= {k}) could not be enclosed with {MOST_BITS} bits")


def lower_tail(k: int, n: int, p: Fraction) -> arb:
    """The ball of P(Binomial(n, p) <= k), 0 <= k < n, at the working precision."""
    if k < (n + 1) * p:
        return _falling(k, n, p)
    return 1 - _falling(n - k - 1, n, 1 - p)


def _falling(k: int, n: int, p: Fraction) -> arb:
    """b(k) + b(k-1) + ... + b(0) for k < (n+1) p."""
    term = _term(k, n, p)
    total, small = term, arb(2) ** -ctx.prec
    success, failure = p.numerator, p.denominator - p.numerator
    for j in range(k, 0, -1):
        above, below = j * failure, (n - j + 1) * success
        rest = term * above / (below - above)
        if rest < small * total:
            return total + rest * arb(0.5, 0.5)  # between 0 and the geometric series
        term = term * above / below
        total += term
        if j % STEPS == 0:
            check_time()
    return total


def _term(k: int, n: int, p: Fraction) -> arb:
    choices = arb(n + 1).lgamma() - arb(k + 1).lgamma() - arb(n - k + 1).lgamma()
    success = arb(fmpq(p.numerator, p.denominator))
    return (choices + k * success.log() + (n - k) * (1 - success).log()).exp()
