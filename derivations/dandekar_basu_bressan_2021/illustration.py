"""Sections 5.3 and 5.4 of Dandekar, Basu and Bressan (2021): the health centre's numbers, and composition.

All budgets are recomputed: 100 persons, E = 5500, c = 1, E_min = 0.
"""

from __future__ import annotations

import sympy as sp

from derivations.dandekar_basu_bressan_2021.background import DENSITY, b
from derivations.dandekar_basu_bressan_2021.composition import PER_RELEASE
from derivations.dandekar_basu_bressan_2021.cost import T
from derivations.dandekar_basu_bressan_2021.notation import (
    BELOW,
    LEVELS,
    WITHIN,
    claim,
    eps,
    eps0,
    n,
    share,
    up_to,
    z,
)
from verify.calculus.integral import DefiniteIntegral
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, gt, le, lt

STAKE = sp.Integer(550000)
NOISE, BEST = sp.Rational(1, 2), sp.Rational(274, 1000)
_CENT = sp.Rational(1, 200)


def cost(level: sp.Expr) -> sp.Expr:
    """(8) for the whole staff."""
    return STAKE * sp.exp(-1 / level)


def chance(level: sp.Expr, noise: sp.Expr) -> sp.Expr:
    """gamma of (4)."""
    return up_to(1, level) / up_to(1, noise)


def at_risk(level: sp.Expr, noise: sp.Expr = NOISE) -> sp.Expr:
    """(9) for the whole staff, with gamma of (4)."""
    return chance(level, noise) * cost(level) + (1 - chance(level, noise)) * cost(noise)


def slope(level: sp.Expr) -> sp.Expr:
    """The left side of (10)."""
    return 1 / level - sp.log(1 - (1 - sp.exp(level)) / level**2)


def rounds_to(value: sp.Expr, printed: str) -> sp.Basic:
    """That a value is as printed, to half a unit of the last digit.

    Examples
    --------
    >>> rounds_to(sp.Rational(1, 3), "0.33")
    Abs(-33/100 + 1/3) <= 1/200
    """
    decimals = len(printed.partition(".")[2])
    distance = sp.Abs(sp.Add(value, -sp.Rational(printed), evaluate=False), evaluate=False)
    return le(distance, sp.Rational(1, 2 * 10**decimals))


_CUT = sp.Rational("74434.40")
_ROOT = (sp.Rational(2735, 10000), sp.Rational(2745, 10000))
_NEAR = sp.Rational(2741, 10**4)
_TRUE = WITHIN.subs({eps: BEST, eps0: NOISE})
_DELTA = sp.log(10**5)
_PRIVACY_AT_RISK = eps0 * sp.sqrt(2 * n * _DELTA) + n * PER_RELEASE

CLAIMS: tuple[Claim, ...] = (
    claim(
        "eq:12",
        DefiniteIntegral(sp.Abs(z) * DENSITY.subs(b, 1 / eps), z, -sp.oo, sp.oo, 1 / eps),
        (eps > 0,),
    ),
    claim("text:5.3/least-level", ge(eps, sp.Rational(1, 2)), (eps > 0, le(1 / eps, 2))),
    claim("text:5.3/budget.1", rounds_to(cost(NOISE), "74434.40"), remark="Rounded it is 74434.41."),
    claim(
        "text:5.3/budget.2",
        sp.And(ge(cost(NOISE), _CUT), lt(cost(NOISE), _CUT + sp.Rational(1, 100)), evaluate=False),
        remark="Cut off after the cents.",
    ),
    claim(
        "text:5.3/best-level",
        sp.And(gt(slope(_ROOT[0]), 2), lt(slope(_ROOT[1]), 2), evaluate=False),
        remark="(10) at the ends of the interval of all numbers that round to 0.274, eps0 = 1/2.",
    ),
    claim(
        "text:5.3/least-budget.1",
        rounds_to(at_risk(_NEAR), "37805.86"),
        remark="At 0.2741, next to the root of (10).",
    ),
    claim("text:5.3/least-budget.2", rounds_to(at_risk(BEST), "37805.86"), remark="At 0.274 it is 37805.87."),
    claim(
        "text:5.3/saving.1",
        rounds_to(cost(NOISE) - at_risk(_NEAR), "36628.532"),
        remark="At the root of (10).",
    ),
    claim(
        "text:5.3/saving.2",
        rounds_to(sp.Add(*map(sp.Rational, ("74434.40", "-37805.86")), evaluate=False), "36628.532"),
        remark="Of the two budgets as printed.",
    ),
    claim(
        "text:5.3/saving.3",
        rounds_to(_TRUE * (cost(NOISE) - cost(BEST)), "36628.532"),
        remark="With the probability that the loss of the Laplace mechanism does not exceed 0.274, in place "
        "of (4): less than 6500.",
    ),
    claim(
        "text:5.3/permitted",
        ge(BEST, 1 / T),
        (eq(T, 2),),
        remark="The lower bound of (11), for the error of at most two that is asked for.",
    ),
    claim("text:5.3/smaller-budget", lt(at_risk(BEST), cost(NOISE))),
    claim(
        "text:5.4/stronger.1",
        lt(PER_RELEASE, eps0 * (sp.exp(eps0) - 1)),
        (*LEVELS, *BELOW, share >= 0, share <= 1),
        remark="Theorem 3 beside advanced composition, which has the same root: a release's further part.",
    ),
    claim(
        "text:5.4/stronger.2",
        lt(_PRIVACY_AT_RISK.subs(n, 1), eps0),
        (*LEVELS, *BELOW, share >= 0, share <= 1),
        remark="Theorem 3 beside basic composition, n = 1, delta = 1/100000.",
    ),
    claim(
        "text:5.4/stronger.3",
        sp.Implies(eps0 <= 1, lt(PER_RELEASE, eps0), evaluate=False),
        (*LEVELS, *BELOW, share >= 0, share <= 1),
        remark="Theorem 3 beside basic composition for many releases, a release's part of each, "
        "at the levels up to 1.0 of Figure 5.",
    ),
    claim("text:5.4/optimum.1", rounds_to(chance(sp.Rational(8, 100), sp.Rational(1, 10)), "0.8")),
    claim(
        "text:5.4/optimum.2",
        sp.And(gt(slope(sp.Rational(75, 1000)), 10), lt(slope(sp.Rational(85, 1000)), 10), evaluate=False),
        remark="(10) at the ends of the interval of all numbers that round to 0.08, eps0 = 1/10.",
    ),
)
