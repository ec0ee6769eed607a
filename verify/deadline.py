"""One deadline for all that a call does: every query, search and fallback gets the time that is left.

The time is monotonic. Whoever may work for long looks at the deadline now and then, and gives a solver no
more than what is left. Where it has passed nothing is decided: `OutOfTime` is neither an answer nor
`unknown`.

A limit of processor time is for what must not depend on what else the machine does: that of this process, and
of its children that have ended.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class OutOfTime(BaseException):
    """The deadline has passed; like an interruption, this passes every handler of errors."""


_end: ContextVar[float] = ContextVar("deadline", default=math.inf)
_end_of_work: ContextVar[float] = ContextVar("deadline of work", default=math.inf)


def worked() -> float:
    """Seconds of processor time so far, of this process and of its children that have ended.

    Examples
    --------
    >>> before = worked()
    >>> time.sleep(0.3)
    >>> worked() - before < 0.3
    True
    """
    ended = os.times()
    return time.process_time() + ended.children_user + ended.children_system


@contextmanager
def deadline(seconds: float | None, processor: bool = False) -> Iterator[None]:
    """All that is done inside has so many seconds, or what is left of a deadline around it if that is less.

    Parameters
    ----------
    seconds : float or None
        None for no limit of its own.
    processor : bool
        Whether they are processor time; by default they are wall time.

    Raises
    ------
    ValueError
        For a time that is not positive.

    Examples
    --------
    >>> with deadline(60), deadline(120):
    ...     seconds_left() <= 60
    True
    >>> seconds_left()
    inf
    """
    if seconds is not None and not seconds > 0:
        raise ValueError(f"a positive time is needed, not {seconds}")
    which, now = (_end_of_work, worked) if processor else (_end, time.monotonic)
    end = which.get() if seconds is None else min(which.get(), now() + seconds)
    before = which.set(end)
    try:
        yield
    finally:
        which.reset(before)


def seconds_left() -> float:
    """Until the deadline that is nearest: negative where it has passed, `inf` where there is none."""
    left, of_work = wall_left(), _end_of_work.get()
    return left if of_work == math.inf else min(left, of_work - worked())


def wall_left() -> float:
    """The same of wall time alone: for what has no other clock, and is ended by somebody else.

    Examples
    --------
    >>> with deadline(60, processor=True):
    ...     wall_left()
    inf
    """
    return _end.get() - time.monotonic()


def check_time() -> float:
    """The seconds that are left.

    Raises
    ------
    OutOfTime
        None are.
    """
    left = seconds_left()
    if left <= 0:
        raise OutOfTime
    return left
