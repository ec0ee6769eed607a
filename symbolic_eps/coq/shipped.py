"""Theorems that ship as Coq files: which of them states a derived branch, to the letter.

Whether Coq accepts the files is for Coq to say (`make theorems`); here it is only compared what they state.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.coq.statements.statement import statement
from symbolic_eps.errors import InputError, UndecidedError

LIBRARY = Path(__file__).parent / "library"
"""The folder of the definitions and general lemmas."""

LIBRARY_NAME = "SymbolicEps"
"""What the library is called in Coq."""

_STATED = re.compile(
    r"^Theorem (\w+) :([^.]*?(?:\.(?!\n)[^.]*?)*)\.\nProof\.\n((?: .*\n)*)Qed\.$", re.MULTILINE
)
_GIVEN_UP = re.compile(r"\b(?:Admitted|admit|Abort)\b")


def stated(folders: Iterable[Path]) -> Mapping[str, str]:
    """The theorems in the Coq files of these folders: their names by what they state.

    Examples
    --------
    >>> " forall t, t = t." in stated([])
    False
    """
    files = sorted(file for folder in folders for file in folder.glob("*.v"))
    found = (theorem for file in files for theorem in _STATED.findall(file.read_text("utf-8")))
    return {f"{text}.": name for name, text, proof in found if not _GIVEN_UP.search(proof)}


def theorem_names(derived: PiecewiseInfimum, theorems: Mapping[str, str]) -> tuple[str, ...]:
    """The names of the theorems that state the branches, one for each; none if a branch has no theorem.

    Parameters
    ----------
    derived : PiecewiseInfimum
        A closed form, complete or not.
    theorems : mapping of str to str
        From `stated`.

    Examples
    --------
    >>> from symbolic_eps import RiskProfile, infimum
    >>> theorem_names(infimum(RiskProfile("r", ["r>1"])), {})
    ()
    """
    if derived.open or derived.empty:
        return ()
    try:
        texts = [statement("", derived.profile, branch) for branch in derived.branches]
    except (InputError, UndecidedError):
        return ()
    names = [theorems.get(text.removeprefix("Theorem  :")) for text in texts]
    return tuple(name for name in names if name) if all(names) else ()
