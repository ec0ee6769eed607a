"""Section 5 of Kazan & Reiter (2023), (37)-(46): the settings of Lee & Clifton [21] and of Wood et al. [30].

Here L_0 and L_1 are the likelihoods of a release given I = 0 and I = 1, and p is P[I = 0].
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import (
    PRIORS,
    decay,
    eps,
    known_value_budget,
    p,
    q,
    r,
    risk,
    risk_bound,
)
from derivations.kazan_reiter_2023.notation import THEOREM_1, a, cited, claim, definition
from derivations.kazan_reiter_2023.recommended_budget import PrintedNumber
from symbolic_eps.theory.likelihoods import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import eq, le

n, L_1, posterior, absolute, left_out = (
    parameter(name) for name in ("n", "L_1", "posterior", "risk_absolute", "I_0")
)
a_1, a_0, T_change, v_change = (parameter(name) for name in ("a_1", "a_0", "DeltaT", "Deltav"))

_NUMBERS = (n >= 2, a > 0, a < 1)
_line_41 = sp.log((1 - 1 / n) / (1 / (n * a) - 1 / n))
_form_41 = sp.log((n - 1) * a / (1 - a))
_EXAMPLE = (eq(n, 4), eq(a, sp.Rational(1, 3)))
_point = {
    r: sp.Rational(4, 3),
    **{parameter(name): sp.Rational(1, 4) for name in ("p0", "p1")},
    **{parameter(name): sp.Integer(1) for name in ("q0", "q1")},
}

LEE_AND_CLIFTON: tuple[Claim, ...] = (
    definition("eq:37", eq(p, left_out), (p > 0, p <= 1)),
    definition("eq:38", eq(risk, posterior / left_out), (left_out > 0,)),
    definition("eq:39", eq(absolute, posterior), ()),
    claim(
        "text:5.1/relative-bound",
        le(posterior / left_out, n * a),
        (*_NUMBERS, eq(left_out, 1 / n), posterior >= 0, posterior <= a),
        remark="What a cap of a on the posterior means for the relative risk.",
    ),
    definition("eq:40", eq(r, n * a), _NUMBERS, remark="At p = 1/n, q = 1; +oo elsewhere."),
    claim(
        "text:5.1/theorem-1-by-analogy",
        le(L_0 / (L_0 * p + L_1 * (1 - p)), 1 / (p + decay * (1 - p))),
        (p > 0, p <= 1, L_0 > 0, L_1 > 0, le(decay, L_1 / L_0)),
    ),
    claim("eq:41.1", eq(known_value_budget(1 / r), _line_41), (*_NUMBERS, eq(p, 1 / n), eq(r, n * a))),
    claim("eq:41.2", eq(_line_41, _form_41), _NUMBERS),
    claim("text:5.1/risk-bound", eq(n * a, sp.Rational(4, 3)), _EXAMPLE),
    claim("text:5.1/eps-exact", eq(_form_41, sp.log(sp.Rational(3, 2))), _EXAMPLE),
    claim("text:5.1/eps", PrintedNumber("box", _point, "eps", "0.41"), ()),
    cited("eq:42", eq(eps, T_change / v_change * _form_41), (*_NUMBERS, v_change > 0), "[21]"),
    cited("eq:43", T_change >= 0, (), "[21]"),
    cited("eq:44", v_change >= 0, (), "[21]"),
    cited("text:5.1/lowest", eq(eps, sp.Rational(34, 100)), (), "[21]"),
    cited("text:5.1/highest", eq(eps, sp.Rational(162, 100)), (), "[21]"),
)

_bound_46 = 1 / (q + sp.exp(-2 * eps) * (1 - q))
_posterior_bound = q / (q + sp.exp(-2 * eps) * (1 - q))

WOOD_ET_AL: tuple[Claim, ...] = (
    cited(
        "eq:45",
        le(a_1, a_0 / (a_0 + sp.exp(-2 * eps) * (1 - a_0))),
        (eps > 0, a_0 > 0, a_0 <= 1),
        "[30], corrected in [31]",
    ),
    claim("eq:46.1", le(risk, _bound_46), (*PRIORS, eq(p, 1), *THEOREM_1)),
    claim(
        "eq:46.2",
        le(absolute, _posterior_bound),
        (q > 0, q <= 1, eq(absolute, risk * q), le(risk, _bound_46)),
    ),
    claim("text:5.2/theorem-1-at-p-1", eq(risk_bound().subs(p, 1), _bound_46), (q > 0, q <= 1)),
)

CLAIMS: tuple[Claim, ...] = (*LEE_AND_CLIFTON, *WOOD_ET_AL)
