"""Cells when the time is over: the cases that were found stay, and the rest is open."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion, PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision, holds_at
from symbolic_eps.minimum import certified_cells, infimum_by_cells
from symbolic_eps.minimum.cylinders import last_resort
from symbolic_eps.minimum.cylinders.cells_of_plane import TOO_LONG, Plane
from symbolic_eps.minimum.cylinders.cells_on_line import Line
from symbolic_eps.minimum.cylinders.over_parameters import OverParameters
from symbolic_eps.minimum.cylinders.plane_branches import PlaneBranches
from symbolic_eps.minimum.cylinders.projection import TooLongError
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.time_limit import OUT_OF_TIME, Patience
from tests.symbolic_eps.test_cells_of_parameter import PROFILES as CELLS_OF_ONE
from tests.symbolic_eps.test_cells_of_parameter import seen
from tests.symbolic_eps.test_cells_of_two_parameters import HALF, POSITIVE, disagreements, jumping, numbers
from verify.deadline import OutOfTime, check_time

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
    result = infimum_by_cells(SEVERAL, open_regions=OpenRegions(partial=True))
    assert len(result.branches) == kept
    assert result.open and {region.reason for region in result.open} == {OUT_OF_TIME}
    assert all(region.conditions for region in result.open)
    assert disagreements(result, f"{step} {count}", 10) == []
    on_border = {s: sp.Integer(2) for s in SEVERAL.parameters}
    for values in (*numbers(result, step, 10), on_border):
        assert len(holding(result, values)) == 1


@pytest.mark.slow
def test_cases_stay_apart_where_the_time_for_joining_them_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question of a solver that takes longer than all the time ends with it."""
    expected, asked = infimum_by_cells(SEVERAL), list[int]()

    def endless(regions: object, branches: tuple[Branch, ...], prove: object) -> None:
        asked.append(len(branches))
        while True:
            check_time()

    monkeypatch.setattr(certified_cells, "joined_over", endless)
    result = infimum_by_cells(SEVERAL, open_regions=OpenRegions(True, Patience(20)))
    assert asked == [len(expected.branches)]
    assert result.branches == expected.branches and not result.open


def test_no_case_is_kept_where_the_time_was_over_before_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    over_after(monkeypatch, "_leaf", 0)
    result = infimum_by_cells(SEVERAL, open_regions=OpenRegions(partial=True))
    assert not result.branches and result.open


def test_a_curve_stays_open_where_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def over(*_: object, **__: object) -> None:
        raise OutOfTime

    monkeypatch.setattr(last_resort, "_where", over)
    result = infimum_by_cells(jumping("a > 2*b"), open_regions=OpenRegions(partial=True))
    (region,) = result.open
    assert region.reason.endswith(OUT_OF_TIME) and region.conditions[-1].relation == "=="
    assert len(result.branches) == 2
    on_curve = dict(zip(result.profile.parameters, map(sp.Rational, (Fraction(4), 2)), strict=True))
    assert holding(result, on_curve) == [region]


# --- a plane that is not cut to the end

NEVER = 10**9


def cut_after(monkeypatch: pytest.MonkeyPatch, columns: int, critical: int, error: Any) -> None:
    """There is an error at a column, or a polynomial's walls, beyond the first so many.

    The plane of `SEVERAL` is cut three times, into 1, 7 and 11 columns, with one polynomial that has X after
    the first time, and two more after the second.
    """
    taken = {"_columns": 0, "critical": 0}

    def stepped(name: str, of: type, count: int) -> None:
        step = getattr(of, name)

        def one_by_one(*arguments: Any) -> Iterator[Any]:
            if name == "critical":
                taken[name] += 1
            for one in step(*arguments):
                taken[name] += name == "_columns"
                if taken[name] > count:
                    raise error
                yield one

        monkeypatch.setattr(of, name, one_by_one)

    stepped("_columns", Plane, columns)
    stepped("critical", OverParameters, critical)


def told_in_plane(result: PiecewiseInfimum, key: str) -> int:
    """At how many numbers there is a case; in each of them there is one part."""
    parts = [holding(result, values) for values in numbers(result, key, 40)]
    assert all(len(one) == 1 for one in parts)
    return sum(isinstance(one, Branch) for (one,) in parts)


@pytest.mark.parametrize(
    ("columns", "critical", "error", "why"),
    [
        (4, NEVER, OutOfTime, OUT_OF_TIME),
        (10, NEVER, OutOfTime, OUT_OF_TIME),
        (15, NEVER, OutOfTime, OUT_OF_TIME),
        (15, NEVER, TooLongError("long"), "long"),
        (NEVER, 1, OutOfTime, OUT_OF_TIME),
        (NEVER, 1, TooLongError("long"), TOO_LONG),
        (NEVER, 2, TooLongError("long"), TOO_LONG),
    ],
)
def test_cells_of_a_plane_stay(
    columns: int, critical: int, error: Any, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_after(monkeypatch, columns, critical, error)
    result = infimum_by_cells(SEVERAL, open_regions=OpenRegions(partial=True))
    assert result.branches and why in {region.reason for region in result.open}
    assert 0 < told_in_plane(result, "plane") < 40
    assert disagreements(result, f"{columns} {critical} {error}", 10) == []


# --- one parameter

ON_LINE = CELLS_OF_ONE["an edge, then a corner, then an edge"]


def line_after(monkeypatch: pytest.MonkeyPatch, name: str, count: int) -> PiecewiseInfimum:
    """Where the time is over when a step is taken once more than so many times, but for X at numbers."""
    step, taken = getattr(OverParameters, name), [0]

    def stepped(over: OverParameters, of: Any) -> Any:
        taken[0] += of != ()
        if taken[0] > count and of != ():
            raise OutOfTime
        return step(over, of)

    monkeypatch.setattr(OverParameters, name, stepped)
    return infimum_by_cells(ON_LINE, open_regions=OpenRegions(partial=True, patience=Patience(600)))


NUMBERS = [*map(sp.Rational, ("1/7", "1/2", "4/5", "1", "3/2", "33/20", "9/5", "2", "41/20", "30"))]


def told_on_line(result: PiecewiseInfimum) -> tuple[int, list[sp.Rational]]:
    """At how many numbers there is a case, and those at which it is not what the search finds."""
    (parameter,), told, wrong = ON_LINE.parameters, 0, []
    for number in NUMBERS:
        (part,) = holding(result, {parameter: number})
        if isinstance(part, Branch):
            told += 1
            epsilon = epsilon_at_precision(result, {parameter: number}, 20)
            if not -1e-9 < math.exp(-epsilon) - math.exp(-seen(ON_LINE, number)) < 1e-6:
                wrong.append(number)
    return told, wrong


@pytest.mark.parametrize(("step", "count"), [("critical", 1), ("critical", 2), ("value", 4), ("value", 6)])
def test_cells_of_a_line_stay(step: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    result = line_after(monkeypatch, step, count)
    assert OUT_OF_TIME in {region.reason for region in result.open}
    told, wrong = told_on_line(result)
    assert told >= 2 and not wrong


def test_a_cell_that_is_not_cut_for_its_polynomial_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Line, "_if_cut", lambda _, cell: cell)
    with pytest.raises((AssertionError, TypeError)):  # a wrong number, or none
        assert told_on_line(line_after(monkeypatch, "critical", 0))[1] == []


def test_no_cell_stays_where_the_line_was_not_cut_for_any(monkeypatch: pytest.MonkeyPatch) -> None:
    result = line_after(monkeypatch, "critical", 0)
    assert not result.branches and [region.reason for region in result.open] == [OUT_OF_TIME]
