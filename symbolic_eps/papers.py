"""The papers that are installed: ours and anybody's alike, by the entry-point group `symbolic_eps.papers`.

What a paper may offer besides its claims, by kind:

- `tables`: a tuple of `symbolic_eps.closed_form_table.row.Row`, for `symbolic-eps table`; what was derived
  for them before, with its certificates, is in the package's folder `closed_forms`;
- `signs`: a tuple of `symbolic_eps.answers.printed_signs.SignStatement`, for `symbolic-eps signs`; what was
  derived for them before is in the package's folder `signs`;
- `numbers`: a function from derived closed forms, by row, to (sections of a report, whether all is decided);
- `formulas`: by name, functions without arguments to a `symbolic_eps.export.forms.formula.Formula`;
- `printed`: a tuple of `symbolic_eps.answers.printed_numbers.PrintedFormula`, for `--compare`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from os.path import isdir
from typing import TYPE_CHECKING, Any

from symbolic_eps.entry_points import entry_points
from symbolic_eps.errors import InputError, UndecidedError
from verify.claims.paper import Paper

if TYPE_CHECKING:
    from pathlib import Path

    from verify.claims.claim import Claim

GROUP = "symbolic_eps.papers"
CLOSED_FORMS = "closed_forms"
SIGNS = "signs"
THEOREMS = "theorems"


@cache
def papers() -> Mapping[str, Paper]:
    """The installed papers by id, in the order of their ids; of several versions the latest first.

    Raises
    ------
    symbolic_eps.errors.InputError
        An entry point that cannot be loaded, or is no paper of that id.

    Examples
    --------
    >>> all(paper.identifier == identifier for identifier, paper in papers().items())
    True
    """
    installed = {}
    latest_first = sorted(entry_points(GROUP), key=lambda p: p.name.rpartition("-")[2], reverse=True)
    for point in sorted(latest_first, key=lambda p: p.name.rpartition("-")[0]):
        with _code_of(point.name):
            paper = point.load()
        if not isinstance(paper, Paper) or paper.identifier != point.name:
            raise InputError(
                f"the entry point {point.name} = {point.value} names no paper of that id: write PACKAGE:PAPER"
            )
        installed[point.name] = paper
    return installed


def paper_named(identifier: str) -> Paper:
    """The paper with this id.

    Raises
    ------
    symbolic_eps.errors.InputError
        If there is none; the message names the nearest.
    """
    known = papers()
    if identifier not in known:
        from symbolic_eps.spelling import suggest

        there = ", ".join(known) or "none"
        raise InputError(
            f"there is no paper {identifier!r}: {suggest(identifier, known)}choose from {there}; "
            "a file of claims ends in .py"
        )
    return known[identifier]


def closed_forms(identifier: str | None = None) -> tuple[Path, ...]:
    """The folders with closed forms that were derived before: of one paper, or of all.

    Examples
    --------
    >>> all(folder.name == "closed_forms" for folder in closed_forms())
    True
    """
    return _paths(CLOSED_FORMS, identifier)


def sign_folders(identifier: str | None = None) -> tuple[Path, ...]:
    """The folders with signs of derivatives that were derived before: of one paper, or of all.

    Examples
    --------
    >>> all(folder.name == "signs" for folder in sign_folders())
    True
    """
    return _paths(SIGNS, identifier)


def theorem_folders(identifier: str | None = None) -> tuple[Path, ...]:
    """The folders with theorems of Coq about closed forms: of one paper, or of all.

    Examples
    --------
    >>> all(folder.name == "theorems" for folder in theorem_folders())
    True
    """
    return _paths(THEOREMS, identifier)


def _paths(name: str, identifier: str | None) -> tuple[Path, ...]:
    from pathlib import Path

    return tuple(map(Path, folders(name, identifier)))


def folders(name: str, identifier: str | None = None) -> list[str]:
    """The folders of this name, of one paper or of all; as texts, for paths take as long to load as a paper.

    Examples
    --------
    >>> all(folder.endswith(SIGNS) for folder in folders(SIGNS))
    True
    """
    asked = [paper_named(identifier)] if identifier else papers().values()
    return [*filter(isdir, dict.fromkeys(paper.data_folder(name) for paper in asked))]


def offers(kind: str) -> dict[str, Any]:
    """What the papers offer of a kind, by the paper's id; those that offer nothing are left out."""
    every = {}
    for identifier, paper in papers().items():
        with _code_of(identifier):
            every[identifier] = paper.offer(kind)
    return {identifier: offer for identifier, offer in every.items() if offer is not None}


def claims_in(paper: Paper) -> tuple[Claim, ...]:
    """The claims of a paper.

    Raises
    ------
    symbolic_eps.errors.InputError
        A module of the paper fails, or two claims stand at one place; the message says where.
    """
    with _code_of(paper.identifier):
        return paper.claims


@contextmanager
def _code_of(identifier: str) -> Iterator[None]:
    """What goes wrong in a paper's own code is one line about that paper, whatever it is."""
    try:
        yield
    except (InputError, UndecidedError):
        raise
    except Exception as error:
        import traceback

        *_, last = traceback.extract_tb(error.__traceback__)  # the first is this module
        said = " ".join(str(error).split()) or type(error).__name__
        raise InputError(
            f"the paper {identifier} cannot be loaded ({said}, line {last.lineno} of {last.filename}): "
            "mend it, or install again what holds it"
        ) from None
