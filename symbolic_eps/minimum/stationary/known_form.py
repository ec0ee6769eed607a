"""Profiles of a known form: their cases, as a theorem gives them, and the proof of one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
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


@dataclass(frozen=True)
class KnownForm:
    """A form of profiles for which there is a theorem.

    Parameters
    ----------
    of : callable
        The coefficients of a problem's profile, with what the theorem says; None where it has another form.
    words : tuple of str
        How the branches that the theorem gives say that they were found.
    """

    of: Callable[[Problem], Form | None]
    words: tuple[str, ...]

    def gives(self, branch: Branch) -> bool:
        """Whether the branch says that it was found so."""
        return any(step.words in self.words for step in branch.steps)

    def cases(self, problem: Problem, region: Region, judge: Solver) -> tuple[Branch, ...]:
        """The region in cases; () where the profile has another form, or a premise is not proved.

        Parameters
        ----------
        problem : Problem
            Its profile, whole, and what is known of the parameters.
        region : tuple of Condition
            On the parameters.
        judge : Solver
            Proves the premises.
        """
        if (form := self.of(problem)) is None:
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

    def prove(self, problem: Problem, branch: Branch, judge: Solver) -> None:
        """The branch is the infimum for all its parameters, and attained as it says, or UndecidedError."""
        region = (*problem.region, *branch.conditions)
        if (form := self.of(problem)) is not None:
            given = [part for words, part in form.parts() if form.branch(words, branch.conditions) == branch]
            for part in given:
                here = (((*region, c.negation), f"{c} fails somewhere") for c in part)
                if holds((*form.premises(region), *here), judge):
                    return
            if given:
                raise UndecidedError(f"a premise fails where {branch.condition}")
        raise UndecidedError(f"the branch {branch.condition} is not what its profile gives")


def whole_of(problem: Problem) -> ConstrainedPiece | None:
    """The only piece of a profile with parameters, both priors of which vary; None of another profile."""
    known = len(problem.whole) == 1 and {*problem.free} == {*PRIORS} and problem.region
    return problem.whole[0] if known else None


def coefficients_of(
    piece: ConstrainedPiece | None,
    powers: tuple[int, int],
    monomials: Sequence[sp.Expr],
    weighted: Callable[..., sp.Expr],
    *,
    square: bool = True,
) -> Sequence[sp.Expr] | None:
    """The coefficients of a profile of this form, for Theorem 1; None of another form.

    Parameters
    ----------
    piece : ConstrainedPiece or None
        Of r*; None is of no form.
    powers : tuple of int
        m and n, those of the priors in the profile's denominator.
    monomials : sequence of Expr
        What has these coefficients in p^m q^n r*, a polynomial in the priors.
    weighted : callable
        p^m q^n r* from the coefficients. These are polynomials in the parameters.
    square : bool
        Whether the priors have to be those of the square 0 < p <= 1, 0 < q <= 1.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profiles = RiskProfile("1 + a/(p*q)", ["a>0"]), RiskProfile("1 + a/q", ["a>0"])
    >>> first, second = (constrained(profile.pieces[0], profile) for profile in profiles)
    >>> p, q = PRIORS
    >>> coefficients_of(first, (1, 1), (1,), lambda a: p * q + a)
    [a]
    >>> coefficients_of(second, (1, 1), (1,), lambda a: p * q + a) is None
    True
    """
    p, q = PRIORS
    if piece is None or powers_below(piece) != powers or (square and not is_square(piece)):
        return None
    value = sp.cancel(piece.numerator * p ** powers[0] * q ** powers[1] / piece.denominator)
    if not (value.is_polynomial(p, q) and piece.is_by_theorem_1):
        return None
    found = [sp.Poly(value, p, q).coeff_monomial(m) for m in monomials]
    if sp.expand(value - weighted(*found)) != 0 or not all(c.is_polynomial() for c in found):
        return None
    return found
