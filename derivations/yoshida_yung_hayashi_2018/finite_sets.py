"""The lines on sums over every finite set: errors of tests, the norm, and what bounds the Fisher information.

The smaller of (1-w) p_0 and w p_1, summed, is the least weighted error; each chain goes through it.
"""

from __future__ import annotations

import sympy as sp

from derivations.yoshida_yung_hayashi_2018.notation import (
    FISHER,
    LAWS,
    NORM,
    SHARE,
    THETA,
    WEIGHT,
    a,
    d,
    g,
    h,
    information,
    j,
    s,
    setting,
    t,
    w,
    y,
)
from verify.functions.models import MaximumOverModels, SymbolicModel
from verify.language.as_printed import eq, ge, le
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import TermBelowTotal, Termwise
from verify.probability.weighted_sum import Total

HALF = sp.Rational(1, 2)
SIGNS, MASSES = LAWS[:2], LAWS[2:]
SMALLER = sp.Min((1 - w) * g, w * h)
OVERLAP = Total(SMALLER, y)
BOUNDED = le(NORM, d)

ERROR = Total((1 - w) * g * s + w * h * (1 - s), y)
"""(1-w) p_0(S) + w p_1(S^c)."""

EVENT = (s >= 0, 1 - s >= 0)
BEST_SET = sp.Or(sp.And(sp.Eq(s, 1), (1 - w) * g <= w * h), sp.And(sp.Eq(s, 0), (1 - w) * g >= w * h))
"""S holds y where (1-w) p_0 is the smaller."""

_doubled = sp.Eq(
    Total(2 * SMALLER, y), Total((1 - w) * g + w * h - sp.Abs((1 - w) * g - w * h), y), evaluate=False
)
OVERLAP_BY_NORM = eq(OVERLAP, (1 - NORM) / 2)
OVERLAP_STEPS = (Step(_doubled, Termwise(), ()), Step(OVERLAP_BY_NORM, using=(_doubled, *MASSES)))
ENOUGH = ge(OVERLAP, a)
ENOUGH_STEPS = (*OVERLAP_STEPS, Step(ENOUGH, using=(OVERLAP_BY_NORM, BOUNDED, *SHARE)))

_above = sp.Ge(ERROR, OVERLAP, evaluate=False)
_ABOVE = Step(_above, Termwise(), (*SIGNS, *EVENT, *WEIGHT))
_same = sp.Eq(ERROR, OVERLAP, evaluate=False)
_SAME = Step(_same, Termwise(), (BEST_SET, *SIGNS, *WEIGHT))


def _at_least(bound: sp.Expr, *given: sp.Basic) -> Derivation:
    """The error of every set is at least this."""
    goal = ge(ERROR, bound)
    steps = (*OVERLAP_STEPS, _ABOVE, Step(goal, using=(OVERLAP_BY_NORM, _above, *given)))
    return Derivation(setting(*(c for c in given if c == BOUNDED), sets=True), goal, steps)


LEAST_ERROR = _at_least((1 - NORM) / 2)
_equal = eq(ERROR, (1 - NORM) / 2)
LEAST_ERROR_ATTAINED = Derivation(
    setting(BEST_SET, sets=True),
    _equal,
    (*OVERLAP_STEPS, _SAME, Step(_equal, using=(OVERLAP_BY_NORM, _same))),
)
ERROR_FROM_NORM = _at_least(a, BOUNDED, *SHARE)
NORM_FROM_ERROR = Derivation(
    setting(BEST_SET, ge(ERROR, a), sets=True),
    BOUNDED,
    (*OVERLAP_STEPS, _SAME, Step(BOUNDED, using=(OVERLAP_BY_NORM, _same, ge(ERROR, a), *SHARE))),
)

# The variational distance: w = 1/2, doubled.

_DISTANCE = Total(sp.Abs(g - h), y)
DISTANCE = _DISTANCE / 2
"""d_1(p_0, p_1)."""

_larger = sp.Eq(Total(2 * sp.Min(g, h), y), Total(g + h - sp.Abs(g - h), y), evaluate=False)
_common = eq(Total(sp.Min(g, h), y), 1 - DISTANCE)
_COMMON = (Step(_larger, Termwise(), ()), Step(_common, using=(_larger, *MASSES)))
_plain = Total(g * s + h * (1 - s), y)
FAIR_SET = sp.Or(sp.And(sp.Eq(s, 1), g <= h), sp.And(sp.Eq(s, 0), g >= h))
_fair = (sp.Ge(_plain, Total(sp.Min(g, h), y), evaluate=False), sp.Eq(_plain, Total(sp.Min(g, h), y)))
_FAIR_ERROR = HALF * Total(g * s, y) + HALF * Total(h * (1 - s), y)
_fair_goals = (ge(_FAIR_ERROR, (1 - DISTANCE) / 2), eq(_FAIR_ERROR, (1 - DISTANCE) / 2))
FAIR_ERROR = Derivation(
    setting(sets=True),
    _fair_goals[0],
    (*_COMMON, Step(_fair[0], Termwise(), (*SIGNS, *EVENT)), Step(_fair_goals[0], using=(_common, _fair[0]))),
)
FAIR_ERROR_ATTAINED = Derivation(
    setting(FAIR_SET, sets=True),
    _fair_goals[1],
    (*_COMMON, Step(_fair[1], Termwise(), (FAIR_SET,)), Step(_fair_goals[1], using=(_common, _fair[1]))),
)

PRIVATE_DISTANCE = le(DISTANCE, d)
_inside = (Total(g * s, y), Total(h * s, y))
_gain = sp.Le(Total(2 * (g - h) * s, y), Total(sp.Abs(g - h) + g - h, y), evaluate=False)
_loss = sp.Le(Total(2 * (h - g) * s, y), Total(sp.Abs(g - h) + h - g, y), evaluate=False)


def _private(first: sp.Expr, second: sp.Expr, bound: sp.Basic) -> Derivation:
    goal = le(first, second + d)
    steps = (Step(bound, Termwise(), EVENT), Step(goal, using=(bound, PRIVATE_DISTANCE, *MASSES)))
    return Derivation(setting(PRIVATE_DISTANCE, sets=True), goal, steps)


PRIVATE = (_private(*_inside, _gain), _private(_inside[1], _inside[0], _loss))
"""(2) with epsilon = 0, for both orders."""

LARGER_SET = sp.Or(sp.And(sp.Eq(s, 1), g >= h), sp.And(sp.Eq(s, 0), g <= h))
_exact = sp.Eq(Total(2 * (g - h) * s, y), Total(sp.Abs(g - h) + g - h, y), evaluate=False)
ONE_SET = le(_inside[0], _inside[1] + d)
PRIVATE_MEANS_CLOSE = Derivation(
    setting(LARGER_SET, ONE_SET, sets=True),
    PRIVATE_DISTANCE,
    (Step(_exact, Termwise(), (LARGER_SET,)), Step(PRIVATE_DISTANCE, using=(_exact, ONE_SET, *MASSES))),
)

_halved = eq(Total(sp.Abs(g / 2 - h / 2), y), DISTANCE)
_halves = sp.Eq(Total(2 * sp.Abs(g / 2 - h / 2), y), _DISTANCE, evaluate=False)
HALF_WEIGHT = Derivation(setting(), _halved, (Step(_halves, Termwise(), ()), Step(_halved, using=(_halves,))))

# What the norm can be.

_triangle = sp.Le(NORM, Total((1 - w) * g + w * h, y), evaluate=False)
_TRIANGLE = Step(_triangle, Termwise(), (*SIGNS, *WEIGHT))
_at_most_one = le(NORM, 1)
NORM_AT_MOST_1 = Derivation(
    setting(), _at_most_one, (_TRIANGLE, Step(_at_most_one, using=(_triangle, *MASSES)))
)
NO_CONSTRAINT = Derivation(setting(), BOUNDED, (_TRIANGLE, Step(BOUNDED, using=(_triangle, *MASSES, d >= 1))))

_below = (
    sp.Le(Total((1 - w) * g - w * h, y), NORM, evaluate=False),
    sp.Le(Total(w * h - (1 - w) * g, y), NORM, evaluate=False),
)
_BELOW = tuple(Step(one, Termwise(), ()) for one in _below)


def _least_norm(goal: sp.Basic, *given: sp.Basic) -> Derivation:
    return Derivation(setting(*given), goal, (*_BELOW, Step(goal, using=(*_below, *MASSES, *given))))


WEIGHTS_DIFFER = _least_norm(le(sp.Abs(1 - 2 * w), NORM))
WEIGHTS_BOUNDED = _least_norm(le(sp.Abs(1 - 2 * w), d), BOUNDED)

ZERO = le(NORM, 0)
_each = sp.Abs((1 - w) * g - w * h)
_term = sp.Le(_each, NORM, evaluate=False)
_proportional = sp.Eq((1 - w) * g, w * h)
_totals = sp.Eq(Total((1 - w) * g, y), Total(w * h, y), evaluate=False)
_fair_weight = sp.Eq(w, HALF)
_NULL = (
    Step(_term, TermBelowTotal(), ()),
    Step(_proportional, using=(_term, ZERO)),
    Step(_totals, Termwise(), (_proportional,)),
    Step(_fair_weight, using=(_totals, *MASSES)),
)
NULL_MEANS_EQUAL = Derivation(
    setting(ZERO), sp.Eq(g, h), (*_NULL, Step(sp.Eq(g, h), using=(_proportional, _fair_weight)))
)
NULL_NEEDS_HALF = Derivation(setting(ZERO), _fair_weight, _NULL)
_zeros = sp.Eq(Total(j, y), 0)
NULL_HAS_NO_INFORMATION = Derivation(
    setting(ZERO, fisher=True),
    _zeros,
    (
        *_NULL,
        Step(sp.Eq(g, h), using=(_proportional, _fair_weight)),
        Step(sp.Eq(j, 0), using=(FISHER, sp.Eq(g, h))),
        Step(_zeros, Termwise(), (sp.Eq(j, 0),)),
    ),
)
_equal_laws = le(Total(sp.Abs(g / 2 - h / 2), y), 0)
EQUAL_MEANS_NULL = Derivation(
    setting(sp.Eq(g, h)),
    _equal_laws,
    (
        Step(sp.Eq(Total(sp.Abs(g / 2 - h / 2), y), 0), Termwise(), (sp.Eq(g, h),)),
        Step(_equal_laws, using=(sp.Eq(Total(sp.Abs(g / 2 - h / 2), y), 0),)),
    ),
)

# The largest Fisher information over every finite set.

MEAN_WEIGHT = w * (1 - t) + (1 - w) * t
LARGEST = (1 - a / MEAN_WEIGHT) / (t * (1 - t))
"""The value of case (iii)."""

INFORMATION = Total(j, y)
_scale = t * (1 - t) * MEAN_WEIGHT
_terms = sp.Le(Total(_scale * j, y), Total(MEAN_WEIGHT * (t * g + (1 - t) * h) - SMALLER, y), evaluate=False)
_cleared = le(_scale * INFORMATION, MEAN_WEIGHT - a)
_ours = ((a / (1 - w), 1 - a / (1 - w), 0), (a / w, 0, 1 - a / w))
PAIR_OF_THREE = SymbolicModel(
    {y: 3},
    {
        g: _ours[0],
        h: _ours[1],
        j: (information(_ours[0][0], _ours[1][0]), _ours[0][1] / (1 - t), _ours[1][2] / t),
    },
)
"""The pair of case (iii), with the terms of its information."""

LARGEST_INFORMATION = MaximumOverModels(
    setting(BOUNDED, fisher=True),
    INFORMATION,
    LARGEST,
    PAIR_OF_THREE,
    steps=(
        *ENOUGH_STEPS,
        Step(MEAN_WEIGHT > 0, using=(*THETA, *WEIGHT)),
        Step(_terms, Termwise(), (*SIGNS, FISHER, *THETA, *WEIGHT)),
        Step(_cleared, using=(_terms, ENOUGH, *MASSES)),
        Step(le(INFORMATION, LARGEST), using=(_cleared, *THETA, MEAN_WEIGHT > 0)),
    ),
)
"""Every term is at most its share of what the two laws have apart."""
