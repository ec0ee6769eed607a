"""Section 4 of Kazan & Reiter (2023), (20)-(36): Lemmas 1 and 2, Theorem 1 with its proof, Theorem 2.

L_S, L_N and L_0 are the likelihoods of the release given Y in S, Y not in S, and I = 0; M is P[T* = t*], J is
P[Y in S, I = 1].
"""

from __future__ import annotations

import sympy as sp
from sympy import exp, sqrt

from derivations.kazan_reiter.finite_model import u as u_law
from derivations.kazan_reiter.notation import (
    BOUNDED_RISK,
    INCLUSION_PRIOR,
    PRIORS,
    budget_by_cases,
    decay,
    eps,
    p,
    q,
    r,
    radicand,
    risk,
    risk_bound,
)
from derivations.kazan_reiter.same_sentences import LEMMA_ON_LIKELIHOODS
from derivations.kazan_reiter_2023 import probability
from derivations.kazan_reiter_2023.lemma_2 import NULL_ABSENCE, NULL_COMPLEMENT, lemma_2
from derivations.kazan_reiter_2023.notation import THEOREM_1, claim, definition, inverse_bound
from symbolic_eps.theory.likelihoods import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.theory.likelihoods import LIKELIHOOD_INSIDE as L_S
from symbolic_eps.theory.likelihoods import LIKELIHOOD_OUTSIDE as L_N
from symbolic_eps.theory.likelihoods import RATIO_ABSENT as v
from symbolic_eps.theory.likelihoods import RATIO_OUTSIDE as u
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, gt, le, lt, product, ratio, total

M, J, posterior = (parameter(name) for name in ("M", "J", "posterior"))
f_model, f_true, g_model, g_true = (parameter(name) for name in ("f_M", "f", "g_M", "g"))
z_included, z_left_out = parameter("m_z"), parameter("u_z")

_X = "x = e^-eps."
_SOME_PRIORS = probability.FOR_ALL_PRIORS
_INCLUDED = probability.INCLUDED

ASSUMPTIONS: tuple[Claim, ...] = (
    definition("text:4/assumption-1.1", eq(f_model, f_true), ()),
    definition("text:4/assumption-1.2", eq(g_model, g_true), ()),
    definition("text:4/assumption-2", eq(z_included, z_left_out), ()),
    claim(
        "text:4/assumption-2-by-independence",
        probability.ASSUMPTION_2,
        (),
        remark="j, k, h are the laws of (Y, Z) with I = 1, of Z with I = 0, and of Z.",
    ),
    claim(
        "text:4/assumption-2-is-defined",
        gt(1 - p, 0),
        INCLUSION_PRIOR,
        missing=(p < 1,),
        remark="It conditions on I = 0, a null event at p = 1, which Corollary 2 and (46) are about. "
        "There Theorem 1 needs only that the others' data do not depend on the person's.",
    ),
)

LEMMA_1: tuple[Claim, ...] = (
    claim("eq:20", probability.LEMMA_1, _INCLUDED, missing=(p < 1,), remark=f"{_X} {NULL_ABSENCE}"),
    claim("eq:21", probability.LINE_21, _INCLUDED, remark=_X),
    claim("eq:22", probability.LINE_22, _INCLUDED, remark=_X),
    claim(
        "eq:23",
        probability.LINE_23,
        _INCLUDED,
        missing=(p < 1,),
        remark=f"{_X} {NULL_ABSENCE} The law of the others' data is read as the adversary's.",
    ),
    claim(
        "text:4/lemma-1-law-in-23",
        probability.law_in_23(probability.other_law),
        _INCLUDED,
        corrected=probability.law_in_23(u_law),
        remark=f"{_X} (23) has the adversary's model at the first factor and not at the second. Assumption 2 "
        "is about the adversary's law, here u; another, here v, need not agree with it.",
    ),
    claim("eq:24", probability.LINE_24, _INCLUDED, missing=(p < 1,), remark=f"{_X} {NULL_ABSENCE}"),
    claim(
        "text:4/lemma-1-left-half.1",
        probability.LEFT_HALF[0],
        _INCLUDED,
        remark=f"{_X} (22) for the left inequality.",
    ),
    claim(
        "text:4/lemma-1-left-half.2",
        probability.LEFT_HALF[1],
        _INCLUDED,
        missing=(p < 1,),
        remark=f"{_X} (23) for the left inequality. {NULL_ABSENCE}",
    ),
    claim(
        "text:4/lemma-1-left-half.3",
        probability.LEFT_HALF[2],
        _INCLUDED,
        missing=(p < 1,),
        remark=f"{_X} (24) for the left inequality. {NULL_ABSENCE}",
    ),
)

_marginal = L_S * q * p + L_N * (1 - q) * p + L_0 * (1 - p)
divisor_33 = q * p + u * (1 - q) * p + v * (1 - p)
divisor_34 = q * p + exp(-2 * eps) * (1 - q) * p + decay * (1 - p)
_LEMMA_2_RATIOS = (ge(u, exp(-2 * eps)), ge(v, decay))

_line_29 = ratio(ratio(L_S * J, M), J)
_BAYES = (J > 0, M > 0, L_S >= 0, eq(posterior * M, L_S * J))

PROOF_OF_THEOREM_1: tuple[Claim, ...] = (
    definition("eq:28", eq(risk, posterior / J), (J > 0,), remark="As in (5)."),
    claim(
        "eq:29",
        eq(posterior / J, ratio(product(ratio(L_S, M), ratio(J, J)), J)),
        _BAYES,
        corrected=eq(posterior / J, _line_29),
        print_in_doubt=True,
        remark="Print or transcription: the prior P[Y in S, I = 1] stands twice in the inner fraction, once "
        "too often. By Bayes: posterior times M is the probability of all three.",
    ),
    claim(
        "eq:30",
        eq(_line_29, L_S / M),
        (L_S >= 0, J > 0, M > 0),
        remark="From (29) with the prior once in its numerator.",
    ),
    claim(
        "eq:31",
        probability.LINE_31,
        _SOME_PRIORS,
        missing=(p < 1, q < 1),
        remark=f"{NULL_ABSENCE} {NULL_COMPLEMENT} The term has the factor 0 there and may be left out.",
    ),
    claim(
        "eq:32",
        eq(
            L_S * parameter("B") * parameter("I_1")
            + L_N * parameter("B_c") * parameter("I_1")
            + L_0 * parameter("I_0"),
            _marginal,
        ),
        (
            *PRIORS,
            eq(parameter("B"), q),
            eq(parameter("B_c"), 1 - parameter("B")),
            eq(parameter("I_1"), p),
            eq(parameter("I_0"), 1 - parameter("I_1")),
        ),
        remark="By (4) and complements.",
    ),
    claim(
        "eq:33",
        probability.LINE_33,
        _SOME_PRIORS,
        missing=(p < 1, q < 1),
        remark=f"{NULL_ABSENCE} {NULL_COMPLEMENT} The term has the factor 0 there and may be left out.",
    ),
    claim("text:4/theorem-1-ratios.1", ge(L_N / L_S, exp(-2 * eps)), LEMMA_ON_LIKELIHOODS),
    claim("text:4/theorem-1-ratios.2", ge(L_0 / L_S, decay), LEMMA_ON_LIKELIHOODS),
    claim("text:4/theorem-1-denominators.1", gt(divisor_34, 0), PRIORS),
    claim(
        "text:4/theorem-1-denominators.2",
        ge(divisor_33, divisor_34),
        (*PRIORS, *_LEMMA_2_RATIOS),
    ),
    claim(
        "eq:34",
        le(1 / divisor_33, 1 / divisor_34),
        (*PRIORS, *_LEMMA_2_RATIOS),
        remark="From (33) with u = L_N/L_S and v = L_0/L_S.",
    ),
)

_root = sqrt(radicand(1 / r))
BUDGET = budget_by_cases(1 / r, 1 / r)
"""(17), (68)."""

_INNER = (*INCLUSION_PRIOR, q > 0, q < 1, *BOUNDED_RISK)
_least = (_root - (1 - p)) / (2 * p * (1 - q))
_least_known = (1 / r - p) / (1 - p)

_short_root = sqrt(total((1 - p) ** 2, 4 * p * (1 - q)))
_as_it_stands = (product(_short_root, 1 / r - p * q) - (1 - p)) / (2 * p * (1 - q))
"""e^-eps in (35) and (36) as they stand: the root ends before the factor 1/r - p q."""

_STANDS = (
    "Print or transcription: the root ends before the factor 1/r* - p q here; in (17) and (68) it covers it. "
)
_NO_BUDGET = ge(r * p * q, 1)


def theorem_2(place: str) -> Claim:
    """Theorem 2, as printed at the place.

    Examples
    --------
    >>> print(theorem_2("thm:2@4").locator)
    kazan-reiter-2023 thm:2@4
    """
    return claim(
        place,
        le(risk, r),
        (*PRIORS, *BOUNDED_RISK, *THEOREM_1, le(eps, BUDGET)),
        remark="Given Theorem 1, with the budget as (17) and (68) have it; nothing is said where that is "
        "undefined.",
    )


least = parameter("b")

THEOREM_2: tuple[Claim, ...] = (
    claim(
        "eq:35",
        eq(inverse_bound().subs(x, _as_it_stands), 1 / r),
        _INNER,
        corrected=sp.Or(_NO_BUDGET, eq(inverse_bound().subs(x, _least), 1 / r)),
        print_in_doubt=True,
        remark=f"{_STANDS}Read as what the sentence before says it is: (27) with r* solved for e^-eps. "
        "Where r* p q >= 1 there is no budget to solve for.",
    ),
    theorem_2("thm:2@4"),
    claim(
        "text:4/first-branch-is-defined",
        gt(2 * p * (1 - q) / (_root - (1 - p)), 0),
        _INNER,
        missing=(lt(r * p * q, 1),),
        remark="Where r* p q >= 1 the logarithm has no positive argument; Section 3.1 names this exception: "
        "every eps is accepted there.",
    ),
    claim(
        "text:4/second-branch-is-defined",
        gt((1 - p) / (1 / r - p), 0),
        (*INCLUSION_PRIOR, *BOUNDED_RISK),
        missing=(p < 1, lt(r * p, 1)),
        remark="At q = 1 the logarithm needs p < 1 and r* p < 1.",
    ),
    claim(
        "text:4/solves-27.1",
        eq(risk_bound(), r),
        (*_INNER, gt(decay, 0), eq(decay, _least)),
        remark="The bound of (27) at the budget of (17) is r*.",
    ),
    claim(
        "text:4/solves-27.2",
        eq(risk_bound().subs(q, 1), r),
        (*INCLUSION_PRIOR, *BOUNDED_RISK, gt(decay, 0), eq(decay, _least_known)),
        remark="At q = 1.",
    ),
    claim(
        "eq:36",
        ge(inverse_bound().subs(x, _as_it_stands), 1 / r),
        _INNER,
        corrected=sp.Or(_NO_BUDGET, ge(inverse_bound().subs(x, _least), 1 / r)),
        print_in_doubt=True,
        remark=f"{_STANDS}The minimum is taken so that the budget keeps to r* at each pair of priors with "
        "q < 1: the value at a pair has to.",
    ),
    claim(
        "text:4/minimum-suffices",
        le(risk, r),
        (*PRIORS, *BOUNDED_RISK, *THEOREM_1, least > 0, le(eps, sp.log(least)), le(sp.log(least), BUDGET)),
        remark="Theorem 2 at each pair of priors, for a budget up to the minimum, log b.",
    ),
)

CLAIMS: tuple[Claim, ...] = (
    *ASSUMPTIONS,
    *LEMMA_1,
    *lemma_2("eq:25", "eq:26"),
    claim(
        "eq:27",
        probability.THEOREM_1,
        _SOME_PRIORS,
        remark=f"{_X} At p = 1 Assumption 2 is read as independence of the others' data from the person's.",
    ),
    *PROOF_OF_THEOREM_1,
    *THEOREM_2,
)
