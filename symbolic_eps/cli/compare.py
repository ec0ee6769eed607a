"""`symbolic-eps compare`: budgets side by side, given or recommended for profiles."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symbolic_eps.cli.bindings import bindings
from symbolic_eps.cli.options import AlsoJson, FixedAtNumbers, NumericBox, Output, StyleName, VariantName
from symbolic_eps.cli.output import check_writable, deliver, progress
from symbolic_eps.cli.output_format import Style, chosen, fragment
from symbolic_eps.cli.recommend import PATIENCE
from symbolic_eps.figures import require_matplotlib


def compare(
    budgets: Annotated[
        list[str] | None, typer.Argument(metavar="[EPS]...", help="Budgets: 1/2, log(9).")
    ] = None,
    profiles: Annotated[
        list[str] | None,
        typer.Option(
            "--profile", metavar="PROFILE", help="Also compare the eps recommended for this profile."
        ),
    ] = None,
    assignments: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=NUMBER", help="Value of a parameter of --profile."),
    ] = None,
    fixings: FixedAtNumbers = None,
    box: NumericBox = None,
    variant: VariantName = "unbounded",
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Plot posteriors and noise (svg, png or pdf by extension)."),
    ] = None,
    style: StyleName = Style.TEXT,
    json: AlsoJson = False,
    output: Output = None,
) -> None:
    """Compare budgets: the risks and the noise of each.

    Budgets are given, or recommended for profiles. --fix and --box apply to the profiles and to the risks.
    """
    style, files = chosen(json, style, "compare", output, plot)
    check_writable(output)
    require_matplotlib(plot)
    with progress("compare") as show:
        from symbolic_eps.answers.comparison import compare as compared
        from symbolic_eps.report import comparison as report
        from symbolic_eps.report.envelope import result

        values, fixed = bindings("--set", assignments), bindings("--fix", fixings)
        places = values, fixed, box or ()
        answer = compared(budgets or (), profiles or (), *places, variant, show, PATIENCE)
        asked = {"budgets": list(budgets or ()), "profiles": list(profiles or ()), "parameters": values}
        asked |= {"fixed": fixed, "box": list(box or ()), "variant": variant}
        match style:
            case Style.JSON:
                text = result("compare", asked, report.structured(answer))
            case Style.FRAGMENT:
                text = fragment(answer, files)
            case Style.TEXT:
                text = report.text(answer)
        if plot is not None:
            from symbolic_eps.figures.comparison import draw_comparison
            from symbolic_eps.figures.output import save

            save(draw_comparison(answer), plot)
    deliver(text, output)
