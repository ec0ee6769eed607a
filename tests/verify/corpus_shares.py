"""Shares of integrals for every n: gamma, exponential, power and Pareto laws, Bessel's K, true and false.

That the distribution functions of gamma laws fall with the shape, and those of exponential laws rise with the
rate, also if cut off, is the order of their likelihood ratios (Shaked and Shanthikumar, "Stochastic Orders",
1.C). Each false one differs from its true one by a slip.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy import besselk, exp, factorial
from sympy.abc import a, n, t, w, x, y

from tests.verify.corpus_integers import ONE, ZERO, Case
from tests.verify.corpus_special import HALF, ORDER, law
from verify.integers.shares import ShareAtMostOne, ShareRises
from verify.integers.successive_shares import ShareForNext, SuccessiveRatio

INSIDE = (x > 0, w > x)
POSITIVE = (a > 0,)
ERLANG = t**n * exp(-a * t) / factorial(n)
TWO_PARTS = t**n * exp(-a * t) + n / (t + a) ** n

EXCESS = y**2 + (2 * n - 1) * y - t**2
BESSELS = SuccessiveRatio(
    y,
    t * besselk(n - 3 * HALF, t) / besselk(n - HALF, t),
    t**2 / (y + 2 * n - 1),
    sp.And(y > 0, EXCESS > 0, 2 * (y + 2 * n - 1) > EXCESS),
)
OTHER_WAY = {"relation": ">"}


def for_next(term: sp.Expr, slope: sp.Expr, lower: sp.Expr = ZERO, start: sp.Expr = ONE, **more: Any) -> Any:
    """Up to x, of the integral up to w."""
    return ShareForNext(term, t, lower, x, w, n, start, slope=slope, **more)


SHARES: dict[str, Case] = {
    "Erlang laws": Case(for_next(ERLANG, 1 / (n + 1), start=ZERO), (*INSIDE, *POSITIVE), (OTHER_WAY,)),
    "exponential laws": Case(
        for_next(n * exp(-n * t), -(n + 1) / n * exp(-t), relation=">"), INSIDE, ({"relation": "<"},)
    ),
    "Pareto laws": Case(
        for_next(n * t ** (-n - 1), -(n + 1) / (n * t**2), lower=ONE, relation=">"),
        (x > 1, w > x),
        ({"relation": "<"}, {"term": n * t ** (n - 1)}),
    ),
    "the greatest of n": Case(
        for_next(n * t ** (n - 1), (n + 1) / n), INSIDE, (OTHER_WAY, {"x": w, "whole": x})
    ),
    "distances of gamma variables": Case(
        for_next(t**ORDER * besselk(ORDER, t), EXCESS / t, ratio=BESSELS),
        INSIDE,
        (OTHER_WAY, {"x": w}),
    ),
    "gamma laws rise": Case(
        ShareRises(ERLANG, t, ZERO, x, w, n, ZERO),
        (w > 0, *POSITIVE),
        ({"term": t**n * (a - t)}, {"term": t**n * (1 - t) * exp(-a * t)}),
    ),
    "a sum rises": Case(ShareRises(TWO_PARTS, t, ZERO, x, w, n, ONE), (w > 0, *POSITIVE), ({"term": t - n},)),
    "distances rise": Case(ShareRises(law(a), t, ZERO, x, w, n, ONE), (w > 0, *POSITIVE)),
    "at most all": Case(
        ShareAtMostOne(law(a), t, ZERO, x, w, n, ONE),
        (x >= 0, w > 0, w >= x, *POSITIVE),
        ({"x": 2 * x}, {"whole": w / 2}),
    ),
    "half of it": Case(
        ShareAtMostOne(ERLANG, t, ZERO, x / 2, x, n, ZERO), (x > 0, *POSITIVE), ({"x": x + a}, {"x": 3 * x})
    ),
}
