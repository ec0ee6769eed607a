"""Corollaries 1 and 2 with their proofs, (79)-(85): the bound e^(2 eps), and the budget at p = 1.

`risk` is r_i(p, q, t*), held to Theorem 1's bound by hypothesis.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter_2024.proofs.notation import (
    BOUNDED_RISK,
    PRIORS,
    claim,
    decay,
    eps,
    eq,
    gt,
    le,
    risk,
    risk_bound,
    root_budget,
    total,
)
from derivations.kazan_reiter_2024.proofs.theorem_2 import THEOREM_1
from symbolic_eps.symbols import PRIOR_INCLUSION as p
from symbolic_eps.symbols import PRIOR_VALUE as q
from symbolic_eps.symbols import RELATIVE_RISK_BOUND as r
from verify.claim import Claim, Kind

_PRIVACY = (eps >= 0,)
"""e^-eps <= e^eps in (1)."""

_square = sp.exp(-2 * eps)
_bound_80 = 1 / (q * p + _square * (1 - q) * p + _square * (1 - p))
_bound_81_1 = 1 / (q * p + _square * (1 - q * p))
_bound_81_2 = 1 / (_square + q * p * (1 - _square))
_bound_81_3 = sp.Pow(total(_square, 0), -1, evaluate=False)

_KNOWN = (q > 0, q < 1, *BOUNDED_RISK)
_odds = (1 - q) / (1 / r - q)
_line_82 = sp.log(_odds) / 2
_line_83 = sp.log(2 * (1 - q) / (sp.sqrt(4 * (1 - q) * (1 / r - q))))
_line_84 = sp.log(sp.sqrt(_odds))
_FROM_83 = (*_KNOWN, gt(decay, 0), le(eps, _line_83))

COROLLARY_1: tuple[Claim, ...] = (
    claim("cor:1@E", le(risk_bound(), sp.exp(2 * eps)), (*PRIORS, *_PRIVACY), remark="Given Theorem 1."),
    claim("eq:79", le(risk, sp.exp(2 * eps)), (*PRIORS, *_PRIVACY, *THEOREM_1)),
    claim("text:E/corollary-1-decay", sp.And(decay >= 0, decay <= 1), _PRIVACY),
    claim("text:E/corollary-1-square", le(_square, decay), (decay >= 0, decay <= 1)),
    claim("eq:80.1", le(risk, risk_bound()), (*PRIORS, *_PRIVACY, *THEOREM_1)),
    claim("eq:80.2", le(risk_bound(), _bound_80), (*PRIORS, le(_square, decay))),
    claim("eq:81.1", le(risk, _bound_81_1), (*PRIORS, *_PRIVACY, le(risk, _bound_80))),
    claim(
        "eq:81.2",
        le(_bound_81_1, _bound_81_2),
        (*PRIORS, *_PRIVACY),
        remark="The two sides are equal.",
    ),
    claim("eq:81.3", le(_bound_81_2, _bound_81_3), (*PRIORS, *_PRIVACY)),
    claim("eq:81.4", eq(_bound_81_3, sp.exp(2 * eps)), _PRIVACY),
)

COROLLARY_2: tuple[Claim, ...] = (
    claim(
        "cor:2@E",
        le(risk, r),
        (eq(p, 1), *_KNOWN, *THEOREM_1, le(eps, _line_82)),
        remark="Given Theorem 1; nothing is said where (82) is undefined.",
    ),
    claim("eq:82", le(eps, _line_82), _KNOWN, kind=Kind.DEFINITION, remark="The corollary's hypothesis."),
    claim(
        "text:E/corollary-2-is-defined",
        gt(_odds, 0),
        _KNOWN,
        missing=(r * q < 1,),
        remark="The logarithm in (82) needs r* q < 1.",
    ),
    claim("eq:83", le(eps, _line_83), (eq(p, 1), *_KNOWN, gt(decay, 0), le(eps, root_budget(1 / r)))),
    claim("eq:84", eq(_line_83, _line_84), _FROM_83),
    claim("eq:85", eq(_line_84, _line_82), _FROM_83),
)

CLAIMS: tuple[Claim, ...] = (*COROLLARY_1, *COROLLARY_2)
