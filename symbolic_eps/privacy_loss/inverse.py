"""The eps or eps0 with a wanted probability or delta, and errors where there is none.

For 0 <= eps < E0 the three numbers of `symbolic_eps.privacy_loss.law` are strictly monotone in eps and in E0,
so that each equation has one solution there:

    eps with P(|C| <= eps) = P       2 asinh(P e^(E0/2))          0 <= P < (1 - e^-E0)/2
    E0 with P(|C| <= eps) = P        2 ln(sinh(eps/2)/P)          0 < P < (1 - e^-eps)/2
    eps with delta(eps) = D          E0 + 2 ln(1 - D)             0 <= D <= 1 - e^(-E0/2)
    E0 with delta(eps) = D           eps - 2 ln(1 - D)            0 <= D < 1

From eps = E0 on the probability is 1 and delta 0: the least such eps, and the largest such E0, is the one
that serves. Between the two ranges there is a gap: no eps (no E0) has a probability from (1 - e^-E0)/2
(from (1 - e^-eps)/2) on, except 1.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
from flint import arb

from symbolic_eps.errors import DomainError
from symbolic_eps.privacy_loss.language import claim, equal
from verify.calculus.monotone_root import ball, enclosure, root_of
from verify.claims.claim import Claim
from verify.enclosure import enclose, sign

SHOWN = 6
"""Digits in messages."""


def solved_for_eps(eps0: sp.Expr, probability: sp.Expr) -> sp.Expr:
    """The eps of the first line above; at most eps0 exactly where some eps has the probability.

    Examples
    --------
    >>> solved_for_eps(sp.Integer(1), sp.Rational(1, 5))
    2*asinh(exp(1/2)/5)
    """
    return 2 * sp.asinh(probability * sp.exp(eps0 / 2))


def solved_for_eps0(eps: sp.Expr, probability: sp.Expr) -> sp.Expr:
    """The E0 of the second line above; at least eps exactly where some E0 has the probability.

    Examples
    --------
    >>> solved_for_eps0(sp.Rational(1, 2), sp.Rational(1, 10))
    2*log(10*sinh(1/4))
    """
    return 2 * sp.log(sp.sinh(eps / 2) / probability)


def eps_at_delta(eps0: sp.Expr, delta: sp.Expr) -> sp.Expr:
    """The eps of the third line above, of either sign.

    Examples
    --------
    >>> eps_at_delta(sp.Integer(1), sp.Rational(1, 100))
    2*log(99/100) + 1
    """
    return eps0 + 2 * sp.log(1 - delta)


def eps_for_probability(eps0: sp.Expr, probability: sp.Rational) -> sp.Expr:
    """The least eps with P(|C| <= eps) = probability.

    Raises
    ------
    symbolic_eps.errors.DomainError
        There is none.

    Examples
    --------
    >>> eps_for_probability(sp.Integer(1), sp.Rational(1, 5))
    2*asinh(exp(1/2)/5)
    """
    if probability == 1:
        return eps0
    _below_the_jump("eps", "eps0", eps0, probability)
    return solved_for_eps(eps0, probability)


def eps0_for_probability(eps: sp.Expr, probability: sp.Rational) -> sp.Expr:
    """The largest E0 with P(|C| <= eps) = probability.

    Raises
    ------
    symbolic_eps.errors.DomainError
        There is none.

    Examples
    --------
    >>> eps0_for_probability(sp.Rational(1, 2), sp.Rational(1, 10))
    2*log(10*sinh(1/4))
    """
    if eps == 0:
        raise DomainError(
            f"no eps0 makes abs(C) = 0 with probability {probability}: at eps = 0 it is 0; give eps > 0"
        )
    if probability == 1:
        return eps
    if probability == 0:
        raise DomainError("no eps0 makes abs(C) <= eps impossible: give a probability > 0, such as 1/100")
    _below_the_jump("eps0", "eps", eps, probability)
    return solved_for_eps0(eps, probability)


def eps_for_any_pair(eps0: sp.Expr, probability: sp.Rational) -> sp.Rational:
    """An eps with P(|C| <= eps) >= probability for every pair in any number of coordinates.

    By the second bound of `worst_pair.least_probability`, solved for eps and rounded up.

    Parameters
    ----------
    eps0, probability : sympy.Rational
        As for `eps_for_probability`, with 0 < probability < 1.

    Examples
    --------
    >>> eps_for_any_pair(sp.Integer(1), sp.Rational(1, 5)).round(6)
    0.788923
    """
    noise, wanted = (Fraction(int(number.p), int(number.q)) for number in (eps0, probability))

    def excess(eps: arb) -> arb:
        return (-ball(noise) / 2).exp() * (eps / 2).cosh() - (-eps).exp() - ball(wanted)

    return sp.Rational(*enclosure(root_of(excess, Fraction(0), noise)).upper.as_integer_ratio())


def eps0_for_any_pair(eps: sp.Expr, probability: sp.Rational) -> sp.Expr:
    """An E0 with P(|C| <= eps) >= probability for every pair in any number of coordinates.

    The larger of those that the two bounds of `worst_pair.least_probability` give, for eps from
    `worst_pair.PROVED_EPSILON` on.

    Examples
    --------
    >>> [eps0_for_any_pair(sp.Integer(3), sp.Rational(*p)) for p in ((1, 100), (2, 5))]
    [2*log(100), 2*log(cosh(3/2)/(exp(-3) + 2/5))]
    """
    one, other = 1 / probability, sp.cosh(eps / 2) / (probability + sp.exp(-eps))
    return 2 * sp.log(one if sign(one - other) > 0 else other)


def eps_for_delta(eps0: sp.Expr, delta: sp.Rational) -> sp.Expr:
    """The eps >= 0 with delta(eps) = delta; for delta = 0 the least one.

    Raises
    ------
    symbolic_eps.errors.DomainError
        There is none.

    Examples
    --------
    >>> eps_for_delta(sp.Integer(1), sp.Rational(1, 100))
    2*log(99/100) + 1
    """
    eps = eps0 if delta == 0 else eps_at_delta(eps0, delta) if delta < 1 else -sp.oo
    if eps is -sp.oo or sign(eps) < 0:
        largest = _digits(1 - sp.exp(-eps0 / 2))
        raise DomainError(
            f"no eps has delta = {delta} at eps0 = {eps0}: the largest, at eps = 0, is {largest}; "
            "give a smaller delta"
        )
    return eps


def eps0_for_delta(eps: sp.Expr, delta: sp.Rational) -> sp.Expr:
    """The largest E0 with delta(eps) = delta.

    Raises
    ------
    symbolic_eps.errors.DomainError
        There is none.

    Examples
    --------
    >>> eps0_for_delta(sp.Rational(1, 2), sp.Rational(1, 100))
    1/2 - 2*log(99/100)
    """
    if delta == 1:
        raise DomainError(f"no eps0 has delta = 1 at eps = {eps}: give a delta < 1, such as 1/100")
    if eps == delta == 0:
        raise DomainError("no eps0 has delta = 0 at eps = 0: give one of them > 0, such as delta 1/100")
    return eps - 2 * sp.log(1 - delta)


def _below_the_jump(wanted: str, name: str, value: sp.Expr, probability: sp.Rational) -> None:
    """Refuse a probability that lies in the gap below 1."""
    supremum = (1 - sp.exp(-value)) / 2
    if 2 * probability >= 1 or sign(supremum - probability) <= 0:
        raise DomainError(
            f"no {wanted} has the probability {probability} at {name} = {value}: below eps0 = eps it is less "
            f"than {_digits(supremum)}, and from there on 1; give less than that, or 1"
        )


def _digits(value: sp.Expr) -> str:
    return enclose(value, 4096).decimal_lower(SHOWN)


def claims() -> tuple[Claim, ...]:
    """The equations for eps, in u = e^(E0/2) and r = e^((E0-eps)/2)."""
    p, d, u, r = sp.symbols("P D u r", real=True)
    root = p * u + sp.sqrt((p * u) ** 2 + 1)
    return (
        claim("inverse/probability", equal((root - 1 / root) / (2 * u), p), (u > 1, p >= 0)),
        claim("inverse/below-eps0", root < u, (u > 1, p >= 0, 2 * p * u**2 < u**2 - 1)),
        claim("inverse/delta", equal(1 - 1 / r, d), (r >= 1, sp.Eq(r * (1 - d), 1))),
    )
