"""The last step: what all else leaves open is told by the greatest attained root.

That (`minimum.attained_roots`) needs no cells of the parameters, and little time; but it says less than a
closed form. So it comes last, for the regions that are open, or for all of it, where these are not told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from math import inf

import sympy as sp

from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.by_parts import Parts
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.minimum.problem import Region
from symbolic_eps.minimum.reduction_stages import ReductionStages
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.time_limit import Patience
from verify.deadline import OutOfTime, check_time, deadline, seconds_left
from verify.solvers.smt import UndecidedQueryError

SHARE, KEPT = 1 / 2, 60.0
"""Of the time, for this step, and how many seconds of it at most; besides, it has what all else leaves."""

MOST = 60.0
"""Seconds of processor time for all else at first, where there is no limit; with a limit it may have more."""

Ask = Callable[[OpenRegions], PiecewiseInfimum]
"""What derives the result without this step."""

Tell = Callable[[Parts, Sequence[Region], OpenRegions], PiecewiseInfimum]
"""What proves the result of branches and empty regions, with the greatest attained root on other regions."""


def may_be_told(profile: RiskProfile) -> bool:
    """Whether a profile has parameters, two priors and no cases, as this step needs.

    Examples
    --------
    >>> profiles = RiskProfile("1 + a/q", ["a>0"]), RiskProfile("1 + a/q", ["a>0"], fixed={"p": "1"})
    >>> [may_be_told(profile) for profile in profiles]
    [True, False]
    """
    cases = profile.bound.has(sp.Piecewise)
    return bool(profile.parameters) and len(profile.free_priors) == 2 and not cases


def with_last_step(ask: Ask, tell: Tell, open_regions: OpenRegions) -> PiecewiseInfimum:
    """The result, complete where this step decides; else as it is without it.

    Parameters
    ----------
    ask, tell : callable
    open_regions : OpenRegions
        Has the time, and whether something may stay open.

    Raises
    ------
    UndecidedError
        Nothing may stay open, and something does.
    """
    first, failed = _in_time(ask, open_regions)
    if first is not None and not (first.open and first.well_posed):
        return first
    for kept, regions in _ways_to_tell(first):
        with suppress(UndecidedError, UndecidedQueryError):
            told = tell(kept, regions, replace(open_regions, regions=[]))
            if not told.open:
                return told
    if _is_unlimited(open_regions):
        return ask(open_regions)
    if first is None:
        raise failed
    return first


def _ways_to_tell(first: PiecewiseInfimum | None) -> Iterator[tuple[Parts, list[Region]]]:
    """Which part of a result is kept, and where the rest is told; last, that nothing is kept.

    Where the time ended decides what is kept, and that may be hard to prove again, or not be seen to leave
    nothing out together with the rest. A complete answer does not hang on that.
    """
    if first is not None and first.open and all(region.conditions for region in first.open):
        yield (first.branches, first.empty), [*dict.fromkeys(region.conditions for region in first.open)]
    yield ((), ()), [()]


def with_attained_root(
    known: Parts, regions: Sequence[Region], open_regions: OpenRegions, stages: ReductionStages
) -> Parts:
    """What is known, with the greatest attained root on other regions, if that is told in time."""
    with open_regions.timed(()):
        return (*known[0], *map(stages.attained_root.branch, regions)), known[1]
    return known


def for_all_else(left: float) -> float:
    """The share of so many seconds that is not kept for this step.

    Examples
    --------
    >>> for_all_else(60), for_all_else(600)
    (0.5, 0.9)
    """
    return 1 - min(SHARE, KEPT / left)


def _is_unlimited(open_regions: OpenRegions) -> bool:
    return open_regions.patience.left is None and seconds_left() == inf


def _in_time(ask: Ask, open_regions: OpenRegions) -> tuple[PiecewiseInfimum | None, UndecidedError]:
    """The result without this step, and what to say where there is none."""
    failed = UndecidedError("not decided in the time that is kept for all but the last step")
    if _is_unlimited(open_regions):
        earlier = Patience(MOST, processor=True)
    else:
        earlier = open_regions.patience.part(for_all_else(open_regions.patience.left or inf))
    left = check_time()
    rest = None if left == inf else left * for_all_else(left)
    try:
        # A partial result comes in time by itself.
        with deadline(rest), nullcontext() if open_regions.partial else earlier.limited():
            return ask(OpenRegions(open_regions.partial, earlier)), failed
    except UndecidedError as error:
        return None, error
    except OutOfTime:
        if seconds_left() <= 0:
            raise
        return None, failed
