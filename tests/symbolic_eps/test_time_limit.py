"""Limits of wall time and of processor time, one within another."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from symbolic_eps.time_limit import Patience, time_limit
from verify.deadline import OutOfTime, check_time, deadline, worked

LONG = 30.0
"""Seconds of processor time after which an alarm that did not ring is missed."""

KINDS = pytest.mark.parametrize("processor", [False, True])


def work(seconds: float) -> None:
    """Without a look at the deadline."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_waiting_is_no_work() -> None:
    patience = Patience(0.3, processor=True)
    with deadline(0.3, processor=True), patience.limited():
        time.sleep(0.6)
        assert check_time() > 0 and (patience.left or 0) > 0.1
    with deadline(0.3), pytest.raises(OutOfTime):
        time.sleep(0.6)
        check_time()


def test_work_uses_up_processor_time() -> None:
    patience = Patience(0.3, processor=True)
    with deadline(0.3, processor=True), pytest.raises(OutOfTime):
        work(0.4)
        check_time()
    assert (patience.left or 1) < 0.01


def test_the_work_of_children_that_have_ended_counts() -> None:
    before = worked()
    busy = "import time\nwhile time.process_time() < 0.6: pass"
    subprocess.run([sys.executable, "-c", busy], check=True)
    assert worked() - before > 0.5


@KINDS
def test_the_alarm_ends_what_does_not_look_at_the_deadline(processor: bool) -> None:
    with pytest.raises(OutOfTime), time_limit(0.3, processor):
        work(LONG)


@KINDS
def test_a_limit_within_another_leaves_its_alarm(processor: bool) -> None:
    with pytest.raises(OutOfTime), time_limit(0.5, processor):
        with time_limit(LONG, processor):
            work(0.01)
        work(LONG)


@KINDS
def test_a_limit_within_another_is_no_longer_than_that(processor: bool) -> None:
    with pytest.raises(OutOfTime), time_limit(0.3, processor), time_limit(2 * LONG, processor):
        work(LONG)


@KINDS
def test_no_alarm_is_left_behind(processor: bool) -> None:
    with time_limit(60, processor), time_limit(30, not processor), time_limit(20, processor):
        pass
    timers = signal.ITIMER_REAL, signal.ITIMER_PROF
    assert [signal.getitimer(timer) for timer in timers] == [(0.0, 0.0)] * 2
    handlers = [signal.getsignal(alarm) for alarm in (signal.SIGALRM, signal.SIGPROF)]
    assert handlers == [signal.SIG_DFL] * 2
