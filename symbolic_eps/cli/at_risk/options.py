"""Options that the commands of `at-risk` share."""

from __future__ import annotations

from typing import Annotated

import typer

Eps0 = Annotated[
    str | None, typer.Option("--eps0", metavar="E0", help="The eps to which the noise is calibrated.")
]
Eps = Annotated[str | None, typer.Option("--eps", metavar="EPS", help="The bound on the privacy loss.")]
Probability = Annotated[
    str | None,
    typer.Option(
        "--probability", metavar="P", help="The probability that the privacy loss C has abs(C) <= eps."
    ),
]
Delta = Annotated[
    str | None, typer.Option("--delta", metavar="D", help="The delta of (eps, delta)-differential privacy.")
]
Compare = Annotated[
    bool, typer.Option("--compare", help="Also show the number that papers print, and its error.")
]
