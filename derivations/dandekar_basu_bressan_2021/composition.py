"""Section 3.1 of Dandekar, Basu and Bressan (2021): the loss, Lemma 1, Theorem 3, Corollary 1, the footnotes.

A mechanism with three answers shows what fails: with probability w it answers by randomized response with
odds exp(eps0) : 1, otherwise its answer tells nothing. Its loss is eps0 or -eps0, with probability w, or 0.
"""

from __future__ import annotations

import sympy as sp

from derivations.dandekar_basu_bressan_2021.background import P_x, P_y, higher
from derivations.dandekar_basu_bressan_2021.notation import (
    BELOW,
    LAPLACE,
    LAWS,
    LEVELS,
    LOSS,
    PRINTED,
    cited,
    claim,
    definition,
    delta,
    eps,
    eps0,
    f,
    g,
    n,
    o,
    risk,
    share,
    u,
    z,
)
from symbolic_eps.theory.symbols import parameter
from verify.calculus.integral import DefiniteIntegral
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, gt, le, lt, product, ratio, total
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total

beta, L, loss = parameter("beta"), parameter("L"), parameter("C")
"""beta, ln(1/delta), the loss."""

c_1, c_2 = parameter("c_1"), parameter("c_2")
"""The losses of two releases."""

f_1, f_2, g_1, g_2 = (parameter(name) for name in ("f_1", "f_2", "g_1", "g_2"))
"""P(M(x) = o) and P(M(y) = o) for a first and a second mechanism."""

P_n, Q_n = parameter("P_n"), parameter("Q_n")
"""The probabilities of the outputs before the last release."""

POSSIBLE = (f > 0, g > 0)
BEFORE = (P_n > 0, Q_n > 0)
POSITIVE = (f_1 > 0, f_2 > 0, g_1 > 0, g_2 > 0)
PRIVATE = (f <= sp.exp(eps0) * g, g <= sp.exp(eps0) * f)
OUTSIDE = (sp.Or(c_1 <= eps, c_2 <= eps),)
RENAMED = (eq(L, n * beta**2 / (2 * eps0**2)),)
PER_RELEASE = (share * eps**2 + (1 - share) * eps0**2) / 2
"""mu of Theorem 3."""

BUDGET = eps0 * sp.sqrt(2 * n * L) + n * PER_RELEASE
"""eps' of Theorem 3."""


_TELLS = (1 - share) * (sp.exp(eps0) - sp.exp(higher)) / (1 + sp.exp(eps0))
"""The least delta of the mechanism with three answers at the level eps'; w = 1 - gamma."""

_mean = (sp.exp(eps0) - 1) / (sp.exp(eps0) + 1)
"""The mean loss of randomized response, in units of eps0."""

_IN_ROOT = sp.sqrt(2 * eps0**2 * L + PER_RELEASE)
_AT = {eps0: sp.Integer(40), eps: sp.Integer(10), share: sp.Rational(31, 750), L: sp.Rational(1, 10)}
_FEW = {share: sp.Rational(1, 100), eps: sp.Integer(1), n: sp.Integer(1), L: sp.log(sp.Rational(5, 4))}
_RISK = {share: 1 - share}
"""Where gamma is a risk."""

w, l_f, l_c = parameter("w"), parameter("f_xy"), parameter("C_xy")
x_y = parameter("xy")
_EXPECTATION = Derivation(
    Setting({w: (x_y,), l_f: (x_y, o), l_c: (x_y, o)}, supports=Supports.FINITE),
    eq(Total(w * l_f * l_c, x_y, o), Total(w * Total(l_f * l_c, o), x_y)),
    (Step(eq(Total(w * l_f * l_c, x_y, o), Total(w * Total(l_f * l_c, o), x_y))),),
)

_BEYOND = sp.exp((eps - eps0) / 2)
_TOGETHER = 2 * n * eps0**2 * L
_RISK_REMARK = "gamma as in (1): the probability that the loss exceeds eps."

c, mean = parameter("c"), parameter("mean")
"""The loss at an output, and the mean loss of a release."""

_SECOND_ORDER = le(f * c - f + g, c**2 * (2 * f + g) / 6)
IN_REACH = (le(c, eps0), le(-c, eps0))
LOSS_WITHIN = sp.Or(sp.And(sp.Eq(u, 1), c <= eps, -c <= eps), sp.And(sp.Eq(u, 0), sp.Or(c > eps, -c > eps)))
OFTEN = (ge(Total(f * u, o), share), ge(Total(g * u, o), share))
"""The loss does not exceed eps with the probability gamma, whichever neighbour is the input."""

WITHIN_FACTS = (_SECOND_ORDER, *IN_REACH, LOSS_WITHIN, *OFTEN)
_goal = le(Total(f * c, o), PER_RELEASE)
_terms = le(Total(f * c - f + g, o), Total(c**2 * (2 * f + g) / 6, o))
_SQUARES = tuple(le(Total(law * c**2, o), Total(law * (u * eps**2 + (1 - u) * eps0**2), o)) for law in (f, g))
_SIGNS = (f >= 0, g >= 0, u >= 0, 1 - u >= 0)
MEAN_WITHIN = Derivation(
    Setting(
        {family: (o,) for family in (f, g, c, u)},
        (*LAWS, *WITHIN_FACTS),
        events=(u,),
        supports=Supports.FINITE,
    ),
    _goal,
    (
        Step(_terms, Termwise(), (_SECOND_ORDER,)),
        *(Step(one, Termwise(), (LOSS_WITHIN, *IN_REACH, *_SIGNS, *LEVELS, *BELOW)) for one in _SQUARES),
        Step(_goal, using=(_terms, *_SQUARES, *OFTEN, *LAWS[2:], *LEVELS, *BELOW)),
    ),
)

CLAIMS: tuple[Claim, ...] = (
    definition("def:6", eq(loss, sp.log(f / g))),
    claim(
        "lem:1",
        le(sp.Abs(sp.log(ratio(f, g))), eps0),
        (*POSSIBLE, *PRIVATE),
        remark="For every output that is possible.",
    ),
    claim(
        "thm:3/is-defined",
        ge(2 * n * sp.log(1 / delta), 0),
        (n >= 1, delta > 0),
        missing=(delta <= 1,),
        remark="For delta > 1 the root of Theorem 3 is one of a negative number.",
    ),
    claim(
        "thm:3.1",
        le(_TELLS.subs(higher, BUDGET.subs(_RISK)).subs(_FEW), sp.Rational(4, 5)),
        (eps0 > 0,),
        remark=f"{_RISK_REMARK} One release of the mechanism with three answers, w = gamma = 99/100, "
        "eps = 1, delta = 4/5.",
    ),
    claim(
        "thm:3.2",
        le(n * mean + eps0 * sp.sqrt(2 * n * L), BUDGET),
        (*LEVELS, n >= 1, L >= 0, share > 0, share <= 1, mean <= PER_RELEASE),
        remark="gamma as the probability that the loss does not exceed eps, whichever neighbour is "
        "the input. By Hoeffding's inequality the sum of n losses exceeds the left side with probability "
        "delta at most; the mean loss is bounded by text:3.1/mean.3 and mean.4.",
    ),
    claim(
        "eq:2.1",
        eq(sp.log(P_n * f / (Q_n * g)), sp.log(product(P_n / Q_n, f / g))),
        (*POSSIBLE, *BEFORE),
    ),
    claim(
        "eq:2.2",
        eq(sp.log(product(P_n / Q_n, f / g)), total(sp.log(P_n / Q_n), sp.log(f / g))),
        (*POSSIBLE, *BEFORE),
        remark="The step from n - 1 releases to n.",
    ),
    claim(
        "text:3.1/outside-of-B",
        le(c_1 + c_2, 2 * eps),
        (eps > 0, *OUTSIDE),
        remark="n = 2: outside of B only one of the losses has to be small. What has to be bounded is the "
        "probability that their sum exceeds eps'.",
    ),
    claim(
        "text:3.1/footnote-2",
        le(P_x, sp.exp(higher) * P_y + (sp.exp(eps) - sp.exp(higher) + delta)),
        (le(P_x, sp.exp(eps) * P_y + delta), higher > 0, le(higher, eps), P_y >= 0, P_y <= 1),
        remark="Here eps' is the lower level.",
    ),
    claim(
        "text:3.1/footnote-3.1",
        DefiniteIntegral(
            sp.Max(LAPLACE - sp.exp(eps) * sp.exp(-sp.Abs(z - eps0)) / 2, 0), z, -sp.oo, sp.oo, 1 - _BEYOND
        ),
        (*LEVELS, *BELOW),
        remark="The least delta of the Laplace mechanism at eps.",
    ),
    claim(
        "text:3.1/footnote-3.2",
        DefiniteIntegral(
            sp.Piecewise((LAPLACE, gt(LOSS, eps)), (0, True)), z, -sp.oo, sp.oo, 1 - _BEYOND / 2
        ),
        (*LEVELS, *BELOW),
        remark="P(C > eps).",
    ),
    claim(
        "text:3.1/footnote-3.3",
        lt(1 - _BEYOND, 1 - _BEYOND / 2),
        (*LEVELS, *BELOW),
        remark="The Laplace mechanism is (eps, delta)-differentially private with a delta below its risk.",
    ),
    claim(
        "text:3.1/mixture-loss",
        eq(
            sp.log((share * f_1 + (1 - share) * f_2) / (share * g_1 + (1 - share) * g_2)),
            share * sp.log(f_1 / g_1) + (1 - share) * sp.log(f_2 / g_2),
        ),
        (share > 0, share < 1, *POSITIVE),
        remark="The loss of a mechanism that chooses one of two is not the mean of their losses.",
    ),
    cited(
        "text:3.1/mean-of-the-loss",
        le(eps0 * _mean, eps0**2 / 2),
        "[5, Remark 3.4]",
        "The mean loss of an eps0-differentially private mechanism.",
    ),
    claim(
        "text:3.1/mean.1",
        le(risk * eps0 * _mean, (risk * eps**2 + (1 - risk) * eps0**2) / 2),
        (*LEVELS, *BELOW, risk > 0, risk <= 1),
        remark=f"{_RISK_REMARK} The mechanism with three answers, w = gamma.",
    ),
    claim(
        "text:3.1/mean.2",
        le(eps0 - 1 + sp.exp(-eps0), PER_RELEASE.subs(share, PRINTED)),
        (*LEVELS, *BELOW),
        remark="gamma as Theorem 4 gives it: on the left the mean loss of the Laplace mechanism.",
    ),
    claim(
        "text:3.1/mean.3",
        le(c * sp.exp(c) - sp.exp(c) + 1, c**2 * (2 * sp.exp(c) + 1) / 6),
        (),
        remark="At each output, in units of its probability at y; c is the loss there.",
    ),
    claim(
        "text:3.1/mean.4",
        MEAN_WITHIN,
        (*LEVELS, *BELOW, share > 0, share <= 1),
        remark="gamma as the probability that the loss does not exceed eps, whichever neighbour is the "
        "input, for every finite set of outputs. The bound of mean.3 is supposed of each output.",
    ),
    claim(
        "text:3.1/mean-of-laplace",
        DefiniteIntegral(LAPLACE * LOSS, z, -sp.oo, sp.oo, eps0 - 1 + sp.exp(-eps0)),
        (eps0 > 0,),
    ),
    cited(
        "text:3.1/hoeffding",
        le(parameter("P_exceeds"), sp.exp(-2 * n**2 * beta**2 / (n * (2 * eps0) ** 2))),
        "[18]",
        "For losses in an interval of length 2 eps0.",
    ),
    claim(
        "text:3.1/hoeffding-exponent",
        eq(
            ratio(-2 * (n * beta) ** 2, product(n, sp.Pow(2 * eps0, 2, evaluate=False))),
            ratio(-n * beta**2, 2 * eps0**2),
        ),
        (beta > 0, eps0 > 0, n >= 1),
    ),
    claim(
        "text:3.1/rearranged",
        eq(n * beta, eps0 * sp.sqrt(2 * n * L)),
        (beta > 0, eps0 > 0, n >= 1, *RENAMED),
        remark="L is ln(1/delta), delta the bound that is renamed.",
    ),
    claim(
        "text:3.1/without-a-share",
        eq(n * PER_RELEASE.subs(share, 0), n * eps0 * (sp.exp(eps0) - 1)),
        (eps0 > 0, n >= 1),
        remark="On the right what [12, Theorem 3.20] adds to the same root.",
    ),
    claim(
        "cor:1/equal-levels",
        eq(sp.sqrt(_TOGETHER + n * PER_RELEASE), BUDGET),
        (*LEVELS, n >= 1, L >= 0, share > 0, share <= 1),
        corrected=eq(sp.sqrt(_TOGETHER) + n * PER_RELEASE, BUDGET),
        remark="On the right Theorem 3; L is ln(1/delta). The root ends before mu.",
    ),
    claim(
        "cor:1/one-release",
        le(_TELLS.subs(higher, _IN_ROOT).subs(_AT), sp.exp(-_AT[L])),
        remark="gamma as the probability that the loss does not exceed eps. The mechanism with three "
        "answers, n = 1, eps0 = 40, eps = 10, gamma = 1 - w = 31/750, ln(1/delta) = 1/10: mu is under the "
        "root, and eps' = 33.",
    ),
    claim(
        "cor:1/mu",
        eq((eps**2 * (n * share) + n * (1 - share) * eps0**2) / 2, n * PER_RELEASE),
        (*LEVELS, n >= 1, share > 0),
        remark="For equal levels.",
    ),
    claim("text:3.1/total-expectation", _EXPECTATION, (), remark="For a finite number of pairs and outputs."),
)
