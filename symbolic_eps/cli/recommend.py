"""`symbolic-eps recommend`: one eps for one risk profile with numbers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symbolic_eps.cli.bindings import bindings
from symbolic_eps.cli.options import CoqFolder, FixedAtNumbers, Json, NumericBox, Output, VariantName
from symbolic_eps.cli.output import check_folder, check_writable, deliver, notice, progress, write_all
from symbolic_eps.cli.theorems import write_theorems
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.figures import require_matplotlib

if TYPE_CHECKING:
    from symbolic_eps.answers.exact_recommendation import Recommendation
    from symbolic_eps.enclosed.recommended import EnclosedRecommendation, SampledRecommendation
    from symbolic_eps.mechanisms.accuracy import Threshold

PATIENCE = 120
"""Seconds after which the exact value of a rational profile is given up."""


def recommend(
    profile: Annotated[
        str | None,
        typer.Argument(
            metavar="PROFILE",
            help="The bound on the relative risk, in p and q: + - * / **, max, min, piecewise, sqrt, "
            "exp, log, oo (a text that begins with - goes after --).",
        ),
    ] = None,
    assignments: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=NUMBER", help="A parameter's value, read exactly: a=1/4, a=0.05."
        ),
    ] = None,
    fixings: FixedAtNumbers = None,
    box: NumericBox = None,
    table: Annotated[
        Path | None,
        typer.Option(help="Instead of PROFILE: a CSV file with the columns p, q, r on a full grid."),
    ] = None,
    interpolation: Annotated[
        str | None,
        typer.Option(metavar="KIND", help="Between a table's points: bilinear, nearest or lower."),
    ] = None,
    variant: VariantName = "unbounded",
    width: Annotated[
        str | None,
        typer.Option(
            metavar="NUMBER",
            help="Enclose eps to this width, 1e-10 by default where the profile is not rational.",
        ),
    ] = None,
    boxes: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Boxes to examine at most for an enclosure.")
    ] = None,
    seconds: Annotated[
        int,
        typer.Option(
            "--patience",
            min=1,
            metavar="SECONDS",
            help="For all of it: eps is enclosed first, and without an exact value by then stays so.",
        ),
    ] = PATIENCE,
    count: Annotated[
        str | None, typer.Option(metavar="COUNT", help="A true count, perhaps hypothetical (--threshold).")
    ] = None,
    threshold: Annotated[
        str | None,
        typer.Option(metavar="COUNT", help="Met by counts <= this: how likely noise carries --count across."),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Draw profile, eps_i and the posterior guaranteed (svg, png or pdf by extension).",
        ),
    ] = None,
    certificates: Annotated[
        Path | None,
        typer.Option(
            "--certificates",
            metavar="FOLDER",
            help="Write the certificates of an exact value to this folder, for `symbolic-eps check`.",
        ),
    ] = None,
    coq: CoqFolder = None,
    json: Json = False,
    output: Output = None,
) -> None:
    """Recommend the largest eps that keeps to PROFILE.

    The relative risk is kept within PROFILE for all priors. A rational profile gets an exact value with a
    proof; any other an enclosure that is proved to contain it.
    """
    check_writable(output)
    check_folder(certificates, "--certificates")
    check_folder(coq, "--coq")
    _check(profile, table, interpolation, count, threshold, plot)
    more_asked = any((json, table, box, width, boxes, count, plot, certificates, coq))
    if not more_asked and _quickly(profile, assignments, fixings, variant, output):
        return
    with progress("recommend") as show:
        from symbolic_eps.answers.exact_recommendation import Recommendation
        from symbolic_eps.answers.recommendation import recommend as recommended
        from symbolic_eps.enclosed.recommended import EnclosedRecommendation
        from symbolic_eps.enclosed.tabulated import read_table
        from symbolic_eps.mechanisms.accuracy import Threshold
        from symbolic_eps.report.envelope import question

        line = None if count is None or threshold is None else Threshold.of(count, threshold)
        asked = profile if table is None else read_table(table, str(interpolation))
        values, fixed = bindings("--set", assignments), bindings("--fix", fixings)
        recommendation = recommended(asked, values, fixed, box or (), show, width, boxes, variant, seconds)
        file = None if table is None else {"file": str(table), "interpolation": interpolation}
        more = {"width": width, "boxes": boxes, "patience": seconds, "count": count, "threshold": threshold}
        whole = question(profile, values, fixed, box, variant, table=file, **more)
        text = _rendered(recommendation, line, whole if json else None)
        reached = isinstance(recommendation, Recommendation) or (
            isinstance(recommendation, EnclosedRecommendation) and recommendation.minimum.reached
        )
        _tell(recommendation, seconds)
    deliver(text, output)
    if certificates is not None:
        write_all(_files(recommendation), certificates)
    if coq is not None:
        _write_theorem(recommendation, coq)
    if plot is not None:
        from symbolic_eps.figures.guarantee import draw_recommendation
        from symbolic_eps.figures.output import save

        save(draw_recommendation(recommendation), plot)  # type: ignore[arg-type]  # only a callable is sampled
    if not reached:
        notice("the enclosure is wider than asked: give more --boxes or more --patience")
        raise typer.Exit(1)


def _quickly(
    profile: str | None,
    assignments: list[str] | None,
    fixings: list[str] | None,
    variant: str,
    output: Path | None,
) -> bool:
    """Whether the exact answer was found, and delivered, without SymPy: most profiles with numbers."""
    from symbolic_eps.quick.text import quick_text

    with progress("recommend") as show:
        text = quick_text(str(profile), assignments or (), fixings or (), variant, show)
    if text is not None:
        deliver(text, output)
    return text is not None


def _write_theorem(
    recommendation: Recommendation | EnclosedRecommendation | SampledRecommendation, folder: Path
) -> None:
    from symbolic_eps.answers.exact_recommendation import Recommendation

    if not isinstance(recommendation, Recommendation):
        raise UndecidedError("only an exact value can be a theorem of Coq: none is written")
    write_theorems(recommendation.derived, folder)


def _tell(
    recommendation: Recommendation | EnclosedRecommendation | SampledRecommendation, seconds: int
) -> None:
    """Why there is no exact value, or no bound at all."""
    from symbolic_eps.enclosed.recommended import EnclosedRecommendation, SampledRecommendation
    from symbolic_eps.report.blame import reason

    if isinstance(recommendation, EnclosedRecommendation) and recommendation.reason:
        longer = f"; --patience {10 * seconds} gives it ten times as long" if recommendation.late else ""
        notice(f"no exact value: {recommendation.reason}{longer}: an enclosure instead")
    if not isinstance(recommendation, SampledRecommendation) and recommendation.blame is not None:
        notice(f"nothing constrains eps: {reason(recommendation.blame)}")


def _files(
    recommendation: Recommendation | EnclosedRecommendation | SampledRecommendation,
) -> dict[Path, str]:
    """The certificates of an exact value in one file, named after the question."""
    from symbolic_eps.answers.exact_recommendation import Recommendation
    from symbolic_eps.answers.saved_work import fingerprint
    from verify.certificates.certificate import as_text

    if not isinstance(recommendation, Recommendation):
        notice("only an exact value has certificates: none are written")
        return {}
    name = f"recommend-{fingerprint(recommendation.profile)}.json"
    return {Path(name): as_text(recommendation.certificates.values())}


def _check(
    profile: str | None,
    table: Path | None,
    interpolation: str | None,
    count: str | None,
    threshold: str | None,
    plot: Path | None,
) -> None:
    """Refuse options that do not go together, before any work."""
    if (profile is None) == (table is None):
        raise InputError('give PROFILE, such as "max(1/(4*p*q), 3)", or --table FILE: one of the two')
    if (interpolation is None) != (table is None):
        raise InputError(
            "--table FILE goes with --interpolation: write --interpolation bilinear, nearest or lower"
        )
    if (count is None) != (threshold is None):
        raise InputError("--count and --threshold go together, such as --count 25 --threshold 24.072")
    require_matplotlib(plot)
    if plot is not None and profile is None:
        raise InputError(
            "--plot draws a PROFILE that is given as a formula, not a table: leave out --plot or --table"
        )


def _rendered(
    answer: Recommendation | EnclosedRecommendation | SampledRecommendation,
    line: Threshold | None,
    asked: Mapping[str, Any] | None,
) -> str:
    """The answer as JSON with what was asked, or, without that, as text."""
    from symbolic_eps.answers.exact_recommendation import Recommendation
    from symbolic_eps.report import enclosed, recommendation, structured
    from symbolic_eps.report.envelope import dumped, head

    if asked is None:
        if isinstance(answer, Recommendation):
            return recommendation.text(answer, line)
        return enclosed.text(answer, line)
    from symbolic_eps.decision.record import with_record

    if isinstance(answer, Recommendation):
        found = structured.recommendation(answer, line)
    else:
        found = enclosed.structured(answer, line)
    return dumped(with_record(head("recommend", asked) | found, answer))
