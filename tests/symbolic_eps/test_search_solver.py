"""What the search concludes from earlier answers is what a solver would say; and it asks the less."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
import sympy as sp
from sympy.abc import a, b

from symbolic_eps.minimum.search_solver import SearchSolver, Seen
from verify.language.condition import Condition, non_negative, positive
from verify.solvers.smt import Solver

CONDITIONS = [
    *(positive(e) for e in (a, b, a - b, 1 - a, a * b - 2, b - 3, a**2 - b)),
    *(non_negative(e) for e in (-a, b - a, 2 - a * b, -b)),
]
Systems = list[tuple[Condition, ...]]


@pytest.fixture(scope="module")
def systems() -> Systems:
    random = Random("systems")
    return [tuple(random.sample(CONDITIONS, random.randint(1, 5))) for _ in range(150)]


@pytest.fixture(scope="module")
def answers(systems: Systems) -> list[bool]:
    plain = Solver()
    return [plain.satisfiable(system, "a system") for system in systems]


ASKED: dict[str, Callable[[SearchSolver], Callable[..., bool]]] = {
    "satisfiable": lambda search: search.satisfiable,
    "possible": lambda search: search.possible,
}


@pytest.mark.parametrize("name", ASKED)
def test_answers_are_the_solvers_with_fewer_questions(
    name: str, systems: Systems, answers: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    for _ in range(2):
        inner = Solver()
        ask = ASKED[name](SearchSolver(inner=inner))
        assert [ask(system, "a system") for system in systems] == answers
        asked.append(inner.questions)
        monkeypatch.setattr(Seen, "answer", lambda *_: None)
    assert asked[0] < asked[1]


@pytest.mark.parametrize("has_point", [True, False])
def test_an_answer_kept_the_wrong_way_round_is_found_out(
    has_point: bool, systems: Systems, answers: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    def add(seen: Seen, conditions: frozenset[Condition], answer: bool) -> None:
        if answer == has_point:
            (seen._without if answer else seen._with_point).append(conditions)

    monkeypatch.setattr(Seen, "add", add)
    search = SearchSolver(inner=Solver())
    assert [search.satisfiable(system, "a system") for system in systems] != answers


def test_what_does_not_follow_is_asked() -> None:
    seen = Seen()
    seen.add(frozenset([positive(a), positive(b)]), True)
    seen.add(frozenset([positive(a), positive(-a)]), False)
    assert seen.answer(frozenset([positive(a), positive(b), positive(sp.S(1) - a)])) is None
    assert seen.answer(frozenset([positive(-a)])) is None
