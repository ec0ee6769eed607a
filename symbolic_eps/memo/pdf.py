"""A memo's page as PDF, by a program that is installed."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from symbolic_eps.errors import InputError

CONVERTERS = ("weasyprint", "chromium", "chromium-browser", "google-chrome")
PATIENCE = 120
"""Seconds after which a converter is given up."""


def converter() -> str:
    """The path of the first converter that is installed.

    Raises
    ------
    symbolic_eps.errors.InputError
        None is.
    """
    for name in CONVERTERS:
        if found := shutil.which(name):
            return found
    raise InputError(
        f"a memo as PDF needs one of {', '.join(CONVERTERS)}: install one, or name a file that ends in .html"
    )


def converted(page: str) -> bytes:
    """The page as PDF.

    Raises
    ------
    symbolic_eps.errors.InputError
        There is no converter, or it fails.
    """
    program = converter()
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "memo.html"), Path(folder, "memo.pdf")
        source.write_text(page, encoding="utf-8")
        try:
            subprocess.run(
                _command(program, source, target, Path(folder)),
                check=True,
                capture_output=True,
                timeout=PATIENCE,
            )
            return target.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            why = type(error).__name__
            raise InputError(
                f"{program} made no PDF ({why}): name a file that ends in .html, and print it from a browser"
            ) from None


def _command(program: str, source: Path, target: Path, folder: Path) -> list[str]:
    if Path(program).name == "weasyprint":
        return [program, str(source), str(target)]
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--no-first-run"]
    return [
        program,
        *options,
        f"--user-data-dir={folder}/profile",
        f"--print-to-pdf={target}",
        source.as_uri(),
    ]
