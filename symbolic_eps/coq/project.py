"""A folder that Coq compiles by itself: the library, theorems, and what `coq_makefile` reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from symbolic_eps.coq.shipped import LIBRARY, LIBRARY_NAME
from symbolic_eps.errors import InputError

HOW = "coq_makefile -f _CoqProject -o Makefile && make"
"""How the folder is compiled."""

_PROJECT = "_CoqProject"

_FOR_READERS = ("Assumptions", "Examples", "Geometric", "Variant_budgets")
"""Files on which no proof rests: they show what the definitions say."""

_PROVED = re.compile(r"^\s*(?:Lemma|Theorem|Ltac) ([\w']+)", re.MULTILINE)
_REQUIRED = re.compile(rf"^From {LIBRARY_NAME} Require (?:Import\b)?([\w\s]*)\.$", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z_][\w']*")


def project(theorems: Mapping[str, Path | Mapping[str, str]]) -> dict[Path, str]:
    """The files of a folder with theorems and with what they need of the library.

    Parameters
    ----------
    theorems : mapping of str to (Path or mapping of str to str)
        By the library's name in Coq: a folder of `*.v` files, or texts by file name.

    Returns
    -------
    dict of Path to str
        Texts by relative path.

    Raises
    ------
    symbolic_eps.errors.InputError
        A text requires a file that the library does not have, or names none.

    Examples
    --------
    >>> sorted(map(str, project({"Mine": {"One.v": ""}})))[:2]
    ['Mine/One.v', 'SymbolicEps/Assumptions.v']
    """
    own = {name: texts(source) for name, source in theorems.items()}
    required = (file for source in own.values() for text in source.values() for file in _required(text))
    needed = {f"{file}.v": _text_of(file) for file in _with_what_they_require((*_FOR_READERS, *required))}
    libraries = {LIBRARY_NAME: dict(sorted(needed.items())), **own}
    files = {Path(name, file): text for name, source in libraries.items() for file, text in source.items()}
    lines = [*(f"-Q {name} {name}" for name in libraries), *map(str, files)]
    return {**files, Path(_PROJECT): "\n".join(lines) + "\n"}


def texts(source: Path | Mapping[str, str]) -> Mapping[str, str]:
    """The Coq files of a folder, by name; texts as they are."""
    if isinstance(source, Path):
        return {file.name: file.read_text("utf-8") for file in sorted(source.glob("*.v"))}
    return source


def library_files(proofs: str) -> list[str]:
    """The library's files that prove a lemma of a text in Coq, with those that they require before them.

    What a lemma speaks of is defined there.

    Parameters
    ----------
    proofs : str
        Theorems with their proofs.

    Examples
    --------
    >>> library_files("apply floor_positive.")
    ['Privacy', 'Sums', 'Bound']
    """
    words = set(_WORD.findall(proofs))
    used = (file for file, lemmas in _lemmas().items() if not words.isdisjoint(lemmas))
    return _with_what_they_require(used)


@cache
def _library() -> Mapping[str, str]:
    """The library's files by name."""
    return {name.removesuffix(".v"): text for name, text in texts(LIBRARY).items()}


def _text_of(file: str) -> str:
    try:
        return _library()[file]
    except KeyError:
        raise InputError(
            f"a text in Coq requires {LIBRARY_NAME}.{file}, which is no file of the library: name one of"
            f" {', '.join(_library())}"
        ) from None


@cache
def _lemmas() -> Mapping[str, frozenset[str]]:
    """What each file of the library proves."""
    return {file: frozenset(_PROVED.findall(text)) for file, text in _library().items()}


def _required(text: str) -> list[str]:
    found = [files.split() for files in _REQUIRED.findall(text)]
    if [] in found:
        raise InputError(
            f"a text in Coq requires files of {LIBRARY_NAME} and names none: name one, or leave it out"
        )
    return [file for files in found for file in files]


def _with_what_they_require(files: Iterable[str]) -> list[str]:
    """Files of the library, each once and after those that it requires."""
    order = dict[str, None]()
    for file in files:
        if file not in order:
            order |= dict.fromkeys((*_with_what_they_require(_required(_text_of(file))), file))
    return [*order]
