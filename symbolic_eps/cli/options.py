"""Options that several subcommands share, each with one help text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="JSON on standard output.")]
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

CoqFolder = Annotated[
    Path | None,
    typer.Option(
        "--coq",
        metavar="FOLDER",
        help="Also write the result as a theorem of Coq, with its proof, to this folder.",
    ),
]
