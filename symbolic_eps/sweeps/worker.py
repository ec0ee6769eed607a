"""The processes of a sweep: none outlives the one that started it, however that one ends."""

from __future__ import annotations

import os
import signal
from multiprocessing import parent_process
from multiprocessing.process import BaseProcess
from threading import Thread


def end_with_parent() -> None:
    """Begin a worker that ends with its parent, even after a kill; interruptions are the parent's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        Thread(target=_wait, args=(parent,), daemon=True).start()


def _wait(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
