"""Cases of a profile of a known form, as its theorem gives them, and the proof of one of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Protocol

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.problem import Problem, Region
from symbolic_eps.minimum.reductions.by_stationary_slope import is_square
from symbolic_eps.minimum.stationary.cubic_on_side import holds, told
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.minimum.stationary.sum_of_powers import powers_below
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from symbolic_eps.time_limit import Patience
from verify.solvers.smt import Solver

LONGEST = 15.0
"""Seconds of processor time for all premises: where they hold they took 1 at most."""


class Form(Protocol):
    """What a theorem says of profiles of one form."""

    def parts(self) -> Sequence[tuple[str, Region]]:
        """How each case is found, and its conditions, apart from each other; together all parameters."""

    def branch(self, words: str, own: Region) -> Branch:
        """What the theorem says of a case with the conditions `own`."""

    def premises(self, region: Region) -> Iterable[Claim]:
        """What the theorem needs of the parameters."""


def cases_of_form(form: Form | None, problem: Problem, region: Region, judge: Solver) -> tuple[Branch, ...]:
    """The region in cases; () where the profile has no such form, or a premise is not proved.

    Parameters
    ----------
    form : Form or None
        That of the problem's profile.
    problem : Problem
        With one whole piece, on which both priors vary.
    region : tuple of Condition
        On the parameters.
    judge : Solver
        Proves the premises.
    """
    if form is None:
        return ()
    own = tuple(c for c in region if c not in problem.region)
    with suppress(UndecidedError), Patience(LONGEST, processor=True).or_undecided():
        if not holds(form.premises(region), judge):
            return ()
        return tuple(
            form.branch(words, (*own, *told(part, region, judge)))
            for words, part in form.parts()
            if not any(c.constant_truth is False for c in part)
            and judge.satisfiable((*region, *part), "some parameters are in a case of a known form")
        )
    return ()


def prove_of_form(form: Form | None, problem: Problem, branch: Branch, judge: Solver) -> None:
    """The branch is the infimum for all its parameters, and attained as it says, or UndecidedError."""
    region = (*problem.region, *branch.conditions)
    if form is not None:
        given = [part for words, part in form.parts() if form.branch(words, branch.conditions) == branch]
        for part in given:
            here = (((*region, c.negation), f"{c} fails somewhere") for c in part)
            if holds((*form.premises(region), *here), judge):
                return
        if given:
            raise UndecidedError(f"a premise fails where {branch.condition}")
    raise UndecidedError(f"the branch {branch.condition} is not what its profile gives")


def times_priors(piece: ConstrainedPiece, powers: tuple[int, int]) -> sp.Expr | None:
    """p^m q^n r*, a polynomial in the priors, for Theorem 1 on the square; None of another form.

    Parameters
    ----------
    piece : ConstrainedPiece
        Of r*.
    powers : tuple of int
        m and n, those of the priors in its denominator.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + 2/(p*q)")
    >>> piece = constrained(profile.pieces[0], profile)
    >>> times_priors(piece, (1, 1)), times_priors(piece, (1, 0))
    (p*q + 2, None)
    """
    (p, q), x = PRIORS, DECAY
    if powers_below(piece) != powers:
        return None
    weighted = sp.cancel(piece.numerator * p ** powers[0] * q ** powers[1] / piece.denominator)
    if not (is_square(piece) and weighted.is_polynomial(p, q)):
        return None
    same = sp.expand(piece.inverse_risk - (p * (1 - q) * x**2 + (1 - p) * x + p * q)) == 0
    return weighted if same else None
