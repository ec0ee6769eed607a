"""`symbolic-eps randomized-response`: the best way to ask a sensitive yes/no question, and its accuracy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symbolic_eps.cli.options import AlsoJson, Output, Seed, StyleName, seed_of
from symbolic_eps.cli.output import check_writable, deliver, progress
from symbolic_eps.cli.told import Style, chosen, fragment
from symbolic_eps.figures import require_matplotlib


def randomized_response(
    delta: Annotated[
        str | None,
        typer.Option(metavar="D", help="How well one answer may betray the truth: 0 not at all, 1 entirely."),
    ] = None,
    weight: Annotated[
        str, typer.Option(metavar="W", help="Weight of the error on those whose truth is 1.")
    ] = "1/2",
    theta: Annotated[
        str | None, typer.Option(metavar="T", help="The supposed share of those whose truth is 1: 3/10.")
    ] = None,
    n: Annotated[str | None, typer.Option("-n", metavar="N", help="How many people are asked.")] = None,
    outcomes: Annotated[int, typer.Option(min=2, max=3, help="Answers to choose from: 2 or 3.")] = 3,
    against: Annotated[
        str | None, typer.Option(metavar="T", help="A second share, to be told from --theta: 7/10.")
    ] = None,
    rate: Annotated[
        str | None,
        typer.Option(metavar="R", help="With --against: exponents where an error decreases so fast."),
    ] = None,
    level: Annotated[str, typer.Option(metavar="P", help="Probability of intervals.")] = "19/20",
    counts: Annotated[
        str | None,
        typer.Option(metavar="N,N,N", help="A survey's answers in the order shown: 412,300,288."),
    ] = None,
    goal: Annotated[
        str | None,
        typer.Option(
            metavar="GOAL", help='Find -n or --delta: "half-width 1/20", "mean-squared-error 1/1600".'
        ),
    ] = None,
    compare: Annotated[bool, typer.Option("--compare", help="Older designs under the same bound.")] = False,
    simulate: Annotated[
        int | None, typer.Option(metavar="N", help="Draw the answers of so many people.")
    ] = None,
    seed: Seed = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw information against theta (svg, png or pdf by extension)."),
    ] = None,
    style: StyleName = Style.TEXT,
    json: AlsoJson = False,
    output: Output = None,
) -> None:
    """Find the best randomized response to a yes/no question.

    The bound: (1-W) p_0 and W p_1, the weighted laws of an answer for the truths 0 and 1, differ by at most D
    in the l1 norm. A name instead of a number, as in --delta d, gives closed forms.
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
