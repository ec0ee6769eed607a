"""Appendix D: the setting of Lee and Clifton, (34)-(41), and the bounds of D.2, (42)-(43).

Here p is the prior probability that the individual was left out; L_0 and L_1 are the release's probabilities
without and with the individual, x = e^-eps.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import decay, eps, p, q, r, risk, risk_bound
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.numbers import NUMBERS
from derivations.kazan_reiter_2024.proofs.theorem_2 import THEOREM_1
from derivations.kazan_reiter_2024.section_5 import cited, value
from symbolic_eps.theory.likelihoods import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.theory.likelihoods import LIKELIHOOD_INSIDE as L_S
from symbolic_eps.theory.likelihoods import LIKELIHOOD_OUTSIDE as L_N
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim, Kind
from verify.language.as_printed import eq, ge, gt, le, lt, ratio

a, n, L_1 = parameter("a"), parameter("n"), parameter("L_1")
bound, posterior, left_out, a_0, s, size_1, size_2 = (
    parameter(name) for name in ("bound", "posterior", "left_out", "a_0", "s", "n_1", "n_2")
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
    claim("eq:37", eq(bound, n * a), (n >= 1,), kind=Kind.DEFINITION, remark="At p = 1/n, q = 1."),
    claim(
        "text:D.1/analogy.1",
        le(L_0 / (L_0 * p + L_1 * (1 - p)), 1 / (p + x * (1 - p))),
        (*_LEFT_OUT_PRIOR, x > 0, x <= 1, L_0 > 0, x * L_0 <= L_1),
        remark="Theorem 1 at q = 1 with the redefined p and risk, by the first half of (10).",
    ),
    claim(
        "text:D.1/analogy.2",
        le(1 / (p + decay * (1 - p)), r),
        (*_LEFT_OUT_PRIOR, r > 0, gt(decay, 0), le(eps, sp.log((1 - p) / (1 / r - p)))),
        remark="Theorem 2 at q = 1 with the redefined p.",
    ),
    claim(
        "eq:38.1",
        eq(sp.log(ratio(1 - p, 1 / r - p)), _line_38),
        (*_POPULATION, eq(p, 1 / n), eq(r, n * a)),
        missing=_NUMBER,
        remark="The second branch of (12). For a >= 1 the cap says nothing, and the logarithm is undefined.",
    ),
    claim("eq:38.2", eq(_line_38, sp.log(_odds_bound)), _POPULATION, missing=_NUMBER),
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
        sp.Or(lt(x**2, 1 / _odds_bound), le(L_0 / (L_0 + (n - 1) * L_1), a)),
        (n > 1, a >= 1 / n, a < 1, x > 0, x <= 1, L_0 > 0, x**2 * L_0 <= L_1),
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
    claim(
        "text:D.1/known-value",
        eq(s, 1),
        (eq(s * (1 - s), 0),),
        missing=(s > 0,),
        remark="Weaker than a public population only for a set S that holds the person's value: there the "
        "public value, in S or not as s = 1 or 0, gives this probability, and no set without it has it.",
    ),
    *(value(number.locator) for number in NUMBERS if number.locator.startswith("text:D.1/")),
)

THEIRS: tuple[Claim, ...] = (
    claim(
        "eq:39",
        eq(eps, largest_change / largest_spread * sp.log(_odds_bound)),
        (n >= 1,),
        kind=Kind.CITED,
        source=_LEE_CLIFTON,
    ),
    claim(
        "eq:40",
        sp.And(le(change, largest_change), eq(size_1, n - 1), eq(size_2, n - 2)),
        (n >= 1,),
        kind=Kind.DEFINITION,
        remark="The largest change between n - 1 records of the population and n - 2 of these.",
    ),
    claim(
        "eq:41",
        sp.And(le(spread, largest_spread), eq(size_1, n - 1), eq(size_2, n - 1)),
        (n >= 1,),
        kind=Kind.DEFINITION,
        remark="The largest change between two choices of n - 1 records of the population.",
    ),
    cited("text:D.1/lowest"),
    cited("text:D.1/highest"),
)

_participation = a_0 / (a_0 + sp.exp(-2 * eps) * (1 - a_0))
_posterior_bound = q / (q + sp.exp(-2 * eps) * (1 - q))

PRIMER: tuple[Claim, ...] = (
    claim(
        "eq:42",
        le(q * L_S / (q * L_S + (1 - q) * L_N), a_0 / (a_0 + x**2 * (1 - a_0))),
        (a_0 >= 0, a_0 <= 1, q > 0, q <= 1, x > 0, x <= 1, L_S > 0, L_N >= 0, x**2 * L_S <= L_N),
        missing=(a_0 >= q,),
        remark="Of the paper's [43], corrected in its [44]. Left: the posterior of Z = 1 given I = 1 by "
        "Bayes' theorem, with the likelihoods of t* for Z = 1 and Z = 0; q: the prior given I = 1. It needs "
        "that the posterior given I = 0 is no smaller, such as a_0 = q where Z is independent of I and of "
        "the others' data.",
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
        (q > 0, q <= 1, eq(risk, posterior / q), le(risk, 1 / (q + sp.exp(-2 * eps) * (1 - q)))),
    ),
    claim(
        "text:D.2/same-spirit",
        eq(q * risk_bound(), _participation.subs(a_0, q)),
        (eq(p, 1), q > 0, q <= 1, eps >= 0),
        remark="q times the bound of Theorem 1 at p = 1 is (42) with the prior for the posterior of one who "
        "does not take part.",
    ),
)

CLAIMS: tuple[Claim, ...] = (*REDEFINED, *THEIRS, *PRIMER)
