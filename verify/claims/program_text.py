"""The text of a program as digests: as it stands, and without comments and docstrings."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple


class Text(NamedTuple):
    """Digests of a program's text.

    Parameters
    ----------
    files : str
        Of the files as they stand.
    syntax : str
        Of what they say: names of files and syntax trees, without comments and docstrings.
    """

    files: str
    syntax: str


def modules(folder: Path, without: Iterable[str] = ()) -> list[tuple[str, Path]]:
    """The modules of a package by their places in it, sorted; without those in some of its folders.

    Examples
    --------
    >>> from verify.claims.paper import package_folder
    >>> [name for name, _ in modules(package_folder("verify"), ["claims"]) if name.startswith("claim")]
    ['claim.py']
    """
    found = ((path.relative_to(folder), path) for path in folder.rglob("*.py"))
    left_out = set(without)
    return sorted((place.as_posix(), path) for place, path in found if place.parts[0] not in left_out)


def files_digest(files: Iterable[tuple[str, Path]]) -> str:
    """SHA-256 of the files as they stand, with their names."""
    whole = sha256()
    for name, path in files:
        whole.update(f"{name} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def syntax_digest(files: Iterable[tuple[str, Path]]) -> str:
    """SHA-256 of what the files say: another one where a token of code differs."""
    whole = sha256()
    for name, path in files:
        tree = ast.dump(_without_docstrings(ast.parse(path.read_bytes())))
        whole.update(f"{name} {sha256(tree.encode()).hexdigest()}\n".encode())
    return whole.hexdigest()


def is_same(known: Text, files: Iterable[tuple[str, Path]]) -> bool:
    """Whether the files say what they said; they are parsed only where they do not stand as they stood."""
    named = list(files)
    return files_digest(named) == known.files or syntax_digest(named) == known.syntax


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                node.body = node.body[1:] if isinstance(first.value.value, str) else node.body
    return tree
