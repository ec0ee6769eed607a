"""Interrupts work that does not check a deadline, such as a library's.

The time is the processor's, so that what is found in it does not depend on what else the machine does; what
only waits, and uses none, is ended too, much later. The alarm rings in the main thread alone; in another
thread, or where the system has no such signals, what does not return is waited for.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from typing import TypeVar

T = TypeVar("T")


AT_ONCE = 1e-6
WAITING = 10
"""As many times the processor time may pass on the clock."""

AGAIN = 1.0
"""Seconds: it rings again, as what calls back from a library, or a destructor, loses the error."""

_is_set: ContextVar[bool] = ContextVar("alarm", default=False)


class BudgetExceededError(BaseException):
    """The time is over; not an `Exception`, so that no handler on the way takes it for its own."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Ends what runs inside after this time.

    Parameters
    ----------
    seconds : float
        Processor time; with 0 or less it ends at once.

    Raises
    ------
    BudgetExceededError
        The time is over.

    Examples
    --------
    >>> with alarm(60):
    ...     1 + 1
    2
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGPROF"):
        yield
        return

    ended = False

    def over(*_: object) -> None:
        if not ended:
            raise BudgetExceededError

    outer = _is_set.set(True)
    before = {number: signal.signal(number, over) for number in (signal.SIGPROF, signal.SIGALRM)}
    try:
        signal.setitimer(signal.ITIMER_PROF, max(seconds, AT_ONCE), AGAIN)  # 0 would mean never
        signal.setitimer(signal.ITIMER_REAL, max(WAITING * seconds, AT_ONCE), AGAIN)
        yield
    finally:
        ended = True
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)
        _is_set.reset(outer)


def seconds_left() -> float:
    """Of processor time, until it rings; `inf` where none is set.

    Examples
    --------
    >>> with alarm(60):
    ...     seconds_left() < 61
    True
    >>> seconds_left()
    inf
    """
    return signal.getitimer(signal.ITIMER_PROF)[0] if _is_set.get() else inf


def count(seconds: float) -> None:
    """Processor time that a child has used, which the timer does not see, counts as well.

    Examples
    --------
    >>> with alarm(60):
    ...     count(20)
    ...     seconds_left() < 41
    True
    """
    if not _is_set.get():
        return
    left, again = signal.getitimer(signal.ITIMER_PROF)
    if left > seconds:
        signal.setitimer(signal.ITIMER_PROF, left - seconds, again)
    else:
        signal.raise_signal(signal.SIGPROF)


def within(seconds: float, work: Callable[[], T]) -> T | None:
    """What the work returns; None where it takes longer or ends in an error.

    Examples
    --------
    >>> within(60, lambda: 1 + 1)
    2
    >>> within(60, lambda: 1 // 0) is None
    True
    """
    try:
        with alarm(seconds):
            return work()
    except (BudgetExceededError, Exception):
        return None
