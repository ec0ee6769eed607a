"""A first attempt at the infimum, in some time and without long resultants, where there are other ways.

The least eps may lie inside the ranges of both priors. There F and its derivatives are eliminated, which may
take long and come to nothing, where cells of the parameters (`minimum.cylinders`) decide in a few seconds:
these look at the curves where candidates are equal, and at one point between them.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from symbolic_eps.closed_forms.closed_form import Branch, PiecewiseInfimum
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.cylinders.elimination import TOO_LONG, LongResultantError, no_resultant_beyond
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.time_limit import OUT_OF_TIME, Patience
from verify.deadline import OutOfTime, seconds_left
from verify.solvers.smt import UndecidedQueryError

LONGEST_RESULTANT = 2_000_000
"""Before cells: a product of lengths and degrees; 6 million took 15 s in vain where cells decide in 6 s."""

SOON = 3.0
"""Seconds of processor time for a closed form that is seen."""

Beside = Callable[[], PiecewiseInfimum]
"""A way to the result."""


def in_time(
    ask: Callable[..., PiecewiseInfimum],
    most: float,
    share: float,
    open_regions: OpenRegions,
    *further: object,
) -> tuple[PiecewiseInfimum | None, bool, UndecidedError]:
    """The result soon, whether more may come of it later, and what to say where there is no result.

    Parameters
    ----------
    ask : callable
        Searches, with the open regions and what is `further`.
    most, share : float
        Seconds of processor time, or the share of the time that is left if that is less.
    open_regions : OpenRegions
        Has the time, and whether something may stay open.

    Examples
    --------
    >>> def ask(open_regions):
    ...     raise LongResultantError("a resultant of high degree")
    >>> found, later, failed = in_time(ask, 60.0, 1 / 2, OpenRegions(partial=True))
    >>> found, later, str(failed)
    (None, True, 'a resultant of high degree')
    """
    given = open_regions.patience
    short = given.left is not None and given.left * share <= most
    time = given.part(share) if short else Patience(most, processor=True)
    failed = UndecidedError(f"not decided in {time.seconds:g} s, nor by cells of the parameter")
    try:
        with given.limited(share), no_resultant_beyond(LONGEST_RESULTANT):
            if open_regions.partial:
                first = ask(OpenRegions(partial=True, patience=time), *further)
                return first, _is_open(first, TOO_LONG) or (was_stopped(first) and not short), failed
            with time.limited():
                return ask(open_regions, *further), False, failed
    except UndecidedError as error:
        return None, isinstance(error, LongResultantError), error
    except OutOfTime:
        if seconds_left() <= 0:
            raise
        return None, not short, failed


def was_stopped(result: PiecewiseInfimum) -> bool:
    """Whether something is open for want of time, or because a resultant is long.

    Examples
    --------
    >>> from symbolic_eps.minimum import infimum
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> was_stopped(infimum(RiskProfile("r", ["r>1"])))
    False
    """
    return _is_open(result, OUT_OF_TIME) or _is_open(result, TOO_LONG)


def _is_open(result: PiecewiseInfimum, reason: str) -> bool:
    return any(reason in region.reason for region in result.open)


def first_proved(
    seen: Branch | None, at_seen: Beside | None, beside: Beside | None
) -> PiecewiseInfimum | None:
    """What one of two ways proves; the other way first for roots of high polynomials with two priors."""
    ways: tuple[tuple[Patience | None, Beside | None], ...] = (None, beside), (None, at_seen)
    if seen is None or seen.between is None or len(seen.attained[0].place) == 1:
        ways = (Patience(SOON if beside else None, processor=True), at_seen), *(ways if beside else ())
    for limit, way in ways:
        if way is not None:
            with suppress(UndecidedError, UndecidedQueryError), (limit or Patience(None)).or_undecided():
                return way()
    return None
