"""Claims about nothing."""

from __future__ import annotations

import sympy as sp
from sympy import log, sqrt

from tests.verify.corpus.notation import (
    CONSTANT,
    SIGN,
    STRICT,
    a,
    b,
    eq,
    ge,
    gt,
    le,
    lt,
    ne,
    still,
    vacuous,
    without,
    wrong,
    x,
    y,
    z,
)

EMPTY = (
    vacuous(
        "positive-numbers-with-negative-sum",
        "polynomial",
        "empty",
        (gt(a, 0), gt(b, 0), lt(a + b, 0)),
        eq(a, 5),
        "a + b > 0.",
        without(1, a=1, b=-2),
    ),
    vacuous(
        "squares-below-twice-the-product",
        "polynomial",
        "empty",
        (lt(x**2 + y**2, 2 * x * y),),
        gt(x, y),
        "(x - y)^2 < 0.",
        wrong(STRICT, given={0: le(x**2 + y**2, 2 * x * y)}, x=0, y=0),
    ),
    vacuous(
        "negative-square",
        "polynomial",
        "empty equality",
        (eq(x**2, -1),),
        gt(x, 0),
        "x^2 >= 0.",
        wrong(SIGN, given={0: eq(x**2, 1)}, x=-1),
    ),
    vacuous(
        "cube-above-number-inside-the-unit-interval",
        "polynomial",
        "empty",
        (gt(x, 0), lt(x, 1), ge(x**3, x)),
        gt(x, 100),
        "x^3 < x on (0, 1); touched at both ends.",
        wrong(STRICT, given={0: ge(x, 0)}, x=0),
        wrong(STRICT, given={1: le(x, 1)}, x=1),
    ),
    vacuous(
        "cyclic-order",
        "polynomial",
        "empty implication",
        (gt(x, y), gt(y, z), gt(z, x)),
        ge((x + y) ** 2, 0),
        "The three sum to 0 > 0. The goal is true everywhere: the domain is to be reported all the same.",
        still("dropped-hypothesis", "A square.", given={2: None}),
    ),
    vacuous(
        "zero-and-not-zero",
        "polynomial",
        "empty strictness",
        (ge(x, 0), le(x, 0), ne(x, 0)),
        eq(x, 1),
        "The first two leave x = 0 alone.",
        without(2, x=0),
    ),
    vacuous(
        "reciprocal-zero",
        "polynomial",
        "empty denominator",
        (eq(1 / x, 0),),
        eq(x, 0),
        "(1/x) x = 1; undefined at 0.",
        wrong(CONSTANT, given={0: eq(1 / x, 1)}, x=1),
    ),
    vacuous(
        "negative-root",
        "radical",
        "empty equality sign-condition",
        (eq(sqrt(x), -1),),
        eq(x, 1),
        "A square root is >= 0 (squaring would give x = 1).",
        still(SIGN, "Square.", given={0: eq(sqrt(x), 1)}, parametrisation={"x": sp.Integer(1)}),
    ),
    vacuous(
        "logs-of-opposite-numbers",
        "log",
        "empty equality",
        (eq(log(x) + log(-x), 0),),
        eq(x, 1),
        "x > 0 and -x > 0 cannot both hold.",
        still(
            SIGN, "log(x) = 0 only at 1.", given={0: eq(2 * log(x), 0)}, parametrisation={"x": sp.Integer(1)}
        ),
        wrong(SIGN, given={0: eq(log(-x), 0)}, x=-1),
    ),
)
