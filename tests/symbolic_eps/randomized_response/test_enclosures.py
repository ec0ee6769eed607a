"""Every number of an answer at points drawn by a seed: the enclosure contains the value by its definition.

`python -m benchmarks.randomized_response --seed S` draws 200 others.
"""

from __future__ import annotations

from itertools import islice

import mpmath
import pytest
import sympy as sp

from benchmarks.randomized_response import __main__ as check
from benchmarks.randomized_response import reference
from benchmarks.randomized_response.__main__ import Number, answered, drawn, fault, faults
from benchmarks.randomized_response.reference import Point, Reference

R = sp.Rational
POINTS = 6
"""Random points in the gate; all 200 are slow."""


def wrong(points: list[Point]) -> list[tuple[str, Point, str]]:
    return [(name, point, said) for name, point, said in faults(iter(points)) if said is not None]


def test_enclosures_contain_the_values_by_definition() -> None:
    assert wrong(list(drawn(1, POINTS))) == []


@pytest.mark.slow
def test_enclosures_contain_the_values_by_definition_at_200_points() -> None:
    assert wrong(list(drawn(2, 200))) == []


@pytest.mark.parametrize("delta", ["1/1000000", "1/4", "999999/1000000", "1"])
@pytest.mark.parametrize("end", [-1, 0, 1])
def test_enclosures_contain_the_values_at_the_edges(delta: str, end: int) -> None:
    weight = (1 + end * R(delta)) / 2
    if not 0 < weight < 1:
        weight = R(1, 7)
    point = Point(R(delta), weight, R(1, 10**6), 1 - R(1, 10**6), R(19, 20), R(1, 50), 3, (7, 3, 2))
    assert wrong([point]) == []


def test_every_number_of_an_answer_is_checked() -> None:
    for point in islice(drawn(1, POINTS), 3):
        with mpmath.workdps(check.WORKING_DIGITS):
            checked = {name for name, _ in Reference(point).values()}
        assert set(answered(point)) == checked


def shifted(point: Point) -> dict[str, Number]:
    """Each number with an error in its last digits."""
    by = 1 + R(3, 10**19)
    return {
        name: {end: str(sp.Float(R(number[end]) * by, 40)) for end in ("lower", "upper")}
        for name, number in answered(point).items()
    }


def test_an_error_in_the_last_digits_is_seen_in_every_number() -> None:
    point = Point(R(1, 4), R(2, 5), R(3, 10), R(7, 10), R(9, 10), R(1, 50), 3, (7, 3, 2))
    with mpmath.workdps(check.WORKING_DIGITS):
        zero = {name for name, value in Reference(point).values() if abs(value) < mpmath.mpf(10) ** -60}
    for name, _, said in faults(iter([point]), shifted):
        assert (said is None) is (name in zero), name


def test_what_is_no_number_of_the_point_is_a_fault() -> None:
    number = {"lower": "0.249999999999999999999", "upper": "0.250000000000000000001"}
    assert fault(number, mpmath.mpf(1) / 4) is None
    assert fault(number, mpmath.mpf(1) / 4 + mpmath.mpf(10) ** -15) is not None
    assert "wide" in str(fault({"lower": "0.24", "upper": "0.26"}, mpmath.mpf(1) / 4))


def test_it_runs_with_a_seed_and_says_how_many_are_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = ["--seed", "5", "--points", "1", "--people", "1000"]
    assert check.main(typed) == 0
    out = capsys.readouterr().out
    assert " values, 0 wrong" in out and "Simulation of 1000 people" in out
    monkeypatch.setattr(reference, "deviate_of", lambda level: mpmath.mpf(2))
    assert check.main(typed) == 1
    assert "WRONG half_width" in capsys.readouterr().out
