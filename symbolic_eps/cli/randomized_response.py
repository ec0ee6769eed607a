"""`symbolic-eps randomized-response`: the best way to ask a sensitive yes/no question, and its accuracy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symbolic_eps.cli.options import AlsoJson, Output, Seed, StyleName, seed_of
from symbolic_eps.cli.output import check_writable, deliver, progress
from symbolic_eps.cli.output_format import Style, chosen, fragment
from symbolic_eps.figures import require_matplotlib


def randomized_response(
    delta: Annotated[
        str | None,
        typer.Option(
            metavar="D", help="How much one answer may reveal of the truth: from 0, nothing, to 1, all."
        ),
    ] = None,
    weight: Annotated[
        str, typer.Option(metavar="W", help="Weight of errors on people whose true answer is 1.")
    ] = "1/2",
    theta: Annotated[
        str | None,
        typer.Option(metavar="T", help="The assumed share of people whose true answer is 1: 3/10."),
    ] = None,
    n: Annotated[str | None, typer.Option("-n", metavar="N", help="The number of people asked.")] = None,
    outcomes: Annotated[int, typer.Option(min=2, max=3, help="The number of possible answers: 2 or 3.")] = 3,
    against: Annotated[
        str | None, typer.Option(metavar="T", help="A second share, to be distinguished from --theta: 7/10.")
    ] = None,
    rate: Annotated[
        str | None,
        typer.Option(
            metavar="R", help="With --against: error exponents when the other error decreases at this rate."
        ),
    ] = None,
    level: Annotated[str, typer.Option(metavar="P", help="Confidence level of intervals.")] = "19/20",
    counts: Annotated[
        str | None,
        typer.Option(metavar="N,N,N", help="Counts of answers in a survey, in the order shown: 412,300,288."),
    ] = None,
    goal: Annotated[
        str | None,
        typer.Option(
            metavar="GOAL",
            help='Find the -n or --delta that reaches this: "half-width 1/20", "mean-squared-error 1/1600".',
        ),
    ] = None,
    compare: Annotated[
        bool, typer.Option("--compare", help="Also show older designs under the same bound.")
    ] = False,
    simulate: Annotated[
        int | None, typer.Option(metavar="N", help="Simulate the answers of N people.")
    ] = None,
    seed: Seed = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Plot information against theta (svg, png or pdf by extension)."),
    ] = None,
    style: StyleName = Style.TEXT,
    json: AlsoJson = False,
    output: Output = None,
) -> None:
    """Find the best randomized response to a yes/no question.

    Let p_0 and p_1 be the probabilities of the answers for people whose truth is 0 or 1. The bound: (1-W) p_0
    and W p_1 differ by at most D in the l1 norm. A name instead of a number, as in --delta d, gives closed
    forms.
    """
    style, files = chosen(json, style, "randomized-response", output, plot)
    check_writable(output)
    require_matplotlib(plot)
    seed = seed_of(simulate, seed)
    with progress("randomized-response") as show:
        from symbolic_eps.answers.randomized_response import randomized_survey
        from symbolic_eps.report import randomized_response as report
        from symbolic_eps.report.envelope import result

        show("looking for the exact accuracy")
        found = randomized_survey(
            delta, weight, theta, n, outcomes, against, rate, level, counts, goal, compare, simulate, seed
        )
        asked = {
            **{"delta": delta, "weight": weight, "theta": theta, "n": n, "outcomes": outcomes},
            **{
                "against": against,
                "rate": rate,
                "level": level,
                "counts": counts,
                "goal": goal,
                "compare": compare,
            },
            **{"simulate": simulate, "seed": seed},
        }
        match style:
            case Style.JSON:
                document = result("randomized-response", asked, report.structured(found))
            case Style.FRAGMENT:
                document = fragment(found, files)
            case Style.TEXT:
                document = report.text(found)
        if plot is not None:
            from symbolic_eps.figures.output import save
            from symbolic_eps.figures.randomized_response import draw_information

            save(draw_information(found.question), plot)
    deliver(document, output)
