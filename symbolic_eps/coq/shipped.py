"""Theorems that ship as Coq files: which of them states a derived branch, to the letter.

Whether Coq accepts the files is for Coq to say (`table --coq` writes them); here it is only compared what
they state. So that the letters mean what they mean in the library, such a file has no words of its own.
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
_COMMENT = re.compile(r"\(\*(?:(?!\(\*|\*\)).)*\*\)", re.DOTALL)
_END = re.compile(r"\.(?:\s+|$)")
_PART = re.compile(r"^(?:[-+*{}\s]|\w+:\s*\{)*")
"""What a part of a proof begins with; a definition may stand there, too."""

_NO_WORD = re.compile(
    rf"From (?:Coq|{LIBRARY_NAME}) Require Import [\w\s]+|From \w+ Require (?!Import\b|Export\b)[\w\s]+"
    r"|Open Scope R_scope|Theorem \w+ :.*|Proof|Qed|[^A-Z#].*|",
    re.DOTALL,
)


def stated(folders: Iterable[Path], own_words: bool = True) -> Mapping[str, str]:
    """The theorems in the Coq files of these folders: their names by what they state.

    Parameters
    ----------
    folders : iterable of Path
        Where the files are.
    own_words : bool
        Whether also of files with definitions, assumptions or notations of their own.

    Examples
    --------
    >>> " forall t, t = t." in stated([])
    False
    """
    files = sorted(file for folder in folders for file in folder.glob("*.v"))
    texts = (_without_comments(file.read_text("utf-8")) for file in files)
    found = (
        theorem
        for text in texts
        if own_words or not _has_own_words(text)
        for theorem in _STATED.findall(text)
    )
    return {f"{text}.": name for name, text, proof in found if not _GIVEN_UP.search(proof)}


def _without_comments(text: str) -> str:
    """Comments of Coq may stand in each other: the innermost are taken out first."""
    shorter = _COMMENT.sub("", text)
    return text if shorter == text else _without_comments(shorter)


def _has_own_words(text: str) -> bool:
    """Whether a word may mean something else than in Coq and in the library: each sentence is looked at."""
    theorems = _STATED.findall(text)
    used = {word for _, statement, _ in theorems for word in re.findall(r"[\w']+", statement)}
    new = not used.isdisjoint(name for name, _, _ in theorems)
    sentences = (_PART.sub("", sentence).rstrip() for sentence in _END.split(text))
    return new or not all(map(_NO_WORD.fullmatch, sentences))


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
