"""The certificates behind what the page shows: those of a closed form, or of theorems that formulas share."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from symbolic_eps.notions.stored import STORED
from symbolic_eps.privacy_loss.theorems import PRIVACY_LOSS
from symbolic_eps.randomized_response.theorems import RANDOMIZED_RESPONSE
from symbolic_eps.theory import bound
from symbolic_eps.theory.bound import THEOREM_1 as BOUND

PROGRAM = "That the program computes the formula is proved when it is exported"


@dataclass(frozen=True)
class Proof:
    """Certificates with what they prove.

    Parameters
    ----------
    name : str
        By which the page finds them; formulas that share them have one name.
    certificates : tuple of mapping
        Each as JSON.
    words : str
        What they prove, as the end of "N certificates in this file prove".
    """

    name: str = ""
    certificates: tuple[Mapping[str, Any], ...] = ()
    words: str = ""

    @property
    def told(self) -> str:
        """In a sentence or two.

        Examples
        --------
        >>> print(Proof("", ({}, {}), "Theorem 1.").told)
        2 certificates in this file prove Theorem 1.
        """
        if not self.certificates:
            return f"{PROGRAM}; this file holds no certificates of it."
        return f"{len(self.certificates)} certificates in this file prove {self.words}"


NONE = Proof()


def of_closed_form(name: str, files: Mapping[Path, str]) -> Proof:
    """The proof of a closed form, from the files that keep it."""
    texts = (text for path, text in files.items() if path.parent.name == "certificates")
    found = tuple(certificate for text in texts for certificate in json.loads(text))
    return Proof(
        name,
        found,
        "the inequalities behind this closed form, for all parameters and priors: that eps keeps to the "
        "profile, and that no larger one does.",
    )


def of_notion(row: str) -> Proof:
    """The proof of a row under a notion, as it is shipped; none for a formula that is no row.

    Examples
    --------
    >>> len(of_notion("approximate-capped").certificates) > 30, of_notion("approximate-growth") == NONE
    (True, True)
    """
    if not (STORED / "certificates" / f"{row}.json").is_file():
        return NONE
    return Proof(
        row,
        _kept(STORED, row),
        "the inequalities behind this closed form, for all parameters and baselines: that the budget keeps "
        f"to the cap, and that no larger one does. {PROGRAM}.",
    )


@cache
def shared() -> Mapping[str, Proof]:
    """The theorems that several formulas rest on, by the name of their subject."""
    places = {
        BOUND: (bound.EVIDENCE, f"Theorem 1, which this formula states or solves. {PROGRAM}."),
        PRIVACY_LOSS.name: (
            PRIVACY_LOSS.folder,
            f"the inequalities behind what is said of the privacy loss. {PROGRAM}.",
        ),
        RANDOMIZED_RESPONSE.name: (
            RANDOMIZED_RESPONSE.folder,
            f"the inequalities behind what is said of randomized response. {PROGRAM}.",
        ),
    }
    return {name: Proof(name, _kept(folder, name), words) for name, (folder, words) in places.items()}


def _kept(folder: Path, name: str) -> tuple[Mapping[str, Any], ...]:
    return tuple(json.loads((folder / "certificates" / f"{name}.json").read_text(encoding="utf-8")))
