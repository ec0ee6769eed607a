"""Where a piece has a part without an inside: told from a wedge, whose borders meet in one point, too."""

from __future__ import annotations

import pytest

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.cylinders.tight_conditions import singular_parameters
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import parameter
from verify.solvers.smt import Solver

A = parameter("a")


def singular(*box: str) -> tuple[object, ...]:
    profile = RiskProfile("3", ["a>0"] if any("a" in end for end in box) else [], box=box)
    pieces = [constrained(piece, profile) for piece in profile.pieces]
    return singular_parameters(pieces, PRIORS, profile.parameter_region, profile.parameters, Solver())


@pytest.mark.parametrize(
    "box", [["2*q >= p + 1"], ["2*q <= p + 1", "q >= 2*p - 1"], ["q*(2-p) >= p"], ["p*q >= 1/2"]]
)
def test_three_borders_through_one_point_leave_an_inside(box: list[str]) -> None:
    assert singular(*box) == ()


@pytest.mark.parametrize(
    "box",
    [
        ["p + q >= 2"],
        ["p >= q", "q >= p"],
        ["q >= p**2", "q <= p**2"],
        ["2*q >= p + 1", "2*p >= q + 1"],
    ],
)
def test_a_point_or_a_curve_is_told(box: list[str]) -> None:
    with pytest.raises(UndecidedError, match="without an inside"):
        singular(*box)


def test_parameters_are_told_for_which_the_borders_leave_a_point() -> None:
    assert singular("p + q >= a") == (A - 2,)
