"""The shipped certificates, and the kernel's judgement of them.

Loads no algebra system, no solver and no parser of the command line: `symbolic-eps check` begins here.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from verify import recheck, two_processes
from verify.recheck import Judgement

_HOME = os.path.dirname(os.path.realpath(__file__))
THEOREM_1 = os.path.join(_HOME, "theory", "evidence")
NOTIONS = os.path.join(_HOME, "notions", "closed_forms")
"""Also named by `symbolic_eps.theory.bound` and `symbolic_eps.notions.stored`, which take long to load."""


def shipped() -> list[str]:
    """The folders with the certificates of Theorem 1, of the notions and of the papers' closed forms."""
    from symbolic_eps.papers import CLOSED_FORMS, SIGNS, folders  # which are looked for among all packages

    return _certificates((THEOREM_1, NOTIONS, *folders(CLOSED_FORMS), *folders(SIGNS)))


@contextmanager
def judged() -> Iterator[list[Judgement]]:
    """What the kernel says of each; another process begins with ours before the papers are looked for.

    What was read is kept until the end of the context, for to give it back takes long.

    Raises
    ------
    OSError
        A file cannot be read.
    symbolic_eps.errors.InputError
        As `symbolic_eps.papers.papers`.
    """
    with two_processes.begun(_certificates((THEOREM_1, NOTIONS))) as work:
        yield two_processes.judge_files(shipped(), work)


def _certificates(folders: Sequence[str]) -> list[str]:
    certificates, towers = ([os.path.join(folder, name) for folder in folders] for name in recheck.WITHIN)
    return [*certificates, *filter(os.path.isdir, towers)]


def as_text(every: Sequence[Judgement], quiet: bool, written: Iterable[str] = ()) -> str:
    """A line for each certificate, if `quiet` for each that is rejected; the count, and what was written.

    Examples
    --------
    >>> print(as_text([Judgement("file.json", "sha256:0", "the sum is not 0")], quiet=True), end="")
    rejected  sha256:0  file.json  the sum is not 0
    0 of 1 certificates accepted
    """
    shown = [_line(j) for j in every if j.reason or not quiet]
    return "\n".join([*shown, recheck.summary(every), *written, ""])


def sound(every: Sequence[Judgement]) -> bool:
    """Whether there are certificates, and all are accepted."""
    return bool(every) and not any(j.reason for j in every)


def _line(judgement: Judgement) -> str:
    """As of a certificate; and what a decision record proves."""
    line = recheck.line(judgement)
    return f"{line}  {judgement.proved}" if judgement.proved else line
