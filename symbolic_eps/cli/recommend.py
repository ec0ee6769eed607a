"""`symbolic-eps recommend`: one eps for one risk profile with numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symbolic_eps.cli.output import check_writable, deliver, progress
from symbolic_eps.errors import InputError


def register(app: typer.Typer) -> None:
    """Add the subcommand."""
    app.command(epilog='Example: symbolic-eps recommend "max(a/(p*q), r)" --set a=1/4 --set r=3 --fix q=1')(
        recommend
    )


def recommend(
    profile: Annotated[
        str,
        typer.Argument(
            metavar="PROFILE",
            help="The bound on the relative risk, in p and q: + - * / **, max, min, piecewise, oo "
            "(a text that begins with - goes after --).",
        ),
    ],
    assignments: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=NUMBER", help="A parameter's value, read exactly: a=1/4, a=0.05."
        ),
    ] = None,
    fixings: Annotated[
        list[str] | None,
        typer.Option("--fix", metavar="PRIOR=NUMBER", help="Hold a prior fixed: q=1."),
    ] = None,
    box: Annotated[
        list[str] | None,
        typer.Option(metavar="BOUNDS", help='Where the bound is enforced: "1/10<=p<=1/2".'),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
    output: Annotated[Path | None, typer.Option(help="Write to this file.")] = None,
) -> None:
    """Recommend the largest eps that keeps the relative risk within PROFILE for all priors."""
    check_writable(output)
    with progress("recommend") as show:
        from symbolic_eps.recommendation import recommend as recommended
        from symbolic_eps.report import recommendation, structured

        found = recommended(
            profile, _bindings("--set", assignments), _bindings("--fix", fixings), box or (), show
        )
        text = structured.dumped(structured.recommendation(found)) if json else recommendation.text(found)
    if found.enclosure.is_infinite:
        typer.echo(
            "symbolic-eps: notice: nothing constrains eps: r* p q >= 1 wherever a bound is set, so eps = oo",
            err=True,
        )
    deliver(text, output)


def _bindings(option: str, texts: list[str] | None) -> dict[str, str]:
    from symbolic_eps.parse import parse_binding

    found: dict[str, str] = {}
    for text in texts or ():
        name, value = parse_binding(text)
        if name in found:
            raise InputError(f"{option} {text}: {name} has a value already")
        found[name] = str(value)
    return found
