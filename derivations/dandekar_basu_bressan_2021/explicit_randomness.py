"""Section 4.1 of Dandekar, Basu and Bressan (2021): the Laplace mechanism's risk, Theorem 4, (4).

Outputs are in units of the noise's scale; f(x) = 0, and f(y) differs from it in one coordinate, by as much as
the sensitivity allows. All other coordinates cancel in the loss, so that its law is the same for every k.
"""

from __future__ import annotations

import sympy as sp

from derivations.dandekar_basu_bressan_2021.background import DENSITY, b, higher
from derivations.dandekar_basu_bressan_2021.notation import (
    BELOW,
    LAPLACE,
    LEVELS,
    LOSS,
    PRINTED,
    D,
    claim,
    eps,
    eps0,
    share,
    t,
    up_to,
    z,
)
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import DerivativeSign
from verify.calculus.integral import DefiniteIntegral
from verify.claims.claim import Claim
from verify.integers.densities import NormalisedForEvery
from verify.integers.series import SeriesIntegral
from verify.integers.shares import ShareAtMostOne, ShareRises
from verify.integers.successive_shares import ShareForNext, SuccessiveRatio
from verify.language.as_printed import eq, gt, le, lt

k = parameter("k")
ZERO, ONE, HALF = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)
PRINTED_2 = up_to(2, eps) / up_to(2, eps0)
"""(3) for k = 2."""

INSIDE = (*LEVELS, *BELOW)
_WITH_NOISE = (D > 0, eps0 > 0)


def probability(event: sp.Basic, value: sp.Expr) -> DefiniteIntegral:
    """That the probability of an event is the value, an output being random under the mechanism at x.

    Parameters
    ----------
    event : Boolean
        About the output z.
    value : Expr
        In the levels.

    Examples
    --------
    >>> from verify.prover.prover import Prover
    >>> probability(z > 0, HALF).examine((), Prover()).proved
    True
    """
    return DefiniteIntegral(sp.Piecewise((LAPLACE, event), (0, True)), z, -sp.oo, sp.oo, value)


def within(value: sp.Expr) -> DefiniteIntegral:
    """That P(abs(C) <= eps) is the value."""
    return probability(le(sp.Abs(LOSS), eps), value)


def density(factor: sp.Expr) -> sp.Expr:
    """factor * t^(k - 1/2) K_{k - 1/2}(t)/(sqrt(2 pi) Gamma(k)).

    Parameters
    ----------
    factor : Expr
        In front.
    """
    order = k - HALF
    return factor * t**order * sp.besselk(order, t) / (sp.sqrt(2 * sp.pi) * sp.gamma(k))


PROPER = density(2 ** (2 - k))
"""The density of T: that of Lemma 9 without theta."""

_NEXT = -t / (2 * k)
"""The densities of T for k + 1 and k differ by the derivative of this times that for k."""


def normalised(factor: sp.Expr) -> NormalisedForEvery:
    """That this times t^(k - 1/2) K_{k - 1/2}(t)/(sqrt(2 pi) Gamma(k)) is a density, for every k.

    Parameters
    ----------
    factor : Expr
        In front.
    """
    share = factor / 2 ** (2 - k)
    proof = (_NEXT * PROPER * share, (-share, share), (-sp.exp(-t) * share.subs(k, ONE),))
    return NormalisedForEvery(density(factor), t, ZERO, sp.oo, ONE, k, ONE, *proof)


def _regularised(above: sp.Expr, below: tuple[sp.Expr, ...], level: sp.Expr) -> sp.Expr:
    """1F2 at level^2/4, divided by the gamma function at the lower parameters."""
    return sp.hyper([above], list(below), level**2 / 4) / sp.prod([sp.gamma(one) for one in below])


def hypergeometric(level: sp.Expr) -> sp.Expr:
    """What P(T <= level) is said to be proportional to in Appendix B."""
    first = _regularised(HALF, (3 * HALF - k, 3 * HALF), level) * sp.sqrt(sp.pi) * 4**k * level
    return first - 2 * _regularised(k, (HALF + k, k + 1), level) * level ** (2 * k) * sp.gamma(k)


CONSTANT = (-1) ** (k + 1) * sp.sqrt(sp.pi) / (2 * 4**k * sp.gamma(k))
"""The factor of proportion, where T has the density `PROPER`."""

SHARE = (PROPER, t, ZERO, eps, eps0, k, ONE)
"""(3) for every k: P(T <= eps)/P(T <= eps0), T with the density `PROPER`."""

y = parameter("y")
"""t times the quotient of K_{k - 3/2} and K_{k - 1/2} at t."""

_TIMES_T = y**2 + (2 * k - 1) * y - t**2
"""t times the derivative of y."""

_BESSELS = SuccessiveRatio(
    y,
    t * sp.besselk(k - 3 * HALF, t) / sp.besselk(k - HALF, t),
    t**2 / (y + 2 * k - 1),
    sp.And(y > 0, _TIMES_T > 0, 2 * (y + 2 * k - 1) > _TIMES_T),
)
"""The densities of T for k + 1 and k have the quotient (y + 2 k - 1)/(2 k)."""

FOR_A_SHARE = sp.log(1 / (1 - share * (1 - sp.exp(-eps0))))
"""The right side of (4)."""

CLAIMS: tuple[Claim, ...] = (
    claim(
        "thm:4/range",
        ShareAtMostOne(*SHARE),
        (eps >= 0, eps0 > 0),
        missing=(eps <= eps0,),
    ),
    claim(
        "thm:4.1",
        within(PRINTED),
        INSIDE,
        remark="k = 1, gamma_1 as the probability that the loss does not exceed eps. It is "
        "exp(-eps0/2) sinh(eps/2) for eps < eps0, less than half of (3).",
    ),
    claim(
        "thm:4.2",
        probability(gt(sp.Abs(LOSS), eps), PRINTED),
        INSIDE,
        remark="k = 1, gamma_1 as the risk of (1): the probability that the loss exceeds eps.",
    ),
    claim(
        "thm:4.3",
        within(PRINTED_2),
        INSIDE,
        remark="k = 2, for neighbours that differ in one coordinate of the query.",
    ),
    claim(
        "thm:4/density",
        normalised(2 ** (1 - k) * eps0 / D),
        _WITH_NOISE,
        corrected=normalised(2 ** (2 - k)),
        remark="T is a distance in units of the scale: eps0/D does not belong there.",
    ),
    claim(
        "thm:4/distribution",
        SeriesIntegral(
            density(2 ** (1 - k) * eps0 / D),
            t,
            eps,
            eps0 / (2 * D) * CONSTANT * hypergeometric(eps),
            k,
            ONE,
        ),
        (*_WITH_NOISE, eps > 0),
        remark="For every k: P(T <= eps), up to a constant factor, which cancels in (3).",
    ),
    claim(
        "text:4.1/bijective",
        ShareRises(*SHARE),
        (eps0 > 0,),
        remark="The integral is continuous: (3) takes each value from 0 to 1 at one level up to eps0.",
    ),
    claim(
        "text:4.1/more-noise.1",
        DefiniteIntegral(sp.Abs(z) * DENSITY, z, -sp.oo, sp.oo, b),
        (b > 0,),
        remark="The mean noise of one coordinate.",
    ),
    claim(
        "text:4.1/more-noise.2",
        DerivativeSign(k * b, k, ">"),
        (b > 0, k >= 1),
        remark="Of all coordinates together.",
    ),
    claim(
        "text:4.1/more-coordinates.1",
        ShareForNext(*SHARE, relation=">"),
        INSIDE,
        remark="gamma_1 of (3) at fixed eps and eps0.",
    ),
    claim(
        "text:4.1/more-coordinates.2",
        ShareForNext(*SHARE, slope=_TIMES_T / (2 * k * t), ratio=_BESSELS),
        INSIDE,
        remark="At fixed gamma_1 and eps0: (3) falls with k and rises with the level, which so rises with k.",
    ),
    claim(
        "eq:4",
        eq(eps, FOR_A_SHARE),
        (eq(share, PRINTED), eps >= 0, eps0 > 0),
        remark="As it follows from (3) with k = 1.",
    ),
    claim(
        "text:4.1/smaller-noise",
        lt(-higher * t, -eps0 * t),
        (eps0 > 0, higher > eps0, t > 0),
        remark="Logarithms of the probability of noise above t times the sensitivity, exp(-eps0 t).",
    ),
    claim(
        "text:4.1/level-of-the-noise.1",
        DerivativeSign(PRINTED, eps0, ">"),
        (eps > 0, eps0 > 0),
        remark="gamma_1 at a fixed eps, k = 1.",
    ),
    claim(
        "text:4.1/level-of-the-noise.2",
        DerivativeSign(FOR_A_SHARE, eps0, ">"),
        (eps0 > 0, share >= 0, share <= 1),
        missing=(share > 0,),
        remark="eps at a fixed gamma_1, k = 1.",
    ),
    claim(
        "text:4.1/two-coordinates.1",
        lt(PRINTED_2, PRINTED_2.subs(eps0, higher)),
        (*LEVELS, higher > eps0),
        remark="gamma_1 at a fixed eps, k = 2.",
    ),
    claim(
        "text:4.1/two-coordinates.2",
        ShareRises(*SHARE[:6], 2 * ONE),
        (eps0 > 0,),
        remark="eps at a fixed gamma_1 > 0: both sides of P(T <= eps) = gamma_1 P(T <= eps0) rise strictly.",
    ),
)
