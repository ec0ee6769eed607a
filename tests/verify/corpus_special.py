"""Integrals with Bessel's K, hypergeometric series and complex powers for every n, true and false.

DLMF 10.43 and 10.32.11; characteristic functions of gamma, Erlang and chi-squared laws; the law of the
difference of two gamma variables (a variance-gamma law). Each false one differs from its true one by a slip.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy import Rational, besselk, cos, exp, factorial, gamma, hyper, pi, sin, sqrt
from sympy.abc import a, n, t, w, x

from tests.verify.corpus_integers import ONE, ZERO, Case, integral
from verify.integers.densities import NormalisedForEvery
from verify.integers.series import SeriesIntegral
from verify.integers.transforms import GammaTransform

HALF = Rational(1, 2)
ORDER = n - HALF
POSITIVE = (a > 0,)
WHOLE = {"start": ONE}


def law(scale: sp.Expr) -> sp.Expr:
    """The density of the distance of two Gamma(n, scale) variables."""
    distance = t / scale
    return 2 ** (2 - n) * distance**ORDER * besselk(ORDER, distance) / (sqrt(2 * pi) * gamma(n) * scale)


TAILED = t ** (n + 1) * besselk(n, t)
TAIL_LEFT = t ** (n + 1) * besselk(n + 1, t)
BASSET = t**ORDER * besselk(ORDER, t) * cos(w * t)
BASSET_VALUE = sqrt(2 * pi) * gamma(n) * 2 ** (n - 2) * (1 + w**2) ** (-n)

WAVE = exp(-t) * sqrt(pi / 2) / (1 + w**2)

INTEGRALS = {
    "Bessel moment": Case(integral(TAILED, 2**n * gamma(n + 1), -TAIL_LEFT)),
    "Bessel moment at a scale": Case(
        integral(
            t ** (n + 1) * besselk(n, a * t),
            2**n * gamma(n + 1) * a ** (-n - 2),
            -(t ** (n + 1)) * besselk(n + 1, a * t) / a,
        ),
        POSITIVE,
    ),
    "Bessel tail": Case(integral(TAILED, TAIL_LEFT.subs(t, x), -TAIL_LEFT, lower=x), (x > 0,)),
    "Basset": Case(
        integral(
            BASSET,
            BASSET_VALUE,
            t * BASSET - w * t ** (ORDER + 1) * besselk(ORDER + 1, t) * sin(w * t),
            2 * n,
            -(1 + w**2),
            starting=(w * WAVE * sin(w * t) - WAVE * cos(w * t),),
            **WHOLE,
        ),
        (),
        (
            {"value": BASSET_VALUE * (1 + w**2)},
            {"value": 2 * BASSET_VALUE},
            {"term": BASSET.subs(cos(w * t), sin(w * t))},
        ),
    ),
}
"""Of whole orders K is not elementary, so that a false claim is left open."""

_LAW = law(a)
_FIRST = -exp(-t / a)


def density(term: sp.Expr, companion: sp.Expr, *starting: sp.Expr, **more: Any) -> Any:
    """On t > 0, for all n >= 1, unless said otherwise."""
    fields = {"lower": ZERO, "upper": sp.oo, "start": ONE, "recurrence": (-ONE, ONE)} | more
    return NormalisedForEvery(term, t, value=ONE, n=n, companion=companion, starting=starting, **fields)


DENSITIES = {
    "distance of gamma variables": Case(
        density(_LAW, -t * _LAW / (2 * n), _FIRST),
        POSITIVE,
        ({"term": _LAW / 2}, {"term": _LAW * a}, {"term": -_LAW}),
    ),
    "Erlang law": Case(
        density(
            t ** (n - 1) * exp(-t / a) / (gamma(n) * a**n),
            -(t**n) * exp(-t / a) / (n * gamma(n) * a**n),
            _FIRST,
        ),
        POSITIVE,
        ({"term": t ** (n - 1) * exp(-t / a) / (factorial(n) * a**n)},),
    ),
    "power law": Case(
        density(n * t ** (n - 1), t**n, upper=ONE, recurrence=(ONE,)), (), ({"term": t ** (n - 1)},)
    ),
}


def transform(constant: sp.Expr, shape: sp.Expr, rate: sp.Expr, real: sp.Expr, imaginary: sp.Expr) -> Any:
    """At w, for all n >= 1."""
    return GammaTransform(constant, shape, rate, w, t, real, imaginary, n, ONE)


TRANSFORMS = {
    "Erlang": Case(
        transform(a**n / gamma(n), n, a, ONE, -w / a),
        POSITIVE,
        ({"imaginary": w / a}, {"shape": n + 1}, {"constant": a**n / factorial(n)}),
    ),
    "chi-squared": Case(
        transform(1 / (2**n * gamma(n)), n, HALF, ONE, -2 * w), (), ({"real": sp.Integer(2)}, {"rate": ONE})
    ),
    "sum of twice as many": Case(
        transform(a ** (2 * n) / gamma(2 * n), 2 * n, a, ONE, -w / a),
        POSITIVE,
        ({"constant": a**n / gamma(2 * n)},),
    ),
    "without a constant": Case(
        transform(1 / gamma(n), n, a, a, -w), POSITIVE, ({"real": a**2}, {"imaginary": -w * a})
    ),
}


def series(term: sp.Expr, value: sp.Expr) -> Any:
    """From 0 to x, for all n >= 1."""
    return SeriesIntegral(term, t, x, value, n, ONE)


FALLING = 2 ** (n - 2) * sqrt(2) * gamma(ORDER)
RISING = 2 ** (-n - 1) * sqrt(2) * gamma(-ORDER)
PLAIN_LEFT = FALLING * x * hyper([HALF], [3 * HALF, 3 * HALF - n], x**2 / 4)
PLAIN_RIGHT = RISING * x ** (2 * n) / (2 * n) * hyper([n], [n + HALF, n + 1], x**2 / 4)
NEXT_LEFT = FALLING * x**2 / 2 * hyper([ONE], [2 * ONE, 3 * HALF - n], x**2 / 4)
NEXT_RIGHT = RISING * x ** (2 * n + 1) / (2 * n + 1) * hyper([], [n + 3 * HALF], x**2 / 4)
POSITIVE_X = (x > 0,)

SERIES = {
    "distribution of a distance": Case(
        series(t**ORDER * besselk(ORDER, t), PLAIN_LEFT + PLAIN_RIGHT),
        POSITIVE_X,
        (
            {"value": PLAIN_LEFT - PLAIN_RIGHT},
            {"value": PLAIN_LEFT},
            {"value": PLAIN_LEFT / sqrt(2) + PLAIN_RIGHT},
            {"value": PLAIN_LEFT.subs(x, 2 * x) / 2 + PLAIN_RIGHT},
        ),
    ),
    "its mean": Case(
        series(t ** (ORDER + 1) * besselk(ORDER, t), NEXT_LEFT + NEXT_RIGHT),
        POSITIVE_X,
        ({"value": NEXT_LEFT + NEXT_RIGHT + x}, {"term": t**ORDER * besselk(ORDER, t)}),
    ),
    "at a scale": Case(
        series((a * t) ** ORDER * besselk(ORDER, a * t), (PLAIN_LEFT + PLAIN_RIGHT).subs(x, a * x) / a),
        (*POSITIVE_X, *POSITIVE),
        ({"value": (PLAIN_LEFT + PLAIN_RIGHT).subs(x, a * x)}, {"value": PLAIN_LEFT + PLAIN_RIGHT}),
    ),
    "a power": Case(series(t**n, x ** (n + 1) / (n + 1)), POSITIVE_X, ({"value": x ** (n + 1) / n},)),
}
