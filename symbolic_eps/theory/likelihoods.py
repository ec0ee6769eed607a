"""The adversary's model: who may be in the data with which value, and the likelihood of the release then.

Kazan & Reiter 2024: (61)-(67) and Lemma 1, derived. The relative risk is a function of two ratios of
likelihoods, each of which privacy keeps in an interval.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import sympy as sp

from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE, parameter
from verify.language.condition import Condition, non_negative, positive

LIKELIHOOD_INSIDE = parameter("L_S")
"""L_S = P[T* = t* | Y in S, I = 1]."""

LIKELIHOOD_OUTSIDE = parameter("L_N")
"""L_N = P[T* = t* | Y not in S, I = 1]."""

LIKELIHOOD_ABSENT = parameter("L_0")
"""L_0 = P[T* = t* | I = 0]."""

RATIO_OUTSIDE = parameter("u")
"""u = L_N / L_S."""

RATIO_ABSENT = parameter("v")
"""v = L_0 / L_S."""


@dataclass(frozen=True)
class Event:
    """One of the exclusive cases of the adversary's model: its prior and the likelihood of the release."""

    prior: sp.Expr
    likelihood: sp.Expr


@dataclass(frozen=True)
class LikelihoodRatioBounds:
    """`lower <= ratio <= upper` for a ratio of likelihoods, with both ends positive.

    Examples
    --------
    >>> from sympy.abc import x
    >>> ratio = LikelihoodRatioBounds(x, 1 / x)
    >>> ratio * ratio.reciprocal
    LikelihoodRatioBounds(lower=x**2, upper=x**(-2))
    """

    lower: sp.Expr
    upper: sp.Expr

    @property
    def reciprocal(self) -> LikelihoodRatioBounds:
        """Bounds of 1/ratio."""
        return LikelihoodRatioBounds(1 / self.upper, 1 / self.lower)

    def __mul__(self, other: LikelihoodRatioBounds) -> LikelihoodRatioBounds:
        return LikelihoodRatioBounds(self.lower * other.lower, self.upper * other.upper)


def prior_conditions() -> tuple[Condition, ...]:
    """0 < p <= 1 and 0 < q <= 1.

    Examples
    --------
    >>> [str(c) for c in prior_conditions()]
    ['p > 0', 'p <= 1', 'q > 0', 'q <= 1']
    """
    return tuple(c for v in (PRIOR_INCLUSION, PRIOR_VALUE) for c in (positive(v), non_negative(1 - v)))


def decay_conditions() -> tuple[Condition, ...]:
    """0 < x <= 1, that is eps >= 0 for x = e^-eps.

    Examples
    --------
    >>> [str(c) for c in decay_conditions()]
    ['x > 0', 'x <= 1']
    """
    return (positive(DECAY), non_negative(1 - DECAY))


def events() -> tuple[Event, Event, Event]:
    """The three exclusive cases (Kazan & Reiter 2024, (64)-(65)): disclosing value, other value, absent.

    Examples
    --------
    >>> sum(event.prior for event in events()).expand()
    1
    """
    p, q = PRIOR_INCLUSION, PRIOR_VALUE
    return (
        Event(q * p, LIKELIHOOD_INSIDE),
        Event((1 - q) * p, LIKELIHOOD_OUTSIDE),
        Event(1 - p, LIKELIHOOD_ABSENT),
    )


def marginal_likelihood() -> sp.Expr:
    """P[T* = t*] by total probability (Kazan & Reiter 2024, (65)).

    Examples
    --------
    >>> marginal_likelihood()
    L_0*(1 - p) + L_N*p*(1 - q) + L_S*p*q
    """
    return sp.Add(*(event.prior * event.likelihood for event in events()))


def relative_risk() -> sp.Expr:
    """Posterior over prior of `Y in S, I = 1` in the likelihoods (Kazan & Reiter 2024, (61)-(63)).

    Examples
    --------
    >>> relative_risk()
    L_S/(L_0*(1 - p) + L_N*p*(1 - q) + L_S*p*q)
    """
    disclosing = events()[0]
    posterior = disclosing.likelihood * disclosing.prior / marginal_likelihood()
    return posterior / disclosing.prior


def relative_risk_of_ratios() -> sp.Expr:
    """The relative risk in the ratios u = L_N/L_S and v = L_0/L_S (Kazan & Reiter 2024, (66)).

    Examples
    --------
    >>> relative_risk_of_ratios()
    1/(p*q + p*u*(1 - q) + v*(1 - p))
    """
    inside = LIKELIHOOD_INSIDE
    risk = relative_risk().subs(
        {LIKELIHOOD_OUTSIDE: RATIO_OUTSIDE * inside, LIKELIHOOD_ABSENT: RATIO_ABSENT * inside}
    )
    numerator, denominator = sp.fraction(risk)
    return 1 / sp.Add(*(term / numerator for term in sp.Add.make_args(denominator)))


@cache
def likelihood_ratio_bounds() -> Mapping[sp.Symbol, LikelihoodRatioBounds]:
    """Lemma 1: the box of the ratios u and v, with x = e^-eps.

    Privacy bounds the likelihood under any group of values over that without the individual by [x, 1/x]
    (Kazan & Reiter 2024, (10) left); v is a reciprocal and u a product of two such ratios (56).

    Examples
    --------
    >>> likelihood_ratio_bounds()[RATIO_OUTSIDE]
    LikelihoodRatioBounds(lower=x**2, upper=x**(-2))
    """
    included_over_absent = LikelihoodRatioBounds(DECAY, 1 / DECAY)
    absent_over_inside = included_over_absent.reciprocal
    outside_over_inside = included_over_absent * absent_over_inside
    return {RATIO_OUTSIDE: outside_over_inside, RATIO_ABSENT: absent_over_inside}
