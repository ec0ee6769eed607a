"""Work in a copy of the process: however it ends there, here it is an answer or an error, nothing is left."""

from __future__ import annotations

import ctypes
import faulthandler
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from tests.processes import started
from verify import alarm
from verify.alarm import BudgetExceededError
from verify.deadline import OutOfTime, deadline, seconds_left, worked
from verify.solvers import process_copy
from verify.solvers.process_copy import CopyEndedError, in_copy

SOON = 20.0
"""Seconds, also on a busy machine, in which what was ended has ended; the work would take for ever."""


@pytest.fixture
def copies(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The numbers of the copies that a test has made: none is left afterwards, not even as a zombie."""
    fork, children = os.fork, list[int]()

    def forked() -> int:
        children.append(child := fork())
        return child

    monkeypatch.setattr(os, "fork", forked)
    before, pipes = signal.pthread_sigmask(signal.SIG_BLOCK, ()), set(os.listdir("/dev/fd"))
    yield children
    assert children
    for child in children:
        with pytest.raises(ProcessLookupError):
            os.kill(child, 0)
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before
    assert len(os.listdir("/dev/fd")) == len(pipes)


def works_for_ever() -> NoReturn:
    while True:
        pass


def waits_for_ever() -> NoReturn:
    while True:
        time.sleep(60)


@pytest.mark.usefixtures("copies")
@pytest.mark.parametrize("length", [0, 1, 1 << 20])
def test_an_answer_comes_whole(length: int) -> None:
    assert in_copy(lambda: b"a" * length) == b"a" * length


def test_what_is_changed_in_the_copy_is_not_changed_here(copies: list[int]) -> None:
    here = [1]
    assert in_copy(lambda: here.append(2) or here) == [1, 2]
    assert here == [1]
    assert in_copy(os.getpid) == copies[-1] != os.getpid()


@pytest.mark.usefixtures("copies")
@pytest.mark.parametrize(
    "work",
    [
        lambda: os.kill(os.getpid(), signal.SIGKILL),
        lambda: (faulthandler.disable(), ctypes.string_at(0)),
        lambda: os.kill(os.getpid(), signal.SIGPROF),
        lambda: os._exit(0),
        lambda: 1 // 0,
        lambda: sys.exit(0),
        lambda: (_ for _ in ()),
    ],
    ids=["killed", "fault", "out of time", "exit", "error", "leave", "no plain data"],
)
def test_a_copy_that_ends_before_it_answers_is_an_error(work: Callable[[], object]) -> None:
    with pytest.raises(CopyEndedError, match="ended before it had answered"):
        in_copy(work)


@pytest.mark.usefixtures("copies")
@pytest.mark.parametrize("planted", [b"garbage", b"", pickle.dumps((1, "whole"))[:-1]])
def test_garbage_and_half_an_answer_are_errors(planted: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pickle, "dumps", lambda _: planted)
    with pytest.raises(CopyEndedError):
        in_copy(lambda: 1)


def test_no_further_process_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> NoReturn:
        raise BlockingIOError(11, "no more processes")

    files = len(os.listdir("/dev/fd"))
    monkeypatch.setattr(os, "fork", refused)
    with pytest.raises(CopyEndedError, match="no more processes"):
        in_copy(lambda: 1)
    assert len(os.listdir("/dev/fd")) == files


@pytest.mark.usefixtures("copies")
def test_a_copy_that_does_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_copy, "TICK", 0.01)
    with pytest.raises(CopyEndedError, match="did nothing"):
        in_copy(waits_for_ever)


@pytest.mark.usefixtures("copies")
def test_a_copy_that_works_is_not_given_up_before_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_copy, "TICK", 0.1)
    monkeypatch.setattr(process_copy, "IDLE", 20)
    before = worked()
    with pytest.raises(CopyEndedError, match="ended before"):
        in_copy(works_for_ever, most=0.5)
    assert worked() - before > 0.5


@pytest.mark.usefixtures("copies")
@pytest.mark.parametrize("work", [works_for_ever, waits_for_ever])
def test_the_deadline_ends_it(work: Callable[[], NoReturn]) -> None:
    begin = time.monotonic()
    with pytest.raises(OutOfTime), deadline(0.3):
        in_copy(work)
    assert 0.3 <= time.monotonic() - begin < SOON


@pytest.mark.usefixtures("copies")
def test_a_deadline_of_processor_time_ends_it_and_counts_what_it_did() -> None:
    with deadline(30, processor=True):
        with pytest.raises(OutOfTime), deadline(0.3, processor=True):
            in_copy(works_for_ever)
        assert seconds_left() < 29.8


@pytest.mark.usefixtures("copies")
def test_an_alarm_ends_it_after_its_processor_time() -> None:
    begin = worked()
    with pytest.raises(BudgetExceededError), alarm.alarm(0.4):
        in_copy(works_for_ever)
    assert 0.3 < worked() - begin < 0.4 * alarm.WAITING


@pytest.mark.usefixtures("copies")
def test_an_alarm_ends_what_only_waits() -> None:
    begin = time.monotonic()
    with pytest.raises(BudgetExceededError), alarm.alarm(0.03):
        in_copy(waits_for_ever)
    assert time.monotonic() - begin < SOON


@pytest.mark.usefixtures("copies")
def test_an_alarm_counts_what_several_copies_did() -> None:
    with pytest.raises(BudgetExceededError), alarm.alarm(0.5):
        for _ in range(30):
            with pytest.raises(CopyEndedError):
                in_copy(works_for_ever, most=0.02)


def test_an_interruption_beside_the_fork_leaves_nothing(copies: list[int]) -> None:
    """The signal is there as soon as the copy is."""
    fork = os.fork

    def forked() -> int:
        if child := fork():
            signal.raise_signal(signal.SIGINT)
        return child

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(os, "fork", forked)
            in_copy(waits_for_ever)
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("copies")
@pytest.mark.parametrize("call", ["close", "kill", "wait4"])
def test_a_handler_that_runs_while_the_copy_is_ended_leaves_nothing(
    call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another thread may take a signal that this one holds back; its handler runs here, after any call."""
    real, handled = getattr(os, call), list[str]()

    def calls(*given: int) -> object:
        done = real(*given)
        if threading.current_thread() is threading.main_thread() and len(handled) < 1 + (call == "close"):
            handled.append(call)
            if len(handled) > (call == "close"):  # the first one closed is the end that the copy writes to
                raise KeyboardInterrupt
        return done

    monkeypatch.setattr(os, call, calls)
    with pytest.raises(KeyboardInterrupt):
        in_copy(lambda: 1)


PROGRAM = """
import time
from verify.solvers.process_copy import in_copy
in_copy(lambda: print("working", flush=True) or {work})
"""


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks into /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("work", ["time.sleep(99)", "pow(3, 10**9)"])
def test_it_ends_with_its_parent(how: signal.Signals, work: str) -> None:
    command = [sys.executable, "-c", PROGRAM.format(work=work)]
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as program:
        assert program.process.stdout is not None and program.process.stdout.readline() == "working\n"
        if how is signal.SIGINT:
            os.killpg(program.process.pid, how)  # Ctrl-C reaches the whole group
        else:
            program.process.send_signal(how)
        assert not program.left_after(SOON)
        assert program.process.wait(SOON) in (-how, 130)
