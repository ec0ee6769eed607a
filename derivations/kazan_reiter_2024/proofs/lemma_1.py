"""Lemma 1's proof, (44)-(60): the lines that are algebra of likelihoods.

A and B are P[T* = t* | I = 1] and P[Y in S | I = 1], C is P[Y in S | T* = t*, I = 1]; the likelihoods L_S,
L_N and L_0 are those of `symbolic_eps.theory.bound`.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import decay, eps
from derivations.kazan_reiter_2024.notation import claim
from symbolic_eps.theory.likelihoods import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.theory.likelihoods import LIKELIHOOD_INSIDE as L_S
from symbolic_eps.theory.likelihoods import LIKELIHOOD_OUTSIDE as L_N
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, le, product, ratio

A, B, C = parameter("A"), parameter("B"), parameter("C")

_NOT_NULL = "Dividing needs positive probabilities, which the text takes for granted."

INSIDE_BOUND = (le(decay, L_S / L_0), le(L_S / L_0, sp.exp(eps)))
"""(57)."""

OUTSIDE_BOUND = (le(decay, L_N / L_0), le(L_N / L_0, sp.exp(eps)))
"""(58)."""

_BOUNDS = (L_0 > 0, *INSIDE_BOUND, *OUTSIDE_BOUND)

CLAIMS: tuple[Claim, ...] = (
    claim(
        "eq:50",
        eq(ratio(ratio(C * A, B), L_0), ratio(A * C, B * L_0)),
        (A >= 0, C >= 0, B > 0, L_0 > 0),
        remark=_NOT_NULL,
    ),
    claim(
        "eq:56",
        eq(ratio(L_S, L_N), product(ratio(L_S, L_0), ratio(L_0, L_N))),
        (L_S >= 0, L_0 > 0, L_N > 0),
        remark=_NOT_NULL,
    ),
    claim("eq:59.1", ge(L_S / L_N, product(decay, sp.Pow(sp.exp(eps), -1, evaluate=False))), _BOUNDS),
    claim("eq:59.2", eq(product(decay, sp.Pow(sp.exp(eps), -1, evaluate=False)), sp.exp(-2 * eps)), ()),
    claim("eq:60.1", le(L_S / L_N, product(sp.exp(eps), sp.Pow(decay, -1, evaluate=False))), _BOUNDS),
    claim("eq:60.2", eq(product(sp.exp(eps), sp.Pow(decay, -1, evaluate=False)), sp.exp(2 * eps)), ()),
)
