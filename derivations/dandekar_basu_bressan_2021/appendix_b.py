"""Appendix B of Dandekar, Basu and Bressan (2021): overlap, Lemmas 5 to 11, (14) to (18), Corollary 3.

Outputs and distances are in units of the noise's scale where no scale is printed.
"""

from __future__ import annotations

import sympy as sp

from derivations.dandekar_basu_bressan_2021.background import (
    COORDINATES,
    DENSITY,
    DISTANCE,
    GAIN,
    TRIANGLE,
    b,
    i,
    q_x,
    q_y,
    z_i,
)
from derivations.dandekar_basu_bressan_2021.explicit_randomness import (
    CONSTANT,
    INSIDE,
    ONE,
    PRINTED_2,
    PROPER,
    ZERO,
    density,
    hypergeometric,
    k,
    normalised,
    probability,
    within,
)
from derivations.dandekar_basu_bressan_2021.notation import (
    LOSS,
    PRINTED,
    WITHIN,
    D,
    claim,
    definition,
    eps,
    eps0,
    f,
    g,
    n,
    o,
    t,
    z,
)
from symbolic_eps.theory.symbols import parameter
from verify.calculus.integral import DefiniteIntegral
from verify.claims.claim import Claim
from verify.integers.integrals import HypergeometricIntegral
from verify.integers.series import SeriesIntegral
from verify.language.as_printed import eq, ge, gt, le, lt, product, ratio
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Total

theta, M, x, apart, r = (parameter(name) for name in ("theta", "M", "x", "apart", "r"))
"""The scale of Gamma laws, the bound of Lemma 10, a difference, f(y) - f(x) in units, a ratio."""

level_1, level_2, mu, overlap = (parameter(name) for name in ("level_1", "level_2", "mu", "O"))
"""eps_1 and eps_2 of Lemma 5, in units of 1/Delta_f; where the densities cross; the overlap."""

a_n, b_n, a, c, m = (parameter(name) for name in ("A_n", "B_n", "a", "c", "m"))
"""Distances of the output from f(x) and f(y): before the last coordinate, and there; 1/(2 scale)."""


def _law(level: sp.Expr) -> sp.Expr:
    return level / 2 * sp.exp(-level * sp.Abs(z))


def _log_law(level: sp.Expr) -> sp.Expr:
    """The logarithm of twice the density."""
    return sp.log(level) - level * sp.Abs(z)


CROSSING = (
    level_2 > 0,
    level_2 <= level_1,
    eq(mu * (level_1 - level_2), sp.log(level_1 / level_2)),
)


_lesser = sp.Piecewise((_law(level_2), le(sp.Abs(z), mu)), (_law(level_1), True))


def _overlap(quotient: sp.Rational) -> sp.Expr:
    """Lemma 5 at eps_1 = 1 and eps_2 = quotient: exp(-mu eps_2) is a power of the quotient."""
    exponent = 1 / (1 - quotient)
    return 1 - (quotient ** (quotient * exponent) - quotient**exponent)


_SIX, _EIGHT = sp.Rational(3, 5), sp.Rational(4, 5)
_share_of = {level: WITHIN.subs({eps: level, eps0: 1}) for level in (_SIX, _EIGHT)}
_bounded = le(GAIN, D)
_spread = Total(sp.Abs(sp.Abs(q_y - z_i) - sp.Abs(q_x - z_i)), i)
_spread_below = le(_spread, DISTANCE)
_GAMMA = (theta > 0,)


_APART = x / theta
_JOINT = (t * (t + x)) ** (k - 1) * sp.exp(-(2 * t + x) / theta) / (sp.gamma(k) ** 2 * theta ** (2 * k))
_DIFFERENCE = HypergeometricIntegral(
    _JOINT,
    t,
    ZERO,
    sp.oo,
    density(2 ** (1 - k) / theta).subs(t, _APART),
    k,
    ONE,
    companion=-t
    * (t + x)
    * (2 * t**2 + 2 * t * x + (2 * k + 2) * t * theta + k * x * theta + x * theta)
    / (k * (k + 1) * theta**3)
    * _JOINT,
    recurrence=(-(_APART**2), -2 * k * (2 * k + 1), 4 * k * (k + 1)),
    starting=(
        -sp.exp(-(2 * t + x) / theta) / (2 * theta),
        -(2 * t**2 + 2 * t * x + 2 * t * theta + x * theta + theta**2)
        * sp.exp(-(2 * t + x) / theta)
        / (4 * theta**3),
    ),
)
"""The density of X_1 - X_2 at x > 0 as the integral of that of X_2 at t and of X_1 at x + t."""


def _sum_of(count: sp.Expr, scale: sp.Expr, at: sp.Expr) -> sp.Expr:
    """The density of Gamma(count, scale)."""
    return at ** (count - 1) * sp.exp(-at / scale) / (sp.gamma(count) * scale**count)


def _one_more(count: sp.Expr, scale: sp.Expr) -> DefiniteIntegral:
    """That a sum of so many exponential numbers and one more has the Gamma law of one more."""
    joint = _sum_of(count, scale, z) * sp.exp(-(t - z) / scale) / scale
    return DefiniteIntegral(joint, z, ZERO, t, _sum_of(count + 1, scale, t))


def _lemma_10(bound: sp.Expr) -> SeriesIntegral:
    """That abs(X_1 - X_2) <= M is T at most the bound, in probability."""
    law = PROPER.subs(t, t / theta) / theta
    return SeriesIntegral(law, t, M, CONSTANT * hypergeometric(bound), k, ONE)


CLAIMS: tuple[Claim, ...] = (
    claim("text:B/more-noise", lt(D / eps0, D / eps), (*INSIDE, D > 0), remark="The mean noise."),
    definition(
        "def:8", eq(overlap, Total(sp.Min(f, g), o)), remark="As a sum over outputs instead of an integral."
    ),
    claim(
        "lem:5",
        DefiniteIntegral(_lesser, z, -sp.oo, sp.oo, 1 - (sp.exp(-mu * level_2) - sp.exp(-mu * level_1))),
        (mu > 0, level_1 > 0, level_2 > 0),
        remark="That the integrand is the smaller density is lem:5/order.",
    ),
    claim(
        "lem:5/inside",
        DefiniteIntegral(_law(level_2), z, -mu, mu, 1 - sp.exp(-mu * level_2)),
        (mu > 0, level_2 > 0),
        remark="Up to mu the smaller density is that of eps_2.",
    ),
    claim(
        "lem:5/outside",
        DefiniteIntegral(_law(level_1), z, mu, sp.oo, sp.exp(-mu * level_1) / 2),
        (mu > 0, level_1 > 0),
        remark="Beyond mu, on either side, it is that of eps_1.",
    ),
    claim("lem:5/order.1", le(_log_law(level_2), _log_law(level_1)), (*CROSSING, le(sp.Abs(z), mu))),
    claim("lem:5/order.2", ge(_log_law(level_2), _log_law(level_1)), (*CROSSING, ge(sp.Abs(z), mu))),
    claim(
        "lem:5/mu-is-defined",
        gt(level_1 - level_2, 0),
        (level_2 > 0, level_2 <= level_1),
        missing=(level_2 < level_1,),
        remark="mu is a quotient of this.",
    ),
    claim("text:B/overlap.1", le(sp.Abs(_overlap(_SIX) - sp.Rational(81, 100)), sp.Rational(1, 200))),
    claim("text:B/overlap.2", gt(_overlap(_SIX), sp.Rational(4, 5))),
    claim("text:B/same-privacy.1", ge(_share_of[_EIGHT], sp.Rational(4, 5))),
    claim("text:B/same-privacy.2", ge(_share_of[_SIX], sp.Rational(4, 5))),
    claim("lem:6.1", Derivation(COORDINATES, le(GAIN, DISTANCE), (TRIANGLE,))),
    claim(
        "lem:6.2",
        Derivation(
            COORDINATES, _bounded, (TRIANGLE, Step(_bounded, using=(le(GAIN, DISTANCE), le(DISTANCE, D))))
        ),
    ),
    claim("lem:7", DefiniteIntegral(DENSITY, z, -t, t, 1 - sp.exp(-t / b)), (b > 0, t > 0)),
    claim(
        "lem:8",
        _one_more(n, b),
        (b > 0, t > 0, n >= 1),
        remark="From n to n + 1: the density of the sum at t, as an integral over the sum of the first n; "
        "for n = 1 Gamma(1, b) is the exponential law itself.",
    ),
    claim(
        "lem:9",
        normalised(2 ** (2 - k) / theta),
        _GAMMA,
        corrected=normalised(2 ** (2 - k)),
        remark="T has no unit: theta does not belong there.",
    ),
    claim("text:B/density-of-the-difference", _DIFFERENCE, (*_GAMMA, x > 0)),
    claim(
        "text:B/unit-of-T",
        eq(sp.Abs(x) / 2, sp.Abs(x) / theta),
        _GAMMA,
        missing=(eq(theta, 2),),
        remark="T of Lemma 9 is on the right.",
    ),
    claim(
        "text:B/density-of-T",
        normalised(2 ** (1 - k) / theta),
        _GAMMA,
        corrected=normalised(2 ** (2 - k)),
        remark="The absolute value has twice the density of the difference, and no unit.",
    ),
    claim(
        "lem:10",
        _lemma_10(M),
        (*_GAMMA, M > 0),
        corrected=_lemma_10(M / theta),
        remark="abs(X_1 - X_2) <= M is T <= M/theta. P(T <= M) by the series at the end of the proof.",
    ),
    claim(
        "lem:11.1",
        probability(le(LOSS, eps), PRINTED),
        INSIDE,
        remark="k = 1, as printed: P(C <= eps).",
    ),
    claim("lem:11.2", within(PRINTED), INSIDE, remark="k = 1, with the absolute value where (1) has it."),
    claim(
        "lem:11/absolute-value",
        eq(sp.log(sp.Abs(r)), sp.Abs(sp.log(r))),
        (r > 0,),
        missing=(r >= 1,),
        remark="(1) has the absolute value of the logarithm.",
    ),
    claim(
        "eq:14.1",
        eq(
            ratio(product(m, sp.exp(-a_n), m, sp.exp(-a)), product(m, sp.exp(-b_n), m, sp.exp(-c))),
            product(sp.exp(-a_n) / sp.exp(-b_n), sp.exp(-a) / sp.exp(-c)),
        ),
        (m > 0,),
        remark="The step from k - 1 coordinates to k.",
    ),
    claim(
        "eq:14.2",
        eq(ratio(sp.exp(-a), sp.exp(-c)), sp.exp(c - a)),
        remark="In each coordinate.",
    ),
    claim(
        "eq:14.3",
        eq(eps0 * (c - a) / D, product(eps, ratio(eps0 * (c - a), eps * D))),
        (D > 0, sp.Ne(eps, 0)),
        remark="The exponents.",
    ),
    claim(
        "eq:15",
        eq(-sp.Abs(z - apart), -sp.Abs(z)),
        (le(sp.Abs(apart), eps0),),
        missing=(eq(apart, 0),),
        remark="Exponents of the density of f(y) - z, z an output of the mechanism at x, and of the noise's.",
    ),
    claim(
        "eq:16",
        _one_more(k, ONE),
        (t > 0, k >= 1),
        remark="As Lemma 8, in units of the scale, from k coordinates to k + 1; lem:7 is that of one.",
    ),
    claim(
        "text:B/sum-is-bounded",
        Derivation(
            COORDINATES,
            le(_spread, D),
            (
                Step(_spread_below, Termwise(), ()),
                Step(le(_spread, D), using=(_spread_below, le(DISTANCE, D))),
            ),
        ),
    ),
    claim("eq:18", within(PRINTED), INSIDE, remark="k = 1."),
    claim(
        "text:B/two-coordinates",
        within(PRINTED_2),
        INSIDE,
        remark="k = 2, neighbours that differ in one coordinate.",
    ),
    claim(
        "cor:3.1",
        le(1 - WITHIN, 1 - PRINTED),
        INSIDE,
        remark="k = 1: on the left the probability that the loss exceeds eps.",
    ),
    claim("cor:3.2", le(sp.Abs(LOSS), eps), (eps0 > 0, eps > eps0), remark="The loss never exceeds eps0."),
)
