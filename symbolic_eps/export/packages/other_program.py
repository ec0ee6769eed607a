"""A program of somebody else: it gets lines, and answers each with one number on a line, or is refused.

Nothing of it is trusted: what it prints, how much and how long; and nothing that it started outlives it.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, Full, Queue
from time import monotonic
from types import FrameType
from typing import IO

from symbolic_eps.errors import InputError

LONGEST_LINE = 4096
"""In bytes: the longest exact decimal of a binary64 number takes fewer than 1100."""

_NUMBER = re.compile(
    rb"[+-]?([0-9]+\.?[0-9]*([eE][+-]?[0-9]+)?|\.[0-9]+([eE][+-]?[0-9]+)?|inf(inity)?|nan)", re.I
)
_CHUNK, _CHUNKS = 65_536, 4
_SAID = 160


def check_program(command: Sequence[str]) -> None:
    """Refuse a program that cannot be started, before any work is done.

    Raises
    ------
    symbolic_eps.errors.InputError
        There is no such program, or it may not be executed.
    """
    if not command[0] or shutil.which(command[0]) is None:
        raise InputError(
            f"{command[0]!r} cannot be run: there is no such program, or it may not be executed; "
            "give the path of one, as in -- ./program"
        )


def answers(command: Sequence[str], lines: Sequence[str], seconds: float) -> tuple[float, ...]:
    """What the program answers, a number for each line.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments.
    lines : sequence of str
        For its standard input.
    seconds : float
        How long it may take.

    Returns
    -------
    tuple of float
        In the order of the lines; infinities and NaN are numbers here.

    Raises
    ------
    symbolic_eps.errors.InputError
        It cannot be run, fails, takes too long, or answers with anything but one number a line. Reading
        ends there; the program and what it started are ended.
    """
    ends = monotonic() + seconds
    with _started(command) as process:
        said: list[bytes] = []
        threading.Thread(target=_write, args=(process.stdin, lines), daemon=True).start()
        hearing = threading.Thread(target=_keep_end, args=(process.stderr, said), daemon=True)
        hearing.start()
        try:
            numbers = tuple(_numbers(process, command[0], len(lines), ends))
            status = process.wait(max(ends - monotonic(), 0))
        except (subprocess.TimeoutExpired, Empty):
            raise InputError(
                f"{command[0]} took more than {seconds:g} s for {len(lines)} points (see --seconds)"
            ) from None
        hearing.join(1)
    if status != 0:
        raise InputError(
            f"{command[0]} {_failure(status)}: {_last_line(said)}; make it answer lines such as "
            f"{lines[0].strip() if lines else ''!r} with a number each, and exit with 0"
        )
    if len(numbers) != len(lines):
        raise InputError(
            f"{command[0]} gave {len(numbers)} lines for {len(lines)} points: one number a line is needed"
        )
    return numbers


def _failure(status: int) -> str:
    if status > 0:
        return f"failed with status {status}"
    with suppress(ValueError):
        return f"was ended by {signal.Signals(-status).name}"
    return f"was ended by signal {-status}"


def _last_line(said: Sequence[bytes]) -> str:
    lines = b"".join(said).decode("utf-8", "replace").strip().splitlines()
    return _shown(lines[-1]) if lines else "no message"


def _shown(text: str) -> str:
    """The text as one that steers no terminal and fills no screen."""
    plain = "".join(c if c.isprintable() else "?" for c in text.strip())
    return plain if len(plain) <= _SAID else f"{plain[:_SAID]}..."


def _numbers(process: subprocess.Popen[bytes], name: str, most: int, ends: float) -> Iterator[float]:
    """The numbers on its standard output; refused at the first line that is none, or is one too many."""
    for count, line in enumerate(_lines(process.stdout, name, ends), 1):
        if count > most:
            raise InputError(
                f"{name} gave more than {most} lines for {most} points: one number a line is needed"
            )
        if len(line) > LONGEST_LINE:
            raise InputError(f"{name}, line {count}: longer than {LONGEST_LINE} bytes; one number is needed")
        if not _NUMBER.fullmatch(line):
            shown = _shown(line.decode("utf-8", "replace"))
            raise InputError(
                f"{name}, line {count}: {shown!r} is not one number, such as 0.25, 1e-300, inf or nan"
            )
        yield float(line)


def _lines(stream: IO[bytes] | None, name: str, ends: float) -> Iterator[bytes]:
    """The lines as they come, without their ends and the blanks around; a line too long is cut off."""
    chunks: Queue[bytes] = Queue(_CHUNKS)
    threading.Thread(target=_read, args=(stream, chunks, ends), daemon=True).start()
    rest = b""
    while chunk := chunks.get(timeout=max(ends - monotonic(), 0)):
        *whole, rest = (rest + chunk).split(b"\n")
        yield from (line.strip() for line in whole)
        if len(rest) > LONGEST_LINE:
            break
    if rest:
        yield rest.strip()


def _read(stream: IO[bytes] | None, chunks: Queue[bytes], ends: float) -> None:
    """Pass on what is read; no more than a few chunks wait. An empty one is the end."""
    assert stream is not None
    chunk = b"at first"
    with stream, suppress(Full):
        while chunk:
            chunk = os.read(stream.fileno(), _CHUNK)
            chunks.put(chunk, timeout=max(ends - monotonic(), 0))


def _keep_end(stream: IO[bytes] | None, said: list[bytes]) -> None:
    """Read to the end and keep the last bytes."""
    assert stream is not None
    with stream:
        while chunk := os.read(stream.fileno(), _CHUNK):
            said[:] = [b"".join([*said, chunk])[-_CHUNK:]]


def _write(stream: IO[bytes] | None, lines: Sequence[str]) -> None:
    """A program need not read all, or anything."""
    assert stream is not None
    with suppress(OSError), stream:
        stream.write("".join(f"{line}\n" for line in lines).encode())


@contextmanager
def _started(command: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
    """The program in a process group of its own, which is ended whatever happens, with all that is in it."""
    with _signals_held_back() as signals:
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
        except OSError as error:
            raise InputError(f"{command[0]} cannot be run: {error.strerror}; name a program") from None
        try:
            signals.release()
            yield process
        finally:
            signals.hold()
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End its group: the group's number stays taken while anything is in it."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


class _EndedError(BaseException):
    """A signal that ends this process, as an exception, so that what was started is ended first."""


class _Held:
    """Signals that are raised as exceptions, or noted until they may be."""

    def __init__(self) -> None:
        self.holding = True
        self.noted: int | None = None

    def __call__(self, number: int, _: FrameType | None) -> None:
        self.noted = self.noted or number
        if not self.holding:
            raise _EndedError

    def release(self) -> None:
        self.holding = False
        if self.noted is not None:
            raise _EndedError

    def hold(self) -> None:
        self.holding = True


@contextmanager
def _signals_held_back() -> Iterator[_Held]:
    """Signals that would end this process are noted; at the end of the block they have their effect."""
    signals, before = _Held(), {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            usual = (signal.SIG_DFL, signal.default_int_handler)
            if number is not None and signal.getsignal(number) in usual:
                before[number] = signal.signal(number, signals)
    try:
        with suppress(_EndedError):
            yield signals
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if signals.noted is not None:
            signal.raise_signal(signals.noted)
