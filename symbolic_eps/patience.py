"""A limit in seconds on work that may take very long; only where the system has interval timers."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class OutOfPatience(BaseException):
    """The seconds are over; like an interruption, this passes every handler of errors."""


@contextmanager
def patience(seconds: float | None) -> Iterator[None]:
    """Raise `OutOfPatience` inside the block after so many seconds, once a running library call returns.

    Parameters
    ----------
    seconds : float or None
        None for no limit. Without interval timers, or outside the main thread, there is none either.

    Raises
    ------
    OutOfPatience
        The seconds are over.

    Examples
    --------
    >>> with patience(60):
    ...     print(sum(range(10)))
    45
    """
    if (
        seconds is None
        or not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def stop(*_: object) -> None:
        raise OutOfPatience

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
