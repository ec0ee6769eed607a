"""`symbolic-eps at-risk`: the privacy loss of the Laplace mechanism as a random variable."""

from __future__ import annotations

import typer

from symbolic_eps.cli.at_risk.compose import compose
from symbolic_eps.cli.at_risk.cost import cost
from symbolic_eps.cli.at_risk.loss import loss
from symbolic_eps.cli.at_risk.sensitivity import sensitivity
from symbolic_eps.cli.exit_status import epilog
from symbolic_eps.cli.registration import HELP, Examples, register

NAME = "at-risk"
SUMMARY = "Describe the random privacy loss of Laplace noise."

EXAMPLES: Examples = {
    loss: "--eps0 1 --eps 1/2",
    compose: "--eps0 1 -n 10 --eps 3",
    sensitivity: "-n 1000 -m 900 --level 9/10 --eps0 1 --eps 1/2",
    cost: "--eps0 1/2 --c 1 --scale 550000 --budget 70000",
}

app = typer.Typer(
    help=SUMMARY,
    short_help=SUMMARY,
    epilog=epilog(NAME, "symbolic-eps at-risk loss --eps0 1 --eps 1/2"),
    context_settings=HELP,
    rich_markup_mode=None,
)
register(app, EXAMPLES, NAME)
