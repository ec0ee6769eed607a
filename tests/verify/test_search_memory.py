"""What a search remembers is what it would find again, with the work that it would take."""

from __future__ import annotations

from dataclasses import fields

import pytest

from verify.search import refutation_search, sample
from verify.search.budget import Budget, Deadline, Exhausted, Meter
from verify.search.ideal import ideal
from verify.search.memory import Memory
from verify.search.refutation_search import Hints, refute
from verify.search.ring import system

X, Y = (1, 0), (0, 1)
ONE = (0, 0)
SYSTEMS = {
    "linear": ([], [{X: 1, ONE: -1}, {X: -1}], []),
    "product": ([], [{(1, 1): 1}, {X: 1}, {Y: -1}], []),
    "square": ([], [{(2, 0): -1, (1, 1): 2, (0, 2): -1}], []),
    "circle": ([], [{X: 1, ONE: -1}], [{(2, 0): 1, (0, 2): 1, ONE: -1}]),
    "point": ([{X: 1}], [{Y: 1}], []),
    "cubic": ([], [{(3, 0): 1, (0, 3): 1, (1, 0): -1}, {X: -1}, {Y: -1}, {X: 1, ONE: 1}], []),
}


def _asked(name: str, work: int, hints: Hints | None = None) -> tuple[object, int]:
    meter = Meter.of(Budget(work=work))
    return refute(["x", "y"], *SYSTEMS[name], meter=meter, hints=hints), meter.work


@pytest.fixture
def forgotten(monkeypatch: pytest.MonkeyPatch):
    """Forgets, each time that it is called, what was found before."""

    def forget(memory: Memory[object] | None = None) -> None:
        monkeypatch.setattr(refutation_search, "_MEMORY", memory or Memory())

    return forget


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("works", [(100_000, 100_000), (1, 100_000), (100_000, 3), (40, 20), (20, 40)])
def test_a_second_search_finds_what_a_first_one_would(name: str, works: tuple[int, int], forgotten) -> None:
    forgotten()
    expected, left = _asked(name, works[1])
    forgotten()
    _asked(name, works[0])
    found, left_again = _asked(name, works[1])
    assert found == expected
    assert max(0, left_again) == max(0, left)


def test_what_is_changed_afterwards_is_not_remembered(forgotten) -> None:
    forgotten()
    node, _ = _asked("linear", 1000)
    expected = repr(node)
    assert isinstance(node, dict)
    node["terms"].clear()
    assert repr(_asked("linear", 1000)[0]) == expected


@pytest.mark.parametrize("kind", [each.name for each in fields(Hints)])
def test_with_other_hints_it_is_asked_again(kind: str, forgotten) -> None:
    asked: list[object] = []
    for hints in (Hints(), Hints(**{kind: ({X: 1, Y: -1},)})):
        memory: Memory[object] = Memory()
        forgotten(memory)
        refute(["x", "y"], *SYSTEMS["point"], meter=Meter.of(Budget(work=1000)), hints=hints)
        asked.append({*memory.answers, *memory.in_vain})
    assert not asked[0] & asked[1]


def test_what_the_time_ended_is_sought_again() -> None:
    memory: Memory[str] = Memory()
    late = Meter(Budget(), 100, Deadline(-1))

    def sought(meter: Meter) -> str:
        meter.spend(4)
        return "found"

    with pytest.raises(Exhausted, match="time"):
        memory.answer("asked", late, lambda: sought(late))
    fresh = Meter.of(Budget(work=100))
    assert memory.answer("asked", fresh, lambda: sought(fresh)) == "found"


def test_work_that_did_not_suffice_is_not_tried_again() -> None:
    memory: Memory[str] = Memory()
    tried = []

    def sought(meter: Meter) -> str:
        tried.append(meter.work)
        meter.spend(10)
        return "found"

    for work in (5, 5, 3, 12, 12, 5):
        meter = Meter.of(Budget(work=work))
        try:
            assert memory.answer("asked", meter, lambda m=meter: sought(m)) == "found"
        except Exhausted:
            assert work < 10
    assert tried == [5, 12]


def systems_on_curves():
    """Conditions in several orders, strict and not, on no curve, a line and a hyperbola."""
    x, y, below = {(1, 0): 1}, {(0, 1): 1}, {(0, 0): 1, (1, 0): -1, (0, 1): -1}
    line, hyperbola = {(1, 0): 1, (0, 1): -2}, {(1, 1): 2, (0, 0): -1}
    for equations in ([], [line], [hyperbola], [line, hyperbola]):
        for strict, weak in (([x, y], [below]), ([below], [y, x]), ([], [x]), ([x, below, y], [])):
            yield ideal(system(["x", "y"], weak, strict, equations))


def points_of(modulo):
    return sample.point(modulo, 60), sample.points(modulo, 40, 3), sample.tight_points(modulo, 90, 4)


def test_points_are_those_of_each_system_alone(monkeypatch):
    """Signs that were found for other systems with the same equations change nothing."""
    alone = []
    for modulo in systems_on_curves():
        monkeypatch.setattr(sample, "_PLACES", {})
        alone.append(points_of(modulo))
    monkeypatch.setattr(sample, "_PLACES", {})
    assert [points_of(modulo) for modulo in systems_on_curves()] == alone
    assert any(each[0] is not None for each in alone) and any(each[0] is None for each in alone)


def test_places_of_other_equations_are_noticed(monkeypatch):
    """Were they looked up without the equations, points would not satisfy these."""
    same = sample._Places(next(systems_on_curves()))
    right = [points_of(modulo) for modulo in systems_on_curves()]
    monkeypatch.setattr(sample, "_places", lambda modulo: same)
    assert [points_of(modulo) for modulo in systems_on_curves()] != right
