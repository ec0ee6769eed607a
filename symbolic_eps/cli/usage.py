"""Messages for command lines that cannot be parsed: what is wrong in one line, and what to type instead.

The parser's own errors have no public type; they are told apart by their names.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from symbolic_eps.spelling import suggest

PROGRAM = "symbolic-eps"


def message(error: Any, arguments: Sequence[str], commands: Mapping[str, Any]) -> str:
    """The line about an error of the command line's parser.

    Parameters
    ----------
    error : Exception
        With the parser's context, if it has one.
    arguments : sequence of str
        What was typed after the program's name.
    commands : mapping of str to command
        The subcommands by name.
    """
    match type(error).__name__:
        case "NoSuchOption":
            return _no_such_option(error, arguments)
        case "MissingParameter":
            return _missing(error)
        case "BadOptionUsage":
            return _bad_usage(error, _command(arguments, commands))
        case "BadParameter":
            return _bad_value(error)
    said = str(error.format_message())
    if unknown := re.match(r"No such command '(.*?)'\.", said):
        there = error.ctx.command.commands
        of = "" if error.ctx.parent is None else f" of {error.ctx.info_name}"
        near = suggest(unknown[1], there)
        return f"there is no command {unknown[1]}{of}: {near}choose from {', '.join(there)}"
    if extra := re.match(r"Got unexpected extra argument\(s\) \((.*)\)", said):
        return (
            f"{extra[1]!r} is too much for {error.ctx.info_name}: quote a text that has blanks, and write "
            f"options before -- ; {_example(error.ctx)}"
        )
    if said == "Missing command.":
        return f"name a command; {error.ctx.command_path} --help lists them"
    return f"{said.rstrip('.')}; {_help(error.ctx)}"


def _command(arguments: Sequence[str], commands: Mapping[str, Any]) -> Any:
    """The subcommand that was typed, in its group if it is in one; None if there is none."""
    named = next((commands[a] for a in arguments if a in commands), None)
    inner = getattr(named, "commands", None)
    return named if inner is None else _command(arguments, inner)


def _no_such_option(error: Any, arguments: Sequence[str]) -> str:
    name, ctx = error.option_name, error.ctx
    if not name.startswith("--"):
        text = next((a for a in arguments if a.startswith(name) and not a.startswith("--")), name)
        again = shlex.join([PROGRAM, *(a for a in arguments if a != text), "--", text])
        return f"there is no option {text}: write a text that begins with - after --: {again}"
    known = [option for parameter in ctx.command.params for option in parameter.opts if option[:2] == "--"]
    near = suggest(name, known)
    where = "" if ctx.parent is None else f" of {ctx.info_name}"
    return f"there is no option {name}{where}: {near}{_help(ctx)}"


def _missing(error: Any) -> str:
    parameter = error.param
    if parameter.param_type_name == "option":
        name = f"{parameter.opts[0]} {parameter.metavar or parameter.name.upper()}"
    else:
        name = parameter.metavar or parameter.name.upper()
    return f"{error.ctx.info_name} needs {name} ({_clause(parameter.help)}); {_example(error.ctx)}"


def _bad_usage(error: Any, command: Any) -> str:
    option = error.option_name
    parameter = next((p for p in command.params if option in p.opts), None) if command else None
    if parameter is None or "requires" not in error.message:
        return f"{option} takes no value: write {option} alone"
    value = parameter.metavar or parameter.name.upper()
    return f"{option} needs a value: write {option} {value} ({_clause(parameter.help)})"


def _bad_value(error: Any) -> str:
    if error.param is None:
        return f"{error.format_message().rstrip('.')}; {_help(error.ctx)}"
    kind, option = error.param.type, error.param.opts[0]
    quoted = re.match(r"'?(.*?)'? is not ", error.message)
    value = quoted[1] if quoted else ""
    if choices := getattr(kind, "choices", None):
        words = [str(choice) for choice in choices]
        return f"invalid value for {option}, {value}: {suggest(value, words)}write one of {', '.join(words)}"
    number = "a number" if "float" in kind.name else "a whole number"
    low, high = getattr(kind, "min", None), getattr(kind, "max", None)
    bounds = "" if low is None else f", {low:g} or more" if high is None else f" from {low:g} to {high:g}"
    example = f"{option} {_some(low, error.param.default)}"
    return f"invalid value for {option}, {value}: write {number}{bounds}, such as {example}"


def _clause(sentence: str) -> str:
    return sentence if sentence.endswith("...") else sentence.removesuffix(".")


def _some(low: float | None, default: Any) -> str:
    number = default if isinstance(default, int | float) else max(low or 1, 1)
    return f"{number:g}"


def _example(ctx: Any) -> str:
    """An example of the command, as its help has it."""
    epilog = ctx.command.epilog or ""
    example = re.search(r"Example: (.*?)(\n|$)", epilog)
    return f"for example: {example[1]}" if example else _help(ctx)


def _help(ctx: Any) -> str:
    path = PROGRAM if ctx is None else ctx.command_path
    return f"{path} --help lists the options"
