"""Corollaries 1 and 2 with their proofs, (81)-(85), Appendix A.2 of Kazan & Reiter (2023)."""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter_2023.notation import (
    BOUNDED_RISK,
    POSITIVE_DECAY,
    PRIORS,
    THEOREM_1,
    claim,
    decay,
    definition,
    eps,
    eq,
    ge,
    le,
    p,
    product,
    q,
    r,
    risk,
    risk_bound,
    root_budget,
    total,
)
from derivations.kazan_reiter_2023.results import KNOWN_INCLUSION
from verify.claim import Claim

_PRIVACY = (eps >= 0,)
_square = sp.exp(-2 * eps)
_bound_82 = 1 / (q * p + _square * (1 - q) * p + _square * (1 - p))
_bound_83_1 = 1 / (q * p + _square * (1 - q * p))
_bound_83_2 = 1 / (_square + q * p * (1 - _square))
_bound_83_3 = sp.Pow(total(_square, 0), -1, evaluate=False)

COROLLARY_1: tuple[Claim, ...] = (
    claim("eq:81", le(risk, sp.exp(2 * eps)), (*PRIORS, *_PRIVACY, *THEOREM_1), remark="Given Theorem 1."),
    claim("text:A.2/corollary-1-decay", sp.And(decay >= 0, decay <= 1), _PRIVACY),
    claim("text:A.2/corollary-1-square", le(_square, decay), (decay >= 0, decay <= 1)),
    claim("eq:82.1", le(risk, risk_bound()), (*PRIORS, *_PRIVACY, *THEOREM_1)),
    claim("eq:82.2", le(risk_bound(), _bound_82), (*PRIORS, le(_square, decay))),
    claim("text:A.2/corollary-1-product", ge(q * p, 0), PRIORS),
    claim("eq:83.1", le(risk, _bound_83_1), (*PRIORS, *_PRIVACY, le(risk, _bound_82))),
    claim("eq:83.2", le(_bound_83_1, _bound_83_2), (*PRIORS, *_PRIVACY), remark="The two sides are equal."),
    claim("eq:83.3", le(_bound_83_2, _bound_83_3), (*PRIORS, *_PRIVACY)),
    claim("eq:83.4", eq(_bound_83_3, sp.exp(2 * eps)), _PRIVACY),
)

_KNOWN = (q > 0, q < 1, *BOUNDED_RISK)
_odds = (1 - q) / (1 / r - q)
_inner = total(sp.sqrt(total(0, product(4, 1 - q, 1 / r - q))), 0)
_line_85_1 = sp.log(2 * (1 - q) / _inner)
_line_85_2 = sp.log(sp.sqrt(_odds))
_FROM_85_1 = (*_KNOWN, *POSITIVE_DECAY, le(eps, _line_85_1))

COROLLARY_2: tuple[Claim, ...] = (
    definition("eq:84", le(eps, KNOWN_INCLUSION), _KNOWN, remark="The corollary's hypothesis."),
    claim(
        "cor:2@A.2",
        le(risk, r),
        (eq(p, 1), *_KNOWN, *THEOREM_1, le(eps, KNOWN_INCLUSION)),
        remark="Given Theorem 1; nothing is said where (84) is undefined.",
    ),
    claim(
        "eq:85.1",
        le(eps, _line_85_1),
        (eq(p, 1), *_KNOWN, *POSITIVE_DECAY, le(eps, root_budget(1 / r))),
    ),
    claim("eq:85.2", eq(_line_85_1, _line_85_2), _FROM_85_1),
    claim("eq:85.3", eq(_line_85_2, KNOWN_INCLUSION), _FROM_85_1),
)

CLAIMS: tuple[Claim, ...] = (*COROLLARY_1, *COROLLARY_2)
