"""Sums and integrals for every n, from textbooks, with what proves them; false ones beside the true.

Identities of Graham, Knuth and Patashnik, "Concrete Mathematics", chapter 5; of Petkovsek, Wilf and
Zeilberger, "A = B"; laws from any book on probability. Each false one differs from its true one by a slip.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import sympy as sp
from sympy import And, Eq, Rational, binomial, factorial
from sympy.abc import a, b, c, k, m, n, s, t, x

from verify.integers.induction import Induction, Sequence
from verify.integers.integrals import HypergeometricIntegral
from verify.integers.sums import HypergeometricSum
from verify.integers.tails import SumAsIntegral

ZERO, ONE = sp.Integer(0), sp.Integer(1)
C = binomial(n, k)
LAW = C * x**k * (1 - x) ** (n - k)
"""The binomial law."""

BELOW = (ZERO, n)
SHARE = (x >= 0, x <= 1)


class Case(NamedTuple):
    """A statement, its domain, and fields that make it false."""

    statement: Any
    domain: tuple[sp.Basic, ...] = ()
    slips: tuple[dict[str, Any], ...] = ()


def total(term: sp.Expr, value: sp.Expr, companion: sp.Expr, *recurrence: sp.Expr, **more: Any) -> Any:
    """The sum over 0 <= k <= n for all n >= 0, unless said otherwise."""
    fields = {"lower": ZERO, "upper": n, "start": ZERO} | more
    return HypergeometricSum(
        term, k, value=value, n=n, companion=companion, recurrence=recurrence or (ONE,), **fields
    )


SUMS = {
    "row of the triangle": Case(
        total(C, 2**n, -k * C / (n + 1 - k), -2, 1),
        (),
        ({"value": 2**n + n}, {"lower": ONE}, {"term": C - k + n}),
    ),
    "binomial theorem": Case(
        total(C * a**k, (1 + a) ** n, -k * C * a**k / (n + 1 - k), -1 - a, 1),
        (),
        ({"value": (1 + a) ** n + a * n * (n - 1)}, {"upper": n - 1, "start": ONE}),
    ),
    "binomial law": Case(
        total(LAW, ONE, -k * C * x**k * (1 - x) ** (n + 1 - k) / (n + 1 - k), -1, 1),
        SHARE,
        ({"value": 1 - x}, {"value": 1 / x}, {"lower": ONE, "start": ONE}),
    ),
    "its mean": Case(
        total(k * LAW, n * x, -(n + 1) * (1 - x) * (k - 1) * k * LAW / (n + 1 - k), -n - 1, n, start=ONE),
        SHARE,
        ({"value": n * x + x * (1 - x) * n * (n - 1)}, {"value": x}),
    ),
    "alternating": Case(
        total((-1) ** k * C, ZERO, -((-1) ** k) * k * C / n, start=ONE),
        (),
        ({"start": ZERO}, {"upper": n - 1}),
    ),
    "hockey stick": Case(
        total(
            binomial(k, m),
            binomial(n + 1, m + 1),
            (k - m) * binomial(k, m) / (m + 1),
            lower=m,
            start=m,
            integers=(m,),
        ),
        (m >= 0,),
        ({"value": binomial(n + 1, m)}, {"value": binomial(n, m + 1) + 1}, {"term": binomial(k, m) + 1}),
    ),
    "factorials": Case(
        total(k * factorial(k), factorial(n + 1) - 1, factorial(k)),
        (),
        ({"value": factorial(n + 1)}, {"upper": n + 1}),
    ),
    "squares": Case(
        total(k**2, n * (n + 1) * (2 * n + 1) / 6, k * (k - 1) * (2 * k - 1) / 6),
        (),
        ({"value": n * (n + 1) * (2 * n - 1) / 6},),
    ),
    "geometric": Case(
        total(a**k, (1 - a ** (n + 1)) / (1 - a), a**k / (a - 1)),
        (sp.Ne(a, 1),),
        ({"value": (1 - a**n) / (1 - a)},),
    ),
    "telescoping fractions": Case(
        total(1 / (k * (k + 1)), n / (n + 1), -1 / k, lower=ONE, start=ONE),
        (),
        ({"lower": ZERO}, {"value": 1 - 1 / n}),
    ),
    "central binomial": Case(
        total(
            C**2,
            binomial(2 * n, n),
            k**2 * (2 * k - 3 * n - 3) * C**2 / (n + 1 - k) ** 2,
            -2 * (2 * n + 1),
            n + 1,
        ),
        (),
        (
            {"value": binomial(2 * n, n) + n * (n - 1)},
            {"value": 2 * binomial(2 * n - 1, n)},
        ),
    ),
    "two by two": Case(
        total(a**k * (-a) ** (n - k), a**n * (1 + (-1) ** n) / 2, ZERO, -(a**2), 0, 1),
        (a > 0,),
        ({"value": a**n},),
    ),
}


def integral(term: sp.Expr, value: sp.Expr, companion: sp.Expr, *recurrence: sp.Expr, **more: Any) -> Any:
    """The integral over 0 < t < oo for all n >= 0, unless said otherwise."""
    fields = {"lower": ZERO, "upper": sp.oo, "start": ZERO} | more
    return HypergeometricIntegral(
        term, t, value=value, n=n, companion=companion, recurrence=recurrence or (ONE,), **fields
    )


GAMMA_1 = t**n * sp.exp(-t)
GAMMA = t**n * sp.exp(-t / a) / (factorial(n) * a ** (n + 1))
"""The Gamma law of shape n + 1 and scale a."""

FIRST = -sp.exp(-t / a)
BETA = t ** (n - 1) * (1 - t) ** (m - 1)
ONTO_1 = {"upper": ONE, "start": ONE}

INTEGRALS = {
    "factorial": Case(
        integral(
            t**n * sp.exp(-t), factorial(n), -(t ** (n + 1)) * sp.exp(-t), -n - 1, 1, starting=(-sp.exp(-t),)
        ),
        (),
        ({"value": factorial(n) + n}, {"upper": ONE}, {"term": t**n * sp.exp(-2 * t)}),
    ),
    "Gamma law": Case(
        integral(GAMMA, ONE, -GAMMA * t / (n + 1), -1, 1, starting=(FIRST,)),
        (a > 0,),
        ({"value": a}, {"term": GAMMA * a}, {"term": GAMMA.subs(n, n - 1), "start": ONE, "value": ONE / n}),
    ),
    "its mean": Case(
        integral(t * GAMMA, (n + 1) * a, -(t**2) * GAMMA, -n - 2, n + 1, starting=((t + a) * FIRST,)),
        (a > 0,),
        ({"value": n * a}, {"value": (n + 1) * a**2}),
    ),
    "power": Case(
        integral(t**n, a ** (n + 1) / (n + 1), t ** (n + 1) / (n + 1), upper=a),
        (a > 0,),
        ({"value": a**n / (n + 1)}, {"lower": -a}),
    ),
    "Beta": Case(
        integral(
            BETA,
            sp.gamma(n) * sp.gamma(m) / sp.gamma(n + m),
            -t * (1 - t) * BETA,
            -n,
            n + m,
            starting=(-((1 - t) ** m) / m,),
            integers=(m,),
            **ONTO_1,
        ),
        (m >= 1,),
        ({"value": sp.gamma(n) * sp.gamma(m) / sp.gamma(n + m - 1)}, {"term": BETA * t}),
    ),
    "Beta of a real number": Case(
        integral(
            BETA.subs(m, b),
            sp.gamma(n) * sp.gamma(b) / sp.gamma(n + b),
            -t * (1 - t) * BETA.subs(m, b),
            -n,
            n + b,
            starting=(-((1 - t) ** b) / b,),
            **ONTO_1,
        ),
        (b > 0,),
    ),
}
"""Over t, for every n."""

TERM = binomial(n, k) * x**k * (1 - x) ** (n - k)
WEIGHT = -k * binomial(n, k) * t ** (k - 1) * (1 - t) ** (n - k)
DENSITY = m * binomial(n, m) * t ** (m - 1) * (1 - t) ** (n - m)
"""Of the m-th smallest of n uniform numbers."""

TAIL = SumAsIntegral(TERM, k, m, n, DENSITY, t, ZERO, x, n, m, WEIGHT, (m,))
POSSIBLE = (m >= 1, x >= 0, x <= 1)

TAILS = {
    "binomial tail": Case(
        TAIL,
        POSSIBLE,
        (
            {"density": DENSITY * t},
            {"density": (n - m + 1) * binomial(n, m) * t ** (m - 1) * (1 - t) ** (n - m)},
            {"upper": n - 1, "start": m + 1},
            {"lower": m + 1, "start": m + 1},
            {"term": TERM / 2},
        ),
    ),
    "the greatest": Case(
        SumAsIntegral(x**n, k, ONE, ONE, n * t ** (n - 1), t, ZERO, x, n, ONE, n * k * t ** (n - 1)),
        (x >= 0,),
        ({"density": t**n}, {"upper": sp.Integer(2)}),
    ),
}
"""A sum that is an integral."""

SQUARES = Sequence(s, ONE, s + 1 / (n + 1) ** 2)
NEWTON = Sequence(s, sp.Integer(2), s / 2 + 1 / s)
FIBONACCI = (Sequence(b, ONE, b + c), Sequence(c, ZERO, b))
GEOMETRIC = Sequence(s, ONE, s + x ** (n + 1))
PRODUCT = Sequence(s, ONE, s * (1 - 1 / (n + 1) ** 2))
MIDDLE = binomial(2 * n, n)

INDUCTIONS = {
    "Bernoulli": Case(
        Induction((1 + x) ** n >= 1 + n * x, n, ZERO),
        (x >= -1,),
        ({"claim": (1 + x) ** n > 1 + n * x}, {"claim": (1 + x) ** n >= 1 + n * x + x**2 * n}),
    ),
    "powers of 2": Case(Induction(2**n >= n + 1, n, ZERO), (), ({"claim": 2**n > n + 1},)),
    "powers of 2 and squares": Case(Induction(2**n > n**2, n, sp.Integer(5)), (), ({"start": ONE},)),
    "factorial and powers": Case(
        Induction(factorial(n) >= 2 ** (n - 1), n, ONE), (), ({"claim": factorial(n) >= 2**n},)
    ),
    "inverse squares": Case(
        Induction(s <= 2 - 1 / n, n, ONE, (SQUARES,)),
        (),
        (
            {"claim": s < 2 - 1 / n},
            {"claim": s <= Rational(3, 2)},
        ),
    ),
    "Newton's iteration": Case(
        Induction(And(s > 0, s**2 >= 2), n, ZERO, (NEWTON,)), (), ({"claim": And(s > 0, s**2 <= 3)},)
    ),
    "Cassini": Case(
        Induction(Eq((b**2 - b * c - c**2) ** 2, 1), n, ZERO, FIBONACCI),
        (),
        ({"claim": Eq(b**2 - b * c - c**2, 1)},),
    ),
    "Fibonacci and powers of 2": Case(
        Induction(b <= 2**n, n, ZERO, FIBONACCI, 2), (), ({"claim": b <= n + 1},)
    ),
    "geometric sum": Case(
        Induction(Eq(s * (x - 1), x ** (n + 1) - 1), n, ZERO, (GEOMETRIC,)),
        (),
        ({"claim": Eq(s * (x - 1), x**n - 1)}, {"claim": Eq(s, (x ** (n + 1) - 1) / (x - 1))}),
    ),
    "product": Case(
        Induction(Eq(s, (n + 1) / (2 * n)), n, ONE, (PRODUCT,)), (), ({"claim": Eq(s, n / (2 * n - 1))},)
    ),
    "middle of a row": Case(
        Induction(4**n / (2 * n + 1) <= MIDDLE, n, ZERO), (), ({"claim": 4**n / 2 <= MIDDLE},)
    ),
    "powers of a share": Case(
        Induction(x**n <= x, n, ONE), SHARE, ({"start": ZERO}, {"claim": x**n <= x**2})
    ),
    "from m on": Case(
        Induction(factorial(n) >= factorial(m), n, m, (), 1, (m,)),
        (m >= 0,),
        ({"claim": factorial(n) > factorial(m)},),
    ),
}
"""Comparisons for every n."""
