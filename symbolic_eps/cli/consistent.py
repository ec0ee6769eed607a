"""`symbolic-eps consistent`: whether the parameters that a release was published with fit together."""

from __future__ import annotations

from typing import Annotated

import typer

from symbolic_eps.cli.exit_status import ExitStatus
from symbolic_eps.cli.options import AlsoJson, Output, StyleName
from symbolic_eps.cli.output import check_writable, deliver, progress
from symbolic_eps.cli.output_format import Style, chosen, fragment


def consistent(
    eps: Annotated[str, typer.Option(metavar="NUMBER", help="Published eps, such as 2 or log(9).")],
    delta: Annotated[str, typer.Option(metavar="NUMBER", help="Published delta, such as 1e-6.")],
    rho: Annotated[
        str,
        typer.Option(metavar="NUMBER", help="Published Renyi divergence of order 2, both ways, in nats."),
    ],
    releases: Annotated[
        int, typer.Option(min=1, metavar="N", help="The number of releases, each with these parameters.")
    ] = 1,
    style: StyleName = Style.TEXT,
    json: AlsoJson = False,
    output: Output = None,
) -> int:
    """Check whether published parameters fit together.

    Each parameter is derived exactly from the others. Exit status 1 means that neither the published eps and
    delta nor the published rho follow from the other.
    """
    style, files = chosen(json, style, "consistent", output)
    check_writable(output)
    with progress("consistent") as show:
        from symbolic_eps.notions.consistency import consistent as checked
        from symbolic_eps.report import consistency
        from symbolic_eps.report.envelope import result

        show("proving the conversions")
        found = checked(eps, delta, rho, releases)
        asked = {"eps": eps, "delta": delta, "rho": rho, "releases": releases}
        match style:
            case Style.JSON:
                text = result("consistent", asked, consistency.structured(found))
            case Style.FRAGMENT:
                text = fragment(found, files)
            case Style.TEXT:
                text = consistency.text(found)
    deliver(text, output)
    return 0 if found.consistent else ExitStatus.FAILED
