"""Corollaries 1 and 2 with their proofs, (81)-(85), Appendix A.2 of Kazan & Reiter (2023)."""

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
from derivations.kazan_reiter_2023 import probability
from derivations.kazan_reiter_2023.notation import THEOREM_1, claim, definition
from derivations.kazan_reiter_2023.probability import FOR_ALL_PRIORS
from derivations.kazan_reiter_2023.results import KNOWN_INCLUSION
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, le, product, total

_bound_83_1, _bound_83_2, _bound_83_3 = BOUNDS_TO_THE_SQUARE
_as_it_stands = 1 / (q * p + SQUARE * (1 - q) * p)
_STANDS = "Print or transcription: the first bound stands with (1-q) p where the step needs 1 - q p."

COROLLARY_1: tuple[Claim, ...] = (
    claim("eq:81", le(risk, sp.exp(2 * eps)), (*PRIORS, *PRIVACY, *THEOREM_1), remark="Given Theorem 1."),
    claim("text:A.2/corollary-1-decay", sp.And(decay >= 0, decay <= 1), PRIVACY),
    claim("text:A.2/corollary-1-square", le(SQUARE, decay), (decay >= 0, decay <= 1)),
    claim("eq:82.1", probability.THEOREM_1, FOR_ALL_PRIORS, remark="Theorem 1, with x = e^-eps."),
    claim("eq:82.2", le(risk_bound(), BOUND_BY_SQUARES), (*PRIORS, le(SQUARE, decay))),
    claim("text:A.2/corollary-1-product", ge(q * p, 0), PRIORS),
    claim(
        "eq:83.1",
        le(risk, _as_it_stands),
        (*PRIORS, *PRIVACY, *THEOREM_1, le(SQUARE, decay)),
        print_in_doubt=True,
        remark=f"{_STANDS} The line is true as it stands; the next is not.",
    ),
    claim(
        "eq:83.2",
        le(_as_it_stands, _bound_83_2),
        (*PRIORS, *PRIVACY),
        corrected=le(_bound_83_1, _bound_83_2),
        print_in_doubt=True,
        remark=f"{_STANDS} With it the two sides are equal.",
    ),
    claim("eq:83.3", le(_bound_83_2, _bound_83_3), (*PRIORS, *PRIVACY)),
    claim("eq:83.4", eq(_bound_83_3, sp.exp(2 * eps)), PRIVACY),
)

_inner = total(sp.sqrt(total(0, product(4, 1 - q, 1 / r - q))), 0)
line_85_1 = sp.log(2 * (1 - q) / _inner)
_line_85_2 = sp.log(sp.sqrt(ODDS))
_FROM_85_1 = (*INCLUSION_KNOWN, *POSITIVE_DECAY, le(eps, line_85_1))

COROLLARY_2: tuple[Claim, ...] = (
    definition("eq:84", le(eps, KNOWN_INCLUSION), INCLUSION_KNOWN, remark="The corollary's hypothesis."),
    claim(
        "cor:2@A.2",
        le(risk, r),
        (eq(p, 1), *INCLUSION_KNOWN, *THEOREM_1, le(eps, KNOWN_INCLUSION)),
        remark="Given Theorem 1; nothing is said where (84) is undefined.",
    ),
    claim(
        "eq:85.1",
        le(eps, line_85_1),
        (eq(p, 1), *INCLUSION_KNOWN, *POSITIVE_DECAY, le(eps, root_budget(1 / r))),
    ),
    claim("eq:85.2", eq(line_85_1, _line_85_2), _FROM_85_1),
    claim("eq:85.3", eq(_line_85_2, KNOWN_INCLUSION), _FROM_85_1),
)

CLAIMS: tuple[Claim, ...] = (*COROLLARY_1, *COROLLARY_2)
