"""Options that several subcommands share, each with one help text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symbolic_eps.cli.bindings import bound_apart
from symbolic_eps.cli.output_format import Style
from symbolic_eps.errors import InputError

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
StyleName = Annotated[
    Style,
    typer.Option(
        "--format",
        help="Output format; latex-fragment: macros and tables (booktabs) to be \\input into a paper.",
    ),
]
AlsoJson = Annotated[bool, typer.Option("--json", help="The same as --format json.")]
Output = Annotated[
    Path | None, typer.Option("--output", metavar="FILE", help="Write the result to this file.")
]
VariantName = Annotated[
    str,
    typer.Option(
        "--variant",
        metavar="BOUND",
        help="Which data are neighbours: unbounded (one record more or less, Theorem 1), bounded or "
        "invariant.",
    ),
]
FixedAtNumbers = Annotated[
    list[str] | None, typer.Option("--fix", metavar="PRIOR=NUMBER", help="Hold a prior fixed: q=1.")
]
Assumed = Annotated[
    list[str] | None,
    typer.Option("--assume", metavar="COMPARISONS", help='Assumptions on the parameters: "0<a<1<r".'),
]
Fixed = Annotated[
    list[str] | None,
    typer.Option(
        "--fix",
        metavar="PRIOR[=VALUE]",
        help="Hold a prior fixed: q=1, or q for any fixed value.",
        callback=bound_apart,
    ),
]
NumericBox = Annotated[
    list[str] | None,
    typer.Option(
        "--box", metavar="BOUNDS", help='The priors at which the bound is enforced: "1/10<=p<=1/2".'
    ),
]

Posterior = Annotated[
    list[str] | None,
    typer.Option("--posterior", metavar="CAP", help="A cap on the posterior probability."),
]
Difference = Annotated[
    list[str] | None,
    typer.Option("--difference", metavar="CAP", help="A cap on posterior minus prior."),
]
OddsRatio = Annotated[
    list[str] | None,
    typer.Option("--odds-ratio", metavar="CAP", help="A cap on posterior odds over prior odds."),
]
Groups = Annotated[
    list[str] | None,
    typer.Option(
        "--group",
        metavar="GROUP",
        help='A group of people or class of adversaries with its own caps: "3; posterior: 1/2; fix: '
        'q=1; box: p<=1/2; name: insiders". The result is the smallest eps over all groups. Caps '
        "outside a group apply to everyone.",
    ),
]

CoqFolder = Annotated[
    Path | None,
    typer.Option(
        "--coq",
        metavar="FOLDER",
        help="Also write the result to this folder as a Coq theorem with its proof.",
    ),
]
NotionName = Annotated[
    str | None,
    typer.Option(
        "--notion",
        metavar="NOTION",
        help="Privacy notion other than eps-DP: approximate, that is (eps, delta)-DP, or renyi-2, a bound "
        "rho on the Renyi divergence of order 2. Caps then bound how often an attack says yes of a person in "
        "the data, given the baseline k: how often it says yes of one who is not.",
    ),
]
Delta = Annotated[
    str | None,
    typer.Option("--delta", metavar="NUMBER", help="The delta of --notion approximate, such as 1e-6."),
]
GivenEps = Annotated[
    str | None,
    typer.Option(
        "--eps",
        metavar="EPS",
        help="With --notion approximate, instead of --delta: find delta for this eps, such as 2 or log(9).",
    ),
]
TableEps = Annotated[
    str | None,
    typer.Option(
        "--eps",
        metavar="log(E)",
        help="With --notion approximate: find the largest delta for any eps = log(E).",
    ),
]
Seed = Annotated[int | None, typer.Option(metavar="S", help="Random seed for --simulate, by default 0.")]


def seed_of(simulate: int | None, seed: int | None) -> int:
    """The seed of a simulation; one without a simulation is refused."""
    if seed is not None and simulate is None:
        raise InputError("--seed goes with --simulate N: add --simulate 10000, or leave out --seed")
    return seed or 0
