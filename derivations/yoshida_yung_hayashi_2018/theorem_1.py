"""Theorem 1 of Yoshida, Yung & Hayashi (2018), the sentences after it, and Fig. 2."""

from __future__ import annotations

import sympy as sp

from derivations.yoshida_yung_hayashi_2018 import finite_sets
from derivations.yoshida_yung_hayashi_2018.finite_sets import LARGEST
from derivations.yoshida_yung_hayashi_2018.introduction import PAIR, TWO_OUTCOMES, u, v
from derivations.yoshida_yung_hayashi_2018.notation import (
    BOUND,
    SETTING,
    SHARE,
    THETA,
    a,
    claim,
    d,
    definition,
    information,
    t,
    w,
)
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.functions.models import MaximumOverModels, SymbolicModel
from verify.language.as_printed import eq, ge, gt, le, total
from verify.probability.derivation import Step
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting

THRESHOLD = (w - a) / d
"""theta_0."""

SMALL_THETA, LARGE_THETA = (t <= THRESHOLD,), (t > THRESHOLD,)
FIRST = (w - a) / (t * (w * (1 - t) + a * t))
SECOND = (1 - w - a) / ((1 - t) * (a * (1 - t) + (1 - w) * t))

TWO_BOUNDED = le(sp.Abs((1 - w) * u - w * v) + sp.Abs((1 - w) * (1 - u) - w * (1 - v)), d)
"""The constraint for a pair on two elements."""

ONE, ZERO = sp.Integer(1), sp.Integer(0)
PAIRS = {
    1: ((ONE, ZERO), (a / w, 1 - a / w)),
    2: ((a / (1 - w), 1 - a / (1 - w)), (ONE, ZERO)),
    3: ((a / (1 - w), 1 - a / (1 - w), ZERO), (a / w, ZERO, 1 - a / w)),
}
"""The pairs that are printed for the three cases."""


def law(entries: tuple[sp.Expr, ...]) -> sp.Basic:
    """That numbers are a distribution.

    Examples
    --------
    >>> law((ONE, ZERO))
    (0 >= 0) & (1 >= 0) & Eq(0 + 1, 1)
    """
    return sp.And(*(ge(one, 0) for one in entries), eq(total(*entries), 1), evaluate=False)


def norm_of(first: tuple[sp.Expr, ...], second: tuple[sp.Expr, ...]) -> sp.Expr:
    """The norm of (1-w) p_0 - w p_1 for laws with these entries."""
    return sp.Add(*(sp.Abs((1 - w) * one - w * other) for one, other in zip(first, second, strict=True)))


def _value(entry: tuple[sp.Expr, sp.Expr]) -> sp.Expr:
    """The term of the information; where one of the laws may vanish as well, by cases."""
    one, other = entry
    return (
        information(one, other)
        if ONE in entry or ZERO not in entry
        else sp.Piecewise((information(one, other), one + other > 0), (0, True))
    )


def _of_case(case: int, value: sp.Expr) -> tuple[Claim, ...]:
    first, second = PAIRS[case]
    domain = (*SETTING, *THETA, *{1: SMALL_THETA, 2: LARGE_THETA, 3: ()}[case])
    reached = sp.Add(*map(_value, zip(first, second, strict=True)))
    return (
        claim(f"thm:1.{case}/laws", sp.And(law(first), law(second), evaluate=False), SETTING),
        claim(f"thm:1.{case}/feasible", le(norm_of(first, second), d), SETTING),
        claim(f"thm:1.{case}/attained", eq(reached, value), domain),
    )


_ERRORS = (ge((1 - w) * (1 - u) + w * v, a), ge((1 - w) * u + w * (1 - v), a))
"""Of the tests that follow the answer, or its opposite."""


def _largest(case: int, value: sp.Expr, threshold: tuple[sp.Basic, ...]) -> MaximumOverModels:
    """Largest over the pairs with two elements.

    With p and q what the pair leaves of 1 on either side and D = 1 - p - q between, value * m * (1 - m) less
    D^2, for m = p_theta, is at least D times a form that is linear in p and q. The bound on a test's error
    leaves this form no negative coefficient.
    """
    excess = value * t * (1 - t) - 1
    coefficients = tuple(
        ge(value * own - excess + excess * part / a, 0) for own, part in ((1 - t, 1 - w), (t, w))
    )
    signs = (ge(value, 0), le(excess, 0))

    def linear(p: sp.Expr, q: sp.Expr) -> sp.Basic:
        between = 1 - p - q
        return ge(value * (t * (1 - t) * between + (1 - t) * p + t * q) - between, 0)

    forms = (linear(1 - u, v), linear(u, 1 - v))
    yes = (1 - t) * u + t * v
    cleared = ge(value * yes * (1 - yes), (u - v) ** 2)
    sides = tuple(sp.Or(other, cleared) for other in (u < v, u > v))
    given = (*SETTING, *THETA, *threshold, a > 0)
    steps = (
        Step(a > 0, using=(*SHARE, *BOUND)),
        *(Step(one, using=given) for one in (*signs, *coefficients)),
        *(Step(one, using=(TWO_BOUNDED, *SHARE)) for one in _ERRORS),
        *(
            Step(form, using=(error, *coefficients, signs[1], a > 0, *PAIR))
            for form, error in zip(forms, _ERRORS, strict=True)
        ),
        *(Step(side, using=(form, signs[0], *PAIR, *THETA)) for side, form in zip(sides, forms, strict=True)),
        Step(cleared, using=sides),
        Step(le(TWO_OUTCOMES, value), using=(cleared, signs[0])),
    )
    (first, *_), (second, *_) = PAIRS[case]
    over = Setting({u: (), v: ()}, (*PAIR, TWO_BOUNDED), supports=Supports.FINITE)
    at = SymbolicModel({}, {u: (first,), v: (second,)})
    return MaximumOverModels(over, TWO_OUTCOMES, value, at, steps=steps)


def _drawn(name: str, weight: sp.Rational) -> tuple[Claim, ...]:
    at = {d: sp.Rational(1, 4), a: sp.Rational(3, 8), w: weight}
    cases = ((FIRST, SMALL_THETA), (SECOND, LARGE_THETA))
    return tuple(
        claim(f"fig:2/{name}.{k}", gt(LARGEST.subs(at), value.subs(at)), (*THETA, given[0].subs(at)))
        for k, (value, given) in enumerate(cases, 1)
    )


CLAIMS: tuple[Claim, ...] = (
    definition("text:II/threshold", eq(parameter("t_0"), THRESHOLD)),
    claim(
        "thm:1.1/largest",
        _largest(1, FIRST, SMALL_THETA),
        (*SETTING, *THETA, *SMALL_THETA),
        remark="Over all pairs on two elements.",
    ),
    claim(
        "thm:1.2/largest",
        _largest(2, SECOND, LARGE_THETA),
        (*SETTING, *THETA, *LARGE_THETA),
        remark="Over all pairs on two elements.",
    ),
    claim(
        "thm:1.3/largest",
        finite_sets.LARGEST_INFORMATION,
        (*SETTING, *THETA),
        remark="Over all pairs on every finite set of three elements or more.",
    ),
    *_of_case(1, FIRST),
    *_of_case(2, SECOND),
    *_of_case(3, LARGEST),
    claim(
        "text:II/first-row",
        sp.Implies(le(t, SECOND), ge(FIRST, SECOND)),
        (*SETTING, *THETA),
        corrected=sp.Implies(t <= THRESHOLD, ge(FIRST, SECOND)),
        remark="Print or transcription: the first row's condition is that theta is at most the second "
        "row's value. The cases (i) and (ii) need theta <= theta_0: there the first row is the larger.",
        print_in_doubt=True,
    ),
    claim("text:II/three-are-better.1", ge(LARGEST, FIRST), (*SETTING, *THETA, *SMALL_THETA)),
    claim("text:II/three-are-better.2", ge(LARGEST, SECOND), (*SETTING, *THETA, *LARGE_THETA)),
    *_drawn("upper", sp.Rational(1, 2)),
    *_drawn("lower", sp.Rational(2, 5)),
)
