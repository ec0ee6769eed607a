"""Where an audit keeps what it has judged so far, so that the same command goes on after an interruption.

By default a file in the user's cache folder, named after the claims, the program and its settings; it is
removed when the audit is complete. What another version of the program has judged is judged again, in a file
that the user names too.
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

import typer

from symbolic_eps import __version__
from symbolic_eps.cli.output import check_writable
from symbolic_eps.errors import InputError
from symbolic_eps.files import text_of
from verify.files import MEGABYTE

if TYPE_CHECKING:
    from verify.auditor import Journal
    from verify.claim import Claim

PACKAGES = ("verify", "symbolic_eps", "derivations")
"""What a judgement depends on besides the claim."""


@contextmanager
def open_journal(
    path: Path | None,
    claims: Sequence[Claim],
    files: Sequence[Path],
    seconds: float,
    anew: bool,
) -> Iterator[Journal | None]:
    """The journal of an audit; none where there is no folder for it.

    Parameters
    ----------
    path : Path or None
        A file that is kept; by default one in the cache, removed at the end.
    claims : sequence of Claim
        What is judged.
    files : sequence of Path
        The user's files among its sources.
    seconds : float
        Time budget of one claim.
    anew : bool
        Whether shipped answers are left out.

    Raises
    ------
    symbolic_eps.errors.InputError
        If the file named is no journal, or one of a version whose records have other fields.
    """
    from verify.auditor import Journal, fingerprint

    if path is not None:
        check_writable(path, "--journal")
        _check_readable(path)
        yield _announced(Journal(path, _digest([repr(anew), *_sources(files)])), claims)
        return
    folder = cache_folder()
    if folder is None:
        yield None
        return
    settings = [__version__, repr(seconds), repr(anew), *_sources(files), *map(fingerprint, claims)]
    journal = Journal(folder / f"audit-{_digest(settings)}.jsonl")
    yield _announced(journal, claims)
    journal.path.unlink(missing_ok=True)


def _check_readable(path: Path) -> None:
    """Refuse a file that is no journal, so that nothing is added to it; a line may have been cut short."""
    from verify.auditor import Record

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
    from verify.auditor import fingerprint

    known = journal.known
    count = sum(fingerprint(claim) in known for claim in claims)
    if count:
        typer.echo(
            f"symbolic-eps: notice: {count} of {len(claims)} claims were judged before: {journal.path}",
            err=True,
        )
    return journal


def _digest(texts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


def _sources(files: Iterable[Path]) -> Iterator[str]:
    """Digests of the program's own text and of the user's files."""
    root = Path(__file__).resolve().parents[2]
    own = (path for package in PACKAGES for path in sorted((root / package).rglob("*.py")))
    for path in (*own, *files):
        yield hashlib.sha256(path.read_bytes()).hexdigest()
