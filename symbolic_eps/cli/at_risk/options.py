"""Options that the commands of `at-risk` share."""

from __future__ import annotations

from typing import Annotated

import typer

Eps0 = Annotated[
    str | None, typer.Option("--eps0", metavar="E0", help="The eps that the noise is calibrated to.")
]
Eps = Annotated[str | None, typer.Option("--eps", metavar="EPS", help="The bound on the privacy loss.")]
Probability = Annotated[
    str | None, typer.Option("--probability", metavar="P", help="Of a loss abs(C) of at most eps.")
]
Delta = Annotated[
    str | None, typer.Option("--delta", metavar="D", help="That of (eps, delta)-differential privacy.")
]
Compare = Annotated[
    bool, typer.Option("--compare", help="Also what papers print for it, and how far off that is.")
]
