"""False claims."""

from __future__ import annotations

import sympy as sp
from sympy import log, sqrt

from tests.verify.corpus.disclosure import UNIT_PRIORS, UNIT_S, risk_polynomial
from tests.verify.corpus.notation import a, b, c, eq, ge, gt, lt, refuted, s, x, y

FALSE = (
    refuted(
        "sum-of-two-squares-strict",
        "polynomial",
        "strictness tight",
        (),
        gt(a**2 + b**2, 0),
        "Zero at one point.",
        a=0,
        b=0,
    ),
    refuted(
        "needle",
        "polynomial",
        "strictness tight",
        (gt(x, 0), lt(x, 1), gt(y, 0), lt(y, 1)),
        gt((x - sp.Rational(1, 3)) ** 2 + (y - sp.Rational(1, 7)) ** 2, 0),
        "The only counterexample is one point inside.",
        x="1/3",
        y="1/7",
    ),
    refuted(
        "shallow-dip",
        "polynomial",
        "tight",
        (ge(x, -2),),
        ge(x**3 - 3 * x + sp.Rational(1999, 1000), -sp.Rational(1, 10000)),
        "-1/1000 at x = 1.",
        x=1,
    ),
    refuted(
        "square-of-a-sum",
        "polynomial",
        "folklore",
        (),
        eq((a + b) ** 2, a**2 + b**2),
        "The difference is 2ab.",
        a=1,
        b=1,
    ),
    refuted(
        "cancelled-summand",
        "polynomial",
        "denominator folklore",
        (gt(a, 0), gt(b, 0), gt(c, 0)),
        eq((a + b) / (a + c), b / c),
        "Equal only for b = c.",
        a=1,
        b=1,
        c=2,
    ),
    refuted(
        "risk-polynomial-at-s-everywhere",
        "polynomial",
        "disclosure",
        (*UNIT_PRIORS, *UNIT_S),
        ge(risk_polynomial(s), 0),
        "F(s) = p (1 - s)(q(1 + s) - s) is negative for small q.",
        p=1,
        q="1/4",
        s="1/2",
    ),
    refuted(
        "root-of-a-sum",
        "radical",
        "folklore",
        (ge(a, 0), ge(b, 0)),
        eq(sqrt(a + b), sqrt(a) + sqrt(b)),
        "The squares differ by 2 sqrt(ab).",
        a=1,
        b=1,
    ),
    refuted(
        "log-of-a-sum",
        "log",
        "folklore",
        (gt(a, 0), gt(b, 0)),
        eq(log(a + b), log(a) + log(b)),
        "log 2 against 0 (equal at a = b = 2).",
        a=1,
        b=1,
    ),
)
