"""Section 3: the assumptions, Lemma 1, Theorems 1 and 2, and the minimum (13).

Lemma 1 and Theorem 1 are those of `probability`, proved from Assumptions 1 and 2 for every countable support,
with x = e^-eps; here also (10) and (11) in the likelihoods, and what happens without Assumption 2.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from derivations.kazan_reiter.finite_model import (
    FAMILIES,
    INDEPENDENT,
    LAWS,
    OTHERS_DO_NOT_CHANGE,
    VALUE_TELLS_NOTHING,
    f,
    g,
    m,
    s,
    u,
    y,
    z,
)
from derivations.kazan_reiter.notation import (
    BOUNDED_RISK,
    INCLUSION_PRIOR,
    PRIORS,
    eps,
    p,
    q,
    r,
    radicand,
    risk,
)
from derivations.kazan_reiter_2024.notation import PAPER, claim
from derivations.kazan_reiter_2024.probability import theorem_1
from derivations.kazan_reiter_2024.probability.lemma_1 import lemma_1
from derivations.kazan_reiter_2024.proofs.theorem_2 import BUDGET, THEOREM_1
from symbolic_eps.theory.bound import bound_polynomial
from symbolic_eps.theory.likelihoods import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.theory.likelihoods import LIKELIHOOD_INSIDE as L_S
from symbolic_eps.theory.likelihoods import LIKELIHOOD_OUTSIDE as L_N
from symbolic_eps.theory.likelihoods import (
    RATIO_ABSENT,
    RATIO_OUTSIDE,
    relative_risk,
    relative_risk_of_ratios,
)
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import INVERSE_RISK, parameter
from verify.calculus.extremum import Path, Supremum
from verify.claims.claim import Claim, Kind, Locator
from verify.language.as_printed import eq, ge, gt, le, lt, product, ratio, total
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Quotient, Setting, Total

mass, n, t, budget, noise = (parameter(name) for name in ("mass", "n", "t", "budget", "w"))
f_M, g_M = parameter("f_M"), parameter("g_M")

_VALUE_PRIOR = (q > 0, q <= 1)
_DECAY = (x > 0, x <= 1)
_BOUND = 1 / (q * p + x**2 * (1 - q) * p + x * (1 - p))

_argument_inside = 2 * p * (1 - q) / (sp.sqrt(radicand(1 / r)) - (1 - p))
_argument_edge = ratio(1 - p, 1 / r - p)


def _leaking_risk(fall: sp.Expr) -> sp.Expr:
    """The relative risk of a noisy count where a value in S comes with n - 1 further ones.

    The others' values are all 1 if the person is in the data with a value in S, and all 0 otherwise. At
    t* = n the geometric mechanism (2) has likelihoods in proportion 1 : fall : fall with fall = x^n.
    """
    return relative_risk().subs({L_S: mass, L_N: mass * fall, L_0: mass * fall})


_own = parameter("h")
_product = sp.Eq(m, _own * u)
_others_summed = sp.Eq(Total(m, z), Total(_own * u, z))

_INDEPENDENT_RECORDS = Derivation(
    Setting({**FAMILIES, _own: (y,)}, (*LAWS, _own >= 0, sp.Eq(Total(_own, y), 1), _product), events=(s,)),
    INDEPENDENT,
    (
        Step(_others_summed, Termwise(), (_product,)),
        Step(sp.Eq(Total(m, z), _own), using=(_others_summed, LAWS[3])),
        Step(INDEPENDENT, using=(_product, sp.Eq(Total(m, z), _own))),
    ),
)

ASSUMPTIONS: tuple[Claim, ...] = (
    claim(
        "text:3/assumption-1",
        sp.And(eq(f_M, f), eq(g_M, g)),
        (),
        kind=Kind.DEFINITION,
        remark="The adversary's probabilities of t* given the data, with and without the person, are the "
        "mechanism's f and g.",
    ),
    claim(
        "eq:9",
        eq(Quotient(m, Total(m, z)), u),
        (),
        kind=Kind.DEFINITION,
        remark="m is the law of Y and Z given I = 1, u that of Z given I = 0; Z: the others' data.",
    ),
    claim(
        "text:3/assumption-2-is-defined",
        gt(1 - p, 0),
        INCLUSION_PRIOR,
        missing=(p < 1,),
        remark="(9), (10) and (11) condition on I = 0, which has probability 0 at p = 1, a prior that "
        "Corollary 2, "
        "(13) and (43) use. There a law of Z given I = 0 has to be chosen; then (9) says that Z does not "
        "depend on Y.",
    ),
    claim(
        "text:2.2/independence",
        _INDEPENDENT_RECORDS,
        (),
        remark="(9) from independent records, h being the law of Y given I = 1, if the others' law u does "
        "not depend on I.",
    ),
    claim("text:3/assumption-2-implies.1", OTHERS_DO_NOT_CHANGE, ()),
    claim("text:3/assumption-2-implies.2", VALUE_TELLS_NOTHING, _VALUE_PRIOR),
)

LEMMA_1: tuple[Claim, ...] = (
    *lemma_1("3"),
    claim(
        "eq:10.2",
        sp.And(le(x**2, L_S / L_N), le(L_S / L_N, 1 / x**2)),
        (*_DECAY, L_0 > 0, *(c for L in (L_S, L_N) for c in (x * L_0 <= L, x * L <= L_0))),
        remark="From the first half for S and for its complement, of the likelihoods L_S and L_N.",
    ),
)

THEOREM_1_CLAIMS: tuple[Claim, ...] = (
    *(
        replace(proved, locator=Locator(PAPER, "thm:1@3"))
        for proved in theorem_1.CLAIMS
        if proved.locator.place == "thm:1@E"
    ),
    claim(
        "eq:11",
        sp.And(ge(1 / relative_risk_of_ratios(), 1 / _BOUND), gt(1 / _BOUND, 0)),
        (*_DECAY, *PRIORS, ge(RATIO_OUTSIDE, x**2), ge(RATIO_ABSENT, x)),
        remark="Reciprocals of both sides, in the ratios u = L_N/L_S and v = L_0/L_S, which (10) bounds.",
    ),
    claim(
        "text:3/arbitrarily-large.1",
        eq(_leaking_risk(noise), 1 / (p * q + noise * (1 - p * q))),
        (*PRIORS, mass > 0, noise > 0, noise <= 1),
        remark="Without Assumption 2: n - 1 others have the value 1 exactly if I = 1 and Y in S. The risk of "
        "a noisy count of ones at t* = n, with w = e^(-eps n).",
    ),
    claim(
        "text:3/arbitrarily-large.2",
        Supremum(1 / (p * q + sp.exp(-n) * (1 - p * q)), (p, q, n), sp.oo, Path(t, {p: t, q: t, n: 1 / t})),
        (*PRIORS, n >= 1),
        remark="At eps = 1, for small priors and many others.",
    ),
)

_on_the_root = bound_polynomial().subs(INVERSE_RISK, 1 / r)

THEOREM_2: tuple[Claim, ...] = (
    claim("eq:12", eq(budget, BUDGET), (*PRIORS, *BOUNDED_RISK), kind=Kind.DEFINITION),
    claim(
        "text:3/eq-12-is-defined.1",
        gt(_argument_inside, 0),
        (*INCLUSION_PRIOR, q > 0, q < 1, *BOUNDED_RISK),
        missing=(r * p * q < 1,),
        remark="The first branch; where r* p q >= 1 its logarithm has no positive argument. Section 4 names "
        "this exception: every eps is accepted there.",
    ),
    claim(
        "text:3/eq-12-is-defined.2",
        gt(_argument_edge, 0),
        (*INCLUSION_PRIOR, *BOUNDED_RISK),
        missing=(p < 1, r * p < 1),
        remark="The second branch, q = 1. At p = 1, r* = 1 it is the logarithm of 0/0.",
    ),
    claim(
        "text:3/solved-for-decay.1",
        eq(_on_the_root.subs(x, ratio(sp.sqrt(radicand(1 / r)) - (1 - p), 2 * p * (1 - q))), 0),
        (*INCLUSION_PRIOR, q > 0, q < 1, *BOUNDED_RISK),
        missing=(r * p * q < 1,),
        remark="(11) with equality at r*, multiplied out, at e^-eps by (12). Where r* p q >= 1 there is "
        "none; Section 4 names this exception: every eps is accepted there.",
    ),
    claim(
        "text:3/solved-for-decay.2",
        eq(total(p, product(ratio(1 / r - p, 1 - p), 1 - p)), 1 / r),
        (*INCLUSION_PRIOR, *BOUNDED_RISK),
        missing=(p < 1,),
        remark="At q = 1.",
    ),
    claim(
        "text:3/solved-for-decay.3",
        sp.Or(lt(r * p * q, 1), ge(_on_the_root, 0)),
        (*PRIORS, *BOUNDED_RISK, x > 0),
        remark="Where (12) is undefined every budget keeps to the bound: it stands for infinity.",
    ),
    claim(
        "thm:2@3",
        le(risk, r),
        (*PRIORS, *BOUNDED_RISK, *THEOREM_1, le(eps, BUDGET)),
        remark="Given Theorem 1; nothing is said where (12) is undefined.",
    ),
    claim("eq:13", eq(eps, budget), PRIORS, kind=Kind.DEFINITION, remark="budget: the minimum of (12)."),
    claim(
        "text:3/minimum-of-13",
        gt(p * q + p * (1 - q) / r + (1 - p) / sp.sqrt(r), 1 / r),
        (*PRIORS, r > 1),
        remark="A minimum over (0, 1] x (0, 1] need not exist: for the constant profile (14) the infimum is "
        "log(r)/2, and at this budget, x = 1/sqrt(r), the bound of Theorem 1 is below r at all priors.",
    ),
)

CLAIMS: tuple[Claim, ...] = (*ASSUMPTIONS, *LEMMA_1, *THEOREM_1_CLAIMS, *THEOREM_2)
