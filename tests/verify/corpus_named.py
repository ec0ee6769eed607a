"""Functions that are written down, suprema, extreme models, sums over n-tuples: verdicts derived by hand.

Skewed divergences of two laws: with L = 2 p + q and M = p + 2 q, the relative entropy of L and M, their
Hellinger affinity and chi-square; the triangular discrimination (p - q)^2/(p + q); laws and means.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy as sp

from tests.verify.corpus import eq, ge, gt, le, lt
from tests.verify.corpus_models import (
    ALL_AT_C,
    APART,
    GREATEST,
    LAW,
    MEAN,
    PAIR,
    POINT_MASS,
    SAME,
    SHARED,
    SHARED_ONLY_TWO,
    TWO,
    WITH_COMMON_PART,
    p,
    psi,
    q,
    s,
    setting,
    z,
)
from verify.functions.extreme_model import ExtremeModel
from verify.functions.models import SymbolicModel
from verify.functions.named_extremum import SUM, Monotone, NamedMaximum, NamedMinimum
from verify.functions.perspective import Perspective
from verify.functions.suprema import ExtremumOfSuprema
from verify.probability.derivation import Step
from verify.probability.named_model import NamedModel
from verify.probability.products import ExponentialDecay
from verify.probability.rules import Termwise
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total

x, y = psi.arguments
u, k = sp.symbols("u k")
HALF, THIRD = sp.Rational(1, 2), sp.Rational(1, 3)
LOG_2 = sp.log(2)


def skewed(formula, above=2 * x + y, below=x + 2 * y):
    return Perspective((x, y), above, below, u, formula)


ENTROPY, SQUARE, CUBE = skewed(u * sp.log(u)), skewed(u**2), skewed(u**3)
AFFINITY, POWER = skewed(-sp.sqrt(u)), skewed(sp.exp(k * sp.log(u)))
TRIANGULAR = skewed((2 * u - 3) ** 2, below=x + y)
CONCAVE, AT_AN_END = skewed(sp.sqrt(u)), skewed(u**2, above=x)

EQUAL_LAWS = NamedModel({z: 2}, {(family, (i,)): HALF for family in (p, q) for i in (1, 2)})
LOGARITHM, INVERSE = Monotone(sp.log(SUM), 1, p), Monotone(1 / SUM, 1, p)


@dataclass(frozen=True)
class Case:
    """A claim: its name, the statement, the verdict, the reason and the domain."""

    name: str
    statement: NamedMaximum | NamedMinimum | ExtremumOfSuprema | ExtremeModel | ExponentialDecay
    verdict: str
    reason: str
    domain: tuple[sp.Basic, ...] = ()


ONE_FUNCTION = [
    Case("skewed-entropy", NamedMaximum(GREATEST, ENTROPY, LOG_2), "holds", "2 log 2 - log 2"),
    Case("skewed-entropy-doubled", NamedMaximum(GREATEST, ENTROPY, 2 * LOG_2), "refuted", "log 2"),
    Case("skewed-affinity", NamedMaximum(GREATEST, AFFINITY, -2 * sp.sqrt(2)), "holds", "twice -sqrt(1*2)"),
    Case(
        "affinity-with-a-common-part",
        NamedMaximum(WITH_COMMON_PART, AFFINITY, -3 * s - 2 * sp.sqrt(2) * (1 - s)),
        "holds",
        "psi(1, 1) = -3",
        (ge(s, 0), le(s, 1)),
    ),
    Case(
        "triangular-with-a-common-part",
        NamedMaximum(WITH_COMMON_PART, TRIANGULAR, 2 * (1 - s)),
        "holds",
        "0 on the common part, 1 at each pure one",
        (ge(s, 0), le(s, 1)),
    ),
    Case(
        "triangular-without-it",
        NamedMaximum(WITH_COMMON_PART, TRIANGULAR, sp.Integer(2)),
        "refuted",
        "s = 1: equal laws have 0",
        (ge(s, 0), le(s, 1)),
    ),
    Case(
        "triangular-of-two-outcomes",
        NamedMaximum(replace(WITH_COMMON_PART, attained_at=SHARED_ONLY_TWO), TRIANGULAR, 2 * (1 - s)),
        "refuted",
        "(1-s)^2/(1+s) + 1-s < 2 (1-s) for 0 < s < 1",
        (gt(s, 0), lt(s, 1)),
    ),
    Case(
        "at-equal-laws", NamedMaximum(replace(GREATEST, attained_at=SAME), SQUARE), "refuted", "3 against 9/2"
    ),
    Case(
        "logarithm-of-the-square",
        NamedMaximum(GREATEST, SQUARE, sp.Rational(9, 2), LOGARITHM),
        "holds",
        "4 + 1/2, and the logarithm rises",
    ),
    Case(
        "its-inverse", NamedMinimum(GREATEST, SQUARE, sp.Rational(9, 2), INVERSE), "holds", "1/T falls, T > 0"
    ),
    Case(
        "its-inverse-is-largest",
        NamedMaximum(GREATEST, SQUARE, sp.Rational(9, 2), INVERSE, (EQUAL_LAWS,)),
        "refuted",
        "1/3 at equal laws, above 2/9",
    ),
    Case(
        "power-of-an-order",
        NamedMaximum(GREATEST, POWER, 2**k + 2 * sp.exp(-k * LOG_2)),
        "holds",
        "2^k + 2/2^k",
        (gt(k, 1),),
    ),
    Case(
        "concave", NamedMaximum(GREATEST, CONCAVE, None, models=(EQUAL_LAWS,)), "refuted",
        "3 at equal laws, above 2 sqrt(2)",
    ),
]  # fmt: skip
"""A function that is written down."""

_ORDERS = (gt(k, 0), lt(k, 1))
_LINE, _PARABOLA = Monotone(k * SUM), Monotone(k * SUM - k**2)
SUPREMA = [
    Case(
        "largest-square-of-a-sum",
        ExtremumOfSuprema(NamedMaximum(GREATEST, SQUARE, of=_PARABOLA), (k,), (gt(k, 0),)),
        "holds",
        "sup k T - k^2 = T^2/4 rises with T > 0",
    ),
    Case(
        "largest-over-a-range",
        ExtremumOfSuprema(NamedMaximum(GREATEST, ENTROPY, LOG_2, _LINE), (k,), _ORDERS),
        "holds",
        "T itself in the limit k -> 1; k > 0",
    ),
    Case(
        "largest-power",
        ExtremumOfSuprema(
            NamedMaximum(GREATEST, POWER, of=Monotone(sp.log(SUM) / k, 1, p)), (k,), (gt(k, 1),)
        ),
        "holds",
        "for each order k > 1 the power is convex",
    ),
    Case(
        "least-supremum",
        ExtremumOfSuprema(NamedMinimum(GREATEST, SQUARE, of=Monotone(k / SUM, 1, p)), (k,), _ORDERS),
        "holds",
        "k/T falls with T > 0",
    ),
    Case(
        "least-supremum-of-logarithms",
        ExtremumOfSuprema(
            NamedMinimum(GREATEST, CUBE, of=Monotone(k - k * sp.log(SUM), 1, p)), (k,), (gt(k, 0),)
        ),
        "holds",
        "each falls with T; suprema in [-oo, oo]",
    ),
    Case(
        "supremum-at-equal-laws",
        ExtremumOfSuprema(NamedMaximum(replace(GREATEST, attained_at=SAME), SQUARE, of=_LINE), (k,), _ORDERS),
        "refuted",
        "3 k against 9/2 k",
    ),
    Case(
        "supremum-of-two-outcomes",
        ExtremumOfSuprema(
            NamedMaximum(replace(WITH_COMMON_PART, attained_at=SHARED_ONLY_TWO), TRIANGULAR, of=_LINE),
            (k,),
            _ORDERS,
        ),
        "refuted",
        "s = 1/2: 2/3 against 1",
        (gt(s, 0), lt(s, 1)),
    ),
    Case(
        "least-is-not-largest",
        ExtremumOfSuprema(
            NamedMaximum(GREATEST, SQUARE, of=Monotone(k / SUM, 1, p), models=(EQUAL_LAWS,)), (k,), _ORDERS
        ),
        "refuted",
        "sup k/3 = 1/3 at equal laws, above 2/9",
    ),
]
"""Suprema over an order k."""

BOUNDED = setting(ge(p, 0), eq(Total(p, z), 1), le(Total(p**2, z), THIRD))
CLOSE = setting(*PAIR.hypotheses, le(Total(abs(p - q), z), s), ge(s, 0), le(s, 2))
EXTREME = [
    Case("point-mass", ExtremeModel(LAW, POINT_MASS), "holds", "p <= 1"),
    Case("fair-coin", ExtremeModel(LAW, TWO), "refuted", "the middle of two point masses"),
    Case("disjoint-laws", ExtremeModel(PAIR, APART), "holds", "two point masses"),
    Case(
        "three-alike-in-a-ball",
        ExtremeModel(BOUNDED, SymbolicModel({z: 3}, {p: (THIRD, THIRD, THIRD)}), exactly=True),
        "holds",
        "the only law of three with this sum of squares",
    ),
    Case("all-weight-at-the-bound", ExtremeModel(MEAN, ALL_AT_C, exactly=True), "holds", "m = 1 and u <= c"),
    Case(
        "pair-at-a-distance",
        ExtremeModel(CLOSE, SymbolicModel({z: 2}, {p: (1, 0), q: (1 - s / 2, s / 2)}), exactly=True),
        "holds",
        "p is a point mass, q as far as allowed",
    ),
    Case(
        "pair-within-the-distance",
        ExtremeModel(CLOSE, SymbolicModel({z: 2}, {p: (1, 0), q: (1 - s / 3, s / 3)}), exactly=True),
        "refuted",
        "q may move to both sides for s > 0",
    ),
    Case("no-law", ExtremeModel(LAW, SymbolicModel({z: 2}, {p: (1, 1)})), "refuted", "the mass is 2"),
    Case("common-part-alone", ExtremeModel(PAIR, SHARED), "refuted", "laws with s = 1/2 are no point masses",
         (gt(s, 0), lt(s, 1))),
]  # fmt: skip
"""Extreme points."""

c, d = sp.symbols("c d")


def decay(term, relation, *given, strict=None):
    """That the sum of the term decays; `strict` names what the sum of `c` is compared with, and where."""
    total = Total(c, z)
    families = {family: (z,) for family in (p, q, c)}
    hypotheses = (*relation, eq(Total(p, z), 1), eq(Total(q, z), 1), *given)
    below = strict or ()
    named = Setting(families, hypotheses, supports=Supports.FINITE)
    return ExponentialDecay(named, term, c, relation, (*below, Step(lt(total, 1))))


def apart(times, bound):
    """A step for laws that differ: `times` c is at most the bound, and less where p and q differ."""
    return (Step(lt(Total(times * c, z), Total(bound, z)), Termwise(where=abs(p - q))),)


_SIGNS = (ge(p, 0), ge(q, 0), ge(c, 0))
ROOT, CUBE_ROOT = (*_SIGNS, eq(c**2, p * q)), (*_SIGNS, eq(c**3, p**2 * q))
DISTANT = (eq(Total(abs(p - q), z), d),)
PRODUCT, COLLISION = (*_SIGNS, eq(c, p * q)), (*_SIGNS, eq(c, p**2))
FLAT = le(p, HALF)
HALVED = (Step(le(Total(c, z), Total(q / 2, z)), Termwise()),)
DECAY = [
    Case(
        "least-error-of-two-laws",
        decay(sp.Min(p, q), ROOT, *DISTANT, strict=apart(2, p + q)),
        "holds",
        "Chernoff at 1/2",
        (gt(d, 0),),
    ),
    Case("of-any-laws", decay(sp.Min(p, q), ROOT, *DISTANT, strict=apart(2, p + q)), "refuted", "p = q"),
    Case(
        "least-error-at-a-third",
        decay(sp.Min(p, q), CUBE_ROOT, *DISTANT, strict=apart(3, 2 * p + q)),
        "holds",
        "min <= p^(2/3) q^(1/3), means",
        (gt(d, 0),),
    ),
    Case("match-of-two-samples", decay(p * q, PRODUCT, FLAT, strict=HALVED), "holds", "p <= 1/2"),
    Case("match-at-a-point-mass", decay(p * q, PRODUCT, strict=HALVED), "refuted", "p = q = 1"),
    Case(
        "collision",
        decay(p**2, COLLISION, FLAT, strict=(Step(le(Total(c, z), Total(p / 2, z)), Termwise()),)),
        "holds",
        "p^2 <= p/2",
    ),
    Case(
        "collision-at-a-point-mass",
        decay(p**2, COLLISION, strict=(Step(le(Total(c, z), Total(p / 2, z)), Termwise()),)),
        "refuted",
        "p = 1",
    ),
    Case("the-law-itself", decay(p, PRODUCT, strict=HALVED), "refuted", "its sum is 1 for every n"),
]
"""Sums over n-tuples."""

CASES = [*ONE_FUNCTION, *SUPREMA, *EXTREME, *DECAY]
