"""Where an audit keeps what it has judged, so that nothing is judged twice by the same program.

By default a file in the user's cache folder, named after all that a verdict rests on besides the claim: the
program's text, the answers shipped with it, the libraries, the time budget. Of papers it is kept, so that a
note of errata after an audit costs nothing; an audit of a user's own files, and one that derives all anew,
keeps it only until it is complete. In a file that the user names, too, what another version of the program
has judged is judged again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from symbolic_eps import __version__
from symbolic_eps.cli.output import check_writable, notice
from symbolic_eps.errors import InputError
from symbolic_eps.files import text_of
from verify.files import MEGABYTE

if TYPE_CHECKING:
    from verify.claims.auditor import Journal
    from verify.claims.claim import Claim
    from verify.claims.paper import Paper

LIBRARIES = ("sympy", "mpmath", "python-flint", "z3-solver", "cvc5", "highspy")
"""Whose versions a verdict may depend on."""

MOST_KEPT = 4
"""Files of verdicts in the cache."""

PROGRAM = ("verify", "symbolic_eps")
"""The packages that a judgement depends on, besides those of the papers and the claim."""


@contextmanager
def open_journal(
    path: Path | None,
    claims: Sequence[Claim],
    files: Sequence[Path],
    seconds: float,
    anew: bool,
    papers: Sequence[Paper] = (),
    again: bool = False,
) -> Iterator[Journal | None]:
    """The journal of an audit; none where there is no folder for it.

    Parameters
    ----------
    path : Path or None
        A file that is kept; by default one in the cache.
    claims : sequence of Claim
        What is judged.
    files : sequence of Path
        The user's files among its sources.
    seconds : float
        Time budget of one claim.
    anew : bool
        Whether shipped answers are left out.
    papers : sequence of Paper
        The papers among its sources.
    again : bool
        Whether what a complete audit has judged is judged again.

    Raises
    ------
    symbolic_eps.errors.InputError
        If the file named is no journal, or one of a version whose records have other fields.
    """
    from verify.claims.auditor import Journal
    from verify.claims.record import fingerprint

    if path is not None:
        check_writable(path, "--journal")
        _check_readable(path)
        yield _announced(Journal(path, _digest([repr(anew), *_sources(files, papers)])), claims)
        return
    folder = cache_folder()
    if folder is None:
        yield None
        return
    settings = [__version__, repr(seconds), repr((anew, again)), *_libraries(), *_sources(files, papers)]
    passing = anew or again or bool(files)
    digest = _digest([*settings, *map(fingerprint, claims)] if passing else [*settings, *_shipped(papers)])
    journal = Journal(folder / f"audit-{digest}.jsonl", digest)
    yield _announced(journal, claims)
    if passing:
        journal.path.unlink(missing_ok=True)
    else:
        _forget_oldest(folder)


def _forget_oldest(folder: Path) -> None:
    """Leave the newest few files, each of another program or with other settings."""
    journals = sorted(folder.glob("audit-*.jsonl"), key=lambda path: path.stat().st_mtime)
    for path in journals[:-MOST_KEPT]:
        path.unlink(missing_ok=True)


def _check_readable(path: Path) -> None:
    """Refuse a file that is no journal, so that nothing is added to it; a line may have been cut short."""
    from verify.claims.record import Record

    if not path.exists():
        return
    other = f"--journal {path}: name another file, or remove this one"
    for number, line in enumerate(text_of(path, "--journal", MOST_BYTES).splitlines(), 1):
        if not (line.startswith(_START) or _START.startswith(line)):
            raise InputError(f"{other}: its line {number} is no record of an audit")
        try:
            record = json.loads(line)["record"]
        except json.JSONDecodeError:
            continue  # cut short when an audit was interrupted
        except KeyError:
            record = {}
        if set(record) != {field.name for field in fields(Record)}:
            raise InputError(f"{other}: its line {number} is a record of another version of the program")


MOST_BYTES = 500 * MEGABYTE
"""Of a journal; the largest paper's takes 10 MB."""

_START = '{"answers": {'
"""How each record begins."""


def cache_folder() -> Path | None:
    """`$XDG_CACHE_HOME/symbolic-eps`, made if need be; None where it cannot be written."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(base) / "symbolic-eps"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _announced(journal: Journal, claims: Sequence[Claim]) -> Journal:
    from verify.claims.record import fingerprint

    known = journal.known
    count = sum(fingerprint(claim) in known for claim in claims) if known else 0
    if count:
        notice(
            f"{count} of {len(claims)} claims were judged before: {journal.path} (--derive judges all anew)"
        )
    return journal


def _digest(texts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


def _libraries() -> Iterator[str]:
    from importlib.metadata import version

    return (f"{name} {version(name)}" for name in LIBRARIES)


def _shipped(papers: Iterable[Paper]) -> Iterator[str]:
    """Digests of the answers that an audit begins with."""
    for paper in papers:
        for path in sorted(paper.evidence.rglob("*.json")):
            yield f"{path.relative_to(paper.evidence)} {hashlib.sha256(path.read_bytes()).hexdigest()}"


def _sources(files: Iterable[Path], papers: Iterable[Paper]) -> Iterator[str]:
    """Digests of the program's own text, of the papers' and of the user's files."""
    from verify.claims.paper import package_folder

    packages = (package for paper in papers for package in (paper.package, *paper.depends))
    folders = map(package_folder, dict.fromkeys((*PROGRAM, *packages)))
    own = (path for folder in folders for path in sorted(folder.rglob("*.py")))
    for path in (*own, *files):
        yield hashlib.sha256(path.read_bytes()).hexdigest()
