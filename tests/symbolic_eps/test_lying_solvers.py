"""A solver that lies proves nothing false of what derive, design, sensitivity and table rest on."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest

from derivations.kazan_reiter_2024.table3 import ROWS
from symbolic_eps.closed_form_table.derived_row import derive_row
from symbolic_eps.errors import UndecidedError
from symbolic_eps.inverse.monotone_profile import rises_with
from symbolic_eps.minimum import infimum
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import parameter
from verify.evidence import Grade
from verify.language.condition import positive
from verify.solvers.smt import Solver

RANDOM = random.Random(17)
LIARS: dict[str, Callable[[], bool]] = {
    "unsat": lambda: False,
    "sat": lambda: True,
    "random": lambda: RANDOM.random() < 1 / 2,
}
PROFILE, OTHER = (RiskProfile(f"max({a}/p, r)", ["0<a<1", "r>1"], {"q": 1}) for a in ("a", "2*a"))
Found = tuple[Any, Any]


@pytest.fixture(scope="module")
def found() -> Found:
    """The closed forms of two profiles, found while no solver lies."""
    return infimum(PROFILE), infimum(OTHER)


@pytest.fixture(params=LIARS)
def lies(request: pytest.FixtureRequest, found: Found, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions that were answered by a lie."""
    told, asked = Solver._check, list[str]()

    def lying(solver: Solver, conditions: Any, question: str, clauses: Any = (), quick: bool = False) -> Any:
        asked.append(question)
        if not LIARS[request.param]():
            return None
        symbols = {s for c in chain(conditions, *clauses) for s in c.symbols}
        return told(solver, [positive(s**2 + 1) for s in symbols], question)

    monkeypatch.setattr(Solver, "_check", lying)
    return asked


def test_the_right_branches_are_proved(lies: list[str], found: Found) -> None:
    again = infimum(PROFILE, branches=found[0].branches)
    assert (again.branches, again.grade) == (found[0].branches, Grade.EXACT)


def test_the_branches_of_another_profile_are_not(lies: list[str], found: Found) -> None:
    with pytest.raises(UndecidedError):
        infimum(PROFILE, branches=found[1].branches)


def test_a_stored_row_of_the_table_is_proved(lies: list[str]) -> None:
    row = next(row for row in ROWS if row.identifier == "constant")
    derived = derive_row(row).derived
    assert [str(branch.epsilon) for branch in derived.branches] == ["log(r)/2"]
    assert derived.grade is Grade.EXACT


def test_what_falls_is_not_said_to_rise(lies: list[str]) -> None:
    a = parameter("a")
    assert rises_with(RiskProfile("max(a/(p*q), 3)", ["0<a<1"]), a).proved
    assert not rises_with(RiskProfile("max((1-a)/(p*q), 3)", ["0<a<1"]), a).proved
