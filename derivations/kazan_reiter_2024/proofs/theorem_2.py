"""Theorem 2's proof, (68)-(78): a budget of at most (12) keeps the relative risk within its bound.

`risk` is r_i(p, q, t*), held to Theorem 1's bound by hypothesis. A hypothesis eps <= (12) says nothing where
(12) is undefined; where that is, stands in claims of its own.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter_2024.proofs.notation import (
    BOUNDED_RISK,
    INCLUSION_PRIOR,
    PRIORS,
    claim,
    decay,
    eps,
    eq,
    ge,
    gt,
    le,
    product,
    radicand,
    ratio,
    risk,
    risk_bound,
    root_budget,
    total,
)
from symbolic_eps.bound import relative_risk_upper_bound
from symbolic_eps.symbols import DECAY
from symbolic_eps.symbols import PRIOR_INCLUSION as p
from symbolic_eps.symbols import PRIOR_VALUE as q
from symbolic_eps.symbols import RELATIVE_RISK_BOUND as r
from verify.claim import Claim, Kind

_excess = 1 / r - p * q
_root = sp.sqrt(radicand(1 / r))
_budget_inside = root_budget(1 / r)
_budget_edge = sp.log((1 - p) / (1 / r - p))
BUDGET = sp.Piecewise((_budget_inside, sp.And(q > 0, q < 1)), (_budget_edge, sp.Eq(q, 1)))
"""(12), as printed."""

THEOREM_1 = (le(risk, relative_risk_upper_bound().subs(DECAY, decay)),)
"""(11), as derived."""

_POSITIVE = (gt(decay, 0),)
"""True of every exponential; ties eps to e^-eps where only one of them occurs."""

_EDGE = (*INCLUSION_PRIOR, *BOUNDED_RISK, *_POSITIVE, le(eps, _budget_edge))
_INSIDE = (*INCLUSION_PRIOR, q > 0, q < 1, *BOUNDED_RISK)

_share = ratio(1 / r - p, 1 - p)
_bound_69_1 = 1 / (p + product(_share, 1 - p))
_bound_69_2 = sp.Pow(total(p, 1 / r - p), -1, evaluate=False)

_line_72 = (_root - (1 - p)) / (2 * p * (1 - q))
_line_73 = (4 * p * (1 - q) * _excess + 2 * (1 - p) ** 2) / (4 * p**2 * (1 - q) ** 2) - (
    2 * (1 - p) * _root / (4 * p**2 * (1 - q) ** 2)
)
_line_74 = _excess / (p * (1 - q)) + ((1 - p) ** 2 - (1 - p) * _root) / (2 * p**2 * (1 - q) ** 2)
_line_75 = total(
    q * p,
    product(_excess, 1 / (p * (1 - q)), 1 - q, p),
    product((1 - p) ** 2 - (1 - p) * _root, 1 / (2 * p**2 * (1 - q) ** 2), 1 - q, p),
    product(_line_72, 1 - p),
)
_shift = product((1 - p) - _root, (1 - p) / (2 * p * (1 - q)))
_line_76 = total(q * p, _excess, _shift, product(-1, _shift))
_inverse_bound = q * p + sp.exp(-2 * eps) * (1 - q) * p + decay * (1 - p)

_FROM_71 = (*_INSIDE, *_POSITIVE, le(eps, _budget_inside))

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
        gt(2 * p * (1 - q) / (_root - (1 - p)), 0),
        _INSIDE,
        missing=(r * p * q < 1,),
        remark="(12) is called a function; where r* p q >= 1 its logarithm has no positive argument.",
    ),
    claim(
        "text:E/theorem-2-second-branch-is-defined",
        gt((1 - p) / (1 / r - p), 0),
        (*INCLUSION_PRIOR, *BOUNDED_RISK),
        missing=(p < 1, r * p < 1),
        remark="(12) is called a function; at q = 1 its logarithm needs p < 1 and r* p < 1.",
    ),
    claim("eq:68", le(risk, 1 / (p + decay * (1 - p))), (*INCLUSION_PRIOR, eq(q, 1), *THEOREM_1)),
    claim("text:E/theorem-2-decay-at-q-1", ge(decay, (1 / r - p) / (1 - p)), _EDGE),
    claim(
        "eq:69.1",
        le(risk, _bound_69_1),
        (*_EDGE, le(risk, 1 / (p + decay * (1 - p))), ge(decay, (1 / r - p) / (1 - p))),
    ),
    claim("eq:69.2", eq(_bound_69_1, _bound_69_2), _EDGE),
    claim("eq:69.3", eq(_bound_69_2, r), _EDGE),
    claim("eq:70", le(risk, risk_bound()), (*_INSIDE, *THEOREM_1)),
    claim("eq:71", le(eps, _budget_inside), (*_INSIDE, *_POSITIVE, le(eps, BUDGET))),
    claim("eq:72", ge(decay, _line_72), _FROM_71),
    claim("text:E/theorem-2-72-is-positive", gt(_line_72, 0), _FROM_71, remark="Squaring needs it."),
    claim("eq:73", ge(sp.exp(-2 * eps), _line_73), (*_INSIDE, ge(decay, _line_72), gt(_line_72, 0))),
    claim("eq:74", eq(_line_73, _line_74), _FROM_71),
    claim(
        "eq:75",
        ge(_inverse_bound, _line_75),
        (*_INSIDE, ge(decay, _line_72), ge(sp.exp(-2 * eps), _line_74)),
    ),
    claim("eq:76", eq(_line_75, _line_76), _FROM_71),
    claim("eq:77", eq(_line_76, 1 / r), _FROM_71),
    claim("eq:78.1", le(risk, risk_bound()), (*_INSIDE, *THEOREM_1)),
    claim(
        "eq:78.2",
        le(risk_bound(), sp.Pow(1 / r, -1, evaluate=False)),
        (*_INSIDE, ge(_inverse_bound, 1 / r)),
    ),
    claim("eq:78.3", eq(sp.Pow(1 / r, -1, evaluate=False), r), _INSIDE),
)
