"""`audit --template`: a file of claims to be filled in, from the numbered displays of a LaTeX text."""

from __future__ import annotations

from pathlib import Path

from symbolic_eps.cli.output import deliver, notice
from symbolic_eps.errors import InputError
from symbolic_eps.files import text_of


def write_template(path: Path, output: Path | None) -> int:
    """Write the file, and say how many displays were read."""
    from verify.latex.template import template

    made = template(text_of(path, "--template"), path.stem)
    unread, read = made.count("\n    # UNREAD: "), made.count("\n    Claim(")
    if not unread + read:
        raise InputError(
            f"--template {path}: no numbered display (equation, align, gather, multline, eqnarray)"
        )
    deliver(made, output)
    notice(f"{read} of {read + unread} displays read; compare each with the print, and name the domains")
    return 0
