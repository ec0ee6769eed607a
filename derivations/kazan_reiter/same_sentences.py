"""Sentences that both versions of Kazan & Reiter print alike: each is encoded here, once.

A sentence is what `Printed.claim` takes besides the place. L_S, L_N and L_0 are the likelihoods of a release
given a value in S, another value, and without the person; x = e^-eps. In the setting of Lee and Clifton p is
P[I = 0], and L_1 is the likelihood with the person.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from derivations.kazan_reiter import least_decay
from derivations.kazan_reiter.common_lines import LEAST_DECAY, SQUARE
from derivations.kazan_reiter.notation import (
    BOUNDED_RISK,
    INCLUSION_PRIOR,
    POSITIVE_DECAY,
    PRIORS,
    decay,
    eps,
    known_value_budget,
    p,
    q,
    r,
    risk,
    risk_bound,
)
from symbolic_eps.theory.likelihoods import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.theory.likelihoods import LIKELIHOOD_INSIDE as L_S
from symbolic_eps.theory.likelihoods import LIKELIHOOD_OUTSIDE as L_N
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.calculus.extremum import Maximum, Path, Supremum
from verify.language.as_printed import eq, ge, gt, le, lt, product, ratio

Sentence = dict[str, Any]

a, n, L_1, posterior, step = (parameter(name) for name in ("a", "n", "L_1", "posterior", "t"))

LIKELIHOODS = (L_S >= 0, L_N >= 0, L_0 >= 0)
_DECAY = (x > 0, x <= 1)
_INVERSE_BOUND = p * q + p * (1 - q) * x**2 + (1 - p) * x

# Measures of risk

_included = q * L_S + (1 - q) * L_N
RELEASED = gt(p * _included + (1 - p) * L_0, 0)
"""t* is possible."""

_posterior = p * q * L_S / RELEASED.lhs
_posterior_inclusion = p * _included / RELEASED.lhs

DECOMPOSED_RISK: Sentence = {
    "statement": eq(
        ratio(_posterior, p * q),
        product(ratio(ratio(_posterior, _posterior_inclusion), q), ratio(_posterior_inclusion, p)),
    ),
    "domain": (*PRIORS, *LIKELIHOODS, RELEASED),
    "missing": (gt(_included, 0),),
    "remark": "Bayes' theorem. L_S, L_N and L_0 are the likelihoods of t* if the person's value is in S, if "
    "it is another, and without the person. It conditions on I = 1 and T* = t*; that this has a positive "
    "probability follows only from (1) with Assumption 2.",
}

# The largest budget

_LARGEST = (
    "x = e^-eps. A mechanism attains the bound of Theorem 1. That bound is at most r* exactly for budgets "
    "up to that of Theorem 2; part .1 is for q < 1, part .2 for q = 1. Where r* p q >= 1 there is no "
    "largest budget."
)
LARGEST_BUDGET: Sentence = {
    "statement": sp.Equivalent(le(1 / _INVERSE_BOUND, r), ge(x, LEAST_DECAY)),
    "domain": (*INCLUSION_PRIOR, q > 0, q < 1, *BOUNDED_RISK, *_DECAY),
    "missing": (r * p * q < 1,),
    "remark": _LARGEST,
}
LARGEST_BUDGET_AT_KNOWN_VALUE: Sentence = {
    "statement": sp.Equivalent(le(1 / _INVERSE_BOUND.subs(q, 1), r), ge(x, ratio(1 / r - p, 1 - p))),
    "domain": (*INCLUSION_PRIOR, *BOUNDED_RISK, *_DECAY),
    "missing": (p < 1,),
    "remark": _LARGEST,
}

# The uniform bound, and what is said against it

UNIFORM = sp.exp(2 * eps)

NAIVE_BUDGET: Sentence = {
    "statement": le(risk, r),
    "domain": (*BOUNDED_RISK, *POSITIVE_DECAY, eq(eps, sp.log(r) / 2), le(risk, UNIFORM)),
}
NOT_TIGHT: Sentence = {
    "statement": gt(UNIFORM.subs(eps, sp.log(2)), risk_bound().subs(eps, sp.log(2))),
    "domain": PRIORS,
    "remark": "For any priors some budget shows it, here log 2; the bound of Theorem 1 is smaller.",
}


def twice_the_prior(prior: sp.Rational) -> Sentence:
    """A limit of 2 p q on the posterior, said for one value of p q.

    Parameters
    ----------
    prior : Rational
        The value of p q.

    Examples
    --------
    >>> twice_the_prior(sp.Rational(1, 4))["domain"][1]
    Eq(p*q, 1/4)
    """
    return {
        "statement": sp.Equivalent(le(risk, 2), le(posterior, product(2, prior))),
        "domain": (eq(risk, posterior / (p * q)), eq(p * q, prior)),
        "remark": "The limit on the posterior is the bound 2 on the relative risk.",
    }


# A cap a on the absolute risk, alone or where it is larger than a bound r on the relative risk

POSTERIOR_AT_MOST_1 = le(risk * p * q, 1)
_CAPPED = sp.Max(a / (p * q), r)


def _either(relation: Any) -> sp.Basic:
    return sp.Equivalent(le(risk, _CAPPED), sp.Or(relation(risk, r), relation(risk * p * q, a)))


EITHER_RISK: Sentence = {
    "statement": _either(lt),
    "domain": (*PRIORS, a < 1, r > 1, POSTERIOR_AT_MOST_1),
    "corrected": _either(le),
    "remark": "Printed 'less than', should be 'at most': the profile that follows bounds the risk by the "
    "larger of both, and allows risks that are equal to it.",
}

FIXED_PRIOR = parameter("t")
"""p~."""
_inverse_profile = sp.Piecewise((1 / _CAPPED, sp.Eq(p, FIXED_PRIOR)), (0, True))

PLOTTED_OVER: Sentence = {
    "statement": gt(_inverse_profile, 0),
    "domain": (*PRIORS, a < 1, r > 1, FIXED_PRIOR > 0, FIXED_PRIOR <= 1),
    "corrected": gt(_inverse_profile.subs(p, FIXED_PRIOR), 0),
    "remark": "Printed 'for each p_i', should be 'for each q_i': at a p_i other than p~, here t, the bound "
    "r* is infinite, that is 1/r* = 0, and no budget is the largest. What varies in the plot is q_i.",
}

BELOW_THE_CAP: Sentence = {
    "statement": sp.Or(le(p * q, a), gt(1 / _INVERSE_BOUND, a / (p * q))),
    "domain": (*PRIORS, *_DECAY),
    "remark": "Beyond the cap no budget eps >= 0 keeps the absolute risk at most a, read with r* = a/(p q).",
}
NO_BUDGET_AT_THE_CAP: Sentence = {
    "statement": eq(sp.log(ratio(1 - p, p * q / a - p)), 0),
    "domain": (p > 0, a < 1, eq(q, 1), eq(p * q, a)),
    "remark": "At q = 1.",
}

# Theorem 1 from its lemma

LEMMA_ON_LIKELIHOODS = (
    *LIKELIHOODS,
    le(decay, L_S / L_0),
    le(L_S / L_0, sp.exp(eps)),
    le(SQUARE, L_S / L_N),
    le(L_S / L_N, UNIFORM),
)

# The constant profile

_least_decay = least_decay.by_cases(1 / r, r * p * q < 1), (p, q), 1 / sp.sqrt(r)

CONSTANT_ATTAINED: Sentence = {
    "statement": Maximum(*_least_decay),
    "domain": (*PRIORS, r > 1),
    "corrected": Supremum(*_least_decay, Path(step, {p: 1 - step, q: step})),
}

# Lee and Clifton

_known = parameter("s")
KNOWN_VALUE: Sentence = {
    "statement": eq(_known, 1),
    "domain": (eq(_known * (1 - _known), 0),),
    "missing": (_known > 0,),
    "remark": "True if S contains the person's value, that is, if s > 0. The adversary knows the value, so "
    "s, the probability of S, is 1 for each set that contains it and 0 for each other set.",
}
_ODDS = (n - 1) * a / (1 - a)
_BUDGET_OF_SIZE = sp.log(ratio(1 - 1 / n, 1 / (n * a) - 1 / n))
_SIZE = (n >= 1,)
_IS_A_NUMBER: Sentence = {
    "missing": (n > 1, a > 0, a < 1),
    "remark": "The logarithm needs n > 1 and 0 < a < 1, which is not said.",
}

CAPPED_POSTERIOR: Sentence = {
    "statement": le(L_0 / (L_0 * p + L_1 * (1 - p)), 1 / (p + decay * (1 - p))),
    "domain": (*INCLUSION_PRIOR, L_0 >= 0, L_1 >= 0, le(decay, L_1 / L_0)),
    "remark": "Theorem 1 at q = 1 with the redefined p and risk, by the left inequality of Lemma 1.",
}
BUDGET_FOR_SIZE: Sentence = {
    "statement": eq(known_value_budget(1 / r), _BUDGET_OF_SIZE),
    "domain": (*_SIZE, eq(p, 1 / n), eq(r, n * a)),
    **_IS_A_NUMBER,
}
BUDGET_FOR_SIZE_CANCELLED: Sentence = {
    "statement": eq(_BUDGET_OF_SIZE, sp.log(_ODDS)),
    "domain": _SIZE,
    **_IS_A_NUMBER,
}


def _others_at(likelihood: sp.Expr) -> tuple[sp.Basic, ...]:
    return (*_SIZE, L_0 >= 0, L_1 >= 0, *_DECAY, le(x**2, L_1 / L_0), ge(likelihood * _ODDS, 1))


WITHIN_THE_CAP = le(L_0 / (L_0 + (n - 1) * L_1), a)
THEIR_SETTING: Sentence = {
    "statement": WITHIN_THE_CAP,
    "domain": _others_at(x),
    "missing": (le(x, L_1 / L_0),),
    "remark": "The recommended budget for the cap a in their setting, in which exactly one of n people is "
    "left out. Data without this person and data without another person differ in two steps, so (1) gives a "
    "factor e^-2eps between L_1 and L_0, not e^-eps. Assumption 2 fails: if this person is in the data, the "
    "other people's data have one row less.",
}
THEIR_SETTING_AT_HALF = _others_at(x**2)
"""Half of the recommended budget, in their setting."""


def largest_change(bound: sp.Symbol, change: sp.Symbol, second_size: sp.Expr) -> sp.Basic:
    """A bound on the change of a statistic between n - 1 records and as many, or fewer, others.

    Parameters
    ----------
    bound, change : Symbol
        The largest change, and one.
    second_size : Expr
        How many the others are.

    Examples
    --------
    >>> sp.Eq(parameter("n_2"), n - 2) in largest_change(*sp.symbols("D d"), n - 2).args
    True
    """
    return sp.And(le(change, bound), eq(parameter("n_1"), n - 1), eq(parameter("n_2"), second_size))


# Wood et al.

q_1, q_0 = parameter("q_1"), parameter("q_0")
_likelihoods = tuple(parameter(f"L_{world}{value}") for world in (1, 0) for value in (1, 0))
_M_11, _M_10, _M_01, _M_00 = _likelihoods
PRIORS_OF_Z = (q_1 >= 0, q_1 <= 1, q_0 >= 0, q_0 <= 1)
LIKELIHOODS_OF_Z = tuple(likelihood >= 0 for likelihood in _likelihoods)
PRIVACY_OF_Z = tuple(
    part
    for one, none in ((_M_11, _M_01), (_M_10, _M_00))
    for part in (le(x, one / none), le(one / none, 1 / x))
)
_of_one = q_1 * _M_11 / (q_1 * _M_11 + (1 - q_1) * _M_10)
_of_none = q_0 * _M_01 / (q_0 * _M_01 + (1 - q_0) * _M_00)

PARTICIPATION: Sentence = {
    "statement": le(_of_one, _of_none / (_of_none + x**2 * (1 - _of_none))),
    "domain": (*_DECAY, *PRIORS_OF_Z, *LIKELIHOODS_OF_Z, *PRIVACY_OF_Z),
    "missing": (eq(q_1, q_0),),
    "remark": "q_1 and q_0 are the prior of Z = 1 given I = 1 and given I = 0, L_11 to L_00 the likelihoods "
    "given I and Z. Needed: Z does not depend on I; it is printed as a function of Y and I.",
}
_bound = 1 / (q + SQUARE * (1 - q))
BOUND_ON_POSTERIOR: Sentence = {
    "statement": le(posterior, q / (q + SQUARE * (1 - q))),
    "domain": (q > 0, q <= 1, eq(risk, posterior / q), le(risk, _bound)),
}
