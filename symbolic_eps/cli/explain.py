"""`symbolic-eps explain`: what a given eps guarantees, the reverse of a recommendation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symbolic_eps.cli.bindings import bindings
from symbolic_eps.cli.notions import explain_under, refuse, refuse_unfit
from symbolic_eps.cli.options import (
    AlsoJson,
    Delta,
    FixedAtNumbers,
    NotionName,
    Output,
    StyleName,
    VariantName,
)
from symbolic_eps.cli.output import check_writable, deliver, progress
from symbolic_eps.cli.output_format import Style, chosen, fragment
from symbolic_eps.errors import InputError
from symbolic_eps.figures import require_matplotlib


def explain(
    epsilon: Annotated[
        str, typer.Argument(metavar="EPS", help="The budget, read exactly: 1/2, 0.5, log(9), log(3)/2.")
    ],
    fixings: FixedAtNumbers = None,
    box: Annotated[
        list[str] | None,
        typer.Option(metavar="BOUNDS", help='Only these priors: "1/10<=p<=1/2".'),
    ] = None,
    priors: Annotated[
        list[str] | None,
        typer.Option(
            "--prior",
            metavar="P,Q",
            help="Also show what the adversary with these priors can learn: p=1/10,q=1.",
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Plot posterior against prior (svg, png or pdf by extension)."),
    ] = None,
    variant: VariantName = "unbounded",
    notion: NotionName = None,
    delta: Delta = None,
    baselines: Annotated[
        list[str] | None,
        typer.Option(
            "--baseline",
            metavar="K",
            help="With --notion: also show the success of attacks at this baseline.",
        ),
    ] = None,
    releases: Annotated[
        int | None,
        typer.Option(metavar="N", help="With --notion: the number of releases, each with this budget."),
    ] = None,
    style: StyleName = Style.TEXT,
    json: AlsoJson = False,
    output: Output = None,
) -> None:
    """Say what EPS guarantees: risk, posterior, odds ratio.

    Shows the least and the largest value of each over all priors, or over those that --fix and --box allow.
    With --notion: the success of attacks under an eps with a delta, or under a rho.
    """
    style, files = chosen(json, style, "explain", output, plot)
    check_writable(output)
    require_matplotlib(plot)
    refuse_unfit(notion, delta, want_one=True)
    if notion is not None:
        refuse({"--fix": fixings, "--prior": priors, "--plot": plot, "--variant": variant != "unbounded"})
        explain_under(notion, epsilon, delta, box, baselines, releases, style, output)
        return
    if baselines or releases is not None:
        raise InputError("--baseline and --releases go with --notion approximate or renyi-2")
    with progress("explain") as show:
        from symbolic_eps.guarantees.explanation import explain as explained
        from symbolic_eps.report import explanation
        from symbolic_eps.report.envelope import result

        at = [_priors(text) for text in priors or ()]
        fixed = bindings("--fix", fixings)
        answer = explained(epsilon, fixed, box or (), at, variant)
        show("checking the proofs")
        asked = {"epsilon": epsilon, "fixed": fixed, "box": list(box or ()), "priors": at, "variant": variant}
        match style:
            case Style.JSON:
                document = result("explain", asked, explanation.structured(answer))
            case Style.FRAGMENT:
                document = fragment(answer, files)
            case Style.TEXT:
                document = explanation.text(answer)
        if plot is not None:
            from symbolic_eps.figures.guarantee import draw_explanation
            from symbolic_eps.figures.output import save

            save(draw_explanation(answer), plot)
    deliver(document, output)


def _priors(text: str) -> dict[str, str]:
    """Both priors of `--prior`."""
    both = bindings("--prior", text.split(",")) if "=" in text else {}
    if set(both) != {"p", "q"}:
        raise InputError(f"--prior {text[:60]}: name both priors, such as p=1/10,q=1")
    return both
