"""A limit in seconds on work that may take very long, in this process.

Solvers and searches look at the deadline (`verify.deadline`). Where the system has interval timers, an alarm
in the main thread ends other work too, once a running library call returns. A process that is killed at the
deadline (`symbolic_eps.apart`) needs no such help.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from verify.deadline import OutOfTime, deadline

AGAIN = 0.5
"""Seconds after which the alarm rings again: code that must not fail may have swallowed it."""


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise `OutOfTime` inside the block after so many seconds.

    Parameters
    ----------
    seconds : float or None
        None for no limit.

    Raises
    ------
    OutOfTime
        The seconds are over.

    Examples
    --------
    >>> with time_limit(60):
    ...     print(sum(range(10)))
    45
    """
    with deadline(seconds):
        if (
            seconds is None
            or not hasattr(signal, "setitimer")
            or threading.current_thread() is not threading.main_thread()
        ):
            yield
            return
        listening = True

        def stop(*_: object) -> None:
            if listening:
                raise OutOfTime

        before = signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
        try:
            yield
        finally:
            listening = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
