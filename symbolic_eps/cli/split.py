"""`symbolic-eps split`: a budget over several releases, by basic composition."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from symbolic_eps.cli.bindings import bindings
from symbolic_eps.cli.notions import refuse, refuse_unfit, split_under
from symbolic_eps.cli.options import AlsoJson, Output, StyleName, VariantName
from symbolic_eps.cli.output import check_writable, deliver, progress
from symbolic_eps.cli.output_format import Style, chosen, fragment
from symbolic_eps.cli.recommend import PATIENCE
from symbolic_eps.errors import DomainError, InputError

if TYPE_CHECKING:
    import sympy as sp


def split(
    epsilon: Annotated[
        str | None,
        typer.Argument(metavar="[EPS]", help="The whole budget: 1/2, log(9). Give this or --profile."),
    ] = None,
    releases: Annotated[int | None, typer.Option(metavar="K", help="Equal shares for K releases.")] = None,
    weights: Annotated[
        str | None, typer.Option(metavar="W,W,...", help="Shares in proportion to these numbers: 1,1,2.")
    ] = None,
    profile: Annotated[
        str | None, typer.Option(metavar="PROFILE", help="Split the eps recommended for this profile.")
    ] = None,
    assignments: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=NUMBER", help="Value of a parameter of --profile."),
    ] = None,
    fixings: Annotated[
        list[str] | None,
        typer.Option("--fix", metavar="PRIOR=NUMBER", help="Hold a prior fixed (--profile)."),
    ] = None,
    box: Annotated[
        list[str] | None,
        typer.Option(metavar="BOUNDS", help="The priors at which the profile is enforced (--profile)."),
    ] = None,
    mechanism: Annotated[str, typer.Option(help="geometric or laplace.")] = "geometric",
    variant: VariantName = "unbounded",
    notion: Annotated[
        str | None,
        typer.Option(
            metavar="NOTION",
            help="Privacy notion other than eps-DP: approximate or renyi-2; EPS is its eps or rho.",
        ),
    ] = None,
    delta: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="The whole delta (--notion approximate).")
    ] = None,
    style: StyleName = Style.TEXT,
    json: AlsoJson = False,
    output: Output = None,
) -> None:
    """Split EPS, or a profile's eps, over several releases.

    Together the releases have the guarantee of the whole budget.
    """
    style, files = chosen(json, style, "split", output)
    check_writable(output)
    refuse_unfit(notion, delta, want_one=True)
    if notion is not None:
        _refuse_beside_notion(profile, mechanism, variant)
        split_under(notion, epsilon, delta, releases, weights, style, output)
        return
    _require_one(epsilon, profile, assignments or fixings or box)
    with progress("split") as show:
        from symbolic_eps.guarantees.composition import split as composed
        from symbolic_eps.mechanisms.accuracy import mechanism_of
        from symbolic_eps.report import split as report
        from symbolic_eps.report.envelope import question, result

        mechanism_of(mechanism)
        whole: str | sp.Expr | None = epsilon
        fixed, values = bindings("--fix", fixings), bindings("--set", assignments)
        if profile is not None:
            whole = _recommended(profile, values, fixed, box or (), show, variant)
        assert whole is not None
        shares = weights.split(",") if weights is not None else []
        found = composed(whole, releases, shares, variant)
        if style is Style.FRAGMENT:
            text = fragment(found, files)
        elif style is Style.JSON:
            own = {"epsilon": epsilon, "releases": releases, "weights": shares, "mechanism": mechanism}
            asked = question(profile, values, fixed, box, variant, **own)
            text = result("split", asked, report.structured(found, mechanism))
        else:
            text = report.text(found, mechanism)
    deliver(text, output)


def _refuse_beside_notion(profile: str | None, mechanism: str, variant: str) -> None:
    unfit = {"--mechanism": mechanism != "geometric", "--variant": variant != "unbounded"}
    refuse({"--profile": profile, **unfit})


def _require_one(epsilon: str | None, profile: str | None, about_profile: Sequence[str] | None) -> None:
    if (epsilon is None) == (profile is None):
        raise InputError(
            'give either the budget, such as symbolic-eps split "log(9)" --releases 2, or --profile PROFILE'
        )
    if profile is None and about_profile:
        raise InputError(
            "--set, --fix and --box go with --profile: leave out EPS and write --profile PROFILE"
        )


def _recommended(
    profile: str,
    values: Mapping[str, str],
    fixed: Mapping[str, str],
    box: Sequence[str],
    show: Callable[[str], None],
    variant: str,
) -> sp.Expr:
    """The eps that is recommended for a profile, or a rational number just below it."""
    import sympy as sp

    from symbolic_eps.answers.exact_recommendation import Recommendation
    from symbolic_eps.answers.recommendation import recommend

    recommendation = recommend(profile, values, fixed, box, show, variant=variant, patience=PATIENCE)
    enclosure = recommendation.enclosure
    assert enclosure is not None  # only a sampled callable has none
    if enclosure.is_infinite:
        raise DomainError(
            "nothing constrains eps for this profile: eps = oo needs no split; give a profile "
            "that does, such as 3"
        )
    if isinstance(recommendation, Recommendation):
        return recommendation.epsilon
    return sp.Rational(enclosure.lower)  # the safe side: not above the exact eps
