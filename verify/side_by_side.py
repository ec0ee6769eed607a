"""Judges certificate files in two processes at once, where the system can fork; standard library only.

Half of the files are read and judged by a copy of this process, which says what the kernel said. Whatever it
does not answer in full is judged here, and so are all files where a certificate names lemmas, which may
stand in another file.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from verify import recheck
from verify.recheck import Judgement

LEAST_BYTES = 1_000_000
"""Less is judged before another process has begun."""


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
    here, there = halves({file: _size(file) for file in files})
    if not (there and hasattr(os, "fork") and _cores() > 1):
        return recheck.judge_files(files)
    try:
        answer, child = _asked(there)
    except OSError:  # no further process, or pipe
        return recheck.judge_files(files)
    try:
        mine = recheck.judge_files(here)
        theirs = _read(answer)
    finally:
        os.close(answer)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    if theirs is None or any(map(recheck.names_lemmas, mine)):
        return recheck.judge_files(files)
    place = {file: i for i, file in enumerate(files)}
    return sorted(mine + theirs, key=lambda j: place.get(j.source, place.get(j.source.rpartition("[")[0], 0)))


def halves(sizes: dict[str, int]) -> tuple[list[str], list[str]]:
    """Two lists of files of about the same size together; the second is empty where there is little.

    Examples
    --------
    >>> halves({"a": 3_000_000, "b": 1_000_000, "c": 1_500_000})
    (['a'], ['c', 'b'])
    >>> halves({"a": 100, "b": 100})
    (['a', 'b'], [])
    """
    if sum(sizes.values()) < LEAST_BYTES:
        return list(sizes), []
    parts: tuple[list[str], list[str]] = ([], [])
    weights = [0, 0]
    for file in sorted(sizes, key=lambda file: -sizes[file]):
        lighter = weights.index(min(weights))
        parts[lighter].append(file)
        weights[lighter] += sizes[file]
    return parts


def _size(file: str) -> int:
    try:
        return os.stat(file).st_size
    except OSError:  # the reader says what is wrong with it
        return 0


def _cores() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _asked(files: Sequence[str]) -> tuple[int, int]:
    """A pipe from which to read, and the process that writes its answer there."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return reading, child
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        with os.fdopen(writing, "w") as pipe:
            pipe.write(_answer(files))
    finally:
        os._exit(0)


def _answer(files: Sequence[str]) -> str:
    judged = recheck.judge_files(files)
    if any(map(recheck.names_lemmas, judged)):
        return ""
    return json.dumps([(j.source, j.fingerprint, j.reason, j.kind) for j in judged])


def _read(pipe: int) -> list[Judgement] | None:
    """The judgements of the other process; None if it has not given them all."""
    with os.fdopen(pipe, closefd=False) as text:
        try:
            answer: list[Any] = json.load(text)
        except ValueError:
            return None
    return [Judgement(source, name, reason, {"format": kind}) for source, name, reason, kind in answer]
