"""The manual page, from the help texts of the command; `make manual` writes it.

It is in troff with the `man` macros, one section for the program and one for each subcommand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

NAME = "symbolic-eps"
SUMMARY = "exact privacy budgets from bounds on disclosure risk, with proofs"


def rendered(command: Any, version: str) -> str:
    """The page.

    Parameters
    ----------
    command : click command
        The program, with its subcommands.
    version : str
        Of the program.
    """
    lines = [
        f'.TH {NAME.upper().replace("-", chr(92) + "-")} 1 "" "{NAME} {version}" "User Commands"',
        ".SH NAME",
        f"{_plain(NAME)} {_plain('-')} {_plain(SUMMARY)}",
        ".SH SYNOPSIS",
        f".B {_plain(NAME)}",
        ".I COMMAND",
        "[ARGUMENT]...",
        ".SH DESCRIPTION",
        *_paragraphs(command.help),
        ".SH OPTIONS",
        *_parameters(command),
        ".SH COMMANDS",
        *(line for name, one in _leaves(command) for line in _subcommand(name, one)),
        ".SH EXIT STATUS",
        *_paragraphs(command.epilog),
        ".SH SEE ALSO",
        *_paragraphs(f"{NAME} COMMAND --help, and the folder docs of the project."),
    ]
    return "\n".join(lines) + "\n"


def _leaves(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every subcommand by its name, those of a group after the group's name."""
    for name, one in group.commands.items():
        if hasattr(one, "commands"):
            yield from _leaves(one, f"{before}{name} ")
        else:
            yield f"{before}{name}", one


def _subcommand(name: str, command: Any) -> Iterator[str]:
    yield f'.SS "{_plain(f"{NAME} {name}")}"'
    yield from _paragraphs(command.help)
    yield from _parameters(command)
    yield ".PP"
    yield from _paragraphs(command.epilog)


def _parameters(command: Any) -> Iterator[str]:
    """Arguments and options, each with its help."""
    for parameter in command.params:
        help_text = getattr(parameter, "help", None)
        if getattr(parameter, "hidden", False) or not help_text:
            continue
        names = ", ".join((*parameter.opts, *parameter.secondary_opts))
        value = parameter.metavar or ""
        is_option = parameter.opts[0].startswith("-")
        yield ".TP"
        yield (
            rf"\fB{_plain(names)}\fR \fI{_plain(value)}\fR"
            if is_option
            else rf"\fI{_plain(value or names)}\fR"
        )
        yield _plain(help_text)


def _paragraphs(text: str | None) -> Iterator[str]:
    """Paragraphs; one after a backspace keeps its lines."""
    for number, paragraph in enumerate((text or "").strip().split("\n\n")):
        if number:
            yield ".PP"
        if paragraph.startswith("\b"):
            yield from (".nf", *map(_plain, paragraph.strip("\b\n").splitlines()), ".fi")
        else:
            yield _plain(" ".join(paragraph.split()))


def _plain(text: str) -> str:
    r"""Text in which nothing is a request or an escape of troff.

    Examples
    --------
    >>> print(_plain(".x --y"), _plain("a\\b"))
    \&.x \-\-y a\eb
    """
    escaped = text.replace("\\", r"\e").replace("-", r"\-").replace('"', r"\(dq")
    return re.sub(r"^(?=[.'])", r"\\&", escaped)


if __name__ == "__main__":
    from typer.main import get_command

    from symbolic_eps import __version__
    from symbolic_eps.cli import app

    print(rendered(get_command(app), __version__), end="")
