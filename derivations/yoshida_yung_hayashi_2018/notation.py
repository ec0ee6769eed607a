"""What Yoshida, Yung & Hayashi (2018) write again and again: the bound, the weight, laws on finite sets."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim, Kind, Locator, Statement
from verify.language.as_printed import eq
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total

PAPER = "yoshida-yung-hayashi-2018"

a, d, w, t = (parameter(name) for name in ("a", "d", "w", "t"))
"""a, delta, the weight, theta."""

g, h, s, j, y = (parameter(name) for name in ("g", "h", "s", "j", "y"))
"""p_0(y), p_1(y), whether y lies in S, the term of the Fisher information, and the element y."""

BOUND = (d > 0, d < 1)
SHARE = (eq(a, (1 - d) / 2),)
WEIGHT = (w > 0, w < 1)
ADMISSIBLE = (w >= a, w <= 1 - a)
THETA = (t > 0, t < 1)
SETTING = (*BOUND, *SHARE, *WEIGHT, *ADMISSIBLE)

LAWS = (g >= 0, h >= 0, sp.Eq(Total(g, y), 1), sp.Eq(Total(h, y), 1))
MIXTURE = (1 - t) * g + t * h
"""p_theta(y)."""


def information_term(name: sp.Symbol, first: sp.Expr, second: sp.Expr) -> sp.Basic:
    """That a name stands for (p_1 - p_0)^2/p_theta, or for 0 where both vanish.

    Parameters
    ----------
    name : Symbol
        The term.
    first, second : Expr
        p_0(y) and p_1(y).

    Examples
    --------
    >>> information_term(j, sp.Integer(1), sp.Integer(1)).subs({j: 0, t: sp.Rational(1, 2)})
    True
    """
    middle = (1 - t) * first + t * second
    return sp.Or(
        sp.And(middle > 0, sp.Eq(name * middle, (second - first) ** 2)),
        sp.And(sp.Eq(first, 0), sp.Eq(second, 0), sp.Eq(name, 0)),
    )


FISHER = information_term(j, g, h)
"""The term of the Fisher information at y."""

NORM = Total(sp.Abs((1 - w) * g - w * h), y)
"""The l1-norm of (1-w) p_0 - w p_1."""


def claim(place: str, statement: sp.Basic | Statement, domain: tuple[sp.Basic, ...], **more: Any) -> Claim:
    """A claim of the paper.

    Parameters
    ----------
    place : str
        The locator's place.
    statement : Boolean or Statement
        As printed.
    domain : tuple of Boolean
        Its hypotheses.
    **more
        Further fields of `Claim`.
    """
    return Claim(Locator(PAPER, place), statement, domain, **more)


def definition(place: str, statement: sp.Basic, domain: tuple[sp.Basic, ...] = (), remark: str = "") -> Claim:
    """A definition of the paper: nothing to prove."""
    return claim(place, statement, domain, kind=Kind.DEFINITION, remark=remark)


def cited(place: str, statement: sp.Basic, source: str, remark: str = "") -> Claim:
    """What the paper reports from elsewhere."""
    return claim(place, statement, (), kind=Kind.CITED, source=source, remark=remark)


def setting(*hypotheses: sp.Basic, sets: bool = False, fisher: bool = False) -> Setting:
    """Two laws on every finite set, with further hypotheses; with a subset, or the terms of the information.

    Examples
    --------
    >>> setting(sets=True).events
    (s,)
    """
    families = {g: (y,), h: (y,)}
    if sets:
        families[s] = (y,)
    if fisher:
        families[j] = (y,)
    given = (*LAWS, *((FISHER,) if fisher else ()), *hypotheses)
    return Setting(families, given, events=(s,) if sets else (), supports=Supports.FINITE)


def information(first: sp.Expr, second: sp.Expr, theta: sp.Expr = t) -> sp.Expr:
    """The term of the Fisher information for two values that are not both 0.

    Parameters
    ----------
    first, second, theta : Expr
        p_0(y), p_1(y) and theta.

    Examples
    --------
    >>> information(sp.Integer(1), sp.Integer(0))
    1/(1 - t)
    """
    return (second - first) ** 2 / ((1 - theta) * first + theta * second)
