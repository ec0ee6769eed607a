"""A closed form with numbers whose minimum lies inside the ranges of priors, or at the end 1 of one.

It is enclosed first, then proved.

The theorem is that of `minimum.at_numbers.inside`. A search over boxes says where to look, and a second
time what e^-eps is, roughly: a value outside is refused.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from symbolic_eps.answers.recommendation import near_of, quickly
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.errors import UndecidedError
from symbolic_eps.killable_process import in_killable_process
from symbolic_eps.minimum.at_numbers import located
from symbolic_eps.minimum.at_numbers.bracket import Near
from symbolic_eps.minimum.at_numbers.inside import CORNER
from symbolic_eps.minimum.at_numbers.seen_place import seen_place
from symbolic_eps.minimum.branch_search import SEARCH
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.time_limit import Patience
from verify.deadline import OutOfTime, deadline, seconds_left
from verify.prover.certifying_solver import CertifyingSolver

HIGH = 5
"""Degree in the one prior that is left; below it the search is quick."""


def derived_inside(
    profile: RiskProfile, judge: CertifyingSolver, progress: Callable[[str], None], time: Patience
) -> PiecewiseInfimum | None:
    """The infimum with its proof; None where it lies elsewhere, or could not be proved so.

    Parameters
    ----------
    profile : RiskProfile
        Rational; with parameters the answer is None.
    judge : CertifyingSolver
        Decides whether the profile is well posed.
    progress : callable
        Called with a short text at each stage.
    time : Patience
        Of which half may be taken, by a process that can be killed: a resultant cannot be interrupted.
    """
    if profile.parameters or not (profile.free_priors == PRIORS or _is_high(profile)):
        return None
    try:
        with deadline(None if time.left is None else time.left * SEARCH):
            near = near_of(quickly(profile))
            if near is None:
                return None
            if time.left is None:
                found = _proved(profile, near, judge, progress)
            else:
                progress("looking for a minimum inside the ranges of both priors")
                found = in_killable_process(f"{__name__}:{certain_inside.__name__}", profile, near)
    except UndecidedError as error:
        progress(f"{error}: looking through all candidates")
        return None
    except OutOfTime:
        if seconds_left() <= 0:  # an outer deadline has passed, not this one
            raise
        return None
    if found is None:
        return None
    assert isinstance(found, PiecewiseInfimum)
    # The search explains better what has a closed form along the border, and finds all places there.
    (branch,) = found.branches
    is_seen = near.is_inside and profile.free_priors == PRIORS
    return found if is_seen or branch.epsilon is None or branch.steps == (CORNER,) else None


def _is_high(profile: RiskProfile) -> bool:
    """Whether one prior is left, with a power for which the search takes long and has no closed form."""
    if len(profile.free_priors) != 1:
        return False
    pieces = (constrained(piece, profile) for piece in profile.pieces)
    return any(sp.degree(piece.polynomial, *profile.free_priors) >= HIGH for piece in pieces)


def certain_inside(profile: RiskProfile, near: Near) -> PiecewiseInfimum | None:
    """`_proved` by certificates alone, without a word on the way."""
    return _proved(profile, near, exact_judge())


def _proved(
    profile: RiskProfile,
    near: Near,
    judge: CertifyingSolver,
    progress: Callable[[str], None] = lambda _: None,
) -> PiecewiseInfimum | None:
    """None where no place is seen, or only a limit."""
    where = _place(near)
    if where is None:  # along a sloping border the box stays wide
        where = _place(seen_place(located.free_pieces(profile, judge)))
    return None if where is None or where.is_limit else located.inner_infimum(profile, judge, where, progress)


def _place(near: Near | None) -> Near | None:
    """Inside both ranges, or at ends of them."""
    return near if near is None or near.is_inside else near.at_ends
