"""Appendix A.1 of Kazan & Reiter (2023), (47)-(54): Corollaries 1-2, Lemmas 3-4, Theorems 3-6.

The lemmas and Theorems 3-6 are printed without a proof there. The displays of Theorems 3-6 are claims on the
infimum over the priors; whether it is a minimum, attained at a pair of priors, is asked at `thm:N`.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import (
    BOUNDED_RISK,
    INSIDE,
    PRIORS,
    budget_by_cases,
    eps,
    known_value_budget,
    p,
    q,
    r,
    risk,
    root_budget,
)
from derivations.kazan_reiter_2023 import printed_forms
from derivations.kazan_reiter_2023.notation import (
    CONSTANTS,
    PROFILE,
    THEOREM_1,
    THRESHOLD,
    a,
    budget,
    claim,
    definition,
)
from derivations.kazan_reiter_2023.printed_forms import CORNERS, p0, p1, q0
from derivations.kazan_reiter_2023.recommended_budget import RecommendedBudget
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import DerivativeSign
from verify.calculus.extremum import Infimum, Minimum, Path
from verify.claims.claim import Claim
from verify.language.as_printed import eq, gt, le, lt

step = parameter("t")
KNOWN_INCLUSION = sp.log((1 - q) / (1 / r - q)) / 2
"""(48), (84)."""

COROLLARIES: tuple[Claim, ...] = (
    claim("eq:47", le(risk, sp.exp(2 * eps)), (*PRIORS, eps >= 0, *THEOREM_1), remark="Given Theorem 1."),
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
_CAP = {"missing": (a < 1,), "remark": "The lemma does not say a < 1; else the logarithm has no argument."}
_RISING = {
    "missing": (r > 1, lt(r * p * q, 1)),
    "remark": "Neither r > 1 is said (below 1 the sign is the opposite) nor r p q < 1 (else the logarithm "
    "has no argument).",
}

LEMMAS: tuple[Claim, ...] = (
    definition("eq:49", eq(budget, _ABSOLUTE), (*INSIDE, a > 0), remark="With r* = a/(p q)."),
    claim("lem:3.1", DerivativeSign(_ABSOLUTE, p, "<"), (*INSIDE, a > 0), **_CAP),
    claim("lem:3.2", DerivativeSign(_ABSOLUTE, q, "<"), (*INSIDE, a > 0), **_CAP),
    definition("eq:50", eq(budget, _CONSTANT), (*INSIDE, *BOUNDED_RISK)),
    claim(
        "lem:4.1",
        DerivativeSign(_CONSTANT, p, "<"),
        (*INSIDE, *BOUNDED_RISK, q < THRESHOLD),
        missing=(r > 1,),
        remark="The lemma does not say r > 1; below 1 the sign is the opposite.",
    ),
    claim("lem:4.2", DerivativeSign(_CONSTANT, p, "="), (*INSIDE, *BOUNDED_RISK, eq(q, THRESHOLD))),
    claim("lem:4.3", DerivativeSign(_CONSTANT, p, ">"), (*INSIDE, *BOUNDED_RISK, q > THRESHOLD), **_RISING),
    claim("lem:4.4", DerivativeSign(_CONSTANT, q, ">"), (*INSIDE, *BOUNDED_RISK), **_RISING),
)

_HALF_LOG = sp.log(r) / 2
_FINITE = (lt(r * p * q, 1),)
_BUDGET = budget_by_cases(1 / r, 1 / r)

THEOREM_3: tuple[Claim, ...] = (
    claim("eq:51", RecommendedBudget("constant", _HALF_LOG), (r > 1,)),
    claim(
        "thm:3",
        Minimum(_BUDGET, (p, q), _HALF_LOG, {p: sp.Integer(1), q: sp.Integer(0)}),
        (*PRIORS, r > 1, *_FINITE),
        corrected=Infimum(_BUDGET, (p, q), _HALF_LOG, Path(step, {p: 1 - step, q: step})),
        remark="Approached for p -> 1, q -> 0; q = 0 is not in (0, 1], so that no pair of priors attains it.",
    ),
)


def _priors(inclusion: sp.Expr, value: sp.Expr) -> sp.Basic:
    """That the pair is one of priors in (0, 1]."""
    parts = ((sp.Gt(v, 0, evaluate=False), sp.Le(v, 1, evaluate=False)) for v in (inclusion, value))
    return sp.And(*(c for pair in parts for c in pair), evaluate=False)


_CORNER = "The minimum is at this corner of the box, if it is a pair of priors; else it is an infimum."

THEOREM_4: tuple[Claim, ...] = (
    *printed_forms.box("52"),
    claim(
        "thm:4.1",
        _priors(p1, q0),
        (*CORNERS, *printed_forms.LOW_CORNER),
        missing=(q0 > 0,),
        remark=f"{_CORNER} Here (p1, q0).",
    ),
    claim(
        "thm:4.2", _priors(p0, q0), (*CORNERS, *printed_forms.HIGH_CORNER), remark=f"{_CORNER} Here (p0, q0)."
    ),
    claim(
        "thm:4.3",
        _priors(p0, q0),
        (*CORNERS, *printed_forms.NO_INCLUSION),
        remark=f"{_CORNER} Here (0, q0), which is none: the budget is approached for p -> 0.",
    ),
    claim(
        "thm:4.4",
        _priors(p0, q0),
        (*CORNERS, *printed_forms.KNOWN_CORNER),
        missing=(p0 > 0,),
        remark=f"{_CORNER} Here (p0, 1).",
    ),
    claim(
        "thm:4/cases-cover",
        sp.Or(
            q0 <= THRESHOLD,
            sp.And(q0 > THRESHOLD, q0 < 1, sp.Or(p0 > 0, sp.Eq(p0, 0))),
            sp.Eq(q0, 1),
        ),
        CORNERS,
    ),
)

_ROOT = root_budget(1 / PROFILE)
_NO_CAP = "At a = 0 this is the limit for a prior that tends to 0, and not attained."
_INNER_VALUE = (q > 0, q < 1)

THEOREM_5: tuple[Claim, ...] = (
    *printed_forms.fixed_inclusion("53"),
    claim(
        "thm:5.1",
        sp.And(gt(q, 0), lt(q, 1), eq(root_budget(1 / r), printed_forms.FIXED_INCLUSION[0]), evaluate=False),
        (*printed_forms.INCLUSION, *printed_forms.BELOW, eq(q, a / (p * r))),
        missing=(a > 0,),
        remark=f"That the value of (53) is attained, at q = a/(p r), in the theorem's range. {_NO_CAP}",
    ),
    claim(
        "thm:5.2",
        Minimum(_ROOT, (q,), printed_forms.FIXED_INCLUSION[1], {q: sp.Integer(1)}),
        (*printed_forms.INCLUSION, *_INNER_VALUE, *printed_forms.FROM),
        corrected=Infimum(_ROOT, (q,), printed_forms.FIXED_INCLUSION[1], Path(step, {q: 1 - step})),
        remark="On 0 < q < 1, as the theorem prints, approached for q -> 1; on (0, 1], as in (36), attained.",
    ),
)

_KNOWN_VALUE = known_value_budget(1 / sp.Max(a / p, r))

THEOREM_6: tuple[Claim, ...] = (
    *printed_forms.fixed_value("54"),
    claim(
        "thm:6.1",
        lt(p, 1),
        (*CONSTANTS, *printed_forms.LOW_VALUE, lt(q, THRESHOLD), a <= q * r, eq(p, 1)),
        corrected=le(p, 1),
        remark="Whether the minimiser p = 1 is in the theorem's range 0 < p < 1. It is in that of (36), and "
        "attained there; on 0 < p < 1 the value is an infimum.",
    ),
    claim(
        "thm:6.3",
        Minimum(_KNOWN_VALUE, (p,), printed_forms.FIXED_VALUE[2], {p: a / r}),
        (*CONSTANTS, p > 0, p < 1, r * p < 1),
        missing=(a > 0,),
        remark=_NO_CAP,
    ),
)

CLAIMS: tuple[Claim, ...] = (*COROLLARIES, *LEMMAS, *THEOREM_3, *THEOREM_4, *THEOREM_5, *THEOREM_6)
