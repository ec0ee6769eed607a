"""Derived closed forms with their certificates, stored with a paper: read, and never trusted.

In a paper's folder `closed_forms` each result has `certificates/ID.json`, which the kernel checks
(`symbolic-eps check`), `answers/ID.json` with the points that answer questions whose answer is "somewhere",
and `branches/ID.json` with the closed form. They save the search, not the proof.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from symbolic_eps.answers.saved_work import branches_file, stored_answers
from symbolic_eps.closed_forms.closed_form import Branch, PiecewiseInfimum
from symbolic_eps.closed_forms.storage import restored
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.files import text_of
from symbolic_eps.minimum import infimum
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.profiles.profile import RiskProfile
from verify.certificates.known_answers import KnownAnswers
from verify.prover.certifying_solver import CertifyingSolver

_REPAIR = "derive it anew (`symbolic-eps table --derive`), or restore the file"


@dataclass(frozen=True)
class StoredClosedForm:
    """The stored parts of one result, which are still to be proved.

    Parameters
    ----------
    branches : tuple of Branch or None
        The result; None where there is none, so that it has to be searched for.
    answers : KnownAnswers
        Certificates and points.
    """

    branches: tuple[Branch, ...] | None = None
    answers: KnownAnswers = field(default_factory=KnownAnswers)


def load(identifier: str, *folders: Path) -> StoredClosedForm:
    """What is stored for a result, in the first of the folders that has it; empty where none has.

    Raises
    ------
    symbolic_eps.errors.InputError
        If a file is there but cannot be read, or holds something else; the message names it.
    """
    folder = next((f for f in folders if (f / branches_file(identifier)).exists()), None)
    if folder is None:
        return StoredClosedForm()
    result = folder / branches_file(identifier)
    text = text_of(result, "the shipped result")
    try:
        branches = restored(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{result}: {error}; {_REPAIR}") from None
    return StoredClosedForm(branches, stored_answers(folder, identifier, _REPAIR))


def proved_or_derived(
    profile: RiskProfile, stored: StoredClosedForm, progress: Callable[[str], None] = lambda _: None
) -> tuple[PiecewiseInfimum, CertifyingSolver]:
    """The stored result proved again; where that fails, the infimum derived anew.

    Parameters
    ----------
    profile : RiskProfile
        The question.
    stored : StoredClosedForm
        What is at hand for it.
    progress : callable
        Called with a short text at each stage.

    Returns
    -------
    (PiecewiseInfimum, CertifyingSolver)
        The result, and who has decided in its proof.

    Raises
    ------
    symbolic_eps.errors.UndecidedError
        If the derivation does not come to its end.
    """
    judge = exact_judge(stored.answers)
    if stored.branches is not None:
        try:
            return infimum(profile, progress=progress, judge=judge, branches=stored.branches), judge
        except UndecidedError:
            progress("what is shipped does not hold; deriving anew")
            judge = exact_judge()
    return infimum(profile, progress=progress, judge=judge), judge
