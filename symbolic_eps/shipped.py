"""Derived closed forms with their certificates, as they are shipped: read, written, and never trusted.

In the folder `closed_forms` each result has `certificates/ID.json`, which the kernel checks (`symbolic-eps
check`), `answers/ID.json` with the points that answer questions whose answer is "somewhere", and
`branches/ID.json` with the closed form. They save the search, not the proof. Theorem 1 has no branches.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from symbolic_eps.bound import CLOSED_FORMS
from symbolic_eps.closed_form import Branch
from symbolic_eps.errors import InputError
from symbolic_eps.files import text_of
from symbolic_eps.storage import restored, stored
from verify.at_hand import AtHand, DamagedAnswersError
from verify.evidence import Evidence

_REPAIR = "derive it anew (`symbolic-eps table --derive`), or restore the file"


@dataclass(frozen=True)
class Shipped:
    """What is at hand for one result before it is proved.

    Parameters
    ----------
    branches : tuple of Branch or None
        The result; None where there is none, so that it has to be searched for.
    answers : AtHand
        Certificates and points.
    """

    branches: tuple[Branch, ...] | None = None
    answers: AtHand = field(default_factory=AtHand)


def load(identifier: str, folder: Path = CLOSED_FORMS) -> Shipped:
    """What is shipped for a result; empty where nothing is.

    Raises
    ------
    symbolic_eps.errors.InputError
        If a file is there but cannot be read, or holds something else; the message names it.
    """
    result = folder / _result(identifier)
    if not result.exists():
        return Shipped()
    text = text_of(result, "the shipped result")
    try:
        branches = restored(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{result}: {error}; {_REPAIR}") from None
    try:
        return Shipped(branches, AtHand.load(folder, identifier))
    except DamagedAnswersError as error:
        raise InputError(f"{error}; {_REPAIR}") from None


def files(identifier: str, branches: tuple[Branch, ...], found: Mapping[str, Evidence]) -> dict[Path, str]:
    """The files of a result, by their path within the folder."""
    document = json.dumps(stored(branches), indent=1, sort_keys=True) + "\n"
    return {_result(identifier): document, **AtHand.of(found).files(identifier)}


def _result(identifier: str) -> Path:
    return Path(f"branches/{identifier}.json")
