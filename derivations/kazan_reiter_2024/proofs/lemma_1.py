"""Lemma 1's proof, (59) and (60): algebra of likelihoods.

L_S, L_N and L_0 are those of `symbolic_eps.theory.likelihoods`; that what (57) and (58) divide by is positive
is a part of them.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import decay, eps
from derivations.kazan_reiter.same_sentences import LIKELIHOODS
from derivations.kazan_reiter_2024.notation import claim
from symbolic_eps.theory.likelihoods import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.theory.likelihoods import LIKELIHOOD_INSIDE as L_S
from symbolic_eps.theory.likelihoods import LIKELIHOOD_OUTSIDE as L_N
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, le, product

INSIDE_BOUND = (le(decay, L_S / L_0), le(L_S / L_0, sp.exp(eps)))
"""(57)."""

OUTSIDE_BOUND = (le(decay, L_N / L_0), le(L_N / L_0, sp.exp(eps)))
"""(58)."""

_BOUNDS = (*LIKELIHOODS, *INSIDE_BOUND, *OUTSIDE_BOUND)

CLAIMS: tuple[Claim, ...] = (
    claim("eq:59.1", ge(L_S / L_N, product(decay, sp.Pow(sp.exp(eps), -1, evaluate=False))), _BOUNDS),
    claim("eq:59.2", eq(product(decay, sp.Pow(sp.exp(eps), -1, evaluate=False)), sp.exp(-2 * eps)), ()),
    claim("eq:60.1", le(L_S / L_N, product(sp.exp(eps), sp.Pow(decay, -1, evaluate=False))), _BOUNDS),
    claim("eq:60.2", eq(product(sp.exp(eps), sp.Pow(decay, -1, evaluate=False)), sp.exp(2 * eps)), ()),
)
