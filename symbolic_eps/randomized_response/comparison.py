r"""Older designs under the same bound, and their smaller information: differences factored, signs proved.

A pair with two answers keeps the bound delta exactly if |u - v| <= delta for u, v = (1-w) p_0 - w p_1 at
the two answers, because |u| + |v| = max(|u + v|, |u - v|) and u + v = 1 - 2w. So each design's own
parameter, the share of people who answer the question itself, is as large as the bound allows:

- Warner: the question or its opposite. u - v = 2 pi - 1, hence pi = (1+delta)/2, for every weight.
- Unrelated question, answered "yes" by a share eta: u - v = pi + k (1-pi) with k = (1-2w)(1-2 eta), hence
  pi = (delta - k)/(1 - k). For eta = 1/2 this is Warner's pair.
- Forced response, "yes" with (1-pi) eta and "no" with (1-pi)(1-eta): the same, with eta of one's choice.
  The best is eta = 0 or 1, one answer that is always safe: the optimal pair with two answers.

That more of pi is more information, that no eta beats both ends, and the order of all designs is proved by
`claims` (Fisher information of Yoshida, Yung & Hayashi 2018, Section VI; Warner 1965; Greenberg et al. 1969).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

import sympy as sp

from symbolic_eps.randomized_response.fisher import SHARE, fisher_information
from symbolic_eps.randomized_response.language import claim
from symbolic_eps.randomized_response.optimal import optimal_pair
from symbolic_eps.randomized_response.pair import Pair
from symbolic_eps.randomized_response.symbols import DELTA, THETA, WEIGHT, domain, least_error
from verify.claims.claim import Claim

ETA = sp.Symbol("eta", real=True)
"""eta: the share of "yes" among answers to the unrelated question, in [0, 1]."""

DIRECT = sp.Symbol("pi", real=True)
"""pi: the share of people who answer the question itself."""

HALF = sp.Rational(1, 2)


@dataclass(frozen=True)
class Design:
    """A way to ask, with its best pair under the bound.

    Parameters
    ----------
    name : str
    pair : Pair
        Exact numbers or expressions.
    """

    name: str
    pair: Pair

    def information(self, theta: sp.Expr) -> sp.Expr:
        """The Fisher information of one answer about theta, in lowest terms.

        Examples
        --------
        >>> Design("Warner", warner(HALF)).information(HALF)
        1
        """
        return fisher_information(self.pair, theta)


def warner(delta: sp.Expr = DELTA) -> Pair:
    """Warner's design: the question itself with (1+delta)/2, else its opposite.

    Examples
    --------
    >>> warner(sp.Rational(1, 4))
    Pair(p0=(5/8, 3/8), p1=(3/8, 5/8))
    """
    a = least_error(delta)
    return Pair((1 - a, a), (a, 1 - a))


def direct_share(delta: sp.Expr = DELTA, weight: sp.Expr = WEIGHT, eta: sp.Expr = ETA) -> sp.Expr:
    """The largest pi of the unrelated question: (delta - k)/(1 - k).

    Examples
    --------
    >>> direct_share(sp.Rational(1, 4), HALF, sp.Rational(1, 3))
    1/4
    """
    skew = (1 - 2 * weight) * (1 - 2 * eta)
    return sp.cancel((delta - skew) / (1 - skew))


def unrelated_question(delta: sp.Expr = DELTA, weight: sp.Expr = WEIGHT, eta: sp.Expr = ETA) -> Pair:
    """The question itself with pi, else one that a share eta answers with "yes".

    Examples
    --------
    >>> unrelated_question(sp.Rational(1, 4), HALF, HALF) == warner(sp.Rational(1, 4))
    True
    """
    return _answered(direct_share(delta, weight, eta), eta)


def forced_response(zero_is_safe: bool, delta: sp.Expr = DELTA, weight: sp.Expr = WEIGHT) -> Pair:
    """Forced response with its best split: all who do not answer give the one safe answer.

    Parameters
    ----------
    zero_is_safe : bool
        Whether "no" (truth 0) is the answer that is forced: best where theta <= (w-a)/delta.
    delta, weight : sympy.Expr

    Examples
    --------
    >>> forced_response(True, sp.Rational(1, 4), HALF)
    Pair(p0=(1, 0), p1=(3/4, 1/4))
    """
    return unrelated_question(delta, weight, sp.S.Zero if zero_is_safe else sp.S.One)


def _answered(direct: sp.Expr, eta: sp.Expr) -> Pair:
    """The answers are "no" and "yes"."""
    forced_no, forced_yes = (1 - direct) * (1 - eta), (1 - direct) * eta
    zero, one = (direct + forced_no, forced_yes), (forced_no, direct + forced_yes)
    return Pair(tuple(map(sp.cancel, zero)), tuple(map(sp.cancel, one)))


def designs(delta: sp.Expr, weight: sp.Expr, theta: sp.Expr) -> tuple[Design, ...]:
    """All designs with numbers, the best first.

    Examples
    --------
    >>> quarter = sp.Rational(1, 4)
    >>> [design.information(sp.Rational(3, 10)) for design in designs(quarter, HALF, sp.Rational(3, 10))]
    [25/21, 100/111, 100/111, 25/99, 25/99]
    """
    safe = bool(theta * delta <= weight - least_error(delta))
    return (
        Design("three answers", optimal_pair(delta, weight)),
        Design("two answers", forced_response(safe, delta, weight)),
        Design("forced response", forced_response(safe, delta, weight)),
        Design("unrelated question, eta = 1/2", unrelated_question(delta, weight, HALF)),
        Design("Warner", warner(delta)),
    )


@dataclass(frozen=True)
class Difference:
    """By how much one design's Fisher information is larger than another's, for all parameters.

    Parameters
    ----------
    name : str
        Of the theorem that it is never negative.
    better, worse : str
        Names of the designs.
    conditions : tuple of sympy relations
        Where; beside 0 < theta < 1 and what `domain` states.
    value : sympy.Expr
        The difference, factored, in delta, weight, theta and eta.
    """

    name: str
    better: str
    worse: str
    conditions: tuple[sp.Basic, ...]
    value: sp.Expr

    def at(self, given: Mapping[sp.Symbol, sp.Expr]) -> Difference:
        """The same with numbers or other names for parameters; conditions that hold then are left out."""
        conditions = (condition.subs(given, simultaneous=True) for condition in self.conditions)
        value = sp.factor(self.value.subs(given, simultaneous=True))
        return replace(self, conditions=tuple(c for c in conditions if c != sp.true), value=value)

    @property
    def claim(self) -> Claim:
        """That it is >= 0 everywhere."""
        return claim(self.name, self.value >= 0, (*domain(), *SHARE, *self.conditions))


@cache
def differences() -> tuple[Difference, ...]:
    """The order of the designs, in differences.

    Examples
    --------
    >>> first = differences()[2]
    >>> first.better, first.worse, first.conditions
    ('three answers', 'two answers', (delta*theta <= delta/2 + weight - 1/2,))
    >>> first.value.subs({DELTA: sp.Rational(1, 4), WEIGHT: HALF, THETA: sp.Rational(3, 10)})
    75/259
    """
    three = Design("three answers", optimal_pair())
    asked = Design("unrelated question", unrelated_question())
    old = Design("Warner", warner())
    threshold = WEIGHT - least_error(DELTA)
    # At eta = 0 with w = a, and eta = 1 with w = 1-a, no question is left to ask: pi = 0.
    eta = (ETA >= 0, ETA <= 1, (1 - 2 * WEIGHT) * (1 - 2 * ETA) < DELTA)
    low, high = sp.Le(THETA * DELTA, threshold), sp.Ge(THETA * DELTA, threshold)
    found = [
        _difference("three-asked", three, asked, *eta),
        _difference("three-warner", three, old),
    ]
    for side, safe, region in (("low", True, low), ("high", False, high)):
        two = Design("two answers", forced_response(safe))
        found += [
            _difference(f"three-two-{side}", three, two, region),
            _difference(f"two-asked-{side}", two, asked, region, *eta),
            _difference(f"two-warner-{side}", two, old, region),
        ]
    return tuple(found)


def _difference(name: str, better: Design, worse: Design, *conditions: sp.Basic) -> Difference:
    value = sp.factor(better.information(THETA) - worse.information(THETA))
    return Difference(f"comparison/{name}", better.name, worse.name, conditions, value)


def more_direct_is_better() -> tuple[Claim, ...]:
    """That the information rises with pi: of the unrelated question, and of Warner's design from 1/2 on."""
    laws = (
        ("direct-asked", _answered(DIRECT, ETA), (DIRECT > 0, DIRECT < 1, ETA >= 0, ETA <= 1)),
        ("direct-warner", Pair((DIRECT, 1 - DIRECT), (1 - DIRECT, DIRECT)), (2 * DIRECT >= 1, DIRECT < 1)),
    )
    return tuple(
        claim(
            f"comparison/{name}",
            sp.factor(sp.diff(fisher_information(pair, THETA), DIRECT)) >= 0,
            (*SHARE, *where),
        )
        for name, pair, where in laws
    )


def claims() -> tuple[Claim, ...]:
    """The order of the designs, and that each is the best of its kind."""
    return (*(difference.claim for difference in differences()), *more_direct_is_better())
