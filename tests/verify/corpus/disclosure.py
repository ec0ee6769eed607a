"""Disclosure risk: the polynomial of a posterior bound, and its neighbours."""

from __future__ import annotations

import sympy as sp
from sympy import sqrt

from tests.verify.corpus.notation import (
    CONSTANT,
    EXPONENT,
    SIGN,
    STRICT,
    SWAPPED,
    both,
    either,
    emptied,
    eq,
    ge,
    gt,
    holds,
    le,
    lt,
    p,
    q,
    r,
    s,
    still,
    without,
    wrong,
    x,
    y,
)


def risk_polynomial(at: sp.Expr) -> sp.Expr:
    """`F(x) = p(1-q) x^2 + (1-p) x + pq - s` at `x = at`."""
    return p * (1 - q) * at**2 + (1 - p) * at + p * q - s


UNIT_PRIORS = (gt(p, 0), le(p, 1), gt(q, 0), le(q, 1))
UNIT_S = (gt(s, 0), lt(s, 1))

RISK_DISCRIMINANT = (1 - p) ** 2 + 4 * p * (1 - q) * (s - p * q)
RISK_ROOT = 2 * (s - p * q) / (1 - p + sqrt(RISK_DISCRIMINANT))

DISCLOSURE = (
    holds(
        "risk-polynomial-increases",
        "polynomial",
        "strictness implication disclosure",
        (*UNIT_PRIORS, either(lt(p, 1), lt(q, 1)), gt(x, 0), lt(x, y)),
        lt(risk_polynomial(x), risk_polynomial(y)),
        "The gap is (y - x)(p(1-q)(x+y) + 1 - p), and one of the two summands is positive.",
        without(4, p=1, q=1, s=0, x=1, y=2),
        without(5, p=1, q="1/2", s=0, x=-2, y=1),
        wrong(STRICT, given={6: le(x, y)}, p="1/2", q="1/2", s=0, x=1, y=1),
        wrong(
            SIGN,
            lt(p * (1 - q) * x**2 - (1 - p) * x + p * q - s, p * (1 - q) * y**2 - (1 - p) * y + p * q - s),
            p="1/2",
            q=1,
            s=0,
            x=1,
            y=2,
        ),
        wrong(
            CONSTANT,
            lt(
                p * (1 - q) * x**2 + (1 - 2 * p) * x + p * q - s,
                p * (1 - q) * y**2 + (1 - 2 * p) * y + p * q - s,
            ),
            p=1,
            q="1/2",
            s=0,
            x="1/2",
            y=1,
        ),
        still(
            SWAPPED,
            "The same with the names of p and q exchanged.",
            lt(q * (1 - p) * x**2 + (1 - q) * x + p * q - s, q * (1 - p) * y**2 + (1 - q) * y + p * q - s),
        ),
        still(
            EXPONENT,
            "x^3 increases as well.",
            lt(p * (1 - q) * x**3 + (1 - p) * x + p * q - s, p * (1 - q) * y**3 + (1 - p) * y + p * q - s),
        ),
    ),
    holds(
        "risk-polynomial-positive-at-root-s",
        "radical",
        "strictness disclosure",
        (*UNIT_PRIORS, *UNIT_S),
        gt(risk_polynomial(sqrt(s)), 0),
        "sqrt(s) > s on (0, 1), so F(sqrt(s)) >= p(1-q)s + (1-p)s + pq - s = pq(1 - s) > 0.",
        without(0, p=-1, q=1, s="1/4"),
        without(2, p=1, q=0, s="1/4"),
        without(5, p=1, q=1, s=4),
        wrong(STRICT, given={2: ge(q, 0)}, p=1, q=0, s="1/4"),
        wrong(SIGN, gt(p * (1 - q) * s + (1 - p) * sqrt(s) - p * q - s, 0), p=1, q=1, s="1/4"),
        wrong(CONSTANT, gt(p * (1 - q) * s + (1 - p) * sqrt(s) + p * q - 2 * s, 0), p=1, q=1, s="3/4"),
        wrong(EXPONENT, gt(risk_polynomial(s), 0), p=1, q="1/4", s="1/2"),
        still(
            SWAPPED,
            "The same with the names of p and q exchanged.",
            gt(q * (1 - p) * s + (1 - q) * sqrt(s) + p * q - s, 0),
        ),
    ),
    holds(
        "risk-polynomial-at-one",
        "polynomial",
        "disclosure",
        (),
        eq(p * (1 - q) + (1 - p) + p * q - s, 1 - s),
        "Expand: p - pq + 1 - p + pq = 1.",
        wrong(SIGN, eq(p * (1 + q) + (1 - p) + p * q - s, 1 - s), p=1, q=1, s=0),
        wrong(SIGN, eq(p * (1 - q) + (1 - p) + p * q - s, 1 + s), p=0, q=0, s=1),
        wrong(CONSTANT, eq(p * (1 - q) + (1 - p) + p * q - s, 1 - 2 * s), p=0, q=0, s=1),
        wrong(EXPONENT, eq(p**2 * (1 - q) + (1 - p) + p * q - s, 1 - s), p="1/2", q=0, s=0),
        wrong(SWAPPED, eq(p * (1 - p) + (1 - p) + p * q - s, 1 - s), p="1/2", q=0, s=0),
        wrong(STRICT, lt(p * (1 - q) + (1 - p) + p * q - s, 1 - s), p=0, q=0, s=0),
        still(SWAPPED, "Exchange p and q.", eq(q * (1 - p) + (1 - q) + p * q - s, 1 - s)),
    ),
    holds(
        "positive-root-lies-below-one",
        "polynomial",
        "strictness equality implication disclosure",
        (*UNIT_PRIORS, lt(s, 1), gt(x, 0), eq(risk_polynomial(x), 0)),
        both(lt(x, 1), lt(p * q, s)),
        "p = q = 1 would give F = 1 - s > 0; else F increases and F(1) = 1 - s > 0 = F(x) > F(0) = pq - s.",
        without(4, p=1, q="1/2", s=1, x=1),
        without(5, p=1, q="1/2", s="1/2", x=0),
        wrong(STRICT, given={5: ge(x, 0)}, p=1, q="1/2", s="1/2", x=0),
        wrong(SIGN, both(lt(x, 1), lt(-p * q, -s)), p=1, q="1/2", s="5/8", x="1/2"),
        wrong(CONSTANT, both(lt(x, sp.Rational(9, 10)), lt(p * q, s)), p=1, q="1/2", s="761/800", x="19/20"),
        wrong(EXPONENT, both(lt(x, 1), lt(p * q, s**2)), p=1, q="1/2", s="5/8", x="1/2"),
        wrong(
            SWAPPED,
            given={6: eq(p * (1 - q) * x**2 + (1 - q) * x + p * q - s, 0)},
            p="1/4",
            q="3/4",
            s="1/2",
            x=1,
        ),
        parametrisation={"s": p * (1 - q) * x**2 + (1 - p) * x + p * q},
    ),
    holds(
        "square-of-x-is-one-over-r",
        "polynomial",
        "strictness equality disclosure",
        (gt(r, 1), gt(x, 0), eq(r * x**2, 1)),
        both(lt(x, 1), gt(r * x, 1)),
        "x^2 = 1/r < 1, and rx = 1/x.",
        without(0, r=1, x=1),
        without(1, r=4, x="-1/2"),
        wrong(STRICT, given={0: ge(r, 1)}, r=1, x=1),
        wrong(CONSTANT, given={2: eq(r * x**2, 2)}, r=2, x=1),
        wrong(EXPONENT, given={2: eq(r * x, 1)}, r=2, x="1/2"),
        wrong(SWAPPED, given={2: eq(r**2 * x, 1)}, r=2, x="1/4"),
        emptied(SIGN, "r x^2 >= 0 > -1.", {2: eq(r * x**2, -1)}),
        parametrisation={"r": 1 / x**2},
    ),
    holds(
        "risk-polynomial-at-s",
        "polynomial",
        "tight implication disclosure",
        (*UNIT_PRIORS, *UNIT_S, ge(q * (1 + s), s)),
        ge(risk_polynomial(s), 0),
        "F(s) = p (1 - s)(q(1 + s) - s).",
        without(6, p=1, q="1/4", s="1/2"),
        without(5, p=1, q=1, s=2),
        wrong(STRICT, gt(risk_polynomial(s), 0), p=1, q="1/3", s="1/2"),
        wrong(CONSTANT, given={6: ge(q * (1 + 2 * s), s)}, p=1, q="1/4", s="1/2"),
        wrong(SWAPPED, given={6: ge(p * (1 + s), s)}, p=1, q="1/4", s="1/2"),
        still(SIGN, "q(1 + s) >= q(1 - s).", given={6: ge(q * (1 - s), s)}),
        still(EXPONENT, "q(1 + s) >= q(1 + s^2) as s < 1.", given={6: ge(q * (1 + s**2), s)}),
    ),
    holds(
        "no-root-when-constant-term-is-not-negative",
        "polynomial",
        "strictness disclosure",
        (*UNIT_PRIORS, *UNIT_S, ge(p * q, s), gt(x, 0)),
        gt(risk_polynomial(x), 0),
        "At p = q = 1, F = 1 - s; otherwise F(x) > F(0) = pq - s >= 0.",
        without(5, p=1, q=1, s=1, x=1),
        without(6, p=1, q="1/4", s="1/2", x="1/2"),
        without(7, p="1/2", q=1, s="1/2", x=-1),
        wrong(STRICT, given={7: ge(x, 0)}, p="1/2", q=1, s="1/2", x=0),
        wrong(SIGN, gt(p * (1 - q) * x**2 - (1 - p) * x + p * q - s, 0), p="1/2", q=1, s="1/2", x=1),
        wrong(CONSTANT, given={6: ge(2 * p * q, s)}, p=1, q="1/4", s="1/2", x="1/2"),
        wrong(EXPONENT, given={6: ge(p * q, s**2)}, p=1, q="1/4", s="1/2", x="1/2"),
    ),
    holds(
        "positive-root-by-the-conjugate-form",
        "radical",
        "denominator disclosure",
        (*UNIT_PRIORS, lt(s, 1), lt(p * q, s)),
        both(eq(risk_polynomial(RISK_ROOT), 0), gt(RISK_ROOT, 0)),
        "2C/(B + sqrt(B^2 + 4AC)), A, B >= 0 < C, solves Ax^2 + Bx = C; p = q = 1 (0/0) is excluded.",
        without(4, p=1, q=1, s=2),
        without(5, p="1/2", q="1/2", s="1/4"),
        wrong(STRICT, given={5: le(p * q, s)}, p="1/2", q="1/2", s="1/4"),
        wrong(
            SIGN,
            both(
                eq(risk_polynomial(2 * (s - p * q) / (1 - p - sqrt(RISK_DISCRIMINANT))), 0),
                gt(2 * (s - p * q) / (1 - p - sqrt(RISK_DISCRIMINANT)), 0),
            ),
            p=1,
            q="1/2",
            s="5/8",
        ),
        wrong(
            CONSTANT,
            both(
                eq(
                    risk_polynomial(
                        2 * (s - p * q) / (1 - p + sqrt((1 - p) ** 2 + 2 * p * (1 - q) * (s - p * q)))
                    ),
                    0,
                ),
                gt(RISK_ROOT, 0),
            ),
            p=1,
            q="1/2",
            s="5/8",
        ),
        wrong(
            SWAPPED,
            both(
                eq(risk_polynomial(2 * (s - p * q) / (1 - q + sqrt(RISK_DISCRIMINANT))), 0), gt(RISK_ROOT, 0)
            ),
            p=1,
            q="1/2",
            s="5/8",
        ),
        wrong(
            EXPONENT,
            both(
                eq(
                    risk_polynomial(
                        2 * (s - p * q) / (1 - p + sqrt((1 - p) ** 3 + 4 * p * (1 - q) * (s - p * q)))
                    ),
                    0,
                ),
                gt(RISK_ROOT, 0),
            ),
            p="1/2",
            q=1,
            s="3/4",
        ),
    ),
)
