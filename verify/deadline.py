"""One deadline for all that a call does: every query, search and fallback gets the time that is left.

The time is monotonic. Whoever may work for long looks at the deadline now and then, and gives a solver no
more than what is left. Where it has passed nothing is decided: `OutOfTime` is neither an answer nor
`unknown`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class OutOfTime(BaseException):
    """The deadline has passed; like an interruption, this passes every handler of errors."""


_end: ContextVar[float] = ContextVar("deadline", default=math.inf)


@contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """All that is done inside has so many seconds, or what is left of a deadline around it if that is less.

    Parameters
    ----------
    seconds : float or None
        Wall time; None for no limit of its own.

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
    end = _end.get() if seconds is None else min(_end.get(), time.monotonic() + seconds)
    before = _end.set(end)
    try:
        yield
    finally:
        _end.reset(before)


def seconds_left() -> float:
    """Until the deadline: negative where it has passed, `inf` where there is none."""
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
