"""Files that a user names, read whole, and only where that has an end: regular files up to a limit.

Standard library only.
"""

from __future__ import annotations

import os
import stat
from errno import EFBIG, EINVAL, EISDIR, ENOENT
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

MEGABYTE = 1_000_000

_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def content(path: Path | str, most: int) -> bytes:
    """The bytes of a file.

    Parameters
    ----------
    path : Path or str
        A regular file, or a link to one; neither a device nor a pipe is opened.
    most : int
        The largest size that is read, in bytes.

    Raises
    ------
    OSError
        There is no such file, it is of another kind, too large, or not to be read; `strerror` says which, and
        what to do.

    Examples
    --------
    >>> content("/dev/zero", 100)
    Traceback (most recent call last):
    OSError: [Errno 22] a device or pipe, not a file: save what it gives to a file: '/dev/zero'
    """
    try:
        _check_kind(os.stat(path).st_mode, path)
        handle = os.open(path, _READ)
    except FileNotFoundError:
        if str(path) == "-":
            raise FileNotFoundError(ENOENT, "standard input is not read: save it to a file", "-") from None
        raise
    with os.fdopen(handle, "rb") as file:
        opened = os.fstat(handle)
        _check_kind(opened.st_mode, path)
        data = b"" if opened.st_size > most else file.read(opened.st_size + 1)
        if len(data) > opened.st_size:  # it grows, or has no size
            data += file.read(most + 1 - len(data))
    if max(opened.st_size, len(data)) > most:  # what a system makes up as it is read has no size
        raise OSError(EFBIG, f"larger than {size_text(most)}, the most that is read", str(path))
    return data


def _check_kind(mode: int, path: Path | str) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(EISDIR, "a folder: name a file in it", str(path))
    if not stat.S_ISREG(mode):
        raise OSError(EINVAL, "a device or pipe, not a file: save what it gives to a file", str(path))


def size_text(size: int) -> str:
    """A size in bytes or MB.

    Examples
    --------
    >>> size_text(50_000_000), size_text(1)
    ('50 MB', '1 bytes')
    """
    return f"{size} bytes" if size % MEGABYTE else f"{size // MEGABYTE} MB"


def ends_within_a_line(path: Path) -> bool:
    """Whether a file's last line was cut short: what is appended then begins on a line of its own."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        file.seek(max(file.seek(0, os.SEEK_END) - 1, 0))
        return file.read() not in (b"", b"\n")
