"""Section 4.3 and Appendix D of Dandekar, Basu and Bressan (2021): Theorem 6, Lemmas 12 and 13.

What fails is shown where every pair of neighbours has the same sensitivity: the sampled one is then the true
one, eta = 1, every pair is covered, and only the noise is random.
"""

from __future__ import annotations

import sympy as sp

from derivations.dandekar_basu_bressan_2021.explicit_randomness import INSIDE, k, within
from derivations.dandekar_basu_bressan_2021.implicit_randomness import (
    DKW,
    F,
    F_n,
    P_close,
    close,
    covered,
    quantile,
    rho,
    sampled,
    w,
)
from derivations.dandekar_basu_bressan_2021.notation import (
    PRINTED,
    WITHIN,
    D,
    claim,
    definition,
    n,
    o,
)
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import DerivativeSign
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, le, lt, ratio
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total, conditional

gamma_3, loss, private = (parameter(name) for name in ("gamma_3", "C", "A"))
"""gamma_3, the loss, whether A occurs."""

x, y, P_covered = parameter("x"), parameter("y"), parameter("P_covered")

P_T, P_T0 = parameter("P_T"), parameter("P_T0")
"""P(T <= eps) and P(T <= eta eps0)."""

_EXPONENT = -2 * rho**2 * n
_BOUND = PRINTED * quantile * DKW
_QUANTILE = (quantile >= 0, quantile <= 1)
_ACCURACY = (rho >= 0,)
_SAMPLE = (n >= 1,)
_LIPSCHITZ = (sampled > 0, le(sampled, D), rho >= 0)

_A, _B, _C = (Total(w * event, o) for event in (private, covered, close))
COVERED = eq(_B, P_covered)
_WORLD = Setting(
    {w: (o,), covered: (o,), close: (o,), private: (o,)},
    (w >= 0, eq(Total(w, o), 1), COVERED, eq(_C, P_close)),
    events=(covered, close, private),
    supports=Supports.FINITE,
)
_PRODUCT = conditional(w, private, covered, o) * conditional(w, covered, close, o) * Total(w * close, o)
_chain = ge(Total(w * private, o), _PRODUCT)
_POSSIBLE = (P_covered > 0, P_close > 0)
_EVENTS = tuple(side for event in (private, covered, close) for side in (event >= 0, 1 - event >= 0))
_AB, _BC = Total(w * private * covered, o), Total(w * covered * close, o)
_PARTS = (le(_AB, _A), le(_BC, _B), ge(_AB, 0))
_CHAIN = (
    *(Step(part, Termwise(), (w >= 0, *_EVENTS)) for part in _PARTS),
    Step(_chain, using=(*_PARTS, COVERED, eq(_C, P_close), *_POSSIBLE)),
)

CLAIMS: tuple[Claim, ...] = (
    claim(
        "thm:6",
        ge(WITHIN, _BOUND),
        (*INSIDE, *_QUANTILE, *_ACCURACY, *_SAMPLE),
        remark="k = 1, the same sensitivity for every pair.",
    ),
    claim(
        "text:4.3/error-parameter.1",
        DerivativeSign(_EXPONENT, rho, ">"),
        (*_ACCURACY, *_SAMPLE),
        remark="The exponent in (6) rises with rho, and the bound falls.",
    ),
    claim(
        "text:4.3/error-parameter.2",
        DerivativeSign(_EXPONENT, rho, "<"),
        (*_ACCURACY, *_SAMPLE),
        missing=(rho > 0,),
        remark="The bound rises with rho: the two decrease together.",
    ),
    claim(
        "text:4.3/more-samples",
        DerivativeSign(_EXPONENT, n, "<"),
        (*_ACCURACY, *_SAMPLE),
        missing=(rho > 0,),
        remark="The exponent in (6): the bound rises with n.",
    ),
    definition("eq:7", eq(gamma_3, ratio(P_T, P_T0) * quantile)),
    definition("eq:22", le(loss, parameter("eps"))),
    claim("cor:4", within(PRINTED), INSIDE, remark="k = 1, the same sensitivity for every pair."),
    claim(
        "lem:12.1",
        ge(D / sampled, 1 + rho / sampled),
        _LIPSCHITZ,
        remark="For some k >= 1: at least for k = 1. Where every pair has the same sensitivity, D_S is D.",
    ),
    claim(
        "lem:12.2",
        le(D / sampled, 1 + k * rho / sampled),
        (*_LIPSCHITZ[:2], rho > 0, k >= 1),
        remark="With one k for all laws: with a probability below rho a pair's sensitivity may be above all "
        "that are sampled, and by any amount.",
    ),
    claim(
        "text:D/accuracy-at-the-largest",
        le(F_n, 1 + rho),
        (le(F_n - F, rho), F >= 0, F <= 1),
        remark="Display (23).",
    ),
    claim(
        "text:D/strictly",
        lt(F_n - F, rho),
        (le(sp.Abs(F_n - F), rho), F >= 0, F <= 1, F_n >= 0, F_n <= 1, *_ACCURACY),
        corrected=le(F_n - F, rho),
        remark="(20) has <=, and so has the line after the next.",
    ),
    claim(
        "text:D/lipschitz",
        le(sp.Abs(sp.Min(1, 2 * x) - sp.Min(1, 2 * y)), sp.Abs(x - y)),
        (x >= 0, y >= 0),
        remark="The distribution function of uniform numbers in [0, 1/2].",
    ),
    claim(
        "text:D/step-3",
        le(rho, D - sampled),
        (*_LIPSCHITZ, le(sp.Abs(1 - F_n), D - sampled), le(F_n, 1 + rho), F_n >= 0, F_n <= 1),
        remark="F_n is its value at the true sensitivity.",
    ),
    claim(
        "text:D/step-4",
        le(1 + rho / sampled, D / sampled),
        (*_LIPSCHITZ, le(rho, D - sampled)),
    ),
    claim(
        "lem:13",
        ge(WITHIN, _BOUND),
        (*INSIDE, *_QUANTILE, *_ACCURACY, rho <= 1, *_SAMPLE),
        remark="As Theorem 6.",
    ),
    claim(
        "eq:24.1",
        Derivation(_WORLD, _chain, _CHAIN),
        (),
        missing=_POSSIBLE,
    ),
    claim(
        "eq:24.2",
        ge(ratio(P_T, P_T0) * quantile * P_close, ratio(P_T, P_T0) * quantile * DKW),
        (P_T >= 0, P_T0 > 0, *_QUANTILE, *_ACCURACY, *_SAMPLE, ge(P_close, DKW)),
        remark="For every k and eta, with cor:4 and eq:21.3 for the first two factors: what fails is there.",
    ),
)
