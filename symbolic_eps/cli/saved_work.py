"""Saved work of a long derivation, in a folder or in the user's cache."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from symbolic_eps.cli.journal import cache_folder
from symbolic_eps.cli.output import notice, write_all
from symbolic_eps.errors import InputError

if TYPE_CHECKING:
    from symbolic_eps.answers.saved_work import SavedWork


@contextmanager
def saved_work(folder: Path | None, kind: str) -> Iterator[SavedWork]:
    """What is at hand; what is known when the work is interrupted, or fails, is kept for the next time.

    Parameters
    ----------
    folder : Path or None
        Where it lies; None for the cache.
    kind : str
        What is asked: `derive` or `signs`.
    """
    from symbolic_eps.answers.saved_work import SavedWork

    cache = cache_folder() if folder is None else None
    where = folder or (cache / kind if cache is not None else None)
    saved = SavedWork(where, kind)
    try:
        yield saved
    except InputError:
        raise
    except BaseException:
        _save_work(saved, where)
        raise
    if saved.unfinished:
        _save_work(saved, where)
    elif folder is None and where is not None:
        for name in saved.files:
            (where / name).unlink(missing_ok=True)


def _save_work(saved: SavedWork, folder: Path | None) -> None:
    if folder is not None and saved.files:
        write_all(saved.files, folder)
        notice(f"what was proved so far is kept in {folder}: the same command goes on from there")
