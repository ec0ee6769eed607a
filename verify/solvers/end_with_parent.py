"""A process that ends when its parent does, told by a pipe of which the parent has the other end.

A Python thread that waits for the parent needs Python's lock, which a library at work may hold for long; a
signal of the system needs nothing.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager


def end_with_parent(pipe: int) -> None:
    """From now on the closing of a pipe's other end is a signal (SIGIO), which ends the process.

    Parameters
    ----------
    pipe : int
        One end; what comes through it in the meantime would end the process, too.
    """
    if sys.platform == "win32":
        return
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGIO})  # children inherit what is held back
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
    if is_closed(pipe, 0):  # before the signal was asked for
        os._exit(1)


@contextmanager
def ending_with_parent(pipe: int) -> Iterator[None]:
    """`end_with_parent` within this context."""
    end_with_parent(pipe)
    try:
        yield
    finally:
        if sys.platform != "win32":
            import fcntl

            fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) & ~os.O_ASYNC)


def is_closed(pipe: int, seconds: float) -> bool:
    """Whether the other end of a pipe is closed, waiting for that at most so long.

    Examples
    --------
    >>> reading, writing = os.pipe()
    >>> is_closed(reading, 0)
    False
    >>> os.close(writing)
    >>> is_closed(reading, 0)
    True
    >>> os.close(reading)
    """
    ended = select.poll()
    ended.register(pipe, 0)
    return bool(ended.poll(1000 * seconds))
