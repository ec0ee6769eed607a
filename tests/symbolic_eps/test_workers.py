"""Workers that are interrupted at any moment: nothing is left, and no thread ends in an error."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager
from multiprocessing import active_children
from multiprocessing.process import BaseProcess

import pytest

from symbolic_eps.workers import single_workers, worker_processes


def one_pool() -> AbstractContextManager[Sequence[Executor | None]]:
    """Two processes in one pool."""
    return _listed(worker_processes(2))


@contextmanager
def _listed(pool: AbstractContextManager[Executor | None]) -> Iterator[Sequence[Executor | None]]:
    with pool as one:
        yield [one]


@pytest.mark.parametrize("pools", [one_pool, lambda: single_workers(2)], ids=["one pool", "single workers"])
def test_an_interruption_leaves_no_worker_and_no_error_in_a_thread(
    monkeypatch: pytest.MonkeyPatch, pools: Callable[[], AbstractContextManager[Sequence[Executor | None]]]
) -> None:
    errors: list[object] = []
    monkeypatch.setattr(threading, "excepthook", errors.append)
    kill = BaseProcess.kill

    def seen_killed(process: BaseProcess) -> None:
        kill(process)
        time.sleep(0.05)  # so long that the pool sees it

    monkeypatch.setattr(BaseProcess, "kill", seen_killed)
    before = active_children()
    begun = time.monotonic()
    for moment in range(3):
        with pytest.raises(KeyboardInterrupt), pools() as some:
            first, last = some[0], some[-1]
            assert first is not None and last is not None
            first.submit(time.sleep, 600)
            waiting = [last.submit(time.sleep, 0.01) for _ in range(100)]
            waiting[moment].result()
            for task in waiting:
                task.cancel()
            raise KeyboardInterrupt
        deadline = time.monotonic() + 10
        while active_children() != before and time.monotonic() < deadline:
            time.sleep(0.01)
        assert active_children() == before
    assert errors == [] and time.monotonic() - begun < 300, "nobody waits for a task that was given up"
