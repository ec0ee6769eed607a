"""Of a maximum one bound may be enough: where F >= 0 for it at all priors, it is so for r*.

Theorem. Let r* = max(r_1, ..., r_k), and r_1 >= 1 at all priors of the domain. If f(X) >= 1/r_1 at all of
them, then F(X) >= 0 there.
Proof. 1/r* <= 1/r_1. QED

So eps is at least what it is for r_1 alone, and the same if that is attained, or approached, where r_1 is the
greatest bound: then nothing is to be shown on the parts of the domain where others are, whose borders are
curves. Where X is attained F = 0, and F for r_1 is no greater; so that is 0 there, too, or r_1 is not enough.
For max(1/p, 1 + 2 (1-p)/q, 1 + (1 - p q)/(2 p q)) the last one is enough: for it p = 1 decides, by
p q held fixed, and F = (1 - q)(x^2 - q/(1 + q)) there, so that X^2 = 1/2 is approached as q -> 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.admissibility import is_bound
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.corner import is_corner
from symbolic_eps.minimum.problem import Problem, ReductionStage, Region
from symbolic_eps.minimum.proof import root_of
from symbolic_eps.minimum.reduction_stages import ReductionStages, bound_on
from symbolic_eps.minimum.search_solver import SearchSolver
from symbolic_eps.theory.symbols import DECAY
from symbolic_eps.time_limit import Patience
from verify.evidence import Evidence
from verify.language.condition import non_negative, positive
from verify.solvers.smt import Solver

LONGEST = 10.0
"""Seconds of processor time for each bound: what one bound shows at all is shown in one or two."""


def proof_of_bound(
    stages: ReductionStages, branch: Branch, first: Iterable[ReductionStage], guide: Solver | None, last: bool
) -> Sequence[Evidence]:
    """The proof that F >= 0 everywhere: of the branch's own kind, by `bound_on`, or else by one bound.

    Parameters
    ----------
    stages : ReductionStages
        Of the problem, with its judge.
    branch : Branch
    first, guide, last
        As for `bound_on`.

    Raises
    ------
    UndecidedError
        None of them is found.
    """
    judge = stages.judge
    if own := stages.shown(branch):
        return own
    try:
        return bound_on(stages.of(branch, first), branch, judge, guide, last)
    except UndecidedError:
        if by_one := shown_by_one_bound(stages.problem, branch, judge):
            return by_one
        raise


def shown_by_one_bound(problem: Problem, branch: Branch, judge: Solver) -> Sequence[Evidence]:
    """The proof that F(X) >= 0 at all priors by a bound that is enough; () where none is seen to be.

    Parameters
    ----------
    problem : Problem
        With r* as it was given.
    branch : Branch
        Where X is told.
    judge : Solver
        Proves that the bound is at least 1, and F(X) >= 0 for it.
    """
    region = (*problem.region, *branch.conditions)
    for piece in _touching(tuple(_bounds(problem)), branch):
        with suppress(UndecidedError), Patience(LONGEST, processor=True).or_undecided():
            search, alone = SearchSolver(inner=Solver()), replace(problem, pieces=(piece,), whole=(piece,))
            if not _is_at_least_one(piece, region, search):
                continue
            with judge.recorded() as evidence:
                if not _is_at_least_one(piece, region, judge):
                    continue
            stage = ReductionStages(replace(alone, solver=search), judge).by_products
            if is_bound(stage.problem, region, root_of(branch), quick=True):
                return (*evidence, *bound_on([stage], branch, judge, None, last=True))
    return ()


def _bounds(problem: Problem) -> Iterator[ConstrainedPiece]:
    """Each bound of a maximum on all of the domain."""
    if problem.risk is None or not isinstance(problem.risk.bound, sp.Max):
        return
    for bound in problem.risk.bound.args:
        if bound.is_rational_function():
            numerator, denominator = sp.fraction(sp.together(bound))
            yield ConstrainedPiece(
                bound,
                sp.expand(numerator),
                sp.expand(denominator),
                problem.domain,
                problem.whole[0].inverse_risk,
            )


def _touching(bounds: Sequence[ConstrainedPiece], branch: Branch) -> Sequence[ConstrainedPiece]:
    """Those for which F(X) = 0 where X is attained; () if two are equal where F says something.

    Two equal bounds may be enough together where neither is by itself, and then it takes long to tell.
    """
    if branch.polynomial is None or not branch.attained:
        return ()
    places = [attained.place for attained in branch.attained]
    touching = [piece for piece in bounds if all(_is_zero(piece, place, branch) for place in places)]
    at_corner = all(is_corner(piece, place) for piece in bounds for place in places)
    return touching if at_corner or len(touching) == 1 else ()


def _is_zero(piece: ConstrainedPiece, place: Mapping[sp.Symbol, sp.Expr], branch: Branch) -> bool:
    there = sp.numer(sp.together(piece.polynomial.subs(place)))
    return bool(sp.rem(sp.expand(there), branch.polynomial, DECAY) == 0)


def _is_at_least_one(piece: ConstrainedPiece, region: Region, solver: Solver) -> bool:
    """Whether n >= d > 0 at all priors."""
    n, d = piece.numerator, piece.denominator
    failures = non_negative(-d), positive(sp.expand(d - n))
    here, asked = (*region, *piece.conditions), f"{piece.bound} is below 1 somewhere"
    return not any(c.constant_truth is not False and solver.satisfiable((*here, c), asked) for c in failures)
