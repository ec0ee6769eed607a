"""A limit on the processor time of a process, by the system's own timer: it holds whatever else runs."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

LIMITS_PROCESSOR_TIME = hasattr(signal, "setitimer")
"""Whether the system can; if not, nothing is limited here."""

OUT_OF_PROCESSOR_TIME = (-signal.SIGPROF,) if LIMITS_PROCESSOR_TIME else ()
"""What `subprocess` says of a process that was ended so."""


@contextmanager
def ended_by_processor_time(seconds: float) -> Iterator[None]:
    """The system ends this process once it has worked so long, even while a library holds Python's lock.

    Parameters
    ----------
    seconds : float
        Of processor time, from now on.

    Examples
    --------
    >>> with ended_by_processor_time(5):
    ...     1 + 1
    2
    """
    if not LIMITS_PROCESSOR_TIME:
        yield
        return
    before = signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
