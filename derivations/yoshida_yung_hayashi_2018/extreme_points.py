"""The proof of Theorem 2 of Yoshida, Yung & Hayashi (2018) as far as it is about pairs: Steps 1 to 3.

Step 1 supposes that the laws have no element in common and derives a contradiction, so that delta < 1 is not
among what is supposed. In Step 2, u1, u2 and v1, v2 are p_0 and p_1 at the elements 1 and 2; where nothing is
changed stands the rest of the norm.
"""

from __future__ import annotations

import sympy as sp

from derivations.yoshida_yung_hayashi_2018.finite_sets import (
    BOUNDED,
    ENOUGH,
    ENOUGH_STEPS,
    MASSES,
    OVERLAP,
    SIGNS,
    SMALLER,
)
from derivations.yoshida_yung_hayashi_2018.notation import (
    BOUND,
    NORM,
    SETTING,
    SHARE,
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
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, gt, le, ratio, total
from verify.probability.derivation import Derivation, Step
from verify.probability.named_model import NamedModel
from verify.probability.rules import Termwise
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total

# The domain is convex.

_p, _q, _lambda = parameter("p"), parameter("q"), parameter("c")
_mixed = (_lambda * g + (1 - _lambda) * _p, _lambda * h + (1 - _lambda) * _q)
_other_norm = Total(sp.Abs((1 - w) * _p - w * _q), y)
_mixed_norm = Total(sp.Abs((1 - w) * _mixed[0] - w * _mixed[1]), y)
OTHER_BOUNDED = le(_other_norm, d)
_apart = sp.Le(
    _mixed_norm,
    Total(
        _lambda * sp.Abs((1 - w) * g - w * h) + (1 - _lambda) * sp.Abs((1 - w) * _p - w * _q),
        y,
    ),
    evaluate=False,
)
_PORTION = (_lambda >= 0, _lambda <= 1)
OTHER_LAWS = (_p >= 0, _q >= 0, sp.Eq(Total(_p, y), 1), sp.Eq(Total(_q, y), 1))
CONVEX_DOMAIN = Derivation(
    Setting(
        {one: (y,) for one in (g, h, _p, _q)},
        (*SIGNS, *MASSES, *OTHER_LAWS, BOUNDED, OTHER_BOUNDED),
        supports=Supports.FINITE,
    ),
    le(_mixed_norm, d),
    (
        Step(_apart, Termwise(), _PORTION),
        Step(le(_mixed_norm, d), using=(_apart, BOUNDED, OTHER_BOUNDED, *_PORTION)),
    ),
)

# Step 1.

NOTHING_COMMON = sp.Eq(g * h, 0)
_whole = sp.Eq(NORM, Total((1 - w) * g + w * h, y), evaluate=False)
_APART = (Step(_whole, Termwise(), (*SIGNS, NOTHING_COMMON, *WEIGHT)),)
NORM_IS_1 = Derivation(
    setting(NOTHING_COMMON), eq(NORM, 1), (*_APART, Step(eq(NORM, 1), using=(_whole, *MASSES)))
)
_delta_is_norm = eq(d, NORM)
_APART_AT = {(g, (1,)): 1, (g, (2,)): 0, (h, (1,)): 0, (h, (2,)): 1, (d, ()): 2, (w, ()): sp.Rational(1, 2)}
_TWO_APART = NamedModel({y: 2}, {cell: sp.sympify(value, strict=True) for cell, value in _APART_AT.items()})
DELTA_IS_NORM = Derivation(
    setting(NOTHING_COMMON, BOUNDED), _delta_is_norm, (Step(_delta_is_norm),), (_TWO_APART,)
)
_delta_at_least_norm = ge(d, NORM)
DELTA_AT_LEAST_NORM = Derivation(
    setting(NOTHING_COMMON, BOUNDED), _delta_at_least_norm, (Step(_delta_at_least_norm, using=(BOUNDED,)),)
)
_common = sp.Lt(Total(0 * g, y), Total(g * h, y), evaluate=False)
_some_common = gt(Total(g * h, y), 0)
SOME_COMMON = Derivation(
    setting(BOUNDED),
    _some_common,
    (
        *ENOUGH_STEPS,
        Step(gt(OVERLAP, 0), using=(ENOUGH, *SHARE, *BOUND)),
        Step(_some_common, Termwise(SMALLER), (*SIGNS, *WEIGHT, gt(OVERLAP, 0))),
    ),
)
"""A sum of terms that are not negative is positive: one of them is."""

# Step 2.

u1, u2, v1, v2, e, rest = (parameter(name) for name in ("u1", "u2", "v1", "v2", "e", "rest"))
POSITIVE = (u1 * v1 > 0, u2 * v2 > 0, u1 >= 0, u2 >= 0, v1 >= 0, v2 >= 0)
SMALL = (e > 0,)
Q0, Q0_OTHER = (u1 - w * e, u2 + w * e), (u1 + w * e, u2 - w * e)
Q1, Q1_OTHER = (v1 - (1 - w) * e, v2 + (1 - w) * e), (v1 + (1 - w) * e, v2 - (1 - w) * e)
NOT_NEGATIVE = tuple(one >= 0 for one in (*Q0, *Q0_OTHER, *Q1, *Q1_OTHER))


def changed_norm(first: tuple[sp.Expr, ...], second: tuple[sp.Expr, ...]) -> sp.Expr:
    """The norm where the laws have these values at the two elements.

    Examples
    --------
    >>> changed_norm((u1,), (v1,))
    rest + Abs(u1*(w - 1) + v1*w)
    """
    return rest + sp.Add(*(sp.Abs((1 - w) * x - w * z) for x, z in zip(first, second, strict=True)))


_others = (1 - u1 - u2, 1 - v1 - v2)
WITHIN = (
    *(one >= 0 for one in _others),
    ge(rest, sp.Abs((1 - w) * _others[0] - w * _others[1])),
    le(rest, (1 - w) * _others[0] + w * _others[1]),
    le(changed_norm((u1, u2), (v1, v2)), d),
)
"""The laws at the other elements, their part of the norm, and the constraint."""

_STEP_2 = (*SETTING, *POSITIVE, *SMALL, *NOT_NEGATIVE, *WITHIN)
_PRINTED = changed_norm(Q0, Q1_OTHER)
_MEANT, _OTHER = changed_norm(Q0, Q1), changed_norm(Q0_OTHER, Q1_OTHER)
_AT = {d: 8, a: 4, w: 8, u1: 4, u2: 4, v1: 4, v2: 4, e: 2, rest: 7}
_CHANGED = NamedModel({}, {(symbol, ()): sp.Rational(value, 16) for symbol, value in _AT.items()})
"""The same laws at both elements, and at the others a norm of 7/16."""


def of_numbers(goal: sp.Basic, *using: sp.Basic) -> Derivation:
    """A comparison of norms, from the premises that are named; those named are enough where it is true."""
    return Derivation(Setting({}, supports=Supports.FINITE), goal, (Step(goal, using=using),), (_CHANGED,))


_WRONG_LAW = "Print or transcription: the first norm stands with q'_1; Theorem 3's proof has q_1."


def _halves(first: tuple[sp.Expr, ...], second: tuple[sp.Expr, ...], means: tuple[sp.Expr, ...]) -> sp.Basic:
    pairs = zip(first, second, means, strict=True)
    return sp.And(
        *(eq(mean, ratio(total(one, other), sp.Integer(2))) for one, other, mean in pairs), evaluate=False
    )


def _differ(first: tuple[sp.Expr, ...], second: tuple[sp.Expr, ...]) -> sp.Basic:
    return sp.Or(
        *(sp.Ne(one, other, evaluate=False) for one, other in zip(first, second, strict=True)), evaluate=False
    )


STEP_2: tuple[Claim, ...] = (
    definition(
        "text:III/step-2-changed", sp.And(*(eq(parameter(f"q_{k}"), one) for k, one in enumerate(Q0)))
    ),
    claim(
        "text:III/step-2-laws",
        sp.And(
            *(eq(total(*q), u1 + u2) for q in (Q0, Q0_OTHER)),
            *(eq(total(*q), v1 + v2) for q in (Q1, Q1_OTHER)),
            evaluate=False,
        ),
        (*WEIGHT, *POSITIVE, *SMALL),
        remark="The changed values add up as before.",
    ),
    claim(
        "text:III/step-2-norm.1",
        of_numbers(eq(_PRINTED, _OTHER)),
        _STEP_2,
        corrected=of_numbers(eq(_MEANT, _OTHER)),
        remark=_WRONG_LAW,
        print_in_doubt=True,
    ),
    claim(
        "text:III/step-2-norm.2",
        of_numbers(le(_PRINTED, d)),
        _STEP_2,
        corrected=of_numbers(le(_MEANT, d), WITHIN[-1]),
        remark=_WRONG_LAW,
        print_in_doubt=True,
    ),
    claim("text:III/step-2-middle.1", _halves(Q0, Q0_OTHER, (u1, u2)), (*WEIGHT, *SMALL)),
    claim("text:III/step-2-middle.2", _halves(Q1, Q1_OTHER, (v1, v2)), (*WEIGHT, *SMALL)),
    claim("text:III/step-2-differ.1", _differ(Q0, Q0_OTHER), (*WEIGHT, *SMALL)),
    claim("text:III/step-2-differ.2", _differ(Q1, Q1_OTHER), (*WEIGHT, *SMALL)),
)

# Step 3: u, v are p_0(1), p_1(1); g, h the laws at the other elements, where one of them vanishes.

u, v, k = parameter("u"), parameter("v"), parameter("k")
OTHERS = (*SIGNS, sp.Eq(u + Total(g, y), 1), sp.Eq(v + Total(h, y), 1))
CHOSEN = sp.Or(sp.And(sp.Eq(k, 0), sp.Eq(h, 0)), sp.And(sp.Eq(k, 1), sp.Eq(g, 0)))
_FIRST = sp.Abs((1 - w) * u - w * v)
_FULL = _FIRST + NORM
AT_MOST = le(_FULL, d)
_SPLIT = _FIRST + (1 - w) * Total((1 - k) * g, y) + w * Total(k * h, y)
_SUMMED = _FIRST + (1 - w) * (1 - u) + w * (1 - v)
_LAST = _FIRST + 1 - (1 - w) * u - w * v
_AT_ONE = (u >= 0, v >= 0)


def _rest(*given: sp.Basic) -> Setting:
    return Setting(
        {g: (y,), h: (y,), k: (y,)}, (*OTHERS, CHOSEN, *given), events=(k,), supports=Supports.FINITE
    )


_parts = sp.Eq(NORM, Total((1 - w) * (1 - k) * g + w * k * h, y), evaluate=False)
_PARTS = Step(_parts, Termwise(), (*SIGNS, CHOSEN, *WEIGHT))
_sums = (
    sp.Eq(Total((1 - k) * g, y), Total(g, y), evaluate=False),
    sp.Eq(Total(k * h, y), Total(h, y), evaluate=False),
)
_SUMS = tuple(Step(one, Termwise(), (CHOSEN,)) for one in _sums)
_REMAINDERS = OTHERS[2:]
_split, _summed, _last = eq(_FULL, _SPLIT), eq(_SPLIT, _SUMMED), eq(_SUMMED, _LAST)
_five = ge(sp.Min((1 - w) * u, w * v), a)
LINES = (
    Derivation(_rest(), _split, (_PARTS, Step(_split, using=(_parts,)))),
    Derivation(_rest(), _summed, (*_SUMS, Step(_summed, using=(*_sums, *_REMAINDERS)))),
)
EQUATION_5 = Derivation(
    _rest(AT_MOST),
    _five,
    (_PARTS, *_SUMS, Step(_five, using=(_parts, *_sums, *_REMAINDERS, AT_MOST, *SHARE))),
)

STEP_3: tuple[Claim, ...] = (
    claim("eq:5", EQUATION_5, (*SETTING, *_AT_ONE)),
    claim("text:III/chain-1", LINES[0], (*WEIGHT, *_AT_ONE)),
    claim("text:III/chain-2", LINES[1], (*WEIGHT, *_AT_ONE)),
    claim("text:III/chain-3", _last, (*WEIGHT, *_AT_ONE)),
)

CLAIMS: tuple[Claim, ...] = (
    claim("text:III/domain-is-convex", CONVEX_DOMAIN, (*WEIGHT, *_PORTION)),
    claim("text:III/step-1-norm", NORM_IS_1, WEIGHT),
    claim(
        "text:III/step-1-delta",
        DELTA_IS_NORM,
        WEIGHT,
        corrected=DELTA_AT_LEAST_NORM,
        remark="The constraint is an inequality: what follows, as the norm is 1, is delta >= 1, a "
        "contradiction as well.",
    ),
    claim("text:III/step-1-common", SOME_COMMON, SETTING),
    *STEP_2,
    *STEP_3,
)
