"""What both versions of Kazan & Reiter write again and again: priors, the bound on the risk, the budget.

Each version has its own claims; this is the notation that they have in common.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE, RELATIVE_RISK_BOUND, parameter
from verify.claims.claim import Claim, Kind, Locator, Statement

p, q, r = PRIOR_INCLUSION, PRIOR_VALUE, RELATIVE_RISK_BOUND
"""p_i, q_i and r*."""

eps = parameter("eps")
"""The privacy budget."""

risk = parameter("risk")
"""r_i(p, q, t*), the relative disclosure risk."""

decay = sp.exp(-eps)
"""e^-eps."""

INCLUSION_PRIOR = (p > 0, p <= 1)
VALUE_PRIOR = (q > 0, q <= 1)
PRIORS = (*INCLUSION_PRIOR, *VALUE_PRIOR)
"""0 < p <= 1 and 0 < q <= 1."""

BOUNDED_RISK = (r > 0,)
"""r* bounds a ratio of probabilities; Theorem 2 divides by it."""

POSITIVE_DECAY = (sp.Gt(decay, 0, evaluate=False),)
"""True of every exponential; ties eps to e^-eps where only one of them occurs."""

INSIDE = (p > 0, p < 1, q > 0, q < 1)
"""The open square of the lemmas on how the budget changes with the priors."""


def risk_bound(inclusion: sp.Expr = p, value: sp.Expr = q) -> sp.Expr:
    """Theorem 1's bound, as printed.

    Parameters
    ----------
    inclusion, value : Expr
        p and q.

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

    Parameters
    ----------
    inverse_risk : Expr
        1/r*.

    Examples
    --------
    >>> radicand(p * q)
    (1 - p)**2
    """
    return (1 - p) ** 2 + 4 * p * (1 - q) * (inverse_risk - p * q)


def root_budget(inverse_risk: sp.Expr) -> sp.Expr:
    """Theorem 2's budget for q < 1, as printed.

    Parameters
    ----------
    inverse_risk : Expr
        1/r*.

    Examples
    --------
    >>> root_budget(sp.Integer(1)).subs({p: sp.Rational(1, 2), q: sp.Rational(1, 2)})
    0
    """
    return sp.log(2 * p * (1 - q) / (sp.sqrt(radicand(inverse_risk)) - (1 - p)))


def known_value_budget(inverse_risk: sp.Expr, inclusion: sp.Expr = p) -> sp.Expr:
    """Theorem 2's budget for q = 1.

    Parameters
    ----------
    inverse_risk : Expr
        1/r*(p, 1).
    inclusion : Expr
        p.

    Examples
    --------
    >>> known_value_budget(sp.Rational(1, 2), sp.Integer(0))
    log(2)
    """
    return sp.log((1 - inclusion) / (inverse_risk - inclusion))


def budget_by_cases(inverse_risk: sp.Expr, inverse_risk_at_one: sp.Expr) -> sp.Expr:
    """Theorem 2's budget, as printed.

    Parameters
    ----------
    inverse_risk, inverse_risk_at_one : Expr
        1/r*(p, q) and 1/r*(p, 1).

    Examples
    --------
    >>> budget_by_cases(1 / r, 1 / r).subs({q: 1, p: 0})
    log(r)
    """
    return sp.Piecewise(
        (root_budget(inverse_risk), sp.And(q > 0, q < 1)),
        (known_value_budget(inverse_risk_at_one), sp.Eq(q, 1)),
    )


@dataclass(frozen=True)
class Printed:
    """Makes the claims of one paper.

    Parameters
    ----------
    paper : str
        Its id.
    """

    paper: str

    def claim(
        self, place: str, statement: sp.Basic | Statement, domain: tuple[sp.Basic, ...], **more: Any
    ) -> Claim:
        """A claim of the paper at the place.

        Parameters
        ----------
        place : str
            The locator's place, such as `eq:74`.
        statement : Boolean or Statement
            As printed.
        domain : tuple of Boolean
            Its hypotheses.
        **more
            Further fields of `Claim`.

        Examples
        --------
        >>> print(Printed("kazan-reiter-2024").claim("eq:77", sp.Eq(p, q), (p > 0,)).locator)
        kazan-reiter-2024 eq:77
        """
        return Claim(Locator(self.paper, place), statement, domain, **more)

    def definition(
        self, place: str, statement: sp.Basic, domain: tuple[sp.Basic, ...], remark: str = ""
    ) -> Claim:
        """A definition of the paper: nothing to prove.

        Parameters
        ----------
        place : str
            The locator's place.
        statement : Boolean
            What is defined.
        domain : tuple of Boolean
            Where.
        remark : str
            How words were read as formulas.

        Examples
        --------
        >>> Printed("kazan-reiter-2023").definition("eq:10", sp.Eq(p, q), ()).kind.value
        'definition'
        """
        return self.claim(place, statement, domain, kind=Kind.DEFINITION, remark=remark)

    def cited(self, place: str, statement: sp.Basic, domain: tuple[sp.Basic, ...], source: str) -> Claim:
        """A result or number that the paper reports from elsewhere.

        Parameters
        ----------
        place : str
            The locator's place.
        statement : Boolean
            What is reported.
        domain : tuple of Boolean
            Where.
        source : str
            Whose it is.

        Examples
        --------
        >>> Printed("kazan-reiter-2023").cited("eq:42", sp.Eq(p, q), (), "[21]").source
        '[21]'
        """
        return self.claim(place, statement, domain, kind=Kind.CITED, source=source)
