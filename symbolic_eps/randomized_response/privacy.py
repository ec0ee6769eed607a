"""The guarantee of the optimal mechanism for one person, and its limits.

(eps, d)-differential privacy asks p_0(S) <= e^eps p_1(S) + d, and the same with 0 and 1 exchanged, for all
sets S of answers; the least d is the larger sum of max(p_0 - e^eps p_1, 0) and of max(p_1 - e^eps p_0, 0).
The optimal pair has, with a = (1-delta)/2, M = max(w, 1-w), the same d = 1 - a/M at every eps >= 0: its
telling answers betray the truth, and no eps excuses that. So it is (0, d)-differentially private, never (eps,
0), and no other pair under the bound is less private at any eps, since (x, y) -> max(x - e^eps y, 0) is
sublinear.

Of n answers by one person on the same truth, one telling answer is enough; all n are silent with probability
(a/(1-w))^n or (a/w)^n. So the least weighted error of a test is a^n / M^(n-1), and d becomes 1 - (a/M)^n. As
any other pair is this one with its answers passed through a channel (`optimal`), n of its answers reveal no
more.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from symbolic_eps.errors import DomainError
from symbolic_eps.randomized_response.language import Point, claim, equal
from symbolic_eps.randomized_response.optimal import optimal_pair
from symbolic_eps.randomized_response.pair import Pair
from symbolic_eps.randomized_response.symbols import DELTA, WEIGHT, domain, least_error
from verify.claims.claim import Claim

FACTOR = sp.Symbol("g", real=True)
"""e^eps, from 1."""


def privacy_delta(pair: Pair, factor: sp.Expr) -> sp.Expr:
    """The least d for which a pair is (log(factor), d)-differentially private.

    Parameters
    ----------
    pair : Pair
        The laws of the answer.
    factor : Expr
        e^eps, from 1.

    Raises
    ------
    DomainError
        For a number below 1.

    Examples
    --------
    >>> quarter, half = sp.Rational(1, 4), sp.Rational(1, 2)
    >>> [privacy_delta(optimal_pair(quarter, half), sp.Integer(factor)) for factor in (1, 100)]
    [1/4, 1/4]
    """
    if factor.is_number and not factor >= 1:
        raise DomainError(f"e^eps = {factor} is below 1: give eps >= 0")
    points = tuple(zip(pair.p0, pair.p1, strict=True))
    return sp.Max(*(sp.Add(*(_excess(p, factor) for p in side)) for side in (points, map(_swap, points))))


def guaranteed_delta(delta: sp.Expr = DELTA, weight: sp.Expr = WEIGHT) -> sp.Expr:
    """The least d for which the optimal pair is (eps, d)-differentially private, the same at every eps >= 0.

    Parameters
    ----------
    delta : sympy.Expr
        The bound on the norm, in [0, 1].
    weight : sympy.Expr
        w, in (0, 1), at most delta/2 from 1/2.

    Examples
    --------
    >>> guaranteed_delta(sp.Rational(1, 4), sp.Rational(2, 5))
    3/8
    """
    optimal_pair(delta, weight)  # refuses what is outside the domain
    return 1 - least_error(delta) / sp.Max(weight, 1 - weight)


def guaranteed_with_two(pair: Pair) -> sp.Expr:
    """The same for an optimal pair with two answers, the second of which tells one truth.

    With o the probability of the first where it is not 1, the two sums are max(1 - e^eps o, 0) and
    max(o - e^eps, 0) + 1 - o = 1 - o, and the second is the larger.

    Parameters
    ----------
    pair : Pair
        The mechanism.

    Examples
    --------
    >>> guaranteed_with_two(Pair((sp.S.One, sp.S.Zero), (sp.Rational(3, 4), sp.Rational(1, 4))))
    1/4
    """
    return pair.p0[1] + pair.p1[1]


@dataclass(frozen=True)
class Revealed:
    """What answers of one person, each drawn anew by the optimal pair, reveal together.

    Parameters
    ----------
    betrayed_0, betrayed_1 : Expr
        Probability that the truth is known for certain, where it is 0, and where it is 1.
    error : Expr
        The least weighted error probability of a test: (1-w) times one error plus w times the other.
    norm : Expr
        The l1 norm of (1-w) p_0 - w p_1 for the laws of all answers: what delta has become.
    delta : Expr
        The least d for (eps, d)-differential privacy, at every eps >= 0.
    """

    betrayed_0: sp.Expr
    betrayed_1: sp.Expr
    error: sp.Expr
    norm: sp.Expr
    delta: sp.Expr


def revealed(answers: sp.Expr, delta: sp.Expr = DELTA, weight: sp.Expr = WEIGHT) -> Revealed:
    """What `answers` answers of one person reveal together; no pair under the bound reveals more.

    Parameters
    ----------
    answers : Expr
        A whole number from 1, or a symbol.
    delta : sympy.Expr
        The bound on the norm, in [0, 1].
    weight : sympy.Expr
        w, in (0, 1), at most delta/2 from 1/2.

    Raises
    ------
    DomainError
        For another number, or parameters outside the domain.

    Examples
    --------
    >>> three = revealed(sp.Integer(3), sp.Rational(1, 4), sp.Rational(1, 2))
    >>> three.betrayed_0, three.error, three.norm
    (37/64, 27/128, 37/64)
    """
    if answers.is_number and not (answers.is_Integer and answers >= 1):
        raise DomainError(f"n = {answers} is no number of answers: give a whole number from 1")
    pair = optimal_pair(delta, weight)
    silent_0, silent_1 = pair.p0[0] ** answers, pair.p1[0] ** answers
    error = sp.Min((1 - weight) * silent_0, weight * silent_1)
    return Revealed(1 - silent_0, 1 - silent_1, error, 1 - 2 * error, 1 - sp.Min(silent_0, silent_1))


def claims() -> tuple[Claim, ...]:
    """That psi is sublinear, its value for the optimal pair, and what one more silent answer changes."""
    return (*_every_pair(), *_repeated())


def _swap(point: Point) -> Point:
    return point[1], point[0]


def _excess(point: Point, factor: sp.Expr) -> sp.Expr:
    """max(x - factor y, 0) for probabilities x and y."""
    x, y = point
    return x if y == 0 else sp.S.Zero if x == 0 else sp.Max(x - factor * y, 0)


def _every_pair() -> tuple[Claim, ...]:
    """psi is sublinear; what the optimal pair has in either direction lies between the two bounds."""
    x, y, u, v, k = sp.symbols("x y u v k", real=True)
    one, other, both = (_excess(p, FACTOR) for p in ((x, y), (u, v), (x + u, y + v)))
    multiple = equal(_excess((k * x, k * y), FACTOR), k * one)
    optimal = optimal_pair()
    found = []
    for name, points in (
        ("0", zip(optimal.p0, optimal.p1, strict=True)),
        ("1", zip(optimal.p1, optimal.p0, strict=True)),
    ):
        excess = [_excess(p, FACTOR) for p in points]
        told = sp.Add(*excess[1:])
        inside = (*domain(), FACTOR >= 1)
        below = sp.Le(sp.Add(*excess), guaranteed_delta(), evaluate=False)
        found.append(claim(f"privacy/guaranteed-{name}", below, inside))
        found.append(claim(f"privacy/told-{name}", sp.Ge(sp.Add(*excess), told), inside))
    larger = sp.Max(1 - optimal.p0[0], 1 - optimal.p1[0])
    return (
        claim("privacy/sum", sp.Le(both, one + other, evaluate=False), (FACTOR >= 1,)),
        claim("privacy/multiple", multiple, (FACTOR >= 1, k > 0)),
        *found,
        claim("privacy/attained", equal(guaranteed_delta(), larger), domain()),
    )


def _repeated() -> tuple[Claim, ...]:
    """By induction on n: which silent probability is the smaller, weighted or not, stays as it is."""
    silent_0, silent_1 = sp.symbols("s_0 s_1", real=True)
    a = least_error(DELTA)
    given = (*domain(), silent_0 > 0, silent_1 > 0, 2 * WEIGHT <= 1)
    ahead = (*given, (1 - WEIGHT) * silent_0 <= WEIGHT * silent_1, silent_0 <= silent_1)
    more_0, more_1 = silent_0 * a / (1 - WEIGHT), silent_1 * a / WEIGHT
    return (
        claim("privacy/repeated-first", a / (1 - WEIGHT) <= a / WEIGHT, given),
        claim("privacy/repeated-silent", sp.Le(more_0, more_1), (*given, silent_0 <= silent_1)),
        claim("privacy/repeated-error", sp.Le((1 - WEIGHT) * more_0, WEIGHT * more_1), ahead),
    )
