"""Theorem 2's proof, (68)-(78): a budget of at most (12) keeps the relative risk within its bound.

`risk` is r_i(p, q, t*), held to Theorem 1's bound by hypothesis. A hypothesis eps <= (12) says nothing where
(12) is undefined; where that is, stands in claims of its own.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.common_lines import (
    EDGE,
    EDGE_BOUND,
    EDGE_BOUND_AT_LEAST_DECAY,
    EDGE_BOUND_CANCELLED,
    EDGE_DECAY,
    EXCESS,
    INVERSE_BOUND,
    INVERSE_BOUND_AT_LEAST_DECAY,
    INVERSE_BOUND_CANCELLED,
    INVERSE_INVERSE_RISK,
    LEAST_DECAY,
    LEAST_SQUARE,
    ROOT,
    ROOT_BUDGET,
    VALUE_UNKNOWN,
    WITHIN_BUDGET,
)
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
    risk,
    risk_bound,
)
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.probability.adversary import BUDGET as DECAY_RANGE
from derivations.kazan_reiter_2024.probability.theorem_1 import THEOREM_1 as THEOREM_1_ITSELF
from symbolic_eps.theory.bound import relative_risk_upper_bound
from symbolic_eps.theory.symbols import DECAY
from verify.claims.claim import Claim, Kind
from verify.language.as_printed import eq, ge, gt, le

BUDGET = budget_by_cases(1 / r, 1 / r)
"""(12), as printed."""

THEOREM_1 = (le(risk, relative_risk_upper_bound().subs(DECAY, decay)),)
"""(11), as derived."""

_LIKELY = (*DECAY_RANGE, *PRIORS, q < 1)
"""Theorem 1's domain, for q < 1."""

_line_73 = (4 * p * (1 - q) * EXCESS + 2 * (1 - p) ** 2) / (4 * p**2 * (1 - q) ** 2) - (
    2 * (1 - p) * ROOT / (4 * p**2 * (1 - q) ** 2)
)

CLAIMS: tuple[Claim, ...] = (
    claim(
        "thm:2@E",
        le(risk, r),
        (*PRIORS, *BOUNDED_RISK, *THEOREM_1, le(eps, BUDGET)),
        remark="Given Theorem 1; nothing is said where (12) is undefined.",
    ),
    claim("eq:12@E", eq(eps, BUDGET), (*PRIORS, *BOUNDED_RISK), kind=Kind.DEFINITION),
    claim(
        "text:E/theorem-2-first-branch-is-defined",
        gt(2 * p * (1 - q) / (ROOT - (1 - p)), 0),
        VALUE_UNKNOWN,
        missing=(r * p * q < 1,),
        remark="(12) is called a function; where r* p q >= 1 its logarithm has no positive argument. "
        "Section 4 names this exception: every eps is accepted there.",
    ),
    claim(
        "text:E/theorem-2-second-branch-is-defined",
        gt((1 - p) / (1 / r - p), 0),
        (*INCLUSION_PRIOR, *BOUNDED_RISK),
        missing=(p < 1, r * p < 1),
        remark="(12) is called a function; at q = 1 its logarithm needs p < 1 and r* p < 1.",
    ),
    claim("eq:68", le(risk, EDGE_BOUND), (*INCLUSION_PRIOR, eq(q, 1), *THEOREM_1)),
    claim("text:E/theorem-2-decay-at-q-1", ge(decay, EDGE_DECAY), EDGE),
    claim(
        "eq:69.1",
        le(risk, EDGE_BOUND_AT_LEAST_DECAY),
        (*EDGE, le(risk, EDGE_BOUND), ge(decay, EDGE_DECAY)),
    ),
    claim("eq:69.2", eq(EDGE_BOUND_AT_LEAST_DECAY, EDGE_BOUND_CANCELLED), EDGE),
    claim("eq:69.3", eq(EDGE_BOUND_CANCELLED, r), EDGE),
    claim("eq:70", THEOREM_1_ITSELF, _LIKELY, remark="Theorem 1 itself, for q < 1."),
    claim(
        "eq:71",
        le(eps, ROOT_BUDGET),
        VALUE_UNKNOWN,
        kind=Kind.DEFINITION,
        remark="The theorem's hypothesis, for q < 1.",
    ),
    claim("eq:72", ge(decay, LEAST_DECAY), WITHIN_BUDGET),
    claim("text:E/theorem-2-72-is-positive", gt(LEAST_DECAY, 0), WITHIN_BUDGET, remark="Squaring needs it."),
    claim("eq:73", ge(sp.exp(-2 * eps), _line_73), (*WITHIN_BUDGET, ge(decay, LEAST_DECAY))),
    claim("eq:74", eq(_line_73, LEAST_SQUARE), WITHIN_BUDGET),
    claim(
        "eq:75",
        ge(INVERSE_BOUND, INVERSE_BOUND_AT_LEAST_DECAY),
        (*VALUE_UNKNOWN, ge(decay, LEAST_DECAY), ge(sp.exp(-2 * eps), LEAST_SQUARE)),
    ),
    claim("eq:76", eq(INVERSE_BOUND_AT_LEAST_DECAY, INVERSE_BOUND_CANCELLED), WITHIN_BUDGET),
    claim("eq:77", eq(INVERSE_BOUND_CANCELLED, 1 / r), WITHIN_BUDGET),
    claim("eq:78.1", THEOREM_1_ITSELF, _LIKELY, remark="(70) again."),
    claim(
        "eq:78.2",
        le(risk_bound(), INVERSE_INVERSE_RISK),
        (*VALUE_UNKNOWN, ge(INVERSE_BOUND, 1 / r)),
    ),
    claim("eq:78.3", eq(INVERSE_INVERSE_RISK, r), VALUE_UNKNOWN),
)
