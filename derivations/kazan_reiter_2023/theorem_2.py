"""Theorem 2 with its proof, (68)-(80), Appendix A.2 of Kazan & Reiter (2023).

`risk` is r_i(p, q, t*), held to Theorem 1's bound by hypothesis. A hypothesis eps <= (68) says nothing where
(68) is undefined.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter_2023.notation import (
    BOUNDED_RISK,
    INCLUSION_PRIOR,
    POSITIVE_DECAY,
    PRIORS,
    THEOREM_1,
    claim,
    decay,
    definition,
    eps,
    eq,
    ge,
    gt,
    known_value_budget,
    le,
    p,
    product,
    q,
    r,
    radicand,
    ratio,
    risk,
    risk_bound,
    root_budget,
    total,
)
from derivations.kazan_reiter_2023.theory import BUDGET, theorem_2
from symbolic_eps.symbols import parameter
from verify.claim import Claim

_excess = 1 / r - p * q
_root = sp.sqrt(radicand(1 / r))
_inside_budget = root_budget(1 / r)
_edge_budget = known_value_budget(1 / r)

_EDGE = (*INCLUSION_PRIOR, *BOUNDED_RISK, *POSITIVE_DECAY, le(eps, _edge_budget))
_INSIDE = (*INCLUSION_PRIOR, q > 0, q < 1, *BOUNDED_RISK)

_share = ratio(1 / r - p, 1 - p)
_bound_69 = 1 / (p + decay * (1 - p))
_bound_70_1 = 1 / (p + product(_share, 1 - p))
_bound_70_2 = sp.Pow(total(p, 1 / r - p), -1, evaluate=False)

_line_73 = (_root - (1 - p)) / (2 * p * (1 - q))
_line_74 = ratio(
    total(4 * p * (1 - q) * _excess, 2 * (1 - p) ** 2, -2 * (1 - p) * _root),
    4 * p**2 * (1 - q) ** 2,
)
_line_75 = _excess / (p * (1 - q)) + ((1 - p) ** 2 - (1 - p) * _root) / (2 * p**2 * (1 - q) ** 2)
_line_76 = q * p + sp.exp(-2 * eps) * (1 - q) * p + decay * (1 - p)
_line_77 = total(
    q * p,
    product(_excess, 1 / (p * (1 - q)), 1 - q, p),
    product((1 - p) ** 2 - (1 - p) * _root, 1 / (2 * p**2 * (1 - q) ** 2), 1 - q, p),
    product(_line_73, 1 - p),
)
_shift = product((1 - p) - _root, (1 - p) / (2 * p * (1 - q)))
_line_78 = total(q * p, _excess, _shift, product(-1, _shift))
_inverse = sp.Pow(1 / r, -1, evaluate=False)

base = parameter("b")
square = base**2

_FROM_72 = (*_INSIDE, *POSITIVE_DECAY, le(eps, _inside_budget))

CLAIMS: tuple[Claim, ...] = (
    definition("eq:68", le(eps, BUDGET), (*PRIORS, *BOUNDED_RISK), remark="As (35)."),
    theorem_2("thm:2@A.2"),
    claim("eq:69", le(risk, _bound_69), (*INCLUSION_PRIOR, eq(q, 1), *THEOREM_1)),
    claim("text:A.2/theorem-2-decay-at-q-1", ge(decay, (1 / r - p) / (1 - p)), _EDGE),
    claim(
        "eq:70.1",
        le(risk, _bound_70_1),
        (*_EDGE, le(risk, _bound_69), ge(decay, (1 / r - p) / (1 - p))),
    ),
    claim("eq:70.2", eq(_bound_70_1, _bound_70_2), _EDGE),
    claim("eq:70.3", eq(_bound_70_2, r), _EDGE),
    claim("eq:71", le(risk, risk_bound()), (*_INSIDE, *THEOREM_1)),
    claim("eq:72", le(eps, _inside_budget), (*_INSIDE, *POSITIVE_DECAY, le(eps, BUDGET))),
    claim("eq:73", ge(decay, _line_73), _FROM_72),
    claim("text:A.2/theorem-2-73-is-positive", gt(_line_73, 0), _FROM_72, remark="Squaring needs it."),
    claim(
        "text:A.2/theorem-2-square.1",
        ge(sp.exp(-2 * eps), square),
        (ge(decay, base), gt(base, 0)),
        remark="With the right-hand side of (73) as the base.",
    ),
    claim("text:A.2/theorem-2-square.2", eq(product(_line_73, _line_73), _line_74), _FROM_72),
    claim("eq:74", ge(sp.exp(-2 * eps), _line_74), (*_INSIDE, ge(decay, _line_73), gt(_line_73, 0))),
    claim("eq:75", eq(_line_74, _line_75), _FROM_72),
    claim("eq:76", eq(_line_76, 1 / risk_bound()), PRIORS, remark="The reciprocal of the bound in (71)."),
    claim("eq:77", ge(_line_76, _line_77), (*_INSIDE, ge(decay, _line_73), ge(sp.exp(-2 * eps), _line_75))),
    claim("eq:78", eq(_line_77, _line_78), _FROM_72),
    claim("eq:79", eq(_line_78, 1 / r), _FROM_72),
    claim("eq:80.1", le(risk, risk_bound()), (*_INSIDE, *THEOREM_1)),
    claim("eq:80.2", le(risk_bound(), _inverse), (*_INSIDE, ge(_line_76, 1 / r))),
    claim("eq:80.3", eq(_inverse, r), _INSIDE),
)
