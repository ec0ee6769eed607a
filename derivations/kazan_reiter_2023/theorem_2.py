"""Theorem 2 with its proof, (68)-(80), Appendix A.2 of Kazan & Reiter (2023).

`risk` is r_i(p, q, t*), held to Theorem 1's bound by hypothesis. A hypothesis eps <= (68) says nothing where
(68) is undefined.
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
    decay,
    eps,
    p,
    q,
    r,
    risk,
    risk_bound,
)
from derivations.kazan_reiter_2023 import probability
from derivations.kazan_reiter_2023.notation import THEOREM_1, claim, definition
from derivations.kazan_reiter_2023.theory import BUDGET, theorem_2
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, gt, le, product, ratio, total

_line_74 = ratio(
    total(4 * p * (1 - q) * EXCESS, 2 * (1 - p) ** 2, -2 * (1 - p) * ROOT),
    4 * p**2 * (1 - q) ** 2,
)

base = parameter("b")
square = base**2
inverse = parameter("inverse_bound")

_edge_as_it_stands = 1 / total(p, product(1 / (1 / r - p), 1 - p))
_STANDS = (
    "Print or transcription: 1/r* - p stands under 1, where e^-eps is at least (1/r* - p)/(1 - p). "
    "The second version prints this line correctly, as its (69), by the transcription of its HTML text."
)
_UNKNOWN = (*probability.FOR_ALL_PRIORS, q < 1)

CLAIMS: tuple[Claim, ...] = (
    definition("eq:68", le(eps, BUDGET), (*PRIORS, *BOUNDED_RISK), remark="As (35)."),
    theorem_2("thm:2@A.2"),
    claim("eq:69", le(risk, EDGE_BOUND), (*INCLUSION_PRIOR, eq(q, 1), *THEOREM_1)),
    claim("text:A.2/theorem-2-decay-at-q-1", ge(decay, EDGE_DECAY), EDGE),
    claim(
        "eq:70.1",
        le(risk, _edge_as_it_stands),
        (eps > 0, *EDGE, le(risk, EDGE_BOUND), ge(decay, EDGE_DECAY)),
        corrected=le(risk, EDGE_BOUND_AT_LEAST_DECAY),
        print_in_doubt=True,
        remark=_STANDS,
    ),
    claim(
        "eq:70.2",
        eq(_edge_as_it_stands, EDGE_BOUND_CANCELLED),
        (eps > 0, *EDGE),
        corrected=eq(EDGE_BOUND_AT_LEAST_DECAY, EDGE_BOUND_CANCELLED),
        print_in_doubt=True,
        remark=_STANDS,
    ),
    claim("eq:70.3", eq(EDGE_BOUND_CANCELLED, r), EDGE),
    claim("eq:71", probability.THEOREM_1, _UNKNOWN, remark="Theorem 1, with x = e^-eps."),
    definition("eq:72", le(eps, ROOT_BUDGET), VALUE_UNKNOWN, remark="The theorem's hypothesis for q < 1."),
    claim("eq:73", ge(decay, LEAST_DECAY), WITHIN_BUDGET),
    claim(
        "text:A.2/theorem-2-73-is-positive", gt(LEAST_DECAY, 0), WITHIN_BUDGET, remark="Squaring needs it."
    ),
    claim(
        "text:A.2/theorem-2-square.1",
        ge(sp.exp(-2 * eps), square),
        (ge(decay, base), gt(base, 0)),
        remark="With the right-hand side of (73), b, as the base.",
    ),
    claim("text:A.2/theorem-2-square.2", eq(product(LEAST_DECAY, LEAST_DECAY), _line_74), WITHIN_BUDGET),
    claim(
        "eq:74",
        ge(sp.exp(-2 * eps), _line_74),
        (*WITHIN_BUDGET, ge(decay, LEAST_DECAY)),
    ),
    claim("eq:75", eq(_line_74, LEAST_SQUARE), WITHIN_BUDGET),
    definition(
        "eq:76",
        eq(inverse, INVERSE_BOUND),
        PRIORS,
        remark="The reciprocal of the bound in (71), named to be bounded from below.",
    ),
    claim(
        "eq:77",
        ge(INVERSE_BOUND, INVERSE_BOUND_AT_LEAST_DECAY),
        (*VALUE_UNKNOWN, ge(decay, LEAST_DECAY), ge(sp.exp(-2 * eps), LEAST_SQUARE)),
    ),
    claim("eq:78", eq(INVERSE_BOUND_AT_LEAST_DECAY, INVERSE_BOUND_CANCELLED), WITHIN_BUDGET),
    claim("eq:79", eq(INVERSE_BOUND_CANCELLED, 1 / r), WITHIN_BUDGET),
    claim("eq:80.1", probability.THEOREM_1, _UNKNOWN, remark="(71) again, with x = e^-eps."),
    claim("eq:80.2", le(risk_bound(), INVERSE_INVERSE_RISK), (*VALUE_UNKNOWN, ge(INVERSE_BOUND, 1 / r))),
    claim("eq:80.3", eq(INVERSE_INVERSE_RISK, r), VALUE_UNKNOWN),
)
