"""The command `symbolic-eps`: reads what the user typed, calls the library, prints what it returns.

Exit statuses are in `symbolic_eps.cli.exit_status`. Errors are one line on standard error.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from copy import copy
from typing import Annotated, Any

import typer
from typer.main import get_command

from symbolic_eps import __version__
from symbolic_eps.cli import at_risk as _at_risk
from symbolic_eps.cli import audit as _audit
from symbolic_eps.cli import check as _check
from symbolic_eps.cli import compare as _compare
from symbolic_eps.cli import completion, usage
from symbolic_eps.cli import conform as _conform
from symbolic_eps.cli import consistent as _consistent
from symbolic_eps.cli import derive as _derive
from symbolic_eps.cli import design as _design
from symbolic_eps.cli import explain as _explain
from symbolic_eps.cli import explore as _explore
from symbolic_eps.cli import export as _export
from symbolic_eps.cli import randomized_response as _randomized_response
from symbolic_eps.cli import recommend as _recommend
from symbolic_eps.cli import sensitivity as _sensitivity
from symbolic_eps.cli import signs as _signs
from symbolic_eps.cli import split as _split
from symbolic_eps.cli import sweep as _sweep
from symbolic_eps.cli import table as _table
from symbolic_eps.cli.exit_status import ExitStatus, epilog
from symbolic_eps.cli.registration import HELP, Examples, register
from symbolic_eps.errors import InputError
from verify.errors import VerifyError
from verify.polynomial import Rejected

app = typer.Typer(
    help="Privacy budgets from bounds on disclosure risk, derived and proved.",
    epilog=epilog(),
    context_settings=HELP,
    add_completion=False,  # `symbolic_eps.cli.completion` offers it for a shell that is named
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"symbolic-eps {__version__}")
        raise typer.Exit


@app.callback()
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
            help="Print what makes bash, zsh or fish (by default $SHELL) complete arguments.",
        ),
    ] = None,
    install: Annotated[
        str | None,
        typer.Option(
            "--install-completion",
            metavar="[SHELL]",
            callback=completion.put,
            is_eager=True,
            help="Put that where the shell finds it.",
        ),
    ] = None,
) -> None:
    pass


EXAMPLES: Examples = {
    _table.table: "--format latex --output table.tex",
    _derive.derive: '"max(a/(p*q), r)" --assume "0<a<1<r" --box "p0<=p<=p1" --assume "0<p0<p1<=1"',
    _recommend.recommend: '"max(a/(p*q), r)" --set a=1/4 --set r=3 --fix q=1',
    _sweep.sweep: '"max(a/(p*q), r)" --vary a=0.01:0.5:100 --vary r=2,3 --output eps.csv',
    _explain.explain: '"log(9)" --fix q=1 --prior p=1/10,q=1',
    _compare.compare: '"log(9)" "log(3)" --profile "max(a/(p*q), r)" --set a=1/4 --set r=3',
    _explore.explore: '"max(a/p, r)" --assume "0<a<1<r" --fix q=1 --output explore.html',
    _design.design: '"max(a/p, r)" --find a --assume "0<a<1" --set r=5 --fix q=1 '
    "--crossing 1/10 --count 25 --threshold 24.072",
    _sensitivity.sensitivity: '"max(a/p, r)" --assume "0<a<1, r>1" --fix q=1 --set a=1/2 --set r=5',
    _signs.signs: '"max(a/(p*q), r)" --assume "0<a<1<r"',
    _split.split: '--profile "max(a/p, r)" --set a=1/2 --set r=5 --fix q=1 --releases 4',
    _consistent.consistent: "--eps 2 --delta 1e-6 --rho 1/2",
    _randomized_response.randomized_response: "--delta 1/4 --theta 3/10 -n 1000 --compare",
    _audit.audit: "--jobs 2 --html audit.html",
    _check.check: "--quiet --coq proofs/",
    _export.export: "--target c --out exported --formula root",
    _conform.conform: "--formula root -- python my_root.py",
}
register(app, EXAMPLES)
app.add_typer(_at_risk.app, name=_at_risk.NAME)

OWN = ("symbolic_eps", "verify", "derivations")
"""What lacks a module of these is a fault of ours."""


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
    """The program, with one subcommand alone where its name comes first: to read all takes longer."""
    named = [one for one in app.registered_commands if [one.name] == list(typed[:1])]
    if not named:
        return app
    small = copy(app)
    small.registered_commands, small.registered_groups = named, []
    return small


def _fail(message: str, status: int) -> int:
    typer.echo(f"symbolic-eps: error: {' '.join(message.split())}", err=True)
    return status
