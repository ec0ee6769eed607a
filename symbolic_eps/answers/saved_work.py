"""Saved work of a derivation: certificates, points and branches for the next run of the same question.

In a folder, `certificates/derive-ID.json` (which `symbolic-eps check` accepts), `answers/derive-ID.json` and,
if the derivation came to its end, `branches/derive-ID.json`. ID belongs to the question. Nothing is trusted.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, EmptyRegion
from symbolic_eps.closed_forms.storage import restored, restored_empty, stored
from symbolic_eps.errors import InputError
from symbolic_eps.files import text_of
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.profiles.profile import RiskProfile
from verify.certificates.certificate import Certificate
from verify.certificates.known_answers import DamagedAnswersError, KnownAnswers
from verify.evidence import Evidence
from verify.prover.certifying_solver import CertifyingSolver

_REPAIR = "remove the file, or name another folder"


def stored_answers(folder: Path, identifier: str, instead: str) -> KnownAnswers:
    """The answers of a question in a folder; an InputError with what to do instead where they are damaged."""
    try:
        return KnownAnswers.load(folder, identifier)
    except DamagedAnswersError as error:
        raise InputError(f"{error}; {instead}") from None


def fingerprint(profile: RiskProfile, kind: str = "derive") -> str:
    """A short name for the question of this kind that a profile puts; another question has another.

    Examples
    --------
    >>> fingerprint(RiskProfile("3")) == fingerprint(RiskProfile(3)) != fingerprint(RiskProfile("4"))
    True
    """
    parts = [
        sp.srepr(profile.bound),
        *(f"{c.relation}: {sp.srepr(c.polynomial)}" for c in (*profile.assumptions, *profile.box)),
        str(len(profile.assumptions)),
        *sorted(f"{v} = {sp.srepr(value)}" for v, value in profile.fixed.items()),
        str(profile.variant),
    ]
    return f"{kind}-" + hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def files_of(
    identifier: str,
    evidence: Mapping[str, Evidence],
    branches: tuple[Branch, ...] | None = None,
    empty: tuple[EmptyRegion, ...] = (),
    certificates: Mapping[str, Certificate] | None = None,
) -> dict[Path, str]:
    """The files that keep what was found, and further certificates, by their path within a folder."""
    known = KnownAnswers.of(evidence)
    files = replace(known, certificates={**(certificates or {}), **known.certificates}).files(identifier)
    if branches is not None:
        files[branches_file(identifier)] = (
            json.dumps(stored(branches, empty), indent=1, sort_keys=True) + "\n"
        )
    return files


class SavedWork:
    """Saved answers that a derivation starts from, and all answers so far when it is interrupted.

    Parameters
    ----------
    folder : Path, optional
        Where an earlier derivation left its files; by default nothing is at hand.
    kind : str
        What is asked of the profile, as the files' names begin.

    Attributes
    ----------
    unfinished : bool
        Whether a derivation came to the end of its time, so that what is known is worth keeping.

    Examples
    --------
    >>> saved = SavedWork()
    >>> judge = saved.begin(RiskProfile("3"))
    >>> sorted(str(path.parent) for path in saved.files)
    ['answers', 'certificates']
    """

    def __init__(self, folder: Path | None = None, kind: str = "derive") -> None:
        self.folder = folder
        self.kind = kind
        self.identifier = ""
        self.unfinished = False
        self._judge = exact_judge()

    def begin(self, profile: RiskProfile) -> CertifyingSolver:
        """Who decides in the derivation of this profile, with the answers that were kept for it.

        Raises
        ------
        symbolic_eps.errors.InputError
            A file of the folder holds something else.
        """
        self.identifier = fingerprint(profile, self.kind)
        if self.folder is not None:
            known_answers = stored_answers(self.folder, self.identifier, _REPAIR)
            self._judge = exact_judge(known_answers)
        return self._judge

    def result(self) -> tuple[tuple[Branch, ...], tuple[EmptyRegion, ...]] | None:
        """The branches and empty regions that were found before; they are still to be proved.

        Raises
        ------
        symbolic_eps.errors.InputError
            The file holds something else.
        """
        if self.folder is None:
            return None
        path = self.folder / branches_file(self.identifier)
        if not path.exists():
            return None
        text = text_of(path, "what was kept of this derivation,")
        try:
            document = json.loads(text)
            return restored(document), restored_empty(document)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}: {error}; {_REPAIR}") from None

    @property
    def files(self) -> dict[Path, str]:
        """What is known so far, by path within a folder; nothing before the derivation has begun."""
        return files_of(self.identifier, self._judge.found) if self.identifier else {}


def branches_file(identifier: str) -> Path:
    """Where a folder has the branches of a result."""
    return Path(f"branches/{identifier}.json")
