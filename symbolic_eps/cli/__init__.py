"""The command `symbolic-eps`: reads what the user typed, calls the library, prints what it returns.

Exit statuses are in `symbolic_eps.cli.exit_status`. Errors are one line on standard error.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Annotated, Any

import typer
from typer.main import get_command

from symbolic_eps import __version__
from symbolic_eps.cli import completion, usage
from symbolic_eps.cli.exit_status import ExitStatus, epilog
from symbolic_eps.cli.registration import HELP, Examples, register
from symbolic_eps.errors import InputError
from verify.errors import VerifyError
from verify.polynomial import Rejected


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"symbolic-eps {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
    show: Annotated[
        str | None,
        typer.Option(
            "--show-completion",
            metavar="[SHELL]",
            callback=completion.show,
            is_eager=True,
            help="Print the completion script for bash, zsh or fish (by default $SHELL).",
        ),
    ] = None,
    install: Annotated[
        str | None,
        typer.Option(
            "--install-completion",
            metavar="[SHELL]",
            callback=completion.put,
            is_eager=True,
            help="Install the completion script for that shell.",
        ),
    ] = None,
) -> None:
    pass


SUBCOMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "table": "--format latex --output table.tex",
        "derive": '"max(a/(p*q), r)" --assume "0<a<1<r" --box "p0<=p<=p1" --assume "0<p0<p1<=1"',
        "recommend": '"max(a/(p*q), r)" --set a=1/4 --set r=3 --fix q=1',
        "sweep": '"max(a/(p*q), r)" --vary a=0.01:0.5:100 --vary r=2,3 --output eps.csv',
        "explain": '"log(9)" --fix q=1 --prior p=1/10,q=1',
        "compare": '"log(9)" "log(3)" --profile "max(a/(p*q), r)" --set a=1/4 --set r=3',
        "explore": '"max(a/p, r)" --assume "0<a<1<r" --fix q=1 --output explore.html',
        "design": '"max(a/p, r)" --find a --assume "0<a<1" --set r=5 --fix q=1 '
        "--crossing 1/10 --count 25 --threshold 24.072",
        "sensitivity": '"max(a/p, r)" --assume "0<a<1, r>1" --fix q=1 --set a=1/2 --set r=5',
        "signs": '"max(a/(p*q), r)" --assume "0<a<1<r"',
        "split": '--profile "max(a/p, r)" --set a=1/2 --set r=5 --fix q=1 --releases 4',
        "consistent": "--eps 2 --delta 1e-6 --rho 1/2",
        "randomized-response": "--delta 1/4 --theta 3/10 -n 1000 --compare",
        "audit": "--jobs 2 --html audit.html",
        "check": "--quiet --coq proofs/",
        "export": "--target c --out exported --formula root",
        "conform": "--formula root -- python my_root.py",
    }
)
"""In the order of the help, each with its arguments in an example; the module has the subcommand's name."""


def _examples(names: Sequence[str]) -> Examples:
    """The functions of subcommands, whose modules are loaded now, with their examples."""
    modules = [name.replace("-", "_") for name in names]
    functions = [getattr(import_module(f"{__name__}.{module}"), module) for module in modules]
    return {function: SUBCOMMANDS[name] for function, name in zip(functions, names, strict=True)}


HELP_OF_PROGRAM = """Privacy budgets from bounds on disclosure risk, derived and proved.

You say how much a release may teach an adversary about one person, as PROFILE; the program finds eps, the
largest budget of differential privacy (natural logarithm) that keeps to it.

PROFILE is a formula in p and q: the most by which a release may multiply the probability that a person is in
the data and has the sensitive value. Before the release, p is the adversary's probability that the person is
in the data, q that such a person has the value. So "3" is three times, for every p and q.

To begin with: symbolic-eps recommend 3, then symbolic-eps explain "log(3)/2" --prior p=1,q=1/10
"""


def _program() -> typer.Typer:
    """The program, without subcommands."""
    program = typer.Typer(
        help=HELP_OF_PROGRAM,
        epilog=epilog(),
        context_settings=HELP,
        add_completion=False,  # `symbolic_eps.cli.completion` offers it for a shell that is named
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    program.callback()(_options)
    return program


@cache
def _whole() -> typer.Typer:
    """The program with all its subcommands."""
    from symbolic_eps.cli import at_risk

    program = _program()
    register(program, _examples(tuple(SUBCOMMANDS)))
    program.add_typer(at_risk.app, name=at_risk.NAME)
    return program


def __getattr__(name: str) -> Any:
    """`app`, the whole program, and `EXAMPLES`, its functions with their examples: made when asked for."""
    match name:
        case "app":
            return _whole()
        case "EXAMPLES":
            return _examples(tuple(SUBCOMMANDS))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


OWN = ("symbolic_eps", "verify", "derivations")
"""What lacks a module of these is a fault of ours."""


LONGEST_WORD = 400
"""Of an error; what is longer was typed by mistake, and is shown by its beginning."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    arguments : sequence of str, optional
        What follows the command's name; by default from the command line.

    Returns
    -------
    int
        Exit status.
    """
    typed = sys.argv[1:] if arguments is None else list(arguments)
    command: Any = get_command(_with_what_is_asked(typed))
    completion.prepare()
    try:
        typed = completion.with_shell(typed)
        status = command(args=typed or ["--help"], prog_name="symbolic-eps", standalone_mode=False, obj=typed)
    except (InputError, OSError) as error:
        return _fail(str(error), ExitStatus.BAD_INPUT)
    except (VerifyError, Rejected) as error:
        return _fail(str(error), ExitStatus.FAILED)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in OWN:
            raise
        lacking = f"the Python package {error.name} cannot be loaded, which this command needs"
        return _fail(f"{lacking}: pip install --force-reinstall symbolic-eps", ExitStatus.BAD_INPUT)
    except Exception as error:
        if hasattr(error, "format_message"):  # what the parser of the command line raises has no public type
            return _fail(usage.message(error, typed, command.commands), ExitStatus.BAD_INPUT)
        raise
    except KeyboardInterrupt:
        typer.echo("symbolic-eps: interrupted", err=True)
        return ExitStatus.INTERRUPTED
    if status == ExitStatus.INTERRUPTED:
        typer.echo("symbolic-eps: interrupted", err=True)
    return status or 0


def _with_what_is_asked(typed: Sequence[str]) -> typer.Typer:
    """The program, with one subcommand alone where its name comes first: loading all takes longer."""
    if not typed or typed[0] not in SUBCOMMANDS:
        return _whole()
    program = _program()
    register(program, _examples(typed[:1]))
    return program


def _fail(message: str, status: int) -> int:
    words = (word if len(word) <= LONGEST_WORD else f"{word[:60]}..." for word in message.split())
    typer.echo(f"symbolic-eps: error: {' '.join(words)}", err=True)
    return status
