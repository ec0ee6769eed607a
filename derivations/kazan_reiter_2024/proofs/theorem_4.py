"""Theorem 4 and its proof, (157)-(165): p fixed, r* = max(a/(p q), r).

The theorem prints a < 1 and no lower bound. Where a <= 0 the profile is r alone and nothing is minimal: the
budget falls towards q -> 0. Lemmas 2 and 3 are on p < 1, while the theorem allows p = 1; the monotonicity
claims here include it.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import PRIORS, budget_by_cases, p, q, r, root_budget
from derivations.kazan_reiter.recommended_budget import RecommendedBudget
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.proofs.capped_profile import (
    BELOW_0,
    CAP_FROM_0,
    CAPS,
    CONSTRAINED,
    EVERY_BUDGET,
    KNOWN_BUDGET,
    POSITIVE_CAP,
    PROFILE,
    a,
    budget,
    by_cases,
    unconstrained,
)
from symbolic_eps.theory.symbols import DECAY as x
from verify.calculus.derivative import DerivativeSign
from verify.calculus.extremum import Minimum
from verify.calculus.limit import Limit
from verify.claims.claim import Claim, Kind
from verify.language.as_printed import eq, ge, le, lt, product, ratio, total

_ALL = (*PRIORS, *CAPS)
_FIXED = (p > 0, p <= 1, *CAPS)
_LOW = (p <= a / r,)
_HIGH = (p > a / r,)
_TURN = a / (p * r)
_BELOW_TURN = sp.And(q > 0, q < _TURN)
_UNCONSTRAINED = (*_ALL, *_HIGH, ge(q, 1 / (r * p)))

BUDGET = budget_by_cases(1 / PROFILE, 1 / PROFILE)
"""(158)."""

LOW_BUDGET = sp.log(a * (1 - p) / (p * (1 - a)))
_cleared_root = sp.sqrt(r**2 * (1 - p) ** 2 + 4 * (p * r - a) * (1 - a))
HIGH_BUDGET = sp.log(2 * (p * r - a) / (_cleared_root - r * (1 - p)))

_line_159 = sp.log(ratio(1 - p, p / a - p))


_line_164 = sp.log(
    ratio(
        2 * p * (1 - _TURN),
        sp.sqrt(total((1 - p) ** 2, product(4, p, 1 - _TURN, total(1 / r, product(-1, p, _TURN))))) - (1 - p),
    )
)

_AT_THE_TURN = "That it is attained is judged by text:E/theorem-4-least."
_NO_CAP = "For a <= 0 the profile is r, the infimum is approached for q -> 0 and no q attains it."
_BRANCHES = (sp.And(p > 0, p <= a / r), sp.And(p > a / r, p <= 1))

STATEMENT: tuple[Claim, ...] = (
    claim("eq:157.1", Minimum(BUDGET, (q,), LOW_BUDGET, {q: sp.Integer(1)}), (*_ALL, *_LOW)),
    claim(
        "eq:157.2",
        RecommendedBudget("fixed-p", HIGH_BUDGET),
        (*_FIXED, *_HIGH),
        missing=CAP_FROM_0,
        remark=f"{BELOW_0} {_AT_THE_TURN}",
    ),
    claim(
        "text:E/theorem-4-branches",
        sp.And(sp.Or(*_BRANCHES), sp.Not(sp.And(*_BRANCHES))),
        _FIXED,
        remark="Exactly one condition of (157) applies.",
    ),
    claim("eq:158", eq(budget, BUDGET), _ALL, kind=Kind.DEFINITION),
    claim(
        "text:E/theorem-4-one-p-alone",
        ge(p * (1 - q) * x**2 + (1 - p) * x + p * q, 0),
        (*PRIORS, x > 0, x <= 1),
        remark=f"{EVERY_BUDGET} So (13) is over the fixed p alone.",
    ),
)

LOW_INCLUSION: tuple[Claim, ...] = (
    claim("text:E/theorem-4-low.1", sp.And(r <= a / p, le(a / p, a / (p * q))), (*_ALL, *_LOW)),
    claim("text:E/theorem-4-low.2", eq(PROFILE, a / (p * q)), (*_ALL, *_LOW)),
    claim(
        "text:E/theorem-4-low-falls",
        DerivativeSign(root_budget(p * q / a), q, "<"),
        (*_ALL, *_LOW, q < 1),
        remark="By Lemma 2; here p <= a/r < 1.",
    ),
    claim(
        "eq:159.1", eq(budget, KNOWN_BUDGET), (*_FIXED, *_LOW), kind=Kind.DEFINITION, remark="(158) at q = 1."
    ),
    claim("eq:159.2", eq(KNOWN_BUDGET, _line_159), (*_FIXED, *_LOW)),
    claim("eq:159.3", eq(_line_159, LOW_BUDGET), (*_FIXED, *_LOW)),
)

HIGH_INCLUSION: tuple[Claim, ...] = (
    claim("text:E/theorem-4-turn.1", ge(r, a / (p * q)), (*_ALL, *_HIGH, q >= _TURN)),
    claim("text:E/theorem-4-turn.2", lt(_TURN, 1), (*_FIXED, *_HIGH)),
    claim(
        "eq:160",
        eq(PROFILE, by_cases(_BELOW_TURN, sp.And(q >= _TURN, q < 1))),
        (*_ALL, *_HIGH),
        corrected=eq(PROFILE, by_cases(_BELOW_TURN, sp.And(q >= _TURN, q <= 1))),
        remark="q = 1 is left out, but the minimum includes it; (16) has q <= 1.",
    ),
    *unconstrained(4, ("eq:161", "eq:162", "eq:163"), "(158)", _UNCONSTRAINED),
    claim(
        "text:E/theorem-4-restriction",
        sp.Or(ge(q, 1 / (r * p)), lt(q, sp.Min(1, 1 / (r * p)))),
        (*_ALL, *_HIGH),
        missing=(lt(q, 1),),
        remark="Every prior should be on one side or the other; q = 1 with r p < 1 is on neither. The budget "
        "is continuous there (text:E/theorem-4-repair.1), so that no smaller one is lost.",
    ),
    claim("text:E/theorem-4-continuous", Limit(a / (p * q), q, _TURN, "-", r), (*_ALL, *_HIGH, q < _TURN)),
    claim(
        "text:E/theorem-4-falls",
        DerivativeSign(root_budget(p * q / a), q, "<"),
        (*_ALL, *_HIGH, q < _TURN),
        remark="p = 1, which Lemma 2 leaves out, included.",
    ),
    claim(
        "text:E/theorem-4-rises",
        DerivativeSign(root_budget(1 / r), q, ">"),
        (*_ALL, *_HIGH, q > _TURN, q < 1, q < 1 / (r * p)),
        remark="p = 1, which Lemma 3 leaves out, included.",
    ),
    claim(
        "eq:164",
        eq(root_budget(1 / r), _line_164),
        (*_ALL, *_HIGH, eq(q, _TURN)),
        remark="At q = a/(p r), which is positive and below 1, with r*(p, q) = r by (160).",
    ),
    claim("eq:165", eq(_line_164, HIGH_BUDGET), (*_FIXED, *_HIGH)),
    claim(
        "text:E/theorem-4-least",
        Minimum(BUDGET, (q,), HIGH_BUDGET, {q: _TURN}),
        (*_ALL, *_HIGH, CONSTRAINED),
        missing=POSITIVE_CAP,
        remark=_NO_CAP,
    ),
    claim("text:E/theorem-4-turn-is-finite", lt(_TURN, sp.Min(1, 1 / (r * p))), (*_FIXED, *_HIGH)),
)

CLAIMS: tuple[Claim, ...] = (*STATEMENT, *LOW_INCLUSION, *HIGH_INCLUSION)
