"""A folder that Coq compiles by itself: the library, theorems, and what `coq_makefile` reads."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from symbolic_eps.coq.shipped import LIBRARY, LIBRARY_NAME

HOW = "coq_makefile -f _CoqProject -o Makefile && make"
"""How the folder is compiled."""

_PROJECT = "_CoqProject"


def project(theorems: Mapping[str, Path | Mapping[str, str]]) -> dict[Path, str]:
    """The files of a folder with the library and with theorems.

    Parameters
    ----------
    theorems : mapping of str to (Path or mapping of str to str)
        By the library's name in Coq: a folder of `*.v` files, or texts by file name.

    Returns
    -------
    dict of Path to str
        Texts by relative path.

    Examples
    --------
    >>> sorted(map(str, project({"Mine": {"One.v": ""}})))[:2]
    ['Mine/One.v', 'SymbolicEps/Assumptions.v']
    """
    libraries = {LIBRARY_NAME: LIBRARY, **theorems}
    files = {
        Path(name, file): text for name, source in libraries.items() for file, text in texts(source).items()
    }
    lines = [*(f"-Q {name} {name}" for name in libraries), *map(str, files)]
    return {**files, Path(_PROJECT): "\n".join(lines) + "\n"}


def texts(source: Path | Mapping[str, str]) -> Mapping[str, str]:
    """The Coq files of a folder, by name; texts as they are."""
    if isinstance(source, Path):
        return {file.name: file.read_text("utf-8") for file in sorted(source.glob("*.v"))}
    return source
