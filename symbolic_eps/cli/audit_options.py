"""Checks for options of `audit` that exclude each other."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from symbolic_eps.cli.output_format import Files
from symbolic_eps.errors import InputError


class ErrataFormat(StrEnum):
    """How an errata note is written, or counts and summary as a fragment for a paper."""

    LATEX = "latex"
    MARKDOWN = "markdown"
    FRAGMENT = "latex-fragment"


def check_together(
    sources: Sequence[str] | None,
    only: Sequence[str] | None,
    json: bool,
    errata: str | None,
    style: ErrataFormat | None,
    update: bool,
    both: bool,
    output: Path | None,
) -> None:
    """Refuse options that contradict each other."""
    Files("audit", output).check(style or "")
    if both:
        raise InputError("--again takes the shipped proofs and --derive takes none: leave out one of them")
    if style is ErrataFormat.FRAGMENT:
        if json or errata is not None:
            raise InputError("--format latex-fragment is a form of its own: leave out --json and --errata")
    elif style is not None and errata is None:
        raise InputError("--format is for the errata note: add --errata PAPER")
    if errata is not None and (json or only):
        raise InputError("--errata is a note on a whole paper: leave out --json and --only")
    if errata is not None and sources and list(sources) != [errata]:
        raise InputError(f"--errata {errata} is about that paper alone: leave out {' '.join(sources)}")
    if errata is not None and errata.endswith(".py"):
        raise InputError(
            f"--errata {errata}: name a paper by its id; of a file of yours, the audit is the list"
        )
    if update and any(source.endswith(".py") for source in sources or ()):
        raise InputError("--update-expected pins papers: leave out files of your own")
    if update and only:
        raise InputError("--update-expected pins whole papers: leave out --only")
