"""What the search concludes from earlier answers is what a solver would say; and it asks the less."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
import sympy as sp
from sympy.abc import a, b

from symbolic_eps.minimum import search_solver
from symbolic_eps.minimum.search_solver import SearchSolver, Seen
from verify.language.condition import Condition, Relation, non_negative, positive, zero
from verify.solvers.smt import Solver, UndecidedQueryError

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


# Whether a polynomial of the least eps under max(a/p, b/q) is negative where its ridge ends, at q = 1: the
# equation gives a = 1/(2 - x - x^2), and then there is no such point.
x = sp.Symbol("x", real=True)
AT_RIDGES_END = (
    *(positive(e) for e in (a, 1 - a, b - 1, 2 * a - 1, 1 - x)),
    *(non_negative(e) for e in (x, a * x**2 - a * x - 2 * b * x**2 + 2 * b - 1)),
    positive(2 * a**2 + 2 * a * b**2 + a * b - 3 * a**2 * b - a - b**2),
    positive((1 + a * x * (1 - x)) ** 2 - 4 * a * b * x * (1 - x**2)),
    zero(2 * a - 1 - a * x - a * x**2),
)


@pytest.mark.parametrize("name", ASKED)
def test_an_equation_that_gives_a_parameter_is_put_into_a_hard_question(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Solver(steps=10_000)
    with pytest.raises(UndecidedQueryError):
        few.satisfiable(AT_RIDGES_END, "as it is")
    assert not ASKED[name](SearchSolver(inner=few))(AT_RIDGES_END, "put in")
    monkeypatch.setattr(search_solver, "without_given", lambda *_: None)
    assert ASKED[name](SearchSolver(inner=few))(AT_RIDGES_END, "not put in")


def test_a_point_that_the_equation_leaves_is_not_lost() -> None:
    point = {a: sp.Rational(2, 3), b: sp.Rational(2), x: sp.Rational(1, 3)}
    equation = zero(sp.expand((2 - x - x**2) * a - (2 - x - x**2).subs(point) * point[a]))
    system = [
        c
        for c in AT_RIDGES_END
        if c.relation is not Relation.ZERO and c.relation.holds(int(sp.sign(c.polynomial.subs(point))))
    ]
    assert SearchSolver(inner=Solver()).satisfiable([*system, equation], "a point is known")
