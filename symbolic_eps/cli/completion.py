"""Shell completion: the script, its installation, and the names that complete an argument.

Names come from files and constants: completing loads no algebra system.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from symbolic_eps.command import COMPLETION as VARIABLE
from symbolic_eps.errors import InputError
from symbolic_eps.spelling import suggest

PROGRAM = "symbolic-eps"
SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")
OPTIONS = ("--show-completion", "--install-completion")


def prepare() -> None:
    """Make the shells known to the parser, if one of them asks for completions."""
    if VARIABLE in os.environ:
        from typer.completion import completion_init  # type: ignore[attr-defined]  # without __all__

        completion_init()


def with_shell(arguments: Sequence[str]) -> list[str]:
    """The arguments, with the user's shell where a completion option names none.

    Raises
    ------
    symbolic_eps.errors.InputError
        It is none that is known.
    """
    if not arguments or arguments[-1] not in OPTIONS:
        return list(arguments)
    shell = Path(os.environ.get("SHELL", "")).name
    if shell not in SHELLS:
        raise InputError(f"{arguments[-1]}: name the shell, such as {arguments[-1]} bash")
    return [*arguments, shell]


def show(shell: str | None) -> None:
    """Print the script that makes a shell complete the program's arguments."""
    if shell is not None:
        from typer.completion import get_completion_script  # type: ignore[attr-defined]  # without __all__

        _check(shell, "--show-completion")
        typer.echo(get_completion_script(prog_name=PROGRAM, complete_var=VARIABLE, shell=shell))
        raise typer.Exit


def put(shell: str | None) -> None:
    """Put that script where the shell finds it."""
    if shell is not None:
        from typer.completion import install  # type: ignore[attr-defined]  # without __all__

        _check(shell, "--install-completion")
        _, path = install(shell, PROGRAM, VARIABLE)
        typer.echo(f"completion for {shell} is in {path}; it begins with the next shell")
        raise typer.Exit


def _check(shell: str, option: str) -> None:
    if shell not in SHELLS:
        raise InputError(f"{option} {shell}: {suggest(shell, SHELLS)}name one of {', '.join(SHELLS)}")


def rows(incomplete: str) -> list[str]:
    """Ids of rows of the table that begin so.

    Examples
    --------
    >>> rows("fixed")
    ['fixed-p', 'fixed-q']
    """
    return [name for name in _rows() if name.startswith(incomplete)]


def papers(incomplete: str) -> list[str]:
    """Ids of papers that begin so."""
    from symbolic_eps.papers import papers as installed

    return [name for name in sorted(installed()) if name.startswith(incomplete)]


def formulas(incomplete: str) -> list[str]:
    """Names of formulas for `--formula` that begin so: theorems, mechanisms, rows of tables, their branches.

    Examples
    --------
    >>> formulas("box")
    ['box', 'box.1', 'box.3']
    """
    from symbolic_eps import notions, privacy_loss, randomized_response
    from symbolic_eps.papers import papers as installed

    own = [name for paper in installed().values() for name in paper.offers.get("formulas", ())]
    names = [
        *own,
        *randomized_response.EXPORTED,
        *privacy_loss.EXPORTED,
        *notions.EXPORTED,
        *(name for row, file in _rows().items() for name in (row, *_branches(row, file))),
    ]
    return [name for name in names if name.startswith(incomplete)]


def targets(incomplete: str) -> list[str]:
    """Languages for `--target` that begin so."""
    from symbolic_eps.export.targets import NAMES

    return [name for name in NAMES if name.startswith(incomplete)]


def adapters(incomplete: str) -> list[str]:
    """Libraries for `--adapter` that begin so."""
    from symbolic_eps.export.targets.python_adapters import ADAPTERS

    return [name for name in ADAPTERS if name.startswith(incomplete)]


def _rows() -> dict[str, Path]:
    """The rows whose closed forms were derived before, and their files."""
    from symbolic_eps.papers import closed_forms

    files = (file for folder in closed_forms() for file in (folder / "branches").glob("*.json"))
    return dict(sorted((file.stem, file) for file in files))


def _branches(row: str, file: Path) -> list[str]:
    """The branches of a row that can be exported, where it has several."""
    document: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    branches = document["branches"]
    if len(branches) == 1:
        return []
    return [f"{row}.{n}" for n, branch in enumerate(branches, 1) if branch["polynomial"] is not None]
