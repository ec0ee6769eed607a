"""`symbolic-eps signs`: where eps rises, falls and stands still, with proof; beside the papers' lemmas."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from symbolic_eps.cli.bindings import bindings
from symbolic_eps.cli.exit_status import ExitStatus
from symbolic_eps.cli.options import AlsoJson, Assumed, Fixed, Output, VariantName
from symbolic_eps.cli.output import check_folder, check_writable, deliver, notice, progress, write_all
from symbolic_eps.cli.output_format import Format, chosen, fixed_priors, rendered
from symbolic_eps.cli.saved_work import saved_work
from symbolic_eps.errors import InputError
from symbolic_eps.figures import require_matplotlib
from symbolic_eps.report.envelope import question
from symbolic_eps.time_limit import MOST_SECONDS


def signs(
    profile: Annotated[
        str | None,
        typer.Argument(
            metavar="PROFILE",
            help="The bound on the relative risk, in p, q and parameters; without it, the lemmas of the "
            "installed papers.",
        ),
    ] = None,
    assume: Assumed = None,
    fix: Fixed = None,
    box: Annotated[
        list[str] | None,
        typer.Option(
            "--box", metavar="BOUNDS", help='The priors at which the bound is enforced: "p0<=p<=p1".'
        ),
    ] = None,
    variant: VariantName = "unbounded",
    style: Annotated[Format, typer.Option("--format", help="Output format.")] = Format.TEXT,
    json: AlsoJson = False,
    anew: Annotated[
        bool, typer.Option("--derive", help="Derive the papers' lemmas again, without the shipped proofs.")
    ] = False,
    certificates: Annotated[
        Path | None,
        typer.Option(
            "--certificates",
            metavar="FOLDER",
            help="Write certificates to this folder; with PROFILE, reuse those of an earlier run.",
        ),
    ] = None,
    seconds: Annotated[
        int | None,
        typer.Option(
            "--patience",
            min=1,
            max=MOST_SECONDS,
            metavar="SECONDS",
            help="Time limit. At the end the rest is open; the same command continues from there.",
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Plot the regions over the priors (.svg, .png, .pdf)."),
    ] = None,
    assignments: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=NUMBER", help="Value of a parameter in the plot: r=3."),
    ] = None,
    output: Output = None,
) -> int:
    """Prove where eps rises, falls or stands still.

    Here eps is what a single pair of priors allows under PROFILE. For each prior and each parameter it is
    derived under which conditions eps rises with it. Without PROFILE, the lemmas of the papers are shown
    beside what is derived for them.
    """
    style, files = chosen(json, style, "signs", output, plot)
    check_writable(output)
    check_folder(certificates, "--certificates")
    about_a_profile = bool(assume or fix or box or plot or assignments or variant != "unbounded")
    _check(profile is not None, about_a_profile, anew, bool(assignments), plot)
    values = bindings("--set", assignments)
    with progress("signs") as show:
        from symbolic_eps.answers.signs import KIND, notices, sign_lemmas
        from symbolic_eps.answers.signs import signs as examined
        from symbolic_eps.report import signs as report

        if profile is None:
            answers = list(sign_lemmas(show, anew, seconds))
        else:
            from symbolic_eps.profiles.assumed_names import check_assumed_of_groups
            from symbolic_eps.profiles.groups import read_group

            check_assumed_of_groups([read_group(profile)], assume or (), fix or (), box or ())
            with saved_work(certificates, KIND) as saved:
                how: dict[str, Any] = {"variant": variant, "progress": show, "patience": seconds}
                answers = [examined(profile, assume or (), fix or (), box or (), saved=saved, **how)]
        more = {"assumptions": list(assume or ()), "derive": anew, "patience": seconds}
        asked = question(profile, values, fixed_priors(fix), box, variant, **more)
        text = rendered("signs", asked, answers, report.record, report.prose, style, files)
    if certificates is not None:
        for one in answers:
            write_all(one.files, certificates)
    if plot is not None:
        from symbolic_eps.figures.output import save
        from symbolic_eps.figures.signs import draw_signs

        save(draw_signs(answers[0], values), plot)
    deliver(text, output)
    for one in answers:
        for line in notices(one):
            notice(line)
    return 0 if all(one.complete for one in answers) else ExitStatus.FAILED


def _check(has_profile: bool, about_a_profile: bool, anew: bool, numbers: bool, plot: Path | None) -> None:
    """Refuse options that do not go together, before any work."""
    if not has_profile and about_a_profile:
        raise InputError(
            'give a PROFILE, such as "r": --assume, --fix, --box, --variant, --set and --plot go with one'
        )
    if has_profile and anew:
        raise InputError("--derive goes without PROFILE: a profile's signs are always derived now")
    if numbers and plot is None:
        raise InputError("--set goes with --plot FILE: it gives the numbers for the drawing")
    require_matplotlib(plot)
