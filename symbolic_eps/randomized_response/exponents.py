"""How fast the errors of the best test between two shares decrease with the number of answers.

Let p = p_theta, q = p_against under the optimal pair, and L(k) = log sum q^k p^(1-k), a convex function with
L(0) = L(1) = 0. Renyi's divergence of order k is D_k(q || p) = L(k) / (k-1).

- Stein: if one error is only bounded, the other decreases as exp(-n D(p || q)).
- Chernoff: their mean decreases as exp(-n C), C = -min L, at the k in (0, 1) with L'(k) = 0.
- Hoeffding: if the error of taking p for q decreases as exp(-n r), 0 < r < D(q || p), that of taking q for p
  does as exp(-n H), H = sup over k in (0, 1) of (-L(k) - (1-k) r) / k.
- Strong converse: for r > D(q || p), the probability not to take q for p decreases as exp(-n G), G = sup over
  k > 1 of ((k-1) r - L(k)) / k.

Each is largest (the last: least) for the optimal pair, as the divergences of all orders are largest there: a
supremum of larger numbers is larger. Both suprema are at the root of k L'(k) - L(k) = r, whose left side has
the derivative k L''(k) > 0; as k -> oo it tends to -log p(M), M the answers with the largest q/p, so from
there on G is r - D_oo. If only two answers have q/p other than 1, as for w = 1/2, C has a closed form: L' = 0
is linear in a power of the ratio of these two q/p (Yoshida, Yung & Hayashi 2018, (17)-(19)).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp
from flint import arb, ctx

from symbolic_eps.errors import DomainError
from symbolic_eps.randomized_response.divergences import largest_renyi_divergence, laws
from symbolic_eps.randomized_response.optimal import optimal_pair
from symbolic_eps.randomized_response.symbols import AGAINST, DELTA, THETA, WEIGHT
from symbolic_eps.report.quantity import RELATIVE_WIDTH, Quantity, quantity
from verify.calculus.monotone_root import BITS, ball, enclosure, first_above, root_of
from verify.enclosure import Enclosure, UncertifiedError, sign

MOST_BITS = 1 << 14
"""Precision at which an enclosure is given up."""

Law = tuple[tuple[sp.Expr, sp.Expr], ...]


@dataclass(frozen=True)
class Exponent:
    """A rate at which an error decreases, and where its extremum is.

    Parameters
    ----------
    rate : Quantity
        Per answer, in natural logarithms.
    order : Quantity or None
        The k of the extremum; None where there is none, or where it is a limit.
    """

    rate: Quantity
    order: Quantity | None


def stein(
    delta: sp.Expr = DELTA, weight: sp.Expr = WEIGHT, theta: sp.Expr = THETA, against: sp.Expr = AGAINST
) -> sp.Expr:
    """The largest D(p_theta || p_against), the exponent in Stein's lemma.

    Parameters
    ----------
    delta : sympy.Expr
        The bound on the norm, in [0, 1].
    weight : sympy.Expr
        w, in (0, 1), at most delta/2 from 1/2.
    theta : sympy.Expr
        The share of truths 1, in (0, 1).
    against : sympy.Expr
        A second share, in (0, 1), not theta.

    Examples
    --------
    >>> stein(*(sp.Rational(n) for n in ("1/4", "1/2", "3/10", "7/10")))
    3*log(3/7)/40 + 7*log(7/3)/40
    """
    return largest_renyi_divergence(sp.S.One, delta, weight, theta, against)


def renyi(
    order: sp.Expr, delta: sp.Rational, weight: sp.Rational, theta: sp.Rational, against: sp.Rational
) -> Quantity:
    """The largest Renyi divergence of p_theta from p_against, enclosed.

    Parameters
    ----------
    order : Rational or oo
        From 0.
    delta : sympy.Rational
        The bound on the norm, in [0, 1].
    weight : sympy.Rational
        w, in (0, 1), at most delta/2 from 1/2.
    theta : sympy.Rational
        The share of truths 1, in (0, 1).
    against : sympy.Rational
        A second share, in (0, 1), not theta.

    Raises
    ------
    DomainError
        For numbers outside the domain, two equal shares, or an order below 0.

    Examples
    --------
    >>> numbers = [sp.Rational(n) for n in ("1/4", "1/2", "3/10", "7/10")]
    >>> renyi(sp.Rational(1, 997), *numbers).enclosure.text(6)
    '[0.0000849833, 0.0000849834]'
    """
    return quantity(largest_renyi_divergence(order, delta, weight, theta, against))


def chernoff(delta: sp.Rational, weight: sp.Rational, theta: sp.Rational, against: sp.Rational) -> Exponent:
    """The largest Chernoff exponent between two shares.

    Parameters
    ----------
    delta : sympy.Rational
        The bound on the norm, in [0, 1].
    weight : sympy.Rational
        w, in (0, 1), at most delta/2 from 1/2.
    theta : sympy.Rational
        The share of truths 1, in (0, 1).
    against : sympy.Rational
        A second share, in (0, 1), not theta.

    Raises
    ------
    DomainError
        For numbers outside the domain, or two equal shares.

    Examples
    --------
    >>> quarter, half, third = sp.Rational(1, 4), sp.Rational(1, 2), sp.Rational(1, 3)
    >>> chernoff(quarter, half, third, 1 - third).rate.closed_form
    -log(sqrt(2)/6 + 3/4)
    """
    law = laws(optimal_pair(delta, weight), theta, against)
    if _tells_nothing(law):
        return Exponent(quantity(sp.S.Zero), None)
    closed = _closed_form(law)
    if closed is not None:
        return closed
    return _at_root(
        law,
        lambda at, k: at.slope(k),
        lambda _: (Fraction(0), Fraction(1)),
        lambda at, k: -at.value(k),
    )


def hoeffding(
    delta: sp.Rational, weight: sp.Rational, theta: sp.Rational, against: sp.Rational, rate: sp.Rational
) -> Exponent:
    """The largest exponent of taking `against` for `theta`, where the other error has at least `rate`.

    Parameters
    ----------
    delta : sympy.Rational
        The bound on the norm, in [0, 1].
    weight : sympy.Rational
        w, in (0, 1), at most delta/2 from 1/2.
    theta : sympy.Rational
        The share of truths 1, in (0, 1).
    against : sympy.Rational
        A second share, in (0, 1), not theta.
    rate : Rational
        Positive: the error of taking `theta` for `against` is at most exp(-n rate).

    Raises
    ------
    DomainError
        For numbers outside the domain, two equal shares, or a rate that is not positive.

    Examples
    --------
    >>> numbers = [sp.Rational(n) for n in ("1/4", "1/2", "3/10", "7/10")]
    >>> hoeffding(*numbers, sp.Rational(1, 50)).rate.enclosure.text(6)
    '[0.0222133, 0.0222134]'
    """
    law = _checked(delta, weight, theta, against, rate)
    if not _is_below(law, rate):
        return Exponent(quantity(sp.S.Zero), None)
    r = Fraction(int(rate.p), int(rate.q))
    return _at_root(
        law,
        lambda at, k: at.bend(k) - ball(r),
        lambda _: (Fraction(0), Fraction(1)),
        lambda at, k: (-at.value(k) - (1 - k) * ball(r)) / k,
    )


def strong_converse(
    delta: sp.Rational, weight: sp.Rational, theta: sp.Rational, against: sp.Rational, rate: sp.Rational
) -> Exponent:
    """The least exponent of not taking `against` for `theta`, where the other error decreases at `rate`.

    0 up to the rate D(p_against || p_theta); `rate` less D_oo where the order of the extremum is infinite.

    Parameters
    ----------
    delta : sympy.Rational
        The bound on the norm, in [0, 1].
    weight : sympy.Rational
        w, in (0, 1), at most delta/2 from 1/2.
    theta : sympy.Rational
        The share of truths 1, in (0, 1).
    against : sympy.Rational
        A second share, in (0, 1), not theta.
    rate : sympy.Rational
        The exponent of the other error, > 0, in natural logarithms.

    Raises
    ------
    DomainError
        As for `hoeffding`.

    Examples
    --------
    >>> numbers = [sp.Rational(n) for n in ("1/4", "1/2", "3/10", "7/10")]
    >>> strong_converse(*numbers, sp.Integer(3)).rate.closed_form
    3 - log(7/3)
    """
    law = _checked(delta, weight, theta, against, rate)
    if _tells_nothing(law):
        return Exponent(quantity(rate), None)
    if _is_below(law, rate):
        return Exponent(quantity(sp.S.Zero), None)
    steepest = max(q / p for p, q in law)
    last = -sp.log(sp.Add(*(p for p, q in law if q / p == steepest)))
    if sign(rate - last) >= 0:
        return Exponent(quantity(rate - sp.log(steepest)), None)
    r = Fraction(int(rate.p), int(rate.q))
    return _at_root(
        law,
        lambda at, k: at.bend(k) - ball(r),
        lambda increasing: (Fraction(1), first_above(increasing, Fraction(1))),
        lambda at, k: ((k - 1) * ball(r) - at.value(k)) / k,
    )


@dataclass(frozen=True)
class _LogSum:
    """L(k) = log sum q^k p^(1-k), in balls at the working precision."""

    law: tuple[tuple[Fraction, Fraction], ...]

    @classmethod
    def of(cls, law: Law) -> _LogSum:
        """For two laws with rational probabilities."""
        return cls(tuple((Fraction(int(p.p), int(p.q)), Fraction(int(q.p), int(q.q))) for p, q in law))

    def _moments(self, k: arb) -> tuple[arb, arb]:
        """The sum, and its derivative by k."""
        logs = [(ball(p), ball(q / p).log()) for p, q in self.law]
        terms = [(p * (k * log).exp(), log) for p, log in logs]
        return sum((t for t, _ in terms), arb(0)), sum((t * log for t, log in terms), arb(0))

    def value(self, k: arb) -> arb:
        return self._moments(k)[0].log()

    def slope(self, k: arb) -> arb:
        total, derivative = self._moments(k)
        return derivative / total

    def bend(self, k: arb) -> arb:
        """k L'(k) - L(k), which increases with k > 0."""
        total, derivative = self._moments(k)
        return k * derivative / total - total.log()


def _at_root(
    law: Law,
    equation: Callable[[_LogSum, arb], arb],
    bracket: Callable[[Callable[[arb], arb]], tuple[Fraction, Fraction]],
    value: Callable[[_LogSum, arb], arb],
) -> Exponent:
    """The value at the root of an increasing equation, enclosed to 24 digits."""
    at = _LogSum.of(law)
    bits = BITS
    while bits <= MOST_BITS:
        with ctx.workprec(bits):
            ends = bracket(lambda k: equation(at, k))
            order = root_of(lambda k: equation(at, k), *ends, bits)
            rate, where = enclosure(value(at, order)), enclosure(order)
        if _is_narrow(rate) and _is_narrow(where):
            return Exponent(Quantity(rate.lower, rate.upper), Quantity(where.lower, where.upper))
        bits *= 2
    raise UncertifiedError(f"the exponent could not be enclosed to 24 digits with {MOST_BITS} bits")


def _is_narrow(interval: Enclosure) -> bool:
    return interval.lower > 0 and interval.width <= RELATIVE_WIDTH * Fraction(interval.lower)


def _closed_form(law: Law) -> Exponent | None:
    """Chernoff's exponent, if only two answers tell the shares apart."""
    try:
        order = _closed_order(law)
        if order is None:
            return None
        return Exponent(quantity(-sp.log(sp.Add(*(p * (q / p) ** order for p, q in law)))), quantity(order))
    except ZeroDivisionError:  # of SymPy's own, which looks for signs with 7 bits: the root is enclosed then
        return None


def _closed_order(law: Law) -> sp.Expr | None:
    """Where L' = 0, if only two answers tell the shares apart."""
    telling = sorted((q / p, p) for p, q in law if p != q)
    if len(telling) != 2:
        return None
    (low, at_low), (high, at_high) = telling
    if low * high == 1 and at_low == at_high * high:
        return sp.Rational(1, 2)
    return sp.log(-at_low * sp.log(low) / (at_high * sp.log(high))) / sp.log(high / low)


def _checked(
    delta: sp.Rational, weight: sp.Rational, theta: sp.Rational, against: sp.Rational, rate: sp.Rational
) -> Law:
    if not rate > 0:
        raise DomainError(f"rate = {rate} is not positive: give the exponent of an error, such as 1/100")
    return laws(optimal_pair(delta, weight), theta, against)


def _tells_nothing(law: Law) -> bool:
    return all(p == q for p, q in law)


def _is_below(law: Law, rate: sp.Rational) -> bool:
    """Whether the rate is below D(q || p)."""
    return sign(sp.Add(*(q * sp.log(q / p) for p, q in law)) - rate) > 0
