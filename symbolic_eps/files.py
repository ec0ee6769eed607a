"""Files that a user names: what cannot be read, has no end, or cannot be written is bad input."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from symbolic_eps.errors import InputError
from verify.files import MEGABYTE, content

MOST_BYTES = 50 * MEGABYTE
"""The largest file that is read, where nothing else is said."""


def text_of(path: Path | str, what: str, most: int = MOST_BYTES) -> str:
    """The text of a file in UTF-8, with or without a mark of byte order.

    Parameters
    ----------
    path : Path or str
    what : str
        What it is, for messages: `the table`, `--journal`.
    most : int
        The largest size that is read, in bytes.

    Raises
    ------
    symbolic_eps.errors.InputError
        It is no regular file, too large, cannot be read, or is not text.

    Examples
    --------
    >>> text_of("/dev/zero", "the table")
    Traceback (most recent call last):
    symbolic_eps.errors.InputError: the table /dev/zero cannot be read: a device or pipe, not a file: save ...
    """
    try:
        return content(path, most).decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"{what} {path} cannot be read: {error.strerror}; name another") from None
    except UnicodeDecodeError as error:
        raise InputError(
            f"{what} {path} is not text in UTF-8, from byte {error.start} on: save it as such"
        ) from None


def check_file(path: Path, what: str) -> None:
    """Refuse a file that cannot be written, before any work is done; `what` names it in messages.

    Raises
    ------
    symbolic_eps.errors.InputError
        The folder does not exist or cannot be written, or the path is a folder.
    """
    if path.is_dir():
        raise InputError(f"{what} is a folder: name a file")
    if not path.parent.is_dir():
        raise InputError(f"{what}: there is no folder {path.parent}: make it, or name another")
    if path.exists() and not os.access(path, os.W_OK):
        raise InputError(f"{what} cannot be written: name another file")
    if path.is_file() or not path.exists():  # a device or a pipe is written to as it is
        try_to_write(path.resolve().parent, what)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def try_to_write(folder: Path, what: str) -> None:
    """Make a file without a name in a folder: permissions alone do not tell whether that works.

    Parameters
    ----------
    folder : Path
    what : str
        What was to be written, for the message.

    Raises
    ------
    symbolic_eps.errors.InputError
        It does not.
    """
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(f"{what} cannot be written: {error.strerror}; name another place") from None
