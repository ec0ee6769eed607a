"""`symbolic-eps at-risk cost`: which eps, stated of noise for eps0, costs least in a breach."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from symbolic_eps.cli.at_risk.document import document_of
from symbolic_eps.cli.at_risk.options import Compare
from symbolic_eps.cli.options import AlsoJson, Output, Seed, StyleName, seed_of
from symbolic_eps.cli.output import check_writable, deliver, progress
from symbolic_eps.cli.output_format import Style, chosen
from symbolic_eps.figures import require_matplotlib

if TYPE_CHECKING:
    from symbolic_eps.answers.printed_numbers import PrintedNumber
    from symbolic_eps.answers.privacy_cost import PrivacyCost


def cost(
    eps0: Annotated[
        str, typer.Option("--eps0", metavar="E0", help="The eps to which the noise is calibrated.")
    ],
    scale: Annotated[str, typer.Option(metavar="S", help="The cost as eps grows without bound.")],
    c: Annotated[
        str, typer.Option("--c", metavar="C", help="How slowly the cost grows: at eps it is S e^(-C/eps).")
    ] = "1",
    budget: Annotated[str | None, typer.Option(metavar="B", help="A bound on the cost.")] = None,
    error: Annotated[
        str | None, typer.Option(metavar="T", help="A bound on the mean absolute error of a release.")
    ] = None,
    sensitivity: Annotated[
        str, typer.Option(metavar="D", help="The most by which a pair of neighbours differs.")
    ] = "1",
    simulate: Annotated[int | None, typer.Option(metavar="N", help="Simulate N losses at that eps.")] = None,
    seed: Seed = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Plot the cost against eps (svg, png or pdf).")
    ] = None,
    compare: Compare = False,
    style: StyleName = Style.TEXT,
    json: AlsoJson = False,
    output: Output = None,
) -> None:
    """Find the eps whose cost in a breach is least.

    The cost is gamma S e^(-C/eps) + (1-gamma) S e^(-C/eps0), gamma the probability of a loss of at most eps.
    """
    style, files = chosen(json, style, "at-risk-cost", output, plot)
    check_writable(output)
    require_matplotlib(plot)
    seed = seed_of(simulate, seed)
    with progress("at-risk cost") as show:
        from symbolic_eps.answers.privacy_cost import privacy_cost
        from symbolic_eps.report import privacy_cost as report

        show("isolating the minimum")
        found = privacy_cost(eps0, c, scale, budget, error, sensitivity, simulate, seed)
        asked = {
            **{"eps0": eps0, "c": c, "scale": scale},
            **{"budget": budget, "error": error, "sensitivity": sensitivity, "simulate": simulate},
            **{"seed": seed, "compare": compare},
        }
        printed = _printed(found) if compare else None
        document = document_of("at-risk-cost", style, files, asked, found, report, printed)
        if plot is not None:
            from symbolic_eps.figures.output import save
            from symbolic_eps.figures.privacy_cost import draw_cost

            save(draw_cost(found), plot)
    deliver(document, output)


def _printed(found: PrivacyCost) -> tuple[PrintedNumber, ...]:
    """What papers print for the least cost and its place, and for the lower end of what is permitted."""
    from symbolic_eps.answers.printed_numbers import printed_numbers

    numbers = {"eps": found.minimum.eps, "cost": found.minimum.cost}
    if found.permitted is not None and found.error is not None:
        numbers["from"] = found.permitted[0][0]
    known = {"eps0": found.eps0, "c": found.c, "scale": found.scale, "error": found.error}
    if found.absolute_error.closed_form is not None:
        known["sensitivity"] = found.absolute_error.closed_form * found.eps0
    return printed_numbers("at-risk cost", numbers, known)
