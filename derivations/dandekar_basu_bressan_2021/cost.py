"""Sections 5.1 and 5.2 of Dandekar, Basu and Bressan (2021): cost model, minimum, permitted levels."""

from __future__ import annotations

import sympy as sp

from derivations.dandekar_basu_bressan_2021.background import higher
from derivations.dandekar_basu_bressan_2021.notation import (
    BELOW,
    LEVELS,
    claim,
    definition,
    eps,
    eps0,
    share,
    up_to,
)
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import PartialDerivative
from verify.calculus.extremum import Infimum, Minimum, Path
from verify.calculus.limit import Limit
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, gt, le, lt, ratio

E, E_min, c, B, T, cost, x, least, t = (
    parameter(name) for name in ("E", "E_min", "c", "B", "T", "E_dp", "x", "eps_min", "t")
)
"""E, E_min, c, the budget, the greatest error, the cost, exp(-1/eps0), the best level, a path's parameter."""

COST = E_min + E * sp.exp(-c / eps)
"""(8)."""

MODEL = (c > 0, E_min >= 0, E > 0)
SIMPLE = sp.exp(-1 / eps)
"""(8) for c = 1 and E_min = 0, in units of E."""

AT_RISK = share * SIMPLE + (1 - share) * x
"""(9) in units of E."""

_VARYING = up_to(1, eps) * (SIMPLE - x)
"""(9) with gamma of (4), in units of E/(1 - exp(-eps0)), less what does not vary with eps."""


def _second(function: sp.Expr) -> sp.Expr:
    """The second derivative by eps."""
    return sp.diff(function, eps, 2)


_SLOPE = sp.exp(-eps) * (SIMPLE - x) + up_to(1, eps) * SIMPLE / eps**2
LEFT_OF_10 = 1 / eps - sp.log(1 - (1 - sp.exp(eps)) / eps**2)
WITHIN_BUDGET = le(-1 / eps, sp.log(x))
_SHAPE = sp.exp(eps) * (1 - eps) ** 2 + (1 + eps) ** 2 - 2

CLAIMS: tuple[Claim, ...] = (
    claim(
        "text:5.1/constraint-1",
        le(COST, E),
        (eps >= 0, *MODEL),
        missing=(eq(E_min, 0), eps > 0),
        remark="At eps = 0 (8) is a quotient by 0.",
    ),
    claim(
        "text:5.1/constraint-2",
        lt(-c / eps, -c / higher),
        (eps > 0, higher > eps, c > 0),
        remark="The exponent of (8) at two levels; E > 0.",
    ),
    claim("text:5.1/constraint-3", Limit(COST, eps, sp.Integer(0), "+", E_min), MODEL),
    claim("text:5.1/constraint-4", Limit(COST, eps, sp.oo, "-", E), MODEL, missing=(eq(E_min, 0),)),
    definition("eq:8", eq(cost, COST)),
    claim(
        "text:1/convex-model",
        ge(_second(COST), 0),
        (eps > 0, *MODEL),
        missing=(ge(c, 2 * eps),),
        remark="(8) itself.",
    ),
    definition("eq:9", eq(parameter("E_par"), share * cost + (1 - share) * parameter("E_dp0"))),
    claim(
        "lem:4.1",
        ge(_second(AT_RISK), 0),
        (*LEVELS, *BELOW, share >= 0, share <= 1),
        remark="gamma as a constant, c = 1, E_min = 0. Convex: the second derivative is not negative.",
    ),
    claim(
        "lem:4.2",
        ge(_second(_VARYING.subs(x, sp.exp(-1 / eps0))), 0),
        (*LEVELS, *BELOW),
        remark="gamma of (4), which varies with eps. Near eps0 the cost is concave for large eps0.",
    ),
    claim(
        "text:5.2.1/least-cost.1",
        Infimum(AT_RISK, (eps,), (1 - share) * x, Path(t, {eps: t})),
        (eps > 0, share > 0, share <= 1, x > 0),
        remark="gamma as a constant.",
    ),
    claim(
        "text:5.2.1/least-cost.2",
        Minimum(SIMPLE, (eps,), sp.Integer(0)),
        (eps > 0,),
        remark="gamma as a constant: what varies with eps in (9), in units of gamma E. No minimum.",
    ),
    claim(
        "text:5.2.1/derivative",
        PartialDerivative(_VARYING, eps, _SLOPE),
        (eps > 0, x > 0),
        remark="gamma of (4).",
    ),
    claim(
        "eq:10",
        eq(_SLOPE, sp.exp(-eps) * (SIMPLE * (1 - (1 - sp.exp(eps)) / eps**2) - x)),
        (eps > 0, x > 0),
        remark="The derivative is 0 where exp(-1/eps) (1 - (1 - exp(eps))/eps^2) is x = exp(-1/eps0), of "
        "which (10) is the logarithm with the sign changed.",
    ),
    claim(
        "text:5.2.1/unique.1",
        PartialDerivative(LEFT_OF_10, eps, -_SHAPE / (eps**2 * (eps**2 + sp.exp(eps) - 1))),
        (eps > 0,),
        remark="The left side of (10).",
    ),
    claim("text:5.2.1/unique.2", gt(_SHAPE, 0), (eps > 0,), remark="It falls: (10) has at most one root."),
    claim(
        "text:5.2.1/unique.3",
        Limit(LEFT_OF_10, eps, sp.Integer(0), "+", sp.oo),
        remark="Near 0 the left side of (10) is above the right one.",
    ),
    claim(
        "text:5.2.1/unique.4",
        gt(ratio(sp.exp(eps0) - 1, eps0**2), 0),
        (eps0 > 0,),
        remark="What the logarithm in (10) is taken of, less 1, at eps0: the left side is below the right "
        "one there. So there is a root, and the cost falls up to it.",
    ),
    claim(
        "eq:11.2",
        le(eps, 1 / sp.log(1 / x)),
        (eps > 0, x > 0, WITHIN_BUDGET),
        missing=(x < 1,),
    ),
    claim("eq:11.1", ge(eps, 1 / T), (eps > 0, T > 0, le(1 / eps, T)), remark="(12) at eps."),
    claim(
        "text:5.2.2/error-of-the-noise",
        ge(eps, 1 / T),
        (*LEVELS, eps <= eps0, T > 0, le(1 / eps0, T)),
        remark="(12) at eps0, the level of the noise that is added.",
    ),
)
