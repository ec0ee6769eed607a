"""Definition 1 and Theorem 2 of Yoshida, Yung & Hayashi (2018), (6) and (7): for every sublinear function."""

from __future__ import annotations

import sympy as sp

from derivations.yoshida_yung_hayashi_2018.extreme_points import u, v
from derivations.yoshida_yung_hayashi_2018.finite_sets import (
    BOUNDED,
    ENOUGH,
    ENOUGH_STEPS,
    MASSES,
    OVERLAP,
    SMALLER,
)
from derivations.yoshida_yung_hayashi_2018.notation import (
    SETTING,
    WEIGHT,
    a,
    claim,
    d,
    definition,
    g,
    h,
    setting,
    w,
    y,
)
from derivations.yoshida_yung_hayashi_2018.theorem_1 import PAIRS, law, norm_of
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.functions.instances import Mixture
from verify.functions.models import MaximumOverModels, SymbolicModel
from verify.functions.statements import ForEveryFunction
from verify.functions.unspecified import SUBLINEAR, Property, UnspecifiedFunction
from verify.language.as_printed import eq, ge, le
from verify.probability.derivation import Step
from verify.probability.rules import Termwise
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total

_x, _z = parameter("x"), parameter("z")
x1, x2, y1, y2, c, alpha = (parameter(name) for name in ("x1", "x2", "y1", "y2", "c", "alpha"))
psi = UnspecifiedFunction("psi", (_x, _z), SUBLINEAR)
convex = UnspecifiedFunction("psi", (_x, _z), (Property.CONVEX, Property.HOMOGENEOUS))

PURE = (psi(1, 0), psi(0, 1))
SHARED = psi(a / (1 - w), a / w)
BEST = SHARED + (1 - a / (1 - w)) * PURE[0] + (1 - a / w) * PURE[1]
"""Psi of the printed pair."""

_NONNEGATIVE = (x1 >= 0, x2 >= 0, y1 >= 0, y2 >= 0)
_MIXED = (c * x1 + (1 - c) * x2, c * y1 + (1 - c) * y2)

# Theorem 2: what the laws have in common counts as the first element of the pair, the rest as the others.

PSI = Total(psi(g, h), y)
_rest = (g - SMALLER / (1 - w), h - SMALLER / w)
_split = Mixture(psi, (g, h), ((SMALLER / a, (a / (1 - w), a / w)), (_rest[0], (1, 0)), (_rest[1], (0, 1))))
_apart = Mixture(psi, (a / (1 - w), a / w), ((a / (1 - w), (1, 0)), (a / w, (0, 1))))
_terms = sp.Le(PSI, Total(SMALLER / a * SHARED + _rest[0] * PURE[0] + _rest[1] * PURE[1], y), evaluate=False)
_summed = le(PSI, OVERLAP / a * SHARED + (1 - OVERLAP / (1 - w)) * PURE[0] + (1 - OVERLAP / w) * PURE[1])
LARGEST_PSI = MaximumOverModels(
    setting(BOUNDED),
    PSI,
    BEST,
    SymbolicModel({y: 3}, dict(zip((g, h), PAIRS[3], strict=True))),
    (psi,),
    mixtures=(_split, _apart),
    steps=(
        *ENOUGH_STEPS,
        Step(_terms, Termwise(), (_split.conclusion, *SETTING)),
        Step(_summed, using=(_terms, *MASSES)),
        Step(le(PSI, BEST), using=(_summed, ENOUGH, _apart.conclusion, *SETTING)),
    ),
)

# (6): g and h at the elements where the other law vanishes, u and v at the common element.

_k = parameter("k")
ONLY = Setting(
    {g: (y,), h: (_k,)},
    (g >= 0, h >= 0, sp.Eq(u + Total(g, y), 1), sp.Eq(v + Total(h, _k), 1)),
    supports=Supports.FINITE,
)
_FULL = psi(u, v) + Total(psi(g, 0), y) + Total(psi(0, h), _k)
_SUMS = psi(u, v) + Total(g, y) * PURE[0] + Total(h, _k) * PURE[1]
_SIX = psi(u, v) + (1 - u) * PURE[0] + (1 - v) * PURE[1]
_ONE_LAW = (Mixture(psi, (g, 0), ((g, (1, 0)),)), Mixture(psi, (0, h), ((h, (0, 1)),)))
_each = (
    sp.Eq(Total(psi(g, 0), y), Total(g * PURE[0], y), evaluate=False),
    sp.Eq(Total(psi(0, h), _k), Total(h * PURE[1], _k), evaluate=False),
)
_EACH = tuple(
    Step(one, Termwise(), (mixture.conclusion,)) for one, mixture in zip(_each, _ONE_LAW, strict=True)
)
_AT_ONE = (u >= 0, v >= 0)


def _six(right: sp.Expr, *using: sp.Basic) -> ForEveryFunction:
    goal = eq(_FULL, right)
    steps = (*_EACH, Step(goal, using=(*_each, *using)))
    return ForEveryFunction((psi,), goal, ONLY, mixtures=_ONE_LAW, steps=steps)


# Step 4.

FIVE = (le(a, sp.Min((1 - w) * u, w * v)), u <= 1, v <= 1)
TWELVE = (eq((1 - w) * u, a), eq(w * v, a))
"""(12) for what both laws have in common."""

_STEP_4 = (*SETTING, *FIVE)
_ours = PAIRS[3]
_BEST_AS_SUM = sp.Add(*(psi(one, other) for one, other in zip(*_ours, strict=True)))
_left = (u - a / (1 - w), v - a / w)
_DIFFERENCE = SHARED - psi(u, v) + _left[0] * PURE[0] + _left[1] * PURE[1]


def _on_axes(first: sp.Expr, second: sp.Expr) -> tuple[Mixture, Mixture]:
    """The values at (x, 0) and (0, y) by those at (1, 0) and (0, 1)."""
    return Mixture(psi, (first, 0), ((first, (1, 0)),)), Mixture(psi, (0, second), ((second, (0, 1)),))


_OWN, _LEFT = _on_axes(1 - a / (1 - w), 1 - a / w), _on_axes(*_left)
_IN_THREE = Mixture(psi, (u, v), ((1, (a / (1 - w), a / w)), (1, (_left[0], 0)), (1, (0, _left[1]))))
_SEVEN = SHARED - SHARED - psi(_left[0], 0) - psi(0, _left[1]) + _left[0] * PURE[0] + _left[1] * PURE[1]


def _for_every(goal: sp.Basic, function: UnspecifiedFunction = psi, **more: object) -> ForEveryFunction:
    return ForEveryFunction((function,), goal, **more)  # type: ignore[arg-type]


# Theorem 3's proof: equality in (7), and elements whose laws are in one ratio.

_EQUAL_7 = eq(psi(u, v), SHARED + psi(_left[0], 0) + psi(0, _left[1]))
_TWO_SPLITS = (
    eq(psi(u, v), psi(u, a / w) + psi(0, _left[1])),
    eq(psi(u, a / w), SHARED + psi(_left[0], 0)),
)
_SPLITS = (
    Mixture(psi, (u, v), ((1, (u, a / w)), (1, (0, _left[1])))),
    Mixture(psi, (u, a / w), ((1, (a / (1 - w), a / w)), (1, (_left[0], 0)))),
)
_RATIO = sp.Eq((1 - w) * g, w * h)
_sums = (Total(g, y), Total(h, y))
_ray = (psi(w, 1 - w),)
_one_ray = (Mixture(psi, (g, h), ((g / w, (w, 1 - w)),)), Mixture(psi, _sums, ((_sums[0] / w, (w, 1 - w)),)))
_in_ratio = sp.Eq(Total((1 - w) * g, y), Total(w * h, y), evaluate=False)
_scaled = sp.Eq(PSI, Total(g / w * _ray[0], y), evaluate=False)
_together = eq(PSI, psi(*_sums))
IN_RATIO = (*(one >= 0 for one in _sums), _RATIO, _in_ratio)
TOGETHER = ForEveryFunction(
    (psi,),
    _together,
    Setting(
        {g: (y,), h: (y,)},
        (g >= 0, h >= 0, *IN_RATIO),
        supports=Supports.FINITE,
    ),
    mixtures=_one_ray,
    steps=(
        Step(_scaled, Termwise(), (_one_ray[0].conclusion, *WEIGHT)),
        Step(_together, using=(_scaled, _one_ray[1].conclusion, *WEIGHT)),
    ),
)

DEFINITIONS: tuple[Claim, ...] = (
    definition(
        "def:1",
        sp.And(
            eq(parameter("psi_scaled"), alpha * parameter("psi_1")),
            le(parameter("psi_sum"), parameter("psi_1") + parameter("psi_2")),
        ),
        (alpha > 0,),
        "For all arguments: positively homogeneous, and subadditive.",
    ),
    claim(
        "text:III/sublinear-is-convex",
        _for_every(le(psi(*_MIXED), c * psi(x1, y1) + (1 - c) * psi(x2, y2))),
        (*_NONNEGATIVE, c >= 0, c <= 1),
    ),
    claim(
        "text:III/convex-is-sublinear",
        _for_every(le(convex(x1 + x2, y1 + y2), convex(x1, y1) + convex(x2, y2)), convex),
        _NONNEGATIVE,
    ),
    definition(
        "eq:3", eq(parameter("Psi"), parameter("psi_total")), (), "The sum of psi(p_0(y), p_1(y)) over y."
    ),
)

CLAIMS: tuple[Claim, ...] = (
    *DEFINITIONS,
    claim(
        "thm:2/largest",
        LARGEST_PSI,
        SETTING,
        remark="For every sublinear function, over all pairs on every finite set of three elements or more.",
    ),
    claim("thm:2/attained", _for_every(eq(_BEST_AS_SUM, BEST), mixtures=_OWN), SETTING),
    claim("thm:2/laws", sp.And(law(_ours[0]), law(_ours[1]), evaluate=False), SETTING),
    claim("thm:2/feasible", le(norm_of(*_ours), d), SETTING),
    claim("eq:6.1", _six(_SUMS), _AT_ONE),
    claim("eq:6.2", _six(_SIX, *ONLY.hypotheses[2:]), _AT_ONE),
    claim("text:III/step-4-a", _for_every(eq(_BEST_AS_SUM - _SIX, BEST - _SIX), mixtures=_OWN), _STEP_4),
    claim("text:III/step-4-rearranged", _for_every(eq(BEST - _SIX, _DIFFERENCE)), _STEP_4),
    claim("eq:7", _for_every(ge(_DIFFERENCE, _SEVEN), mixtures=(_IN_THREE,)), _STEP_4),
    claim("text:III/step-4-b", _for_every(eq(_SEVEN, 0), mixtures=_LEFT), _STEP_4),
    claim(
        "text:III/step-4-maximum",
        _for_every(ge(_BEST_AS_SUM - _SIX, 0), mixtures=(*_OWN, _IN_THREE, *_LEFT)),
        _STEP_4,
    ),
    *(
        claim(
            f"text:IV/step-3-equations.{k}",
            ForEveryFunction((psi,), one, given=(_EQUAL_7,), mixtures=_SPLITS),
            _STEP_4,
            remark="From equality in (7).",
        )
        for k, one in enumerate(_TWO_SPLITS, 1)
    ),
    claim("text:IV/step-3-together", TOGETHER, WEIGHT, remark="Where the laws are in the ratio of (11)."),
    claim("text:IV/step-4-b", _for_every(eq(_SIX, BEST)), (*SETTING, *_AT_ONE, *TWELVE)),
)
