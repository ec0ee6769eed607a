"""Checks certificate files in two processes, where the system can fork; standard library only.

Of certificates that stand on a line each, equal ones are judged once, some of them by a copy of this
process, which says what the kernel said. Whatever it does not answer in full is judged here, and so are all
files where a certificate names lemmas, which may stand in another file.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from verify import recheck
from verify.kernel import Rejected
from verify.recheck import Judgement
from verify.text_caching_kernel import TextMemory

if TYPE_CHECKING:
    from pathlib import Path

LEAST_BYTES = 1_000_000
"""Less is judged before another process has begun."""

PIECES = 400
"""Into about so many work is divided: both processes end within one of them."""

FORMAT = "certificate/1"
"""Of what is accepted piece by piece."""

VARIABLES = b'"variables":['
"""What stands before the names of a claim's variables."""

Said = Sequence[str]
"""Of one certificate: fingerprint, reason, format."""


class SharedWork:
    """Certificates on a line each, judged from the first on here, and from the last on by a copy of it.

    Each process takes a byte out of a pipe before it judges a piece; when there is none left, they have met.

    Parameters
    ----------
    files : mapping of str to (list of bytes or None)
        The lines of each file; None where it is to be read as a whole.
    """

    def __init__(self, files: Mapping[str, list[bytes] | None]) -> None:
        self.files = files
        self.lines = dict.fromkeys(line for lines in files.values() for line in lines or ())
        self.pieces = pieces([*self.lines])
        found = {_named(line) for line in self.lines}
        self.names = {name.decode(errors="replace") for text in found for name in text.split(b'"')[1::2]}
        self.memory = TextMemory.on(self.names)
        self.permits = self.answer = self.child = 0
        if sum(map(len, self.lines)) >= LEAST_BYTES and hasattr(os, "fork") and _cores() > 1:
            try:
                self._begin()
            except OSError:  # no further process, or pipe
                self.close()

    def _begin(self) -> None:
        self.permits, writing = os.pipe()
        os.write(writing, bytes(len(self.pieces)))
        os.close(writing)
        self.answer, writing = os.pipe()
        try:
            self.child = os.fork()
            if self.child:
                return
            try:
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                os.close(self.answer)  # else it would wait for ever for a reader, were the first one killed
                with os.fdopen(writing, "w", closefd=False) as pipe:
                    pipe.write(_answer(self._judged(self.pieces[::-1])))
            finally:
                os._exit(0)
        finally:
            os.close(writing)

    def _judged(self, pieces: Iterable[list[bytes]]) -> list[list[Said]] | None:
        """What is said of those pieces that are this process's; None if a line cannot be read alone."""
        judged = []
        for piece in pieces:
            if self.permits and not os.read(self.permits, 1):
                break
            said = _said(piece, self.memory)
            if said is None:
                return None
            judged.append(said)
        return judged

    def said(self) -> dict[bytes, Said] | None:
        """What the kernel says of each line; None if a line cannot be read alone, or names lemmas."""
        first = self._judged(self.pieces)
        if first is None:
            return None
        last = _read(self.answer, self.pieces[len(first) :]) if self.child else []
        self.close()
        between = self._judged(self.pieces[len(first) : len(self.pieces) - len(last)])
        if between is None:
            return None
        every = (said for of_piece in (*first, *between, *reversed(last)) for said in of_piece)
        return dict(zip(self.lines, every, strict=True))

    def close(self) -> None:
        """End the other process."""
        if self.child:
            os.kill(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
        for pipe in filter(None, (self.permits, self.answer)):
            os.close(pipe)
        self.permits = self.answer = self.child = 0


@contextmanager
def begun(paths: Iterable[str | Path]) -> Iterator[SharedWork]:
    """The work on some files, which another process has begun; it ends with the context.

    Raises
    ------
    OSError
        As `judge_files`.
    """
    work = SharedWork({file: _lines(file) for file in recheck.files_of(paths)})
    try:
        yield work
    finally:
        work.close()


def judge_files(paths: Iterable[str | Path], work: SharedWork | None = None) -> list[Judgement]:
    """As `verify.recheck.judge_files`; of what is accepted only the format is kept.

    Parameters
    ----------
    paths : iterable of str or Path
        Files and folders.
    work : SharedWork, optional
        Has begun with some of them.

    Raises
    ------
    OSError
        As there.

    Examples
    --------
    >>> judge_files([])
    []
    """
    named = recheck.files_of(paths)
    files = [*dict.fromkeys(named)]
    before = work.files if work else {}
    lines = {file: before[file] if file in before else _lines(file) for file in files}
    known: dict[bytes, Said] | None = {}
    left = {file: of_file for file, of_file in lines.items() if file not in before}
    shares = [SharedWork(left), *([work] if work else [])]
    memory = TextMemory.on(name for share in shares for name in share.names)
    for share in shares:
        share.memory = memory  # what was read in one serves the other
        try:
            said = share.said()
        finally:
            share.close()
        known = None if said is None or known is None else known | said
    judged = {file: recheck.judge_files([file]) for file in files if lines[file] is None}
    if known is None or any(recheck.names_lemmas(j) for of_file in judged.values() for j in of_file):
        return recheck.judge_files(named)
    kinds = {kind: {"format": kind} for _, _, kind in known.values()}
    for file, of_file in lines.items():
        if of_file is not None:
            said_of_file = enumerate(map(known.__getitem__, of_file))
            judged[file] = [
                Judgement(f"{file}[{number}]", fingerprint, reason, kinds[kind])
                for number, (fingerprint, reason, kind) in said_of_file
            ]
    return [judgement for file in named for judgement in judged[file]]


def pieces(lines: list[bytes]) -> list[list[bytes]]:
    """The lines in pieces of about the same length, in their order; `PIECES` or a few more.

    Examples
    --------
    >>> [len(piece) for piece in pieces([b"a"] * 600 + [b"b" * 2400])][-3:]
    [8, 7, 1]
    """
    most = sum(map(len, lines)) / PIECES
    divided: list[list[bytes]] = []
    room = 0.0
    for line in lines:
        if room <= 0:
            divided.append([])
            room += most
        divided[-1].append(line)
        room -= len(line)
    return divided


def _named(line: bytes) -> bytes:
    """The text of the names of a claim's variables; any text where there are none."""
    begin = line.find(VARIABLES) + len(VARIABLES)
    return line[begin : line.find(b"]", begin)]


def _lines(file: str) -> list[bytes] | None:
    """The certificates of a file, unread; None if it is to be read as a whole."""
    try:
        return recheck.lines_of(recheck.content(file))
    except Rejected:
        return None


def _said(lines: Iterable[bytes], memory: TextMemory | None) -> list[Said] | None:
    """What the kernel says of certificates; None if a line cannot be read alone, or names lemmas."""
    said: list[Said] = []
    for line in lines:
        if memory and (fingerprint := memory.accepts_text(line)):
            said.append((fingerprint, "", FORMAT))
            continue
        try:
            (judged,) = recheck.judge([("", recheck.parsed(line))])
        except Rejected:
            return None
        if recheck.names_lemmas(judged):
            return None
        said.append((judged.fingerprint, judged.reason, judged.kind))
    return said


def _cores() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _answer(judged: list[list[Said]] | None) -> str:
    return json.dumps(judged)


def _read(pipe: int, pieces: Sequence[list[bytes]]) -> list[list[Said]]:
    """What the other process says of the last pieces, from the last on; nothing if it has not said it all."""
    with os.fdopen(pipe, closefd=False) as text:
        try:
            answer: Any = json.load(text)
            return answer if [*map(len, answer)] == [*map(len, pieces[: -len(answer) - 1 : -1])] else []
        except (ValueError, TypeError):
            return []
