"""Theorem 3 and Corollary 1 of Yoshida, Yung & Hayashi (2018): all optimal pairs, and that they depend on w.

k and n tell where p_1 and p_0 are positive.
"""

from __future__ import annotations

import sympy as sp

from derivations.yoshida_yung_hayashi_2018.finite_sets import (
    BOUNDED,
    ENOUGH,
    ENOUGH_STEPS,
    INFORMATION,
    LARGEST,
    MASSES,
    MEAN_WEIGHT,
    OVERLAP,
    OVERLAP_BY_NORM,
    OVERLAP_STEPS,
    SIGNS,
    SMALLER,
)
from derivations.yoshida_yung_hayashi_2018.notation import (
    BOUND,
    FISHER,
    LAWS,
    SETTING,
    SHARE,
    THETA,
    WEIGHT,
    a,
    claim,
    d,
    g,
    h,
    j,
    t,
    w,
    y,
)
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, product, ratio
from verify.probability.derivation import Derivation, Step
from verify.probability.equal_terms import EqualTerms
from verify.probability.named_model import NamedModel
from verify.probability.rules import TermBelowTotal, Termwise
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total

k, n, weight = parameter("k"), parameter("n"), parameter("w_1")
WHERE = (
    sp.Or(sp.And(sp.Eq(k, 1), h > 0), sp.And(sp.Eq(k, 0), sp.Eq(h, 0))),
    sp.Or(sp.And(sp.Eq(n, 1), g > 0), sp.And(sp.Eq(n, 0), sp.Eq(g, 0))),
)
COMMON_0, COMMON_1 = Total(k * g, y), Total(n * h, y)
"""The sums of (12)."""

EQUATION_11 = sp.Or(sp.Eq(g * h, 0), sp.Eq((1 - w) * g, w * h))
EQUATION_12 = (eq((1 - w) * COMMON_0, a), eq(w * COMMON_1, a))
OPTIMAL = eq(INFORMATION, LARGEST)


def _setting(*given: sp.Basic) -> Setting:
    families = {one: (y,) for one in (g, h, j, k, n)}
    return Setting(families, (*LAWS, FISHER, *WHERE, *given), events=(k, n), supports=Supports.FINITE)


_scale = t * (1 - t) * MEAN_WEIGHT
_GAP = MEAN_WEIGHT * (t * g + (1 - t) * h) - SMALLER - _scale * j
_GIVEN = (*SIGNS, FISHER, *THETA, *WEIGHT)
_positive, _cleared = MEAN_WEIGHT > 0, eq(_scale * INFORMATION, MEAN_WEIGHT - a)
_below, _no_gap = sp.Le(_GAP, Total(_GAP, y), evaluate=False), sp.Eq(_GAP, 0)
_some = ge(Total(_GAP, y), 0)
_exactly = eq(OVERLAP, a)
_FORWARD = (
    *ENOUGH_STEPS,
    Step(_positive, using=(*THETA, *WEIGHT)),
    Step(_cleared, using=(OPTIMAL, _positive, *THETA)),
    Step(ge(_GAP, 0), using=_GIVEN),
    Step(_below, TermBelowTotal(), (ge(_GAP, 0),)),
    Step(_some, Termwise(), (ge(_GAP, 0),)),
    Step(_exactly, using=(_some, _cleared, ENOUGH, *MASSES)),
    Step(_no_gap, using=(_below, ge(_GAP, 0), _cleared, _exactly, *MASSES)),
    Step(EQUATION_11, using=(_no_gap, *_GIVEN)),
)
_parts = (
    sp.Eq(Total((1 - w) * k * g, y), OVERLAP, evaluate=False),
    sp.Eq(Total(w * n * h, y), OVERLAP, evaluate=False),
)
_PARTS = tuple(Step(one, Termwise(), (EQUATION_11, *WHERE, *SIGNS, *WEIGHT)) for one in _parts)
_TWELVE = tuple(Step(one, using=(*_parts, _exactly)) for one in EQUATION_12)
_HALF, _QUARTER, _ONE, _ZERO = sp.Rational(1, 2), sp.Rational(1, 4), sp.Integer(1), sp.Integer(0)
_PAIR = {
    g: (_HALF, _HALF, _ZERO),
    h: (_HALF, _ZERO, _HALF),
    j: (_ZERO, _ONE, _ONE),
    k: (_ONE, _ZERO, _ONE),
    n: (_ONE, _ONE, _ZERO),
}


def _named(
    families: dict[sp.Symbol, tuple[sp.Rational, ...]], numbers: dict[sp.Symbol, sp.Rational]
) -> NamedModel:
    """A model with three elements."""
    rows = {(one, (place,)): value for one, row in families.items() for place, value in enumerate(row, 1)}
    return NamedModel({y: 3}, rows | {(one, ()): value for one, value in numbers.items()})


_MODEL = _named(_PAIR, {a: _QUARTER, d: _HALF, w: _HALF, t: _HALF, weight: _HALF})
"""The pair of Theorem 2 at delta = w = theta = 1/2."""

NEEDS_11 = Derivation(_setting(BOUNDED, OPTIMAL), EQUATION_11, _FORWARD, (_MODEL,))
NEEDS_12 = tuple(
    Derivation(_setting(BOUNDED, OPTIMAL), one.conclusion, (*_FORWARD, *_PARTS, one), (_MODEL,))
    for one in _TWELVE
)
_BACK = (
    *_PARTS,
    Step(_exactly, using=(_parts[0], EQUATION_12[0])),
    *OVERLAP_STEPS,
    Step(BOUNDED, using=(OVERLAP_BY_NORM, _exactly, *SHARE)),
)
_totals = sp.Eq(Total(_GAP, y), 0)
ENOUGH_FOR_BOUND = Derivation(_setting(EQUATION_11, *EQUATION_12), BOUNDED, _BACK, (_MODEL,))
ENOUGH_FOR_MAXIMUM = Derivation(
    _setting(EQUATION_11, *EQUATION_12),
    OPTIMAL,
    (
        *_BACK,
        Step(_positive, using=(*THETA, *WEIGHT)),
        Step(_no_gap, using=(EQUATION_11, *_GIVEN)),
        Step(_totals, Termwise(), (_no_gap,)),
        Step(_cleared, using=(_totals, _exactly, *MASSES)),
        Step(OPTIMAL, using=(_cleared, _positive, *THETA)),
    ),
    (_MODEL,),
)

# Corollary 1: the two conditions for two weights.

_second = eq(w * COMMON_1, a)
AGAIN = eq(weight * COMMON_1, a)
NO_SECOND_WEIGHT = Derivation(
    _setting(BOUNDED, OPTIMAL, AGAIN),
    sp.Eq(w, weight),
    (
        *_FORWARD,
        *_PARTS,
        Step(_second, using=(_parts[1], _exactly)),
        Step(a > 0, using=(*SHARE, *BOUND)),
        Step(sp.Eq(w, weight), using=(_second, AGAIN, a > 0)),
    ),
    (_MODEL,),
)

# The forms of the sentences after Theorem 3.

_shared, _own = (a / (1 - w), a / w), (1 - a / (1 - w), 1 - a / w)
_entries = zip((_shared[0], _own[0], _ZERO), (_shared[1], _ZERO, _own[1]), strict=True)
_ONE_OF_THREE = sp.Or(*(sp.And(sp.Eq(g, first), sp.Eq(h, second)) for first, second in _entries))
THREE = eq(Total(1, y), 3)
_third = sp.Rational(1, 3)
_SPLIT = {
    g: (_third / 2, _third / 2, 2 * _third),
    h: (_HALF, _HALF, _ZERO),
    j: (_third, _third, 4 * _third),
    k: (_ONE, _ONE, _ZERO),
    n: (_ONE, _ONE, _ONE),
}
_inside_0, _inside_1 = 1 - w - a, w - a
_whole = a * _inside_0 * _inside_1
_CLEARED = tuple(
    (Total(part, y), _whole * part / total, total)
    for part, total in (
        (k * g, a / (1 - w)),
        ((1 - k) * g, _inside_0 / (1 - w)),
        ((1 - n) * h, _inside_1 / w),
    )
)
"""What is common, and what either law has apart: the sum, an element's share times `_whole`, the total."""

_SUMS = tuple(eq(total, value) for total, _, value in _CLEARED)
_SHARE_OF_ONE = sp.Add(*(share for _, share, _ in _CLEARED))
_at_most = tuple(sp.Le(total.summand, total, evaluate=False) for total, _, _ in _CLEARED)
_reached = sp.Eq(_SHARE_OF_ONE, _whole)
_ENDS_LEFT_OUT = (w > a, w < 1 - a)
UNIQUE = Derivation(
    _setting(BOUNDED, OPTIMAL, THREE),
    _ONE_OF_THREE,
    (
        *_FORWARD,
        *_PARTS,
        *_TWELVE,
        *(Step(one, using=(*EQUATION_12, *MASSES, *WEIGHT)) for one in _SUMS),
        *(Step(one, TermBelowTotal(), (*SIGNS, *WHERE)) for one in _at_most),
        Step(_reached, EqualTerms((y,)), (*_SUMS, *_at_most, *WHERE, THREE, *SETTING, *SIGNS)),
        Step(a > 0, using=(*SHARE, *BOUND)),
        Step(_ONE_OF_THREE, using=(_reached, EQUATION_11, *WHERE, a > 0, *_ENDS_LEFT_OUT, *WEIGHT, *SIGNS)),
    ),
    (_named(_SPLIT, {a: _QUARTER, d: _HALF, w: _QUARTER, t: _HALF}), _MODEL),
)
"""Each element has the probabilities of one of the printed pair's; not so where w = a.

No element has more than the whole of what is common, or of what either law has apart, and the three elements
have the whole of each together: so each of them has the whole of one.
"""

b = parameter("b")
_COMMON, _FIRST, _SECOND, _NULL = k * n, n * (1 - k), k * (1 - n), (1 - k) * (1 - n)
"""To which of the printed groups an element belongs."""

_first_part, _second_part = sp.Eq((1 - w) * g, _inside_0 * b), sp.Eq(w * h, _inside_1 * b)
FORM = sp.Or(
    sp.And(sp.Eq(_COMMON, 1), sp.Eq((1 - w) * g, a * b)),
    sp.And(sp.Eq(_FIRST, 1), _first_part),
    sp.And(sp.Eq(_SECOND, 1), _second_part),
    sp.And(sp.Eq(_NULL, 1), sp.Eq(b * Total(_NULL, y), 1)),
)
"""What b is: the printed p_0 and p_1, solved for it; all alike where both are 0, and with the sum 1."""

_AS_WRITTEN = sp.Eq(_COMMON * (w * h - a * b), 0)
_PARTS_OF_B = (
    ((1 - w) * k * g, a, _COMMON),
    ((1 - w) * (1 - k) * g, _inside_0, _FIRST),
    (w * (1 - n) * h, _inside_1, _SECOND),
)
_TOTALS_OF_B = tuple(
    sp.Eq(Total(left, y), Total(whole * kind * b, y), evaluate=False) for left, whole, kind in _PARTS_OF_B
)
_SUM_1 = tuple(sp.Eq(Total(kind * b, y), 1) for kind in (_COMMON, _FIRST, _SECOND, _NULL))
_FORM_MODEL = NamedModel(
    {y: 4},
    {
        (one, (place,)): value
        for one, row in {
            g: (_QUARTER, _QUARTER, _HALF, _ZERO),
            h: (_QUARTER, _QUARTER, _ZERO, _HALF),
            j: (_ZERO, _ZERO, _ONE, _ONE),
            k: (_ONE, _ONE, _ZERO, _ONE),
            n: (_ONE, _ONE, _ONE, _ZERO),
            b: (_HALF, _HALF, _ONE, _ONE),
        }.items()
        for place, value in enumerate(row, 1)
    }
    | {(one, ()): value for one, value in {a: _QUARTER, d: _HALF, w: _HALF, t: _HALF}.items()},
)


def _written(sums: tuple[sp.Basic, ...], *given: sp.Basic) -> Derivation:
    """That every optimal pair has the printed form, and b these sums."""
    goal = sp.And(*sums, _AS_WRITTEN)
    positive = tuple(sp.Gt(whole, 0) for _, whole, _ in _PARTS_OF_B)
    steps = (
        *_FORWARD,
        *_PARTS,
        *_TWELVE,
        *(Step(one, Termwise(), (FORM, *WHERE, *SIGNS)) for one in _TOTALS_OF_B),
        *(Step(one, using=(*SHARE, *BOUND, *given)) for one in positive),
        *(
            Step(one, using=(total, more, *EQUATION_12, *MASSES))
            for one, total, more in zip(_SUM_1, _TOTALS_OF_B, positive, strict=False)
        ),
        Step(_AS_WRITTEN, using=(FORM, EQUATION_11, *WHERE)),
        Step(goal, using=(*_SUM_1[:3], _AS_WRITTEN)),
    )
    families = {one: (y,) for one in (g, h, j, k, n, b)}
    hypotheses = (*LAWS, FISHER, *WHERE, BOUNDED, OPTIMAL, FORM, *given)
    setting = Setting(families, hypotheses, events=(k, n), supports=Supports.FINITE)
    return Derivation(setting, goal, steps, (_FORM_MODEL,))


ALL_FOUR_SUMS, THREE_SUMS = _written(_SUM_1), _written(_SUM_1[:3], *_ENDS_LEFT_OUT)

CLAIMS: tuple[Claim, ...] = (
    claim(
        "thm:3.1", NEEDS_11, (*SETTING, *THETA), remark="Over all optimal pairs on every finite set: (11)."
    ),
    claim("thm:3.2", NEEDS_12[0], (*SETTING, *THETA), remark="(12), the first sum."),
    claim("thm:3.3", NEEDS_12[1], (*SETTING, *THETA), remark="(12), the second sum."),
    claim("thm:3.4", ENOUGH_FOR_BOUND, SETTING, remark="The converse: the pair satisfies the constraint."),
    claim(
        "thm:3.5",
        ENOUGH_FOR_MAXIMUM,
        (*SETTING, *THETA),
        remark="The converse: it has the largest information.",
    ),
    claim("text:IV/printed-pair.1", eq(product(1 - w, ratio(a, 1 - w)), product(w, ratio(a, w))), SETTING),
    claim("text:IV/printed-pair.2", eq(product(1 - w, ratio(a, 1 - w)), a), SETTING),
    claim(
        "text:IV/unique",
        UNIQUE,
        (*SETTING, *THETA),
        missing=_ENDS_LEFT_OUT,
        remark="Where the range of w ends, an element of the printed pair has probability 0 under both laws, "
        "and the part that the laws have in common may be split between two elements.",
    ),
    claim(
        "text:IV/all-optimal-pairs",
        ALL_FOUR_SUMS,
        (*SETTING, *THETA),
        corrected=THREE_SUMS,
        remark="That b adds up to 1 after r_3 needs an element where both laws vanish; an optimal pair need "
        "not have one: of the four sums the last is one too many. Where the range of w ends, so is another; "
        "inside of it the form without the last sum is right.",
    ),
    claim(
        "cor:1", NO_SECOND_WEIGHT, (*SETTING, *THETA, weight > 0, weight < 1, weight >= a, weight <= 1 - a)
    ),
)
