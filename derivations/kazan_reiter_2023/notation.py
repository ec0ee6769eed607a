"""What the first version of Kazan & Reiter (2023) writes again and again, and short forms for its claims.

The builders of unevaluated expressions are those of the later version's proofs; no claim is shared.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from derivations.kazan_reiter_2024.proofs.derivative_sign import DerivativeSign
from derivations.kazan_reiter_2024.proofs.notation import (
    BOUNDED_RISK,
    INCLUSION_PRIOR,
    INSIDE,
    PRIORS,
    decay,
    eps,
    eq,
    ge,
    gt,
    le,
    lt,
    product,
    radicand,
    ratio,
    risk,
    risk_bound,
    root_budget,
    total,
)
from symbolic_eps.symbols import PRIOR_INCLUSION as p
from symbolic_eps.symbols import PRIOR_VALUE as q
from symbolic_eps.symbols import RELATIVE_RISK_BOUND as r
from symbolic_eps.symbols import parameter
from verify.claim import Claim, Kind, Locator, Statement

PAPER = "kazan-reiter-2023"

a = parameter("a")
"""The cap on the absolute risk."""

budget = parameter("budget")
"""The privacy budget where it is given as a function of the priors."""

CONSTANTS = (a >= 0, a < 1, r > 1)
"""The constants of the profiles (13), (15); a >= 0 because it caps a probability."""

THEOREM_1 = (le(risk, risk_bound()),)
"""(27), as a hypothesis on the relative risk."""

POSITIVE_DECAY = (gt(decay, 0),)
"""True of every exponential; ties eps to e^-eps where only one of them occurs."""

PROFILE = sp.Max(a / (p * q), r)
"""r*(p, q) of (13) and (15) where it is finite."""

THRESHOLD = 1 / (r + 1)
"""Where the budget of a constant bound turns from falling in p to rising (Lemma 4)."""


def claim(place: str, statement: sp.Basic | Statement, domain: tuple[sp.Basic, ...], **more: Any) -> Claim:
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
    >>> print(claim("eq:74", eq(p, p), (p > 0,)).locator)
    kazan-reiter-2023 eq:74
    """
    return Claim(Locator(PAPER, place), statement, domain, **more)


def definition(place: str, statement: sp.Basic, domain: tuple[sp.Basic, ...], remark: str = "") -> Claim:
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
    >>> definition("eq:10", eq(p, 1), ()).kind.value
    'definition'
    """
    return claim(place, statement, domain, kind=Kind.DEFINITION, remark=remark)


def cited(place: str, statement: sp.Basic, domain: tuple[sp.Basic, ...], source: str) -> Claim:
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
    >>> cited("eq:42", eq(p, 1), (), "[21]").source
    '[21]'
    """
    return claim(place, statement, domain, kind=Kind.CITED, source=source)


def known_value_budget(inverse_risk: sp.Expr, inclusion: sp.Expr = p) -> sp.Expr:
    """The second branch of (17), for q = 1.

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
    """What (17), (36) minimise and (35), (68) bound the budget by.

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


__all__ = [
    "BOUNDED_RISK",
    "CONSTANTS",
    "INCLUSION_PRIOR",
    "INSIDE",
    "PAPER",
    "POSITIVE_DECAY",
    "PRIORS",
    "PROFILE",
    "THEOREM_1",
    "THRESHOLD",
    "DerivativeSign",
    "a",
    "budget",
    "budget_by_cases",
    "cited",
    "claim",
    "decay",
    "definition",
    "eps",
    "eq",
    "ge",
    "gt",
    "known_value_budget",
    "le",
    "lt",
    "p",
    "product",
    "q",
    "r",
    "radicand",
    "ratio",
    "risk",
    "risk_bound",
    "root_budget",
    "total",
]
