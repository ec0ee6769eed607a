"""Worker processes of the commands: they end with the process that started them, which alone is interrupted.

Ctrl-C reaches all processes of a terminal, a worker that has not yet begun included. So workers are born with
the interrupt held back, and who started them ends them.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any

from verify.solvers.end_with_parent import end_with_parent


@contextmanager
def worker_processes(
    jobs: int, prepare: Callable[..., None] | None = None, *arguments: Any
) -> Iterator[Executor | None]:
    """A pool of processes that start afresh, or None for this one alone.

    Parameters
    ----------
    jobs : int
        How many; 1 for none besides this one.
    prepare : callable, optional
        What each begins with, defined at the top of a module.
    *arguments
        Of `prepare`.

    Notes
    -----
    An error, or an interruption, ends the workers at once; else they finish what they have been given.
    """
    with processes_beside(0 if jobs == 1 else jobs, prepare, *arguments) as pool:
        yield pool


@contextmanager
def processes_beside(
    count: int, prepare: Callable[..., None] | None = None, *arguments: Any
) -> Iterator[Executor | None]:
    """The same for this many processes beside this one, which works as well; None where there are none."""
    with _pools([count] if count else [], prepare, arguments) as pools:
        yield pools[0] if pools else None


@contextmanager
def single_workers(
    jobs: int, prepare: Callable[..., None] | None = None, *arguments: Any
) -> Iterator[tuple[Executor, ...]]:
    """As many pools of one process each, or none for this one alone: the caller chooses who does what.

    Examples
    --------
    >>> with single_workers(1) as pools:
    ...     pools
    ()
    """
    with _pools([1] * jobs if jobs > 1 else [], prepare, arguments) as pools:
        yield pools


@contextmanager
def _pools(
    sizes: Sequence[int], prepare: Callable[..., None] | None, arguments: tuple[Any, ...]
) -> Iterator[tuple[Executor, ...]]:
    others = active_children()
    pools = tuple(_Pool(size, get_context("spawn"), _begin, (prepare, arguments)) for size in sizes)
    try:
        yield pools
        for pool in pools:
            pool.shutdown()
    except BaseException:
        with _interrupts_held_back():
            # First what waits is given up: the pool would report a killed process to tasks cancelled before.
            for pool in pools:
                pool.shutdown(wait=False, cancel_futures=True)
            workers = [process for process in active_children() if process not in others]
            for process in workers:
                process.kill()
            for process in workers:
                wait([process.sentinel])  # the pool's own thread reaps it
        raise


class _Pool(ProcessPoolExecutor):
    """Starts its processes, which happens when work is submitted, with the interrupt held back."""

    def submit(self, task: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        with _interrupts_held_back():
            return super().submit(task, *arguments, **options)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """An interrupt waits until the end of the context; a process that is started in it never gets one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(prepare: Callable[..., None] | None, arguments: tuple[Any, ...]) -> None:
    """Begin a worker that ends with its parent, even after a kill."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        end_with_parent(parent.sentinel)
        Thread(target=_wait, args=(parent,), daemon=True).start()  # where the system has no such signal
    if prepare is not None:
        prepare(*arguments)


def _wait(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
