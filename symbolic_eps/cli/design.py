"""`symbolic-eps design`: the smallest parameter of a profile whose eps is accurate enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from symbolic_eps.cli.bindings import bindings
from symbolic_eps.cli.notions import Typed, design_under, known_kind, refuse, refuse_unfit
from symbolic_eps.cli.options import (
    AlsoJson,
    Delta,
    FixedAtNumbers,
    NotionName,
    NumericBox,
    Output,
    StyleName,
    VariantName,
)
from symbolic_eps.cli.output import check_writable, deliver, progress
from symbolic_eps.cli.output_format import Style, chosen, fragment
from symbolic_eps.errors import InputError

if TYPE_CHECKING:
    from symbolic_eps.inverse.goal import Goal


def design(
    profile: Annotated[
        str, typer.Argument(metavar="PROFILE", help="The bound on the relative risk, with parameters.")
    ],
    find: Annotated[str, typer.Option(metavar="NAME", help="The parameter to choose: a, r, b, ...")],
    assume: Annotated[list[str], typer.Option(metavar="RANGE", help='The range of the parameter: "0<a<1".')],
    assignments: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=NUMBER", help="Value of another parameter, read exactly: r=5."),
    ] = None,
    fixings: FixedAtNumbers = None,
    box: NumericBox = None,
    rmse: Annotated[
        str | None, typer.Option(metavar="COUNTS", help="Goal: a root mean squared error of at most COUNTS.")
    ] = None,
    crossing: Annotated[
        str | None,
        typer.Option(
            metavar="PROBABILITY",
            help="Goal: noise carries --count across --threshold with at most this probability.",
        ),
    ] = None,
    count: Annotated[
        str | None, typer.Option(metavar="COUNT", help="The true or a hypothetical count (for --crossing).")
    ] = None,
    threshold: Annotated[
        str | None, typer.Option(metavar="COUNT", help="Counts up to this meet the target (for --crossing).")
    ] = None,
    epsilon: Annotated[
        str | None, typer.Option(metavar="EPS", help="Goal: a budget of at least EPS: 1/2, log(9).")
    ] = None,
    mechanism: Annotated[str, typer.Option(help="geometric or laplace.")] = "geometric",
    variant: VariantName = "unbounded",
    notion: NotionName = None,
    delta: Delta = None,
    kind: Annotated[
        str,
        typer.Option(
            "--kind",
            metavar="KIND",
            help="With --notion: the kind of cap that PROFILE is: relative-risk, posterior, difference or "
            "odds-ratio.",
        ),
    ] = "relative-risk",
    style: StyleName = Style.TEXT,
    json: AlsoJson = False,
    output: Output = None,
) -> None:
    """Find the least value of a parameter that meets a goal.

    The goal is an accuracy of the release, or a budget: the recommended eps must allow it. With --notion, the
    goal is a budget (eps or rho) that must satisfy the cap.
    """
    style, files = chosen(json, style, "design", output)
    check_writable(output)
    refuse_unfit(notion, delta, want_one=True)
    if notion is not None:
        others = {"--rmse": rmse, "--crossing": crossing, "--count": count, "--threshold": threshold}
        refuse(others | {"--fix": fixings, "--variant": variant != "unbounded"})
        if epsilon is None:
            raise InputError(
                "give the budget that is to suffice: --epsilon 1/2, the eps or rho of the notion"
            )
        typed = Typed(
            notion, delta, None, {known_kind(kind): [profile]}, assume, box, bindings("--set", assignments)
        )
        design_under(typed, find, epsilon, style, output)
        return
    if kind != "relative-risk":
        raise InputError("--kind goes with --notion approximate or renyi-2")
    with progress("design") as show:
        from symbolic_eps.inverse.design import design as designed
        from symbolic_eps.report import design as report
        from symbolic_eps.report.envelope import question, result

        values, fixed = bindings("--set", assignments), bindings("--fix", fixings)
        goal = _goal(rmse, crossing, count, threshold, epsilon, mechanism)
        found = designed(profile, find, goal, values, fixed, box or (), assume, show, variant)
        if style is Style.FRAGMENT:
            text = fragment(found, files)
        elif style is Style.JSON:
            goals = {"rmse": rmse, "crossing": crossing, "count": count, "threshold": threshold}
            own = {"find": find, "assumptions": assume, **goals, "epsilon": epsilon, "mechanism": mechanism}
            text = result(
                "design", question(profile, values, fixed, box, variant, **own), report.structured(found)
            )
        else:
            text = report.text(found)
    deliver(text, output)


def _goal(
    rmse: str | None,
    crossing: str | None,
    count: str | None,
    threshold: str | None,
    epsilon: str | None,
    mechanism: str,
) -> Goal:
    from symbolic_eps.inverse.goal import budget_goal, crossing_goal, deviation_goal

    if sum(goal is not None for goal in (rmse, crossing, epsilon)) != 1:
        raise InputError(
            "give one goal: --rmse 2, --crossing 1/10 (with --count and --threshold) or --epsilon 1/2"
        )
    if crossing is not None:
        if count is None or threshold is None:
            raise InputError(
                "--crossing needs --count and --threshold, such as --count 25 --threshold 24.072"
            )
        return crossing_goal(count, threshold, crossing, mechanism)
    if count is not None or threshold is not None:
        raise InputError("--count and --threshold go with --crossing: add --crossing 1/10, or leave them out")
    return deviation_goal(rmse, mechanism) if rmse is not None else budget_goal(str(epsilon), mechanism)
