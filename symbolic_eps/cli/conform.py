"""`symbolic-eps conform`: checks somebody else's implementation against the exact values."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symbolic_eps.cli.command import add
from symbolic_eps.cli.completion import formulas
from symbolic_eps.cli.exit_status import ExitStatus
from symbolic_eps.cli.output import check_writable, deliver, progress
from symbolic_eps.errors import InputError


def register(app: typer.Typer) -> None:
    """Add the subcommand."""
    add(app, conform, "symbolic-eps conform --formula root -- python my_root.py")


def conform(
    command: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="-- CMD",
            help="A program: it reads the arguments of a point from each line of standard input and writes "
            "one number a line.",
        ),
    ] = None,
    formula: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            autocompletion=formulas,
            help="The formula, as in export --list, or a file of derive.",
        ),
    ] = None,
    points: Annotated[int, typer.Option(min=1, help="About how many points.")] = 2000,
    seconds: Annotated[float, typer.Option(min=1, help="How long the program may take.")] = 600.0,
    json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
    output: Annotated[Path | None, typer.Option(help="Write to this file.")] = None,
) -> int:
    """Hold another program against the exact values of a formula.

    It gets test vectors and answers with numbers; their errors are reported, and those above the exact value.
    """
    check_writable(output)
    if formula is None or not command:
        raise InputError(
            "say what and whom to check, such as --formula root -- python my_root.py (symbolic-eps export "
            "--list names the formulas)"
        )
    with progress("conform") as show:
        from symbolic_eps.cli.export import selected
        from symbolic_eps.export.conformance import conformance
        from symbolic_eps.report.conformance import rendered, structured
        from symbolic_eps.report.envelope import result

        (chosen,) = selected([formula], show)
        show("asking the program")
        found = conformance(chosen, command, points, seconds)
    asked = {"formula": formula, "command": command, "points": points, "seconds": seconds}
    deliver(result("conform", asked, structured(found)) if json else rendered(found), output)
    return ExitStatus.FAILED if found.unsafe else 0
