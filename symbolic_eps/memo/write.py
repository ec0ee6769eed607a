"""Writes a memo to a file, in the format of the file's extension."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from symbolic_eps.errors import InputError
from symbolic_eps.files import check_file, write_whole

if TYPE_CHECKING:
    from symbolic_eps.memo.blocks import Memo

FORMATS = (".html", ".md", ".pdf")


def check_memo(path: Path | None) -> None:
    """Refuse a memo that cannot be written, before any work is done; None for no memo.

    Raises
    ------
    symbolic_eps.errors.InputError
        Another extension, a folder that is not there or not writable, or no converter for a PDF.

    Examples
    --------
    >>> check_memo(Path("eps.docx"))
    Traceback (most recent call last):
    symbolic_eps.errors.InputError: memo eps.docx: write a name that ends in .html, .md, .pdf
    """
    if path is None:
        return
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"memo {path}: write a name that ends in {', '.join(FORMATS)}")
    check_file(path, f"memo {path}")
    if path.suffix.lower() == ".pdf":
        from symbolic_eps.memo.pdf import converter

        converter()


def write(memo: Memo, path: Path) -> None:
    """Write the memo, whole or not at all."""
    from symbolic_eps.memo import html, markdown

    match path.suffix.lower():
        case ".md":
            data = markdown.rendered(memo).encode()
        case ".pdf":
            from symbolic_eps.memo.pdf import converted

            data = converted(html.rendered(memo))
        case _:
            data = html.rendered(memo).encode()
    write_whole(path.resolve(), data)
