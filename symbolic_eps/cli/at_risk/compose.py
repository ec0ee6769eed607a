"""`symbolic-eps at-risk compose`: what several releases guarantee together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symbolic_eps.cli.at_risk.document import document_of
from symbolic_eps.cli.at_risk.options import Compare, Delta, Eps
from symbolic_eps.cli.options import AlsoJson, Output, Seed, StyleName, seed_of
from symbolic_eps.cli.output import check_writable, deliver, progress
from symbolic_eps.cli.output_format import Style, chosen
from symbolic_eps.figures import require_matplotlib


def compose(
    eps0: Annotated[
        str,
        typer.Option(
            "--eps0", metavar="E0", help="The eps to which the noise of each release is calibrated."
        ),
    ],
    n: Annotated[int, typer.Option("-n", metavar="N", help="The number of releases, up to 1000.")],
    eps: Eps = None,
    delta: Delta = None,
    each: Annotated[
        str | None,
        typer.Option(metavar="EPS", help="Also show what follows from this bound on each single loss."),
    ] = None,
    sensitivity: Annotated[
        str | None,
        typer.Option(metavar="S", help="The l1 sensitivity of each release: shows the scale of the noise."),
    ] = None,
    simulate: Annotated[
        int | None, typer.Option(metavar="N", help="Simulate the losses of all releases N times.")
    ] = None,
    seed: Seed = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Plot delta against eps (svg, png or pdf).")
    ] = None,
    compare: Compare = False,
    style: StyleName = Style.TEXT,
    json: AlsoJson = False,
    output: Output = None,
) -> None:
    """Find what several releases guarantee together.

    Give one of --eps and --delta: the other is the least for which all releases are (eps, delta)-private.
    """
    style, files = chosen(json, style, "at-risk-compose", output, plot)
    check_writable(output)
    require_matplotlib(plot)
    seed = seed_of(simulate, seed)
    with progress("at-risk compose") as show:
        from symbolic_eps.answers.loss_composition import compose_losses
        from symbolic_eps.answers.printed_numbers import printed_numbers
        from symbolic_eps.report import loss_composition as report

        show("composing the losses")
        found = compose_losses(eps0, n, eps, delta, each, sensitivity, simulate, seed)
        asked = {
            **{"eps0": eps0, "n": n, "eps": eps, "delta": delta, "each": each, "compare": compare},
            **{"sensitivity": sensitivity, "simulate": simulate, "seed": seed},
        }
        printed = None
        if compare:
            numbers = {"eps0": found.eps0, "n": n, "delta": found.delta}
            if found.known is not None:
                numbers |= {"each": found.known.eps, "probability": found.known.probability}
            printed = printed_numbers("at-risk compose", {"eps": found.eps}, numbers)
        document = document_of("at-risk-compose", style, files, asked, found, report, printed)
        if plot is not None:
            from symbolic_eps.figures.loss_composition import draw_composition
            from symbolic_eps.figures.output import save

            save(draw_composition(found), plot)
    deliver(document, output)
