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
    ANY_SET,
    BUDGET,
    INCLUSION,
    y,
    z,
)
from symbolic_eps.theory.symbols import parameter
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Quotient, Setting, Total

INCLUDED = (*BUDGET, *INCLUSION)
FOR_ANY_SET = (*INCLUDED, *ANY_SET)

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

LINE_31 = theorem_1.LINE_64

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
