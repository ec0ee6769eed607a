"""`symbolic-eps explore`: one page to explore formulas in a browser."""

from __future__ import annotations

from typing import Annotated

import typer

from symbolic_eps.cli.bindings import bindings
from symbolic_eps.cli.options import Assumed, Fixed, Output
from symbolic_eps.cli.output import check_writable, deliver, progress
from symbolic_eps.cli.output_format import fixed_priors
from symbolic_eps.errors import InputError


def explore(
    profiles: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PROFILE]...",
            help="Profiles of your own, as for derive. Their closed forms come first on the page.",
        ),
    ] = None,
    assume: Assumed = None,
    fix: Fixed = None,
    box: Annotated[
        list[str] | None,
        typer.Option(
            "--box", metavar="BOUNDS", help='The priors at which your profiles are enforced: "p0<=p<=p1".'
        ),
    ] = None,
    assignments: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=NUMBER", help="First value of the slider of a parameter: a=1/4."),
    ] = None,
    output: Output = None,
) -> None:
    """Write an interactive HTML page about budgets.

    It has sliders, curves, what an eps means for a person, and the certificates, which the page re-checks. It
    opens from a file and needs no network.
    """
    if output is None:
        raise InputError("name the page: for example: symbolic-eps explore --output explore.html")
    check_writable(output)
    with progress("explore") as show:
        import sympy as sp

        from symbolic_eps import __version__
        from symbolic_eps.explore.page import rendered
        from symbolic_eps.explore.shown_formula import of_papers, of_profiles
        from symbolic_eps.explore.starting_values import starting_values
        from symbolic_eps.profiles.assumed_names import check_assumed_of_groups
        from symbolic_eps.profiles.groups import read_group

        given = {name: sp.Rational(text) for name, text in bindings("--set", assignments).items()}
        check_assumed_of_groups(map(read_group, profiles or ()), assume or (), fix or (), box or ())
        own = [*of_profiles(profiles or (), assume or (), fixed_priors(fix), box or (), show)]
        for one in own:  # what is refused is refused before the papers' formulas are made
            starting_values(one.formula.arguments, one.formula.domain, given)
        shown = [*own, *of_papers(show)]
        show("writing the page")
        page = rendered(shown, given, __version__)
    deliver(page, output)
    typer.echo(f"{output} ({len(page.encode()) / 1e6:.1f} MB): open it in a browser; it needs no network")
