"""Theorem 1's proof, (61)-(67) without (62), (64), (66): algebra of likelihoods and priors.

B, B_c are P[Y in S | I = 1] and P[Y not in S | I = 1]; I_1, I_0 are P[I = 1] and P[I = 0]; M is P[T* = t*]
and J is P[Y in S, I = 1].
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import PRIORS, decay, eps, p, q, risk
from derivations.kazan_reiter.same_sentences import LEMMA_ON_LIKELIHOODS
from derivations.kazan_reiter_2024.notation import claim
from symbolic_eps.theory.likelihoods import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.theory.likelihoods import LIKELIHOOD_INSIDE as L_S
from symbolic_eps.theory.likelihoods import LIKELIHOOD_OUTSIDE as L_N
from symbolic_eps.theory.likelihoods import RATIO_ABSENT as v
from symbolic_eps.theory.likelihoods import RATIO_OUTSIDE as u
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim, Kind
from verify.language.as_printed import eq, ge, gt, le, ratio

B, B_c, I_1, I_0 = (parameter(name) for name in ("B", "B_c", "I_1", "I_0"))
M, J, posterior = (parameter(name) for name in ("M", "J", "posterior"))

_marginal = L_S * q * p + L_N * (1 - q) * p + L_0 * (1 - p)
_under_risk = q * p + u * (1 - q) * p + v * (1 - p)
_under_bound = q * p + sp.exp(-2 * eps) * (1 - q) * p + decay * (1 - p)
LEMMA_1_RATIOS = (ge(u, sp.exp(-2 * eps)), ge(v, decay))

CLAIMS: tuple[Claim, ...] = (
    claim("eq:61", eq(risk, posterior / J), (J > 0,), kind=Kind.DEFINITION, remark="As in (4)."),
    claim("eq:63", eq(ratio(ratio(L_S * J, M), J), L_S / M), (L_S >= 0, J > 0, M > 0)),
    claim(
        "eq:65",
        eq(L_S * B * I_1 + L_N * B_c * I_1 + L_0 * I_0, _marginal),
        (eq(B, q), eq(B_c, 1 - B), eq(I_1, p), eq(I_0, 1 - I_1), *PRIORS),
        remark="By (3) and complements.",
    ),
    claim("text:E/theorem-1-ratios.1", ge(L_N / L_S, sp.exp(-2 * eps)), LEMMA_ON_LIKELIHOODS),
    claim("text:E/theorem-1-ratios.2", ge(L_0 / L_S, decay), LEMMA_ON_LIKELIHOODS),
    claim("text:E/theorem-1-denominators.1", gt(_under_bound, 0), PRIORS),
    claim("text:E/theorem-1-denominators.2", ge(_under_risk, _under_bound), (*PRIORS, *LEMMA_1_RATIOS)),
    claim(
        "eq:67",
        le(1 / _under_risk, 1 / _under_bound),
        (*PRIORS, *LEMMA_1_RATIOS),
        remark="From (66) with u = L_N/L_S and v = L_0/L_S.",
    ),
)
