"""Registers subcommands: the name, the summary and the text below the help."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import typer

from symbolic_eps.cli.exit_status import epilog

HELP = {"help_option_names": ["-h", "--help"]}

Examples = Mapping[Callable[..., Any], str]
"""Subcommands in the order of the help, each with its arguments in an example."""


def register(app: typer.Typer, examples: Examples, group: str = "") -> None:
    """Make each function a subcommand of the program, or of one of its groups."""
    for function, example in examples.items():
        name = function.__name__.replace("_", "-")
        path = f"{group} {name}".strip()
        app.command(
            name,
            short_help=(function.__doc__ or "").partition("\n")[0],
            epilog=epilog(group or name, f"symbolic-eps {path} {example}"),
            context_settings=HELP,
        )(function)
