"""Theorem 1: the relative risk's extremes over Lemma 1's box of likelihood ratios.

Kazan & Reiter 2024: (11) and (67), derived, and proved with stored certificates.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import sympy as sp

from symbolic_eps.theory.extremes import extreme_over_box
from symbolic_eps.theory.likelihoods import (
    likelihood_ratio_bounds,
    prior_conditions,
    relative_risk_of_ratios,
)
from symbolic_eps.theory.symbols import INVERSE_RISK
from verify.certificates.known_answers import KnownAnswers
from verify.solvers.smt import Solver

if TYPE_CHECKING:
    from verify.prover.certifying_solver import CertifyingSolver

EVIDENCE = Path(__file__).parent / "evidence"
"""The folder of the stored certificates that prove it."""

THEOREM_1 = "theorem-1"
"""The name under which Theorem 1's certificates are stored."""


@cache
def relative_risk_upper_bound() -> sp.Expr:
    """Theorem 1: the largest relative risk that eps-DP allows, with x = e^-eps (Kazan & Reiter 2024, (11)).

    Valid for 0 < p, q <= 1 and 0 < x <= 1; attained (see `attaining_mechanism`).

    Examples
    --------
    >>> relative_risk_upper_bound()
    1/(p*q + p*x**2*(1 - q) + x*(1 - p))
    """
    return _risk_extreme(largest=True)


@cache
def relative_risk_lower_bound() -> sp.Expr:
    """The least relative risk that eps-DP allows, with x = e^-eps: the other corner of Lemma 1's box.

    Valid for 0 < p, q <= 1 and 0 < x <= 1.

    Examples
    --------
    >>> relative_risk_lower_bound()
    1/(p*q + p*(1 - q)/x**2 + (1 - p)/x)
    """
    return _risk_extreme(largest=False)


def _risk_extreme(*, largest: bool, judge: Solver | None = None) -> sp.Expr:
    solver = judge or certifying(KnownAnswers.load(EVIDENCE, THEOREM_1))
    box, priors = likelihood_ratio_bounds(), prior_conditions()
    return extreme_over_box(relative_risk_of_ratios(), box, priors, solver, largest=largest)


def certifying(answers: KnownAnswers) -> CertifyingSolver:
    """A solver that decides by what is at hand, and leaves certificates for the rest."""
    from verify.prover.certifying_solver import CertifyingSolver  # only now: it brings the search with it

    return CertifyingSolver(known_answers=answers)


def theorem_1_answers() -> KnownAnswers:
    """What the proof of Theorem 1's bound, both sides, rests on: searched for anew."""
    judge = certifying(KnownAnswers())
    for largest in (True, False):
        _risk_extreme(largest=largest, judge=judge)
    return KnownAnswers.of(judge.found)


@cache
def bound_polynomial() -> sp.Expr:
    """F(x; p, q, s) = 1/bound - s: `F >= 0` exactly where the bound (11) is at most 1/s = r*.

    A quadratic in x = e^-eps, with s = 1/r*; increasing in x > 0 unless p = q = 1.

    Examples
    --------
    >>> bound_polynomial()
    p*q + p*x**2*(1 - q) - s + x*(1 - p)
    """
    return 1 / relative_risk_upper_bound() - INVERSE_RISK
