"""Appendix D: the setting of Lee and Clifton, (34)-(41), and the bounds of D.2, (42)-(43).

Here p is the prior probability that the individual was left out; L_0 and L_1 are the release's probabilities
without and with the individual, x = e^-eps.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import eps, p, q, r, risk
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.numbers import NUMBERS
from derivations.kazan_reiter_2024.proofs.theorem_2 import THEOREM_1
from derivations.kazan_reiter_2024.section_5 import cited, value
from symbolic_eps.theory.likelihoods import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim, Kind
from verify.language.as_printed import eq, ge, le, ratio

a, n, L_1 = parameter("a"), parameter("n"), parameter("L_1")
bound, posterior, left_out, a_0, a_1 = (
    parameter(name) for name in ("bound", "posterior", "left_out", "a_0", "a_1")
)
spread, change, largest_spread, largest_change = (
    parameter(name) for name in ("dv", "dT", "max_dv", "max_dT")
)

_LEE_CLIFTON, _PRIMER = "the paper's [27]", "the paper's [43]"
_POPULATION = (n > 1, a > 0, a < 1)
_LEFT_OUT_PRIOR = (p > 0, p <= 1)
_odds_bound = (n - 1) * a / (1 - a)
_line_38 = sp.log(ratio(1 - 1 / n, 1 / (n * a) - 1 / n))
_ALLOWED = (n > 1, a >= 1 / n, a < 1, x >= 1 / _odds_bound, x <= 1)

REDEFINED: tuple[Claim, ...] = (
    claim("eq:34", eq(p, left_out), (), kind=Kind.DEFINITION),
    claim("eq:35", eq(risk, posterior / left_out), (left_out > 0,), kind=Kind.DEFINITION),
    claim("eq:36", eq(a_0, posterior), (), kind=Kind.DEFINITION),
    claim(
        "text:D.1/implied-bound",
        sp.Equivalent(le(posterior, a), le(ratio(posterior, 1 / n), n * a)),
        (n > 0,),
        remark="The cap a on the posterior is the bound n a on the ratio (35).",
    ),
    claim("eq:37", eq(bound, n * a), _POPULATION, kind=Kind.DEFINITION, remark="At p = 1/n, q = 1."),
    claim(
        "text:D.1/analogy.1",
        le(L_0 / (L_0 * p + L_1 * (1 - p)), 1 / (p + x * (1 - p))),
        (*_LEFT_OUT_PRIOR, x > 0, x <= 1, L_0 > 0, x * L_0 <= L_1),
        remark="Theorem 1 at q = 1 with the redefined p and risk, by the first half of (10).",
    ),
    claim(
        "text:D.1/analogy.2",
        le(1 / (p + x * (1 - p)), r),
        (p > 0, p < 1, r > 0, r * p < 1, x >= (1 / r - p) / (1 - p)),
        remark="Theorem 2 at q = 1 with the redefined p.",
    ),
    claim(
        "eq:38.1",
        eq(sp.log(ratio(1 - p, 1 / r - p)), _line_38),
        (*_POPULATION, eq(p, 1 / n), eq(r, n * a)),
        remark="The second branch of (12).",
    ),
    claim("eq:38.2", eq(_line_38, sp.log(_odds_bound)), _POPULATION),
    claim(
        "text:D.1/their-setting",
        le(L_0 / (L_0 + (n - 1) * L_1), a),
        (*_ALLOWED, L_0 > 0, x**2 * L_0 <= L_1),
        missing=(x * L_0 <= L_1,),
        remark="In their setting exactly one of n is left out. That another is, is two steps from that this "
        "one "
        "is, so that (1) gives a factor e^-2eps between L_1 and L_0, not e^-eps: Assumption 2 fails, since "
        "the "
        "others' data have one row less if the individual is in. The budget (38) then exceeds the cap a.",
    ),
    claim(
        "text:D.1/their-setting-repair",
        le(L_0 / (L_0 + (n - 1) * L_1), a),
        (n > 1, a >= 1 / n, a < 1, x > 0, x <= 1, x**2 >= 1 / _odds_bound, L_0 > 0, x**2 * L_0 <= L_1),
        remark="Half of (38) keeps to the cap there.",
    ),
    claim(
        "text:D.1/their-setting-is-private",
        sp.And(
            *(
                ge(one, x * other)
                for pair in ((1, x), (x, x**2))
                for first, second in (pair, tuple((1 + x) - v for v in pair))
                for one, other in ((first, second), (second, first))
            )
        ),
        (x > 0, x <= 1),
        remark="A private release that does so: output 1 with probability x^k/(1+x), k = 0 if the "
        "individual alone "
        "is left out, 1 if another as well or nobody, 2 if others alone.",
    ),
    *(value(number.locator) for number in NUMBERS if number.locator.startswith("text:D.1/")),
)

THEIRS: tuple[Claim, ...] = (
    claim(
        "eq:39",
        eq(eps, largest_change / largest_spread * sp.log(_odds_bound)),
        (*_POPULATION, largest_change > 0, largest_spread > 0),
        kind=Kind.CITED,
        source=_LEE_CLIFTON,
    ),
    claim(
        "eq:40", le(change, largest_change), (), kind=Kind.CITED, source=_LEE_CLIFTON, remark="The largest."
    ),
    claim(
        "eq:41", le(spread, largest_spread), (), kind=Kind.CITED, source=_LEE_CLIFTON, remark="The largest."
    ),
    cited("text:D.1/lowest"),
    cited("text:D.1/highest"),
)

_participation = a_0 / (a_0 + sp.exp(-2 * eps) * (1 - a_0))
_posterior_bound = q / (q + sp.exp(-2 * eps) * (1 - q))

PRIMER: tuple[Claim, ...] = (
    claim(
        "eq:42",
        le(a_1, _participation),
        (a_0 >= 0, a_0 <= 1, eps >= 0),
        kind=Kind.CITED,
        source=_PRIMER,
        remark="Corrected in the paper's [44].",
    ),
    claim(
        "eq:43.1",
        le(risk, 1 / (q + sp.exp(-2 * eps) * (1 - q))),
        (eq(p, 1), q > 0, q <= 1, *THEOREM_1),
        remark="Given Theorem 1.",
    ),
    claim(
        "eq:43.2",
        le(posterior, _posterior_bound),
        (q > 0, q <= 1, eq(posterior, risk * q), le(risk, 1 / (q + sp.exp(-2 * eps) * (1 - q)))),
    ),
    claim(
        "text:D.2/same-spirit",
        eq(_posterior_bound, _participation.subs(a_0, q)),
        (q > 0, q <= 1),
        remark="(42) with the prior for the posterior of one who does not take part.",
    ),
)

CLAIMS: tuple[Claim, ...] = (*REDEFINED, *THEIRS, *PRIMER)
