"""Cells of two parameters when the time is over: the cases that were found stay, and the rest is open."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion, PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import holds_at
from symbolic_eps.minimum import infimum_by_cells
from symbolic_eps.minimum.cylinders import last_resort
from symbolic_eps.minimum.cylinders.plane_branches import PlaneBranches
from symbolic_eps.minimum.unsettled import Unsettled
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.time_limit import OUT_OF_TIME
from tests.symbolic_eps.test_cells_of_two_parameters import HALF, POSITIVE, disagreements, jumping, numbers
from verify.deadline import OutOfTime

pytestmark = pytest.mark.usefixtures("without_certificates")

SEVERAL = RiskProfile("1 + a/p + b/q", POSITIVE, fixed=HALF)


def over_after(monkeypatch: pytest.MonkeyPatch, name: str, count: int) -> None:
    """The time is over when a step is taken once more than so many times."""
    step, taken = getattr(PlaneBranches, name), [0]

    def stepped(*arguments: Any) -> Any:
        taken[0] += 1
        if taken[0] > count:
            raise OutOfTime
        return step(*arguments)

    monkeypatch.setattr(PlaneBranches, name, stepped)


def holding(result: PiecewiseInfimum, values: dict[sp.Symbol, sp.Rational]) -> list[Branch | OpenRegion]:
    parts: Iterator[Branch | OpenRegion] = iter((*result.branches, *result.open))
    return [part for part in parts if all(holds_at(c, values) for c in part.conditions)]


@pytest.mark.parametrize(("step", "count", "kept"), [("_leaf", 1, 1), ("_leaf", 2, 2), ("_divided", 1, 1)])
def test_cases_found_before_the_time_is_over_stay(
    step: str, count: int, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    over_after(monkeypatch, step, count)
    result = infimum_by_cells(SEVERAL, unsettled=Unsettled(partial=True))
    assert len(result.branches) == kept
    assert result.open and {region.reason for region in result.open} == {OUT_OF_TIME}
    assert all(region.conditions for region in result.open)
    assert disagreements(result, f"{step} {count}", 10) == []
    on_border = {s: sp.Integer(2) for s in SEVERAL.parameters}
    for values in (*numbers(result, step, 10), on_border):
        assert len(holding(result, values)) == 1


def test_no_case_is_kept_where_the_time_was_over_before_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    over_after(monkeypatch, "_leaf", 0)
    result = infimum_by_cells(SEVERAL, unsettled=Unsettled(partial=True))
    assert not result.branches and result.open


def test_a_curve_stays_open_where_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def over(*_: object, **__: object) -> None:
        raise OutOfTime

    monkeypatch.setattr(last_resort, "_where", over)
    result = infimum_by_cells(jumping("a > 2*b"), unsettled=Unsettled(partial=True))
    (region,) = result.open
    assert region.reason.endswith(OUT_OF_TIME) and region.conditions[-1].relation == "=="
    assert len(result.branches) == 2
    on_curve = dict(zip(result.profile.parameters, map(sp.Rational, (Fraction(4), 2)), strict=True))
    assert holding(result, on_curve) == [region]
