"""`symbolic-eps at-risk loss`: how probable a small privacy loss of one release is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from symbolic_eps.cli.at_risk.document import document_of
from symbolic_eps.cli.at_risk.options import Compare, Delta, Eps, Eps0, Probability
from symbolic_eps.cli.options import AlsoJson, Output, Seed, StyleName, seed_of
from symbolic_eps.cli.output import check_writable, deliver, progress
from symbolic_eps.cli.output_format import Style, chosen
from symbolic_eps.figures import require_matplotlib

if TYPE_CHECKING:
    from symbolic_eps.answers.printed_numbers import PrintedNumber
    from symbolic_eps.answers.privacy_loss import PrivacyLoss


def loss(
    eps0: Eps0 = None,
    eps: Eps = None,
    probability: Probability = None,
    delta: Delta = None,
    k: Annotated[int, typer.Option("-k", metavar="K", help="The number of coordinates with noise.")] = 1,
    sensitivity: Annotated[
        str | None, typer.Option(metavar="S", help="The l1 sensitivity: shows the scale of the noise.")
    ] = None,
    simulate: Annotated[int | None, typer.Option(metavar="N", help="Simulate N losses.")] = None,
    seed: Seed = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Plot probabilities and delta against eps (svg, png or pdf)."),
    ] = None,
    compare: Compare = False,
    style: StyleName = Style.TEXT,
    json: AlsoJson = False,
    output: Output = None,
) -> None:
    """Find how probable a small privacy loss of one release is.

    Give two of --eps0, --eps, and one of --probability and --delta: the third is found.
    """
    style, files = chosen(json, style, "at-risk-loss", output, plot)
    check_writable(output)
    require_matplotlib(plot)
    seed = seed_of(simulate, seed)
    with progress("at-risk loss") as show:
        from symbolic_eps.answers.privacy_loss import release_loss
        from symbolic_eps.report import privacy_loss as report

        show("computing the law of the loss")
        found = release_loss(eps0, eps, probability, delta, k, sensitivity, simulate, seed)
        asked = {
            **{"eps0": eps0, "eps": eps, "probability": probability, "delta": delta, "k": k},
            **{"sensitivity": sensitivity, "simulate": simulate, "seed": seed, "compare": compare},
        }
        printed = _printed(found) if compare else None
        document = document_of("at-risk-loss", style, files, asked, found, report, printed)
        if plot is not None:
            from symbolic_eps.figures.output import save
            from symbolic_eps.figures.privacy_loss import draw_loss

            save(draw_loss(found), plot)
    deliver(document, output)


def _printed(found: PrivacyLoss) -> tuple[PrintedNumber, ...]:
    """What papers print for the number that was sought; for the probability, if both others were given."""
    from symbolic_eps.answers.printed_numbers import printed_numbers

    numbers = {"eps0": found.eps0, "eps": found.eps, "probability": found.probability}
    sought = found.sought or "probability"
    known = {name: value for name, value in numbers.items() if name != sought}
    return printed_numbers("at-risk loss", {sought: numbers[sought]}, {**known, "k": found.dimensions})
