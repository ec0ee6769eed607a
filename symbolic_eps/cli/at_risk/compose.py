"""`symbolic-eps at-risk compose`: what several releases guarantee together."""

from __future__ import annotations

from typing import Annotated

import typer

from symbolic_eps.cli.at_risk.options import Delta, Eps
from symbolic_eps.cli.options import Json, Output
from symbolic_eps.cli.output import check_writable, deliver, progress


def compose(
    eps0: Annotated[
        str, typer.Option("--eps0", metavar="E0", help="The eps that each noise is calibrated to.")
    ],
    n: Annotated[int, typer.Option("-n", metavar="N", help="How many releases there are, up to 1000.")],
    eps: Eps = None,
    delta: Delta = None,
    each: Annotated[
        str | None,
        typer.Option(metavar="EPS", help="Also what follows from this bound on each loss alone."),
    ] = None,
    json: Json = False,
    output: Output = None,
) -> None:
    """Find what several releases guarantee together.

    Give one of --eps and --delta: the other is the least for which all releases are (eps, delta)-private.
    """
    check_writable(output)
    with progress("at-risk compose") as show:
        from symbolic_eps.answers.loss_composition import compose_losses
        from symbolic_eps.report import loss_composition as report
        from symbolic_eps.report.envelope import result

        show("composing the losses")
        found = compose_losses(eps0, n, eps, delta, each)
        asked = {"eps0": eps0, "n": n, "eps": eps, "delta": delta, "each": each}
        document = result("at-risk-compose", asked, report.structured(found)) if json else report.text(found)
    deliver(document, output)
