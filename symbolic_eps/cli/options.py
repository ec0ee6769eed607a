"""Options that several subcommands share, each with one help text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symbolic_eps.cli.told import Style
from symbolic_eps.errors import InputError

Json = Annotated[bool, typer.Option("--json", help="JSON on standard output.")]
StyleName = Annotated[
    Style,
    typer.Option("--format", help="latex-fragment: macros and tables (booktabs) to be \\input into a paper."),
]
AlsoJson = Annotated[bool, typer.Option("--json", help="The same as --format json.")]
Output = Annotated[Path | None, typer.Option("--output", metavar="FILE", help="Write to this file.")]
VariantName = Annotated[
    str, typer.Option("--variant", metavar="BOUND", help="unbounded (Theorem 1), bounded or invariant.")
]
FixedAtNumbers = Annotated[
    list[str] | None, typer.Option("--fix", metavar="PRIOR=NUMBER", help="Hold a prior fixed: q=1.")
]
Assumed = Annotated[
    list[str] | None,
    typer.Option("--assume", metavar="COMPARISONS", help='What is known of the parameters: "0<a<1<r".'),
]
Fixed = Annotated[
    list[str] | None,
    typer.Option("--fix", metavar="PRIOR[=VALUE]", help="Hold a prior fixed: q=1, or q for any value of it."),
]
NumericBox = Annotated[
    list[str] | None,
    typer.Option("--box", metavar="BOUNDS", help='Where the bound is enforced: "1/10<=p<=1/2".'),
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
        help='A group or class of adversaries with caps of its own: "3; posterior: 1/2; fix: q=1; '
        'box: p<=1/2; name: insiders". The smallest eps over all groups is what counts; caps given outside '
        "a group are for everyone.",
    ),
]

CoqFolder = Annotated[
    Path | None,
    typer.Option(
        "--coq",
        metavar="FOLDER",
        help="Also write the result as a theorem of Coq, with its proof, to this folder.",
    ),
]
NotionName = Annotated[
    str | None,
    typer.Option(
        "--notion",
        metavar="NOTION",
        help="What the release keeps to instead of eps-DP: approximate (with --delta) or renyi-2. The caps "
        "are then on the success of attacks, in the baseline k.",
    ),
]
Delta = Annotated[
    str | None, typer.Option("--delta", metavar="NUMBER", help="That of --notion approximate, such as 1e-6.")
]
GivenEps = Annotated[
    str | None,
    typer.Option(
        "--eps",
        metavar="EPS",
        help="Instead of --delta: the eps of --notion approximate, such as 2 or log(9); delta is sought.",
    ),
]
TableEps = Annotated[
    str | None,
    typer.Option(
        "--eps",
        metavar="log(E)",
        help="With --notion approximate: the largest delta for any e^eps = E instead.",
    ),
]
Seed = Annotated[int | None, typer.Option(metavar="S", help="Of --simulate: 0 if not given.")]


def seed_of(simulate: int | None, seed: int | None) -> int:
    """The seed of a simulation; one without a simulation is refused."""
    if seed is not None and simulate is None:
        raise InputError("--seed goes with --simulate N: add --simulate 10000, or leave out --seed")
    return seed or 0
