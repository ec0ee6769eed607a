"""Judges certificate files in two processes at once, where the system can fork; standard library only.

Of certificates that stand on a line each, equal ones are judged once, half of them by a copy of this
process, which says what the kernel said. Whatever it does not answer in full is judged here, and so are all
files where a certificate names lemmas, which may stand in another file.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from verify import recheck
from verify.kernel import Rejected
from verify.recheck import Judgement

LEAST_BYTES = 1_000_000
"""Less is judged before another process has begun."""

Said = Sequence[str]
"""Of one certificate: fingerprint, reason, format."""


def judge_files(paths: Iterable[str | Path]) -> list[Judgement]:
    """As `verify.recheck.judge_files`; of what is accepted only the format is kept.

    Raises
    ------
    OSError
        As there.

    Examples
    --------
    >>> judge_files([])
    []
    """
    files = recheck.files_of(paths)
    lines = {file: _lines(file) for file in files}
    here, there = halves([*dict.fromkeys(line for of_file in lines.values() for line in of_file or ())])
    said = _both(here, there)
    others = [file for file in files if lines[file] is None]
    judged = recheck.judge_files(others)
    if said is None or any(map(recheck.names_lemmas, judged)):
        return recheck.judge_files(files)
    known = dict(zip(here + there, said, strict=True))
    for file, of_file in lines.items():
        for number, line in enumerate(of_file or ()):
            fingerprint, reason, kind = known[line]
            judged.append(Judgement(f"{file}[{number}]", fingerprint, reason, {"format": kind}))
    place = {file: i for i, file in enumerate(files)}
    return sorted(judged, key=lambda j: place.get(j.source, place.get(j.source.rpartition("[")[0], 0)))


def halves(lines: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """The first lines and the last ones, of about the same length together; no last ones if there is little.

    Examples
    --------
    >>> halves([b"a" * 600_000, b"b" * 500_000])[1] == [b"b" * 500_000]
    True
    >>> halves([b"a", b"b"])
    ([b'a', b'b'], [])
    """
    left = sum(map(len, lines))
    if left < LEAST_BYTES or not hasattr(os, "fork") or _cores() < 2:
        return lines, []
    half, number = left / 2, 0
    while left > half:
        left -= len(lines[number])
        number += 1
    return lines[:number], lines[number:]


def _lines(file: str) -> list[bytes] | None:
    """The certificates of a file, unread; None if it is to be read as a whole."""
    try:
        return recheck.lines_of(recheck.content(file))
    except Rejected:
        return None


def _said(lines: Iterable[bytes]) -> list[Said] | None:
    """What the kernel says of certificates; None if a line cannot be read alone, or names lemmas."""
    try:
        judged = recheck.judge([("", recheck.parsed(line)) for line in lines])
    except Rejected:
        return None
    if any(map(recheck.names_lemmas, judged)):
        return None
    return [(j.fingerprint, j.reason, j.kind) for j in judged]


def _both(here: list[bytes], there: list[bytes]) -> list[Said] | None:
    """What is said of the lines, those there by another process."""
    if not there:
        return _said(here)
    try:
        answer, child = _asked(there)
    except OSError:  # no further process, or pipe
        return _said(here + there)
    try:
        mine, theirs = _said(here), _read(answer)
    finally:
        os.close(answer)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return None if mine is None or theirs is None or len(theirs) != len(there) else mine + theirs


def _cores() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _asked(lines: Sequence[bytes]) -> tuple[int, int]:
    """A pipe from which to read, and the process that writes its answer there."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return reading, child
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        with os.fdopen(writing, "w") as pipe:
            pipe.write(_answer(lines))
    finally:
        os._exit(0)


def _answer(lines: Sequence[bytes]) -> str:
    return json.dumps(_said(lines))


def _read(pipe: int) -> list[Said] | None:
    """What the other process says; None if it has not said it all."""
    with os.fdopen(pipe, closefd=False) as text:
        try:
            answer: Any = json.load(text)
        except ValueError:
            return None
    return answer if isinstance(answer, list) else None
