"""The probability of Section 4 of Kazan & Reiter (2023): Lemmas 1 and 2, Theorem 1, and their lines.

The displays are those of the later version's proofs, and so are the chains that prove them; x = e^-eps, and
the families are those of `derivations.kazan_reiter.finite_model`. What is conditioned on I = 0 is undefined
at p = 1; so is, S being any subset of Y's domain, what is conditioned on S or its complement where that is a
null event.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter_2024.probability import lemma_1, theorem_1
from derivations.kazan_reiter_2024.probability.adversary import (
    ABSENT_POSSIBLE,
    ANY_SET,
    BUDGET,
    EACH_LOW,
    GIVEN_A_VALUE,
    INCLUSION,
    INDEPENDENT,
    INSIDE,
    LEFT_OUT,
    LIKELIHOOD_ABSENT,
    LIKELIHOOD_INSIDE,
    LIKELIHOOD_OUTSIDE,
    MASS,
    OUTSIDE,
    POSSIBLE,
    PRIOR,
    RELEASE,
    SWAP,
    VALUE,
    event_bounds,
    f,
    m,
    p,
    q,
    s,
    setting,
    x,
    y,
    z,
)
from derivations.kazan_reiter_2024.probability.theorem_1 import EVENTS, RISK
from symbolic_eps.theory.symbols import parameter
from verify.language.as_printed import eq
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Quotient, Setting, Total

INCLUDED = (*BUDGET, *INCLUSION)
FOR_ANY_SET = (*INCLUDED, *ANY_SET)
FOR_ALL_PRIORS = (*INCLUDED, q > 0, q <= 1)

LEMMA_1 = lemma_1.FOR_A_VALUE
"""(20)."""

LINE_21, LINE_22 = lemma_1.LINE_45, lemma_1.LINE_46
LINE_23, LINE_24 = lemma_1.LINE_47, lemma_1.LINE_48
law_in_23, other_law = lemma_1.law_in_47, lemma_1.other_law

LEMMA_2_FIRST, LEMMA_2_SECOND = lemma_1.FIRST_OF_10, lemma_1.SECOND_OF_10
"""(25) and (26)."""

LINE_57, LINE_58, LINE_59 = lemma_1.LINE_49, lemma_1.LINE_50, lemma_1.LINE_51
LINE_60, LINE_61 = lemma_1.LINE_52, lemma_1.LINE_53
LINE_62, LINE_63 = lemma_1.LINE_54, lemma_1.LINE_55
LINE_65 = lemma_1.FOR_BOTH

THEOREM_1 = theorem_1.THEOREM_1
"""(27)."""

UNIFORM, POSTERIOR = theorem_1.UNIFORM, theorem_1.POSTERIOR
"""(8), and that no posterior exceeds 1."""

LINE_31 = theorem_1.LINE_64

_inside, _outside = Total(s * f * m, y, z), Total((1 - s) * f * m, y, z)
_POSITIVE_PARTS = (
    *EVENTS,
    Step(OUTSIDE > 0, using=(sp.Eq(INSIDE + OUTSIDE, 1), PRIOR, q < 1)),
    Step(_outside > 0, using=(event_bounds(1 - s)[0], x > 0, ABSENT_POSSIBLE, OUTSIDE > 0)),
)
_PARTS_KNOWN = (
    sp.Eq(INSIDE + OUTSIDE, 1),
    sp.Eq(RELEASE, p * _inside + p * _outside + (1 - p) * LEFT_OUT),
    POSSIBLE,
    ABSENT_POSSIBLE,
    INSIDE > 0,
    OUTSIDE > 0,
    _inside > 0,
    _outside > 0,
    PRIOR,
    *INCLUSION,
    p < 1,
)
_share_outside = Quotient(LIKELIHOOD_OUTSIDE, LIKELIHOOD_INSIDE) * (1 - q) * p
_share_absent = Quotient(LIKELIHOOD_ABSENT, LIKELIHOOD_INSIDE) * (1 - p)


def _equal(left: sp.Expr, right: sp.Expr) -> Derivation:
    """Two forms of a ratio of likelihoods are equal, where nothing that they condition on is null."""
    goal = eq(left, right)
    return Derivation(THEOREM_1.setting, goal, (*_POSITIVE_PARTS, Step(goal, using=_PARTS_KNOWN)))


LINE_33 = _equal(RISK, Quotient(1, q * p + _share_outside + _share_absent))
LINE_64 = _equal(
    Quotient(LIKELIHOOD_INSIDE, LIKELIHOOD_OUTSIDE),
    Quotient(LIKELIHOOD_INSIDE, LIKELIHOOD_ABSENT) * Quotient(LIKELIHOOD_ABSENT, LIKELIHOOD_OUTSIDE),
)

LEFT_HALF = tuple(
    claim.statement for claim in lemma_1.FOR_ONE_VALUE if "lemma-1-left-half" in claim.locator.place
)
"""The lines (22), (23) and (24) with the other inequality of (1)."""

# Bounded privacy, one value: g is now the mechanism's probability at the value of S, f that at another.

_bounded = sp.Le(x * LEFT_OUT, Total(f * m, y, z), evaluate=False)
_summed = sp.Le(Total(x * VALUE * LEFT_OUT, y), Total(Total(f * m, z), y), evaluate=False)
BOUNDED_RATIO = Derivation(
    setting(INDEPENDENT),
    _bounded,
    (
        *GIVEN_A_VALUE[:2],
        Step(_summed, Termwise(), (EACH_LOW, SWAP)),
        Step(_bounded, using=(_summed, MASS)),
    ),
)
"""The likelihood given another value is at least x times that given the value of S, all other data alike."""

# Assumption 2 from independence: j, k are the laws of (Y, Z) with I = 1 and of Z with I = 0, h that of Z.

j, k, h, v, n = (parameter(name) for name in ("j", "k", "h", "v", "w_0"))
_independence = (sp.Eq(j, v * h), sp.Eq(k, n * h), h >= 0, sp.Eq(Total(h, z), 1), v > 0, n > 0)
_conditional = sp.Eq(Quotient(j, Total(j, z)), Quotient(k, Total(k, z)), evaluate=False)
_marginals = (sp.Eq(Total(j, z), Total(v * h, z)), sp.Eq(Total(k, z), Total(n * h, z)))
ASSUMPTION_2 = Derivation(
    Setting({j: (y, z), k: (z,), h: (z,), v: (y,)}, _independence),
    _conditional,
    (
        Step(_marginals[0], Termwise(), (sp.Eq(j, v * h),)),
        Step(_marginals[1], Termwise(), (sp.Eq(k, n * h),)),
        Step(_conditional, using=(*_marginals, *_independence)),
    ),
)
"""v[y] = P[Y = y, I = 1] and w_0 = P[I = 0] are positive: what is conditioned on is not null."""
