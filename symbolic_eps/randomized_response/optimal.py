"""The optimal pair, which depends on delta and the weight alone (Yoshida, Yung & Hayashi 2018, Theorem 2).

Its answers are "silent", "my truth is 0" and "my truth is 1"; it is best for every sublinear objective.
Proof: let c(y) = min((1-w) p_0(y), w p_1(y)), which adds up to m >= a (`feasible`). Split each answer of any
pair into a silent part and two that tell the truth,

    (p_0, p_1)(y) = c (1/(1-w), 1/w) + (p_0 - c/(1-w), 0) + (0, p_1 - c/w).

So psi(p_0, p_1)(y) <= c K + (p_0 - c/(1-w)) A + (p_1 - c/w) B with K = psi(1/(1-w), 1/w), A = psi(1, 0), B =
psi(0, 1), and the sum over y is at most A + B - m (A/(1-w) + B/w - K). The bracket is >= 0, by sublinearity
once more: the largest value is at m = a, and there the pair below attains it. The set of answers may be any.

Second proof, for every objective that processing cannot raise (of n answers too): any pair is the optimal one
with its answers passed through a channel. It turns "silent" into y with probability c(y)/m, and the truths 0
and 1 into y in proportion to p_0 - (a/m) c/(1-w) and p_1 - (a/m) c/w, which are >= 0 since a <= m.
"""

from __future__ import annotations

import sympy as sp

from symbolic_eps.randomized_response.feasible import norm, require_feasible
from symbolic_eps.randomized_response.language import (
    ANSWER,
    COMMON,
    LAWS,
    P0,
    P1,
    PSI,
    Point,
    claim,
    equal,
    for_every_psi,
)
from symbolic_eps.randomized_response.pair import Pair
from symbolic_eps.randomized_response.symbols import DELTA, WEIGHT, domain, least_error
from verify.claims.claim import Claim
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Setting, Total


def optimal_pair(delta: sp.Expr = DELTA, weight: sp.Expr = WEIGHT) -> Pair:
    """The pair that is best for every sublinear objective: "silent", "my truth is 0", "my truth is 1".

    Parameters
    ----------
    delta : Expr
        In [0, 1].
    weight : Expr
        In (0, 1), from a = (1-delta)/2 to 1-a.

    Raises
    ------
    DomainError
        For numbers outside of these.

    Examples
    --------
    >>> quarter, half = sp.Rational(1, 4), sp.Rational(1, 2)
    >>> optimal_pair(quarter, half)
    Pair(p0=(3/4, 1/4, 0), p1=(3/4, 0, 1/4))
    """
    require_feasible(delta, weight)
    a = least_error(delta)
    silent_0, silent_1 = a / (1 - weight), a / weight
    return Pair((silent_0, 1 - silent_0, sp.S.Zero), (silent_1, sp.S.Zero, 1 - silent_1))


ZERO, ONE = sp.S.Zero, sp.S.One
PURE_0: Point = (ONE, ZERO)
PURE_1: Point = (ZERO, ONE)
SILENT: Point = (1 / (1 - WEIGHT), 1 / WEIGHT)
"""The directions of the three answers: of those that tell the truth, and of the one that hides it."""

AT_SILENT, AT_PURE_0, AT_PURE_1 = (PSI(*point) for point in (SILENT, PURE_0, PURE_1))
"""K, A and B above."""

COST = AT_PURE_0 / (1 - WEIGHT) + AT_PURE_1 / WEIGHT - AT_SILENT
"""What a unit of the common part costs the objective."""

UNKNOWN = dict(
    zip((AT_SILENT, AT_PURE_0, AT_PURE_1), sp.symbols("psi_silent psi_0 psi_1", real=True), strict=True)
)
"""Names for the three values, of which no more is known once they are bounded."""


def claims() -> tuple[Claim, ...]:
    """Optimality for every sublinear objective and every countable set of answers; the channel."""
    return (*_optimality(), *_attained(), *_channel())


def largest(psi_silent: sp.Expr, psi_0: sp.Expr, psi_1: sp.Expr) -> sp.Expr:
    """The largest value of an objective from the values of psi at `SILENT`, `PURE_0` and `PURE_1`."""
    a = least_error(DELTA)
    return a * psi_silent + (1 - a / (1 - WEIGHT)) * psi_0 + (1 - a / WEIGHT) * psi_1


def split_bound(x: sp.Expr, y: sp.Expr, common: sp.Expr) -> sp.Expr:
    """What psi(x, y) is at most, once a common part is split off."""
    return common * AT_SILENT + (x - common / (1 - WEIGHT)) * AT_PURE_0 + (y - common / WEIGHT) * AT_PURE_1


def _optimality() -> tuple[Claim, ...]:
    x, y, c = sp.symbols("x y c", real=True)
    parts = ((c, SILENT), (x - c / (1 - WEIGHT), PURE_0), (y - c / WEIGHT, PURE_1))
    split = sp.Le(PSI(x, y), split_bound(x, y, c), evaluate=False)
    cost = (SILENT, ((SILENT[0], PURE_0), (SILENT[1], PURE_1)))
    inside = (WEIGHT > 0, WEIGHT < 1)
    region = (*inside, c >= 0, c <= (1 - WEIGHT) * x, c <= WEIGHT * y)
    return (
        claim("optimal/split", for_every_psi(split, ((x, y), parts)), region),
        claim("optimal/cost", for_every_psi(sp.Ge(COST, 0, evaluate=False), cost), inside),
        claim("optimal/sum", total_of_split(), domain()),
    )


TERM, HIDDEN, OBJECTIVE = sp.symbols("s c Psi", real=True)
"""s(y) = psi(p_0(y), p_1(y)), the common part c(y), and the sum of s."""

SPLIT = {P0: (ANSWER,), P1: (ANSWER,), HIDDEN: (ANSWER,), TERM: (ANSWER,)}


def total_of_split() -> Derivation:
    """The sum of what `optimal/split` says is at most the largest value, as `optimal/cost` says."""
    bound = split_bound(P0, P1, HIDDEN).xreplace(UNKNOWN)
    bounded = sp.Le(TERM, bound, evaluate=False)
    hides = sp.Ge(Total(HIDDEN, ANSWER), least_error(DELTA), evaluate=False)
    objective = equal(Total(TERM, ANSWER), OBJECTIVE)
    setting = Setting(
        SPLIT, (*LAWS, *domain(), HIDDEN >= 0, bounded, hides, objective, COST.xreplace(UNKNOWN) >= 0)
    )
    summed = sp.Le(Total(TERM, ANSWER), Total(bound, ANSWER), evaluate=False)
    goal = sp.Le(OBJECTIVE, largest(*UNKNOWN.values()), evaluate=False)
    return Derivation(setting, goal, (Step(summed, Termwise()), Step(goal)))


def _attained() -> tuple[Claim, ...]:
    pair = optimal_pair()
    at = list(zip(pair.p0, pair.p1, strict=True))
    multiples = ((least_error(DELTA), SILENT), (at[1][0], PURE_0), (at[2][1], PURE_1))
    split = tuple((point, (part,)) for point, part in zip(at, multiples, strict=True))
    value = equal(sp.Add(*(PSI(*point) for point in at)), largest(AT_SILENT, AT_PURE_0, AT_PURE_1))
    laws = sp.And(*(sp.Ge(e, 0) for e in (*pair.p0, *pair.p1) if e != 0))
    return (
        claim("optimal/attained", for_every_psi(value, *split), domain()),
        claim("optimal/laws", laws, domain()),
        claim("optimal/feasible", equal(norm(pair), DELTA), domain()),
    )


def _channel() -> tuple[Claim, ...]:
    """Every feasible pair is the optimal one, its answers passed through a channel."""
    mass = sp.Symbol("m", real=True)
    a = least_error(DELTA)
    found = []
    for truth, law, share in ((0, P0, 1 - WEIGHT), (1, P1, WEIGHT)):
        setting = Setting(
            {P0: (ANSWER,), P1: (ANSWER,)},
            (*LAWS, *domain(), equal(Total(COMMON, ANSWER), mass), mass >= a),
        )
        told = law - a / mass * COMMON / share
        not_negative = sp.Ge(told, 0, evaluate=False)
        complete = equal(Total(told, ANSWER), 1 - a / share)
        found += [
            claim(f"optimal/channel-{truth}", Derivation(setting, not_negative, (Step(not_negative),))),
            claim(f"optimal/channel-{truth}-mass", Derivation(setting, complete, (Step(complete),))),
        ]
    return tuple(found)
