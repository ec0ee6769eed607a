"""Section 4.2 and Appendix C of Dandekar, Basu and Bressan (2021): the sampled sensitivity, Theorem 5.

Of n pairs of neighbours with independent sensitivities of a law without atoms, a fresh pair's sensitivity is
at most the m-th smallest with the probability m/(n + 1): the mean of an order statistic of uniform numbers.
"""

from __future__ import annotations

import sympy as sp

from derivations.dandekar_basu_bressan_2021.background import (
    COORDINATES,
    DISTANCE,
    GAIN,
    TRIANGLE,
)
from derivations.dandekar_basu_bressan_2021.notation import (
    D,
    cited,
    claim,
    definition,
    eps,
    finite_model,
    n,
    o,
    t,
)
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import DerivativeSign
from verify.claims.claim import Claim
from verify.integers.integrals import HypergeometricIntegral
from verify.integers.tails import SumAsIntegral
from verify.language.as_printed import eq, ge, le
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import TermBelowTotal, Termwise
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total, conditional

rho, quantile, empirical, S, sampled = (
    parameter(name) for name in ("rho", "gamma_2", "gamma_2_hat", "S_f", "D_S")
)
"""rho, gamma_2, its empirical value, the sensitivity of a pair, the sampled sensitivity."""

w, covered, close = (parameter(name) for name in ("w", "B", "C_rho"))
"""The probability of a sample with a fresh pair, and whether the events of (20) occur."""

F_n, F, gap, P_close = (parameter(name) for name in ("F_n", "F", "gap", "P_close"))
"""F_n and F at the sampled sensitivity, the greatest distance of the two, P(C)."""

DKW = 1 - 2 * sp.exp(-2 * rho**2 * n)
_MEMBERS, _RANK = sp.Integer(10), sp.Integer(9)
_CHANCE = _RANK / (_MEMBERS + 1)

m, j, U = parameter("m"), parameter("j"), parameter("U")
"""The rank of the sampled sensitivity, how many of the sample are at most a value, a share of the pairs."""

_ORDER = m * sp.binomial(n, m) * t ** (m - 1) * (1 - t) ** (n - m)
"""The density of the m-th smallest of n uniform numbers."""

_AT_LEAST = SumAsIntegral(
    sp.binomial(n, j) * U**j * (1 - U) ** (n - j),
    j,
    m,
    n,
    _ORDER,
    t,
    sp.Integer(0),
    U,
    n,
    m,
    companion=-j * sp.binomial(n, j) * t ** (j - 1) * (1 - t) ** (n - j),
    integers=(m,),
)
"""That m or more of n are at most U: the m-th smallest is."""

_COVERED = HypergeometricIntegral(
    t * _ORDER,
    t,
    sp.Integer(0),
    sp.Integer(1),
    m / (n + 1),
    n,
    m,
    companion=(n + 1) / (n + 1 - m) * t**2 * (1 - t) * _ORDER,
    recurrence=(-n - 1, n + 2),
    starting=(m * t ** (m + 1) / (m + 1),),
    integers=(m,),
)
"""That a fresh one is at most the m-th smallest: the mean of the order statistic."""

_SAMPLES = Setting(
    {w: (o,), covered: (o,), close: (o,)},
    (w >= 0, eq(Total(w, o), 1), eq(Total(w * close, o), P_close)),
    events=(covered, close),
    supports=Supports.FINITE,
)
_B = Total(w * covered, o)
_C = Total(w * close, o)
_GIVEN = conditional(w, covered, close, o)
_ELSE = conditional(w, covered, 1 - close, o)
_far = Total(w * (1 - close), o)
_total = eq(_B, _GIVEN * _C + _ELSE * _far)
_first = ge(_GIVEN * _C + _ELSE * _far, _GIVEN * _C)
_POSSIBLE = (P_close > 0, P_close < 1)
_CLOSE = (eq(Total(w, o), 1), eq(_C, P_close))
_rest = Total(w * covered * (1 - close), o)
_EVENTS = (covered >= 0, 1 - close >= 0)
_BOTH_POSSIBLE = finite_model({w: ("1/2", "1/2"), covered: ("1", "0"), close: ("1", "0")}, {P_close: "1/2"})

_log_ratio = le(eps * GAIN / D, eps * DISTANCE / D)
_NUMBER = -sp.log((1 - empirical / quantile) / 2) / (2 * rho**2)
_FOR_NUMBER = (empirical > 0, empirical < quantile, quantile <= 1, rho > 0)

reach = parameter("Delta")
"""A value of the sensitivity."""

LAW_OF_PAIRS = (w >= 0, eq(Total(w, o), 1))
UP_TO = sp.Or(sp.And(sp.Eq(covered, 1), reach >= S), sp.And(sp.Eq(covered, 0), reach < S))
_F = Total(w * covered, o)
_ALL = eq(_F, 1)
_beyond = w * (1 - covered)
_none = le(Total(_beyond, o), 0)
_LAST = le(_beyond, Total(_beyond, o))


def _pairs(*hypotheses: sp.Basic) -> Setting:
    """Pairs of neighbours with their probabilities and sensitivities, and those up to a value."""
    families = {family: (o,) for family in (w, S, covered)}
    return Setting(families, (*LAW_OF_PAIRS, UP_TO, *hypotheses), events=(covered,), supports=Supports.FINITE)


_each = eq(_F, Total(w, o))
NOT_ABOVE = Derivation(
    _pairs(le(S, reach)),
    _ALL,
    (Step(_each, Termwise(), (UP_TO, le(S, reach))), Step(_ALL, using=(_each, LAW_OF_PAIRS[1]))),
)
_QUANTILE = le(S, reach)
NOT_BELOW = Derivation(
    _pairs(_ALL, w > 0),
    _QUANTILE,
    (
        Step(_none, using=(_ALL, LAW_OF_PAIRS[1])),
        Step(_LAST, TermBelowTotal(), (w > 0, 1 - covered >= 0)),
        Step(_QUANTILE, using=(_none, _LAST, w > 0, UP_TO)),
    ),
)

CLAIMS: tuple[Claim, ...] = (
    claim(
        "thm:5/order-statistic.1",
        _AT_LEAST,
        (m >= 1, U >= 0, U <= 1),
        remark="The m-th smallest of n uniform numbers: its distribution function at U, and its density.",
    ),
    claim(
        "thm:5/order-statistic.2",
        _COVERED,
        (m >= 1,),
        remark="The probability that a fresh pair is covered by the m-th smallest of n.",
    ),
    claim(
        "thm:5",
        ge(_CHANCE, _RANK / _MEMBERS * DKW.subs(n, _MEMBERS)),
        (rho >= 0,),
        remark="n = 10, gamma_2 = 9/10: a fresh pair is covered with the probability 9/11.",
    ),
    definition("text:4.2/accuracy", ge(rho, gap)),
    claim(
        "text:4.2/fewer-samples.1",
        DerivativeSign(_NUMBER, quantile, "<"),
        _FOR_NUMBER,
        remark="n from (5) with equality; gamma_2 rises and its empirical value is fixed.",
    ),
    claim(
        "text:4.2/fewer-samples.2",
        DerivativeSign(_NUMBER, empirical, "<"),
        _FOR_NUMBER,
        remark="n from (5) with equality; the empirical value rises and gamma_2 is fixed.",
    ),
    claim(
        "text:4.2/lower-error",
        DerivativeSign(_NUMBER, rho, "<"),
        _FOR_NUMBER,
        remark="n from (5) with equality: a lower error needs more samples.",
    ),
    definition("text:4.2/sensitivity-of-a-pair", eq(S, DISTANCE)),
    definition("def:7", eq(F_n, quantile), remark="F_n at the sampled sensitivity."),
    claim(
        "text:4.2/largest.1",
        NOT_ABOVE,
        remark="F is 1 at the sensitivity of the query, the largest of a pair.",
    ),
    claim(
        "text:4.2/largest.2",
        NOT_BELOW,
        remark="No pair is above a value at which F is 1, if every pair can be drawn: the support of the "
        "data-generation distribution is the universe.",
    ),
    claim(
        "eq:19.3",
        Derivation(
            COORDINATES,
            _log_ratio,
            (TRIANGLE, Step(_log_ratio, using=(le(GAIN, DISTANCE), D > 0, eps > 0))),
        ),
        (D > 0, eps > 0),
        remark="Exponents.",
    ),
    definition("eq:20.1", le(S, sampled)),
    definition("eq:20.2", le(gap, rho)),
    claim(
        "eq:21.1",
        Derivation(_SAMPLES, _total, (Step(_total),), (_BOTH_POSSIBLE,)),
        (),
        missing=_POSSIBLE,
        remark="Conditioned on an event and on its complement.",
    ),
    claim(
        "eq:21.2",
        Derivation(
            _SAMPLES,
            _first,
            (
                Step(_rest >= 0, Termwise(), (w >= 0, *_EVENTS)),
                Step(eq(_ELSE * _far, _rest), using=(*_CLOSE, *_POSSIBLE)),
                Step(_first, using=(_rest >= 0, eq(_ELSE * _far, _rest), *_CLOSE, *_POSSIBLE)),
            ),
            (_BOTH_POSSIBLE,),
        ),
        (),
        missing=_POSSIBLE,
    ),
    claim(
        "eq:21.3",
        eq(F, F_n),
        (le(sp.Abs(F_n - F), rho), F >= 0, F <= 1, F_n >= 0, F_n <= 1, rho >= 0),
        remark="Where the sample is as close as rho, a fresh pair is covered with the probability F at the "
        "sampled sensitivity; F_n is its share of the sample.",
    ),
    cited("eq:21.4", ge(P_close, DKW), "[28]"),
    claim(
        "text:C/private-where-covered",
        le(eps * S / sampled, eps),
        (eps > 0, sampled > 0, S >= 0, le(S, sampled)),
        remark="The exponent of (19).",
    ),
)
