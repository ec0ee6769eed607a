"""A solver that lies changes no answer, only how long it takes: neither proofs nor whole searches.

Whole searches are those of derive, recommend, table, design and sensitivity.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from itertools import chain
from typing import Any

import pytest

from derivations.kazan_reiter_2024.table3 import ROWS
from symbolic_eps import Recommendation, budget_goal, derive, design, recommend, sensitivities
from symbolic_eps.closed_form_table.derived_row import derive_row
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.errors import UndecidedError
from symbolic_eps.inverse.monotone_profile import rises_with
from symbolic_eps.minimum import infimum
from symbolic_eps.minimum.search_solver import was_wrong
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import parameter
from verify.evidence import Grade
from verify.language.condition import positive
from verify.solvers.smt import Solver, UndecidedQueryError

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


ASSUMED = ["0<a<1", "r>1"]
SEARCHES: dict[str, Callable[[], object]] = {
    "derive": lambda: branches_of(derive("max(a/p, r)", ASSUMED, {"q": 1}).derived),
    "derive, partial": lambda: branches_of(infimum(RiskProfile("r", ["r>1"]), partial=True)),
    "recommend": lambda: value_of(recommend("max(1/(5*p*q), 5)")),
    "recommend, in time": lambda: value_of(recommend("1 + 1/(5*p*q)", patience=300)),
    "table": lambda: branches_of(
        derive_row(next(r for r in ROWS if r.identifier == "constant"), anew=True).derived
    ),
    "design": lambda: design("r", "r", budget_goal("log(2)"), assumptions=["r>1"]).exact,
    "sensitivity": lambda: str(
        sensitivities(derive("max(a/p, r)", ASSUMED, {"q": 1}).derived, {"a": "1/4", "r": 3})
    ),
}
EXPECTED: dict[str, object] = {
    "derive": [("log((-a + r)/(1 - a))", "True")],
    "derive, partial": [("log(r)/2", "True")],
    "recommend": "log(6)/2",
    "recommend, in time": "log(3/2)",
    "table": [("log(r)/2", "True")],
    "design": 4,
}


def branches_of(derived: PiecewiseInfimum) -> object:
    """Values and conditions, if all is proved."""
    assert derived.grade is Grade.EXACT and not derived.open
    return [(str(branch.epsilon), str(branch.condition)) for branch in derived.branches]


def value_of(answer: object) -> object:
    """The closed form, if it is proved."""
    assert isinstance(answer, Recommendation) and answer.grade is Grade.EXACT
    return str(answer.closed_form)


@pytest.mark.family(24)
@pytest.mark.parametrize("search", SEARCHES)
def test_a_whole_search_finds_the_same(search: str, found: Found) -> None:
    honest = SEARCHES[search]()
    assert search == "sensitivity" or honest == EXPECTED[search]
    for liar in LIARS:
        with pytest.MonkeyPatch.context() as patch:
            asked = planted(liar, patch)
            assert SEARCHES[search]() == honest, liar
            assert asked, f"{search} asks no solver"


def test_an_answer_that_is_wrong_is_seen() -> None:
    x = parameter("x")
    for liar in ("unsat", "sat"):
        with pytest.MonkeyPatch.context() as patch:
            planted(liar, patch)
            solver = Solver()
            conditions = [positive(x), positive(1 - x) if liar == "unsat" else positive(-x)]
            with suppress(UndecidedQueryError):
                solver.satisfiable(conditions, "planted")
            assert was_wrong(solver)
    solver = Solver()
    assert solver.satisfiable([positive(x), positive(1 - x)], "right")
    assert not solver.satisfiable([positive(x), positive(-x)], "right")
    assert not was_wrong(solver)


def planted(liar: str, patch: pytest.MonkeyPatch) -> list[str]:
    """Every solver lies from now on; the questions that it was asked are added to the list."""
    told, asked = Solver._check, list[str]()

    def lying(
        solver: Solver, conditions: Any, question: str, clauses: Any = (), quick: bool = False, **how: Any
    ) -> Any:
        asked.append(question)
        if not LIARS[liar]():
            return None
        symbols = {s for c in chain(conditions, *clauses) for s in c.symbols}
        return told(solver, [positive(s**2 + 1) for s in symbols], question)

    patch.setattr(Solver, "_check", lying)
    return asked


@pytest.fixture(params=LIARS)
def lies(request: pytest.FixtureRequest, found: Found, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions that were answered by a lie."""
    return planted(request.param, monkeypatch)


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
