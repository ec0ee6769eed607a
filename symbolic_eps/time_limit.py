"""A limit in seconds on long work in this process.

Solvers and searches look at the deadline (`verify.deadline`). Where the system has interval timers, an alarm
in the main thread ends other work too, once a running library call returns. A process that is killed at the
deadline (`symbolic_eps.killable_process`) needs no such help.
"""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic, process_time
from types import FrameType

from symbolic_eps.errors import UndecidedError
from verify.deadline import OutOfTime, deadline, worked

OUT_OF_TIME = "not decided in the time that was given (see --patience)"
"""The reason where time was short."""

MOST_SECONDS = 10**9
"""That may be given, thirty years."""

_LEAST_SECONDS = 0.001  # a timer set to 0 would never go off

AGAIN = 0.5
"""Seconds after which the alarm rings again: code that must not fail may have swallowed it."""

_WEAK_REFERENCES = ("weakref", "_weakrefset")


@contextmanager
def time_limit(seconds: float | None, processor: bool = False) -> Iterator[None]:
    """Raise `OutOfTime` inside the block after so many seconds.

    Parameters
    ----------
    seconds : float or None
        None for no limit.
    processor : bool
        Whether they are processor time (`verify.deadline`), which has an alarm of its own.

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
    with deadline(seconds, processor):
        if (
            seconds is None
            or not hasattr(signal, "setitimer")
            or threading.current_thread() is not threading.main_thread()
        ):
            yield
            return
        listening = True

        def stop(_: int, frame: FrameType | None) -> None:
            if listening and not _is_delicate(frame):
                raise OutOfTime

        alarm, timer = (signal.SIGALRM, signal.ITIMER_REAL)
        if processor:
            alarm, timer = (signal.SIGPROF, signal.ITIMER_PROF)
        now = process_time if processor else monotonic
        before, start = signal.signal(alarm, stop), now()
        around, again = signal.setitimer(timer, seconds, AGAIN)
        if 0 < around < seconds:
            signal.setitimer(timer, around, AGAIN)
        try:
            yield
        finally:
            listening = False
            signal.setitimer(timer, 0)
            signal.signal(alarm, before)
            if around > 0:  # of the limit around this one
                signal.setitimer(timer, max(around - (now() - start), _LEAST_SECONDS), again)


def _is_delicate(frame: FrameType | None) -> bool:
    """Whether an error there would do harm, for the alarm that rings again is in time.

    In a destructor, in what the garbage collector calls, or where a weak reference has died, it would be
    ignored and printed, and so in the destructor of an object of z3 whose constructor was left halfway. On
    the way into or out of a context manager it could leave a change that is not put back.
    """
    collecting = [getattr(call, "__code__", None) for call in gc.callbacks]
    while frame is not None:
        name, module = frame.f_code.co_name, frame.f_globals.get("__name__", "")
        if (
            name == "__del__"
            or frame.f_code in collecting
            or module in _WEAK_REFERENCES
            or (name == "__init__" and module.startswith("z3"))
        ):
            return True
        if name in ("__enter__", "__exit__") and module == contextmanager.__module__:
            return True
        frame = frame.f_back
    return False


@dataclass(frozen=True)
class Patience:
    """The time that a whole call may take, counted from now on; each of its stages gets what is left.

    Parameters
    ----------
    seconds : float or None
        None for no limit.
    processor : bool
        Whether they are processor time, which does not depend on what else the machine does.

    Examples
    --------
    >>> patience = Patience(60)
    >>> 0 < patience.left <= 60, Patience(None).left is None
    (True, True)
    """

    seconds: float | None = None
    processor: bool = False
    _start: tuple[float, float] = field(default_factory=lambda: (monotonic(), worked()))

    @property
    def left(self) -> float | None:
        """Seconds, always above 0; None for no limit."""
        if self.seconds is None:
            return None
        gone = worked() - self._start[1] if self.processor else monotonic() - self._start[0]
        return max(self.seconds - gone, _LEAST_SECONDS)

    def part(self, share: float) -> Patience:
        """A share of what is left, counted from now on.

        Examples
        --------
        >>> half = Patience(60, processor=True).part(1 / 2)
        >>> 0 < half.seconds <= 30, half.processor
        (True, True)
        """
        left = self.left
        return Patience(None if left is None else max(left * share, _LEAST_SECONDS), self.processor)

    @contextmanager
    def limited(self, share: float = 1) -> Iterator[None]:
        """Ends with `OutOfTime` when this share of the time that is left is over."""
        with time_limit(self.part(share).seconds, self.processor):
            yield

    @contextmanager
    def or_undecided(self, share: float = 1) -> Iterator[None]:
        """As `limited`, with an `UndecidedError` at the end."""
        try:
            with self.limited(share):
                yield
        except OutOfTime:
            raise UndecidedError(OUT_OF_TIME) from None
