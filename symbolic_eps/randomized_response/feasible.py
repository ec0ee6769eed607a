"""The pairs that the bound allows, and its meaning: every test errs with probability a = (1-delta)/2 or more.

Let u = (1-w) p_0, v = w p_1, m = sum_y min(u, v). From |u - v| = u + v - 2 min(u, v), the norm is 1 - 2 m,
so the norm is at most delta exactly where m >= a. A test that says "1" with probability t(y) errs with
sum_y t u + (1-t) v >= m, with equality where it says "1" exactly where u < v. As m <= min(w, 1-w), and p_0 =
p_1 has m = min(w, 1-w), there is a pair exactly where a <= w <= 1-a. All of this holds for every countable
set of answers (Yoshida, Yung & Hayashi 2018, (1)).
"""

from __future__ import annotations

import sympy as sp

from symbolic_eps.errors import DomainError
from symbolic_eps.randomized_response.language import (
    ANSWER,
    COMMON,
    COMMON_MASS,
    FEASIBLE,
    LAWS,
    NORM,
    P0,
    P1,
    WEIGHTED_0,
    WEIGHTED_1,
    claim,
    equal,
)
from symbolic_eps.randomized_response.pair import Pair
from symbolic_eps.randomized_response.symbols import DELTA, WEIGHT, least_error
from verify.claims.claim import Claim
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Setting, Total

TEST = sp.Symbol("t", real=True)
"""t(y): the probability that a test says "1" where the answer is y."""

ERROR = Total(TEST * WEIGHTED_0 + (1 - TEST) * WEIGHTED_1, ANSWER)
"""The weighted probability that a test errs."""

A_TEST = (TEST >= 0, TEST <= 1)
BEST_TEST = sp.Or(
    sp.And(WEIGHTED_0 < WEIGHTED_1, equal(TEST, sp.Integer(1))),
    sp.And(WEIGHTED_0 >= WEIGHTED_1, equal(TEST, sp.Integer(0))),
)
"""Says "1" exactly where that is the smaller error: a set of answers."""

HIDES_ENOUGH = sp.Ge(COMMON_MASS, least_error(DELTA), evaluate=False)
"""The weighted error probability of every test is at least a."""

WEIGHT_IS_ONE = (WEIGHT > 0, WEIGHT < 1)
PAIRS = {P0: (ANSWER,), P1: (ANSWER,)}
TESTED = {**PAIRS, TEST: (ANSWER,)}


def norm(pair: Pair, weight: sp.Expr = WEIGHT) -> sp.Expr:
    """The l1 norm of (1-w) p_0 - w p_1.

    Parameters
    ----------
    pair : Pair
        The mechanism.
    weight : sympy.Expr
        w, in (0, 1), at most delta/2 from 1/2.

    Examples
    --------
    >>> half = sp.Rational(1, 2)
    >>> norm(Pair((half, half), (sp.S.One, sp.S.Zero)), half)
    1/2
    """
    return sp.Add(*(sp.Abs((1 - weight) * x - weight * y) for x, y in zip(pair.p0, pair.p1, strict=True)))


def is_feasible(pair: Pair, delta: sp.Rational, weight: sp.Rational) -> bool:
    """Whether two laws with rational entries satisfy the bound.

    Parameters
    ----------
    pair : Pair
        The mechanism.
    delta : sympy.Rational
        The bound on the norm, in [0, 1].
    weight : sympy.Rational
        w, in (0, 1), at most delta/2 from 1/2.

    Examples
    --------
    >>> half = sp.Rational(1, 2)
    >>> is_feasible(Pair((half, half), (sp.S.One, sp.S.Zero)), sp.Rational(1, 4), half)
    False
    """
    return all(entry >= 0 for entry in (*pair.p0, *pair.p1)) and bool(norm(pair, weight) <= delta)


def require_feasible(delta: sp.Expr, weight: sp.Expr) -> None:
    """Refuse numbers for which no pair satisfies the bound; symbols pass.

    Parameters
    ----------
    delta : sympy.Expr
        The bound on the norm, in [0, 1].
    weight : sympy.Expr
        w, in (0, 1), at most delta/2 from 1/2.

    Raises
    ------
    DomainError
        For delta outside [0, 1], a weight outside (0, 1), or one outside [a, 1-a].

    Examples
    --------
    >>> try:
    ...     require_feasible(sp.Rational(1, 4), sp.Rational(9, 10))
    ... except DomainError as error:
    ...     print(error)
    weight = 9/10 is outside [3/8, 5/8]: no mechanism satisfies delta = 1/4 there, as even without an answer \
one of the two guesses errs with probability 1/10 < 3/8; give a weight such as 1/2
    """
    if delta.is_number and not 0 <= delta <= 1:
        raise DomainError(f"delta = {delta} is outside [0, 1]: give a bound such as 1/4")
    if weight.is_number and not 0 < weight < 1:
        raise DomainError(f"weight = {weight} is outside (0, 1): give the weight of one error, such as 1/2")
    a = least_error(delta)
    if delta.is_number and weight.is_number and not a <= weight <= 1 - a:
        raise DomainError(
            f"weight = {weight} is outside [{a}, {1 - a}]: no mechanism satisfies delta = {delta} there, as "
            f"even without an answer one of the two guesses errs with probability "
            f"{min(weight, 1 - weight)} < {a}; give a weight such as 1/2"
        )


def require_share(name: str, share: sp.Expr) -> None:
    """Refuse a number outside (0, 1) as the share of a population; symbols pass.

    Parameters
    ----------
    name : str
        Of the share, for the message.
    share : sympy.Expr
        A number, or an expression, which is not looked at.

    Raises
    ------
    DomainError
        For such a number.

    Examples
    --------
    >>> require_share("theta", sp.Integer(1))
    Traceback (most recent call last):
    symbolic_eps.errors.DomainError: theta = 1 is outside (0, 1): give a share such as 3/10
    """
    if share.is_number and not 0 < share < 1:
        raise DomainError(f"{name} = {share} is outside (0, 1): give a share such as 3/10")


def claims() -> tuple[Claim, ...]:
    """What the bound says, for every countable set of answers."""
    pairs, feasible, hiding, same = (
        Setting(PAIRS, (*LAWS, *WEIGHT_IS_ONE, *more))
        for more in ((), (FEASIBLE,), (HIDES_ENOUGH,), (equal(P0, P1),))
    )
    tested, best = (Setting(TESTED, (*LAWS, *WEIGHT_IS_ONE, *more)) for more in (A_TEST, (BEST_TEST,)))
    term = Step(equal(NORM, Total(WEIGHTED_0 + WEIGHTED_1 - 2 * COMMON, ANSWER)), Termwise())
    identity = equal(NORM, 1 - 2 * COMMON_MASS)
    at_most = [Step(sp.Le(COMMON_MASS, Total(part, ANSWER)), Termwise()) for part in (WEIGHTED_0, WEIGHTED_1)]
    at_least = sp.Ge(NORM, sp.Abs(1 - 2 * WEIGHT), evaluate=False)
    nothing = equal(NORM, sp.Abs(1 - 2 * WEIGHT))
    errs = sp.Ge(ERROR, COMMON_MASS, evaluate=False)
    attains = equal(ERROR, COMMON_MASS)
    return (
        claim("feasible/norm", Derivation(pairs, identity, (term, Step(identity)))),
        claim("feasible/hides-enough", Derivation(feasible, HIDES_ENOUGH, (term, Step(HIDES_ENOUGH)))),
        claim("feasible/converse", Derivation(hiding, FEASIBLE, (term, Step(FEASIBLE)))),
        claim("feasible/every-test", Derivation(tested, errs, (Step(errs, Termwise()),))),
        claim("feasible/best-test", Derivation(best, attains, (Step(attains, Termwise()),))),
        claim("feasible/weights", Derivation(pairs, at_least, (term, *at_most, Step(at_least)))),
        claim("feasible/same-law", Derivation(same, nothing, (term, *_same_law(), Step(nothing)))),
    )


def _same_law() -> tuple[Step, ...]:
    """The common part of two equal laws."""
    common = equal(COMMON_MASS, Total(sp.Min(1 - WEIGHT, WEIGHT) * P0, ANSWER))
    return (Step(common, Termwise()),)
