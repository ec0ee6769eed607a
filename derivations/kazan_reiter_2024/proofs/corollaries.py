"""Corollaries 1 and 2 with their proofs, (79)-(85): the bound e^(2 eps), and the budget at p = 1.

`risk` is r_i(p, q, t*), held to Theorem 1's bound by hypothesis.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.common_lines import (
    BOUND_BY_SQUARES,
    BOUNDS_TO_THE_SQUARE,
    INCLUSION_KNOWN,
    ODDS,
    PRIVACY,
    SQUARE,
)
from derivations.kazan_reiter.notation import (
    POSITIVE_DECAY,
    PRIORS,
    decay,
    eps,
    p,
    q,
    r,
    risk,
    risk_bound,
    root_budget,
)
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.probability.adversary import BUDGET
from derivations.kazan_reiter_2024.probability.theorem_1 import THEOREM_1 as THEOREM_1_ITSELF
from derivations.kazan_reiter_2024.proofs.theorem_2 import THEOREM_1
from verify.claims.claim import Claim, Kind
from verify.language.as_printed import eq, gt, le

_bound_81_1, _bound_81_2, _bound_81_3 = BOUNDS_TO_THE_SQUARE

_line_82 = sp.log(ODDS) / 2
LINE_83 = sp.log(2 * (1 - q) / (sp.sqrt(4 * (1 - q) * (1 / r - q))))
_line_84 = sp.log(sp.sqrt(ODDS))
_FROM_83 = (*INCLUSION_KNOWN, *POSITIVE_DECAY, le(eps, LINE_83))

COROLLARY_1: tuple[Claim, ...] = (
    claim("cor:1@E", le(risk_bound(), sp.exp(2 * eps)), (*PRIORS, *PRIVACY), remark="Given Theorem 1."),
    claim("eq:79", le(risk, sp.exp(2 * eps)), (*PRIORS, *PRIVACY, *THEOREM_1)),
    claim("text:E/corollary-1-decay", sp.And(decay >= 0, decay <= 1), PRIVACY),
    claim("text:E/corollary-1-square", le(SQUARE, decay), (decay >= 0, decay <= 1)),
    claim("eq:80.1", THEOREM_1_ITSELF, (*BUDGET, *PRIORS), remark="Theorem 1 itself."),
    claim("eq:80.2", le(risk_bound(), BOUND_BY_SQUARES), (*PRIORS, le(SQUARE, decay))),
    claim("eq:81.1", le(risk, _bound_81_1), (*PRIORS, *PRIVACY, *THEOREM_1, le(SQUARE, decay))),
    claim(
        "eq:81.2",
        le(_bound_81_1, _bound_81_2),
        (*PRIORS, *PRIVACY),
        remark="The two sides are equal.",
    ),
    claim("eq:81.3", le(_bound_81_2, _bound_81_3), (*PRIORS, *PRIVACY)),
    claim("eq:81.4", eq(_bound_81_3, sp.exp(2 * eps)), PRIVACY),
)

COROLLARY_2: tuple[Claim, ...] = (
    claim(
        "cor:2@E",
        le(risk, r),
        (eq(p, 1), *INCLUSION_KNOWN, *THEOREM_1, le(eps, _line_82)),
        remark="Given Theorem 1; nothing is said where (82) is undefined.",
    ),
    claim(
        "eq:82",
        le(eps, _line_82),
        INCLUSION_KNOWN,
        kind=Kind.DEFINITION,
        remark="The corollary's hypothesis.",
    ),
    claim(
        "text:E/corollary-2-is-defined",
        gt(ODDS, 0),
        INCLUSION_KNOWN,
        missing=(r * q < 1,),
        remark="The logarithm in (82) needs r* q < 1.",
    ),
    claim(
        "eq:83", le(eps, LINE_83), (eq(p, 1), *INCLUSION_KNOWN, *POSITIVE_DECAY, le(eps, root_budget(1 / r)))
    ),
    claim("eq:84", eq(LINE_83, _line_84), _FROM_83),
    claim("eq:85", eq(_line_84, _line_82), _FROM_83),
)

CLAIMS: tuple[Claim, ...] = (*COROLLARY_1, *COROLLARY_2)
