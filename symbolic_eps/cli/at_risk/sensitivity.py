"""`symbolic-eps at-risk sensitivity`: what noise for a sampled sensitivity guarantees."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symbolic_eps.cli.at_risk.document import document_of
from symbolic_eps.cli.at_risk.options import Compare, Eps, Eps0
from symbolic_eps.cli.options import AlsoJson, Output, Seed, StyleName, seed_of
from symbolic_eps.cli.output import check_writable, deliver, progress
from symbolic_eps.cli.output_format import Style, chosen
from symbolic_eps.figures import require_matplotlib


def sensitivity(
    n: Annotated[int | None, typer.Option("-n", metavar="N", help="The number of sampled pairs.")] = None,
    m: Annotated[
        int | None,
        typer.Option("-m", metavar="M", help="The noise is calibrated to the M-th smallest sensitivity."),
    ] = None,
    level: Annotated[
        str | None, typer.Option(metavar="L", help="The share of all pairs to be covered: 9/10.")
    ] = None,
    eps0: Eps0 = None,
    eps: Eps = None,
    probability: Annotated[
        str | None,
        typer.Option(
            metavar="P", help="Find the least M, or N, that covers a fresh pair with this probability."
        ),
    ] = None,
    confidence: Annotated[
        str | None,
        typer.Option(metavar="P", help="Find the least M, or N, that covers --level with this probability."),
    ] = None,
    simulate: Annotated[
        int | None, typer.Option(metavar="N", help="Simulate N samples, fresh pairs and noise.")
    ] = None,
    seed: Seed = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Plot the probability of coverage against the share (svg, png or pdf)."
        ),
    ] = None,
    compare: Compare = False,
    style: StyleName = Style.TEXT,
    json: AlsoJson = False,
    output: Output = None,
) -> None:
    """Find the guarantee of noise for a sampled sensitivity.

    The sensitivities of N random pairs of neighbours are computed, and noise is calibrated to the M-th
    smallest. Give -n and -m; or at most one of them and a goal: --probability, or --confidence with --level.
    """
    style, files = chosen(json, style, "at-risk-sensitivity", output, plot)
    check_writable(output)
    require_matplotlib(plot)
    seed = seed_of(simulate, seed)
    with progress("at-risk sensitivity") as show:
        from symbolic_eps.answers.printed_numbers import printed_numbers
        from symbolic_eps.answers.sampled_sensitivity import sampled_sensitivity
        from symbolic_eps.report import sampled_sensitivity as report

        show("computing least probabilities")
        found = sampled_sensitivity(n, m, level, eps0, eps, probability, confidence, simulate, seed)
        asked = {
            **{"n": n, "m": m, "level": level, "eps0": eps0, "eps": eps},
            **{"probability": probability, "confidence": confidence, "simulate": simulate, "seed": seed},
            "compare": compare,
        }
        printed = None
        if compare:
            numbers = {"n": found.n, "m": found.m, "share": found.share}
            printed = printed_numbers("at-risk sensitivity", {"probability": found.probability}, numbers)
        document = document_of("at-risk-sensitivity", style, files, asked, found, report, printed)
        if plot is not None:
            from symbolic_eps.figures.output import save
            from symbolic_eps.figures.sampled_sensitivity import draw_coverage

            save(draw_coverage(found), plot)
    deliver(document, output)
