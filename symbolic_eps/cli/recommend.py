"""`symbolic-eps recommend`: one eps for one risk profile with numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symbolic_eps.cli.bindings import bindings
from symbolic_eps.cli.exit_status import ExitStatus
from symbolic_eps.cli.notions import Typed, deliver_budget, refuse, refuse_unfit
from symbolic_eps.cli.notions import capped as capped_success
from symbolic_eps.cli.one_profile import One
from symbolic_eps.cli.options import (
    AlsoJson,
    CoqFolder,
    Delta,
    Difference,
    FixedAtNumbers,
    GivenEps,
    Groups,
    NotionName,
    NumericBox,
    OddsRatio,
    Output,
    Posterior,
    StyleName,
    VariantName,
)
from symbolic_eps.cli.output import check_folder, check_writable, deliver, notice, progress, write_all
from symbolic_eps.cli.output_format import Files, Format, Style, chosen, fragment
from symbolic_eps.cli.report import Report
from symbolic_eps.cli.scenario import Asked, decide
from symbolic_eps.cli.theorems import write_theorems
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.figures import require_matplotlib
from symbolic_eps.memo.write import check_memo
from symbolic_eps.time_limit import MOST_SECONDS, Patience

if TYPE_CHECKING:
    from symbolic_eps.answers.exact_recommendation import Recommendation
    from symbolic_eps.enclosed.recommended import EnclosedRecommendation, SampledRecommendation
    from symbolic_eps.fast_recommendation.text import FastAnswer
    from symbolic_eps.mechanisms.accuracy import Threshold

    Answer = Recommendation | EnclosedRecommendation | SampledRecommendation

Quick = tuple[str, Sequence[str], Sequence[str], str]
"""A profile, numbers for its parameters and for priors, and the variant, as typed."""

PATIENCE = 120
"""Seconds after which the exact value of a rational profile is given up."""


def recommend(
    context: typer.Context,
    profile: Annotated[
        str | None,
        typer.Argument(
            metavar="PROFILE",
            help="The bound on the relative risk, in p and q. Use + - * / **, max, min, piecewise, sqrt, "
            "exp, log, oo. If it begins with -, write it last, after --.",
        ),
    ] = None,
    assignments: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=NUMBER", help="Values of parameters, read exactly: a=1/4,r=0.05."
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
        typer.Option(
            metavar="KIND", help="Interpolation between the points of --table: bilinear, nearest or lower."
        ),
    ] = None,
    posterior: Posterior = None,
    difference: Difference = None,
    odds_ratio: OddsRatio = None,
    group: Groups = None,
    scenario: Annotated[
        Path | None,
        typer.Option(
            "--scenario",
            metavar="FILE",
            help="Instead of PROFILE: a TOML file of adversaries, with caps for each, and releases.",
        ),
    ] = None,
    variant: VariantName = "unbounded",
    notion: NotionName = None,
    delta: Delta = None,
    eps: GivenEps = None,
    width: Annotated[
        str | None,
        typer.Option(
            metavar="NUMBER",
            help="Enclose eps to this width; by default 1e-10 if the profile is not rational.",
        ),
    ] = None,
    boxes: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="The most rectangles of priors to examine for an enclosure."),
    ] = None,
    seconds: Annotated[
        int,
        typer.Option(
            "--patience",
            min=1,
            max=MOST_SECONDS,
            metavar="SECONDS",
            help="Time limit. eps is enclosed first; the exact value is sought in the remaining time.",
        ),
    ] = PATIENCE,
    count: Annotated[
        str | None, typer.Option(metavar="COUNT", help="A true or hypothetical count (for --threshold).")
    ] = None,
    threshold: Annotated[
        str | None,
        typer.Option(
            metavar="COUNT",
            help="Counts up to this meet a target: shows the probability that noise carries --count across "
            "it.",
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Plot the profile, the eps for each prior and the guaranteed posterior (svg, png or pdf "
            "by extension).",
        ),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report",
            metavar="FILE",
            help="Write a memo on the guarantee, its cost in noise and its proof (html, md or pdf).",
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(
            "--name", metavar="TEXT", help="The name of the release, used as the title of the memo."
        ),
    ] = None,
    certificates: Annotated[
        Path | None,
        typer.Option(
            "--certificates",
            metavar="FOLDER",
            help="Write the certificates of an exact value to this folder (see symbolic-eps check).",
        ),
    ] = None,
    coq: CoqFolder = None,
    style: StyleName = Style.TEXT,
    json: AlsoJson = False,
    output: Output = None,
) -> int:
    """Recommend the largest eps that satisfies PROFILE.

    With this eps the relative risk stays within PROFILE at all priors, and within all other caps given. A
    rational profile gets an exact value with a proof; any other a proved enclosure of it.
    """
    style, files = chosen(json, style, "recommend", output, plot)
    _check_files(output, certificates, coq, plot, report)
    refuse_unfit(notion, delta, eps)
    if notion is not None:
        refuse(
            {"--fix": fixings, "--table": table, "--group": group, "--scenario": scenario, "--report": report}
        )
        refuse({"--width": width, "--boxes": boxes, "--coq": coq, "--plot": plot, "--count": count})
        refuse({"--variant": variant != "unbounded"})
        success = capped_success(profile, posterior, difference, odds_ratio)
        typed = Typed(notion, delta, eps, success, box=box, numbers=bindings("--set", assignments))
        return deliver_budget("recommend", typed, seconds, Format(style), certificates, output)
    paper = _memo(report, name, context.obj)
    _check_together(interpolation, table, count, threshold)
    caps = {"posterior": posterior or (), "difference": difference or (), "odds-ratio": odds_ratio or ()}
    effort: dict[str, object] = {"--width": width, "--boxes": boxes, "--coq": coq}
    if scenario is not None or group:
        _refuse("several adversaries", {"--table": table, "--certificates": certificates} | effort)
        everyone = profile, caps, group or (), assignments or (), fixings or (), box or ()
        asked = Asked(scenario, *everyone, variant, count, threshold)
        return decide(asked, seconds, style, files, paper)
    capped = any(caps.values())
    _check(profile, table, capped, plot, report)
    more_asked = any((style is Style.FRAGMENT, table, box, capped, count, plot, report, *effort.values()))
    quick = str(profile), assignments or (), fixings or (), variant
    if not more_asked and _fast(quick, style, seconds, certificates, output):
        return ExitStatus.DONE
    patience = Patience(seconds)
    with progress("recommend") as show:
        values, fixed = bindings("--set", assignments), bindings("--fix", fixings)
        one = One(profile, caps, values, fixed, box or (), variant, width, boxes, seconds)
        recommendation = one.recommendation(show, table, interpolation)
        whole = one.question(table, interpolation, count, threshold) if style is Style.JSON else None
        text = _rendered(recommendation, _threshold(count, threshold), whole, style, files)
        _tell(recommendation, seconds)
    deliver(text, output)
    _write(recommendation, certificates, coq, patience, plot)
    if paper is not None:
        paper.write(one.as_scenario(recommendation, count, threshold))
    return _status(recommendation)


def _memo(report: Path | None, name: str | None, typed: Sequence[str] | None) -> Report | None:
    if name is not None and report is None:
        raise InputError("--name is the memo's title: add --report FILE, such as --report memo.html")
    return None if report is None else Report(report, name or "", tuple(typed or ()))


def _check_files(
    output: Path | None, certificates: Path | None, coq: Path | None, plot: Path | None, report: Path | None
) -> None:
    """Refuse what cannot be written, before any work."""
    check_writable(output)
    check_folder(certificates, "--certificates")
    check_folder(coq, "--coq")
    require_matplotlib(plot)
    check_memo(report)


def _threshold(count: str | None, threshold: str | None) -> Threshold | None:
    from symbolic_eps.mechanisms.accuracy import Threshold

    return None if count is None or threshold is None else Threshold.of(count, threshold)


def _status(recommendation: Answer) -> ExitStatus:
    """Whether the enclosure is as narrow as it was to be; if not, that is told."""
    from symbolic_eps.answers.exact_recommendation import Recommendation
    from symbolic_eps.enclosed.recommended import EnclosedRecommendation

    if isinstance(recommendation, Recommendation) or (
        isinstance(recommendation, EnclosedRecommendation) and recommendation.minimum.reached
    ):
        return ExitStatus.DONE
    notice("the enclosure is wider than asked: give more --boxes or more --patience")
    return ExitStatus.FAILED


def _write(
    recommendation: Answer, certificates: Path | None, coq: Path | None, patience: Patience, plot: Path | None
) -> None:
    """What is asked for besides the text."""
    if certificates is not None:
        write_all(_files(recommendation), certificates)
    _write_theorem(recommendation, coq, patience)
    if plot is not None:
        from symbolic_eps.figures.guarantee import draw_recommendation
        from symbolic_eps.figures.output import save

        save(draw_recommendation(recommendation), plot)  # type: ignore[arg-type]  # only a callable is sampled


def _fast(
    question: Quick, style: Style, seconds: int, certificates: Path | None, output: Path | None
) -> bool:
    """Whether the exact answer was found by the fast search, and delivered: most profiles with numbers."""
    from symbolic_eps.fast_recommendation.text import fast_answer

    with progress("recommend") as show:
        answer = fast_answer(*question, show)
    told = (
        None if answer is None else answer.text if style is Style.TEXT else _json(answer, question, seconds)
    )
    if answer is None or told is None:
        return False
    deliver(told, output)
    if certificates is not None:
        write_all(answer.files, certificates)
    return True


def _json(answer: FastAnswer, question: Quick, seconds: int) -> str | None:
    """As JSON, if its judge accepts it."""
    from symbolic_eps.report.envelope import dumped
    from symbolic_eps.report.fast_recommendation import fast_recommendation
    from verify.polynomial import Rejected

    profile, assignments, fixings, variant = question
    values, fixed = bindings("--set", assignments), bindings("--fix", fixings)
    one = One(profile, {}, values, fixed, (), variant, None, None, seconds)
    with suppress(Rejected):
        return dumped(fast_recommendation(answer.proved, one.question(None, None, None, None)))
    return None


def _write_theorem(recommendation: Answer, folder: Path | None, patience: Patience) -> None:
    if folder is None:
        return
    from symbolic_eps.answers.exact_recommendation import Recommendation

    if not isinstance(recommendation, Recommendation):
        raise UndecidedError("only an exact value can be a theorem of Coq: none is written")
    write_theorems(recommendation.derived, folder, patience)


def _tell(recommendation: Answer, seconds: int) -> None:
    """Why there is no exact value, or no bound at all."""
    from symbolic_eps.enclosed.recommended import EnclosedRecommendation, SampledRecommendation
    from symbolic_eps.report.unconstrained import reason

    if isinstance(recommendation, EnclosedRecommendation) and recommendation.reason:
        longer = f"; --patience {10 * seconds} allows ten times as long" if recommendation.late else ""
        notice(f"an enclosure instead of an exact value: {recommendation.reason}{longer}")
    if not isinstance(recommendation, SampledRecommendation) and recommendation.blame is not None:
        notice(f"nothing constrains eps: {reason(recommendation.blame)}")


def _files(recommendation: Answer) -> dict[Path, str]:
    """The certificates of an exact value in one file, named after the question."""
    from symbolic_eps.answers.exact_recommendation import Recommendation
    from symbolic_eps.answers.saved_work import fingerprint
    from verify.certificates.certificate import as_text

    if not isinstance(recommendation, Recommendation):
        notice("only an exact value has certificates: none are written")
        return {}
    name = f"recommend-{fingerprint(recommendation.profile)}.json"
    return {Path(name): as_text(recommendation.certificates.values())}


def _check_together(
    interpolation: str | None, table: Path | None, count: str | None, threshold: str | None
) -> None:
    """Refuse one of two options that go together."""
    if (interpolation is None) != (table is None):
        raise InputError(
            "--table FILE goes with --interpolation: write --interpolation bilinear, nearest or lower"
        )
    if (count is None) != (threshold is None):
        raise InputError("--count and --threshold go together, such as --count 25 --threshold 24.072")


def _check(
    profile: str | None, table: Path | None, capped: bool, plot: Path | None, report: Path | None
) -> None:
    """Refuse options that do not go together, before any work."""
    if (profile is not None or capped) == (table is not None):
        raise InputError(
            'give PROFILE, such as "max(1/(4*p*q), 3)", or a cap such as --difference 1/10, or --table FILE '
            "alone"
        )
    if report is not None and table is not None:
        raise InputError("--report is about a PROFILE or caps, not a table: leave out --report or --table")
    if plot is not None and table is not None:
        raise InputError(
            "--plot draws a PROFILE that is given as a formula, not a table: leave out --plot or --table"
        )


def _refuse(what: str, given: Mapping[str, object]) -> None:
    """Refuse options that have no meaning for what is asked."""
    if unwanted := [option for option, value in given.items() if value]:
        raise InputError(f"{what} cannot have {' and '.join(unwanted)}: leave out {' and '.join(unwanted)}")


def _rendered(
    answer: Answer,
    line: Threshold | None,
    asked: Mapping[str, Any] | None,
    style: Style,
    files: Files,
) -> str:
    """The answer as a fragment of LaTeX, as JSON with what was asked, or, without that, as text."""
    if style is Style.FRAGMENT:
        return fragment(answer, files, line)
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
