"""Exports: all files of one target, made in memory and written in one go.

The same formulas give the same bytes: no date, no path, no random seed but the formula's name.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from symbolic_eps.errors import InputError
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.layout.target import (
    Adapting,
    AnsweringEarly,
    CannotExpressError,
    Sheet,
    Target,
    WithLogarithms,
)
from symbolic_eps.export.packages.licence import COPYRIGHT, IDENTIFIER, licensed
from symbolic_eps.export.packages.vectors import csv_text, json_text, sha256, vectors
from symbolic_eps.export.programs.environment import ASSUMED
from symbolic_eps.export.programs.monomials import TooLongError
from symbolic_eps.export.programs.program import functions_of
from symbolic_eps.files import text_of

MANIFEST = "manifest.json"
SHORT = 190_000
"""Characters of test vectors in an export, if not all of them are asked for."""


def build(
    target: Target, formulas: Sequence[Formula], full: bool = True, libm: bool = False
) -> dict[str, str]:
    """The text of all files of an export, by their path.

    Parameters
    ----------
    target : Target
    formulas : sequence of Formula
    full : bool
        Whether all test vectors are written, and as JSON too; else some from all over the domain, in 200 kB.
    libm : bool
        Whether the platform's logarithms are called where the target could bring its own.

    Returns
    -------
    dict of str to str
        Paths with `/`: files of the target, the licence, `vectors/NAME.csv` (and `.json`), `manifest.json`.

    Raises
    ------
    CannotExpressError
        The target lacks what a formula needs.
    """
    texts: dict[str, str] = {}
    sheets: list[Sheet] = []
    for asked in formulas:
        formula = fitted(target, asked, libm)
        points = vectors(formula)
        table = f"vectors/{formula.name}.csv"
        texts[table] = csv_text(formula, points)
        if full:
            texts[f"vectors/{formula.name}.json"] = json_text(formula, points)
        else:
            texts[table] = csv_text(formula, points[:: -(-len(texts[table]) * len(formulas) // SHORT)])
        sheets.append(
            Sheet(formula, sha256(formula.statement), table, sha256(texts[table]), version("symbolic-eps"))
        )
    texts |= licensed(target.files(sheets))
    texts[MANIFEST] = _manifest(target, sheets, texts)
    return dict(sorted(texts.items()))


def fitted(target: Target, formula: Formula, libm: bool = False) -> Formula:
    """The formula in the form in which a target exports it, by its own logarithms or by the platform's.

    Raises
    ------
    CannotExpressError
        The target lacks what it needs, or its polynomials are too long for every target.
    """
    found = target.adapted(formula) if isinstance(target, Adapting) else formula
    if isinstance(target, WithLogarithms) and not libm:
        found = found.with_logarithms(own=True)
    if isinstance(target, AnsweringEarly) and target.answers_early:
        found = replace(found, early=True)
    try:
        missing = functions_of(found.program().body) - target.functions
    except TooLongError as error:
        raise CannotExpressError(f"{formula.identifier}: {error}") from None
    if missing:
        needed = ", ".join(sorted(missing))
        raise CannotExpressError(
            f"{target.name} has no {needed} in its exports, which {formula.identifier} calls: take another "
            "target, such as python"
        )
    return found


def _manifest(target: Target, sheets: Sequence[Sheet], texts: Mapping[str, str]) -> str:
    document = {
        "tool": f"symbolic-eps {sheets[0].version}",
        "license": IDENTIFIER,
        "copyright": COPYRIGHT,
        "target": target.name,
        "self_test": target.self_test,
        "outside_the_domain": target.refusals.domain,
        "too_small_or_too_large": target.refusals.size,
        "environment": {"assumed": ASSUMED, "checked": target.environment},
        "formulas": [
            {
                "id": sheet.formula.identifier,
                "function": sheet.formula.name,
                str(sheet.formula.side): sheet.formula.safe_name,
                "source": sheet.formula.source,
                "statement": sheet.formula.statement,
                "statement_sha256": sheet.fingerprint,
                "arguments": [a.name for a in sheet.formula.arguments],
                "domain": [str(c) for c in sheet.formula.domain],
                "error_ulps": {
                    "bound": sheet.formula.error_text,
                    "grade": "proven",
                    "given": "; ".join((ASSUMED, sheet.given)),
                },
                f"{sheet.formula.side}_ulps": sheet.formula.farthest_text,
                "notes": [*sheet.formula.notes],
                "vectors": sheet.vectors,
                "vectors_sha256": sheet.vectors_hash,
            }
            for sheet in sheets
        ],
        "files": {path: sha256(text) for path, text in sorted(texts.items())},
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def write(texts: Mapping[str, str], directory: Path, force: bool = False) -> None:
    """Write an export: all of it, or nothing.

    Parameters
    ----------
    texts : mapping of str to str
        By their path within the directory.
    directory : Path
        Made if needed. Files of an earlier export in it are replaced.
    force : bool
        Whether files that no export made may be replaced.

    Raises
    ------
    InputError
        The directory has other files, or cannot be written; nothing has been changed.
    """
    ours = check_free(directory, force)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=".export-", dir=directory))
    except OSError as error:
        raise InputError(f"{directory} cannot be written: {error.strerror}; name another directory") from None
    try:
        _check_places(directory, texts)
        for path, text in texts.items():
            (made / path).parent.mkdir(parents=True, exist_ok=True)
            (made / path).write_text(text, encoding="utf-8", newline="\n")
        for path in texts:
            (directory / path).parent.mkdir(parents=True, exist_ok=True)
            os.replace(made / path, directory / path)
        for path in ours - texts.keys():
            (directory / path).unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{directory} cannot be written: {error.strerror}; name another directory") from None
    finally:
        shutil.rmtree(made, ignore_errors=True)


def check_free(directory: Path, force: bool = False) -> set[str]:
    """Refuse a directory with files that no export made, unless forced; the files that an earlier one made.

    Raises
    ------
    InputError
        It has other files, or is none.
    """
    ours = _of_earlier(directory)
    others = _others(directory, ours)
    if others and not force:
        raise InputError(
            f"{directory} has other files ({others[0]}): name another directory, or give --force"
        )
    return ours


def _check_places(directory: Path, texts: Mapping[str, str]) -> None:
    """Refuse before anything is replaced what could not be replaced."""
    for path in texts:
        place = directory / path
        if place.exists() and not place.is_file():
            kind = "a directory" if place.is_dir() else "a device or pipe"
            raise InputError(
                f"{place} is {kind}; it stands where a file is to be written: name another directory"
            )
        for above in place.parents:
            if above.is_file():
                raise InputError(
                    f"{above} is a file; it stands where a directory is to be made: name another"
                )


def _others(directory: Path, ours: set[str]) -> list[str]:
    """Files in the directory that no export made."""
    if not directory.exists():
        return []
    if not directory.is_dir():
        raise InputError(f"{directory} is not a directory: name another")
    files = (str(p.relative_to(directory).as_posix()) for p in sorted(directory.rglob("*")) if p.is_file())
    return [path for path in files if path not in ours]


def _of_earlier(directory: Path) -> set[str]:
    """The files that an earlier export made, by its manifest."""
    manifest = directory / MANIFEST
    if not manifest.is_file():
        return set()
    try:
        document = json.loads(text_of(manifest, "the manifest"))
        if not str(document["tool"]).startswith("symbolic-eps "):
            return set()
        return {str(path) for path in document["files"] if ".." not in path} | {MANIFEST}
    except (ValueError, KeyError, TypeError, OSError, RecursionError):
        return set()
