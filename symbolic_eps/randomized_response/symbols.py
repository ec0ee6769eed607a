"""The parameters of randomized response (Yoshida, Yung & Hayashi 2018).

Every symbol is real and nothing more: `domain` states what is assumed of them.
"""

from __future__ import annotations

import sympy as sp
from sympy import Symbol

DELTA = Symbol("delta", real=True)
"""delta: bound on the l1 norm of (1-w) p_0 - w p_1, in [0, 1]."""

WEIGHT = Symbol("weight", real=True)
"""w: weight of the error on those whose truth is 1, in [a, 1-a]; the other error has the weight 1-w."""

THETA = Symbol("theta", real=True)
"""theta: the share of the population whose truth is 1, in (0, 1)."""

AGAINST = Symbol("against", real=True)
"""A second share, against which theta is tested, in [0, 1]."""


def least_error(delta: sp.Expr) -> sp.Expr:
    """a = (1-delta)/2: the least weighted error probability that the bound leaves to any test.

    Examples
    --------
    >>> least_error(sp.Rational(1, 4))
    3/8
    """
    return (1 - delta) / 2


def domain(delta: sp.Expr = DELTA, weight: sp.Expr = WEIGHT) -> tuple[sp.Basic, ...]:
    """Where the bound leaves a choice of pairs: 0 < delta < 1 and a <= w <= 1-a.

    Examples
    --------
    >>> domain()
    (delta > 0, delta < 1, weight >= 1/2 - delta/2, weight <= delta/2 + 1/2)
    """
    a = least_error(delta)
    return (delta > 0, delta < 1, weight >= a, weight <= 1 - a)
