"""`--coq`: the theorems of a result, written to a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from symbolic_eps.cli.output import notice, write_all

if TYPE_CHECKING:
    from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
    from symbolic_eps.time_limit import Patience


def write_theorems(derived: PiecewiseInfimum, folder: Path, patience: Patience) -> bool:
    """Write the theorems and say where there is none; whether all of the result has one."""
    from symbolic_eps.coq.own_theorem import theorem_file

    made = theorem_file(derived, patience=patience)
    write_all(made.files, folder)
    for text in made.missing:
        notice(f"no theorem of Coq {text}")
    return not made.missing
