"""What tests of interruption need: the signals' usual meaning, and a look at what a program leaves behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

_MARK = "STARTED_BY_TEST"

# A script's background job, and all that it starts, ignores the interrupt: a test says what it needs.
_THEN_RUN = (
    "import os, signal, sys; signal.signal(signal.SIGINT, getattr(signal, sys.argv[1])); "
    "os.execv(sys.argv[2], sys.argv[2:])"
)


def interruptible(command: Sequence[str], by_interrupt: str = "SIG_DFL") -> list[str]:
    """The command such that an interrupt has its usual meaning, or none, however this process was started."""
    return [sys.executable, "-I", "-S", "-c", _THEN_RUN, by_interrupt, *command]


@dataclass(frozen=True)
class Started:
    """A program in a process group of its own, as a shell starts it, with all that it starts in turn."""

    process: subprocess.Popen[str]
    mark: str

    @property
    def alive(self) -> list[int]:
        """Its processes, and all that descend from it, other than those that only wait to be counted."""
        return [pid for pid in _processes() if self._is_ours(pid)]

    def _is_ours(self, pid: int) -> bool:
        try:
            marked = f"{_MARK}={self.mark}".encode() in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
            return marked and Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        except OSError:
            return False

    def left_after(self, seconds: float) -> list[str]:
        """The command lines of what is still there after so long; it is ended."""
        deadline = time.monotonic() + seconds
        while (alive := self.alive) and time.monotonic() < deadline:
            time.sleep(0.02)
        lines = []
        for pid in alive:
            lines.append(Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")[:200])
            os.kill(pid, signal.SIGKILL)
        return lines


def _processes() -> Iterator[int]:
    return (int(folder.name) for folder in Path("/proc").glob("[0-9]*"))


@contextmanager
def started(
    command: Sequence[str],
    *,
    stdout: IO[Any] | int,
    stderr: IO[Any] | int,
    cwd: Path | None = None,
    by_interrupt: str = "SIG_DFL",
) -> Iterator[Started]:
    """Run a program, and end what is left of it."""
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    process = subprocess.Popen(
        interruptible(command, by_interrupt),
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
        text=True,
        cwd=cwd,
        env={**os.environ, _MARK: mark},
        start_new_session=True,
    )
    program = Started(process, mark)
    try:
        yield program
    finally:
        program.left_after(0)
        process.communicate()
