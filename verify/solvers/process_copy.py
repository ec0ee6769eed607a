"""Work done by a copy of this process: neither a library's fault nor its endless loop ends this one.

The copy is killed at the deadline (`verify.deadline`), ends with this process, and its processor time counts
as this one's. It answers in plain data, in one message: half a message, or none, is no answer.
"""

from __future__ import annotations

import gc
import math
import os
import pickle
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from operator import call
from typing import NoReturn, TypeVar

from verify import alarm
from verify.deadline import check_time, wall_left
from verify.errors import UndecidedError
from verify.solvers.end_with_parent import ending_with_parent
from verify.solvers.processor_time import ended_by_processor_time

T = TypeVar("T")

CAN_COPY = hasattr(os, "fork")
"""Whether the system can copy a process."""

PART = 1 << 16
"""Bytes that are read at once."""

TICK, IDLE = 1.0, 60
"""Seconds between two looks at the copy, and how many of them it may do nothing: it may wait for a lock of a
thread that was not copied."""

CLOCKS_DIFFER, LONGEST = 0.1, 10.0**7
"""Seconds that a copy gets more, so that its time is over by each clock, and the most that a timer takes."""


class CopyEndedError(UndecidedError):
    """The copy ended, or was given up, before it had answered."""

    def __init__(self, how: str = "ended before it had answered") -> None:
        super().__init__(f"a copy of this process {how}")


def in_copy(work: Callable[[], T], most: float = math.inf) -> T:
    """What the work returns.

    Parameters
    ----------
    work : callable
        Returns plain data: numbers, texts, tuples, lists, mappings. Whatever it changes stays in the copy.
    most : float
        Seconds of processor time after which the copy is ended, for what may never return.

    Raises
    ------
    verify.deadline.OutOfTime, verify.alarm.BudgetExceededError
        The time is over.
    CopyEndedError
        Whatever else ended the copy, an error of the work included.

    Examples
    --------
    >>> in_copy(lambda: divmod(7, 2))
    (3, 1)
    >>> in_copy(lambda: 1 // 0)
    Traceback (most recent call last):
        ...
    verify.solvers.process_copy.CopyEndedError: a copy of this process ended before it had answered
    """
    seconds = min(check_time(), alarm.seconds_left(), most, LONGEST) + CLOCKS_DIFFER
    every, copies, pipes = signal.valid_signals(), list[int](), list[int]()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, every)
    try:
        _begin(work, seconds, copies, pipes)
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            answer = _read(*pipes, *copies)
        finally:
            signal.pthread_sigmask(signal.SIG_BLOCK, every)  # raises what has come up to here
    finally:
        try:
            _end(copies, pipes)
        finally:  # again, if a handler broke that off: what this thread holds back another one may have taken
            _end(copies, pipes)
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    check_time()
    try:
        result: T = pickle.loads(answer)
        return result
    except Exception:
        raise CopyEndedError from None


def _begin(work: Callable[[], object], seconds: float, copies: list[int], pipes: list[int]) -> None:
    """Put the copy's number into one list, and into the other the end of a pipe at which the answer comes."""
    try:
        pipes.extend(os.pipe())
        copies.extend(map(call, [os.fork]))  # in one step: no handler runs before the number is kept
    except OSError as error:
        raise CopyEndedError(f"could not begin ({error.strerror})") from None
    writing = pipes.pop()
    if copies == [0]:
        os.close(*pipes)
        _answer(writing, work, seconds)
    os.close(writing)


def _end(copies: list[int], pipes: list[int]) -> None:
    """Close what is open, end the copy, if there still is one, and count what it did."""
    while pipes:
        os.close(pipes.pop())
    with suppress(ProcessLookupError, ChildProcessError):
        for copy in copies:
            os.kill(copy, signal.SIGKILL)
            _, _, used = os.wait4(copy, 0)
            copies.clear()
            alarm.count(used.ru_utime + used.ru_stime)


def _answer(pipe: int, work: Callable[[], object], seconds: float) -> NoReturn:
    """In the copy: the answer into the pipe, and the end; nothing else of it goes on."""
    try:
        gc.disable()  # what is garbage here is not for the copy to end
        # An interruption, still held back, is for the parent. Not while it writes is the copy told of the
        # pipe: each reading of a full one would be a signal, too.
        with ending_with_parent(pipe), ended_by_processor_time(seconds):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGPROF})
            rest = memoryview(pickle.dumps(work()))
        while rest:
            rest = rest[os.write(pipe, rest) :]
    finally:
        os._exit(0)


def _read(pipe: int, child: int) -> bytes:
    """All that the copy writes until it ends, or the deadline has passed."""
    ready = select.poll()
    ready.register(pipe, select.POLLIN)
    answer, worked, idle = bytearray(), 0.0, 0
    while (left := wall_left()) > 0:
        if ready.poll(1000 * min(left, TICK)):
            part = os.read(pipe, PART)
            if not part:
                break
            answer += part
            continue
        before, worked = worked, _processor_seconds(child)
        idle = idle + 1 if worked == before else 0
        if idle >= IDLE:
            raise CopyEndedError(f"did nothing for {IDLE * TICK:.0f} seconds")
    return bytes(answer)


def _processor_seconds(child: int) -> float:
    """How long a child has worked; where the system has no such clock it seems to work always."""
    if sys.platform != "linux":
        return time.monotonic()
    return time.clock_gettime(~child << 3 | 2)  # how the system numbers these clocks
