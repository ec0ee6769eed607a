"""Lemma 1 of Yoshida, Yung & Hayashi (2018): where the information is not strictly convex; c is its t."""

from __future__ import annotations

from itertools import pairwise

import sympy as sp

from derivations.yoshida_yung_hayashi_2018.notation import (
    FISHER,
    THETA,
    claim,
    definition,
    g,
    h,
    information_term,
    j,
    t,
    y,
)
from derivations.yoshida_yung_hayashi_2018.two_outcomes import psi, square
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, le, product, total
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import TermBelowTotal, Termwise
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total

c, x0, x1, y0, y1 = (parameter(name) for name in ("c", "x0", "x1", "y0", "y1"))
PORTION = (c > 0, c < 1)
X, Y = (1 - c) * x0 + c * x1, (1 - c) * y0 + c * y1
"""x_t and y_t."""

_POSITIVE = (y0 > 0, y1 > 0)
_DIVISOR = y0 * y1 * Y
_CHAIN = (
    total((1 - c) * square(x0, y0), c * square(x1, y1), -square(X, Y)),
    total((1 - c) * x0**2 * y1 * Y, c * x1**2 * y0 * Y, -(X**2) * y0 * y1) / _DIVISOR,
    total(
        (1 - c) ** 2 * x0**2 * y0 * y1,
        (1 - c) * c * x0**2 * y1**2,
        c * (1 - c) * x1**2 * y0**2,
        c**2 * x1**2 * y0 * y1,
        -((1 - c) ** 2) * x0**2 * y0 * y1,
        -(c**2) * x1**2 * y0 * y1,
        -2 * c * (1 - c) * x0 * x1 * y0 * y1,
    )
    / _DIVISOR,
    c * (1 - c) * total(x0**2 * y1**2, x1**2 * y0**2, -2 * x0 * x1 * y0 * y1) / _DIVISOR,
    c * (1 - c) * (x0 * y1 - x1 * y0) ** 2 / _DIVISOR,
)


def determinant(*rows: tuple[sp.Expr, sp.Expr]) -> sp.Expr:
    """Of a matrix with two rows.

    Examples
    --------
    >>> determinant((x0, y0), (x1, y1))
    x0*y1 - x1*y0
    """
    (first, second), (third, fourth) = rows
    return total(product(first, fourth), product(-1, second, third))


_NONNEGATIVE = (x0 >= 0, y0 >= 0, x1 >= 0, y1 >= 0)
NOT_NULL = (x0 + y0 > 0, x1 + y1 > 0)
ONE_NULL = (sp.Or(sp.And(sp.Eq(x0, 0), sp.Eq(y0, 0)), sp.And(sp.Eq(x1, 0), sp.Eq(y1, 0))),)
VALUES = tuple(parameter(f"f_{place}") for place in "01t")
VALUED = tuple(
    information_term(*arguments) for arguments in zip(VALUES, (x0, x1, X), (y0, y1, Y), strict=True)
)
"""f at (x_0, y_0), (x_1, y_1) and (x_t, y_t)."""

_EQUALITY = eq(VALUES[2], (1 - c) * VALUES[0] + c * VALUES[1])
_F = (*THETA, *PORTION, *_NONNEGATIVE, *VALUED)
_MIXED_ROWS = ((y0 - x0, (1 - t) * x0 + t * y0), (y1 - x1, (1 - t) * x1 + t * y1))
_SHORTER = ((y0 - x0, x0), (y1 - x1, x1))
_PLAIN = ((y0, x0), (y1, x1))
_14 = eq(determinant(*_PLAIN), 0)

# The lemma, over every finite set.

p, q, k, m = (parameter(name) for name in ("p", "q", "k", "m"))
"""q'_0, q'_1, the term of their information, and that of the mixture."""


_MEAN = ((1 - c) * g + c * p, (1 - c) * h + c * q)
TERMS = (FISHER, information_term(k, p, q), information_term(m, *_MEAN))
_SIGNS = (g >= 0, h >= 0, p >= 0, q >= 0)
LAWS = (*_SIGNS, *(sp.Eq(Total(one, y), 1) for one in (g, h, p, q)))
_GAP = (1 - c) * j + c * k - m
SAME = eq(Total(m, y), (1 - c) * Total(j, y) + c * Total(k, y))
PROPORTIONAL = sp.Eq(h * p - g * q, 0)


def _setting(*given: sp.Basic) -> Setting:
    return Setting(
        {one: (y,) for one in (g, h, p, q, j, k, m)}, (*LAWS, *TERMS, *given), supports=Supports.FINITE
    )


_no_gap = sp.Eq(_GAP, 0)
_below = sp.Le(_GAP, Total(_GAP, y), evaluate=False)
_GIVEN = (*_SIGNS, *TERMS, *THETA, *PORTION)
EQUALITY_NEEDS = Derivation(
    _setting(SAME),
    PROPORTIONAL,
    (
        Step(ge(_GAP, 0), using=_GIVEN),
        Step(_below, TermBelowTotal(), (ge(_GAP, 0),)),
        Step(_no_gap, using=(ge(_GAP, 0), _below, SAME)),
        Step(PROPORTIONAL, using=(_no_gap, *_GIVEN)),
    ),
)
_totals = sp.Eq(Total(_GAP, y), 0)
_divisors = ((1 - t) * g + t * h, (1 - t) * p + t * q)
_alike = sp.Eq((h - g) * _divisors[1], (q - p) * _divisors[0])
_null = tuple(sp.Le(one, 0) for one in _divisors)
_crossed = tuple(
    sp.Or(*_null, sp.Eq(term * divisor, (h - g) * (q - p)))
    for term, divisor in zip((j, k), reversed(_divisors), strict=True)
)
_cases = (*(sp.Or(one > 0, _no_gap) for one in _divisors), sp.Or(*_null, _no_gap))
EQUALITY_FOLLOWS = Derivation(
    _setting(PROPORTIONAL),
    SAME,
    (
        Step(_alike, using=(PROPORTIONAL,)),
        *(Step(one, using=(_alike, term)) for one, term in zip(_crossed, TERMS[:2], strict=True)),
        *(Step(one, using=_GIVEN) for one in _cases[:2]),
        Step(_cases[2], using=(*_crossed, *_GIVEN)),
        Step(_no_gap, using=_cases),
        Step(_totals, Termwise(), (_no_gap,)),
        Step(SAME, using=(_totals,)),
    ),
)

_convex = le(Total(m, y), (1 - c) * Total(j, y) + c * Total(k, y))
_positive = ge(Total(_GAP, y), 0)
CONVEX = Derivation(
    _setting(),
    _convex,
    (
        Step(ge(_GAP, 0), using=_GIVEN),
        Step(_positive, Termwise(), (ge(_GAP, 0),)),
        Step(_convex, using=(_positive,)),
    ),
)

_G = (*_POSITIVE, *PORTION)
CLAIMS: tuple[Claim, ...] = (
    claim(
        "lem:1.1", EQUALITY_NEEDS, (*THETA, *PORTION), remark="From the equation to (13), for every element."
    ),
    claim("lem:1.2", EQUALITY_FOLLOWS, (*THETA, *PORTION), remark="From (13) to the equation."),
    claim(
        "text:IV/step-2-convex",
        CONVEX,
        (*THETA, *PORTION),
        remark="Between any two pairs; used in their middle.",
    ),
    *(
        claim(f"text:IV/lemma-1-chain.{number}", eq(one, next_one), _G)
        for number, (one, next_one) in enumerate(pairwise(_CHAIN), 1)
    ),
    claim("text:IV/lemma-1-chain.5", ge(_CHAIN[-1], 0), _G),
    claim(
        "text:IV/lemma-1-of-g",
        sp.Equivalent(
            eq(square(X, Y), (1 - c) * square(x0, y0) + c * square(x1, y1)),
            eq(determinant((x0, y0), (x1, y1)), 0),
        ),
        _G,
    ),
    claim(
        "text:IV/lemma-1-two-values",
        eq(psi(x0, y0), 0),
        (*THETA, x0 >= 0, y0 >= 0, x0 + y0 > 0, eq(x0, y0)),
        remark="The second case stands with x = y, where the first gives 0 as well.",
    ),
    definition("text:IV/lemma-1-mixture", sp.And(eq(parameter("x_t"), X), eq(parameter("y_t"), Y))),
    claim(
        "text:IV/lemma-1-of-f",
        sp.Equivalent(_EQUALITY, eq(determinant(*_MIXED_ROWS), 0)),
        (*_F, *NOT_NULL),
    ),
    claim("text:IV/lemma-1-determinants.1", eq(determinant(*_MIXED_ROWS), determinant(*_SHORTER)), ()),
    claim("text:IV/lemma-1-determinants.2", eq(determinant(*_SHORTER), determinant(*_PLAIN)), ()),
    claim("eq:14", sp.Equivalent(_EQUALITY, _14), (*_F, *NOT_NULL)),
    claim("text:IV/lemma-1-null.1", _EQUALITY, (*_F, *ONE_NULL)),
    claim("text:IV/lemma-1-null.2", _14, (*_NONNEGATIVE, *ONE_NULL)),
    claim("text:IV/lemma-1-summary", sp.Equivalent(_EQUALITY, _14), _F),
)
