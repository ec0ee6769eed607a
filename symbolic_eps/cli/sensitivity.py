"""`symbolic-eps sensitivity`: how much the recommended eps moves with each parameter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symbolic_eps.cli.bindings import bindings
from symbolic_eps.cli.options import AlsoJson, Output, StyleName, VariantName
from symbolic_eps.cli.output import check_writable, deliver, progress
from symbolic_eps.cli.output_format import Files, Style, chosen, fragment
from symbolic_eps.errors import InputError

if TYPE_CHECKING:
    from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
    from symbolic_eps.inverse.sensitivity import Sensitivities


def sensitivity(
    profile: Annotated[
        str, typer.Argument(metavar="PROFILE", help="The bound on the relative risk, with parameters.")
    ],
    assignments: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=NUMBER",
            help="Value of a parameter, read exactly. Set all of them, or none for formulas.",
        ),
    ] = None,
    assume: Annotated[
        list[str] | None,
        typer.Option(metavar="CONDITIONS", help='Assumptions on the parameters: "0<a<1, r>1".'),
    ] = None,
    fixings: Annotated[
        list[str] | None,
        typer.Option(
            "--fix", metavar="PRIOR[=NUMBER]", help="Hold a prior fixed: q=1, or q for a parameter."
        ),
    ] = None,
    box: Annotated[
        list[str] | None,
        typer.Option(metavar="BOUNDS", help='The priors at which the bound is enforced: "p0<=p<=1/2".'),
    ] = None,
    variant: VariantName = "unbounded",
    style: StyleName = Style.TEXT,
    json: AlsoJson = False,
    output: Output = None,
) -> None:
    """Differentiate the eps of PROFILE by each parameter.

    Where cases of the closed form meet, both one-sided derivatives are given.
    """
    style, files = chosen(json, style, "sensitivity", output)
    check_writable(output)
    with progress("sensitivity") as show:
        from symbolic_eps.closed_forms.evaluate import exact_epsilon
        from symbolic_eps.inverse.sensitivity import Sensitivities, exact_values, sensitivities
        from symbolic_eps.minimum import infimum
        from symbolic_eps.profiles.parse import parse_box
        from symbolic_eps.profiles.profile import RiskProfile
        from symbolic_eps.report.envelope import question

        values = bindings("--set", assignments)
        fixed = {text: text for text in fixings or () if text in ("p", "q")}
        fixed |= bindings("--fix", [text for text in fixings or () if text not in fixed])
        bounds = tuple(relational for text in box or () for relational in parse_box(text))
        asked = RiskProfile(profile, tuple(assume or ()), fixed, bounds, variant)  # type: ignore[arg-type]  # it reads texts
        if not assume and asked.parameters:
            names = ", ".join(map(str, asked.parameters))
            raise InputError(f'say with --assume where {names} may lie, such as --assume "0<a<1, r>1"')
        derived = infimum(asked, progress=show)
        whole = question(profile, values, fixed, box, variant, assumptions=list(assume or ()))
        if assignments is None:
            text = _formulas(derived, style, whole, files)
        else:
            slopes = sensitivities(derived, values)
            found = Sensitivities.of(slopes, exact_epsilon(derived, exact_values(values)), derived.grade)
            text = _numbers(found, style, whole, files)
    deliver(text, output)


def _formulas(derived: PiecewiseInfimum, style: Style, asked: Mapping[str, Any], files: Files) -> str:
    from symbolic_eps.report import sensitivity as report
    from symbolic_eps.report.envelope import result
    from symbolic_eps.report.fragment.table import slopes

    match style:
        case Style.JSON:
            return result("sensitivity", asked, report.formulas_structured(derived))
        case Style.FRAGMENT:
            return fragment(slopes(derived), files)
        case Style.TEXT:
            return report.formulas(derived)


def _numbers(found: Sensitivities, style: Style, asked: Mapping[str, Any], files: Files) -> str:
    from symbolic_eps.report import sensitivity as report
    from symbolic_eps.report.envelope import result

    match style:
        case Style.JSON:
            return result("sensitivity", asked, report.structured(found, found.epsilon, found.grade))
        case Style.FRAGMENT:
            return fragment(found, files)
        case Style.TEXT:
            return report.text(found, found.epsilon, found.grade)
