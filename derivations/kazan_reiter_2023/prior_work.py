"""Section 5 of Kazan & Reiter (2023), (37)-(46): the settings of Lee & Clifton [21] and of Wood et al. [30].

Here L_0 and L_1 are the likelihoods of a release given I = 0 and I = 1, and p is P[I = 0].
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter import same_sentences
from derivations.kazan_reiter.notation import (
    VALUE_PRIOR,
    eps,
    p,
    q,
    r,
    risk,
)
from derivations.kazan_reiter.recommended_budget import PrintedNumber
from derivations.kazan_reiter_2023.notation import THEOREM_1, a, cited, claim, definition
from symbolic_eps.theory.symbols import parameter
from verify.calculus.extremum import Path, Supremum
from verify.claims.claim import Claim
from verify.language.as_printed import eq, le, ratio

n, L_1, posterior, absolute, left_out = (
    parameter(name) for name in ("n", "L_1", "posterior", "risk_absolute", "I_0")
)
T_change, v_change, change, spread = (parameter(name) for name in ("DeltaT", "Deltav", "dT", "dv"))
correlated, step = parameter("d"), parameter("t")


_form_41 = sp.log((n - 1) * a / (1 - a))
_EXAMPLE = (eq(n, 4), eq(a, sp.Rational(1, 3)))
_point = {
    r: sp.Rational(4, 3),
    **{parameter(name): sp.Rational(1, 4) for name in ("p0", "p1")},
    **{parameter(name): sp.Integer(1) for name in ("q0", "q1")},
}

LEE_AND_CLIFTON: tuple[Claim, ...] = (
    definition("eq:37", eq(p, left_out), ()),
    definition("eq:38", eq(risk, posterior / left_out), ()),
    definition("eq:39", eq(absolute, posterior), ()),
    claim("text:5.1/known-for-any-set", **same_sentences.KNOWN_VALUE),
    claim(
        "text:5.1/relative-bound",
        sp.Equivalent(le(posterior, a), le(ratio(posterior, 1 / n), n * a)),
        (n >= 1,),
        remark="The cap a on the posterior is the bound n a on the ratio (38).",
    ),
    definition("eq:40", eq(r, n * a), (), remark="At p = 1/n, q = 1; +oo elsewhere."),
    claim("text:5.1/theorem-1-by-analogy", **same_sentences.CAPPED_POSTERIOR),
    claim("eq:41.1", **same_sentences.BUDGET_FOR_SIZE),
    claim("eq:41.2", **same_sentences.BUDGET_FOR_SIZE_CANCELLED),
    claim("text:5.1/their-setting", **same_sentences.THEIR_SETTING),
    claim("text:5.1/risk-bound", eq(n * a, sp.Rational(4, 3)), _EXAMPLE),
    claim("text:5.1/eps-exact", eq(_form_41, sp.log(sp.Rational(3, 2))), _EXAMPLE),
    claim("text:5.1/eps", PrintedNumber("box", _point, "eps", "0.41"), ()),
    cited("eq:42", eq(eps, T_change / v_change * _form_41), (), "[21]"),
    definition(
        "eq:43", same_sentences.largest_change(T_change, change, n - 2), (), remark="Theirs, of [21]."
    ),
    definition(
        "eq:44", same_sentences.largest_change(v_change, spread, n - 1), (), remark="Theirs, of [21]."
    ),
    cited("text:5.1/lowest", eq(eps, sp.Rational(34, 100)), (), "[21]"),
    cited("text:5.1/highest", eq(eps, sp.Rational(162, 100)), (), "[21]"),
)

bound_46 = 1 / (q + sp.exp(-2 * eps) * (1 - q))
_PARTICIPATION = {
    **same_sentences.PARTICIPATION,
    "remark": f"Of [30], corrected in [31]. {same_sentences.PARTICIPATION['remark']}",
}

WOOD_ET_AL: tuple[Claim, ...] = (
    claim("eq:45", **_PARTICIPATION),
    claim("eq:46.1", le(risk, bound_46), (eq(p, 1), *VALUE_PRIOR, *THEOREM_1)),
    claim("eq:46.2", **same_sentences.BOUND_ON_POSTERIOR),
)

_others_alike = 1 / (q + (1 - q) * correlated)

COMMENTARY: tuple[Claim, ...] = (
    claim(
        "text:6/unbounded-risk",
        Supremum(_others_alike, (q, correlated), sp.oo, Path(step, {q: step, correlated: step})),
        (q > 0, q <= 1, correlated > 0, correlated <= 1),
        remark="Cited from [19]; decided here. Without Assumption 2: who knows I = 1 and takes k "
        "persons to have equal values reads (2) for their count; d = e^(-k eps) is small for large k.",
    ),
)

CLAIMS: tuple[Claim, ...] = (*LEE_AND_CLIFTON, *WOOD_ET_AL, *COMMENTARY)
