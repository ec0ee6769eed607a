"""Where results go, and how progress shows: a status line on a terminal, nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import typer

from symbolic_eps.errors import InputError
from symbolic_eps.files import check_file, try_to_write, write_whole


def deliver(text: str, output: Path | None) -> None:
    """Print the text, or write it to a file: whole or not at all."""
    if output is None:
        typer.echo(text, nl=False)
        return
    check_writable(output)
    if output.exists() and not output.is_file():  # a device or a pipe is written to, never replaced
        output.write_text(text, encoding="utf-8")
    else:
        write_whole(output.resolve(), text.encode())  # a link stays a link


def notice(text: str) -> None:
    """Tell the person, on standard error, what the result does not say by itself."""
    typer.echo(f"symbolic-eps: notice: {text}", err=True)


def write_all(files: Mapping[Path, str], folder: Path) -> None:
    """Write files into a folder, which is made if need be; each whole or not at all."""
    for name, text in files.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(
                f"the folder {path.parent} cannot be made: {error.strerror}; name another folder"
            ) from None
        deliver(text, path)


def check_writable(output: Path | None, option: str = "--output") -> None:
    """Refuse an impossible output before any work is done.

    Parameters
    ----------
    output : Path or None
        The file; None for the terminal.
    option : str
        By which it was named.

    Raises
    ------
    symbolic_eps.errors.InputError
        The folder does not exist or cannot be written, or the path is a folder.
    """
    if output is not None:
        check_file(output, f"{option} {output}")


def check_folder(folder: Path | None, option: str) -> None:
    """Refuse a folder in which nothing can be made, before any work is done.

    Raises
    ------
    symbolic_eps.errors.InputError
        It is a file, or it cannot be written or made.
    """
    if folder is None:
        return
    nearest = next(f for f in (folder, *folder.absolute().parents) if f.exists())
    if not nearest.is_dir():
        raise InputError(f"{option} {folder}: {nearest} is a file: name a folder, or one to be made")
    try_to_write(nearest, f"{option} {folder}")


@contextmanager
def progress(title: str) -> Iterator[Callable[[str], None]]:
    """A function that shows what is being done, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.markup import escape

    console = Console(stderr=True)
    with console.status(escape(title)) as status:
        yield lambda text: status.update(escape(f"{title}: {text}"))
