"""What is costly and the same for all processes of a run: the first that needs it makes it, others wait."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest

FOLDER = "FOLDER_OF_THE_TEST_RUN"


def set_folder(environment: pytest.MonkeyPatch, factory: pytest.TempPathFactory) -> None:
    """Tell where all processes of this run keep what they share."""
    base = factory.getbasetemp()
    environment.setenv(FOLDER, str(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base))


def made_once(name: str, make: Callable[[Path], None]) -> Path:
    """A folder of the run that `make` has filled; whoever reads it leaves it as it is.

    What fails to be made is tried again by the next that needs it.
    """
    folder = Path(os.environ[FOLDER], "made_once", name)
    folder.mkdir(parents=True, exist_ok=True)
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = folder.with_suffix(".done")
        if not done.exists():
            make(folder)
            done.touch()
    return folder
