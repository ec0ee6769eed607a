"""`symbolic-eps conform`: checks somebody else's implementation against the exact values."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symbolic_eps.cli.completion import formulas
from symbolic_eps.cli.exit_status import ExitStatus
from symbolic_eps.cli.options import AlsoJson, Output, StyleName
from symbolic_eps.cli.output import check_writable, deliver, progress
from symbolic_eps.cli.output_format import Files, Style, chosen, fragment
from symbolic_eps.errors import InputError

if TYPE_CHECKING:
    from symbolic_eps.export.packages.conformance import Conformance


def conform(
    command: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="-- CMD",
            help="The program to test. It reads the arguments of a point from each line of standard input, "
            "and writes one number a line.",
        ),
    ] = None,
    formula: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            autocompletion=formulas,
            help="The formula, as in export --list, or a file from derive --json.",
        ),
    ] = None,
    points: Annotated[int, typer.Option(min=1, help="The approximate number of points.")] = 2000,
    seconds: Annotated[float, typer.Option(min=1, help="Time limit for the program.")] = 600.0,
    max_ulps: Annotated[
        float | None,
        typer.Option(
            "--max-ulps",
            metavar="N",
            help="The largest error allowed, in units in the last place. By default 2^51, a quarter to a "
            "half of the value: plain double precision stays below that even where digits cancel.",
        ),
    ] = None,
    junit: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write the results as JUnit XML, for a CI server."),
    ] = None,
    style: StyleName = Style.TEXT,
    json: AlsoJson = False,
    output: Output = None,
) -> int:
    """Test another program against a formula's exact values.

    The program reads one line for each point: the arguments in the order of the formula, separated by blanks
    (2.5 0.1 0.5 for r, p, q of root). It answers each with a line that is a number.

    Exit status 1 if a result is above the exact eps, not a number, wrongly infinite, or wrong by more than
    --max-ulps; 2 if the program fails or answers with anything but one number a line.
    """
    style, files = chosen(json, style, "conform", output)
    check_writable(output)
    check_writable(junit, "--junit")
    if formula is None or not command:
        raise InputError(
            "say what and whom to check, such as --formula root -- python my_root.py (symbolic-eps export "
            "--list names the formulas)"
        )
    for option, number in (("--seconds", seconds), ("--max-ulps", max_ulps)):
        if number is not None and not 0 <= number < inf:
            raise InputError(f"{option} {number:g}: name a number from 0 on, such as 100")
    with progress("conform") as show:
        from symbolic_eps.cli.export import selected
        from symbolic_eps.export.packages.conformance import MAX_ULPS, conformance
        from symbolic_eps.export.packages.other_program import check_program
        from symbolic_eps.report.junit import errored, judged

        most = MAX_ULPS if max_ulps is None else max_ulps
        try:
            check_program(command)
            (asked_for,) = selected([formula], show)
            show("asking the program")
            judged_points = conformance(asked_for, command, points, seconds, most)
        except InputError as error:
            if junit is not None:
                deliver(errored(formula, str(error)), junit)
            raise
    if junit is not None:
        deliver(judged(judged_points), junit)
    asked = {
        "formula": formula,
        "command": command,
        "points": points,
        "seconds": seconds,
        "max_ulps": most,
    }
    deliver(_text(style, judged_points, asked, files), output)
    return 0 if judged_points.passed else ExitStatus.FAILED


def _text(style: Style, found: Conformance, asked: Mapping[str, Any], files: Files) -> str:
    from symbolic_eps.report.conformance import rendered, structured

    match style:
        case Style.JSON:
            from symbolic_eps.report.envelope import result

            return result("conform", asked, structured(found))
        case Style.FRAGMENT:
            from symbolic_eps.report.fragment.checks import conformed

            return fragment(conformed(found, asked["command"]), files)
        case Style.TEXT:
            return rendered(found)
