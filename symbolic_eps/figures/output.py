"""Figures to files: whole or not at all, and the same bytes for the same figure."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from symbolic_eps.figures import require_matplotlib
from symbolic_eps.files import write_whole

_METADATA: dict[str, dict[str, Any]] = {
    ".svg": {"Date": None, "Creator": "symbolic-eps"},
    ".png": {"Software": "symbolic-eps"},
    ".pdf": {"CreationDate": None, "ModDate": None, "Creator": "symbolic-eps", "Producer": None},
}
"""No dates and no versions: a file changes when its picture does."""

_BYTES: dict[Any, Any] = {"svg.hashsalt": "symbolic-eps", "svg.fonttype": "path", "pdf.fonttype": 42}


def rendered(figure: Figure, extension: str, dots_per_inch: int = 150) -> bytes:
    """The figure as the bytes of a file of this kind.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        What is drawn.
    extension : {".svg", ".png", ".pdf"}
        The format.
    dots_per_inch : int
        Resolution of a PNG.

    Examples
    --------
    >>> rendered(Figure(figsize=(1, 1)), ".png")[1:4]
    b'PNG'
    """
    stream = io.BytesIO()
    with mpl.rc_context(_BYTES):
        figure.savefig(stream, format=extension[1:], metadata=_METADATA[extension], dpi=dots_per_inch)
    return stream.getvalue()


def save(figure: Figure, path: Path) -> None:
    """Write the figure to a file, in the format that the extension says.

    Raises
    ------
    symbolic_eps.errors.InputError
        As `symbolic_eps.figures.require_matplotlib`.
    """
    require_matplotlib(path)
    write_whole(path, rendered(figure, path.suffix.lower()))
