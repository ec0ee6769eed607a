"""The certificates that are shipped, and what the kernel says of them.

Loads no algebra system, no solver and no parser of the command line: `symbolic-eps check` begins here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from symbolic_eps.notions.stored import STORED as NOTIONS
from verify import recheck, side_by_side
from verify.recheck import Judgement

THEOREM_1 = Path(__file__).resolve().parent / "theory" / "evidence"
"""What proves Theorem 1; `symbolic_eps.theory.bound` names the folder too, but loads SymPy."""


def shipped() -> list[Path]:
    """The folders with the certificates of Theorem 1, of the notions and of the papers' closed forms."""
    from symbolic_eps.papers import closed_forms, sign_folders  # which are looked for among all packages

    return _certificates((THEOREM_1, NOTIONS, *closed_forms(), *sign_folders()))


def judgements() -> list[Judgement]:
    """What the kernel says of each; another process begins with ours before the papers are looked for.

    Raises
    ------
    OSError
        A file cannot be read.
    symbolic_eps.errors.InputError
        As `symbolic_eps.papers.papers`.
    """
    with side_by_side.begun(_certificates((THEOREM_1, NOTIONS))) as work:
        return side_by_side.judge_files(shipped(), work)


def _certificates(folders: Sequence[Path]) -> list[Path]:
    towers = (folder / "towers" for folder in folders)
    return [
        *(folder / "certificates" for folder in folders),
        *(folder for folder in towers if folder.is_dir()),
    ]


def as_text(every: Sequence[Judgement], quiet: bool, written: Iterable[str] = ()) -> str:
    """A line for each certificate, if `quiet` for each that is rejected; the count, and what was written.

    Examples
    --------
    >>> print(as_text([Judgement("file.json", "sha256:0", "the sum is not 0")], quiet=True), end="")
    rejected  sha256:0  file.json  the sum is not 0
    0 of 1 certificates accepted
    """
    shown = (_line(j) for j in every if not (quiet and j.accepted))
    return "".join(f"{line}\n" for line in (*shown, recheck.summary(every), *written))


def sound(every: Sequence[Judgement]) -> bool:
    """Whether there are certificates, and all are accepted."""
    return bool(every) and all(j.accepted for j in every)


def _line(judgement: Judgement) -> str:
    """As of a certificate; and what a decision record proves."""
    proved = getattr(judgement, "proved", "")
    return f"{recheck.line(judgement)}  {proved}" if proved else recheck.line(judgement)
