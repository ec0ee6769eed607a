"""How every subcommand is added: its help has a summary of one line, an example and its exit statuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from symbolic_eps.cli.exit_status import epilog

HELP = {"help_option_names": ["-h", "--help"]}


def add(app: typer.Typer, function: Callable[..., Any], example: str) -> None:
    """Add a function as the subcommand of its name.

    Parameters
    ----------
    app : typer.Typer
    function : callable
        Its docstring begins with the summary.
    example : str
        A command line.
    """
    summary = (function.__doc__ or "").partition("\n")[0]
    name = function.__name__
    app.command(short_help=summary, epilog=epilog(name, example), context_settings=HELP)(function)
