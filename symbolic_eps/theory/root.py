"""The largest eps that a bound on the relative risk allows: the positive root of F = 0 in x = e^-eps.

Kazan & Reiter 2024, Theorem 2 (12), as one expression without cancellation.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from symbolic_eps.theory.bound import bound_polynomial
from symbolic_eps.theory.quadratic import PositiveRoot, positive_root_of_quadratic
from symbolic_eps.theory.symbols import DECAY, INVERSE_RISK, RELATIVE_RISK_BOUND
from verify.language.condition import Condition, non_negative


@cache
def privacy_root() -> PositiveRoot:
    """Theorem 2: the root of F = 0 in p, q, r (Kazan & Reiter 2024, (12), both branches in one).

    Valid for 0 < p, q <= 1 and r > 0 with r p q < 1; where r p q >= 1 there is no positive root, and every
    eps meets the bound. Where r < 1 the root exceeds 1: no eps >= 0 does.

    Examples
    --------
    >>> privacy_root().decay
    2*(-p*q + 1/r)/(-p + sqrt(4*p*(1 - q)*(-p*q + 1/r) + (1 - p)**2) + 1)
    """
    quadratic, linear, constant = (
        bound_polynomial().coeff(DECAY, power).subs(INVERSE_RISK, 1 / RELATIVE_RISK_BOUND)
        for power in (2, 1, 0)
    )
    return positive_root_of_quadratic(quadratic, linear, constant)


def exponential() -> sp.Expr:
    """e^eps for the largest eps that the bound r* allows, in p, q, r (Kazan & Reiter 2024, (12)).

    Domain as for `privacy_root`; value r in the limit p -> 0.

    Examples
    --------
    >>> from symbolic_eps.theory.symbols import PRIOR_INCLUSION, PRIOR_VALUE
    >>> exponential().subs({PRIOR_INCLUSION: sp.Rational(1, 4), PRIOR_VALUE: 1, RELATIVE_RISK_BOUND: 2})
    3
    """
    return privacy_root().exponential


def epsilon() -> sp.Expr:
    """The largest eps (nats) that the bound r* allows, in p, q, r (Kazan & Reiter 2024, (12)).

    Examples
    --------
    >>> from symbolic_eps.theory.symbols import PRIOR_INCLUSION
    >>> epsilon()
    log((-p + sqrt(4*p*(1 - q)*(-p*q + 1/r) + (1 - p)**2) + 1)/(2*(-p*q + 1/r)))
    >>> epsilon().subs(PRIOR_INCLUSION, 0)
    log(r)
    """
    return privacy_root().epsilon


def unconstrained_condition() -> Condition:
    """Where every eps meets the bound (eps = +oo): F >= 0 at x = 0, that is r p q >= 1, for r > 0.

    Examples
    --------
    >>> print(unconstrained_condition())
    p*q*r >= 1
    """
    at_zero = bound_polynomial().subs({DECAY: 0, INVERSE_RISK: 1 / RELATIVE_RISK_BOUND})
    return non_negative(sp.expand(RELATIVE_RISK_BOUND * at_zero))
