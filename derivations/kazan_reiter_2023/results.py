"""Appendix A.1 of Kazan & Reiter (2023), (47)-(50): Corollaries 1 and 2, Lemmas 3 and 4, without a proof."""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.common_lines import PRIVACY
from derivations.kazan_reiter.notation import (
    BOUNDED_RISK,
    INSIDE,
    PRIORS,
    eps,
    p,
    q,
    r,
    risk,
    root_budget,
)
from derivations.kazan_reiter_2023.notation import (
    THEOREM_1,
    THRESHOLD,
    a,
    budget,
    claim,
    definition,
)
from verify.calculus.derivative import DerivativeSign
from verify.claims.claim import Claim
from verify.language.as_printed import eq, gt, le, lt

KNOWN_INCLUSION = sp.log((1 - q) / (1 / r - q)) / 2
"""(48), (84)."""

COROLLARIES: tuple[Claim, ...] = (
    claim("eq:47", le(risk, sp.exp(2 * eps)), (*PRIORS, *PRIVACY, *THEOREM_1), remark="Given Theorem 1."),
    definition("eq:48", le(eps, KNOWN_INCLUSION), (q > 0, q < 1, *BOUNDED_RISK)),
    claim(
        "cor:2@A.1",
        le(risk, r),
        (eq(p, 1), q > 0, q < 1, *BOUNDED_RISK, *THEOREM_1, le(eps, KNOWN_INCLUSION)),
        remark="Given Theorem 1; nothing is said where (48) is undefined.",
    ),
    claim(
        "text:A.1/corollary-2-is-defined",
        gt((1 - q) / (1 / r - q), 0),
        (q > 0, q < 1, *BOUNDED_RISK),
        missing=(lt(r * q, 1),),
        remark="The logarithm in (48) needs r* q < 1.",
    ),
)

_ABSOLUTE, _CONSTANT = root_budget(p * q / a), root_budget(1 / r)
_CAPPED = (*INSIDE, a > 0, a < 1)
_ABOVE_ONE = (*INSIDE, r > 1)
_RISING = {
    "missing": (lt(r * p * q, 1),),
    "remark": "The lemma does not ask for r* p q < 1, without which the logarithm has no positive argument. "
    "Section 3.1 names this exception: every eps is accepted there.",
}

LEMMAS: tuple[Claim, ...] = (
    definition("eq:49", eq(budget, _ABSOLUTE), (*INSIDE, a > 0), remark="With r* = a/(p q)."),
    claim("lem:3.1", DerivativeSign(_ABSOLUTE, p, "<"), _CAPPED),
    claim("lem:3.2", DerivativeSign(_ABSOLUTE, q, "<"), _CAPPED),
    definition("eq:50", eq(budget, _CONSTANT), (*INSIDE, *BOUNDED_RISK)),
    claim(
        "lem:4.1",
        DerivativeSign(_CONSTANT, p, "<"),
        (*_ABOVE_ONE, q < THRESHOLD),
    ),
    claim("lem:4.2", DerivativeSign(_CONSTANT, p, "="), (*INSIDE, *BOUNDED_RISK, eq(q, THRESHOLD))),
    claim("lem:4.3", DerivativeSign(_CONSTANT, p, ">"), (*_ABOVE_ONE, q > THRESHOLD), **_RISING),
    claim("lem:4.4", DerivativeSign(_CONSTANT, q, ">"), _ABOVE_ONE, **_RISING),
)

CLAIMS: tuple[Claim, ...] = (*COROLLARIES, *LEMMAS)
