"""An end to work that looks at no clock, such as a library's.

The alarm rings in the main thread alone; in another thread, or where the system has no such signal, what does
not return is waited for.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


AT_ONCE = 1e-6
AGAIN = 1.0
"""Seconds: it rings again, as what calls back from a library, or a destructor, loses the error."""


class BudgetExceededError(BaseException):
    """The time is over; not an `Exception`, so that no handler on the way takes it for its own."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Ends what runs inside after this time.

    Parameters
    ----------
    seconds : float
        Wall time; with 0 or less it ends at once.

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
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGALRM"):
        yield
        return

    ended = False

    def over(*_: object) -> None:
        if not ended:
            raise BudgetExceededError

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, AT_ONCE), AGAIN)  # 0 would mean never
    try:
        yield
    finally:
        ended = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


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
