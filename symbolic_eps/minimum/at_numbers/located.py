"""The infimum of eps of a profile with numbers where its place is known roughly: proved there, else derived.

A place inside the ranges of both priors is examined first (`minimum.at_numbers.inside`), which is quick. One
at ends of priors, or one that only floats see (`minimum.at_numbers.seen_place`), is if the candidate there
cannot be proved by itself. All others, and what cannot be proved so, are left to the search through all
candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain

from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum, Proof
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum
from symbolic_eps.minimum.at_numbers.bracket import Near, rational
from symbolic_eps.minimum.at_numbers.inside import inner_minimum
from symbolic_eps.minimum.at_numbers.one_prior import fixed_of, near_with_other, with_other, without_other
from symbolic_eps.minimum.at_numbers.open_ends import require_values
from symbolic_eps.minimum.at_numbers.rational_points import require_agreement
from symbolic_eps.minimum.at_numbers.seen_place import seen_place
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece, constrained
from symbolic_eps.minimum.stationary.along_rays import terms_of_profile
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from verify.enclosure import Enclosure
from verify.solvers.smt import Solver


def located_infimum(
    profile: RiskProfile,
    judge: Solver,
    near: Near | None,
    progress: Callable[[str], None] = lambda _: None,
    bracket: Enclosure | None = None,
) -> PiecewiseInfimum:
    """The infimum of eps, with its proof.

    Parameters
    ----------
    profile : RiskProfile
        Rational, with numbers for all parameters.
    judge : Solver
        Decides in the proof.
    near : Near or None
        Where it is suspected, and an interval for e^-eps: a wrong one costs time, never truth.
    progress : callable, optional
        Called with a short text at each stage.
    bracket : Enclosure, optional
        Of eps, for `infimum`.

    Raises
    ------
    symbolic_eps.errors.InputError, symbolic_eps.errors.UndecidedError, verify.solvers.smt.UndecidedQueryError
        As `symbolic_eps.minimum.infimum`.
    """
    if not profile.free_priors or terms_of_profile(profile) is not None:
        return infimum(profile, progress=progress, judge=judge, bracket=bracket)  # by a theorem on rays
    if near is not None and near.is_inside and profile.free_priors == PRIORS:
        try:
            return inner_infimum(profile, judge, near, progress)
        except UndecidedError as error:
            progress(f"{error}: looking at what floats see")
            near = None
    beside = partial(_at_a_place, profile, judge, near, progress)
    return infimum(profile, progress=progress, judge=judge, bracket=bracket, beside=beside)


def _at_a_place(
    profile: RiskProfile, judge: Solver, near: Near | None, progress: Callable[[str], None]
) -> PiecewiseInfimum:
    """The infimum where the box says that it is, ends of priors among it, or where floats see it."""
    pieces = free_pieces(profile, judge)
    for where in _places(pieces, near):
        with suppress(UndecidedError):
            return inner_infimum(profile, judge, where, progress)
    raise UndecidedError("no place of the minimum is seen, or nothing is proved there")


def _places(pieces: Sequence[ConstrainedPiece], near: Near | None) -> Iterator[Near]:
    """Where F is not 0 for all x."""
    for found in chain([near], _seen(pieces)):
        where = None if found is None else found.at_ends
        if where is not None:
            with suppress(UndecidedError):
                require_values(pieces, dict(zip(PRIORS, map(rational, where.centre[1:]), strict=True)))
                yield where


def _seen(pieces: Sequence[ConstrainedPiece]) -> Iterator[Near | None]:
    """Looked for when it is needed."""
    yield seen_place(pieces)


def free_pieces(profile: RiskProfile, judge: Solver) -> tuple[ConstrainedPiece, ...]:
    """The checked pieces; where one prior is fixed, with another in its place."""
    pieces = tuple(constrained(piece, profile) for piece in profile.checked_pieces(judge))
    fixed = fixed_of(profile.free_priors)
    return pieces if fixed is None else tuple(with_other(piece, fixed) for piece in pieces)


def inner_infimum(
    profile: RiskProfile, judge: Solver, near: Near, progress: Callable[[str], None] = lambda _: None
) -> PiecewiseInfimum:
    """The infimum of eps that is attained inside the ranges of both priors, or at the end 1 of one of them.

    Parameters
    ----------
    profile, judge, near, progress
        As `located_infimum`; `near` contains e^-eps, is inside both ranges, or has the end 1 of one.

    Raises
    ------
    symbolic_eps.errors.InputError, symbolic_eps.errors.UndecidedError, verify.solvers.smt.UndecidedQueryError
        Also where the minimum lies elsewhere.
    """
    before = judge.questions
    with judge.recorded() as well_posed:
        pieces = free_pieces(profile, judge)
    fixed = fixed_of(profile.free_priors)
    near = near if fixed is None else near_with_other(near, fixed)
    branch, evidence = inner_minimum(pieces, near, progress)
    require_agreement(branch, pieces)
    branch = branch if fixed is None else without_other(branch, fixed)
    return PiecewiseInfimum(
        profile=profile,
        branches=(branch,),
        common=Proof.of(well_posed),
        proofs=(Proof.of(evidence),),
        questions=judge.questions - before + len(evidence),
    )
