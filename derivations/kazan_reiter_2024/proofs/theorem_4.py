"""Theorem 4 and its proof, (157)-(165): p fixed, r* = max(a/(p q), r).

The theorem prints a < 1 and no lower bound; a caps a probability, so a >= 0. At a = 0 nothing is minimal: the
budget falls towards q -> 0. Lemmas 2 and 3 are on p < 1, while the theorem allows p = 1; the monotonicity
claims here include it.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter_2024.proofs.derivative_sign import DerivativeSign
from derivations.kazan_reiter_2024.proofs.notation import (
    PRIORS,
    claim,
    eq,
    ge,
    le,
    lt,
    product,
    radicand,
    ratio,
    root_budget,
    total,
)
from symbolic_eps.symbols import DECAY as x
from symbolic_eps.symbols import PRIOR_INCLUSION as p
from symbolic_eps.symbols import PRIOR_VALUE as q
from symbolic_eps.symbols import RELATIVE_RISK_BOUND as r
from symbolic_eps.symbols import parameter
from verify.calculus.extremum import Minimum
from verify.calculus.limit import Limit
from verify.claim import Claim, Kind

a, budget = parameter("a"), parameter("budget")

CAPS = (a >= 0, a < 1, r > 1)
"""The theorem's constants; a >= 0 because it caps a probability."""

POSITIVE_CAP = (a > 0,)
FINITE = (lt(r * p * q, 1),)

_ALL = (*PRIORS, *CAPS)
_FIXED = (p > 0, p <= 1, *CAPS)
_LOW = (p <= a / r,)
_HIGH = (p > a / r,)
_TURN = a / (p * r)
_UNCONSTRAINED = (*_ALL, *_HIGH, ge(q, 1 / (r * p)))

PROFILE = sp.Max(a / (p * q), r)
"""r*(p, q) for the fixed p."""

BUDGET = sp.Piecewise(
    (root_budget(1 / PROFILE), sp.And(q > 0, q < 1)),
    (sp.log((1 - p) / (1 / PROFILE - p)), sp.Eq(q, 1)),
)
"""(158)."""

LOW_BUDGET = sp.log(a * (1 - p) / (p * (1 - a)))
_cleared_root = sp.sqrt(r**2 * (1 - p) ** 2 + 4 * (p * r - a) * (1 - a))
HIGH_BUDGET = sp.log(2 * (p * r - a) / (_cleared_root - r * (1 - p)))

_at_one = sp.log((1 - p) / (1 / sp.Max(a / p, r) - p))
_line_159 = sp.log(ratio(1 - p, p / a - p))


def _by_cases_of_160(last: sp.Basic) -> sp.Expr:
    """The right-hand side of (160), with the condition of its second row."""
    return sp.Piecewise((a / (p * q), sp.And(q > 0, q < _TURN)), (r, last))


_gap_161 = sp.sqrt(radicand(1 / PROFILE)) - (1 - p)
_nought = total(p * q, product(-1, p, q))
_line_161 = total(
    sp.sqrt(total((1 - p) ** 2, product(4, p, 1 - q, _nought))),
    product(-1, 1 - p),
)
_line_162 = sp.sqrt((1 - p) ** 2) - (1 - p)

_line_164 = sp.log(
    ratio(
        2 * p * (1 - _TURN),
        sp.sqrt(total((1 - p) ** 2, product(4, p, 1 - _TURN, total(1 / r, product(-1, p, _TURN))))) - (1 - p),
    )
)

_BRANCHES = (sp.And(p > 0, p <= a / r), sp.And(p > a / r, p <= 1))

STATEMENT: tuple[Claim, ...] = (
    claim("eq:157.1", Minimum(BUDGET, (q,), LOW_BUDGET, {q: sp.Integer(1)}), (*_ALL, *_LOW)),
    claim(
        "eq:157.2",
        Minimum(BUDGET, (q,), HIGH_BUDGET, {q: _TURN}),
        (*_ALL, *_HIGH, *FINITE),
        missing=POSITIVE_CAP,
        remark="At a = 0 the value is the limit for q -> 0, which no q attains. Where r p q >= 1 no budget "
        "is too large.",
    ),
    claim(
        "text:E/theorem-4-branches",
        sp.And(sp.Or(*_BRANCHES), sp.Not(sp.And(*_BRANCHES))),
        _FIXED,
        remark="Exactly one condition of (157) applies.",
    ),
    claim("eq:158", eq(budget, BUDGET), _ALL, kind=Kind.DEFINITION),
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
    claim("eq:159.1", eq(BUDGET.subs(q, 1), _at_one), (*_FIXED, *_LOW), remark="r*(p, 1) put in."),
    claim("eq:159.2", eq(_at_one, _line_159), (*_FIXED, *_LOW)),
    claim("eq:159.3", eq(_line_159, LOW_BUDGET), (*_FIXED, *_LOW)),
)

HIGH_INCLUSION: tuple[Claim, ...] = (
    claim("text:E/theorem-4-turn.1", ge(r, a / (p * q)), (*_ALL, *_HIGH, q >= _TURN)),
    claim("text:E/theorem-4-turn.2", lt(_TURN, 1), (*_FIXED, *_HIGH)),
    claim(
        "eq:160",
        eq(PROFILE, _by_cases_of_160(sp.And(q >= _TURN, q < 1))),
        (*_ALL, *_HIGH),
        corrected=eq(PROFILE, _by_cases_of_160(sp.And(q >= _TURN, q <= 1))),
        remark="q = 1, which the minimum is over, is left out; (16) has q <= 1.",
    ),
    claim("text:E/theorem-4-infinite.1", ge(r, 1 / (p * q)), _UNCONSTRAINED),
    claim("text:E/theorem-4-infinite.2", sp.And(ge(PROFILE, r), ge(r, 1 / (p * q))), _UNCONSTRAINED),
    claim(
        "eq:161",
        le(_gap_161, _line_161),
        _UNCONSTRAINED,
        missing=(ge(radicand(1 / PROFILE), 0),),
        remark="The radicand on the left may be negative.",
    ),
    claim("eq:162", eq(_line_161, _line_162), _UNCONSTRAINED),
    claim("eq:163", eq(_line_162, 0), _UNCONSTRAINED),
    claim(
        "text:E/theorem-4-infinite.3",
        ge(p * (1 - q) * x**2 + (1 - p) * x + p * q, 1 / PROFILE),
        (*_UNCONSTRAINED, x > 0, x <= 1),
        remark="Infinite in the sense that every budget eps = -log x keeps to the bound; the formula of "
        "(158) gives no number there.",
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
    claim("text:E/theorem-4-turn-is-finite", lt(r * p * _TURN, 1), (*_FIXED, *_HIGH)),
)

CLAIMS: tuple[Claim, ...] = (*STATEMENT, *LOW_INCLUSION, *HIGH_INCLUSION)
