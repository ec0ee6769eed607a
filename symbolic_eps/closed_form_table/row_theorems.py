"""The table's closed forms as theorems of Coq: what `table --coq` writes.

The statements, and what follows from them, ship as files of the papers; the proof of each row is made from
the certificates that ship with its closed form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from symbolic_eps.closed_form_table.derived_row import derive_row
from symbolic_eps.closed_form_table.row import Row, all_rows
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.coq.own_theorem import theorem_file
from symbolic_eps.coq.project import project, texts
from symbolic_eps.coq.shipped import stated
from symbolic_eps.errors import UndecidedError
from symbolic_eps.papers import theorem_folders


def table_project(derived: Mapping[str, PiecewiseInfimum] | None = None) -> dict[Path, str]:
    """The library, the papers' files and the proofs of their rows, as a folder that Coq compiles.

    Parameters
    ----------
    derived : mapping of str to PiecewiseInfimum, optional
        Closed forms at hand, by the row's identifier.

    Raises
    ------
    symbolic_eps.errors.UndecidedError
        A row's certificates are not enough for a proof in Coq.

    Examples
    --------
    >>> files = table_project()
    >>> "Theorem row_14 : forall r : R," in files[Path("KazanReiter/Row_14.v")]
    True
    """
    libraries: dict[str, dict[str, str]] = {}
    rows = all_rows()
    for folder in theorem_folders():
        own = [row for row in rows if folder in theorem_folders(row.paper)]
        made = {f"Row_{_word(row)}.v": _proofs(row, derived or {}) for row in own}
        libraries[_camel_case(folder.parent.name)] = {**made, **texts(folder)}
    return project(libraries)


def theorems_at(paper: str) -> dict[str, dict[str, str]]:
    """The shipped theorems about a paper's displays of the table, and about its theorems.

    Parameters
    ----------
    paper : str
        Its id. A version whose rows are those of another one has none of its own.

    Returns
    -------
    dict of str to dict of str to str
        By place, as locators of claims have it, the statements by name.

    Examples
    --------
    >>> [*theorems_at("kazan-reiter-2024")["eq:16"]]
    ['row_16_printed', 'row_16_1', 'row_16_2']
    """
    own = [row for row in all_rows() if row.paper == paper]
    places = {f"row_{_word(row)}_": f"eq:{row.display}" for row in own}
    found: dict[str, dict[str, str]] = {}
    for text, name in stated(theorem_folders(paper)).items() if own else ():
        theorem = re.match(r"theorem_(\d+)(?:_|$)", name)
        place = (
            f"thm:{theorem[1]}"
            if theorem
            else next((at for row, at in places.items() if name.startswith(row)), "")
        )
        if place:
            found.setdefault(place, {})[name] = text
    return found


def _proofs(row: Row, derived: Mapping[str, PiecewiseInfimum]) -> str:
    at_hand = derived.get(row.identifier) or derive_row(row).derived
    made = theorem_file(at_hand, f"row_{_word(row)}")
    if made.missing:
        raise UndecidedError(f"row ({row.display}): no theorem {'; '.join(made.missing)}")
    return made.text


def _word(row: Row) -> str:
    """The row's number as a part of a name."""
    return "".join(c if c.isascii() and c.isalnum() else "_" for c in row.display)


def _camel_case(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))
