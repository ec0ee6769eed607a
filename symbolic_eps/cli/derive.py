"""`symbolic-eps derive`: the closed form of eps for a profile of one's own, with its proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from symbolic_eps.cli.exit_status import ExitStatus
from symbolic_eps.cli.notions import Typed, capped, deliver_budget, holds_baseline, refuse, refuse_unfit
from symbolic_eps.cli.options import (
    AlsoJson,
    Assumed,
    CoqFolder,
    Delta,
    Difference,
    Fixed,
    GivenEps,
    Groups,
    NotionName,
    OddsRatio,
    Output,
    Posterior,
    VariantName,
)
from symbolic_eps.cli.output import check_folder, check_writable, deliver, notice, progress, write_all
from symbolic_eps.cli.output_format import Format, chosen, fixed_priors, rendered
from symbolic_eps.cli.saved_work import saved_work
from symbolic_eps.cli.theorems import write_theorems
from symbolic_eps.report.envelope import question
from symbolic_eps.time_limit import MOST_SECONDS, Patience
from verify.garbage_collection import seldom_collected

if TYPE_CHECKING:
    from symbolic_eps.answers.derivation import Derivation
    from symbolic_eps.profiles.groups import Group


def derive(
    profile: Annotated[
        str | None,
        typer.Argument(
            metavar="PROFILE",
            help="The bound on the relative risk, in p, q and parameters. Use + - * / **, max, min, "
            "piecewise, oo. If it begins with -, write it last, after --.",
        ),
    ] = None,
    assume: Assumed = None,
    fix: Fixed = None,
    box: Annotated[
        list[str] | None,
        typer.Option(
            "--box", metavar="BOUNDS", help='The priors at which the caps are enforced: "p0<=p<=p1".'
        ),
    ] = None,
    posterior: Posterior = None,
    difference: Difference = None,
    odds_ratio: OddsRatio = None,
    group: Groups = None,
    variant: VariantName = "unbounded",
    notion: NotionName = None,
    delta: Delta = None,
    eps: GivenEps = None,
    style: Annotated[Format, typer.Option("--format", help="Output format.")] = Format.TEXT,
    json: AlsoJson = False,
    certificates: Annotated[
        Path | None,
        typer.Option(
            "--certificates",
            metavar="FOLDER",
            help="Write certificates and result to this folder, and reuse those of an earlier run. Without "
            "it, certificates are written beside --output.",
        ),
    ] = None,
    seconds: Annotated[
        int | None,
        typer.Option(
            "--patience",
            min=1,
            max=MOST_SECONDS,
            metavar="SECONDS",
            help="Time limit. At the end the proved cases are shown and the rest is open; the same command "
            "continues from there. By default there is no limit.",
        ),
    ] = None,
    coq: CoqFolder = None,
    output: Output = None,
) -> int:
    """Derive the closed form of eps for PROFILE, with proof.

    The result is the largest eps that keeps the relative risk within PROFILE at all priors, case by case,
    with reasons. Caps on the posterior, the difference or the odds ratio may replace PROFILE.
    """
    style, files = chosen(json, style, "derive", output)
    check_writable(output)
    check_folder(certificates, "--certificates")
    check_folder(coq, "--coq")
    if notion is not None:
        refuse({"--group": group, "--variant": variant != "unbounded", "--coq": coq})
        caps = capped(profile, posterior, difference, odds_ratio)
        typed = Typed(notion, delta, eps, caps, assume, box, fixed=holds_baseline(fix))
        return deliver_budget("derive", typed, seconds, style, certificates, output)
    refuse_unfit(notion, delta, eps)
    beside = None if output is None or certificates is not None else _beside(output)
    check_writable(beside, "--output's certificates")
    patience = Patience(seconds)
    with progress("derive") as show, seldom_collected():
        groups = _groups(profile, posterior or (), difference or (), odds_ratio or (), group or ())
        _check_names(groups, assume or (), fix or (), box or ())
        with saved_work(certificates, "derive") as saved:
            from symbolic_eps.answers.derivation import derive as derived
            from symbolic_eps.report import derivation as report

            derivation = derived(
                groups,
                assume or (),
                fix or (),
                box or (),
                variant=variant,
                progress=show,
                saved=saved,
                patience=seconds,
            )
        caps = {"posterior": posterior, "difference": difference, "odds_ratio": odds_ratio, "groups": group}
        more = {"assumptions": list(assume or ())} | {name: list(texts or ()) for name, texts in caps.items()}
        asked = question(profile, {}, fixed_priors(fix), box, variant, **more, patience=seconds)
        text = rendered("derive", asked, derivation, report.record, report.prose, style, files)
    _write_certificates(derivation, certificates, beside)
    deliver(text, output)
    for text in _notices(derivation):
        notice(text)
    stated = coq is None or write_theorems(derivation.derived, coq, patience)
    return 0 if derivation.complete and stated else ExitStatus.FAILED


def _write_certificates(derivation: Derivation, folder: Path | None, beside: Path | None) -> None:
    if folder is not None:
        write_all(derivation.files, folder)
    if beside is not None:
        from verify.certificates.certificate import as_text

        deliver(as_text(derivation.certificates.values()), beside)


def _beside(output: Path) -> Path:
    """The certificates' file for a result's."""
    return output.with_name(f"{output.stem}.certificates.json")


def _groups(
    profile: str | None,
    posterior: Sequence[str],
    difference: Sequence[str],
    odds_ratio: Sequence[str],
    texts: Sequence[str],
) -> list[Group]:
    from symbolic_eps.profiles.caps import read_caps
    from symbolic_eps.profiles.groups import Group, read_group

    groups = [read_group(text) for text in texts]
    if profile is not None or posterior or difference or odds_ratio or not groups:
        caps = read_caps(profile, posterior, difference, odds_ratio)
        groups.insert(0, Group(caps, name="everyone" if groups else ""))
    return groups


def _check_names(
    groups: Sequence[Group], assume: Sequence[str], fix: Sequence[str], box: Sequence[str]
) -> None:
    from symbolic_eps.profiles.assumed_names import check_assumed_of_groups

    check_assumed_of_groups(groups, assume, fix, box)


def _notices(derivation: Derivation) -> Iterator[str]:
    from symbolic_eps.report.formula import sentence

    derived = derivation.derived
    if derivation.complete and len(derivation.unconstrained) == len(derived.branches):
        yield "nothing constrains eps: r* p q >= 1 wherever a bound is set, so eps = oo"
    elif derivation.unconstrained:
        where = " or ".join(sentence(branch.conditions) for branch in derivation.unconstrained)
        yield f"the profile protects nothing where {where}: eps = oo there"
    profile = derivation.profile
    used = profile.bound.free_symbols.union(*(c.symbols for c in profile.box), profile.fixed)
    named = {s for c in profile.assumptions for s in c.symbols}
    if unused := sorted(s.name for s in named - used):
        yield f"the assumptions speak of {', '.join(unused)}, which the profile and its box do not have"
    for empty in derived.empty:
        yield empty.reason
    for region in derived.open:
        where = region.condition if region.conditions else "somewhere among the parameters"
        yield f"open: {where}: {region.reason}"
