"""Appendix D: the setting of Lee and Clifton, (34)-(41), and the bounds of D.2, (42)-(43).

Here p is the prior probability that the individual was left out; L_0 and L_1 are the release's probabilities
without and with the individual, x = e^-eps.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter import same_sentences
from derivations.kazan_reiter.notation import decay, eps, p, q, r, risk, risk_bound
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.numbers import NUMBERS
from derivations.kazan_reiter_2024.proofs.theorem_2 import THEOREM_1
from derivations.kazan_reiter_2024.section_5 import cited, value
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim, Kind
from verify.language.as_printed import eq, ge, gt, le, ratio

a, n, L_1 = parameter("a"), parameter("n"), parameter("L_1")
bound, posterior, left_out, a_0, size_1, size_2 = (
    parameter(name) for name in ("bound", "posterior", "left_out", "a_0", "n_1", "n_2")
)
spread, change, largest_spread, largest_change = (
    parameter(name) for name in ("dv", "dT", "max_dv", "max_dT")
)

_LEE_CLIFTON = "the paper's [27]"
_POPULATION = (n >= 1, a >= 1 / n)
_NUMBER = (a < 1,)
_LEFT_OUT_PRIOR = (p > 0, p <= 1)
_odds_bound = (n - 1) * a / (1 - a)
_line_38 = sp.log(ratio(1 - 1 / n, 1 / (n * a) - 1 / n))
_ALLOWED = (n > 1, a >= 1 / n, a < 1, x >= 1 / _odds_bound, x <= 1)

REDEFINED: tuple[Claim, ...] = (
    claim("eq:34", eq(p, left_out), (), kind=Kind.DEFINITION),
    claim("eq:35", eq(risk, posterior / left_out), (), kind=Kind.DEFINITION),
    claim("eq:36", eq(a_0, posterior), (), kind=Kind.DEFINITION),
    claim(
        "text:D.1/implied-bound",
        sp.Equivalent(le(posterior, a), le(ratio(posterior, 1 / n), n * a)),
        (n >= 1,),
        remark="The cap a on the posterior is the bound n a on the ratio (35).",
    ),
    claim("eq:37", eq(r, n * a), (), kind=Kind.DEFINITION, remark="At p = 1/n, q = 1."),
    claim("text:D.1/analogy.1", **same_sentences.CAPPED_POSTERIOR),
    claim(
        "text:D.1/analogy.2",
        le(1 / (p + decay * (1 - p)), r),
        (*_LEFT_OUT_PRIOR, r > 0, gt(decay, 0), le(eps, sp.log((1 - p) / (1 / r - p)))),
        remark="Theorem 2 at q = 1 with the redefined p.",
    ),
    claim("eq:38.1", **same_sentences.BUDGET_FOR_SIZE),
    claim("eq:38.2", **same_sentences.BUDGET_FOR_SIZE_CANCELLED),
    claim("text:D.1/their-setting", **same_sentences.THEIR_SETTING),
    claim(
        "text:D.1/their-setting-repair",
        same_sentences.WITHIN_THE_CAP,
        same_sentences.THEIR_SETTING_AT_HALF,
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
    claim("text:D.1/known-value", **same_sentences.KNOWN_VALUE),
    *(value(number.locator) for number in NUMBERS if number.locator.startswith("text:D.1/")),
)

THEIRS: tuple[Claim, ...] = (
    claim(
        "eq:39",
        eq(eps, largest_change / largest_spread * sp.log(_odds_bound)),
        (),
        kind=Kind.CITED,
        source=_LEE_CLIFTON,
    ),
    claim(
        "eq:40",
        same_sentences.largest_change(largest_change, change, n - 2),
        (),
        kind=Kind.DEFINITION,
        remark="The largest change between n - 1 records of the population and n - 2 of these.",
    ),
    claim(
        "eq:41",
        same_sentences.largest_change(largest_spread, spread, n - 1),
        (),
        kind=Kind.DEFINITION,
        remark="The largest change between two choices of n - 1 records of the population.",
    ),
    cited("text:D.1/lowest"),
    cited("text:D.1/highest"),
)

_participation = a_0 / (a_0 + sp.exp(-2 * eps) * (1 - a_0))
_posterior_bound = q / (q + sp.exp(-2 * eps) * (1 - q))

_PARTICIPATION = {
    **same_sentences.PARTICIPATION,
    "remark": f"Of the paper's [43], corrected in its [44]. {same_sentences.PARTICIPATION['remark']}",
}

PRIMER: tuple[Claim, ...] = (
    claim("eq:42", **_PARTICIPATION),
    claim(
        "eq:43.1",
        le(risk, 1 / (q + sp.exp(-2 * eps) * (1 - q))),
        (eq(p, 1), q > 0, q <= 1, *THEOREM_1),
        remark="Given Theorem 1.",
    ),
    claim("eq:43.2", **same_sentences.BOUND_ON_POSTERIOR),
    claim(
        "text:D.2/same-spirit",
        eq(q * risk_bound(), _participation.subs(a_0, q)),
        (eq(p, 1), q > 0, q <= 1, eps >= 0),
        remark="q times the bound of Theorem 1 at p = 1 is (42) with the prior for the posterior of one who "
        "does not take part.",
    ),
)

CLAIMS: tuple[Claim, ...] = (*REDEFINED, *THEIRS, *PRIMER)
