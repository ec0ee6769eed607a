"""Where the answers of an audit are kept: the names of their files. Loads the standard library alone."""

from __future__ import annotations

from pathlib import Path


def file_names(name: str) -> tuple[str, str]:
    """The files with the kernel's certificates, and with the other answers.

    Examples
    --------
    >>> file_names("notes-2001")
    ('certificates/notes-2001.json', 'answers/notes-2001.json')
    """
    return f"certificates/{name}.json", f"answers/{name}.json"


def towers(name: str) -> str:
    """The file with certificates of towers and leaves."""
    return f"towers/{name}.json"


def certificate_files(folder: Path, name: str) -> list[Path]:
    """The files with certificates: the kernel's, and those of towers and leaves if there are any."""
    others = folder / towers(name)
    return [folder / file_names(name)[0], *([others] if others.exists() else [])]
