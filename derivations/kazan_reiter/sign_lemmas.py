"""Lemmas 2 and 3 of Kazan & Reiter: how the budget that a pair of priors needs changes with the priors.

The profiles of the lemmas with their domain, the open square; the signs are derived, and what was derived
before is in the folder `signs`.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from derivations.kazan_reiter.profiles import a, r
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.sign_lemma import SignLemma, border, interior, sign_lemma
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from verify.solvers.smt import Solver

ABSOLUTE = RiskProfile(a / (p * q), box=interior())
"""r* = a/(p q): a cap on the posterior."""

CONSTANT = RiskProfile(r, box=interior())
"""r* = r."""


@cache
def lemma_2(fixed: sp.Symbol | None = None) -> SignLemma:
    """Lemma 2: r* = a/(p q) (Kazan & Reiter 2024, Appendix B.1 and E), by one solver.

    Parameters
    ----------
    fixed : Symbol, optional
        p or q, to ask on the border where it is 1 (derivatives are then those of the formula continued).

    Examples
    --------
    >>> [(claim.variable, claim.sign) for claim in lemma_2().claims]
    [(p, -1), (q, -1)]
    >>> [str(hypothesis) for hypothesis in lemma_2().hypotheses]
    ['a < 1']
    """
    return _lemma(ABSOLUTE, fixed)


@cache
def lemma_3(fixed: sp.Symbol | None = None) -> SignLemma:
    """Lemma 3: r* = r constant (Kazan & Reiter 2024, Appendix B.1 and E), by one solver.

    Parameters
    ----------
    fixed : Symbol, optional
        p or q, to ask on the border where it is 1 (derivatives are then those of the formula continued).

    Examples
    --------
    >>> [(claim.variable, claim.sign) for claim in lemma_3().claims]
    [(p, -1), (p, 0), (p, 1), (q, 1)]
    """
    return _lemma(CONSTANT, fixed)


def _lemma(profile: RiskProfile, fixed: sp.Symbol | None) -> SignLemma:
    priors = interior() if fixed is None else border(fixed)
    return sign_lemma(1 / profile.bound, priors, (p, q), Solver())
