"""Appendix B of Dandekar, Basu and Bressan (2021): characteristic functions, hypergeometric series, (17)."""

from __future__ import annotations

import sympy as sp

from derivations.dandekar_basu_bressan_2021.appendix_b import theta, x
from derivations.dandekar_basu_bressan_2021.explicit_randomness import (
    CONSTANT,
    ONE,
    PROPER,
    ZERO,
    density,
    hypergeometric,
    k,
    probability,
)
from derivations.dandekar_basu_bressan_2021.notation import LOSS, claim, eps0, n, t
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.integers.induction import Induction, Sequence
from verify.integers.integrals import HypergeometricIntegral
from verify.integers.series import SeriesIntegral
from verify.integers.transforms import GammaTransform
from verify.language.as_printed import eq, ge

omega = parameter("omega")
"""The argument z of a characteristic function."""

_ANGLE = omega * theta
_SQUARE = 1 + _ANGLE**2
_GAMMA = (theta > 0,)

CHARACTERISTIC = GammaTransform(1 / (sp.gamma(n) * theta**n), n, 1 / theta, omega, t, ONE, -_ANGLE, n, ONE)
"""Of Gamma(n, theta): (1 - i z theta)^(-n)."""

RE, IM = parameter("Re"), parameter("Im")
"""The parts of (1 - i z theta)^(-n)."""

_PRODUCT = Induction(
    eq(RE**2 + IM**2, _SQUARE ** (-n)),
    n,
    ONE,
    (
        Sequence(RE, 1 / _SQUARE, (RE - _ANGLE * IM) / _SQUARE),
        Sequence(IM, _ANGLE / _SQUARE, (IM + _ANGLE * RE) / _SQUARE),
    ),
)
"""From n to n + 1 the parts are multiplied by (1 + i z theta)/(1 + z^2 theta^2)."""

_COSINE, _SINE = sp.cos(omega * t), sp.sin(omega * t)
_LAW = density(2 ** (1 - k) / theta).subs(t, t / theta)
_FIRST = sp.exp(-t / theta) / (2 * theta)
INVERSE = HypergeometricIntegral(
    _LAW * _COSINE,
    t,
    ZERO,
    sp.oo,
    _SQUARE ** (-k) / 2,
    k,
    ONE,
    companion=_LAW * t * _COSINE / (2 * k) - theta * _ANGLE * _LAW.subs(k, k + 1) * _SINE,
    recurrence=(ONE, -_SQUARE),
    starting=(-_FIRST * theta * _COSINE / _SQUARE + _FIRST * theta * _ANGLE * _SINE / _SQUARE,),
)
"""Half of the transform of the density of X_1 - X_2, which is even."""

CLAIMS: tuple[Claim, ...] = (
    claim("text:B/characteristic", CHARACTERISTIC, _GAMMA),
    claim("text:B/product", _PRODUCT, _GAMMA, remark="For every n: the square of its absolute value."),
    claim(
        "text:B/inverse",
        INVERSE,
        _GAMMA,
        remark="Half of the density's own transform, which is even and determines it.",
    ),
    claim(
        "eq:17",
        probability(ge(sp.Abs(LOSS), eps0), ZERO),
        (eps0 > 0,),
        remark="k = 1: the law on the right has a density, so that no single value has a probability.",
    ),
    claim(
        "text:B/hypergeometric",
        SeriesIntegral(PROPER, t, x, CONSTANT * hypergeometric(x), k, ONE),
        (x > 0,),
        remark=f"For every k; the factor of proportion is {CONSTANT}.",
    ),
)
