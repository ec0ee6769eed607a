"""Figures: curves from derived quantities, and their drawing. Needs matplotlib (the extra `plot`).

`curves` computes and draws nothing; the other modules import matplotlib. This face imports neither.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from symbolic_eps.errors import InputError
from symbolic_eps.files import check_file

FORMATS = (".svg", ".png", ".pdf")
"""What `symbolic_eps.figures.output.save` writes."""


def require_matplotlib(path: Path | None) -> None:
    """Refuse a figure that cannot be drawn or written, before any work is done; None for no figure.

    Raises
    ------
    symbolic_eps.errors.InputError
        Another extension, a folder that is not there or not writable, or no matplotlib.

    Examples
    --------
    >>> require_matplotlib(Path("curve.gif"))
    Traceback (most recent call last):
    symbolic_eps.errors.InputError: figure curve.gif: write a name that ends in .svg, .png or .pdf
    """
    if path is None:
        return
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"figure {path}: write a name that ends in .svg, .png or .pdf")
    check_file(path, f"figure {path}")
    if not _can_draw():
        raise InputError(f"figure {path} needs matplotlib: pip install matplotlib, or leave out --plot")


def require_drawing() -> None:
    """Refuse to draw where matplotlib is missing, and say what to install.

    Raises
    ------
    symbolic_eps.errors.InputError
        There is no matplotlib.
    """
    if not _can_draw():
        raise InputError("a picture needs matplotlib: pip install matplotlib, then call plot() again")


def _can_draw() -> bool:
    return find_spec("matplotlib") is not None
