"""A derived result, as `symbolic-eps derive --json` writes it, as a formula to export.

The file is believed in nothing: its question is derived and proved again, and its branches must be those.
"""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from symbolic_eps.answers.derivation import derive
from symbolic_eps.errors import InputError
from symbolic_eps.export.forms.derived import formula_of
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.files import text_of
from symbolic_eps.report.formula import condition_text, formula

_WRITTEN_BY = "such a file is written by `symbolic-eps derive ... --json --output FILE`"

_TAKEN = """
    auto bool case catch char const double enum end export final float fn function goto int let long loop
    match mod module move mut new package private public pub ref return select short static struct super
    switch table this throw trait type union use using var view void where value log exp sqrt points
"""
WORDS = frozenset(_TAKEN.split())
"""Words that mean something in a language of an export."""


def formula_from(path: Path, progress: Callable[[str], None] = lambda _: None) -> Formula:
    """The formula of a file that `symbolic-eps derive --json` has written.

    Parameters
    ----------
    path : Path
    progress : callable
        Called with a short text at each stage of the derivation.

    Returns
    -------
    Formula
        Called as the file is, without its ending.

    Raises
    ------
    InputError
        The file cannot be read, holds something else, or has other branches than its question leads to.
    symbolic_eps.errors.UndecidedError
        The derivation cannot be repeated.
    """
    record = derivation_in(path)
    derived = derive(
        record["profile"],
        record["assumptions"],
        record["fixed"],
        record["box"],
        variant=record.get("variant", "unbounded"),
        progress=progress,
    ).derived
    said = {(b["condition"], b["epsilon"]) for b in record["branches"]}
    proved = {
        (condition_text(b.conditions), None if b.epsilon is None else formula(b.epsilon))
        for b in derived.branches
    }
    if said != proved:
        raise InputError(
            f"{path} has other branches than its profile {record['profile']} leads to: derive it anew"
        )
    title = f"the largest eps that keeps the relative risk within {record['profile']}"
    return formula_of(derived, name_for(path), title, "derived and proved by symbolic-eps")


def name_for(path: Path) -> str:
    """What the formula of a file is called.

    Examples
    --------
    >>> name_for(Path("My profile.json")), name_for(Path("lambda.json"))
    ('my_profile', 'derived_lambda')
    """
    name = re.sub(r"[^a-z0-9]+", "_", path.stem.lower()).strip("_") or "derived"
    usable = name[0].isalpha() and name not in WORDS and not keyword.iskeyword(name)
    return name if usable else f"derived_{name}"


def derivation_in(path: Path) -> dict[str, Any]:
    """The document in a file, which has the form of a derived result; what it says is not judged.

    Raises
    ------
    InputError
        The file cannot be read, or holds something else.
    """
    text = text_of(path, "--formula")
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is no JSON ({error}); {_WRITTEN_BY}") from None
    if not _is_derivation(record):
        raise InputError(f"{path} holds no derived result; {_WRITTEN_BY}")
    if len(record.get("groups") or ()) > 1:
        raise InputError(
            f"{path} is about several groups, whose joint profile cannot be read back: derive each by "
            "itself, and give their files"
        )
    found: dict[str, Any] = record
    return found


def _is_derivation(record: Any) -> bool:
    if not isinstance(record, dict):
        return False
    texts = [record.get("profile"), *_texts(record.get("assumptions")), *_texts(record.get("box"))]
    fixed, branches = record.get("fixed"), record.get("branches")
    return (
        all(isinstance(t, str) for t in texts)
        and isinstance(fixed, dict)
        and all(isinstance(v, str) for v in fixed.values())
        and isinstance(branches, list)
        and all(isinstance(b, dict) and isinstance(b.get("condition"), str) for b in branches)
        and all(isinstance(b.get("epsilon"), str | None) for b in branches)
    )


def _texts(entries: Any) -> list[Any]:
    return entries if isinstance(entries, list) else [None]
