"""What the proofs of Kazan & Reiter (2024) write again and again: Theorem 1's bound, the root of (12).

Sums, products and powers are built unevaluated where the paper shows a cancellation that SymPy would carry
out on sight, so that what is put to proof is what is printed, side conditions included.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from symbolic_eps.symbols import PRIOR_INCLUSION as p
from symbolic_eps.symbols import PRIOR_VALUE as q
from symbolic_eps.symbols import RELATIVE_RISK_BOUND as r
from symbolic_eps.symbols import parameter
from verify.claim import Claim, Locator, Statement

PAPER = "kazan-reiter-2024"

eps = parameter("eps")
"""The privacy budget."""

risk = parameter("risk")
"""r_i(p, q, t*), the relative disclosure risk of (4)."""

decay = sp.exp(-eps)
"""e^-eps."""

INCLUSION_PRIOR = (p > 0, p <= 1)
VALUE_PRIOR = (q > 0, q <= 1)
PRIORS = (*INCLUSION_PRIOR, *VALUE_PRIOR)
"""0 < p <= 1 and 0 < q <= 1."""

BOUNDED_RISK = (r > 0,)
"""r* bounds a ratio of probabilities; (12) divides by it."""

INSIDE = (p > 0, p < 1, q > 0, q < 1)
"""The open square of Lemmas 2 and 3."""


def claim(place: str, statement: sp.Basic | Statement, domain: tuple[sp.Basic, ...], **more: Any) -> Claim:
    """A claim of the paper at the place.

    Parameters
    ----------
    place : str
        The locator's place, such as `eq:94`.
    statement : Boolean or Statement
        As printed.
    domain : tuple of Boolean
        Its hypotheses.
    **more
        Further fields of `Claim`.

    Examples
    --------
    >>> print(claim("eq:77", eq(p, p), (p > 0,)).locator)
    kazan-reiter-2024 eq:77
    """
    return Claim(Locator(PAPER, place), statement, domain, **more)


def eq(left: sp.Expr, right: sp.Expr) -> sp.Basic:
    """`left = right`, unevaluated.

    Examples
    --------
    >>> eq(p, p)
    Eq(p, p)
    """
    return sp.Eq(left, right, evaluate=False)


def le(left: sp.Expr, right: sp.Expr) -> sp.Basic:
    """`left <= right`, unevaluated.

    Examples
    --------
    >>> le(p, 1)
    p <= 1
    """
    return sp.Le(left, right, evaluate=False)


def ge(left: sp.Expr, right: sp.Expr) -> sp.Basic:
    """`left >= right`, unevaluated.

    Examples
    --------
    >>> ge(p, 0)
    p >= 0
    """
    return sp.Ge(left, right, evaluate=False)


def lt(left: sp.Expr, right: sp.Expr) -> sp.Basic:
    """`left < right`, unevaluated.

    Examples
    --------
    >>> lt(p, 1)
    p < 1
    """
    return sp.Lt(left, right, evaluate=False)


def gt(left: sp.Expr, right: sp.Expr) -> sp.Basic:
    """`left > right`, unevaluated.

    Examples
    --------
    >>> gt(p, 0)
    p > 0
    """
    return sp.Gt(left, right, evaluate=False)


def total(*terms: sp.Expr) -> sp.Expr:
    """The sum of the terms, unevaluated.

    Examples
    --------
    >>> total(p, -p) == 0
    False
    """
    return sp.Add(*terms, evaluate=False)


def product(*factors: sp.Expr) -> sp.Expr:
    """The product of the factors, unevaluated.

    Examples
    --------
    >>> product(1 / (1 - p), 1 - p) == 1
    False
    """
    return sp.Mul(*factors, evaluate=False)


def ratio(numerator: sp.Expr, denominator: sp.Expr) -> sp.Expr:
    """numerator / denominator, unevaluated.

    Examples
    --------
    >>> ratio(p, p) == 1
    False
    """
    return product(numerator, sp.Pow(denominator, -1, evaluate=False))


def risk_bound(inclusion: sp.Expr = p, value: sp.Expr = q) -> sp.Expr:
    """The right-hand side of (11), as printed.

    Examples
    --------
    >>> risk_bound().subs(eps, 0).simplify()
    1
    """
    return 1 / (
        value * inclusion + sp.exp(-2 * eps) * (1 - value) * inclusion + sp.exp(-eps) * (1 - inclusion)
    )


def radicand(inverse_risk: sp.Expr) -> sp.Expr:
    """(1-p)^2 + 4 p (1-q) (1/r* - p q).

    Examples
    --------
    >>> radicand(p * q)
    (1 - p)**2
    """
    return (1 - p) ** 2 + 4 * p * (1 - q) * (inverse_risk - p * q)


def root_budget(inverse_risk: sp.Expr) -> sp.Expr:
    """The first branch of (12), as printed.

    Examples
    --------
    >>> root_budget(sp.Integer(1)).subs({p: sp.Rational(1, 2), q: sp.Rational(1, 2)})
    0
    """
    return sp.log(2 * p * (1 - q) / (sp.sqrt(radicand(inverse_risk)) - (1 - p)))
